import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, ITEM, type Json } from '../../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../../test/harness.ts'
import { verifyDatabase } from '../../../books/audit/verify.ts'

describe.each(ENGINES)('number series (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  beforeAll(async () => {
    app = await startTestApp(engine)
    given = givens(app)
  })
  afterAll(() => app.close())

  const send = async (
    method: string,
    path: string,
    body?: unknown,
    headers = {},
  ): Promise<Json> => {
    const response = await app.call(method, path, body, headers)
    return response.statusCode === 204 ? {} : { ...response.json(), code: response.statusCode }
  }
  const create = (body: object) => send('POST', '/number-series', body)
  const issue = async (body: object, issue_date = '2026-11-21') =>
    (await given.invoice({ items: [ITEM], status: 'sent', issue_date, ...body })).number

  test('each is gapless, from its start and again each year', async () => {
    await create({ key: 'EX', pattern: 'EX-{YYYY}-{SEQ:3}', start: 41 })
    await create({ key: 'AT', pattern: 'AT{SEQ}', reset: 'never' })
    const numbers = []
    for (const number_series of ['EX', 'AT', 'EX', 'AT'])
      numbers.push(await issue({ number_series }))
    numbers.push(await issue({ number_series: 'EX' }, '2027-01-02'))
    expect(numbers).toEqual(['EX-2026-041', 'AT1', 'EX-2026-042', 'AT2', 'EX-2027-001'])
    expect(await issue({})).toBe('INV-2026-0001')
    expect((await verifyDatabase(app.work())).breaks).toEqual([])
  })

  test('of the customer, unless the invoice has another one or null', async () => {
    await create({ key: 'C1', pattern: 'C1-{SEQ}', reset: 'never' })
    const { id: customer_id } = await given.customer({ number_series: 'C1' })
    expect(await issue({ customer_id })).toBe('C1-1')
    expect(await issue({ customer_id, number_series: null })).toMatch(/^INV-/)
    const draft = await given.invoice({ customer_id, items: [ITEM] })
    expect(draft.number_series).toBe('C1')
    const copy = await send('POST', `/invoices/${draft.id}/duplicate`)
    expect(copy.number_series).toBe('C1')
  })

  test('quotes and credit notes have their own', async () => {
    await create({ key: 'Q', kind: 'quote', pattern: 'OFFER-{SEQ}', reset: 'never' })
    const { id: customer_id } = await given.customer()
    const quote = await send('POST', '/quotes', { customer_id, items: [ITEM], number_series: 'Q' })
    expect(await send('POST', `/quotes/${quote.id}/open`)).toMatchObject({ number: 'OFFER-1' })
    await create({ key: 'C', kind: 'credit_note', pattern: 'BACK-{SEQ}', reset: 'never' })
    const { id } = await given.invoice({ items: [ITEM], status: 'sent' })
    const note = await send('POST', `/invoices/${id}/credit-note`, {})
    const issued = await send('PUT', `/invoices/${note.id}`, { number_series: 'C', status: 'sent' })
    expect(issued).toMatchObject({ number: 'BACK-1' })
    const wrong = await send('POST', '/invoices', {
      customer_id,
      items: [ITEM],
      number_series: 'Q',
    })
    expect(wrong).toMatchObject({ code: 422, errors: [{ code: 'unknown_series' }] })
  })

  test('delivery notes have their own, gapless', async () => {
    const series = { key: 'N', kind: 'delivery_note', pattern: 'NORTH-{SEQ}', reset: 'never' }
    await create({ ...series, start: 7 })
    const { id: invoice_id } = await given.invoice({
      items: [{ ...ITEM, quantity: '9' }],
      status: 'sent',
    })
    const invoice = await given.read(invoice_id)
    const deliver = (number_series?: string) =>
      send('POST', '/delivery-notes', {
        invoice_id,
        items: [{ item_id: invoice.items[0].id, quantity: '1' }],
        ...(number_series && { number_series }),
      })
    const numbers = []
    for (const key of ['N', undefined, 'N']) numbers.push((await deliver(key)).number)
    expect(numbers).toEqual(['NORTH-7', expect.stringMatching(/^DN-/), 'NORTH-8'])
    expect(await deliver('Q')).toMatchObject({
      code: 422,
      errors: [{ pointer: '/number_series', code: 'unknown_series' }],
    })
    expect(
      await create({ key: 'M', kind: 'delivery_note', pattern: 'DN-{YYYY}-{SEQ}' }),
    ).toMatchObject({
      errors: [{ code: 'same_numbers' }],
    })
    expect(await create({ key: 'M', kind: 'invoice', pattern: 'DN-{YYYY}-{SEQ}' })).toMatchObject({
      code: 201,
    })
    expect((await verifyDatabase(app.work())).breaks).toEqual([])
  })

  test('409: fields that are locked after the first number; 200: its name and archiving', async () => {
    const series = await create({ key: 'F', pattern: 'F-{YYYY}-{SEQ}' })
    const path = `/number-series/${series.id}`
    expect(await send('PUT', path, { pattern: 'FF-{YYYY}-{SEQ}' })).toMatchObject({ version: 2 })
    await issue({ number_series: 'F' })
    const fixed = { pattern: 'G-{SEQ}', reset: 'never', start: 7, key: 'G' }
    expect(await send('PUT', path, fixed)).toMatchObject({
      code: 409,
      fields: ['key', 'pattern', 'reset', 'start'],
    })
    expect(await send('DELETE', path)).toMatchObject({ code: 409 })
    const { code: _, ...now } = await send('GET', path)
    const changed = await send('PUT', path, { ...now, name: 'Old', archived: true })
    expect(changed).toMatchObject({ name: 'Old', used: true })
    const refused = await send('POST', '/customers', { name: 'A', number_series: 'F' })
    expect(refused).toMatchObject({
      errors: [{ pointer: '/number_series', code: 'unknown_series' }],
    })
  })

  test('422: patterns that give the same numbers, a taken key, a pattern without its year', async () => {
    await create({ key: 'S', pattern: 'S-{YYYY}-{SEQ}' })
    const codeOf = async (body: object) => (await create(body)).errors[0].code
    expect(await codeOf({ key: 'T', pattern: 'S-{YYYY}-{SEQ:5}' })).toBe('same_numbers')
    expect(await codeOf({ key: 'T', pattern: 'INV-{YYYY}-{SEQ}' })).toBe('same_numbers')
    expect(await codeOf({ key: 'T', pattern: 'CN-{YYYY}-{SEQ}' })).toBe('same_numbers')
    expect(await codeOf({ key: 'S', pattern: 'T-{YYYY}-{SEQ}' })).toBe('duplicate')
    expect(await codeOf({ key: 'T', pattern: 'T-{SEQ}' })).toBe('invalid_pattern')
    expect(await codeOf({ key: 'T T', pattern: 'T-{YYYY}-{SEQ}' })).toBe('wrong_format')
  })

  test('422: a pattern of the settings that gives the numbers of a series', async () => {
    await create({ key: 'P', pattern: 'P-{YYYY}-{SEQ}' })
    const change = (body: object) => send('PATCH', '/settings', body)
    const sameNumbers = (pointer: string) => ({
      code: 422,
      errors: [{ pointer, code: 'same_numbers', params: { value: 'P-{YYYY}-{SEQ}' } }],
    })
    for (const key of ['invoiceNumbering', 'creditNoteNumbering'])
      expect(await change({ [key]: { pattern: 'P-{YYYY}-{SEQ:4}' } })).toMatchObject(
        sameNumbers(`/${key}/pattern`),
      )
    expect(await change({ quoteNumbering: { pattern: 'P-{YYYY}-{SEQ:4}' } })).toMatchObject({
      quoteNumbering: { pattern: 'P-{YYYY}-{SEQ:4}' },
    })
  })

  test('422: one of two that give the same numbers and are saved at the same time', async () => {
    for (let n = 1; n <= 5; n++) {
      const pattern = `R${n}-{YYYY}-{SEQ}`
      const answers = await Promise.all([
        create({ key: `R${n}A`, pattern }),
        create({ key: `R${n}B`, pattern }),
        send('PATCH', '/settings', { invoiceNumbering: { pattern } }),
      ])
      expect(answers.filter(({ code }) => code === 422).length, JSON.stringify(answers)).toBe(2)
    }
  })

  test('412 for an older version, 404 for an unknown one', async () => {
    const series = await create({ key: 'V', pattern: 'V-{YYYY}-{SEQ}' })
    const path = `/number-series/${series.id}`
    const { data } = await send('GET', '/number-series?limit=100')
    const { etag } = data.find(({ id }: Json) => id === series.id)
    await send('PUT', path, { name: 'B' })
    expect(await send('DELETE', path, undefined, { 'if-match': etag })).toMatchObject({ code: 412 })
    expect(await send('DELETE', path)).toEqual({})
    expect(await send('GET', path)).toMatchObject({ code: 404 })
  })
})
