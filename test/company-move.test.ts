import { type FauxqsServer, startFauxqs } from 'fauxqs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyAll } from '../src/books/audit/verify-all.ts'
import { copyMembers } from '../src/company/access/company-access.ts'
import {
  changeInDirectory,
  findCompanyById,
  findCompanyEver,
} from '../src/core/companies/directory.ts'
import { freezeHead } from '../src/core/record/head.ts'
import {
  moveToInstallation,
  undoMoveToInstallation,
} from '../src/operations/lifecycle/lifecycle.ts'
import type { MovePhase } from '../src/operations/lifecycle/move/move.ts'
import { pause } from '../src/platform/clock.ts'
import { listCompanyTables, readRows } from '../src/platform/database/company-rows.ts'
import { companyDb } from '../src/platform/database/scope.ts'
import type { Objects } from '../src/platform/objects/objects.ts'
import { openObjects } from '../src/platform/objects/open.ts'
import { type Postgres, startPostgres } from './faults/postgres.ts'
import type { Json } from './givens.ts'
import { startTestApp, type TestApp } from './harness.ts'
import { runNow } from './jobs.ts'

const ADA = 'ada@example.org'
const PASSWORD = 'nine quiet lighthouses'
const ORIGIN = 'http://localhost:3000'
const ITEMS = [{ description: 'Cover design', quantity: '1.5', unit_price: '80.00' }]

/** Two servers; the company has another number in each. */
describe('a company that moves while it is used', () => {
  let servers: readonly Postgres[]
  let source: TestApp
  let target: TestApp
  let company: string
  beforeAll(async () => {
    servers = await Promise.all([startPostgres(['-c', 'wal_level=logical']), startPostgres()])
    const [from, to] = await Promise.all(servers.map((server) => startOn(server)))
    if (!from || !to) throw new Error('Two installations are needed.')
    source = from
    target = to
    await source.call('POST', '/companies', { name: 'Another', owner: ADA })
    company = (await source.call('POST', '/companies', { name: 'Second', owner: ADA })).json().id
  })
  afterAll(async () => {
    await source.close()
    await target.close()
    await Promise.all(servers.map((it) => it.dispose()))
  })

  const moving = (onPhase: (phase: MovePhase) => void = () => {}, id = company) =>
    moveToInstallation(source.services.lifecycle, {
      ...{ id, target: databaseOf(target), owner: null },
      ...{ onPhase, onRows: () => {} },
    })

  test('the server must be ready, and the command names what is missing', async () => {
    const back = moveToInstallation(target.services.lifecycle, {
      ...{ id: company, target: databaseOf(source), owner: null },
      ...{ onPhase: () => {}, onRows: () => {} },
    })
    await expect(back).rejects.toThrow(/Set wal_level = logical and restart the server/)
  })

  test('a failed move leaves the company unchanged; a canceled one leaves nothing behind', async () => {
    const caller = await callerIn(source, company)
    await caller('PATCH', '/settings', { companyName: 'Second GmbH' })
    await created(caller, '/invoices', {
      customer: { name: 'Before' },
      items: ITEMS,
      status: 'sent',
    })
    const stopped = moving((phase) => {
      if (phase === 'closing') throw new Error('killed')
    })
    await expect(stopped).rejects.toThrow('killed')
    expect(await findCompanyEver(target.directory, company)).toMatchObject({ status: 'importing' })
    // A process that is killed while it closes the company leaves it like this.
    const entry = await findCompanyEver(source.directory, company)
    if (!entry) throw new Error('The company is gone.')
    await changeInDirectory(source.directory, entry.number, () => ({ status: 'moving' }))
    await freezeHead({ ...companyDb(source.db, entry.number), company: entry }, entry.updatedAt)
    const refused = await caller('POST', '/customers', { name: 'Late' })
    expect([refused.statusCode, refused.json().code]).toEqual([503, 'company_moving'])
    // One that is killed a moment later has also copied who belongs to it.
    const arriving = await findCompanyEver(target.directory, company)
    if (!arriving) throw new Error('The copy is gone.')
    const there = { db: target.db, companyId: arriving.number }
    await copyMembers({ db: source.db, companyId: entry.number }, there)
    await undoMoveToInstallation(source.services.lifecycle, {
      id: company,
      target: databaseOf(target),
    })
    expect(await findCompanyEver(target.directory, company)).toBeUndefined()
    const slots = await servers[0]?.query('select slot_name from pg_replication_slots')
    expect(slots).toEqual([])
    await created(caller, '/customers', { name: 'Still here' })
  })

  test('a company whose changes are lost, or that is suspended meanwhile, stays; name, limits and domains move', async () => {
    const made = await source.call('POST', '/companies', { name: 'Third', owner: ADA })
    const { id } = made.json()
    /** Copying begins meanwhile, and takes longer. */
    const whileItIsCopied = (change: () => Promise<unknown>) => (phase: MovePhase) => {
      if (phase === 'copying') void change()
    }
    const drop = () =>
      servers[0]?.query(
        "select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_type = 'logical'",
      )
    const stopped = moving((phase) => {
      if (phase === 'verifying') void drop()
    }, id)
    await expect(stopped).rejects.toThrow(/Another command moves it.*--undo/)
    await undoMoveToInstallation(source.services.lifecycle, { id, target: databaseOf(target) })
    const suspend = () => source.call('POST', `/companies/${id}/suspend`)
    await expect(moving(whileItIsCopied(suspend), id)).rejects.toMatchObject({
      code: 'company_not_movable',
    })
    const stays = await undoMoveToInstallation(source.services.lifecycle, {
      id,
      target: databaseOf(target),
    })
    expect(stays.status).toBe('suspended')
    await source.call('POST', `/companies/${id}/resume`)
    const changes = { name: 'Renamed', limits: { customers: 5 } }
    const rename = () => source.call('PATCH', `/companies/${id}`, changes)
    expect(await moving(whileItIsCopied(rename), id)).toMatchObject({
      ...changes,
      status: 'active',
    })
  })

  test('nothing acknowledged is lost, and the next number follows there', async () => {
    const caller = await callerIn(source, company)
    const shared = await created(caller, '/invoices', {
      ...{ customer: { name: 'Fernweh' }, items: ITEMS, status: 'sent' },
    })
    const { share_url } = await created(caller, `/invoices/${shared.id}/publish`, {})
    await created(caller, '/webhooks', { url: 'https://example.org/hook', event_types: ['*'] })
    const { key } = await created(caller, '/api-keys', { name: 'Shop', scopes: ['read'] })
    await expect(
      moving((phase) => {
        if (phase === 'verifying') throw new Error('killed')
      }),
    ).rejects.toThrow('killed')

    // Continued after it was killed, under load.
    const writers = writing(caller)
    const phases: MovePhase[] = []
    const moved = await moving((phase) => phases.push(phase))
    expect(phases).toEqual(['verifying', 'closing', 'switched'])
    expect(moved.status).toBe('active')
    const gone = '404 company_not_found '
    await expect.poll(() => writers.refusals).toContain(gone)
    await writers.stop()
    const { numbers, refusals } = writers
    expect(numbers.length).toBeGreaterThan(20)
    // The company is closed only for a moment, in which no writer may ask.
    expect(['503 company_moving 5', gone]).toEqual(expect.arrayContaining([...new Set(refusals)]))

    const there = await callerIn(target, company)
    const next = await created(there, '/invoices', {
      ...{ customer: { name: 'Nachtzug' }, items: ITEMS, status: 'sent' },
    })
    const listed = await listAll(there)
    expect(listed.length).toBe(numbers.length + 3)
    expect(numbers.filter((number) => !listed.includes(number))).toEqual([])
    expect(next.number).toBe(listed.toSorted().at(-1))
    expect((await there('GET', '/invoices?q=fernweh&include=total')).json().total).toBe(1)
    const { pathname } = new URL(share_url)
    expect((await target.send({ url: pathname })).statusCode).toBe(200)
    const authorization = `Bearer ${key}`
    const byKey = () => target.send({ url: '/api/v1/settings', headers: { authorization } })
    expect((await byKey()).json().companyName).toBe('Second GmbH')
    const { number } = (await findCompanyById(target.directory, company)) ?? moved
    // As while it is on its way.
    await changeInDirectory(target.directory, number, () => ({ status: 'importing' }))
    expect((await byKey()).json().code).toBe('company_not_found')
    await changeInDirectory(target.directory, number, () => ({ status: 'active' }))
    expect((await there('GET', '/webhooks')).json().data[0]).toMatchObject({ status: 'enabled' })
    expect(await verified(target)).toMatchObject({ verified: 3, faulty: 0 })
  })

  test('no rows of it stay, and other companies are complete', async () => {
    const gone = await findCompanyEver(source.directory, company)
    expect(gone).toMatchObject({ status: 'deleted', name: '' })
    source.clock.set('2026-11-21T10:30:00.000Z')
    await runNow(source, 'company.delete')
    const left: string[] = []
    for (const shape of await listCompanyTables(source.db))
      for await (const rows of readRows(companyDb(source.db, gone?.number ?? ONE), shape))
        left.push(`${shape.name}: ${rows.length}`)
    expect(left).toEqual([])
    expect(await verified(source)).toMatchObject({ verified: 2, faulty: 0 })
    const undone = undoMoveToInstallation(source.services.lifecycle, {
      id: company,
      target: databaseOf(target),
    })
    await expect(undone).rejects.toMatchObject({ code: 'move_finished' })
    await expect(moving()).rejects.toMatchObject({ code: 'company_exists' })
  })
})

/** One installation has a store with the protocol of S3, the other has none. */
describe('a company with large files', () => {
  const bucket = 'files'
  let store: FauxqsServer
  let objects: Objects
  let servers: readonly Postgres[]
  let withStore: TestApp
  let without: TestApp
  beforeAll(async () => {
    store = await startFauxqs({ port: 0, logger: false })
    store.createBucket(bucket)
    const opened = await openObjects({
      objects: {
        ...{ kind: 's3', bucket, endpoint: `http://127.0.0.1:${store.port}` },
        ...{ region: 'us-east-1', accessKeyId: 'id', secretAccessKey: 'secret' },
      },
    })
    if (!opened) throw new Error('Expected a store.')
    objects = opened
    const logical = ['-c', 'wal_level=logical']
    servers = await Promise.all([startPostgres(logical), startPostgres(logical)])
    const [one, other] = servers
    if (!one || !other) throw new Error('Two servers are needed.')
    withStore = await startOn(one, { objects })
    without = await startOn(other)
  })
  afterAll(async () => {
    await withStore.close()
    await without.close()
    await objects.close()
    await store.stop()
    await Promise.all(servers.map((it) => it.dispose()))
  })

  const large = (name: string) => Buffer.from(`${name}\n`.repeat(20_000))
  const storedOf = async (app: TestApp, company: string) => {
    const number = (await findCompanyEver(app.directory, company))?.number
    return (await Array.fromAsync(objects.list(number))).map(({ key }) => key)
  }
  const add = async (caller: Caller, invoice: string, name: string) => {
    const path = `/invoices/${invoice}/files?name=${name}.csv&visible=internal`
    return `/invoices/${invoice}/files/${(await created(caller, path, large(name))).id}`
  }
  const moveTo = (from: TestApp, to: TestApp, id: string, onPhase = (_: MovePhase) => {}) =>
    moveToInstallation(from.services.lifecycle, {
      ...{ id, target: databaseOf(to), owner: null },
      ...{ onPhase, onRows: () => {} },
    })

  test('moves out of the store: files that arrive meanwhile move, too', async () => {
    const made = await withStore.call('POST', '/companies', { name: 'Second', owner: ADA })
    const { id } = made.json()
    const caller = await callerIn(withStore, id)
    await caller('PATCH', '/settings', { companyName: 'Second GmbH' })
    const invoice = await created(caller, '/invoices', { customer: { name: 'A' }, items: ITEMS })
    const before = await add(caller, invoice.id, 'before')
    const [key = ''] = await storedOf(withStore, id)
    const bytes = (await objects.get(key)) ?? new Uint8Array()

    await objects.delete(key)
    await expect(moveTo(withStore, without, id)).rejects.toMatchObject({ code: 'file_store_away' })
    expect(await findCompanyById(without.directory, id)).toBeUndefined()
    await objects.put(key, bytes)

    const killed = moveTo(withStore, without, id, (phase) => {
      if (phase === 'verifying') throw new Error('killed')
    })
    await expect(killed).rejects.toThrow('killed')
    const meanwhile = await add(caller, invoice.id, 'meanwhile')
    expect(await storedOf(withStore, id)).toHaveLength(2)
    expect(await moveTo(withStore, without, id)).toMatchObject({ status: 'active' })

    const there = await callerIn(without, id)
    for (const [path, name] of [[before, 'before'] as const, [meanwhile, 'meanwhile'] as const])
      expect((await there('GET', path)).rawPayload.equals(large(name)), name).toBe(true)
    expect(await verified(without)).toMatchObject({ faulty: 0 })
    withStore.clock.set('2026-11-21T10:30:00.000Z')
    await runNow(withStore, 'company.delete')
    expect(await storedOf(withStore, id)).toEqual([])
  })

  test('moves to an installation with a store: its files stay in the database, later ones go to the store', async () => {
    const made = await without.call('POST', '/companies', { name: 'Third', owner: ADA })
    const { id } = made.json()
    const caller = await callerIn(without, id)
    await caller('PATCH', '/settings', { companyName: 'Third GmbH' })
    const invoice = await created(caller, '/invoices', { customer: { name: 'A' }, items: ITEMS })
    const before = await add(caller, invoice.id, 'before')
    expect(await moveTo(without, withStore, id)).toMatchObject({ status: 'active' })

    const there = await callerIn(withStore, id)
    expect(await storedOf(withStore, id)).toEqual([])
    const later = await add(there, invoice.id, 'later')
    expect(await storedOf(withStore, id)).toHaveLength(1)
    for (const [path, name] of [[before, 'before'] as const, [later, 'later'] as const])
      expect((await there('GET', path)).rawPayload.equals(large(name)), name).toBe(true)
  })
})

const ONE = 1n as Parameters<typeof companyDb>[1]

async function startOn(
  server: Postgres,
  more: { readonly objects?: Objects } = {},
): Promise<TestApp> {
  const url = await server.createDatabase('billwright')
  const config = { engine: 'postgres' as const, url }
  const app = await startTestApp('postgres', {}, { config, drop: async () => {} }, more)
  await app.call('POST', '/users', { email: ADA, password: PASSWORD, role: 'admin' })
  return app
}

function databaseOf({ config: { database } }: TestApp) {
  if (database.engine === 'postgres') return database
  throw new Error('Companies move between PostgreSQL only.')
}

type Caller = Awaited<ReturnType<typeof callerIn>>

/** Requests of a person in that company. */
async function callerIn(app: TestApp, company: string) {
  const payload = { email: ADA, password: PASSWORD }
  const headers = { origin: ORIGIN }
  const answer = await app.send({ method: 'POST', url: '/api/v1/session', payload, headers })
  const cookie = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  return (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
    app.send({
      method,
      url: `/api/v1${path}`,
      headers: { ...headers, ...typeOf(body), cookie, 'billwright-company': company },
      ...(body ? { payload: body } : {}),
    })
}

const typeOf = (body?: object) =>
  body instanceof Uint8Array ? { 'content-type': 'application/octet-stream' } : {}

async function created(caller: Caller, path: string, body: object): Promise<Json> {
  const response = await caller('POST', path, body)
  expect(response.statusCode, response.body).toBeLessThan(300)
  return response.json()
}

/** Issues invoices until it is stopped, and keeps the numbers that were acknowledged. */
function writing(caller: Caller) {
  const numbers: string[] = []
  const refusals: string[] = []
  let isOver = false
  const write = async () => {
    while (!isOver) {
      const body = { customer: { name: 'Under load' }, items: ITEMS, status: 'sent' }
      const response = await caller('POST', '/invoices', body)
      const { number, code } = response.json()
      if (response.statusCode === 201) numbers.push(number)
      else refusals.push(`${response.statusCode} ${code} ${response.headers['retry-after'] ?? ''}`)
      await pause(150)
    }
  }
  const done = Promise.all([write(), write()])
  const stop = () => {
    isOver = true
    return done
  }
  return { numbers, refusals, stop }
}

async function listAll(caller: Caller): Promise<string[]> {
  const numbers: string[] = []
  let cursor = ''
  for (;;) {
    const page: Json = (await caller('GET', `/invoices?limit=100${cursor}`)).json()
    numbers.push(...page.data.map((it: Json) => it.number))
    if (!page.has_more) return numbers
    cursor = `&cursor=${page.next_cursor}`
  }
}

const verified = (app: TestApp) =>
  verifyAll({
    config: app.config,
    clock: app.clock,
    parallel: 1,
    sinceVerified: false,
    onCompany: () => {},
  })
