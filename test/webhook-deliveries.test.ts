import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { tablesOfAllCompanies } from '../src/platform/database/scope.ts'
import { createOutboundClient, type OutboundClient } from '../src/platform/outbound/client.ts'
import { type Givens, givens, type Json } from './givens.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'
import { runNow, startDeliverer } from './jobs.ts'
import {
  type Answer,
  type Received,
  type Receiver,
  startReceiver,
  status,
} from './webhook-receiver.ts'

const START = '2026-11-21T09:30:00.000Z'
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Between one attempt and the next. */
const PAUSES = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]

describe.each(ENGINES)('deliveries to webhooks (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  let receiver: Receiver
  beforeAll(async () => {
    receiver = await startReceiver()
    app = await startTestApp(engine, { OUTBOUND_ALLOW: receiver.host })
    given = givens(app)
  })
  afterEach(async () => {
    const { data } = await get('/webhooks?limit=100')
    for (const { id } of data) await app.call('DELETE', `/webhooks/${id}`)
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
  const deliver = () => app.services.jobRunner.runDue()
  const deliveriesOf = async (id: string): Promise<Json[]> =>
    (await get(`/webhooks/${id}/deliveries?limit=100&sort=created_at`)).data
  const onlyDelivery = async (id: string): Promise<Json> => {
    const [{ id: delivery }] = await deliveriesOf(id)
    return get(`/webhooks/${id}/deliveries/${delivery}`)
  }
  const moveBy = (ms: number) => app.clock.set(new Date(app.clock.now() + ms).toISOString())
  const moveToNext = async (id: string) => {
    app.clock.set((await onlyDelivery(id)).next_attempt_at)
  }
  const failAll = () =>
    sql`update webhook_deliveries set status = 'failed'`.execute(tablesOfAllCompanies(app.db))
  const namesReceived = () => receiver.received.map(({ json }) => json.data.name)
  const failFor =
    (isBad: (received: Received) => boolean): Answer =>
    (response, received) =>
      status(isBad(received) ? 500 : 204)(response, received)
  /** Another process, whose way out can be led astray. */
  const peer = (webhookOutbound: OutboundClient) => startDeliverer(app, app.db, { webhookOutbound })

  describe('a receiver that fails', () => {
    test('is tried ten times in about 75 hours, then the delivery has failed', async () => {
      const { id } = await webhook()
      await given.customer()
      receiver.answer = status(503)
      for (const [index, pauseMs] of PAUSES.entries()) {
        expect(await deliver()).toBe(1)
        const { status: state, attempt_count, next_attempt_at } = await onlyDelivery(id)
        expect([state, attempt_count]).toEqual(['pending', index + 1])
        const waitMs = Date.parse(next_attempt_at) - app.clock.now()
        expect(waitMs).toBeGreaterThanOrEqual(0.9 * pauseMs)
        expect(waitMs).toBeLessThanOrEqual(1.1 * pauseMs)
        moveBy(waitMs - 1)
        expect(await deliver()).toBe(0)
        moveBy(1)
      }
      expect(await deliver()).toBe(1)
      expect(await onlyDelivery(id)).toMatchObject({
        status: 'failed',
        attempt_count: 10,
        next_attempt_at: null,
        last_error: 'The receiver answered with status 503.',
        last_error_code: 'receiver_status',
      })
      expect(receiver.received).toHaveLength(10)
      expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
      const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
      expect(new Set(ids).size).toBe(1)
      moveBy(30 * DAY)
      expect(await deliver()).toBe(0)
    })

    test('Retry-After is heeded, in seconds or as a date, up to the pause that comes next', async () => {
      const { id } = await webhook()
      await given.customer()
      const waitOf = async (retryAfter: string) => {
        receiver.answer = status(429, { 'retry-after': retryAfter })
        await deliver()
        const waitMs = Date.parse((await onlyDelivery(id)).next_attempt_at) - app.clock.now()
        moveBy(waitMs)
        return waitMs
      }
      expect(await waitOf('120')).toBe(120 * SECOND)
      const inTwenty = new Date(app.clock.now() + 20 * MINUTE).toUTCString()
      const exact = Date.parse(inTwenty) - app.clock.now()
      expect(await waitOf(inTwenty)).toBe(exact)
      expect(await waitOf('999999999')).toBe(2 * HOUR)
      const last = await waitOf('soon')
      expect([last >= 1.8 * HOUR, last <= 2.2 * HOUR]).toEqual([true, true])
    })

    test.each<[string, Answer, number | null, RegExp]>([
      ['400', status(400), 400, /status 400/],
      [
        'a redirect, which is not followed',
        status(302, { location: '/elsewhere' }),
        302,
        /redirect/,
      ],
      ['304', status(304), 304, /304/],
      ['a reset', (response) => void response.socket?.resetAndDestroy(), null, /broke/],
      ['no HTTP', (response) => void response.socket?.end('hello\r\n'), null, /HTTP/],
      ['half headers', (response) => void response.socket?.end('HTTP/1.1 200 O'), null, /HTTP/],
    ])('%s is a failure that is tried again', async (_what, answer, httpStatus, error) => {
      const { id } = await webhook()
      await given.customer()
      receiver.answer = answer
      expect(await deliver()).toBe(1)
      const { attempts, ...delivery } = await onlyDelivery(id)
      expect(delivery).toMatchObject({ status: 'pending', attempt_count: 1 })
      expect(attempts).toMatchObject([
        { http_status: httpStatus, error: expect.stringMatching(error) },
      ])
      expect(receiver.received).toHaveLength(1)
      receiver.answer = status(204)
      await moveToNext(id)
      await deliver()
      expect(await onlyDelivery(id)).toMatchObject({ status: 'delivered', attempt_count: 2 })
    })

    test('one that hangs is given up in time', async () => {
      const client = createOutboundClient({ allow: [receiver.host] })
      const other = await peer({
        send: (request) => client.send({ ...request, timeoutMs: 300 }),
        close: client.close,
      })
      const { id } = await webhook()
      await given.customer()
      receiver.answer = () => {}
      expect(await other.runDue()).toBe(1)
      expect((await onlyDelivery(id)).attempts).toMatchObject([
        {
          http_status: null,
          error: expect.stringContaining('in time'),
          error_code: 'upstream_timeout',
        },
      ])
      receiver.answer = (response) => void response.writeHead(200).write('and then')
      await moveToNext(id)
      expect(await other.runDue()).toBe(1)
      expect((await onlyDelivery(id)).attempts[1]).toMatchObject({ http_status: 200, error: null })
    })

    test('1 KB of an endless answer is read and stored', async () => {
      const { id } = await webhook()
      await given.customer()
      receiver.answer = (response) => {
        response.writeHead(200)
        const pour = () => {
          while (
            !response.destroyed &&
            response.write(Buffer.from('\u0000ÿ\ud83d\ude00'.repeat(999)))
          );
          response.once('drain', pour)
        }
        pour()
      }
      await deliver()
      const { status: state, attempts } = await onlyDelivery(id)
      expect([state, Buffer.byteLength(attempts[0].answer) < 4_096]).toEqual(['delivered', true])
      expect(attempts[0].answer.startsWith('\ufffdÿ😀')).toBe(true)
    })

    test('url_refused at the attempt: a name that resolves to a private network', async () => {
      let dialled = 0
      const client = createOutboundClient({
        allow: [],
        resolve: async () => ['10.0.0.7'],
        connect: () => {
          dialled += 1
          throw new Error('nobody may be dialled')
        },
      })
      const other = await peer(client)
      const { id } = await webhook({ url: 'https://hooks.example.org/' })
      await given.customer()
      expect(await other.runDue()).toBe(1)
      const { status: state, attempts } = await onlyDelivery(id)
      expect([state, dialled]).toEqual(['pending', 0])
      expect(attempts[0].error).toContain('private or reserved')
      expect(JSON.stringify(attempts)).not.toContain('10.0.0.7')
    })
  })

  describe('order', () => {
    test('the order of one resource is kept while it fails; others continue', async () => {
      const { id } = await webhook({ event_types: ['customer.*'] })
      const bad = await given.customer({ name: 'bad 1' })
      await app.call('PATCH', `/customers/${bad.id}`, { name: 'bad 2' })
      await given.customer({ name: 'good 1' })
      receiver.answer = failFor(({ json }) => json.data.name.startsWith('bad'))
      await deliver()
      await given.customer({ name: 'good 2' })
      await app.call('PATCH', `/customers/${bad.id}`, { name: 'bad 3' })
      await deliver()
      expect(namesReceived().toSorted()).toEqual(['bad 1', 'good 1', 'good 2'])
      receiver.answer = status(204)
      moveBy(6 * SECOND)
      await deliver()
      expect(namesReceived().slice(3)).toEqual(['bad 1', 'bad 2', 'bad 3'])
      expect((await deliveriesOf(id)).map((it) => it.status)).toEqual(Array(5).fill('delivered'))
    })

    test('after the last attempt the next event of the resource is sent', async () => {
      const { id } = await webhook({ event_types: ['customer.*'] })
      const { id: customer } = await given.customer({ name: 'bad' })
      receiver.answer = failFor(({ json }) => json.data.name === 'bad')
      for (let hour = 0; hour < 72; hour += 24) {
        await deliver()
        // Something succeeds now and then, so that the webhook is not paused.
        await given.customer({ name: 'other' })
        moveBy(24 * HOUR)
      }
      await app.call('PATCH', `/customers/${customer}`, { name: 'after' })
      for (let attempt = 0; attempt < 10; attempt++) {
        await deliver()
        moveBy(27 * HOUR)
      }
      expect(namesReceived().filter((name) => name !== 'other')).toEqual([
        ...Array(10).fill('bad'),
        'after',
      ])
      const failed = await get(`/webhooks/${id}/deliveries?status=failed`)
      expect(failed.data).toHaveLength(1)
    })

    test('a manual redelivery neither waits for others nor delays them', async () => {
      const { id } = await webhook({ event_types: ['customer.*'] })
      const { id: customer } = await given.customer({ name: 'one' })
      await deliver()
      const [{ id: delivery }] = await deliveriesOf(id)
      receiver.answer = failFor(({ json }) => json.data.name === 'one')
      await app.call('POST', `/webhooks/${id}/deliveries/${delivery}/redeliver`)
      await app.call('PATCH', `/customers/${customer}`, { name: 'two' })
      await deliver()
      expect(namesReceived().toSorted()).toEqual(['one', 'one', 'two'])
    })

    test('all failed ones are sent again by one call, in the order of each resource', async () => {
      const { id } = await webhook({ event_types: ['customer.*'] })
      const { id: other } = await webhook({ event_types: ['customer.created'] })
      const { id: customer } = await given.customer({ name: 'one' })
      await app.call('PATCH', `/customers/${customer}`, { name: 'two' })
      await deliver()
      await app.call('POST', `/webhooks/${id}/test`)
      await failAll()
      receiver.received.splice(0)
      moveBy(HOUR)
      const ask = async (body: object) =>
        (await app.call('POST', '/webhooks/redeliver', body)).json()
      const nothing = { queued: 0, has_more: false }
      expect(await ask({ event_types: ['invoice.*'] })).toEqual(nothing)
      expect(await ask({ created_from: '2026-11-21T09:30:01Z' })).toEqual(nothing)
      expect(await ask({ created_to: '2026-11-21T09:29:59Z' })).toEqual(nothing)
      expect(await ask({ webhook_id: other, event_types: ['customer.updated'] })).toEqual(nothing)
      const period = { created_from: '2026-11-21T10:30:00+01:00', created_to: START }
      expect(await ask({ webhook_id: other, ...period })).toEqual({ queued: 1, has_more: false })
      expect(await ask({ event_types: ['*'] })).toEqual({ queued: 2, has_more: false })
      expect(await ask({})).toEqual(nothing)
      await deliver()
      await deliver()
      expect(namesReceived().filter((name) => name === 'two')).toHaveLength(1)
      expect(namesReceived().toSorted()).toEqual(['one', 'one', 'two'])
      expect(namesReceived().lastIndexOf('two')).toBeGreaterThan(namesReceived().indexOf('one'))
      const left = await get(`/webhooks/${id}/deliveries?status=failed`)
      expect(left.data.map((it: Json) => it.event_type)).toEqual(['webhook.test'])
    })

    test('a call sends at most 1000 again, and refuses what it cannot do', async () => {
      const { id } = await webhook({ event_types: ['customer.*'] })
      const customers = Array.from({ length: 1001 }, (_, index) => ({ name: `No. ${index}` }))
      for (const items of [customers.slice(0, 1000), customers.slice(1000)])
        await app.call('POST', '/customers/bulk', { items })
      await failAll()
      const ask = (body: object) => app.call('POST', '/webhooks/redeliver', body)
      expect((await ask({ webhook_id: id })).json()).toEqual({ queued: 1000, has_more: true })
      expect((await ask({ webhook_id: id })).json()).toEqual({ queued: 1, has_more: false })
      await app.call('PATCH', `/webhooks/${id}`, { status: 'disabled' })
      await failAll()
      const refusals = [
        [{ webhook_id: id }, 409, 'webhook_disabled'],
        [{ webhook_id: 'whk_none' }, 404, 'webhook_not_found'],
        [{ event_types: ['customer.created', 'nothing.*'] }, 422, 'invalid_request'],
        [{ event_types: [] }, 422, 'invalid_request'],
        [{ created_from: 'yesterday' }, 422, 'invalid_request'],
        [{ status: 'pending' }, 422, 'invalid_request'],
      ] as const
      for (const [body, code, name] of refusals) {
        const refused = await ask(body)
        expect([refused.statusCode, refused.json().code]).toEqual([code, name])
      }
      expect((await ask({})).json()).toEqual({ queued: 0, has_more: false })
    })

    test('sending a waiting one again makes it due now, and keeps the order', async () => {
      const { id } = await webhook({ event_types: ['customer.*'] })
      const { id: customer } = await given.customer({ name: 'one' })
      await app.call('PATCH', `/customers/${customer}`, { name: 'two' })
      receiver.answer = status(500)
      await deliver()
      receiver.answer = status(204)
      expect(await deliver()).toBe(0)
      const [first] = await deliveriesOf(id)
      await app.call('POST', `/webhooks/${id}/deliveries/${first.id}/redeliver`)
      await deliver()
      expect(namesReceived()).toEqual(['one', 'one', 'two'])
    })

    test('a hanging receiver does not delay another', async () => {
      const { id: slow } = await webhook({ url: receiver.url('/slow') })
      const { id: quick } = await webhook({ url: receiver.url('/quick') })
      const held: (() => void)[] = []
      receiver.answer = (response, received) => {
        const end = () => void status(204)(response, received)
        if (received.path === '/slow') held.push(end)
        else end()
      }
      for (let count = 0; count < 12; count++) await given.customer()
      const delivered = deliver()
      await receiver.arrived(16)
      const paths = receiver.received.map(({ path }) => path)
      expect(paths.filter((path) => path === '/slow')).toHaveLength(4)
      expect((await deliveriesOf(slow)).every((it) => it.status === 'pending')).toBe(true)
      receiver.answer = status(204)
      for (const end of held) end()
      await delivered
      for (const id of [slow, quick])
        expect((await deliveriesOf(id)).every((it) => it.status === 'delivered')).toBe(true)
    })
  })

  describe('pausing', () => {
    const noticesOf = async (id: string): Promise<Json[]> =>
      (await get(`/events?type=webhook.paused&resource_id=${id}`)).data

    test('410 disables at once: nothing more is sent or collected', async () => {
      const { id } = await webhook({ event_types: ['customer.*'] })
      const { id: witness } = await webhook({
        url: receiver.url('/witness'),
        event_types: ['webhook.*'],
      })
      const { id: customer } = await given.customer()
      await app.call('PATCH', `/customers/${customer}`, { name: 'Later' })
      receiver.answer = (response, received) =>
        status(received.path === '/hook' ? 410 : 204)(response, received)
      await deliver()
      expect(await get(`/webhooks/${id}`)).toMatchObject({
        status: 'disabled',
        paused_reason: 'gone',
      })
      expect(receiver.received.map(({ path }) => path)).toEqual(['/hook', '/witness'])
      expect(receiver.received[1]?.json).toMatchObject({
        type: 'webhook.paused',
        resource: { type: 'webhook', id },
        data: { status: 'disabled', paused_reason: 'gone' },
      })
      await given.customer()
      expect(await deliver()).toBe(0)
      expect((await deliveriesOf(id)).map((it) => it.status)).toEqual(['failed', 'pending'])
      expect(await deliveriesOf(witness)).toHaveLength(1)
    })

    test('three days of failures pause, with a notice; waiting deliveries continue when resumed', async () => {
      const { id } = await webhook()
      for (let count = 0; count < 3; count++) await given.customer({ name: `early ${count}` })
      receiver.answer = status(500)
      await deliver()
      for (const pauseMs of PAUSES.slice(0, 8)) {
        moveBy(1.1 * pauseMs)
        await deliver()
      }
      // 57 hours and 27 failures in a row: not for long enough.
      expect((await get(`/webhooks/${id}`)).status).toBe('enabled')
      moveBy(1.1 * 24 * HOUR)
      await deliver()
      const paused = await get(`/webhooks/${id}`)
      expect(paused).toMatchObject({
        status: 'paused',
        paused_reason: 'failing',
        paused_at: new Date(app.clock.now()).toISOString(),
        last_success_at: null,
      })
      expect(await noticesOf(id)).toMatchObject([{ actor: { kind: 'system' }, data: { id } }])
      // It does not get its own notice; what happens meanwhile is collected and waits.
      const sent = receiver.received.length
      receiver.answer = status(204)
      await given.customer({ name: 'late' })
      moveBy(DAY)
      await deliver()
      expect(receiver.received).toHaveLength(sent)
      const resumed = await app.call('PATCH', `/webhooks/${id}`, { status: 'enabled' })
      expect(resumed.json()).toMatchObject({
        status: 'enabled',
        paused_reason: null,
        paused_at: null,
      })
      await deliver()
      expect(namesReceived().slice(sent)).toContain('late')
      const states = (await deliveriesOf(id)).map((it) => it.status)
      expect(states).not.toContain('pending')
      expect(states.at(-1)).toBe('delivered')
      expect(receiver.received.map(({ json }) => json.type)).not.toContain('webhook.paused')
    })

    test('one success within three days is enough to go on', async () => {
      const { id } = await webhook()
      const { id: customer } = await given.customer({ name: 'bad' })
      receiver.answer = failFor(({ json }) => json.data.name === 'bad')
      for (let day = 0; day < 6; day++) {
        await deliver()
        await given.customer({ name: 'good' })
        moveBy(DAY)
      }
      expect(customer).toBeDefined()
      expect(await get(`/webhooks/${id}`)).toMatchObject({ status: 'enabled', paused_reason: null })
    })

    test('paused by hand, resumed by hand; a test is possible meanwhile', async () => {
      const { id } = await webhook()
      const pausedByHand = await app.call('PUT', `/webhooks/${id}`, { status: 'paused' })
      expect(pausedByHand.json()).toMatchObject({ paused_reason: 'manual', paused_at: START })
      await given.customer({ name: 'waits' })
      await deliver()
      expect(receiver.received).toEqual([])
      const tested = await app.call('POST', `/webhooks/${id}/test`)
      expect(tested.json().status).toBe('delivered')
      await app.call('PUT', `/webhooks/${id}`, { status: 'enabled' })
      await deliver()
      expect(receiver.received.map(({ json }) => json.data.name)).toEqual([undefined, 'waits'])
      expect(await noticesOf(id)).toEqual([])
    })
  })

  test('deliveries of more than 30 days ago are deleted, in batches', async () => {
    const { id } = await webhook()
    await given.customer()
    await deliver()
    moveBy(29 * DAY)
    await given.customer()
    await deliver()
    await runNow(app, 'webhook.expire')
    expect(await deliveriesOf(id)).toHaveLength(2)
    moveBy(2 * DAY)
    await runNow(app, 'webhook.expire')
    expect(await deliveriesOf(id)).toHaveLength(1)
    const attempts = await app.tables.selectFrom('webhook_attempts').selectAll().execute()
    expect(attempts).toHaveLength(1)
  })

  test('the metrics count attempts by outcome and waiting deliveries', async () => {
    await webhook()
    await given.customer()
    const lineOf = async (name: string) =>
      (await app.send({ url: '/metrics' })).body.match(new RegExp(`^${name}.*`, 'm'))?.[0]
    expect(await lineOf('webhook_deliveries_pending')).toBe('webhook_deliveries_pending 1')
    await deliver()
    expect(await lineOf('webhook_deliveries_pending')).toBe('webhook_deliveries_pending 0')
    expect(await lineOf('webhook_attempts_total{outcome="delivered"}')).toMatch(/ [1-9]\d*$/)
  })
})
