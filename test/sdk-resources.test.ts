import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Billwright,
  createBillwright,
  InvalidRequestError,
  NoAnswerError,
  NotFoundError,
} from '../packages/sdk/src/billwright.ts'
import { API_KEY, startTestApp, type TestApp } from './harness.ts'

describe('the resources of the client', () => {
  let app: TestApp
  let baseUrl: string
  let billwright: Billwright
  beforeAll(async () => {
    app = await startTestApp('sqlite')
    baseUrl = await app.server.listen({ port: 0, host: '127.0.0.1' })
    billwright = createBillwright({ baseUrl, apiKey: API_KEY })
  })
  afterAll(() => app.close())

  test('create, read, change and delete', async () => {
    const { id } = await billwright.customers.create({ name: 'Fernweh Books' })
    expect(await billwright.customers.get(id)).toMatchObject({ name: 'Fernweh Books' })
    expect(await billwright.customers.update(id, { notes: 'x' })).toMatchObject({ notes: 'x' })
    const whole = await billwright.customers.get(id)
    expect(await billwright.customers.replace(id, whole)).toEqual(whole)
    await billwright.customers.delete(id)
    await expect(billwright.customers.get(id)).rejects.toThrow(NotFoundError)
  })

  test('an invoice from the draft to the payment, with nested resources', async () => {
    const items = [{ description: 'Cover', unit_price: '100' }]
    const { id } = await billwright.invoices.create({ customer: { name: 'A' }, items })
    expect(await billwright.invoices.issue(id)).toMatchObject({ status: 'sent' })
    await billwright.invoices.payments.create(id, { amount: '30' })
    const payments = await billwright.invoices.payments.list(id)
    expect(payments.data).toMatchObject([{ amount: '30.00' }])
    const note = await billwright.invoices.creditNote(id)
    expect(note.type).toBe('credit_note')
    const results = await billwright.invoices.createMany({ items: [] }).catch((it) => it)
    expect(results).toBeInstanceOf(InvalidRequestError)
    expect(results.message).toContain('/items')
  })

  test('lists are pages, iterate over all, and gather with a limit', async () => {
    const items = Array.from({ length: 130 }, (_, at) => ({ name: `Many ${at}` }))
    await billwright.customers.createMany({ items })
    const page = await billwright.customers.list({ q: 'Many', limit: 50, include: 'total' })
    expect([page.data.length, page.total]).toEqual([50, 130])
    let count = 0
    for await (const { name } of billwright.customers.list({ q: 'Many', limit: 50 }))
      count += name.startsWith('Many') ? 1 : 0
    expect(count).toBe(130)
    const list = billwright.customers.list({ q: 'Many' })
    expect(await list.autoPagingToArray({ limit: 60 })).toHaveLength(60)
  })

  test('headers of one call, a stream, and an error without an answer', async () => {
    const seen: (string | null)[] = []
    const fetchIt = (request: Request) => {
      seen.push(request.headers.get('traceparent'))
      return fetch(request)
    }
    const own = createBillwright({ baseUrl, apiKey: API_KEY, fetch: fetchIt })
    const { data: none } = await own.customers.list({ 'metadata.crm': 'none' })
    expect(none).toEqual([])
    await own.customers.list({}, { headers: { traceparent: '00-a' } })
    expect(seen).toEqual([null, '00-a'])
    const { data } = await own.stream('exportCustomers', { query: { format: 'jsonl' } })
    let bytes = 0
    for await (const chunk of data ?? []) bytes += chunk.length
    expect(bytes).toBeGreaterThan(100)
    const nowhere = createBillwright({ baseUrl: 'http://127.0.0.1:1', retries: 0 })
    await expect(nowhere.settings.get()).rejects.toThrow(NoAnswerError)
  })
})
