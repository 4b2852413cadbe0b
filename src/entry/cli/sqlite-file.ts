import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { createPrivate, filesOfSqlite } from '../../platform/private-file.ts'

const PAGES_PER_STEP = 256
const LOCK_WAIT_MS = 2_000

/**
 * Copies a database while others write to it: the copy has the state at the start. A read
 * transaction stays open meanwhile, or each write would restart the copy. The copy gets its name
 * after a check. Throws if it is damaged.
 */
export async function copyOnline(
  from: string,
  to: string,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const partial = `${to}.partial`
  rmSync(partial, { force: true })
  createPrivate(partial)
  const source = new Database(from, { fileMustExist: true, timeout: LOCK_WAIT_MS })
  try {
    source.exec('begin')
    source.prepare('select count(*) from sqlite_master').get()
    await source.backup(partial, {
      progress({ totalPages, remainingPages }) {
        onProgress(totalPages - remainingPages, totalPages)
        return PAGES_PER_STEP
      },
    })
    requireIntact(partial)
    toDisk(partial)
    renameSync(partial, to)
    toDisk(dirname(to))
  } finally {
    source.close()
    for (const file of filesOfSqlite(partial)) rmSync(file, { force: true })
  }
}

/** Throws if a file is no SQLite database or its pages are inconsistent. */
export function requireIntact(path: string): void {
  const database = new Database(path, { fileMustExist: true })
  try {
    // One file without a log beside it, so that copying or renaming it is enough.
    database.pragma('journal_mode = DELETE')
    const answer = database.pragma('integrity_check(1)', { simple: true })
    if (answer !== 'ok') throw new Error(`The integrity check failed: ${String(answer)}`)
    const broken = database.pragma('foreign_key_check') as readonly unknown[]
    if (broken.length > 0) throw new Error(`${broken.length} rows refer to missing rows.`)
  } finally {
    database.close()
  }
}

/** The migrations in it; null without their table: it is not a Billwright database. */
export function migrationsOf(path: string): readonly string[] | null {
  const database = new Database(path, { fileMustExist: true, readonly: true })
  try {
    const rows = database.prepare('select name from kysely_migration order by name').all()
    return rows.map((row) => String((row as { readonly name: unknown }).name))
  } catch {
    return null
  } finally {
    database.close()
  }
}

/**
 * Moves the write-ahead log into the database. No other process may have it open.
 *
 * @returns false if another process has it open
 */
export function foldLog(path: string): boolean {
  const database = new Database(path, { fileMustExist: true, timeout: LOCK_WAIT_MS })
  try {
    return database.pragma('journal_mode = DELETE', { simple: true }) === 'delete'
  } catch (error) {
    // A damaged database cannot merge its log and is renamed unchanged.
    return !(error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY')
  } finally {
    database.close()
  }
}

/** Renames a database with the files beside it. */
export function moveDatabase(from: string, to: string): void {
  for (const rest of ['', '-wal', '-shm'])
    if (existsSync(`${from}${rest}`)) renameSync(`${from}${rest}`, `${to}${rest}`)
  toDisk(dirname(to))
}

function toDisk(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
