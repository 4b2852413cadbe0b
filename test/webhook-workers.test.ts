import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { recordEvent } from '../src/core/record/journal.ts'
import { transaction } from '../src/core/record/transaction.ts'
import type { Follow } from '../src/core/record/work.ts'
import { fanOut } from '../src/core/webhooks/deliveries/fan-out.ts'
import { type Db, openDatabase } from '../src/platform/database/db.ts'
import { tablesOfAllCompanies } from '../src/platform/database/scope.ts'
import { createOutboundClient, type OutboundClient } from '../src/platform/outbound/client.ts'
import { type Givens, givens, type Json } from './givens.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'
import { startDeliverer } from './jobs.ts'
import { type Receiver, startReceiver, status } from './webhook-receiver.ts'

const START = '2026-11-21T09:30:00.000Z'
const SECOND = 1000

describe.each(ENGINES)('several processes that deliver (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  let receiver: Receiver
  const opened: Db[] = []
  beforeAll(async () => {
    receiver = await startReceiver()
    app = await startTestApp(engine, { OUTBOUND_ALLOW: receiver.host })
    given = givens(app)
  })
  afterEach(async () => {
    const { data } = await get('/webhooks?limit=100')
    for (const { id } of data) await app.call('DELETE', `/webhooks/${id}`)
    await Promise.all(opened.splice(0).map((db) => db.destroy()))
    app.clock.set(START)
    receiver.received.splice(0)
    receiver.answer = status(204)
  })
  afterAll(async () => {
    await app.close()
    await receiver.close()
  })

  const get = async (path: string): Promise<Json> => (await app.call('GET', path)).json()
  const webhook = async (body: object = {}): Promise<Json> =>
    (await app.call('POST', '/webhooks', { url: receiver.url(), ...body })).json()
  const deliveriesOf = async (id: string): Promise<Json[]> =>
    (await get(`/webhooks/${id}/deliveries?limit=100&sort=created_at`)).data
  const moveBy = (ms: number) => app.clock.set(new Date(app.clock.now() + ms).toISOString())
  /** The delivering part of another process, with a separate connection. */
  const startPeer = (webhookOutbound?: OutboundClient) => {
    const db = openDatabase(app.config.database)
    opened.push(db)
    const outboundAllow = [receiver.host]
    return startDeliverer(app, db, webhookOutbound ? { webhookOutbound } : { outboundAllow })
  }

  test('each delivery once, never two at once for a resource, and in its order', async () => {
    const { id } = await webhook({ event_types: ['customer.*'] })
    const customers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => given.customer({ name: `${index} v1` })),
    )
    for (const version of [2, 3, 4])
      for (const [index, customer] of customers.entries())
        await app.call('PATCH', `/customers/${customer.id}`, { name: `${index} v${version}` })
    const busy = new Set<string>()
    const collisions: string[] = []
    receiver.answer = (response, received) => {
      const resource = received.json.resource.id
      if (busy.has(resource)) collisions.push(resource)
      busy.add(resource)
      // Slow enough that the first process does not take everything.
      setTimeout(() => {
        busy.delete(resource)
        status(204)(response, received)
      }, 5)
    }
    const peers = await Promise.all([startPeer(), startPeer(), startPeer()])
    const counts = await Promise.all(peers.map((peer) => peer.runDue()))
    // Who found everything taken went home early; the last of them saw to the rest.
    for (const peer of peers) await peer.runDue()
    expect(collisions).toEqual([])
    expect(counts.filter((count) => count > 0).length).toBeGreaterThan(1)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(48)
    expect(receiver.received).toHaveLength(48)
    for (const customer of customers) {
      const own = receiver.received.filter(({ json }) => json.resource.id === customer.id)
      expect(own.map(({ json }) => json.data.name.slice(-2))).toEqual(['v1', 'v2', 'v3', 'v4'])
    }
    const delivered = await get(`/webhooks/${id}/deliveries?status=delivered&include=total&limit=1`)
    expect(delivered.total).toBe(48)
  })

  /** SQLite lets only one write at a time; there the two cannot meet. */
  test.runIf(engine === 'postgres')(
    'an event committed while its job ends is not lost',
    async () => {
      const { id } = await webhook()
      const customer = await given.customer()
      let answer = () => {}
      receiver.answer = (response, received) => {
        answer = () => void status(204)(response, received)
      }
      const peer = await startPeer()
      let isDelivered = false
      const delivering = peer.runDue().finally(() => {
        isDelivered = true
      })
      await receiver.arrived(1)
      const follow: Follow = async (work) => {
        const tell = await fanOut(work)
        return async (events) => {
          await tell?.(events)
          await answerWhileWaiting()
        }
      }
      const answerWhileWaiting = async () => {
        answer()
        // The job can only end once this is committed.
        while (!isDelivered && !(await isSomebodyWaiting()));
        receiver.answer = status(204)
      }
      const data = { name: 'changed meanwhile' }
      await transaction({ ...app.work(), follow }, async (work) =>
        recordEvent(work, { type: 'customer.updated', resourceId: customer.id, data }),
      )
      await delivering
      await peer.runDue()
      expect(receiver.received).toHaveLength(2)
      const states = (await deliveriesOf(id)).map((it) => it.status)
      expect(states).toEqual(['delivered', 'delivered'])
      expect(await app.tables.selectFrom('jobs').selectAll().execute()).toEqual([])
    },
  )

  const isSomebodyWaiting = async (): Promise<boolean> => {
    const { rows } = await sql`
      select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(
      tablesOfAllCompanies(app.db),
    )
    return rows.length > 0
  }

  test('if a process dies in an attempt, another takes over when the lease ends', async () => {
    const { id } = await webhook()
    await given.customer()
    let answerLate = (_status: number) => {}
    const asked = Promise.withResolvers<void>()
    const dying = await startPeer({
      send: ({ url }) =>
        new Promise((resolve) => {
          answerLate = (code) => resolve({ status: code, url, headers: {}, body: new Uint8Array() })
          asked.resolve()
        }),
      close: async () => {},
    })
    const last = dying.runDue()
    await asked.promise
    const other = await startPeer()
    expect(await other.runDue()).toBe(0)
    moveBy(59 * SECOND)
    expect(await other.runDue()).toBe(0)
    moveBy(2 * SECOND)
    expect(await other.runDue()).toBe(1)
    expect(await deliveriesOf(id)).toMatchObject([{ status: 'delivered', attempt_count: 1 }])
    // It was not dead after all; what it says comes too late to count.
    answerLate(410)
    await last
    expect(await deliveriesOf(id)).toMatchObject([{ status: 'delivered', attempt_count: 1 }])
    expect(await get(`/webhooks/${id}`)).toMatchObject({ status: 'enabled', last_failure_at: null })
  })

  test('stopping ends hanging attempts, and others need not wait for the lease', async () => {
    const { id } = await webhook()
    await given.customer()
    receiver.answer = () => {}
    const stopping = await startPeer(createOutboundClient({ allow: [receiver.host] }))
    stopping.start()
    await receiver.arrived(1)
    await stopping.stop()
    expect(await deliveriesOf(id)).toMatchObject([{ status: 'pending', attempt_count: 0 }])
    receiver.answer = status(204)
    moveBy(SECOND)
    expect(await (await startPeer()).runDue()).toBe(1)
    expect(await deliveriesOf(id)).toMatchObject([{ status: 'delivered', attempt_count: 1 }])
  })

  test('events committed here are delivered at once, waiting ones when a process starts', async () => {
    const { id } = await webhook()
    const { jobRunner } = app.services
    const elsewhere = await startPeer()
    jobRunner.start()
    await given.customer()
    await receiver.arrived(1)
    await jobRunner.stop()
    await given.customer()
    elsewhere.start()
    await receiver.arrived(2)
    await elsewhere.stop()
    expect((await deliveriesOf(id)).map((it) => it.status)).toEqual(['delivered', 'delivered'])
  })
})
