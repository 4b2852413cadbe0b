import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withSnapshot } from '../src/books/audit/snapshot.ts'
import { verifyDatabase } from '../src/books/audit/verify.ts'
import { type Givens, givens, type Json } from './givens.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'
import { codeOf } from './payment-code.ts'

const item = (rest: object = {}, tax: object = {}) => ({
  description: 'Consulenza',
  unit_price: '1000',
  tax: { rate: '22', ...tax },
  ...rest,
})
const RITENUTA = { document_type: 'TD06', withholding: { type: 'RT01', rate: '20', reason: 'A' } }
const RITENUTA_A = { rate: '20', code: 'RT01', reason: 'A' }
const fund = (reason: string) => [{ reason, percent: '4', tax: { rate: '22' } }]

/** The totals of contract and law: what the customer transfers is the total less what it keeps. */
const CASES: Readonly<Record<string, readonly [body: object, totals: object]>> = {
  'withholding of 20 %': [
    { items: [item()], italy: RITENUTA },
    { total: '1220.00', withheld: '200.00', payable: '1020.00', due: '1020.00' },
  ],
  'split payment': [
    { items: [item({}, { category: 'B' })] },
    { total: '1220.00', split_tax: '220.00', payable: '1000.00', due: '1000.00' },
  ],
  both: [
    { items: [item({}, { category: 'B' })], italy: RITENUTA },
    { withheld: '200.00', split_tax: '220.00', payable: '800.00', due: '800.00' },
  ],
  'INPS, which is part of the fee': [
    { items: [item()], charges: fund('TC22 Contributo INPS 4%'), italy: RITENUTA },
    { total: '1268.80', withheld: '208.00', payable: '1060.80' },
  ],
  'a pension fund, which is not': [
    { items: [item()], charges: fund('TC04 Inarcassa'), italy: RITENUTA },
    { total: '1268.80', withheld: '200.00', payable: '1068.80' },
  ],
  'a discount on the document': [
    { items: [item()], discounts: [{ amount: '100', tax: { rate: '22' } }], italy: RITENUTA },
    { total: '1098.00', withheld: '180.00', payable: '918.00' },
  ],
  'a stated amount': [
    {
      items: [item()],
      italy: { withholding: { type: 'RT01', rate: '20', reason: 'A', amount: '150.00' } },
    },
    { withheld: '150.00', payable: '1070.00' },
  ],
  'prices with tax': [
    { items: [item({ unit_price: '1220' })], prices_include_tax: true, italy: RITENUTA },
    { total: '1220.00', withheld: '200.00', payable: '1020.00' },
  ],
  'an agent: of half of the price, and a contribution': [
    {
      items: [item({ unit_price: '2450.50' })],
      withholdings: [
        { rate: '23', base_percent: '50', code: 'RT02', reason: 'R' },
        { kind: 'social', rate: '8.5', code: 'RT04', reason: 'R' },
      ],
    },
    { total: '2989.61', withheld: '490.10', payable: '2499.51' },
  ],
  'of the total with tax': [
    { items: [item()], withholdings: [{ ...RITENUTA_A, rate: '15', base: 'total' }] },
    { total: '1220.00', withheld: '183.00', payable: '1037.00' },
  ],
  'expenses from which nothing is withheld': [
    {
      items: [item(), item({ unit_price: '35.20', withhold: false })],
      charges: [{ amount: '10', reason: 'Trasferta', withhold: false, tax: { rate: '22' } }],
      withholdings: [RITENUTA_A],
    },
    { total: '1275.14', withheld: '200.00', payable: '1075.14' },
  ],
  'a fund from which something is withheld': [
    {
      items: [item()],
      charges: [{ ...fund('TC04 Inarcassa')[0], withhold: true }],
      withholdings: [RITENUTA_A],
    },
    { withheld: '208.00', payable: '1060.80' },
  ],
  'half a cent': [
    { items: [item({ unit_price: '1234.53' })], italy: RITENUTA },
    { total: '1506.13', withheld: '246.91', payable: '1259.22' },
  ],
}
const BUYER = {
  name: 'Alfa S.p.A.',
  tax_id: 'IT00743110157',
  email: 'alfa@alfa.example',
  kind: 'business',
  address: {
    line1: 'Via Po 2',
    city: 'Torino',
    postal_code: '10121',
    region: 'TO',
    country_code: 'IT',
  },
  e_invoice_profile: 'fatturapa',
}
const REMINDERS = {
  name: 'Solleciti',
  enabled: true,
  default: true,
  remind_from: '2026-01-01',
  levels: [
    { title: 'reminder', after_days: 7, mode: 'ask' },
    { title: 'final', after_days: 21, mode: 'ask', interest: true },
  ],
  interest: {
    margin: '8',
    consumer_margin: '0',
    base: [
      { from: '2026-01-01', rate: '2.15' },
      { from: '2026-07-01', rate: '2.15' },
    ],
  },
}

describe.each(ENGINES)('what the customer transfers (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  let customer: string

  beforeAll(async () => {
    app = await startTestApp(engine)
    app.clock.set('2026-11-02T10:00:00Z')
    given = givens(app)
    await given.settings({
      companyName: 'Studio Rossi',
      companyAddress: {
        line1: 'Via Roma 1',
        city: 'Milano',
        postalCode: '20121',
        region: 'MI',
        countryCode: 'IT',
      },
      companyTaxId: 'IT12345670017',
      companyTaxRegime: 'RF01',
      bankAccount: { iban: 'IT60X0542811101000000123456', holder: 'Studio Rossi' },
      timeZone: 'Europe/Rome',
    })
    const { id } = await given.customer(BUYER)
    customer = id
    await app.call('POST', '/reminder-plans', REMINDERS)
  })
  afterAll(() => app.close())

  const issue = (body: object): Promise<Json> =>
    given.invoice({ customer_id: customer, status: 'sent', language: 'it', ...body })
  const markup = async (path: string): Promise<string> => {
    const answer = await app.call('GET', path)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.body
  }
  const text = async (path: string): Promise<string> => plain(await markup(path))
  const json = async (path: string): Promise<Json> => (await app.call('GET', path)).json()
  const page = async (path: string): Promise<string> =>
    plain((await app.send({ method: 'GET', url: path })).body)
  const plain = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\u00a0|&nbsp;/g, ' ')

  describe.each(Object.entries(CASES))('%s', (_name, [body, totals]) => {
    test('is one amount in the API, the XML and the accounts, and paying it settles it', async () => {
      const invoice = await issue(body)
      expect(invoice.totals).toMatchObject(totals)
      const { payable } = invoice.totals
      expect(await json(`/invoices/${invoice.id}`)).toMatchObject({ totals })
      const xml = (await app.call('GET', `/invoices/${invoice.id}/xml?format=fatturapa`)).body
      expect(xml).toContain(`<ImportoPagamento>${payable}</ImportoPagamento>`)
      for (const { amount } of invoice.withholdings)
        expect(xml).toContain(`<ImportoRitenuta>${amount}</ImportoRitenuta>`)
      const listed = await json(`/invoices?q=${invoice.number}`)
      expect(listed.data).toMatchObject([{ due: payable }])
      const paid = await app.call('POST', `/invoices/${invoice.id}/payments`, { amount: payable })
      expect(paid.statusCode, paid.body).toBe(201)
      expect(await json(`/invoices/${invoice.id}`)).toMatchObject({
        status: 'paid',
        display_status: 'paid',
        totals: { due: '0.00', paid: payable },
      })
    })

    test('is credited in the same way, in parts and in full', async () => {
      const invoice = await issue({
        ...body,
        items: (body as Json).items.map((it: Json) => ({ ...it, quantity: '3' })),
      })
      const whole = BigInt(invoice.totals.payable.replace('.', ''))
      let credited = 0n
      for (const part of [{ quantity: '1' }, { quantity: '1' }, {}]) {
        const items = invoice.items.map(({ id }: Json) => ({ id, ...part }))
        const draft = await given.creditNote(invoice.id, { items })
        const note = (await app.call('PATCH', `/invoices/${draft.id}`, { status: 'sent' })).json()
        credited += BigInt(note.totals.payable.replace('.', ''))
        const due = (await json(`/invoices/${invoice.id}`)).totals.due
        expect(BigInt(due.replace('.', ''))).toBe(whole - credited)
      }
      expect(await json(`/invoices/${invoice.id}`)).toMatchObject({
        display_status: 'credited',
        totals: { due: '0.00', credited: invoice.totals.payable },
      })
    })
  })

  test.each([
    ['withholding of 20 %', '1\\.?020,00 €', /Ritenuta d’acconto 20\s?% su 1\.?000,00/],
    ['split payment', '1\\.?000,00 €', /IVA a carico del cessionario \(scissione dei pagamenti\)/],
  ])('every place asks for it: %s', async (name, amount, row) => {
    const [body] = CASES[name] ?? [{}]
    const invoice = await issue({ ...body, issue_date: '2026-09-01', due_date: '2026-10-01' })
    const { id } = invoice
    for (const template of ['minimalist-clean', 'professional-modern', 'compact']) {
      const html = await text(`/invoices/${id}/html?template=${template}`)
      expect(html).toMatch(row)
      expect(html).toMatch(new RegExp(`Importo da pagare:\\s+${amount}\\s+entro il`))
      expect(html).toMatch(new RegExp(`Totale da pagare\\s+${amount}`))
    }
    const { share_token: token } = await given.publish(id)
    expect(await page(`/i/${token}`)).toMatch(new RegExp(`Totale da pagare\\s+${amount}`))
    const shared = (
      await app.send({ method: 'GET', url: `/api/v1/public/invoices/${token}` })
    ).json()
    expect(shared.totals.due).toBe(invoice.totals.payable)
    const mail = (await app.call('POST', `/invoices/${id}/send/preview`, {})).json()
    expect(plain(mail.text)).toMatch(new RegExp(amount))
    expect(plain(mail.text)).not.toMatch(/1\.?220,00/)
    const statement = await json(
      `/customers/${customer}/statement?from=2026-09-01&to=2026-09-30&currency=EUR`,
    )
    const { rows } = statement.accounts[0]
    expect(rows.at(-1)).toMatchObject({ number: invoice.number, amount: invoice.totals.payable })
    const { receivables } = await json('/reports/summary')
    expect(JSON.stringify(receivables ?? {})).not.toContain('1220.00')
    const pdf = (await app.call('GET', `/invoices/${id}/pdf`)).rawPayload
    if (hasPdfText)
      expect(execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf }).toString()).toMatch(
        new RegExp(`Importo da pagare:\\s+${amount.replace(' ', '.')}`),
      )
    await app.call('POST', `/invoices/${id}/payments`, {})
  })

  test.each([
    ['withholding of 20 %', '1020.00', /1\.?020,00/, '43.96'],
    ['split payment', '1000.00', /1\.?000,00/, '43.10'],
  ])('every sum counts it: %s', async (name, payable, words, interest) => {
    const [body] = CASES[name] ?? [{}]
    const others = (await json('/reports/summary')).currencies[0]
    const { id: buyer } = await given.customer({ ...BUYER, name: `Beta (${name})` })
    const invoice = await issue({
      ...body,
      customer_id: buyer,
      issue_date: '2026-05-01',
      due_date: '2026-05-31',
    })
    const { id, number } = invoice
    expect(codeOf(await markup(`/invoices/${id}/html`))).toContain(`\nEUR${payable}\n`)

    const summary = (await json('/reports/summary')).currencies[0]
    const more = (figure: string) =>
      cents(summary[figure].amount) - cents(others?.[figure].amount ?? '0.00')
    expect([more('outstanding'), more('overdue')]).toEqual([cents(payable), cents(payable)])
    expect((await json(`/reports/balances?customer_ids=${buyer}`)).data).toMatchObject([
      { currencies: [{ open: payable, overdue: payable, balance: payable }] },
    ])
    const [account] = (await json(`/customers/${buyer}/statement?to=2026-11-02`)).accounts
    expect(account).toMatchObject({ closing_balance: payable, rows: [{ amount: payable }] })
    const csv = (await app.call('GET', `/invoices/export?format=csv&q=${number}`)).body
    const [names = [], cells = []] = csv
      .replace('\ufeff', '')
      .split('\r\n')
      .map((line) => line.split(','))
    expect(cells[names.indexOf('due')]).toBe(payable)

    const letter = plain(await markup(`/invoices/${id}/reminder/html?level=1`))
    expect(letter).toMatch(words)
    expect(letter).not.toMatch(/1\.?220,00/)
    const sent = await app.call('POST', `/invoices/${id}/reminders/send`, { level: 2 })
    expect(sent.statusCode, sent.body).toBe(200)
    // From June 1 to November 2: 155 days at 10.15 %.
    expect((await json(`/invoices/${id}/charges`)).data).toMatchObject([
      {
        kind: 'interest',
        amount: interest,
        days: 155,
        rates: [{ principal: payable }, { principal: payable }],
      },
    ])
    const claimed = await markup(`/invoices/${id}/reminder/html`)
    const claim = cents(payable) + cents(interest)
    expect(codeOf(claimed)).toContain(`\nEUR${euros(claim)}\n`)
    const [{ message_id }] = sent.json().reminders
    const message = await json(`/messages/${message_id}`)
    expect(message.text).toMatch(words)
    expect(message.text).not.toMatch(/1\.?220,00/)
    await app.call('POST', `/invoices/${id}/payments`, {})
  })

  test('UBL and CII state what the customer keeps as prepaid (BT-113)', async () => {
    const invoice = await issue({ items: [item()], italy: RITENUTA })
    const ubl = (await app.call('GET', `/invoices/${invoice.id}/xml?format=ubl`)).body
    expect(ubl).toContain('>200.00</cbc:PrepaidAmount>')
    expect(ubl).toContain('>1020.00</cbc:PayableAmount>')
  })

  test('422 withheld_too_large: the customer would keep more than the total', async () => {
    const withholding = { type: 'RT01', rate: '20', reason: 'A', amount: '1220.01' }
    const answer = await app.call('POST', '/invoices', {
      customer_id: customer,
      items: [item()],
      italy: { withholding },
    })
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'withheld_too_large'])
  })

  const entry = (part: object = {}) => ({ ...RITENUTA_A, ...part })
  const withheldIn = ({ withholdings, italy }: Json) => [withholdings, italy.withholding]

  test('201: either spelling is one entry, also when it is read and sent back', async () => {
    const said = await given.invoice({ customer_id: customer, items: [item()], italy: RITENUTA })
    const [[first], italian] = withheldIn(said)
    expect(italian).toMatchObject({ type: 'RT01', rate: '20', amount: null, reason: 'A' })
    expect(first).toEqual({
      ...{ kind: 'income_tax', name: null, rate: '20', base: 'net', base_percent: '100' },
      ...{ amount: '200.00', code: 'RT01', reason: 'A', base_amount: '1000.00', stated: false },
    })
    const same = await given.put(said.id, said)
    expect(withheldIn(same)).toEqual(withheldIn(said))
    // The amount is computed again, because nobody stated one.
    const more = await given.put(said.id, { ...same, items: [item({ unit_price: '2000' })] })
    expect(more.totals).toMatchObject({ withheld: '400.00', payable: '2040.00' })
    const other = await given.put(said.id, { ...more, withholdings: [entry({ rate: '23' })] })
    expect(withheldIn(other)).toMatchObject([[{ rate: '23', amount: '460.00' }], null])
    const back = await given.put(said.id, { ...other, italy: RITENUTA })
    expect(withheldIn(back)).toMatchObject([[{ rate: '20' }], { rate: '20' }])
    const none = await given.put(said.id, { withholdings: [] })
    expect(withheldIn(none)).toEqual([[], null])
  })

  test.each<[string, object, string, string]>([
    [
      'both, different',
      {
        withholdings: [RITENUTA_A],
        italy: { withholding: { type: 'RT01', rate: '23', reason: 'A' } },
      },
      '/italy/withholding',
      'not_allowed',
    ],
    ['no rate', { withholdings: [{ name: 'IRPF' }] }, '/withholdings/0/rate', 'required'],
    ['more than all', { withholdings: [{ rate: '101' }] }, '/withholdings/0/rate', 'out_of_range'],
    ['5 decimals', { withholdings: [{ rate: '1.00001' }] }, '/withholdings/0/rate', 'too_precise'],
    ['four', { withholdings: Array(4).fill(RITENUTA_A) }, '/withholdings', 'too_many_items'],
    [
      'an unknown base',
      { withholdings: [{ rate: '1', base: 'tax' }] },
      '/withholdings/0/base',
      'not_allowed',
    ],
    [
      'a long name',
      { withholdings: [{ rate: '1', name: 'x'.repeat(61) }] },
      '/withholdings/0/name',
      'too_long',
    ],
  ])('422: %s', async (_, body, pointer, code) => {
    const answer = await app.call('POST', '/invoices', {
      customer_id: customer,
      items: [item()],
      ...body,
    })
    expect(answer.statusCode, answer.body).toBe(422)
    expect(answer.json().errors).toMatchObject([{ pointer, code }])
  })

  test('a new document takes them from its customer, else from the settings; quotes, copies, too', async () => {
    await given.settings({ withholdings: [RITENUTA_A] })
    const body = { items: [item()] }
    const rates = ({ withholdings }: Json) => withholdings.map(({ rate }: Json) => rate)
    const as = async (withholdings: object[] | null) =>
      (await given.customer({ ...BUYER, withholdings })).id
    const own = await as([entry({ rate: '4' })])
    const quote = await app.call('POST', '/quotes', { customer_id: own, ...body })
    expect(quote.json()).toMatchObject({ totals: { withheld: '40.00', payable: '1180.00' } })
    await app.call('POST', `/quotes/${quote.json().id}/open`, {})
    await app.call('POST', `/quotes/${quote.json().id}/accept`, {})
    const billed = await app.call('POST', `/quotes/${quote.json().id}/invoice`, {})
    expect(rates(billed.json())).toEqual(['4'])
    const copy = await app.call('POST', `/invoices/${billed.json().id}/duplicate`)
    expect(rates(copy.json())).toEqual(['4'])
    expect(rates(await given.invoice({ customer_id: await as(null), ...body }))).toEqual(['20'])
    expect(rates(await given.invoice({ customer_id: await as([]), ...body }))).toEqual([])
    const said = { customer_id: own, withholdings: [], ...body }
    expect(rates(await given.invoice(said))).toEqual([])
    await given.settings({ withholdings: [] })
  })

  test('409: issuing locks them; a credit note has those of its invoice', async () => {
    const invoice = await issue({ items: [item()], withholdings: [RITENUTA_A] })
    const refused = await app.call('PATCH', `/invoices/${invoice.id}`, { withholdings: [] })
    expect(refused.json()).toMatchObject({ code: 'invoice_locked', fields: ['withholdings'] })
    const note = await given.creditNote(invoice.id)
    expect(note.withholdings).toEqual(invoice.withholdings)
    expect((await app.call('PUT', `/invoices/${note.id}`, note)).statusCode).toBe(200)
    const fixed = await app.call('PATCH', `/invoices/${note.id}`, { withholdings: [] })
    expect(fixed.json()).toMatchObject({ code: 'credit_note_fixed' })
  })

  test('422: split payment and other tax on an invoice that becomes EN 16931 (BR-B-02)', async () => {
    const items = [item({}, { category: 'B' }), item({ unit_price: '50' })]
    const body = { customer_id: customer, items, e_invoice_profile: 'en16931' }
    const draft = await given.invoice(body)
    const refused = await app.call('PUT', `/invoices/${draft.id}`, { status: 'sent' })
    expect(refused.statusCode).toBe(422)
    expect(refused.json()).toMatchObject({ code: 'einvoice_invalid' })
    expect(refused.json().errors.map(({ rule }: Json) => rule)).toContain('BR-B-02')
    expect((await given.read(draft.id)).number).toBeNull()
  })

  test('explain names each step down to the amount to pay', async () => {
    const answer = await app.call('POST', '/invoices/calculate?explain=true', {
      items: [
        item({}, { category: 'B' }),
        item({ unit_price: '50', withhold: false }, { category: 'B' }),
      ],
      withholdings: [entry({ rate: '23', base_percent: '50' }), entry({ amount: '10' })],
    })
    const steps = answer.json().steps.slice(-6)
    expect(
      steps.map(({ rule, expression, result }: Json) => `${rule}: ${expression} → ${result}`),
    ).toEqual([
      'BT-113: 1000.00 → 1000.00',
      'BT-113: 1000.00 × 50 % × 23 % = 115 → 115.00',
      'BT-113: 1000.00 → 1000.00',
      'BT-113: stated → 10.00',
      'BT-113: 231.00 → 231.00',
      'BT-115: 1281.00 − 115.00 − 10.00 − 231.00 → 925.00',
    ])
  })

  test.each([
    ['ES', [{ rate: '15' }], 'Retención IRPF 15% on '],
    ['PT', [{ rate: '23', name: 'IRS' }], 'IRS 23% on '],
    ['DE', [{ rate: '15', kind: 'other' }], 'Withholding tax 15% on '],
  ])('a seller in %s prints its name, and UBL says it in BT-20', async (country, entries, row) => {
    const app = await startTestApp(engine)
    const given = givens(app)
    await given.settings({
      companyName: 'Studio',
      companyTaxId: `${country}123456789`,
      companyAddress: { line1: 'A 1', city: 'B', postalCode: '10115', countryCode: country },
    })
    const invoice = await given.invoice({
      ...{ language: 'en', status: 'sent', withholdings: entries, items: [item()] },
      customer: { name: 'C', address: { country_code: country } },
    })
    const { id } = invoice
    expect(plain((await app.call('GET', `/invoices/${id}/html`)).body)).toContain(`${row}1,000.00`)
    const xml = (await app.call('GET', `/invoices/${id}/xml?format=ubl`)).body
    expect(plain(xml)).toContain(`${row}€1,000.00: -€${invoice.totals.withheld}`)
    await app.close()
  })

  test('a refund after it is settled, and reports', async () => {
    const invoice = await issue({ items: [item({ quantity: '10' })], italy: RITENUTA })
    await app.call('POST', `/invoices/${invoice.id}/payments`, {})
    const draft = await given.creditNote(invoice.id, {
      items: [{ id: invoice.items[0].id, quantity: '1' }],
    })
    await app.call('PATCH', `/invoices/${draft.id}`, { status: 'sent' })
    expect(await json(`/invoices/${invoice.id}`)).toMatchObject({
      display_status: 'refund_due',
      totals: { due: '-1020.00' },
    })
    const refunds = await json('/invoices?refund_due=true')
    expect(refunds.data).toMatchObject([{ id: invoice.id, due: '-1020.00' }])
  })

  test('documents without it are paid in full, and verify finds no fault', async () => {
    const { totals } = await issue({ items: [item()] })
    expect(totals).toMatchObject({ withheld: '0.00', split_tax: '0.00', payable: '1220.00' })
    const report = await withSnapshot(app.config.database, (scope) =>
      verifyDatabase(scope, () => {}),
    )
    expect(report).toMatchObject({ ok: true, breaks: [] })
  })
})

const cents = (amount: string): bigint => BigInt(amount.replace('.', ''))
const euros = (minor: bigint): string => `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`

const hasPdfText = (() => {
  try {
    execFileSync('pdftotext', ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()
