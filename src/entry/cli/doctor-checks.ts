import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { sql } from 'kysely'
import { FIRST_COMPANY } from '../../core/companies/company.ts'
import { findLastRevisionAt } from '../../core/record/chain.ts'
import { openRenderer } from '../../core/render/renderer.ts'
import { fontFiles, missingFontFamilies } from '../../platform/browser/fonts.ts'
import type { RendererCheck } from '../../platform/browser/pdf/renderer.ts'
import type { Config } from '../../platform/config.ts'
import { type Db, openDatabase, pendingMigrations } from '../../platform/database/db.ts'
import { companyDb } from '../../platform/database/scope.ts'
import { filesOfSqlite, isOpenToOthers } from '../../platform/private-file.ts'
import { localTimeZone } from '../../platform/process.ts'

/** The result of one check. */
export interface Check {
  readonly name: string
  readonly ok: boolean
  /** The finding and, if it is a fault, what to do. */
  readonly detail: string
}

const found = (name: string, ok: boolean, detail: string): Check => ({ name, ok, detail })

const NAPI_MIN = 10
const FREE_BYTES_MIN = 512 * 1024 * 1024
const SKEW_MS_MAX = 5 * 60 * 1000
const UNENCLOSED =
  'if process 1 is not an init (docker run --init), a killed browser may leave zombies'
/** An earlier year means that the clock was never set. */
const EARLIEST_YEAR = 2026

/** Runs every check independently. */
export async function runChecks(config: Config): Promise<readonly Check[]> {
  return [
    checkNode(),
    ...(await checkDatabase(config)),
    await checkRenderer(config),
    checkFonts(),
    ...checkDataDir(config),
  ]
}

function checkNode(): Check {
  const ok = Number(process.versions.napi) >= NAPI_MIN && Boolean(process.features.typescript)
  const hint = ok ? '' : '; Billwright needs Node 24.16 or newer'
  return found('node', ok, `${process.version} on ${process.platform} ${process.arch}${hint}`)
}

async function checkDatabase({ database }: Config): Promise<readonly Check[]> {
  if (database.engine === 'sqlite' && !existsSync(database.path)) {
    const detail = `does not exist yet; the first start creates ${database.path}`
    return [found('database', true, detail), checkClock(Date.now(), null)]
  }
  const db = openDatabase(database)
  try {
    const version = await versionOf(db, database.engine)
    return [
      found('database', true, version),
      await checkMigrations(db),
      checkClock(Date.now(), await timeOf(db, database.engine)),
    ]
  } catch (error) {
    return [found('database', false, reasonOf(error)), checkClock(Date.now(), null)]
  } finally {
    await db.destroy()
  }
}

async function versionOf(db: Db, engine: Config['database']['engine']): Promise<string> {
  if (engine === 'sqlite') {
    const { rows } = await sql<{ version: string }>`select sqlite_version() as version`.execute(db)
    return `SQLite ${rows[0]?.version}`
  }
  // `PostgreSQL 18.4 on x86_64…`. Compatible databases return their own name.
  const { rows } = await sql<{ version: string }>`select version() as version`.execute(db)
  return rows[0]?.version.split(/ on | \(/)[0] ?? ''
}

async function checkMigrations(db: Db): Promise<Check> {
  const pending = await pendingMigrations(db)
  if (pending.length === 0) return found('migrations', true, 'all applied')
  return found('migrations', false, `${pending.join(', ')} not applied; start the service once`)
}

/** The server's clock; on SQLite the time of the last revision, which cannot be in the future. */
async function timeOf(db: Db, engine: Config['database']['engine']): Promise<number | null> {
  if (engine === 'postgres') {
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
    return rows[0]?.now.getTime() ?? null
  }
  const lastAt = await findLastRevisionAt(companyDb(db, FIRST_COMPANY))
  const ms = lastAt ? Date.parse(lastAt) : Number.NaN
  return ms > Date.now() ? ms : null
}

/** @param otherMs a clock to compare with, or null */
function checkClock(nowMs: number, otherMs: number | null): Check {
  const now = new Date(nowMs)
  if (now.getUTCFullYear() < EARLIEST_YEAR)
    return found('clock', false, `the clock says ${now.toISOString()}; set it`)
  const skewMs = otherMs === null ? 0 : Math.abs(nowMs - otherMs)
  if (skewMs > SKEW_MS_MAX) {
    const other = new Date(otherMs ?? 0).toISOString()
    return found('clock', false, `the clock says ${now.toISOString()}, the database ${other}`)
  }
  return found('clock', true, `${now.toISOString()}, time zone ${localTimeZone()}`)
}

async function checkRenderer(config: Config): Promise<Check> {
  const renderer = openRenderer(config, () => {})
  try {
    const check = await renderer.check()
    // Only printing a document shows whether both sides have the same secret.
    if (check.ok && config.renderPool) await renderer.print('<!doctype html><title>doctor</title>')
    return found('renderer', check.ok, check.detail ?? rendererFound(check))
  } catch (error) {
    const cause = error instanceof Error && error.cause ? `: ${reasonOf(error.cause)}` : ''
    return found('renderer', false, `${reasonOf(error)}${cause}`)
  } finally {
    await renderer.close()
  }
}

/** The browser and its sandbox. Of a remote browser only the name is known. */
export function rendererFound({ version, engine, sandbox, isEnclosed }: RendererCheck): string {
  const name = [version, engine].filter(Boolean).join(', ')
  if (isEnclosed === null) return `${name}, remote`
  const run = `${name}, ${sandbox ? 'sandboxed' : 'without a sandbox'}`
  if (isEnclosed) return `${run}, in its own process namespace`
  return `${run}, without its own process namespace: ${UNENCLOSED}`
}

function checkFonts(): Check {
  const missing = missingFontFamilies()
  const count = fontFiles().length
  if (missing.length === 0) return found('fonts', true, `${count} files`)
  return found('fonts', false, `missing: ${missing.join(', ')}; run npm ci`)
}

function checkDataDir(config: Config): readonly Check[] {
  const existing = nearest(config.dataDir)
  return [checkPermissions(config, existing), checkSpace(existing)]
}

function checkPermissions({ dataDir, database }: Config, existing: string): Check {
  const permissions = (ok: boolean, detail: string) => found('permissions', ok, detail)
  const files = database.engine === 'sqlite' ? filesOfSqlite(database.path) : []
  try {
    accessSync(existing, constants.R_OK | constants.W_OK | constants.X_OK)
    if (database.engine === 'sqlite' && existsSync(database.path))
      accessSync(database.path, constants.R_OK | constants.W_OK)
  } catch (error) {
    return permissions(false, reasonOf(error))
  }
  const open = files.filter(isOpenToOthers).join(' ')
  if (open !== '')
    return permissions(false, `other users can read ${open}; run chmod 600 ${open} as its owner`)
  if (existing !== dataDir)
    return permissions(true, `${dataDir} does not exist yet; ${existing} is writable`)
  if (isOpenToOthers(dataDir))
    return permissions(false, `other users can read ${dataDir}; run chmod 700 ${dataDir}`)
  return permissions(true, `only the service can read ${dataDir}`)
}

function checkSpace(folder: string): Check {
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  const mib = `${BigInt(free) / 1_048_576n} MiB free`
  const ok = free >= FREE_BYTES_MIN
  return found('disk', ok, ok ? mib : `${mib}; free at least 512 MiB`)
}

/** The folder, or its nearest existing parent. */
const nearest = (folder: string): string =>
  existsSync(folder) || dirname(folder) === folder ? folder : nearest(dirname(folder))

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
