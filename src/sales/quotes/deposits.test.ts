import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Json } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { withSnapshot } from '../../books/audit/snapshot.ts'
import { verifyDatabase } from '../../books/audit/verify.ts'
import { LANGUAGES } from '../../paper/printing/labels/labels.ts'

const item = (unit_price: string, rate: string, rest: object = {}) => ({
  description: 'Work',
  unit_price,
  tax: { rate },
  ...rest,
})
/** 10,000.00 at 19 % and 2,000.00 at 7 %. */
const ORDER = [item('10000.00', '19'), item('2000.00', '7')]

describe.each(ENGINES)('deposits and final invoices (%s)', (engine) => {
  let app: TestApp
  let customer: string

  beforeAll(async () => {
    app = await startTestApp(engine)
    await call('PATCH', '/settings', { companyName: 'Nordlicht', timeZone: 'Europe/Berlin' })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    customer = (await call('POST', '/customers', { name: 'Fernweh Books', language: 'en-GB' })).id
  })

  const call: TestApp['json'] = (...request) => app.json(...request)

  const refused: TestApp['refused'] = (...request) => app.refused(...request)

  const accepted = async (rest: object = {}): Promise<Json> => {
    const body = { customer_id: customer, items: ORDER, ...rest }
    const { id } = await call('POST', '/quotes', body)
    await call('POST', `/quotes/${id}/open`)
    return call('POST', `/quotes/${id}/accept`, { name: 'Mia Brandt' })
  }
  const bill = (id: string, body: object): Promise<Json> =>
    call('POST', `/quotes/${id}/invoice`, body)
  const issue = (id: string): Promise<Json> => call('PATCH', `/invoices/${id}`, { status: 'sent' })
  const issued = async (quote: string, body: object): Promise<Json> =>
    issue((await bill(quote, body)).id)
  const taxesOf = ({ taxes }: Json) => taxes.map(({ taxable, amount }: Json) => [taxable, amount])

  test('the subject of a message says which invoice it is, as on paper', async () => {
    const { id } = await accepted()
    const deposit = await issued(id, { mode: 'deposit', percent: '30' })
    const final = await bill(id, { mode: 'final' })
    const subjectOf = async (invoice: Json, language: string): Promise<string> => {
      const body = { language, attach: [], link: false }
      return (await call('POST', `/invoices/${invoice.id}/send/preview`, body)).subject_line
    }
    const { number } = deposit
    expect(await subjectOf(deposit, 'en')).toBe(`Deposit invoice ${number} from Nordlicht`)
    expect(await subjectOf(final, 'en')).toBe('Final invoice … from Nordlicht')
    for (const [language, words] of Object.entries(LANGUAGES)) {
      const { depositInvoiceTitle, finalInvoiceTitle } = words.labels
      expect(await subjectOf(deposit, language)).toContain(`${depositInvoiceTitle} ${number}`)
      expect(await subjectOf(final, language)).toContain(`${finalInvoiceTitle} …`)
    }
    const plain = await call('POST', '/invoices', { customer_id: customer, items: ORDER })
    expect(await subjectOf(plain, 'de')).toBe('Rechnung … von Nordlicht')
  })

  test('the text of a message names it, too, and a quote the deposit that it asks for', async () => {
    const { id } = await accepted()
    const deposit = await issued(id, { mode: 'deposit', percent: '30' })
    const final = await bill(id, { mode: 'final' })
    const plain = await call('POST', '/invoices', { customer_id: customer, items: ORDER })
    const asking = { customer_id: customer, items: ORDER, deposit_percent: '30' }
    const quote = await call('POST', '/quotes', asking)
    const without = await call('POST', '/quotes', { customer_id: customer, items: ORDER })
    const textOf = async (path: string, language: string): Promise<string> =>
      (await call('POST', `${path}/send/preview`, { language, attach: [] })).text
    const invoiceText = ({ id }: Json, language: string) => textOf(`/invoices/${id}`, language)
    const quoteText = ({ id }: Json, language: string) => textOf(`/quotes/${id}`, language)

    expect(await invoiceText(deposit, 'en')).toContain(`Here is deposit invoice ${deposit.number}`)
    expect(await invoiceText(final, 'en')).toContain('Here is final invoice … for')
    expect(await invoiceText(plain, 'en')).toContain('Here is invoice … for')
    expect(await invoiceText(deposit, 'de')).toContain('Sie die Anzahlungsrechnung')
    expect(await invoiceText(final, 'de')).toContain('Sie die Schlussrechnung')
    expect(await invoiceText(deposit, 'fr')).toContain('ci-joint la facture d’acompte n°')
    expect(await invoiceText(final, 'fr')).toContain('ci-joint la facture de solde n°')
    expect(await quoteText(quote, 'en')).toContain('We ask for a deposit of €4,212.00 once')
    expect(await quoteText(quote, 'de')).toMatch(/um eine Anzahlung von 4\.212,00\s€\./)
    expect(await quoteText(quote, 'fr')).toMatch(/Un acompte de 4\s212,00\s€ est demandé/)
    for (const language of Object.keys(LANGUAGES)) {
      const texts = [deposit, final, plain].map((it) => invoiceText(it, language))
      const [first, second, third] = (await Promise.all(texts)).map(firstSentence)
      expect(new Set([first, second, third]).size, language).toBe(3)
      const [asked, usual] = [await quoteText(quote, language), await quoteText(without, language)]
      expect(asked.split('\n').length, language).toBe(usual.split('\n').length + 1)
    }
  })

  test('lists and statements say which invoice is a deposit, and which deducts one', async () => {
    const { id } = await accepted()
    const deposit = await issued(id, { mode: 'deposit', percent: '30' })
    const final = await bill(id, { mode: 'final' })
    const plain = await call('POST', '/invoices', { customer_id: customer, items: ORDER })
    const rolesOf = async (query: string) =>
      (await call('GET', `/invoices?${query}`)).data.map(({ id, role }: Json) => [id, role])
    const roles = [
      [deposit.id, 'deposit'],
      [final.id, 'final'],
      [plain.id, null],
    ]
    const query = `customer_id=${customer}&sort=created_at`
    expect(await rolesOf(query)).toEqual(roles)
    expect(await rolesOf(`${query}&q=Fernweh&status=draft`)).toEqual(roles.slice(1))
    await issue(final.id)
    await issue(plain.id)
    const note = await call('POST', `/invoices/${plain.id}/credit-note`, {})
    await issue(note.id)
    expect(await rolesOf(query)).toEqual([...roles, [note.id, null]])
    await call('POST', `/invoices/${deposit.id}/payments`, { amount: '1.00' })
    const statement = `/customers/${customer}/statement`
    const [account] = (await call('GET', statement)).accounts
    expect(account.rows.map(({ type, role }: Json) => [type, role])).toEqual([
      ['invoice', 'deposit'],
      ['invoice', 'final'],
      ['invoice', null],
      ['credit_note', null],
      ['payment', null],
    ])
    const { body } = await app.call('GET', `${statement}/html`)
    expect(body).toContain('Deposit invoice')
    expect(body).toContain('Final invoice')
  })

  test('201: the worked example, to the cent', async () => {
    const { id } = await accepted()
    const deposit = await issued(id, { mode: 'deposit', percent: '30' })
    expect(deposit).toMatchObject({
      kind: 'prepayment',
      deposit_for: id,
      quote_id: id,
      totals: { net: '3600.00', tax: '612.00', total: '4212.00' },
      items: [{ description: 'Deposit 30%' }, { description: 'Deposit 30%' }],
    })
    expect(taxesOf(deposit)).toEqual([
      ['3000.00', '570.00'],
      ['600.00', '42.00'],
    ])
    expect((await call('GET', `/quotes/${id}`)).invoicing).toMatchObject({
      state: 'partial',
      net: '3600.00',
      rest: '8400.00',
    })
    const final = await issued(id, { mode: 'final' })
    expect(final).toMatchObject({
      kind: 'standard',
      deposit_for: null,
      preceding: [{ number: deposit.number, issue_date: deposit.issue_date }],
      totals: { net: '8400.00', tax: '1428.00', total: '9828.00' },
      deposits: [{ id: deposit.id, due: '4212.00', deducted: '3600.00' }],
    })
    expect(taxesOf(final)).toEqual([
      ['7000.00', '1330.00'],
      ['1400.00', '98.00'],
    ])
    expect(final.items.slice(2)).toMatchObject([
      {
        description: `Less deposit ${deposit.number} of 21 November 2026`,
        quantity: '-1',
        unit_price: '3000.00',
        total: '-3000.00',
        deducts: deposit.id,
      },
      { quantity: '-1', unit_price: '600.00', deducts: deposit.id },
    ])
    expect((await call('GET', `/quotes/${id}`)).invoicing).toMatchObject({
      state: 'full',
      net: '12000.00',
      rest: '0.00',
    })
    expect((await call('GET', `/invoices/${deposit.id}`)).deducted_by).toMatchObject({
      id: final.id,
      number: final.number,
    })
  })

  test('201: a deposit by total equals it to the cent', async () => {
    const { id } = await accepted()
    const deposit = await issued(id, { mode: 'deposit', total: '4000.01' })
    expect(deposit).toMatchObject({ prices_include_tax: true, totals: { total: '4000.01' } })
    const final = await issued(id, { mode: 'final' })
    const net = Number(deposit.totals.net) + Number(final.totals.net)
    expect(net.toFixed(2)).toBe('12000.00')
  })

  test('201: prices with tax, and a percentage of the order, not of the rest', async () => {
    const { id, totals } = await accepted({
      prices_include_tax: true,
      items: [item('99.99', '19'), item('50.00', '7')],
      discounts: [{ percent: '10', tax: { rate: '19' } }],
    })
    const deposit = await issued(id, { mode: 'deposit', percent: '50' })
    const final = await issued(id, { mode: 'final' })
    const together = Number(deposit.totals.total) + Number(final.totals.total)
    expect(together.toFixed(2)).toBe(totals.total)
  })

  test('201: parts, deposits and the final invoice add up', async () => {
    const { id, items } = await accepted()
    const part = await issued(id, { mode: 'items', items: [{ id: items[0].id, percent: '40' }] })
    const first = await issued(id, { mode: 'deposit', percent: '10' })
    const second = await issued(id, { mode: 'deposit', total: '1000.00' })
    const final = await issued(id, { mode: 'final' })
    expect(final.deposits).toHaveLength(2)
    const all = [part, first, second, final]
    const net = all.reduce((sum, invoice) => sum + Number(invoice.totals.net), 0)
    expect(net.toFixed(2)).toBe('12000.00')
  })

  test('201: credited deposits count with their rest', async () => {
    const { id } = await accepted()
    const deposit = await issued(id, { mode: 'deposit', percent: '30' })
    const note = { items: [{ id: deposit.items[0].id, amount: '1000.00' }], status: 'sent' }
    await call('POST', `/invoices/${deposit.id}/credit-note`, note)
    const other = await issued(id, { mode: 'deposit', percent: '10' })
    await call('POST', `/invoices/${other.id}/credit-note`, { status: 'sent' })
    const final = await issued(id, { mode: 'final' })
    expect(final.totals.net).toBe('9400.00')
    expect(final.deposits.map((it: Json) => it.id)).toEqual([deposit.id])
  })

  test('409: a deposit that changed before the final invoice is issued', async () => {
    const { id } = await accepted()
    const deposit = await issued(id, { mode: 'deposit', percent: '30' })
    const draft = await bill(id, { mode: 'final' })
    const note = { items: [{ id: deposit.items[0].id, amount: '1.00' }], status: 'sent' }
    await call('POST', `/invoices/${deposit.id}/credit-note`, note)
    const path = `/invoices/${draft.id}`
    expect(await refused('PATCH', path, { status: 'sent' })).toMatchObject({
      code: 'deposit_changed',
      number: deposit.number,
    })
    const again = await call('POST', `${path}/deduct-deposits`, {})
    expect(again).toMatchObject({ totals: { net: '8401.00' }, preceding: [{}] })
    expect((await issue(draft.id)).totals.net).toBe('8401.00')
  })

  test('200: deducting again keeps headings and texts in their places', async () => {
    const { id } = await accepted()
    await issued(id, { mode: 'deposit', percent: '30' })
    const { id: final, items } = await bill(id, { mode: 'final' })
    const path = `/invoices/${final}`
    const [work, other, ...deducted] = items
    const lined = [
      { kind: 'heading', description: 'Work' },
      ...[work, other, { kind: 'subtotal', description: null }],
      ...[{ kind: 'heading', description: 'Deposits' }, ...deducted],
      { kind: 'text', description: 'Thank you' },
    ]
    const kindsOf = (it: Json) => it.items.map(({ kind, deducts }: Json) => deducts ?? kind)
    const before = kindsOf(await call('PATCH', path, { items: lined }))
    expect(before.filter((kind: string) => kind.startsWith('inv_'))).toHaveLength(2)
    expect(kindsOf(await call('POST', `${path}/deduct-deposits`, {}))).toEqual(before)
    const none = await call('POST', `${path}/deduct-deposits`, { deposits: [] })
    expect(kindsOf(none)).toEqual(['heading', 'item', 'item', 'subtotal'])
  })

  test('409: a deducted deposit is not voided, and a note on it not taken back', async () => {
    const { id } = await accepted()
    const deposit = await issued(id, { mode: 'deposit', percent: '30' })
    const part = { items: [{ id: deposit.items[0].id, amount: '1.00' }], status: 'sent' }
    const note = await call('POST', `/invoices/${deposit.id}/credit-note`, part)
    const final = await issued(id, { mode: 'final' })
    const voiding = { status: 'void' }
    expect(await refused('PATCH', `/invoices/${note.id}`, voiding)).toMatchObject({
      code: 'invoice_referenced',
      invoice_id: final.id,
    })
    const other = await issued((await accepted()).id, { mode: 'deposit', percent: '5' })
    const draft = await bill(other.quote_id, { mode: 'final' })
    await issue(draft.id)
    expect((await refused('PATCH', `/invoices/${other.id}`, voiding)).code).toBe(
      'invoice_referenced',
    )
    await call('PATCH', `/invoices/${draft.id}`, voiding)
    expect((await call('PATCH', `/invoices/${other.id}`, voiding)).status).toBe('void')
  })

  test('409: a final invoice below zero, and one that deducts a deposit again', async () => {
    const { id } = await accepted()
    const deposit = await issued(id, { mode: 'deposit', percent: '80', allow_more: true })
    await issued(id, { mode: 'deposit', percent: '40', allow_more: true })
    expect((await refused('POST', `/quotes/${id}/invoice`, { mode: 'final' })).code).toBe(
      'deposit_exceeds',
    )
    const final = await bill(id, { mode: 'final', deposits: [deposit.id] })
    expect(final.totals.net).toBe('2400.00')
    const draft = await call('POST', '/invoices', { customer_id: customer, items: ORDER })
    const asked = { deposits: [deposit.id] }
    expect(await refused('POST', `/invoices/${draft.id}/deduct-deposits`, asked)).toMatchObject({
      code: 'deposit_changed',
    })
    await call('DELETE', `/invoices/${final.id}`)
    await call('POST', `/invoices/${draft.id}/deduct-deposits`, asked)
  })

  test('409: more than the quote with its deposits', async () => {
    const { id } = await accepted()
    await issued(id, { mode: 'deposit', percent: '60' })
    const path = `/quotes/${id}/invoice`
    const codeOf = async (body: object) => (await refused('POST', path, body)).code
    expect(await codeOf({})).toBe('quote_overinvoiced')
    expect(await codeOf({ mode: 'deposit', percent: '60' })).toBe('quote_overinvoiced')
    const draft = await bill(id, { mode: 'deposit', percent: '5' })
    expect(await codeOf({ mode: 'final' })).toBe('quote_overinvoiced')
    await call('DELETE', `/invoices/${draft.id}`)
    await bill(id, { mode: 'final' })
    expect(await codeOf({ mode: 'final' })).toBe('quote_overinvoiced')
  })

  test('200: by hand, with a key', async () => {
    const body = { customer_id: customer, items: ORDER, kind: 'partial', deposit_for: 'Order 7' }
    const deposit = await call('POST', '/invoices', { ...body, status: 'sent' })
    const draft = await call('POST', '/invoices', {
      customer_id: customer,
      items: [...ORDER, ...ORDER],
    })
    const path = `/invoices/${draft.id}/deduct-deposits`
    const final = await call('POST', path, { deposit_for: 'Order 7' })
    expect(final.deposits).toMatchObject([{ id: deposit.id, deducted: '12000.00' }])
    expect(await call('POST', path, { deposits: [] })).toMatchObject({
      totals: { net: '24000.00' },
      preceding: [],
      deposits: [],
    })
    const fault = async (asked: object) => (await refused('POST', path, asked)).errors[0]
    expect(await fault({})).toMatchObject({ pointer: '/deposits', code: 'required' })
    expect(await fault({ deposits: [draft.id] })).toMatchObject({ code: 'unknown_deposit' })
    expect(await fault({ deposits: ['inv_1'] })).toMatchObject({ pointer: '/deposits/0' })
  })

  test('201: a copy of a final invoice and its credit note deduct nothing', async () => {
    const { id } = await accepted()
    await issued(id, { mode: 'deposit', percent: '30' })
    const final = await issued(id, { mode: 'final' })
    const copy = await call('POST', `/invoices/${final.id}/duplicate`)
    expect(copy).toMatchObject({ deposits: [], totals: { net: '12000.00' } })
    const note = await call('POST', `/invoices/${final.id}/credit-note`, { status: 'sent' })
    expect(note).toMatchObject({ deposits: [], totals: { net: '8400.00' } })
    const again = await issued(id, { mode: 'final' })
    expect(again.totals.net).toBe('8400.00')
    expect((await refused('PATCH', `/invoices/${note.id}`, { status: 'void' })).code).toBe(
      'deposit_changed',
    )
  })

  test('200: acceptance drafts the deposit if the quote says so', async () => {
    const { id } = await accepted({ on_accept: 'draft_deposit', deposit_percent: '25' })
    const { data } = await call('GET', `/invoices?quote_id=${id}`)
    expect(data).toMatchObject([{ status: 'draft', total: '3510.00' }])
    expect(await bill(id, { mode: 'deposit' })).toMatchObject({ totals: { net: '3000.00' } })
  })

  test('422: a deposit of nothing, of too much, or named twice', async () => {
    const { id } = await accepted()
    const fault = async (body: object) =>
      (await refused('POST', `/quotes/${id}/invoice`, { mode: 'deposit', ...body })).errors[0]
    expect(await fault({})).toMatchObject({ pointer: '/percent', code: 'required' })
    expect(await fault({ percent: '0' })).toMatchObject({ code: 'out_of_range' })
    expect(await fault({ percent: '100.1' })).toMatchObject({ code: 'out_of_range' })
    expect(await fault({ percent: '0.000001' })).toMatchObject({ code: 'out_of_range' })
    expect(await fault({ total: '-1' })).toMatchObject({ pointer: '/total' })
    expect(await fault({ total: '1', percent: '1' })).toMatchObject({ code: 'percent_or_total' })
    const draft = { customer_id: customer, items: ORDER, on_accept: 'draft_deposit' }
    expect((await refused('POST', '/quotes', draft)).errors[0].pointer).toBe('/deposit_percent')
  })

  test('verify finds a deposit that is deducted twice', async () => {
    const { id } = await accepted()
    const deposit = await issued(id, { mode: 'deposit', percent: '30' })
    const final = await issued(id, { mode: 'final' })
    const report = () =>
      withSnapshot(app.config.database, (scope) => verifyDatabase(scope, () => {}))
    expect(await report()).toMatchObject({ ok: true, breaks: [] })
    const rows = await app.tables
      .selectFrom('invoice_items')
      .selectAll()
      .where('deducts_id', '=', deposit.id)
      .execute()
    const other = await call('POST', '/invoices', { customer_id: customer, items: ORDER })
    const copies = rows.map((row) => ({ ...row, invoice_id: other.id, id: `${row.id}x` }))
    await app.tables.insertInto('invoice_items').values(copies).execute()
    expect((await report()).breaks).toContainEqual(
      expect.objectContaining({ kind: 'deposit_twice', invoiceId: deposit.id }),
    )
    await app.tables.deleteFrom('invoice_items').where('invoice_id', '=', other.id).execute()
    await call('DELETE', `/invoices/${other.id}`)
    expect(final.deposits).toHaveLength(1)
  })

  test('64 final invoices at once deduct each deposit once', async () => {
    const { id } = await accepted()
    await issued(id, { mode: 'deposit', percent: '30' })
    const answers = await Promise.all(
      Array.from({ length: 64 }, () =>
        app.call('POST', `/quotes/${id}/invoice`, { mode: 'final' }),
      ),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1)
    expect(answers.every(({ statusCode }) => statusCode === 201 || statusCode === 409)).toBe(true)
  })
})

/** Of the text of a message, without its number and amounts. */
const firstSentence = (text: string): string =>
  (text.split('\n')[2] ?? '').replace(/[\d.,…]+|INV-\S+/g, '')
