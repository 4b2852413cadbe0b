import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createApp } from '../src/app.ts'
import { changeSettings } from '../src/company/settings/change.ts'
import type { Company } from '../src/core/companies/company.ts'
import { requireCompanyByNumber } from '../src/core/companies/directory.ts'
import type { ReadWork } from '../src/core/record/work.ts'
import { importFile } from '../src/operations/transfer/imports/file.ts'
import { invoicePdf } from '../src/paper/printing/print.ts'
import { createPdfRenderer } from '../src/platform/browser/pdf/renderer.ts'
import { pause, systemClock } from '../src/platform/clock.ts'
import { readConfig } from '../src/platform/config.ts'
import { type Engine, migrate, openDatabase } from '../src/platform/database/db.ts'
import type { CompanyId } from '../src/platform/database/tables.ts'
import { createLogger } from '../src/platform/logger.ts'
import { createOutboundClient } from '../src/platform/outbound/client.ts'
import { createCustomer } from '../src/sales/customers/change.ts'
import { createInvoice } from '../src/sales/invoices/create.ts'
import { listInvoices } from '../src/sales/invoices/read.ts'
import { givenCompanies } from '../test/companies.ts'
import { TESTER } from '../test/work.ts'
import { type Figure, quantile } from './measure.ts'
import { analyze, type Place } from './place.ts'
import { ITEMS } from './seeded.ts'

export const [LOUD, QUIET] = [1n, 2n] as [CompanyId, CompanyId]
const LOUD_CLIENTS = 32
/** More than these would get 503. */
const PRINTING_CLIENTS = 20
const SECONDS = 2
const ROUNDS = 3
const ROWS = 10_000

/** The service in this process, with a loud and a quiet company, each named and with a customer. */
export async function openTwoCompanies(place: Place, engine: Engine) {
  const url = await place.newDatabase(engine)
  const dataDir = mkdtempSync(join(place.folder, 'two-companies-'))
  const config = readConfig({ DATABASE_URL: url, DATA_DIR: dataDir })
  const db = openDatabase(config.database)
  await migrate(db)
  const outbound = createOutboundClient({ allow: [] })
  const renderer = createPdfRenderer({
    chromiumPath: process.env.CHROMIUM_PATH ?? null,
    remoteUrl: null,
    concurrency: config.renderConcurrency,
    cacheDir: join(dataDir, 'cache'),
    log: () => {},
  })
  const deps = { config, db, outbound, renderer, logger: createLogger('silent') }
  const rest = { clock: systemClock, timeZone: 'UTC', version: '0.0.0' }
  const { server, services, directory, workFor } = await createApp({ ...deps, ...rest })

  await givenCompanies(db, [QUIET])
  const entries = await Promise.all(
    [LOUD, QUIET].map((it) => requireCompanyByNumber(directory, it)),
  )
  const workOf = (company: CompanyId): ReadWork =>
    workFor(TESTER, entries.find(({ number }) => number === company) as Company)
  const buyers = new Map<CompanyId, string>()
  for (const company of [LOUD, QUIET]) {
    await changeSettings(workOf(company), {
      body: { companyName: 'Atelier Nord' },
      mode: 'patch',
      ifMatch: undefined,
    })
    buyers.set(company, (await createCustomer(workOf(company), { name: 'Fernweh Books' })).id)
  }
  const create = (company: CompanyId) =>
    createInvoice(workOf(company), {
      customer_id: buyers.get(company) ?? '',
      status: 'sent',
      items: ITEMS,
    })
  const close = async () => {
    await server.close()
    await Promise.all([renderer.close(), outbound.close()])
    await db.destroy()
  }
  return { url, dataDir, services, directory, workOf, create, close }
}

/** How long a quiet company waits while a loud one works in the same process, and what that costs the loud one. */
export async function benchNeighbors(place: Place, engine: Engine): Promise<Figure[]> {
  const { url, dataDir, workOf, create, close } = await openTwoCompanies(place, engine)
  const file = join(dataDir, 'customers.csv')
  const rows = Array.from({ length: ROWS }, (_, at) => `Customer ${at}`)
  writeFileSync(file, ['name', ...rows].join('\n'))
  const list = () =>
    listInvoices(
      workOf(LOUD),
      {},
      {
        limit: 100,
        after: null,
        sort: 'issue_date',
        direction: 'desc',
        withTotal: true,
      },
    )
  const loads: readonly (readonly [string, number, () => Promise<unknown>])[] = [
    ['creates and issues', LOUD_CLIENTS, () => create(LOUD)],
    ['lists', LOUD_CLIENTS, list],
    ['prints', PRINTING_CLIENTS, async () => invoicePdf(workOf(LOUD), await create(LOUD))],
    [
      `imports ${ROWS} rows`,
      1,
      () => importFile(workOf(LOUD), { kind: 'customers', source: file, dryRun: true }),
    ],
  ]

  const figures: Figure[] = []
  for (let at = 0; at < 50; at += 1) await Promise.all([create(LOUD), create(QUIET)])
  await analyze(url)
  const quiet = { clients: 1, work: () => create(QUIET) }
  for (const [name, clients, work] of loads) {
    const loud = { clients, work }
    const [alone, loudAlone, both] = await inRounds([[quiet], [loud], [quiet, loud]])
    const compared = { part: 'neighbors', engine, limitName: 'alone' } as const
    const p95 = (taken: Taken | undefined) => quantile(taken?.[0] ?? [], 0.95)
    figures.push({
      ...compared,
      name: `p95 of one client while another company ${name}`,
      ...{ value: p95(both), unit: 'ms', limit: p95(alone) },
    })
    const rate = (taken: readonly number[] = []) => taken.length / (SECONDS * ROUNDS)
    // An import takes longer than a round.
    if (rate(loudAlone?.[0]) === 0) continue
    figures.push({
      ...compared,
      name: `what that company does, beside that client: it ${name}`,
      ...{ value: rate(both?.[1]), unit: '/s', limit: rate(loudAlone?.[0]) },
    })
    figures.push({
      ...compared,
      name: 'what that client does meanwhile',
      ...{ value: rate(both?.[0]), unit: '/s', limit: rate(alone?.[0]) },
    })
  }
  await close()
  return figures
}

interface Load {
  readonly clients: number
  readonly work: () => Promise<unknown>
}

/** Milliseconds of each piece of work of each load. */
type Taken = readonly (readonly number[])[]

/** Each of several sets of loads in turn, so that what others do on the machine meets all alike. */
async function inRounds(sets: readonly (readonly Load[])[]): Promise<readonly Taken[]> {
  const taken = sets.map((loads) => loads.map((): number[] => []))
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [index, loads] of sets.entries())
      for (const [at, times] of (await under(loads)).entries()) taken[index]?.[at]?.push(...times)
  return taken
}

/** Milliseconds of each piece of work that ended in time, by load. A client yields as one on a network would. */
async function under(loads: readonly Load[]): Promise<Taken> {
  const endsAt = performance.now() + SECONDS * 1000
  return await Promise.all(
    loads.map(async ({ clients, work }) => {
      const taken: number[] = []
      const client = async () => {
        while (performance.now() < endsAt) {
          const begin = performance.now()
          await work()
          if (performance.now() < endsAt) taken.push(performance.now() - begin)
          await pause(0)
        }
      }
      await Promise.all(Array.from({ length: clients }, client))
      return taken
    }),
  )
}
