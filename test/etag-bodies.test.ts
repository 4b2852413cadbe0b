import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useEveryRoute } from './every-route.ts'
import type { Json } from './givens.ts'
import { startTestApp, type TestApp } from './harness.ts'
import { type Receiver, startReceiver } from './webhook-receiver.ts'

/** A tag that is the hash of the body. */
const OF_BODY = /^"[0-9a-f]{32}"$/
const JSON_TYPE = /^application\/json(;|$)/
/** What stands below each of these resources. */
const COLLECTIONS: Readonly<Record<string, readonly string[]>> = {
  customers: ['account', 'contacts', 'files', 'prices'],
  products: [],
  invoices: ['charges', 'deliveries', 'files', 'payments', 'reminders', 'transmission'],
  quotes: ['deliveries', 'files'],
  entries: [],
  'recurring-invoices': ['occurrences', 'runs'],
  'reminder-plans': [],
  'supplier-invoices': [],
  'delivery-notes': [],
  messages: [],
  users: [],
}
const A_YEAR_LATER = '2028-01-15T10:00:00.000Z'

/** A browser that knows the tag gets 304, and shows what it read before. */
describe('an ETag stands for one body', () => {
  let app: TestApp
  let receiver: Receiver
  /** The bodies by path and tag. */
  const seen = new Map<string, Map<string, string>>()
  const faults = new Set<string>()

  beforeAll(async () => {
    receiver = await startReceiver()
    app = await startTestApp('sqlite', { OUTBOUND_ALLOW: receiver.host })
  })
  afterAll(async () => {
    await app.close()
    await receiver.close()
  })

  async function look(path: string, change: string): Promise<void> {
    const { statusCode, headers, body } = await app.call('GET', path)
    const { etag, 'content-type': type } = headers
    if (statusCode !== 200 || etag === undefined || OF_BODY.test(etag)) return
    if (!JSON_TYPE.test(String(type))) return
    const bodies = seen.get(path) ?? new Map<string, string>()
    if ((bodies.get(etag) ?? body) !== body)
      faults.add(`GET ${withoutIds(path)} after ${withoutIds(change)}`)
    seen.set(path, bodies.set(etag, body))
  }
  async function lookAgain(change: string): Promise<void> {
    for (const path of seen.keys()) await look(path, change)
  }
  const idsOf = async (collection: string): Promise<readonly string[]> =>
    (await app.call('GET', `/${collection}?limit=40`)).json().data.map(({ id }: Json) => id)
  async function changeEach(collection: string, change: object): Promise<void> {
    for (const id of await idsOf(collection))
      await app.call('PATCH', `/${collection}/${id}`, change)
    await lookAgain(`PATCH /${collection} ${Object.keys(change)}`)
  }

  test('while every route is used', async () => {
    const watched: TestApp = {
      ...app,
      call: async (method, path, body, headers) => {
        const answer = await app.call(method, path, body, headers)
        if (answer.statusCode >= 300) return answer
        if (method === 'GET') await look(path, 'nothing')
        else await lookAgain(`${method} ${path}`)
        return answer
      },
    }
    await useEveryRoute(watched, receiver)
    expect([...faults]).toEqual([])
  })

  test('while what it names changes', async () => {
    for (const [collection, below] of Object.entries(COLLECTIONS))
      for (const id of await idsOf(collection))
        for (const path of ['', ...below.map((it) => `/${it}`)])
          await look(`/${collection}/${id}${path}`, 'nothing')
    await changeEach('customers', { name: 'Renamed', reminder_plan: 'none' })
    await changeEach('customers', { archived: true })
    await changeEach('products', { name: 'Renamed' })
    await changeEach('users', { name: 'Renamed' })
    const settings = { companyName: 'Renamed', locale: 'de', paymentTermsDays: 3 }
    expect((await app.call('PATCH', '/settings', settings)).statusCode).toBe(200)
    await lookAgain('PATCH /settings')
    for (const id of await idsOf('invoices'))
      await app.call('POST', `/invoices/${id}/payments`, { amount: '1.00' })
    await lookAgain('payments')
    app.clock.set(A_YEAR_LATER)
    await lookAgain('a year')
    expect(seen.size).toBeGreaterThan(150)
    expect([...faults]).toEqual([])
  })
})

const withoutIds = (path: string): string => path.replace(/[a-z]{3}_[0-9a-f-]{36}/g, '{id}')
