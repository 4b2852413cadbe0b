import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, type Json } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'

/* Durations, also those in the folder beside the repository, if it exists. */
const FILE = join(import.meta.dirname, '../../../../shared/books/vectors/items.json')
const vectors: readonly Json[] = existsSync(FILE)
  ? JSON.parse(readFileSync(FILE, 'utf8')).documents
  : []
const isTimed = ({ document, entries }: Json): boolean =>
  entries !== undefined || document.items.some(({ duration }: Json) => duration !== undefined)

const TWENTY = {
  description: 'Call',
  duration: '0:20',
  unit_price: '80.00',
  tax: { category: 'S', rate: '19' },
}

describe.each(ENGINES)('durations (%s)', (engine) => {
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
  const faultsOf = async (item: object) => {
    const response = await create([{ ...TWENTY, ...item }])
    expect(response.statusCode, response.body).toBe(422)
    return response.json().errors.map(({ pointer, code }: Json) => `${pointer} ${code}`)
  }
  /** Quantity, unit, price and the number of units that the price is for, of each line. */
  const xmlOf = async (id: string): Promise<readonly Json[]> => {
    const { statusCode, body } = await app.call('GET', `/invoices/${id}/xml?format=ubl`)
    expect(statusCode, body).toBe(200)
    const part = (line: string, pattern: RegExp) => pattern.exec(line)?.slice(1) ?? []
    return body
      .split('<cac:InvoiceLine>')
      .slice(1)
      .map((line) => {
        const [unit, quantity] = part(line, /<cbc:InvoicedQuantity unitCode="(\w+)">([^<]+)/)
        const [price] = part(line, /<cbc:PriceAmount[^>]*>([^<]+)/)
        const [base_quantity] = part(line, /<cbc:BaseQuantity[^>]*>([^<]+)/)
        return { quantity, unit, price, base_quantity }
      })
  }

  test('201: an item of twenty minutes in hours, computed from its seconds', async () => {
    const invoice = (await create([TWENTY])).json()
    const [item] = invoice.items
    expect(item).toMatchObject({ duration: '0:20', quantity: '0.333333', unit: 'HUR' })
    expect(item.total).toBe('26.67')
    const long = (await create([{ ...TWENTY, duration: '9999:59:59', unit: 'SEC' }])).json()
    expect(long.items[0]).toMatchObject({ duration: '9999:59:59', quantity: '35999999' })
    // Six decimals of an hour are not exact.
    const exact = (await create([{ ...TWENTY, duration: '3333:20', unit_price: '999.99' }])).json()
    expect(exact.items[0].total).toBe('3333300.00')
    const day = (await create([{ ...TWENTY, duration: '12:00', unit: 'DAY' }])).json()
    expect(day.items[0]).toMatchObject({ quantity: '0.5', total: '40.00' })
  })

  test('200: an answer can be sent back; a quantity replaces the duration', async () => {
    const invoice = (await create([TWENTY])).json()
    const path = `/invoices/${invoice.id}`
    const same = await app.call('PUT', path, invoice)
    expect(same.statusCode, same.body).toBe(200)
    expect(same.json().items[0].duration).toBe('0:20')
    const { duration: _, ...item } = invoice.items[0]
    const changed = (await app.call('PATCH', path, { items: [{ ...item, quantity: '2' }] })).json()
    expect(changed.items[0]).toMatchObject({ duration: null, quantity: '2', total: '160.00' })
  })

  test('422: wrong durations', async () => {
    expect(await faultsOf({ duration: '1:75' })).toEqual(['/items/0/duration wrong_format'])
    expect(await faultsOf({ duration: '-1:00' })).toEqual(['/items/0/duration wrong_format'])
    expect(await faultsOf({ duration: '10000:00' })).toEqual(['/items/0/duration wrong_format'])
    expect(await faultsOf({ quantity: '0.5' })).toEqual(['/items/0/quantity duration_differs'])
    expect(await faultsOf({ unit: 'H87' })).toEqual(['/items/0/unit no_time_unit'])
    expect((await create([{ ...TWENTY, quantity: '0.333333' }])).statusCode).toBe(201)
  })

  test('201: a full credit note keeps it, a part is a quantity', async () => {
    const invoice = (await create([TWENTY], { status: 'sent' })).json()
    const [{ id }] = invoice.items
    const part = await given.creditNote(invoice.id, { items: [{ id, quantity: '0.1' }] })
    expect(part.items[0]).toMatchObject({ duration: null, quantity: '0.1', total: '8.00' })
    const other = (await create([TWENTY], { status: 'sent' })).json()
    const whole = await given.creditNote(other.id)
    expect(whole.items[0]).toMatchObject({ duration: '0:20', total: '26.67' })
    expect(whole.totals.total).toBe(other.totals.total)
  })

  test('a document prints it, and a copy and a quote have it', async () => {
    const invoice = (await create([{ ...TWENTY, unit: 'MIN', unit_price: '1.50' }])).json()
    const { body } = await app.call('GET', `/invoices/${invoice.id}/html`)
    expect(body).toContain('0:20 h')
    expect(body).toMatch(/1\.50 \/ min/)
    const copy = (await app.call('POST', `/invoices/${invoice.id}/duplicate`)).json()
    expect(copy.items[0]).toMatchObject({ duration: '0:20', total: '30.00' })
    const quote = await app.call('POST', '/quotes', {
      ...{ customer_id: invoice.customer_id, items: [TWENTY] },
    })
    expect(quote.json().items[0]).toMatchObject({ duration: '0:20', total: '26.67' })
  })

  test('entries: a duration is their quantity, and durations add up in seconds', async () => {
    const { id: customer_id } = await given.customer()
    const entry = { customer_id, description: 'Call', unit_price: '80.00', duration: '0:20' }
    const created = (await app.call('POST', '/entries', entry)).json()
    expect(created).toMatchObject({ duration: '0:20', quantity: '0.333333', unit: 'HUR' })
    const path = `/entries/${created.id}`
    const change = (body: object) => app.call('PATCH', path, body)
    expect((await change({ quantity: '2' })).json().errors[0]).toMatchObject({
      pointer: '/quantity',
      code: 'duration_differs',
    })
    expect((await change({ unit: 'KGM' })).json().errors[0].code).toBe('no_time_unit')
    expect((await change({ duration: '0:07:30' })).json().duration).toBe('0:07:30')
    expect((await change({ duration: null, quantity: '2' })).json()).toMatchObject({
      duration: null,
      quantity: '2',
    })
    await app.call('POST', '/entries', entry)
    const bill = (group_by: string) =>
      app.call('POST', '/entries/invoice', { customer_id, group_by })
    const { items } = (await bill('description')).json()
    expect(items[0]).toMatchObject({ duration: null, quantity: '2.333333' })
  })

  describe.skipIf(vectors.length === 0)('the durations beside the project', () => {
    test.each(vectors.filter(isTimed))('$id: $title', async (vector) => {
      if (vector.entries) {
        const { id: customer_id } = await given.customer()
        for (const entry of vector.entries)
          await app.call('POST', '/entries', { ...entry, customer_id, description: 'Arbeit' })
        const body = { customer_id, group_by: 'description' }
        const invoice = (await app.call('POST', '/entries/invoice', body)).json()
        expect(invoice.items).toMatchObject([vector.expect.item])
        return
      }
      const { customer, number: _, ...document } = vector.document
      const response = await app.call('POST', '/invoices', {
        ...document,
        status: 'sent',
        customer: { name: customer.name, address: { country_code: customer.country } },
      })
      const answer = response.json()
      const { error, pointer, reason: code } = vector.expect
      if (error) {
        expect(answer.code).toBe(error)
        expect(answer.errors).toMatchObject([{ pointer, code }])
        return
      }
      const expected = vector.expect.items as readonly Json[]
      const figures = expected.map(({ kind: _kind, position: _at, einvoice: _e, ...it }) => it)
      expect(answer.items).toMatchObject(figures)
      expect(answer.totals).toMatchObject(vector.expect.totals)
      const lines = await xmlOf(answer.id)
      for (const [index, { einvoice }] of expected.entries()) {
        if (einvoice) expect(lines[index]).toEqual({ ...einvoice, price: '80' })
      }
    })
  })
})
