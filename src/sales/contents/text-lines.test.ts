import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, type Json } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'

/* Headings, texts and subtotals, also those in the folder beside the repository, if it exists. */
const FILE = join(import.meta.dirname, '../../../../shared/books/vectors/items.json')
const vectors: readonly Json[] = existsSync(FILE)
  ? JSON.parse(readFileSync(FILE, 'utf8')).documents
  : []
const hasLines = ({ document }: Json): boolean =>
  document?.items.some(({ kind }: Json) => kind !== undefined && kind !== 'item')
const isTimed = ({ document, entries }: Json): boolean =>
  entries !== undefined || document.items.some(({ duration }: Json) => duration !== undefined)

const TAX = { category: 'S', rate: '19' }
const SHELF = { description: 'Shelf', quantity: '2', unit_price: '410.00', tax: TAX }
const WORK = { description: 'Assembly', quantity: '3', unit_price: '75.50', tax: TAX }
const MIRROR = { description: 'Mirror', unit_price: '88.88', tax: TAX }
const KITCHEN = { kind: 'heading', description: 'Kitchen' }
const BATH = { kind: 'heading', description: 'Bath' }
const SUBTOTAL = { kind: 'subtotal', description: null }
const FREE = { kind: 'text', description: 'Free delivery', details: 'By our own van' }
const LINES = [KITCHEN, SHELF, WORK, SUBTOTAL, FREE, BATH, MIRROR, SUBTOTAL]
const KINDS = ['heading', 'item', 'item', 'subtotal', 'text', 'heading', 'item', 'subtotal']

describe.each(ENGINES)('lines without amounts (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  beforeAll(async () => {
    app = await startTestApp(engine)
    given = givens(app)
    await given.settings({
      companyName: 'Atelier Nord',
      companyTaxId: 'DE123456789',
      companyAddress: { line1: 'Am Kai 3', city: 'Hamburg', countryCode: 'DE' },
      bankAccount: { iban: 'DE02120300000000202051' },
    })
  })
  afterAll(() => app.close())

  const create = (items: readonly object[], more: object = {}) =>
    app.call('POST', '/invoices', {
      customer: { name: 'Fernweh Books', address: { country_code: 'DE' } },
      ...{ items, ...more },
    })
  const faultsOf = async (items: readonly object[], more: object = {}) => {
    const response = await create(items, more)
    expect(response.statusCode, response.body).toBe(422)
    return response.json().errors.map(({ pointer, code }: Json) => `${pointer} ${code}`)
  }
  const kindsOf = ({ items }: Json): readonly string[] => items.map(({ kind }: Json) => kind)

  test('201: they stand between the items and never in a sum', async () => {
    const invoice = (await create(LINES)).json()
    expect(kindsOf(invoice)).toEqual(KINDS)
    expect(invoice.items[1]).toMatchObject({ position: 1, total: '820.00' })
    expect(invoice.items[3]).toMatchObject({ description: null, total: '1046.50' })
    expect(invoice.items[4]).toMatchObject(FREE)
    expect(invoice.items[6]).toMatchObject({ position: 3, total: '88.88' })
    expect(invoice.items[7].total).toBe('88.88')
    expect(invoice.items[0]).toEqual({ id: expect.any(String), ...KITCHEN })
    expect(invoice.totals).toMatchObject({ subtotal: '1135.38', total: '1351.10' })
    const read = (await app.call('GET', `/invoices/${invoice.id}`)).json()
    expect(read.items).toEqual(invoice.items)
    const calculated = await app.call('POST', '/invoices/calculate', { items: LINES })
    expect(kindsOf(calculated.json())).toEqual(KINDS)
  })

  test('200: an answer can be sent back, lines move and go', async () => {
    const invoice = (await create(LINES)).json()
    const path = `/invoices/${invoice.id}`
    const same = await app.call('PUT', path, invoice)
    expect(same.statusCode, same.body).toBe(200)
    expect(same.json().version).toBe(invoice.version)
    const [kitchen, shelf, work] = invoice.items
    const moved = await app.call('PATCH', path, { items: [shelf, kitchen, work, SUBTOTAL] })
    expect(moved.json().items).toMatchObject([
      { id: shelf.id, position: 1 },
      { id: kitchen.id, kind: 'heading' },
      { id: work.id, position: 2 },
      { kind: 'subtotal', total: '226.50' },
    ])
    const other = await app.call('PATCH', path, { notes: 'Thank you' })
    expect(kindsOf(other.json())).toEqual(['item', 'heading', 'item', 'subtotal'])
    const gone = await app.call('PATCH', path, { items: [shelf] })
    expect(kindsOf(gone.json())).toEqual(['item'])
  })

  test('422: the pointer of a fault is the line as it was sent', async () => {
    expect(await faultsOf([{ ...KITCHEN, quantity: '1', tax: TAX }, SHELF])).toEqual([
      '/items/0/quantity not_for_kind',
      '/items/0/tax not_for_kind',
    ])
    expect(await faultsOf([KITCHEN, { ...SUBTOTAL, details: 'x' }, SHELF])).toEqual([
      '/items/1/details not_for_kind',
    ])
    expect(await faultsOf([KITCHEN, FREE, { ...SHELF, unit_price: '-1' }])).toEqual([
      '/items/2/unit_price out_of_range',
    ])
    expect(await faultsOf([{ kind: 'heading' }, { kind: 'text' }, SHELF])).toEqual([
      '/items/0/description required',
      '/items/1/description required',
    ])
    expect(await faultsOf([KITCHEN], { status: 'sent' })).toEqual(['/items no_item'])
  })

  test('422: a draft may have only headings, but not an issued document', async () => {
    const draft = (await create([KITCHEN])).json()
    const issued = await app.call('PATCH', `/invoices/${draft.id}`, { status: 'sent' })
    expect(issued.json().errors).toMatchObject([{ pointer: '/items', code: 'no_item' }])
    const quote = await app.call('POST', '/quotes', {
      ...{ customer_id: draft.customer_id, items: [KITCHEN] },
    })
    const opened = await app.call('POST', `/quotes/${quote.json().id}/open`)
    expect(opened.json().errors).toMatchObject([{ pointer: '/items', code: 'no_item' }])
  })

  test('422: an issued document keeps an item', async () => {
    await given.settings({ lockIssuedInvoices: false })
    const invoice = (await create(LINES, { status: 'sent' })).json()
    const path = `/invoices/${invoice.id}`
    for (const method of ['PATCH', 'PUT'] as const) {
      const emptied = await app.call(method, path, { items: [KITCHEN, FREE] })
      expect(emptied.json().errors).toMatchObject([{ pointer: '/items', code: 'no_item' }])
    }
    const changed = await app.call('PATCH', path, { items: [SHELF] })
    expect(changed.statusCode, changed.body).toBe(200)
    await given.settings({ lockIssuedInvoices: true })
  })

  test('422: a recurring invoice has an item on each day', async () => {
    const { id: customer_id } = await given.customer()
    const recurring = await app.call('POST', '/recurring-invoices', {
      ...{ name: 'Kitchen', customer_id, invoice: { items: LINES } },
      schedule: { unit: 'month', start_date: '2099-01-15' },
    })
    const path = `/recurring-invoices/${recurring.json().id}`
    const onlyHeading = { invoice: { items: [KITCHEN] } }
    for (const place of [path, `${path}?from=2099-03-15`]) {
      const changed = await app.call('PATCH', place, onlyHeading)
      expect(changed.json().errors).toMatchObject([{ pointer: '/invoice/items', code: 'required' }])
    }
    const withEntries = { ...onlyHeading, include_entries: true }
    expect((await app.call('PATCH', path, withEntries)).statusCode).toBe(200)
    const without = await app.call('PATCH', path, { include_entries: false })
    expect(without.json().errors).toMatchObject([{ pointer: '/invoice/items', code: 'required' }])
  })

  test('200: a quote that is accepted without an item makes no invoice', async () => {
    const { id: customer_id } = await given.customer()
    const quote = await app.call('POST', '/quotes', {
      ...{ customer_id, on_accept: 'draft_invoice' },
      items: [KITCHEN, { ...MIRROR, optional: true }],
    })
    const path = `/quotes/${quote.json().id}`
    await app.call('POST', `${path}/open`)
    const accepted = await app.call('POST', `${path}/accept`, { name: 'Mia Brandt' })
    expect(accepted.statusCode, accepted.body).toBe(200)
    expect((await app.call('GET', `/invoices?customer_id=${customer_id}`)).json().data).toEqual([])
  })

  test('409: they are locked with the invoice', async () => {
    const invoice = (await create(LINES, { status: 'sent' })).json()
    const items = invoice.items.map((line: Json) =>
      line.kind === 'heading' ? { ...line, description: 'Cellar' } : line,
    )
    const changed = await app.call('PATCH', `/invoices/${invoice.id}`, { items })
    expect(changed.json()).toMatchObject({ code: 'invoice_locked', fields: ['items'] })
    const same = await app.call('PATCH', `/invoices/${invoice.id}`, { items: invoice.items })
    expect(same.statusCode, same.body).toBe(200)
  })

  test('201: a duplicate and a full credit note have them, a part has not', async () => {
    const invoice = (await create(LINES, { status: 'sent' })).json()
    const copy = (await app.call('POST', `/invoices/${invoice.id}/duplicate`)).json()
    expect(kindsOf(copy)).toEqual(KINDS)
    const whole = await given.creditNote(invoice.id)
    expect(kindsOf(whole)).toEqual(KINDS)
    expect(whole.totals.total).toBe(invoice.totals.total)
    const other = (await create(LINES, { status: 'sent' })).json()
    const [, { id }] = other.items
    const part = await given.creditNote(other.id, { items: [{ id, quantity: '1' }] })
    expect(part.items).toMatchObject([{ kind: 'item', position: 1, total: '410.00' }])
    const rest = await given.creditNote(other.id)
    expect(kindsOf(rest)).toEqual(['item', 'item', 'item'])
  })

  test('201: a credit note in another order has no headings over other items', async () => {
    const lines = [KITCHEN, MIRROR, BATH, { ...MIRROR, description: 'Lamp' }]
    const invoice = (await create(lines, { status: 'sent' })).json()
    const [, mirror, , lamp] = invoice.items
    const swapped = await given.creditNote(invoice.id, {
      items: [{ id: lamp.id }, { id: mirror.id }],
    })
    expect(kindsOf(swapped)).toEqual(['item', 'item'])
  })

  test('201: a quote counts what is chosen, and its invoice leaves empty sections out', async () => {
    const { id: customer_id } = await given.customer()
    const quote = (
      await app.call('POST', '/quotes', {
        ...{ customer_id, items: [KITCHEN, SHELF, SUBTOTAL, BATH, { ...MIRROR, optional: true }] },
      })
    ).json()
    expect(quote.items[2]).toMatchObject({ kind: 'subtotal', total: '820.00' })
    expect(quote.items[4]).toMatchObject({ position: 2, optional: true, selected: false })
    expect(quote.totals.subtotal).toBe('820.00')
    await app.call('POST', `/quotes/${quote.id}/open`)
    const accepted = await app.call('POST', `/quotes/${quote.id}/accept`, { name: 'Mia Brandt' })
    expect(accepted.statusCode, accepted.body).toBe(200)
    const bill = await app.call('POST', `/quotes/${quote.id}/invoice`, {})
    expect(kindsOf(bill.json())).toEqual(['heading', 'item', 'subtotal'])
    expect(bill.json().items[1].id).toBe(quote.items[1].id)
    const refused = await app.call('POST', '/quotes', {
      ...{ customer_id, items: [{ ...KITCHEN, optional: true }, SHELF] },
    })
    expect(refused.json().errors).toMatchObject([
      { pointer: '/items/0/optional', code: 'not_for_kind' },
    ])
  })

  test('a document prints them, with the usual word for a subtotal', async () => {
    const invoice = (await create(LINES, { language: 'de' })).json()
    for (const template of ['minimalist-clean', 'professional-modern', 'compact']) {
      const { body } = await app.call('GET', `/invoices/${invoice.id}/html?template=${template}`)
      expect(body).toMatch(/<tr class="item section">.*<bdi>Kitchen<\/bdi>/)
      expect(body).toMatch(/<tr class="item text">.*Free delivery.*By our own van/)
      expect(body).toMatch(/<tr class="item subtotal">.*Zwischensumme.*1\.046,50/)
      expect(body.match(/<tr class="item">/g)).toHaveLength(3)
    }
  })

  test('a delivery note prints headings and texts of what is delivered', async () => {
    const invoice = (await create(LINES, { status: 'sent' })).json()
    const [, shelf] = invoice.items
    const page = async (body: object) => {
      const note = await app.call('POST', '/delivery-notes', { invoice_id: invoice.id, ...body })
      expect(note.statusCode, note.body).toBe(201)
      return (await app.call('GET', `/delivery-notes/${note.json().id}/html`)).body
    }
    const part = await page({ items: [{ item_id: shelf.id, quantity: '1' }] })
    expect(part).toContain('Kitchen')
    expect(part).not.toContain('Bath')
    const rest = await page({})
    expect(rest).toMatch(/Kitchen.*Free delivery.*Bath.*Mirror/s)
    expect(rest).not.toContain('Subtotal')
  })

  test('an e-invoice has items only, with headings and texts in their notes', async () => {
    const invoice = (await create(LINES, { status: 'sent' })).json()
    const xml = await app.call('GET', `/invoices/${invoice.id}/xml?format=ubl`)
    const lines = xml.body.split('<cac:InvoiceLine>').slice(1)
    const notes = lines.map((line) => /<cbc:Note>([^<]*)/.exec(line)?.[1])
    expect(notes).toEqual(['Kitchen', 'Free delivery\nBy our own van', 'Bath'])
    expect(xml.body).not.toContain('1046.50')
  })

  test('a finding about an item names its line', async () => {
    const wrong = { ...MIRROR, discount: { amount: '100.00' } }
    const draft = (await create([KITCHEN, SHELF, BATH, wrong])).json()
    const path = `/invoices/${draft.id}/validation?profile=en16931`
    const { errors } = (await app.call('GET', path)).json()
    const pointers = errors.map(({ pointer }: Json) => pointer)
    expect(pointers).toContain('/items/3/discount')
  })

  describe.skipIf(vectors.length === 0)('the lines beside the project', () => {
    const untimed = vectors.filter((vector) => !isTimed(vector))
    test.each(untimed)('$id: $title', async (vector) => {
      const { customer, number: _, ...document } = vector.document
      const response = await app.call('POST', '/invoices', {
        ...document,
        status: 'sent',
        customer: { name: customer.name, address: { country_code: customer.country } },
      })
      const answer = response.json()
      const { error, pointer, reason: code, items, totals } = vector.expect
      if (error) {
        expect(answer.code).toBe(error)
        expect(answer.errors).toMatchObject([{ pointer, code }])
        return
      }
      expect(answer.items).toMatchObject(items)
      expect(answer.items).toHaveLength(items.length)
      expect(answer.totals).toMatchObject(totals)
      expect((await app.call('GET', `/invoices/${answer.id}`)).json().items).toEqual(answer.items)
    })

    test('they and the durations are all cases of the file', () => {
      const left = vectors.filter((vector) => !isTimed(vector) && !hasLines(vector))
      expect(left).toEqual([])
      expect(untimed.length).toBeGreaterThan(0)
    })
  })
})
