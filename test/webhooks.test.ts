import { createHmac } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { transaction } from '../src/core/record/transaction.ts'
import { ALL_REFUSED_URLS } from '../src/platform/outbound/addresses.testing.ts'
import { createCustomer } from '../src/sales/customers/change.ts'
import { type Givens, givens, type Json } from './givens.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'
import { type Received, type Receiver, startReceiver, status } from './webhook-receiver.ts'

const CORPUS = join(import.meta.dirname, '../../shared/security/ssrf-urls.jsonl')
const HAS_CORPUS = existsSync(CORPUS)
const TITLE = HAS_CORPUS ? '' : ' (skipped: further addresses, which are not beside the project)'
const START = '2026-11-21T09:30:00.000Z'
const MISSING = 'whk_019aa3c1-4a7e-7cc0-8000-5b1f3c2d1e0f'

describe.each(ENGINES)('webhooks (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  let receiver: Receiver
  beforeAll(async () => {
    receiver = await startReceiver()
    app = await startTestApp(engine, { OUTBOUND_ALLOW: receiver.host })
    given = givens(app)
  })
  afterEach(async () => {
    vi.useRealTimers()
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
  const webhook = async (body: object = {}): Promise<Json> => {
    const response = await app.call('POST', '/webhooks', { url: receiver.url(), ...body })
    expect(response.statusCode, response.body).toBe(201)
    return response.json()
  }
  const deliver = () => app.services.jobRunner.runDue()
  const deliveriesOf = async (id: string): Promise<Json[]> =>
    (await get(`/webhooks/${id}/deliveries?limit=100&sort=created_at`)).data
  const verify = (secret: string, { body, headers }: Received): unknown => {
    vi.useFakeTimers({ now: app.clock.now(), toFake: ['Date'] })
    return new Webhook(secret).verify(body, headers as Record<string, string>)
  }

  describe('the resource', () => {
    test('201: the answer shows the secret once, and the database does not contain it', async () => {
      const response = await app.call('POST', '/webhooks', { url: receiver.url() })
      const { secret, ...created } = response.json()
      expect(response.statusCode).toBe(201)
      expect(response.headers).toMatchObject({
        location: `/api/v1/webhooks/${created.id}`,
        'cache-control': 'no-store',
      })
      expect(created).toMatchObject({ status: 'enabled', event_types: ['*'], version: 1 })
      expect(created.id).toMatch(/^whk_[0-9a-f-]{36}$/)
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
      expect(await get(`/webhooks/${created.id}`)).toEqual(created)
      const rows = await app.tables.selectFrom('webhooks').selectAll().execute()
      expect(
        JSON.stringify(rows, (_, it) => (typeof it === 'bigint' ? `${it}` : it)),
      ).not.toContain(secret.slice('whsec_'.length, -1))
    })

    test('PUT and PATCH change the given fields; ETag, If-Match and If-None-Match', async () => {
      const { id } = await webhook({ description: 'Shop', event_types: ['invoice.*'] })
      const read = await app.call('GET', `/webhooks/${id}`)
      const etag = String(read.headers.etag)
      const same = await app.call('GET', `/webhooks/${id}`, undefined, { 'if-none-match': etag })
      expect(same.statusCode).toBe(304)
      // What was delivered meanwhile changes the tag, but refuses no change.
      await given.invoice()
      await deliver()
      const later = await app.call('GET', `/webhooks/${id}`, undefined, { 'if-none-match': etag })
      expect([later.statusCode, later.json().last_success_at]).toEqual([200, START])
      const ifMatch = { 'if-match': etag }
      const put = await app.call('PUT', `/webhooks/${id}`, { description: null }, ifMatch)
      expect(put.json()).toMatchObject({
        description: null,
        event_types: ['invoice.*'],
        version: 2,
      })
      const stale = await app.call('PATCH', `/webhooks/${id}`, { status: 'paused' }, ifMatch)
      expect(stale.json()).toMatchObject({ status: 412, code: 'precondition_failed' })
      const gone = await app.call('DELETE', `/webhooks/${id}`, undefined, ifMatch)
      expect(gone.statusCode).toBe(412)
      const same2 = await app.call('PATCH', `/webhooks/${id}`, { description: null })
      expect(same2.json().version).toBe(2)
    })

    test.each([
      [{}, '/url', 'required'],
      [{ url: '' }, '/url', 'required'],
      [{ url: 7 }, '/url', 'wrong_type'],
      [{ url: 'https://example.org/', secret: 'x' }, '/secret', 'unknown_field'],
      [{ url: 'https://example.org/', id: 'x' }, '/id', 'computed_field'],
      [{ url: 'https://example.org/', event_types: [] }, '/event_types', 'too_few_items'],
      [
        { url: 'https://example.org/', event_types: ['*', 'invoice'] },
        '/event_types/1',
        'unknown_event_type',
      ],
      [
        { url: 'https://example.org/', event_types: ['webhook.test'] },
        '/event_types/0',
        'unknown_event_type',
      ],
      [
        { url: 'https://example.org/', event_types: ['inv*'] },
        '/event_types/0',
        'unknown_event_type',
      ],
      [{ url: 'https://example.org/', description: 'x'.repeat(501) }, '/description', 'too_long'],
    ])('422: %.70j: %s %s', async (body, pointer, code) => {
      const response = await app.call('POST', '/webhooks', body)
      expect(response.json()).toMatchObject({ status: 422, code: 'invalid_request' })
      expect(response.json().errors[0]).toMatchObject({ pointer, code })
    })

    test.each([
      'http://example.org/',
      'https://10.0.0.1/',
      'https://localhost/',
      'https://example.org:8443/',
      'https://user:secret@example.org/',
      'ftp://example.org/',
      'https://169.254.169.254/latest',
    ])('422 url_refused: %s, when made and when changed', async (url) => {
      const { id } = await webhook()
      for (const [method, path] of [
        ['POST', '/webhooks'],
        ['PUT', `/webhooks/${id}`],
      ] as const) {
        const response = await app.call(method, path, { url })
        expect(response.json()).toMatchObject({ status: 422, code: 'url_refused' })
      }
    })

    test('404: unknown webhooks and deliveries, in every operation', async () => {
      const { id } = await webhook()
      const delivery = MISSING.replace('whk', 'dlv')
      for (const missing of [MISSING, 'whk_1', '%00', 'x'.repeat(90)]) {
        for (const [method, path] of [
          ['GET', ''],
          ['DELETE', ''],
          ['POST', '/test'],
          ['POST', '/secret'],
          ['GET', '/deliveries'],
          ['GET', `/deliveries/${delivery}`],
          ['POST', `/deliveries/${delivery}/redeliver`],
        ] as const) {
          const response = await app.call(method, `/webhooks/${missing}${path}`)
          expect([response.statusCode, response.json().code]).toEqual([404, 'webhook_not_found'])
        }
        const gone = await app.call('GET', `/webhooks/${id}/deliveries/${missing}`)
        expect(gone.json()).toMatchObject({ status: 404, code: 'delivery_not_found' })
      }
    })

    test('403: a key without admin', async () => {
      const headers = await given.key('read', 'write', 'issue')
      expect((await app.call('GET', '/webhooks', undefined, headers)).statusCode).toBe(403)
    })

    test('409 too_many_webhooks: the 26th, also of 30 at once', async () => {
      const made = await Promise.all(
        Array.from({ length: 30 }, () => app.call('POST', '/webhooks', { url: receiver.url() })),
      )
      expect(made.filter(({ statusCode }) => statusCode === 201)).toHaveLength(25)
      const refused = made.find(({ statusCode }) => statusCode !== 201)
      expect(refused?.json()).toMatchObject({ status: 409, code: 'too_many_webhooks', limit: 25 })
      const page = await get('/webhooks?limit=20&include=total')
      expect([page.data.length, page.has_more, page.total]).toEqual([20, true, 25])
    })
  })

  describe('requests', () => {
    test('one delivery per event that is wanted, signed by Standard Webhooks 1.0', async () => {
      const { id, secret } = await webhook({ event_types: ['invoice.issued'] })
      const invoice = await given.invoice({ status: 'sent' })
      expect(await deliver()).toBe(1)
      const [event] = (await get('/events?type=invoice.issued&sort=-created_at&limit=1')).data
      const [received] = receiver.received as [Received]
      expect(receiver.received).toHaveLength(1)
      const body = {
        id: event.id,
        type: 'invoice.issued',
        timestamp: event.created_at,
        company: app.work().company.id,
        resource: { type: 'invoice', id: invoice.id },
        data: event.data,
      }
      expect(received.body).toBe(JSON.stringify(body))
      expect(received.headers).toMatchObject({
        'content-type': 'application/json',
        'webhook-id': event.id,
        'webhook-timestamp': String(Date.parse(START) / 1000),
      })
      expect(verify(secret, received)).toEqual(body)
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
      const signed = `${event.id}.${received.headers['webhook-timestamp']}.${received.body}`
      const mac = createHmac('sha256', key).update(signed).digest('base64')
      expect(received.headers['webhook-signature']).toBe(`v1,${mac}`)
      expect(await deliveriesOf(id)).toMatchObject([
        { event_id: event.id, status: 'delivered', attempt_count: 1, last_http_status: 204 },
      ])
    })

    test('nothing for a rolled-back change', async () => {
      const { id } = await webhook()
      const rolledBack = transaction(app.work(), async (work) => {
        await createCustomer(work, { name: 'Gone' })
        throw new Error('rolled back')
      })
      await expect(rolledBack).rejects.toThrow('rolled back')
      expect([await deliver(), await deliveriesOf(id)]).toEqual([0, []])
    })

    test('a new secret and the former one sign for a day, then the new one alone', async () => {
      const { id, secret: first } = await webhook()
      const rotate = async () => (await app.call('POST', `/webhooks/${id}/secret`)).json()
      const { secret: second, previous_secret_until } = await rotate()
      expect(previous_secret_until).toBe('2026-11-22T09:30:00.000Z')
      app.clock.set('2026-11-21T10:30:00.000Z')
      const { secret: third, version } = await rotate()
      expect([new Set([first, second, third]).size, version]).toEqual([3, 3])
      const sendOne = async (): Promise<Received> => {
        await given.customer()
        await deliver()
        return receiver.received.at(-1) as Received
      }
      const isSignedBy = (received: Received) =>
        [first, second, third].map((secret) => {
          try {
            return verify(secret, received) !== undefined
          } catch {
            return false
          }
        })
      expect(isSignedBy(await sendOne())).toEqual([true, true, true])
      app.clock.set('2026-11-22T09:31:00.000Z')
      expect(isSignedBy(await sendOne())).toEqual([false, true, true])
      app.clock.set('2026-11-22T10:31:00.000Z')
      expect(isSignedBy(await sendOne())).toEqual([false, false, true])
    })

    test('409: a fifth rotation within a day, as each former secret was promised its day', async () => {
      const { id } = await webhook()
      const rotate = () => app.call('POST', `/webhooks/${id}/secret`)
      for (let time = 0; time < 4; time++) expect((await rotate()).statusCode).toBe(200)
      const refused = await rotate()
      expect(refused.json()).toMatchObject({
        status: 409,
        code: 'too_many_secrets',
        until: '2026-11-22T09:30:00.000Z',
      })
      app.clock.set('2026-11-22T09:30:00.000Z')
      expect((await rotate()).statusCode).toBe(200)
    })

    test('412: a test of a webhook that was changed meanwhile is not sent', async () => {
      const { id } = await webhook()
      const tag = String((await app.call('GET', `/webhooks/${id}`)).headers.etag)
      const test = () => app.call('POST', `/webhooks/${id}/test`, undefined, { 'if-match': tag })
      expect((await test()).statusCode).toBe(200)
      await app.call('PATCH', `/webhooks/${id}`, { description: 'Other' })
      const before = receiver.received.length
      expect((await test()).json()).toMatchObject({ status: 412, code: 'precondition_failed' })
      expect(receiver.received).toHaveLength(before)
    })

    test('a test is sent at once, returns its result and does not change the health', async () => {
      const { id, secret } = await webhook()
      const response = await app.call('POST', `/webhooks/${id}/test`)
      expect(response.statusCode).toBe(200)
      expect(response.json()).toMatchObject({
        event_type: 'webhook.test',
        status: 'delivered',
        attempts: [{ number: 1, http_status: 204, error: null, answer: '' }],
      })
      const [received] = receiver.received as [Received]
      expect(verify(secret, received)).toMatchObject({ type: 'webhook.test', resource: { id } })
      receiver.answer = status(500)
      const failed = (await app.call('POST', `/webhooks/${id}/test`)).json()
      expect(failed).toMatchObject({
        status: 'failed',
        last_http_status: 500,
        next_attempt_at: null,
      })
      expect(failed.attempts[0].answer).toBe('status 500')
      expect(await deliver()).toBe(0)
      expect(await get(`/webhooks/${id}`)).toMatchObject({ last_failure_at: null })
    })

    test('a delivery can be sent again, with the same id and body', async () => {
      const { id } = await webhook()
      await given.customer()
      await deliver()
      const [delivery] = await deliveriesOf(id)
      const path = `/webhooks/${id}/deliveries/${delivery.id}`
      app.clock.set('2026-11-21T10:30:00.000Z')
      const again = await app.call('POST', `${path}/redeliver`)
      expect(again.json()).toMatchObject({ status: 'pending', attempt_count: 1 })
      expect(await deliver()).toBe(1)
      const [first, second] = receiver.received as [Received, Received]
      expect(second.body).toBe(first.body)
      expect(second.headers['webhook-id']).toBe(first.headers['webhook-id'])
      expect(second.headers['webhook-timestamp']).not.toBe(first.headers['webhook-timestamp'])
      expect(await get(path)).toMatchObject({
        status: 'delivered',
        attempts: [{ number: 1 }, { number: 2, at: '2026-11-21T10:30:00.000Z' }],
      })
    })

    test('409 webhook_disabled: sending again to one that is disabled', async () => {
      const { id } = await webhook()
      await given.customer()
      await deliver()
      const [delivery] = await deliveriesOf(id)
      await app.call('PUT', `/webhooks/${id}`, { status: 'disabled' })
      await given.customer()
      expect(await deliveriesOf(id)).toHaveLength(1)
      const again = await app.call('POST', `/webhooks/${id}/deliveries/${delivery.id}/redeliver`)
      expect(again.json()).toMatchObject({ status: 409, code: 'webhook_disabled' })
    })

    test('the log of deliveries pages, and is filtered by status and event', async () => {
      const { id } = await webhook()
      receiver.answer = (response, received) =>
        status(received.json.data.name === 'Bad' ? 400 : 204)(response, received)
      for (const name of ['A', 'Bad', 'C']) await given.customer({ name })
      await deliver()
      const pending = await get(`/webhooks/${id}/deliveries?status=pending&include=total`)
      expect(pending).toMatchObject({ total: 1, data: [{ last_http_status: 400 }] })
      const first = await get(`/webhooks/${id}/deliveries?limit=2`)
      const rest = await get(`/webhooks/${id}/deliveries?limit=2&cursor=${first.next_cursor}`)
      const ids = [...first.data, ...rest.data].map(({ id }: Json) => id)
      expect([ids.length, new Set(ids).size, rest.has_more]).toEqual([3, 3, false])
      const event = pending.data[0].event_id
      expect((await get(`/webhooks/${id}/deliveries?event_id=${event}`)).data).toEqual(pending.data)
      const bad = await app.call('GET', `/webhooks/${id}/deliveries?status=lost`)
      expect(bad.statusCode).toBe(422)
    })

    test('a deleted webhook gets none of its waiting deliveries', async () => {
      const { id } = await webhook()
      await given.customer()
      expect((await app.call('DELETE', `/webhooks/${id}`)).statusCode).toBe(204)
      expect([await deliver(), receiver.received]).toEqual([0, []])
      for (const table of ['webhook_deliveries', 'jobs'] as const)
        expect(await app.tables.selectFrom(table).selectAll().execute()).toEqual([])
    })
  })
})

/** The URLs that a webhook could be given although they must not be reached. */
async function acceptedOf(urls: readonly string[]): Promise<readonly string[]> {
  const app = await startTestApp('sqlite')
  const accepted: string[] = []
  for (const url of urls) {
    const { statusCode } = await app.call('POST', '/webhooks', { url })
    if (statusCode !== 422) accepted.push(`${statusCode} ${url}`)
  }
  await app.close()
  return accepted
}

test('422: every URL that the outbound guard refuses before a lookup', async () => {
  expect(await acceptedOf(ALL_REFUSED_URLS)).toEqual([])
})

interface UrlRow {
  readonly url: string
  readonly expect: string
  readonly stage: string
}

describe.skipIf(!HAS_CORPUS)(`addresses of the shared corpus${TITLE}`, () => {
  test('422: every URL that is recognizably forbidden', async () => {
    const rows: UrlRow[] = readFileSync(CORPUS, 'utf8')
      .trim()
      .split('\n')
      .map((it) => JSON.parse(it))
    const refused = rows.filter((it) => it.expect === 'refuse' && it.stage === 'url')
    expect(await acceptedOf(refused.map(({ url }) => url))).toEqual([])
  })
})
