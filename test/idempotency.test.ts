import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FIRST_COMPANY } from '../src/core/companies/company.ts'
import { tablesOfAllCompanies } from '../src/platform/database/scope.ts'
import { givens, ITEM } from './givens.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'
import { runNow } from './jobs.ts'
import { startPeer } from './peer.ts'
import { startReceiver } from './webhook-receiver.ts'

const CUSTOMER = { name: 'Fernweh Books' }
const INVOICE = { customer: CUSTOMER, items: [ITEM] }
const KEPT = ['content-type', 'location', 'etag', 'cache-control'] as const

type Reply = Awaited<ReturnType<TestApp['call']>>

const kept = ({ statusCode, rawPayload, headers }: Reply) => ({
  statusCode,
  body: rawPayload.toString('hex'),
  headers: KEPT.map((name) => headers[name]),
})

const isReplay = ({ headers }: Reply): boolean => headers['idempotency-replayed'] === 'true'

/** As if the process ended after a webhook was called, and before that was stored. */
const loseAttempts = (app: TestApp): Promise<unknown> =>
  (app.config.database.engine === 'sqlite'
    ? sql`create trigger cut before insert on webhook_attempts
        begin select raise(abort, 'cut short'); end`
    : sql`alter table webhook_attempts add constraint cut check (number < 0)`
  ).execute(tablesOfAllCompanies(app.db))

describe.each(ENGINES)('Idempotency-Key (%s)', (engine) => {
  let app: TestApp
  const send = (method: string, path: string, key: string, body?: unknown, headers = {}) =>
    app.call(method, path, body, { 'idempotency-key': key, ...headers })
  const customers = async (): Promise<number> =>
    (await app.call('GET', '/customers?include=total')).json().total

  beforeAll(async () => {
    app = await startTestApp(engine)
  })
  afterAll(() => app.close())

  test('the same request gets the same answer, byte for byte, and creates nothing', async () => {
    const first = await send('POST', '/customers', 'create-1', CUSTOMER)
    expect(first.statusCode).toBe(201)
    expect(isReplay(first)).toBe(false)
    const before = await customers()
    const again = await send('POST', '/customers', 'create-1', CUSTOMER)
    expect(kept(again)).toEqual(kept(first))
    expect(isReplay(again)).toBe(true)
    expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
    expect(await customers()).toBe(before)
  })

  test.each([
    ['body', '/customers', { name: 'Another' }, {}],
    ['spelling', '/customers', '{"name": "Fernweh Books"}', {}],
    ['path', '/invoices', INVOICE, {}],
    ['If-Match', '/customers', CUSTOMER, { 'if-match': '"x"' }],
  ])('422: the key came with another %s', async (what, path, body, headers) => {
    const key = `other-${what}`
    expect((await send('POST', '/customers', key, CUSTOMER)).statusCode).toBe(201)
    const json = { 'content-type': 'application/json' }
    const other = await send('POST', path, key, body, { ...json, ...headers })
    expect(other.json()).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
  })

  test('422: the key came with another query', async () => {
    const xml = { 'content-type': 'application/xml' }
    const first = await send('POST', '/invoices/import', 'query', '<a/>', xml)
    expect(first.statusCode).toBeGreaterThan(399)
    const again = await send('POST', '/invoices/import', 'query', '<a/>', xml)
    expect(isReplay(again)).toBe(true)
    const path = '/invoices/import?customer_id=cus_019aa3c1-4a7e-7cc0-8000-5b1f3c2d1e0f'
    const other = await send('POST', path, 'query', '<a/>', xml)
    expect(other.json()).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
  })

  test('50 concurrent requests create one object; the others must wait or get the same answer', async () => {
    const before = await customers()
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => send('POST', '/customers', 'storm', CUSTOMER)),
    )
    const made = replies.filter(({ statusCode }) => statusCode === 201)
    const waiting = replies.filter(({ statusCode }) => statusCode !== 201)
    expect(await customers()).toBe(before + 1)
    expect(made.filter((it) => !isReplay(it))).toHaveLength(1)
    expect(new Set(made.map(({ body }) => body)).size).toBe(1)
    for (const reply of waiting) {
      expect(reply.json()).toMatchObject({ status: 409, code: 'idempotency_in_flight' })
      expect(reply.headers['retry-after']).toBe('1')
    }
    const after = await send('POST', '/customers', 'storm', CUSTOMER)
    expect(kept(after)).toEqual(kept(made[0] as Reply))
  })

  test('a key belongs to its caller', async () => {
    const headers = await givens(app).key('read', 'write')
    const mine = await send('POST', '/customers', 'mine', CUSTOMER)
    const theirs = await send('POST', '/customers', 'mine', CUSTOMER, headers)
    expect(theirs.statusCode).toBe(201)
    expect(theirs.json().id).not.toBe(mine.json().id)
  })

  test('a request refused by validation, access or size does not use up the key', async () => {
    const readOnly = await givens(app).key('read')
    const refused = [
      await send('POST', '/customers', 'fresh', { nmae: 'x' }),
      await send('POST', '/customers', 'fresh', CUSTOMER, { authorization: 'Bearer wrong' }),
      await send('POST', '/customers', 'fresh', CUSTOMER, readOnly),
      await send('POST', '/customers', 'fresh', 'x', { 'content-type': 'text/plain' }),
      await send('POST', '/customers', 'fresh', '{', { 'content-type': 'application/json' }),
    ]
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([422, 401, 403, 415, 400])
    const created = await send('POST', '/customers', 'fresh', CUSTOMER)
    expect([created.statusCode, isReplay(created)]).toEqual([201, false])
  })

  test('a refusal by the handler is replayed too', async () => {
    const path = '/customers/cus_019aa3c1-4a7e-7cc0-8000-5b1f3c2d1e0f'
    const first = await send('DELETE', path, 'gone')
    const again = await send('DELETE', path, 'gone')
    expect(first.statusCode).toBe(404)
    expect([kept(again), isReplay(again)]).toEqual([kept(first), true])
  })

  test('DELETE answers 204 again, without a body', async () => {
    const { id } = await givens(app).customer()
    const first = await send('DELETE', `/customers/${id}`, 'delete')
    const again = await send('DELETE', `/customers/${id}`, 'delete')
    expect([first.statusCode, again.statusCode, again.body]).toEqual([204, 204, ''])
    expect(isReplay(again)).toBe(true)
  })

  test('a page that is replayed keeps its policy', async () => {
    const path = '/templates/minimalist-clean/preview'
    const first = await send('POST', path, 'preview', {})
    const again = await send('POST', path, 'preview', {})
    expect(first.statusCode, first.body).toBe(200)
    expect([again.body, isReplay(again)]).toEqual([first.body, true])
    for (const name of ['content-security-policy', 'content-type', 'x-content-type-options'])
      expect(again.headers[name]).toBe(first.headers[name])
  })

  test.each([
    ['empty', ''],
    ['with a space', 'a b'],
    ['256 characters', 'x'.repeat(256)],
    ['not ASCII', 'schlüssel'],
  ])('422: %s', async (_name, key) => {
    const reply = await send('POST', '/customers', key, CUSTOMER)
    expect(reply.json()).toMatchObject({ status: 422, code: 'invalid_idempotency_key' })
  })

  test('255 characters are a key', async () => {
    expect((await send('POST', '/customers', 'x'.repeat(255), CUSTOMER)).statusCode).toBe(201)
  })

  test('1 000 items: an answer of more than 1 MiB is replayed too', async () => {
    const details = 'All twelve covers, each in two sizes. '.repeat(20)
    const body = { ...INVOICE, items: Array.from({ length: 1_000 }, () => ({ ...ITEM, details })) }
    const first = await send('POST', '/invoices', 'thousand', body)
    expect(first.statusCode).toBe(201)
    expect(first.rawPayload.length).toBeGreaterThan(1024 * 1024)
    const again = await send('POST', '/invoices', 'thousand', body)
    expect([kept(again), isReplay(again)]).toEqual([kept(first), true])
    const rows = await app.tables.selectFrom('idempotency_keys').select('answer').execute()
    const largest = Math.max(...rows.map(({ answer }) => answer?.length ?? 0))
    expect(largest).toBeLessThan(first.rawPayload.length / 4)
  })

  test('409: an answer that was changed in the database, or is of another row, is lost', async () => {
    const first = await send('POST', '/customers', 'changed', CUSTOMER)
    const second = await send('POST', '/customers', 'swapped', CUSTOMER)
    const rowOf = (it: Reply) =>
      app.tables
        .selectFrom('idempotency_keys')
        .select(['id', 'answer'])
        .where('resource_id', '=', it.json().id)
        .executeTakeFirstOrThrow()
    const put = (id: string, answer: Uint8Array) =>
      app.tables.updateTable('idempotency_keys').set({ answer }).where('id', '=', id).execute()
    const [row, other] = [await rowOf(first), await rowOf(second)]
    const answer = Buffer.from(row.answer ?? [])
    await put(other.id, answer)
    await put(
      row.id,
      answer.map((byte, at) => (at === 40 ? byte ^ 1 : byte)),
    )
    for (const [key, made] of [
      ['changed', first],
      ['swapped', second],
    ] as const) {
      const again = await send('POST', '/customers', key, CUSTOMER)
      expect(again.json()).toMatchObject({
        status: 409,
        code: 'idempotency_answer_lost',
        resource_id: made.json().id,
      })
    }
  })

  test('another process replays, also when both are asked at once', async () => {
    const peer = await startPeer(app)
    try {
      const first = await send('POST', '/customers', 'peer', CUSTOMER)
      expect(kept(await peer.post('/customers', CUSTOMER, 'peer'))).toEqual(kept(first))
      const before = await customers()
      const rounds = Array.from({ length: 10 }, (_, at) => at)
      for (const round of rounds) {
        const replies = await Promise.all([
          send('POST', '/customers', `race-${round}`, CUSTOMER),
          peer.post('/customers', CUSTOMER, `race-${round}`),
          send('POST', '/customers', `race-${round}`, CUSTOMER),
          peer.post('/customers', CUSTOMER, `race-${round}`),
        ])
        const statuses = replies.map(({ statusCode }) => statusCode)
        expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([])
        expect(statuses).toContain(201)
      }
      expect(await customers()).toBe(before + rounds.length)
    } finally {
      await peer.close()
    }
  })

  test('a restart forgets nothing', async () => {
    const before = await startPeer(app)
    const first = await before.post('/customers', CUSTOMER, 'restart')
    await before.close()
    const after = await startPeer(app)
    const again = await after.post('/customers', CUSTOMER, 'restart')
    await after.close()
    expect([kept(again), isReplay(again)]).toEqual([kept(first), true])
  })

  test('409: an interrupted webhook test is not sent again, and is reported', async () => {
    const receiver = await startReceiver()
    const app = await startTestApp(engine, { OUTBOUND_ALLOW: receiver.host })
    const { id } = (await app.call('POST', '/webhooks', { url: receiver.url() })).json()
    const arrived = () => receiver.received.length
    await loseAttempts(app)
    const send = () =>
      app.call('POST', `/webhooks/${id}/test`, undefined, { 'idempotency-key': 'cut-short' })
    expect([(await send()).statusCode, arrived()]).toEqual([500, 1])
    const again = (await send()).json()
    expect(again).toMatchObject({ status: 409, code: 'idempotency_answer_lost' })
    expect(arrived()).toBe(1)
    const path = `/webhooks/${id}/deliveries/${again.resource_id}`
    expect((await app.call('GET', path)).json()).toMatchObject({
      status: 'failed',
      last_error: 'The service stopped before a response arrived.',
      attempts: [],
    })
    await app.services.jobRunner.runDue()
    expect(arrived()).toBe(1)
    await app.close()
    await receiver.close()
  })

  test('a key is kept for 24 hours, and then deleted by a job', async () => {
    app.clock.set('2026-12-01T00:00:00.000Z')
    const first = await send('POST', '/customers', 'day', CUSTOMER)
    app.clock.set('2026-12-02T00:00:00.000Z')
    const kept24h = await send('POST', '/customers', 'day', CUSTOMER)
    expect([kept24h.json().id, isReplay(kept24h)]).toEqual([first.json().id, true])
    app.clock.set('2026-12-02T00:00:00.001Z')
    const later = await send('POST', '/customers', 'day', CUSTOMER)
    expect([later.statusCode, isReplay(later)]).toEqual([201, false])
    expect(later.json().id).not.toBe(first.json().id)
    app.clock.set('2026-12-04T00:00:00.000Z')
    await runNow(app, 'idempotency.expire')
    const rows = await app.tables.selectFrom('idempotency_keys').select('created_at').execute()
    expect(rows).toEqual([])
  })

  test('deletes any number, until none is left', async () => {
    const old = Array.from({ length: 1_200 }, (_, i) => ({
      id: `old-${i}`,
      company_id: FIRST_COMPANY,
      fingerprint: '',
      created_at: '2026-12-01T00:00:00.000Z',
    }))
    for (let i = 0; i < old.length; i += 100)
      await app.tables
        .insertInto('idempotency_keys')
        .values(old.slice(i, i + 100))
        .execute()
    app.clock.set('2026-12-06T00:00:00.000Z')
    await runNow(app, 'idempotency.expire')
    const left = await app.tables
      .selectFrom('idempotency_keys')
      .select('id')
      .where('created_at', '<', '2026-12-05T00:00:00.000Z')
      .execute()
    expect(left).toEqual([])
  })
})
