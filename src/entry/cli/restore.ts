import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import { instant, systemClock } from '../../platform/clock.ts'
import { readConfig } from '../../platform/config.ts'
import { migrate, openDatabase } from '../../platform/database/db.ts'
import { filesOfSqlite, makePrivate, PRIVATE_FOLDER } from '../../platform/private-file.ts'
import { setAutomation } from './automation.ts'
import { POSTGRES_COMMANDS, requireVerified } from './backup.ts'
import { CommandError, EXIT, unavailable, wrongUsage } from './exit.ts'
import { foldLog, migrationsOf, moveDatabase, requireIntact } from './sqlite-file.ts'
import { print, printJson } from './terminal.ts'

const MIGRATIONS = join(import.meta.dirname, '../../../migrations')

interface Options {
  readonly force?: boolean
  readonly json?: boolean
}

export function registerRestore(program: Command): void {
  program
    .command('restore')
    .description('replace the SQLite database with a backup; stop the service first')
    .argument('<file>', 'a file written by `billwright backup`')
    .option('--force', 'replace an existing database; the old one is kept beside it')
    .option('--json', 'print the result as JSON')
    .action(restore)
}

async function restore(file: string, { force, json }: Options): Promise<void> {
  const { database } = readConfig()
  if (database.engine === 'postgres') throw wrongUsage(POSTGRES_COMMANDS)
  const backup = resolve(file)
  const target = database.path
  if (!existsSync(backup)) throw unavailable(`The file ${backup} does not exist.`)
  if (existsSync(target) && !force)
    throw unavailable(
      `There is already a database at ${target}. Use --force to replace it; it is kept beside the new one.`,
    )
  mkdirSync(dirname(target), { recursive: true, mode: PRIVATE_FOLDER })
  const staged = `${target}.restoring`
  try {
    copyFileSync(backup, staged)
    makePrivate(staged)
    await requireUsable(staged)
    const invoices = await requireVerified(staged)
    await pauseAutomation(staged)
    requireIntact(staged)
    const kept = existsSync(target) ? setAside(target) : null
    moveDatabase(staged, target)
    if (json) printJson({ ok: true, database: target, kept, invoices })
    else printDone({ target, kept, invoices })
  } finally {
    for (const file of filesOfSqlite(staged)) rmSync(file, { force: true })
  }
}

/** Throws if the copy is damaged, is not a Billwright database, or is from a later release. */
async function requireUsable(staged: string): Promise<void> {
  try {
    requireIntact(staged)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandError(`The file is damaged or not a backup: ${reason}`, EXIT.fault)
  }
  const ran = migrationsOf(staged)
  if (ran === null || ran.length === 0)
    throw new CommandError('The file is not a Billwright database.', EXIT.fault)
  const known = new Set(readdirSync(MIGRATIONS).map((name) => name.replace(/\.[jt]s$/, '')))
  const unknown = ran.filter((name) => !known.has(name))
  if (unknown.length > 0)
    throw new CommandError(
      `The backup is from a newer release (it has ${unknown.join(', ')}). Install that release first.`,
      EXIT.fault,
    )
  const db = openDatabase({ engine: 'sqlite', path: staged })
  try {
    await migrate(db)
  } finally {
    await db.destroy()
  }
}

/** Nothing may be created or sent a second time before a person has checked. */
async function pauseAutomation(staged: string): Promise<void> {
  const db = openDatabase({ engine: 'sqlite', path: staged })
  try {
    await setAutomation({ db, config: readConfig() }, { automationPaused: true })
  } finally {
    await db.destroy()
  }
}

/** Renames the current database. Throws if another process has it open. */
function setAside(target: string): string {
  if (!foldLog(target))
    throw unavailable(`Another process has ${target} open. Stop the service first, then restore.`)
  const kept = `${target}.before-restore-${instant(systemClock).replace(/[:.]/g, '-')}`
  filesOfSqlite(target).forEach(makePrivate)
  moveDatabase(target, kept)
  return kept
}

function printDone(done: {
  readonly target: string
  readonly kept: string | null
  readonly invoices: number
}): void {
  print(`Restored ${done.target}: ${done.invoices} invoices. \`verify\` passed.`)
  if (done.kept !== null) print(`Previous database: ${done.kept}`)
  print('Recurring invoices and messages are paused. Resume them in the console, or with')
  print('`billwright automation resume`.')
}
