import { existsSync } from 'node:fs'
import type { Access } from '../../company/access/access.ts'
import { openAccess } from '../../company/access/open.ts'
import { createDirectory } from '../../core/companies/directory.ts'
import { type Actor, SCOPES } from '../../core/http/actor.ts'
import { PAGE_SIZE_MAX, type Page, type PageRequest } from '../../core/http/pagination.ts'
import { createParts } from '../../core/record/app.ts'
import { createWorkFor, type ReadWork, type WorkFor } from '../../core/record/work.ts'
import { createPdfRenderer, type ScreenRenderer } from '../../platform/browser/pdf/renderer.ts'
import { systemClock } from '../../platform/clock.ts'
import { type Config, readConfig } from '../../platform/config.ts'
import { type Db, openDatabase, pendingMigrations } from '../../platform/database/db.ts'
import { createMailRecords } from '../../platform/outbound/mail-records.ts'
import { chosenCompany } from './company.ts'
import { unavailable } from './exit.ts'

/** The actor of changes at the terminal, which has access to the database anyway. */
export const OPERATOR: Actor = {
  kind: 'system',
  id: 'command-line',
  name: 'Command line',
  scopes: new Set(SCOPES),
}

/** The configuration, if its database exists: a mistyped path must not create an empty one. */
export function requireInstallation(): Config {
  const config = readConfig()
  const { database } = config
  if (database.engine === 'sqlite' && !existsSync(database.path))
    throw unavailable(
      `There is no database at ${database.path}. Set DATA_DIR or DATABASE_URL as for the service, or start the service once.`,
    )
  return config
}

/** Throws if the tables are not of this release. */
export async function requireCurrentTables(db: Db): Promise<void> {
  const pending = await pendingMigrations(db)
  if (pending.length === 0) return
  throw unavailable(
    `The database is from an older release (missing: ${pending.join(', ')}). Start the service once to migrate it.`,
  )
}

/** Opens the database for `work` and closes it again. */
export async function withDatabase<T>(work: (db: Db, config: Config) => Promise<T>): Promise<T> {
  const config = requireInstallation()
  const db = openDatabase(config.database)
  try {
    await requireCurrentTables(db)
    return await work(db, config)
  } finally {
    await db.destroy()
  }
}

/** Manages keys and people of a company, as the operator. */
export const withAccess = <T>(run: (access: Access, work: ReadWork) => Promise<T>): Promise<T> =>
  withInstallation(async (access, { db, workFor }) =>
    run(access, workFor(OPERATOR, await chosenCompany(db))),
  )

interface Opened {
  readonly db: Db
  readonly workFor: WorkFor
}

/** Runs on the installation, without a company. */
export const withInstallation = <T>(
  run: (access: Access, opened: Opened) => Promise<T>,
): Promise<T> =>
  withDatabase(async (db, config) => {
    const workFor = createWorkFor(createParts({ config, db, clock: systemClock }))
    const access = openAccess({
      db,
      clock: systemClock,
      config,
      oidc: null,
      records: createMailRecords(),
      warn: () => {},
      directory: createDirectory({ db, clock: systemClock }),
      workFor,
      nameCompany: async () => {
        throw new Error('The command line cannot set up the service.')
      },
    })
    try {
      return await run(access, { db, workFor })
    } finally {
      await access.settled()
    }
  })

/** All entries of a list, oldest first. */
export async function everyEntry<T extends { readonly id: string; readonly createdAt: string }>(
  list: (request: PageRequest) => Promise<Page<T>>,
): Promise<readonly T[]> {
  const all: T[] = []
  const request = {
    limit: PAGE_SIZE_MAX,
    sort: 'created_at',
    direction: 'asc',
    withTotal: false,
  } as const
  let page = await list({ ...request, after: null })
  for (;;) {
    all.push(...page.data)
    const last = page.data.at(-1)
    if (!page.hasMore || !last) return all
    page = await list({ ...request, after: { value: last.createdAt, id: last.id } })
  }
}

/** A renderer for one page at a time, without a log. */
export const quietRenderer = (
  { browser }: Pick<Config, 'browser'>,
  cacheDir: string,
): ScreenRenderer =>
  createPdfRenderer({
    chromiumPath: browser.path,
    remoteUrl: browser.remoteUrl,
    concurrency: 1,
    cacheDir,
    log: () => {},
  })
