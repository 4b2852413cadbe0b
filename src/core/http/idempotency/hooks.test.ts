import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES } from '../../../../test/databases.ts'
import { type SliceServer, startSliceServer } from '../../../../test/slice-server.ts'
import { AppError } from '../../../kernel/errors.ts'
import { type Clock, instantAfter, systemClock } from '../../../platform/clock.ts'
import { withoutCommitHook } from '../../../platform/database/commit-hook.ts'
import { type Db, inTransaction } from '../../../platform/database/db.ts'
import { type CompanyDb, companyDb, tablesOf } from '../../../platform/database/scope.ts'
import { newSecret } from '../../../platform/ids.ts'
import { FIRST_COMPANY } from '../../companies/company.ts'
import type { Server } from '../server.ts'
import { registerIdempotency } from './hooks.ts'
import { heedsIdempotencyKey } from './inner/key.ts'

const clock: Clock = systemClock
const scopeOn = (db: Db): CompanyDb => companyDb(db, FIRST_COMPANY)
const schema = (operationId: string) => ({
  operationId,
  summary: '…',
  response: { 200: Type.Any() },
})

const secret = newSecret()

/** Routes that fail in every way in which requests fail. */
async function register(app: Server, db: Db): Promise<void> {
  registerIdempotency(app, {
    scopeOf: async () => scopeOn(db),
    secretOf: async () => secret,
    clock,
  })
  const count = (name: string, id = name) =>
    inTransaction(scopeOn(db).db, async (trx) => {
      await trx
        .insertInto('throttles')
        .values({ key: name, count: 1n, window_ends_at: '9999' })
        .onConflict((it) =>
          it.column('key').doUpdateSet((e) => ({ count: e('throttles.count', '+', 1n) })),
        )
        .execute()
      return { part: { id } }
    })
  const config = { access: 'write' } as const

  app.post('/fails-after', { config, schema: schema('a') }, async () => {
    await count('fails-after', 'inv_1')
    throw new Error('The process ends here.')
  })
  app.post('/rolls-back', { config, schema: schema('c') }, async () =>
    inTransaction(scopeOn(db).db, async () => {
      throw new Error('Nothing was stored.')
    }),
  )
  app.post('/noted', { config, schema: schema('g') }, async () => {
    await withoutCommitHook(() => count('noted'))
    throw new Error('The process ends before the change.')
  })
  app.post('/busy', { config, schema: schema('d') }, async () => {
    throw new AppError('too_many', 'outbound_busy', 'Wait.')
  })
  app.post('/twice', { config, schema: schema('e') }, async () => {
    await count('twice')
    return await count('twice')
  })
  app.post('/large', { config, schema: schema('f') }, async () => {
    await count('large')
    return { text: 'x'.repeat(16 * 1024 * 1024) }
  })
}

describe.each(ENGINES)('at most one effect (%s)', (engine) => {
  let server: SliceServer
  const post = (path: string, key = path) =>
    server.send({ method: 'POST', path, body: {}, headers: { 'idempotency-key': key } })
  const effects = async (name: string): Promise<number> => {
    const row = await server.db
      .selectFrom('throttles')
      .select('count')
      .where('key', '=', name)
      .executeTakeFirst()
    return Number(row?.count ?? 0)
  }

  beforeAll(async () => {
    server = await startSliceServer(engine, register)
  })
  afterAll(() => server.close())

  test('409: a change committed before a 500 is not repeated, and is named', async () => {
    expect((await post('/fails-after')).status).toBe(500)
    const again = await post('/fails-after')
    expect(again.json).toMatchObject({
      status: 409,
      code: 'idempotency_answer_lost',
      resource_id: 'inv_1',
    })
    expect(await effects('fails-after')).toBe(1)
  })

  test('a rolled-back change can be tried again', async () => {
    expect((await post('/rolls-back')).status).toBe(500)
    expect((await post('/rolls-back')).status).toBe(500)
  })

  test('writes before a change do not count as the change', async () => {
    expect((await post('/noted')).status).toBe(500)
    expect((await post('/noted')).status).toBe(500)
    expect(await effects('noted')).toBe(2)
  })

  test('429 is not stored', async () => {
    expect((await post('/busy')).status).toBe(429)
    expect((await post('/busy')).headers['idempotency-replayed']).toBeUndefined()
  })

  test('a request with two transactions counts as one', async () => {
    const first = await post('/twice')
    const again = await post('/twice')
    expect([first.status, again.text]).toEqual([200, first.text])
    expect(await effects('twice')).toBe(2)
  })

  test('409: a change that another process has just committed is in flight until its response is stored', async () => {
    expect((await post('/twice', 'elsewhere')).status).toBe(200)
    const committed = (secondsAgo: number) =>
      tablesOf(scopeOn(server.db))
        .updateTable('idempotency_keys')
        .set({ answer: null, created_at: instantAfter(clock, -secondsAgo) })
        .where('resource_id', '=', 'twice')
        .execute()
    await committed(1)
    expect((await post('/twice', 'elsewhere')).json.code).toBe('idempotency_in_flight')
    // By then its process is gone.
    await committed(60)
    expect((await post('/twice', 'elsewhere')).json.code).toBe('idempotency_answer_lost')
  })

  test('409: a response of more than 16 MiB is not stored, and its effect not repeated', async () => {
    expect((await post('/large')).status).toBe(200)
    expect((await post('/large')).json.code).toBe('idempotency_answer_lost')
    expect(await effects('large')).toBe(1)
  })
})

test.each([
  ['POST', { access: 'write' }, true],
  ['DELETE', { access: 'session' }, true],
  ['GET', { access: 'read' }, false],
  ['POST', { access: 'public' }, false],
  ['POST', { access: 'admin', idempotency: false }, false],
  ['POST', {}, false],
] as const)('%s with %o heeds a key: %s', (method, config, expected) => {
  expect(heedsIdempotencyKey({ method, config })).toBe(expected)
})
