import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Givens, givens, ITEM } from './givens.ts'
import { startTestApp, type TestApp } from './harness.ts'

/** What a connection was sent while an answer was still coming is one round trip. */
interface Trip {
  readonly texts: string[]
}

describe('round trips while others wait', () => {
  let app: TestApp
  let given: Givens
  beforeAll(async () => {
    app = await startTestApp('postgres', { OUTBOUND_ALLOW: '127.0.0.1:1' })
    given = givens(app)
  })
  afterAll(() => app.close())

  const tripsOf = async (request: () => Promise<unknown>): Promise<readonly Trip[]> => {
    const trips: Trip[] = []
    const coming = new Map<object, number>()
    const query = pg.Client.prototype.query
    const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...sent: unknown[]
    ) {
      const [asked] = sent
      const text = typeof asked === 'string' ? asked : (asked as pg.QueryConfig).text
      const open = coming.get(this) ?? 0
      if (open === 0) trips.push({ texts: [] })
      trips.at(-1)?.texts.push(text)
      coming.set(this, open + 1)
      const end = () => coming.set(this, (coming.get(this) ?? 1) - 1)
      const answer = Reflect.apply(query, this, sent)
      answer.then(end, end)
      return answer
    })
    try {
      await request()
    } finally {
      spy.mockRestore()
    }
    return trips
  }

  /** The round trips after the statement that locks, including the commit. */
  const tripsAfter = async (lock: RegExp, request: () => Promise<unknown>) => {
    const trips = await tripsOf(request)
    const first = trips.findIndex(({ texts }) => texts.some((text) => lock.test(text)))
    expect(first).toBeGreaterThan(0)
    const last = trips.findIndex(({ texts }) => texts.includes('commit'))
    return trips.slice(first + 1, last + 1)
  }

  const issue = () =>
    given.invoice({ customer: { name: 'Fernweh Books' }, items: [ITEM, ITEM], status: 'sent' })

  test('creating and issuing for an existing customer: seven in all', async () => {
    const { id } = await given.customer()
    const create = () => given.invoice({ customer_id: id, items: [ITEM, ITEM], status: 'sent' })
    await create()
    // One reads up to which day the books are closed: the clock or the time zone may have gone back.
    expect(await tripsOf(create)).toHaveLength(7)
  })

  test('issuing: two after the number is drawn', async () => {
    await issue()
    const trips = await tripsAfter(/^insert into "number_series"/, issue)
    expect(trips).toHaveLength(2)
  })

  test('issuing with a webhook: the same two', async () => {
    await app.call('POST', '/webhooks', { url: 'http://127.0.0.1:1/hook' })
    expect(await tripsAfter(/^insert into "number_series"/, issue)).toHaveLength(2)
  })

  test('a page of invoices: as many for ten entries as for one', async () => {
    const { id } = await given.customer({ email: 'desk@fernweh.example' })
    const create = (status: string) =>
      given.invoice({ customer_id: id, items: [ITEM], status, metadata: { crm: '1' } })
    await create('sent')
    const read = () => app.call('GET', `/invoices?customer_id=${id}`)
    await read()
    const one = await tripsOf(read)
    for (let n = 0; n < 9; n++) await create(n % 2 === 0 ? 'sent' : 'draft')
    const ten = await tripsOf(read)
    expect((await read()).json().data).toHaveLength(10)
    expect(ten).toHaveLength(one.length)
  })

  test('any other change: one after the head is locked', async () => {
    expect(await tripsAfter(/from "heads".* for update$/, () => given.customer())).toHaveLength(1)
  })
})
