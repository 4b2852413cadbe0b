import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { createApp } from '../src/app.ts'
import { createDirectory, firstCompany } from '../src/core/companies/directory.ts'
import { deleteOldOutcomes, findOldOutcomes } from '../src/core/http/idempotency/outcomes.ts'
import { inEveryCompany } from '../src/core/jobs/every-company.ts'
import { expiring } from '../src/core/jobs/expire.ts'
import type { RunningJob } from '../src/core/jobs/handler.ts'
import { listDueGroups, listWaiting } from '../src/core/jobs/inner/repository.ts'
import { anchorHeads } from '../src/core/record/anchors/anchors.ts'
import { createPdfRenderer } from '../src/platform/browser/pdf/renderer.ts'
import { instant, systemClock } from '../src/platform/clock.ts'
import { readConfig } from '../src/platform/config.ts'
import { type Db, type Engine, migrate, openDatabase } from '../src/platform/database/db.ts'
import type { CompanyId } from '../src/platform/database/tables.ts'
import { createLogger } from '../src/platform/logger.ts'
import { createOutboundClient } from '../src/platform/outbound/client.ts'
import { givenCompanies } from '../test/companies.ts'
import { type Figure, quantile, timed } from './measure.ts'
import type { Place } from './place.ts'
import { API, API_KEY } from './service.ts'

const COMPANIES = Number(process.env.BENCH_DIRECTORY ?? 2000)
/** Of one person. */
const MEMBERSHIPS = 50
/** One in so many has a job due. */
const DUE_EVERY = 100
const BATCH = 1000
const TIMES = 30
const ADA = { email: 'ada@example.org', password: 'nine quiet lighthouses' }
const ORIGIN = 'http://localhost:3000'

/** What spans companies, with very many of them: signing in, switching, the summary, jobs, clean-up, the anchor. */
export async function benchDirectory(place: Place, engine: Engine): Promise<Figure[]> {
  const dataDir = join(place.folder, `directory-${engine}`)
  mkdirSync(dataDir, { recursive: true })
  const url = await place.newDatabase(engine)
  const config = readConfig({
    ...{ DATABASE_URL: url, DATA_DIR: dataDir, API_KEY, RATE_LIMIT_PER_MINUTE: '0' },
  })
  const db = openDatabase(config.database)
  await migrate(db)
  await fill(db)
  const outbound = createOutboundClient({ allow: [] })
  const renderer = createPdfRenderer({
    ...{ chromiumPath: null, remoteUrl: null, concurrency: 1, log: () => {} },
    cacheDir: join(dataDir, 'cache'),
  })
  const { server, workFor } = await createApp({
    ...{ config, db, outbound, renderer, logger: createLogger('silent') },
    ...{ clock: systemClock, timeZone: 'UTC', version: '0.0.0' },
  })
  const send = async (method: 'GET' | 'POST', path: string, headers: object, payload?: object) => {
    const answer = await server.inject({
      ...{ method, url: API + path, headers: { host: 'localhost:3000', ...headers } },
      ...(payload ? { payload } : {}),
    })
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.body}`)
    return answer
  }
  const asOperator = { authorization: `Bearer ${API_KEY}` }
  const signIn = () => send('POST', '/session', { origin: ORIGIN }, ADA)
  await send('POST', '/users', asOperator, { ...ADA, role: 'admin' })
  await addMemberships(db)
  const cookies = (await signIn()).cookies.map(({ name, value }) => `${name}=${value}`)
  const asAda = { origin: ORIGIN, cookie: cookies.join('; ') }

  const figures: Figure[] = []
  const add = (name: string, value: number, unit = 'ms') =>
    figures.push({
      part: 'directory',
      engine,
      name: `${name}, ${COMPANIES} companies`,
      value,
      unit,
    })
  const p95 = async (name: string, work: () => Promise<unknown>) =>
    add(`${name}, p95`, quantile(await timed(work, { times: TIMES }), 0.95))
  const seconds = async (name: string, work: () => Promise<unknown>) => {
    const begin = performance.now()
    await work()
    add(name, (performance.now() - begin) / 1000, 's')
  }
  await p95('sign in', signIn)
  await p95('session', () => send('GET', '/session', asAda))
  await p95('switcher', () => send('GET', '/companies?mine=true&limit=100', asAda))
  await p95('summary', () => send('GET', '/companies/summary?limit=50&include=total', asAda))
  await p95('list of the operator', () => send('GET', '/companies?limit=100', asOperator))
  const ALL = { after: 0n as CompanyId }
  const due = { kind: KIND, now: instant(systemClock) }
  await p95('look for due jobs', async () => {
    await listWaiting(db, { kinds: [KIND, 'test.other'], until: due.now, limit: 500 }, ALL)
    await listDueGroups(db, due, ALL)
  })
  const directory = createDirectory({ db, clock: systemClock })
  const cleanUp = inEveryCompany(
    directory,
    workFor,
  )(
    expiring(
      { name: 'bench.expire', parallel: 1, everySeconds: 600 },
      deleteOldOutcomes,
      findOldOutcomes,
    ),
  )
  const first = workFor(OPERATOR, await firstCompany(directory))
  const job = { signal: new AbortController().signal } as RunningJob<unknown>
  await seconds('clean up one kind', () => cleanUp.run(first, job))
  await seconds('first anchor', () => anchorHeads(directory, '2026-11-21T09:30:00.000Z'))
  await sql`update heads set revision_sequence = 2, revision_hash = 'moved'
    where company_id % ${sql.lit(DUE_EVERY)} = 0`.execute(db)
  await seconds('anchor', () => anchorHeads(directory, '2026-11-22T09:30:00.000Z'))
  await server.close()
  await Promise.all([renderer.close(), outbound.close()])
  await db.destroy()
  return figures
}

const KIND = 'test.deliver'
const OPERATOR = { kind: 'system', id: 'bench', name: 'Bench', scopes: new Set<never>() } as const

/** By SQL: an entry in the directory, a head, figures and a job of each. */
async function fill(db: Db): Promise<void> {
  const numbers = Array.from({ length: COMPANIES - 1 }, (_, at) => BigInt(at + 2))
  for (let at = 0; at < numbers.length; at += BATCH)
    await givenCompanies(db, numbers.slice(at, at + BATCH))
  await sql`insert into heads (company_id, revision_sequence, revision_hash, event_sequence)
    select number, 1, id, 1 from companies where number > 1`.execute(db)
  await sql`insert into jobs
    (company_id, id, kind, key, group_key, payload, due_at, attempts, created_at)
    select number, 'job_' || id, ${KIND}, 'one', '', '{}',
      case when number % ${sql.lit(DUE_EVERY)} = 0 then '2026-01-01T00:00:00.000Z'
        else '2999-01-01T00:00:00.000Z' end, 0, created_at
    from companies where number > 1`.execute(db)
}

async function addMemberships(db: Db): Promise<void> {
  await sql`insert into memberships (company, user_id, role, created_at)
    select companies.number, users.id, 'admin', users.created_at from companies, users
    where users.email = ${ADA.email} and companies.number > 1
      and companies.number <= ${sql.lit(MEMBERSHIPS)}`.execute(db)
}
