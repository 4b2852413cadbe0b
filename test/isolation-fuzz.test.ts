import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { isFirst } from '../src/core/companies/company.ts'
import { viewsSettled } from '../src/messages/sharing/view-log.ts'
import { CITUS_URL, createDistributedDatabase } from './citus-cluster.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'
import {
  type Caller,
  leakFinder,
  probesOf,
  sendProbe,
  targetsOf,
  textOf,
  unknownLike,
} from './isolation/fuzz.ts'
import { type Operation, operationsOf } from './isolation/operations.ts'
import {
  addressesOf,
  emptyTables,
  givenSides,
  idsOf,
  rowsOf,
  type Side,
  type Sides,
} from './isolation/sides.ts'
import { LIMIT_MS } from './patience.ts'
import { type Servers, startServers } from './servers.ts'

type Ids = ReadonlyMap<string, readonly string[]>

/**
 * What an owner cannot read: a quote by the link of an invoice, the XML of a seller without VAT number,
 * a provider's sign-in, and what needs ids in the query.
 */
const UNREADABLE = [
  'listNextReminders',
  'listBalances',
  'previewCollection',
  'getPublicQuote',
  'getPublicQuoteHtml',
  'getInvoiceXml',
  'getPublicInvoiceXml',
  'beginOidc',
  'finishOidc',
]
/** `ISOLATION_FUZZ=long` tries every value in every place, with every caller in turn. */
const IS_LONG = process.env.ISOLATION_FUZZ === 'long'
const PARTS = IS_LONG ? ['key', 'owner', 'both', 'none'] : ['key, both']
const ROUNDS = 2000
const PART_MS = 3 * LIMIT_MS

/** Prints, which takes a browser and seconds. */
const isSlow = ({ path }: Operation) => path.endsWith('/pdf')

const PLACES = CITUS_URL === '' ? ENGINES : [...ENGINES, 'citus' as const]

/** A short run asks on each engine from one side. */
const CASES = PLACES.flatMap((engine) =>
  (['company 1', 'company 2'] as const)
    .filter((attacker) => IS_LONG || (attacker === 'company 1') === (engine === 'sqlite'))
    .map((attacker) => ({ engine, attacker })),
)

describe.each(CASES)('$attacker and another company, with every kind of resource ($engine)', ({
  engine,
  attacker,
}) => {
  let app: TestApp
  let servers: Servers
  let logged = ''
  let sides: Sides
  let operations: readonly Operation[]
  let ids: ReadonlyMap<Side, Ids>
  beforeAll(async () => {
    servers = await startServers()
    const log = new Writable({
      write(line, _encoding, done) {
        logged += line
        done()
      },
    })
    const env = { ...servers.env, LOG_LEVEL: 'trace' }
    vi.spyOn(pino, 'destination').mockReturnValueOnce(log as never)
    app =
      engine === 'citus'
        ? await startTestApp('postgres', env, await createDistributedDatabase())
        : await startTestApp(engine, env)
    operations = await operationsOf(app)
    const [first, second, rest] = await givenSides(app, servers)
    sides =
      attacker === 'company 1' ? { a: first, b: second, ...rest } : { a: second, b: first, ...rest }
    ids = await ownIds()
  })
  afterAll(async () => {
    await app.close()
    await servers.close()
  })

  /** Without rows of both companies, such as built-in templates. */
  async function ownIds(): Promise<ReadonlyMap<Side, Ids>> {
    const { a, b } = sides
    const [ofA, ofB] = [await idsOf(app, a, operations), await idsOf(app, b, operations)]
    const without = (some: Ids, others: Ids): Ids => {
      const known = new Set([...others.values()].flat())
      return new Map([...some].map(([key, all]) => [key, all.filter((id) => !known.has(id))]))
    }
    return new Map([
      [a, without(ofA, ofB)],
      [b, without(ofB, ofA)],
    ])
  }
  const idsFor = (side: Side): Ids => ids.get(side) ?? new Map()

  test('each table of companies has rows of both, from test/isolation/sides.ts', async () => {
    expect(await emptyTables(app, sides.a)).toEqual([])
    expect(await emptyTables(app, sides.b)).toEqual([])
  })

  test('each operation has an address in both, and the owner reads there', async () => {
    for (const side of [sides.a, sides.b]) {
      const failed: string[] = []
      for (const operation of operations) {
        const urls = addressesOf(operation.path, idsFor(side), side.known)
        if (urls.length === 0 && !operation.isPublic) failed.push(`${operation.id} has no address`)
        if (urls.length === 0 || operation.method !== 'GET' || isSlow(operation)) continue
        const answers = urls.map((url) => app.send({ url, headers: side.owner }))
        const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode)
        if (!statuses.some((status) => status < 400)) failed.push(operation.id)
      }
      expect(failed.filter((id) => !UNREADABLE.includes(id))).toEqual([])
    }
  })

  test.each(PARTS)(
    'A cannot distinguish B’s ids from unknown ones (%s)',
    async (names) => {
      const { a, b } = sides
      const both = { ...sides.both, 'billwright-company': a.company.id }
      const all: readonly Caller[] = [
        { name: 'key', headers: a.key },
        { name: 'owner', headers: a.owner },
        { name: 'both', headers: both, isInBoth: true },
        { name: 'none', headers: {} },
      ]
      const callers = all.filter(({ name }) => names.includes(name))
      const targets = await targetsOf(app, sides, {
        idsOfA: idsFor(a),
        idsOfB: idsFor(b),
        isLong: IS_LONG,
      })
      const leaks = await leakFinder(app, b, [sides.bothId, b.company.id])
      await settled()
      const before = await rowsOf(app, b)
      logged = ''
      const found: string[] = []
      let count = 0
      for (const operation of operations)
        for (const probe of probesOf(operation, targets))
          for (const caller of callers) {
            const isPath = /^(path|header billwright)/.test(probe.place)
            if (isSlow(operation) && !isPath) continue
            const isAsked = caller.name === 'key' || (isPath && caller.name === 'both')
            if (!IS_LONG && !isAsked) continue
            found.push(...(await sendProbe(app, probe, { caller, leaks })))
            count += 1
          }
      expect(logged).toContain('"route"')
      for (const { name, headers } of callers) {
        const { statusCode } = await app.send({ url: '/api/v1/settings', headers })
        expect([name, statusCode]).toEqual([name, name === 'none' ? 401 : 200])
      }
      expect(found).toEqual([])
      expect(count).toBeGreaterThan(1000)
      await settled()
      await expectSameRows(before)
      for (const { path, headers, body } of servers.receiver.received)
        if (path === `/${a.mark}`) expect(leaks(`${JSON.stringify(headers)} ${body}`)).toEqual([])
      for (const operation of operations.filter((it) => it.method === 'GET' && !isSlow(it)))
        for (const url of addressesOf(operation.path, idsFor(a), a.known)) {
          const answer = await app.send({ url, headers: a.key })
          expect(leaks(textOf(answer)), url).toEqual([])
        }
      expect(leaks((await app.send({ url: '/metrics', headers: a.key })).body)).toEqual([])
      expect(leaks(logged)).toEqual([])
    },
    PART_MS,
  )

  test("an idempotency key of B is A's to use", async () => {
    const { a, b } = sides
    const body = { name: 'Once' }
    const key = { 'idempotency-key': 'the-same-in-both' }
    const theirs = await b.call('POST', '/customers', body, key)
    const first = await app.call('POST', '/customers', body, { ...a.key, ...key })
    expect(first.headers['idempotency-replayed']).toBeUndefined()
    expect(first.json().id).not.toBe(theirs.id)
    const again = await b.call('POST', '/customers', body, key)
    expect(again.id).toBe(theirs.id)
  })

  test("404: a link of B under A's handle, and without its own", async () => {
    const { a, b } = sides
    const { share_token = '', template, version = '', path } = b.known
    const secret = share_token.slice(-43)
    const bare = version.replace(/@.*/, '')
    const inA = (separator: string) => (isFirst(a.company) ? '' : `${separator}${a.company.handle}`)
    const disguised = [
      `public/invoices/${isFirst(a.company) ? secret : `${a.company.handle}.${secret}`}`,
      `public/invoices/aaaaaaaa.${secret}`,
      `_template-assets/${template}/${bare}${inA('@')}/${path}`,
      `_template-assets/${template}/${bare}@aaaaaaaa/${path}`,
    ]
    for (const at of disguised) {
      // A handle that nobody has means company 1.
      if (at.includes('aaaaaaaa') && isFirst(b.company)) continue
      const answer = await app.send({ url: `/api/v1/${at}`, headers: a.key })
      expect(answer.statusCode, at).toBe(404)
    }
  })

  test.runIf(IS_LONG)('a request with B’s ids takes as long as with unknown ones', async () => {
    const { a } = sides
    const [theirs = ''] = idsFor(sides.b).get('/api/v1/invoices') ?? []
    const taken: Record<string, number[]> = {}
    for (let round = 0; round < ROUNDS; round += 1)
      for (const id of [theirs, unknownLike(theirs)]) {
        const begin = performance.now()
        await app.send({ url: `/api/v1/invoices/${id}`, headers: a.key })
        const kind = id === theirs ? 'theirs' : 'unknown'
        taken[kind] = [...(taken[kind] ?? []), performance.now() - begin]
      }
    const median = (values: readonly number[] = []) =>
      values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN
    const ratio = median(taken.theirs) / median(taken.unknown)
    expect(Math.abs(ratio - 1)).toBeLessThan(0.05)
  })

  /** Views are recorded, and webhooks sent, after the answer. */
  async function settled(): Promise<void> {
    await viewsSettled(app.work().app)
    await app.services.jobRunner.runDue()
  }

  async function expectSameRows(before: readonly string[]): Promise<void> {
    const after = await rowsOf(app, sides.b)
    expect(after.filter((row) => !before.includes(row))).toEqual([])
    expect(before.filter((row) => !after.includes(row))).toEqual([])
  }
})
