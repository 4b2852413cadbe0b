import Database from 'better-sqlite3'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { migrate, openDatabase } from '../src/platform/database/db.ts'
import { tablesOfAllCompanies } from '../src/platform/database/scope.ts'
import { type Mutant, mutantsOf } from './company-mutants.ts'
import { spansCompanies, withoutCompany } from './company-sql.ts'
import { createRowSecureDatabase, createTestDatabase, type TestDatabase } from './databases.ts'
import {
  companiesIn,
  requestFaults,
  statementFaults,
  type TableKinds,
  transactionFaults,
} from './distributed-sql.ts'
import { documentedOperations, findOperation } from './documented-answers.ts'
import { type Call, useEveryRoute } from './every-route.ts'
import type { Json } from './givens.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'
import { faultsIn, type Statement } from './portable-sql.ts'
import { namesOf, namingRequests, recordPostgres, type Sent, tableKinds } from './recorded-sql.ts'
import { type Servers, startServers } from './servers.ts'

/** These need a provider or a browser, or store nothing. */
const NOT_CALLED = /\/pdf|oidc|_template-assets/

/** They store nothing. */
const WITHOUT_EFFECT = [
  'POST /bank-files/columns',
  'POST /customers/{id}/statement/send/preview',
  'POST /delivery-notes/{id}/send/preview',
  'POST /entries/invoices/preview',
  'POST /invoices/calculate',
  'POST /invoices/{id}/payments/{payment_id}/receipt/preview',
  'POST /invoices/{id}/send/preview',
  'POST /mail-transport/test',
  'POST /message-templates/{kind}/{language}/preview',
  'POST /quotes/{id}/send/preview',
  'POST /recurring-invoices/preview',
  'POST /templates/{id}/preview',
]
/**
 * Every other route that takes no key. Each has its reason in docs/api.md: most have no caller yet,
 * or none any more, and their answers are a browser's session.
 */
const WITHOUT_KEY = [
  'DELETE /session',
  'POST /companies/{id}/export',
  'POST /customers/{id}/copy',
  'POST /invitations/accept',
  'POST /invitations/look',
  'POST /password-resets',
  'POST /password-resets/accept',
  'POST /password-resets/look',
  'POST /public/quotes/{share_token}/accept',
  'POST /public/quotes/{share_token}/decline',
  'POST /session',
  'POST /session/second-factor',
  'POST /setup',
  'POST /setup/look',
]

/** A tag that is the hash of the body. */
const OF_BODY = /^"[0-9a-f]{32}"$/
const JSON_TYPE = /^application\/json(;|$)/
/** Of one operation: of more of its resources, the newest are read again. */
const READ_AGAIN_MAX = 6
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

/** So many mutants see rows of the second company without row security, so its rows are there to be found. */
const LEAKS = 100
const RESTRICTED = `set local role billwright_company; set local billwright.company = '1'`
/** A company that no route creates. */
const OTHER = 77
const REFUSED_BY_POLICY = '42501'
const NO_SUCH_KEY = '42P10'

/** PostgreSQL with row security, which only adds to what it is sent. */
describe.each(ENGINES)('every route, and what runs besides (%s)', (engine) => {
  let database: TestDatabase
  let servers: Servers
  let app: TestApp
  let sent: readonly Sent[]
  const called = new Set<string>()
  const sentTwice = new Set<string>()
  const doneTwice: string[] = []
  const tags = watchTags()

  beforeAll(async () => {
    servers = await startServers()
    database = await (engine === 'sqlite' ? createTestDatabase(engine) : createRowSecureDatabase())
    await prepare(database)
    sent = engine === 'sqlite' ? recordSqlite(database) : recordPostgres()
    app = await startTestApp(engine, servers.env, database)
  })
  afterAll(async () => {
    vi.restoreAllMocks()
    await app.close()
    await Promise.all([servers.close(), database.drop()])
  })

  test('each succeeds; 409: no change whose answer is lost is made twice', async () => {
    await useEveryRoute(namingRequests(app), servers, watch)
    vi.restoreAllMocks()
    const operations = documentedOperations()
    const missing = operations.filter(({ name }) => !called.has(name) && !NOT_CALLED.test(name))
    expect(missing.map(({ name }) => name)).toEqual([])
    expect(doneTwice).toEqual([])
    const changes = operations.filter(({ method }) => method !== 'GET')
    const without = (isWithout: (it: (typeof changes)[number]) => boolean) =>
      changes
        .filter(isWithout)
        .map(({ name }) => name)
        .toSorted()
    expect(without((it) => !isKeyed(it))).toEqual(WITHOUT_KEY)
    expect(without((it) => isKeyed(it) && !sentTwice.has(it.name))).toEqual(WITHOUT_EFFECT)
  })

  async function watch(call: Call): Promise<void> {
    const operation = findOperation(call.method, `/api/v1${call.path.replace(/\?.*/, '')}`)
    if (!operation) throw new Error(`${call.method} ${call.path} is not documented.`)
    const { name } = operation
    const isNew = !called.has(name)
    called.add(name)
    const isStored = isKeyed(operation) && !WITHOUT_EFFECT.includes(name)
    if (isStored && !sentTwice.has(name)) await sendAgain(name, call)
    // One engine is enough: tags come from the same code.
    if (engine !== 'sqlite') return
    if (call.method === 'GET') tags.look(name, call)
    else if (isNew) await tags.lookAgain(name)
  }

  /** It is not done again, and what it made is named. */
  async function sendAgain(name: string, { answer, again }: Call): Promise<void> {
    const before = await effects()
    const { code, resource_id = null } = (await again()).json()
    const made = answer.body === '' ? null : answer.json()
    const id = answer.statusCode === 201 ? (made?.id ?? made?.invoice?.id) : undefined
    const isLost = code === 'idempotency_answer_lost' && (id ?? resource_id) === resource_id
    if (isLost && (await effects()) === before) sentTwice.add(name)
    else doneTwice.push(`${name} ${code} ${resource_id} ${answer.body.slice(0, 400)}`)
  }

  async function effects(): Promise<string> {
    const { total } = (await app.call('GET', '/events?limit=1&include=total')).json()
    return [total, servers.receiver.received.length, servers.mail.received.length].join()
  }

  test('names the company of each table of companies', async () => {
    const { companies } = await tableKinds(app)
    const statements = differentOf(sent).filter(
      ({ text }) => !/^(create|alter|drop|pragma)\b/.test(text),
    )
    expect([companies.length > 15, statements.length > 300]).toEqual([true, true])
    const faults = statements.flatMap(({ text }) =>
      withoutCompany(text, companies).map((fault) => `${fault}: ${text}`),
    )
    expect(faults).toEqual([])
  })

  // A browser that knows the tag gets 304, and shows what it read before.
  test.runIf(engine === 'sqlite')('an ETag stands for one body', async () => {
    expect([...tags.faults]).toEqual([])
    const idsOf = async (collection: string): Promise<readonly string[]> =>
      (await app.call('GET', `/${collection}?limit=40`)).json().data.map(({ id }: Json) => id)
    const read = async (path: string) => {
      const send = () => app.call('GET', path)
      tags.look(path, { method: 'GET', path, answer: await send(), again: send })
    }
    const changeEach = async (collection: string, change: object) => {
      for (const id of await idsOf(collection))
        await app.call('PATCH', `/${collection}/${id}`, change)
      await tags.lookAgain(`PATCH /${collection} ${Object.keys(change)}`)
    }
    for (const [collection, below] of Object.entries(COLLECTIONS))
      for (const id of await idsOf(collection))
        for (const path of ['', ...below.map((it) => `/${it}`)])
          await read(`/${collection}/${id}${path}`)
    await changeEach('customers', { name: 'Renamed', reminder_plan: 'none' })
    await changeEach('customers', { archived: true })
    await changeEach('products', { name: 'Renamed' })
    await changeEach('users', { name: 'Renamed' })
    const settings = { companyName: 'Renamed', locale: 'de', paymentTermsDays: 3 }
    expect((await app.call('PATCH', '/settings', settings)).statusCode).toBe(200)
    await tags.lookAgain('PATCH /settings')
    for (const id of await idsOf('invoices'))
      await app.call('POST', `/invoices/${id}/payments`, { amount: '1.00' })
    await tags.lookAgain('payments')
    app.clock.set(A_YEAR_LATER)
    await tags.lookAgain('a year')
    expect(tags.count()).toBeGreaterThan(150)
    expect([...tags.faults]).toEqual([])
  })

  if (engine === 'postgres')
    describe('the SQL', () => {
      test('has nothing that a relative of PostgreSQL refuses', async () => {
        const statements = withoutRowSecurity(differentOf(sent))
        const names = await namesOf(app)
        const faults = statements.flatMap((statement) =>
          faultsIn(statement, names).map((fault) => `${fault}: ${statement.text}`),
        )
        expect(statements.length).toBeGreaterThan(300)
        expect(faults).toEqual([])
      })

      test('has no statement, transaction or request that a distributed engine refuses', async () => {
        const kinds = await tableKinds(app)
        const faults = differentOf(sent).flatMap(({ text }) =>
          statementFaults(text, kinds).map((fault) => `${fault}: ${text}`),
        )
        expect(faults).toEqual([])
        expect(transactionFaults(sent, kinds)).toEqual([])
        expect([...new Set(sent.flatMap(requestFaults))]).toEqual([])
      })

      // A table that no migration makes is on no machine but the coordinator.
      test('rule 12: changes no table while the service runs', () => {
        const changes = sent.filter(({ text }) => /^\s*(create|alter|drop|truncate)\b/i.test(text))
        const known =
          /^create table if not exists kysely_migration|^alter index invoices_search set /
        expect(changes.map(({ text }) => text).filter((text) => !known.test(text))).toEqual([])
      })
    })

  if (engine === 'postgres')
    describe('a statement that forgets its company', () => {
      let client: pg.Client
      let kinds: TableKinds
      let mutants: readonly Mutant[]

      /** Every statement that the routes sent, and a second company with a copy of all rows. */
      beforeAll(async () => {
        client = new pg.Client({
          connectionString: 'url' in database.config ? database.config.url : '',
        })
        await client.connect()
        const tables = await app.db.introspection.getTables()
        const companies = tables.filter(({ columns }) =>
          columns.some(({ name }) => name === 'company_id'),
        )
        kinds = { companies: companies.map(({ name }) => name), installation: [] }
        await client.query(`set session_replication_role = replica`)
        for (const { name, columns } of companies) {
          const names = columns.map((it) => `"${it.name}"`)
          const values = names.map((it) => (it === '"company_id"' ? OTHER : it))
          await client.query(
            `insert into "${name}" (${names}) select ${values} from "${name}" where company_id = 1`,
          )
        }
        await client.query(`set session_replication_role = origin`)
        const statements = new Map(
          sent
            .filter(({ text }) => /^\s*(select|with|insert|update|delete)/i.test(text))
            .filter((it) => companiesIn(it, kinds).length > 0 && !spansCompanies(it.text))
            // As it was sent first: for company 1. Later ones may be for a company that a route made.
            .reverse()
            .map((it) => [it.text, it]),
        )
        mutants = [...statements.values()].flatMap(mutantsOf)
      })
      afterAll(() => client?.end())

      const ofKind = (kind: Mutant['kind']) => mutants.filter((it) => it.kind === kind)

      test('the first wall: the test of statements finds every mutant', () => {
        expect(ofKind('condition').length).toBeGreaterThan(400)
        expect(ofKind('inserted column').length).toBeGreaterThan(20)
        const survivors = mutants.filter(
          ({ text }) => withoutCompany(text, kinds.companies).length === 0,
        )
        expect(survivors.map(({ text }) => text)).toEqual([])
      })

      test('the second wall: with row security no mutant sees or changes a row of another company', async () => {
        let leaks = 0
        const survivors: string[] = []
        for (const mutant of ofKind('condition').filter(isOfFirst)) {
          const right = await outcomeOf(mutant.original, RESTRICTED)
          if ((await outcomeOf(mutant, RESTRICTED)) !== right) survivors.push(mutant.text)
          if (leaks < LEAKS && (await outcomeOf(mutant)) !== right) leaks += 1
        }
        expect(survivors).toEqual([])
        expect(leaks).toBe(LEAKS)
      })

      test('the second wall: an insert for another company is refused, and one without a company too', async () => {
        const survivors: string[] = []
        for (const { text, values, original } of ofKind('inserted column')) {
          const at = placeOfCompany(original)
          const moved = values.map((value, index) =>
            index % at.width === at.place ? OTHER : value,
          )
          const outcome = await outcomeOf({ text: original.text, values: moved }, RESTRICTED)
          const isRefused = outcome === REFUSED_BY_POLICY
          if (!isRefused) survivors.push(`${outcome}: ${text}`)
        }
        expect(survivors).toEqual([])
      })

      test('the second wall: a conflict without the company has no key', async () => {
        for (const mutant of ofKind('conflict target'))
          expect(await outcomeOf(mutant, RESTRICTED), mutant.text).toMatch(
            new RegExp(`^(${NO_SUCH_KEY}|42601)$`),
          )
      })

      /** The rows and their number, or the code of the error; nothing of it stays. */
      async function outcomeOf(
        { text, values }: Pick<Sent, 'text' | 'values'>,
        settings = '',
      ): Promise<string> {
        await client.query(`begin; ${settings}`)
        try {
          const { rows, rowCount } = await client.query(text, [...values])
          return JSON.stringify([rowCount, rows.map((row) => JSON.stringify(row)).toSorted()])
        } catch (error) {
          return error instanceof pg.DatabaseError ? (error.code ?? '') : String(error)
        } finally {
          await client.query('rollback')
        }
      }
    })
})

/** Where the answers of changes are lost, as if the process ended after each commit. */
async function prepare({ config }: TestDatabase): Promise<void> {
  const db = openDatabase(config)
  await migrate(db)
  for (const name of ['idempotency_keys', 'installation_idempotency_keys'])
    await (config.engine === 'sqlite'
      ? sql`create trigger ${sql.id(`lost_${name}`)} before update on ${sql.table(name)}
          begin select raise(abort, 'lost'); end`
      : sql`alter table ${sql.table(name)} add constraint lost check (answer is null)`
    ).execute(tablesOfAllCompanies(db))
  await db.destroy()
}

/** All statements from now on. Files of other programs have tables of the same names. */
function recordSqlite({ config }: TestDatabase): readonly Sent[] {
  const sent: Sent[] = []
  const known = new Set<string>()
  const path = config.engine === 'sqlite' ? config.path : ''
  const prepare = Database.prototype.prepare
  vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (
    this: Database.Database,
    text: string,
  ) {
    if (this.name === path && !known.has(text))
      sent.push({ text, values: [], connection: this, request: null })
    known.add(text)
    return Reflect.apply(prepare, this, [text])
  })
  return sent
}

/** A search is another statement with other words. */
const differentOf = (sent: readonly Sent[]): readonly Sent[] => [
  ...new Map(
    sent.map((it) => [it.text.includes('tsquery') ? `${it.text} ${it.values}` : it.text, it]),
  ).values(),
]

const withoutRowSecurity = (statements: readonly Statement[]): readonly Statement[] =>
  statements
    .filter(({ text }) => !/^grant |pg_roles|pg_policies|current_schema/.test(text))
    .map((it) => ({ ...it, text: it.text.replace(/; set local (role|billwright).*/, '') }))

const isKeyed = ({ spec }: { readonly spec: Json }): boolean =>
  spec.parameters?.some(({ name }: Json) => name === 'idempotency-key') ?? false

/** Finds resources whose body changes while their ETag stays. */
function watchTags() {
  interface Seen {
    readonly again: Call['again']
    readonly bodies: Map<string, string>
  }
  const seen = new Map<string, Map<string, Seen>>()
  const faults = new Set<string>()

  function compare(path: string, { bodies }: Seen, answer: Call['answer'], change: string): void {
    const { etag } = answer.headers
    if (answer.statusCode !== 200 || etag === undefined) return
    if ((bodies.get(etag) ?? answer.body) !== answer.body)
      faults.add(`GET ${withoutIds(path)} after ${withoutIds(change)}`)
    bodies.set(etag, answer.body)
  }
  return {
    faults,
    count: () => [...seen.values()].reduce((sum, { size }) => sum + size, 0),
    look(name: string, { path, answer, again }: Call): void {
      const { etag, 'content-type': type } = answer.headers
      if (etag === undefined || OF_BODY.test(etag) || !JSON_TYPE.test(String(type))) return
      const paths = seen.get(name) ?? new Map<string, Seen>()
      const known = paths.get(path) ?? { again, bodies: new Map() }
      // The newest is last.
      paths.delete(path)
      seen.set(name, paths.set(path, known))
      compare(path, known, answer, 'nothing')
    },
    async lookAgain(change: string): Promise<void> {
      for (const paths of seen.values())
        for (const [path, known] of [...paths].slice(-READ_AGAIN_MAX))
          compare(path, known, await known.again(), change)
    },
  }
}

const withoutIds = (path: string): string => path.replace(/[a-z]{3}_[0-9a-f-]{36}/g, '{id}')

/** Row security is set to company 1; what a route sent for one that it made itself shows nothing. */
function isOfFirst({ text, original }: Mutant): boolean {
  const place = /\(\$(\d+)::int8 is not null\)/.exec(text)?.[1]
  return place === undefined || Number(original.values[Number(place) - 1]) === 1
}

/** Of the first row of an insert. */
function placeOfCompany({ text }: Sent) {
  const names = /\(([^)]*)\)/.exec(text)?.[1]?.split(', ') ?? []
  return { width: names.length, place: names.findIndex((name) => /company_id/.test(name)) }
}
