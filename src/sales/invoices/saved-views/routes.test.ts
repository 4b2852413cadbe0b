import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, ITEM, type Json } from '../../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../../test/harness.ts'

const NEVER = 'viw_019aa3f0-6c1e-7b52-9d35-3f1b6a0c8e47'

describe.each(ENGINES)('saved views (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  beforeAll(async () => {
    app = await startTestApp(engine)
    given = givens(app)
  })
  afterAll(() => app.close())

  const send = async (method: string, path: string, body?: unknown, headers = {}) => {
    const answer = await app.call(method, path, body, headers)
    return { code: answer.statusCode, ...(answer.body === '' ? {} : answer.json()) } as Json
  }
  const save = (body: object, headers = {}) => send('POST', '/invoice-views', body, headers)

  test('201, 200, 204: a view keeps filters and sort until it is deleted', async () => {
    const filters = { overdue: true, customer_id: 'cus_a,cus_b', q: 'Größe', sort: '-total' }
    const { code, id, ...made } = await save({ name: ' Late ', filters })
    expect([code, made]).toMatchObject([
      201,
      { name: 'Late', filters, shared: false, own: true, version: 1 },
    ])
    const path = `/invoice-views/${id}`
    expect(await send('PUT', path, { name: 'Too late' })).toMatchObject({ filters, version: 2 })
    expect(await send('PUT', path, { name: 'Too late' })).toMatchObject({ version: 2 })
    expect(await send('PUT', path, { filters: {} })).toMatchObject({ filters: {}, version: 3 })
    expect(await send('GET', path)).toMatchObject({ name: 'Too late', filters: {} })
    expect(await send('DELETE', path)).toEqual({ code: 204 })
    expect(await send('GET', path)).toMatchObject({ code: 'view_not_found' })
  })

  test('200: others see only shared views', async () => {
    const mine = await save({ name: 'Mine', filters: {} })
    const ours = await save({ name: 'Ours', filters: {}, shared: true })
    const reader = await given.key('read')
    const own = await save({ name: 'Of the reader', filters: {} }, reader)
    const { data, total } = await send('GET', '/invoice-views?include=total', undefined, reader)
    expect(data.map(({ name, own }: Json) => [name, own])).toEqual([
      ['Ours', false],
      ['Of the reader', true],
    ])
    expect(total).toBe(2)
    for (const method of ['GET', 'DELETE'])
      expect(await send(method, `/invoice-views/${mine.id}`, undefined, reader)).toMatchObject({
        code: 'view_not_found',
      })
    expect(await send('GET', `/invoice-views/${own.id}`)).toMatchObject({ status: 404 })
    const refused = { code: 'missing_scope' }
    expect(await send('DELETE', `/invoice-views/${ours.id}`, undefined, reader)).toMatchObject(
      refused,
    )
    expect(await send('PUT', `/invoice-views/${own.id}`, { shared: true }, reader)).toMatchObject(
      refused,
    )
    expect(await save({ name: 'A', filters: {}, shared: true }, reader)).toMatchObject(refused)
    const writer = { ...(await given.key('read', 'write')) }
    expect(await send('PUT', `/invoice-views/${ours.id}`, { name: 'All' }, writer)).toMatchObject({
      name: 'All',
      own: false,
    })
  })

  test('409: 50 of one person are enough', async () => {
    const reader = await given.key('read')
    for (let at = 0; at < 50; at += 1)
      expect((await save({ name: `View ${at}`, filters: {} }, reader)).name).toBe(`View ${at}`)
    expect(await save({ name: 'One more', filters: {} }, reader)).toMatchObject({
      code: 'too_many_views',
    })
    const first = await send('GET', '/invoice-views?limit=30', undefined, reader)
    const next = `/invoice-views?limit=30&cursor=${first.next_cursor}`
    const { data } = await send('GET', next, undefined, reader)
    // One more is shared by others.
    expect([first.data.length, data.length]).toEqual([30, 21])
  })

  test.each([
    [{ filters: {} }, '/name'],
    [{ name: 'A' }, '/filters'],
    [{ name: ' ', filters: {} }, '/name'],
    [{ name: 'A', filters: { status: 'lost' } }, '/filters/status'],
    [{ name: 'A', filters: { limit: 5 } }, '/filters/limit'],
    [{ name: 'A', filters: { issued_from: '2026-02-30' } }, '/filters/issued_from'],
  ])('422: %j', async (body, pointer) => {
    const { status, errors } = await save(body)
    expect([status, errors[0].pointer]).toEqual([422, pointer])
  })

  test('412 for an older version, 404 for an unknown one', async () => {
    const { id } = await save({ name: 'A', filters: {} })
    const ifMatch = { 'if-match': (await app.call('GET', `/invoice-views/${id}`)).headers.etag }
    await send('PUT', `/invoice-views/${id}`, { name: 'B' })
    expect(await send('DELETE', `/invoice-views/${id}`, undefined, ifMatch)).toMatchObject({
      status: 412,
    })
    expect(await send('PUT', `/invoice-views/${NEVER}`, { name: 'B' })).toMatchObject({
      code: 'view_not_found',
    })
  })

  test('200: sums of the current list, by currency', async () => {
    const { id: customer_id } = await given.customer()
    const of = (price: string, body: object = {}) =>
      given.invoice({
        customer_id,
        items: [{ ...ITEM, unit_price: price, quantity: '1', tax: { category: 'Z', rate: '0' } }],
        ...body,
      })
    const part = await of('100.00', { status: 'sent' })
    await given.payment(part.id, { amount: '30.00' })
    await given.put((await of('50.00', { status: 'sent' })).id, { status: 'void' })
    const credited = await of('7.00', { status: 'sent' })
    await given.creditNote(credited.id, { status: 'sent' })
    const draft = await of('1.00')
    await of('5', { status: 'sent', currency: 'JPY' })
    const sums = (query: string) => send('GET', `/invoices/sums?${query}`)
    expect(await sums(`customer_id=${customer_id}`)).toMatchObject({
      count: 6,
      complete: true,
      currencies: [
        { currency: 'EUR', count: 5, total: '101.00', due: '70.00' },
        { currency: 'JPY', count: 1, total: '5', due: '5' },
      ],
    })
    expect(await sums(`id=${draft.id},${part.id}&status=sent`)).toMatchObject({
      count: 1,
      currencies: [{ total: '100.00' }],
    })
    expect(await sums('q=nothing')).toMatchObject({ count: 0, complete: true, currencies: [] })
    expect(await sums('limit=1')).toMatchObject({ status: 422 })
  })
})
