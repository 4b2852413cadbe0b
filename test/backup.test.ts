import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../src/platform/database/db.ts'
import { tablesOfAllCompanies } from '../src/platform/database/scope.ts'
import { environmentOf, runCommand } from './cli-run.ts'
import { givens } from './givens.ts'
import { startTestApp, type TestApp } from './harness.ts'

const CLIENTS = 8
const INVOICES_BEFORE = 40

describe('backup and restore', () => {
  const folder = mkdtempSync(join(tmpdir(), 'billwright-backup-'))
  const backup = join(folder, 'backups', 'billwright.db')
  let app: TestApp
  let env: Record<string, string>

  beforeAll(async () => {
    app = await startTestApp('sqlite')
    env = environmentOf(app.config)
  })
  afterAll(async () => {
    await app.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Eight clients that issue one invoice after another, until the signal to stop. */
  const startLoad = () => {
    const acknowledged: string[] = []
    let isStopped = false
    const client = async () => {
      const given = givens(app)
      while (!isStopped) acknowledged.push((await given.invoice({ status: 'sent' })).number)
    }
    const clients = Array.from({ length: CLIENTS }, client)
    return {
      acknowledged,
      until: async (count: number) => {
        while (acknowledged.length < count) await new Promise((resolve) => setImmediate(resolve))
      },
      stop: async () => {
        isStopped = true
        await Promise.all(clients)
      },
    }
  }

  test('a backup under load has every invoice acknowledged before, and verifies after restoring', async () => {
    const load = startLoad()
    await load.until(INVOICES_BEFORE)
    const before = [...load.acknowledged]
    const taken = await runCommand(['backup', backup, '--json'], { env })
    const during = load.acknowledged.length - before.length
    await load.stop()
    expect(taken.stderr).toBe('')
    expect(taken).toMatchObject({ code: 0, json: { ok: true, file: backup } })
    expect(during).toBeGreaterThan(0)
    expect(statSync(backup).mode & 0o077).toBe(0)

    const elsewhere = { DATA_DIR: join(folder, 'elsewhere') }
    const restored = await runCommand(['restore', backup, '--json'], { env: elsewhere })
    expect(restored).toMatchObject({ code: 0, json: { ok: true, kept: null } })
    const verified = await runCommand(['verify', '--json'], { env: elsewhere })
    expect(verified).toMatchObject({ code: 0, json: { ok: true, gaps: [] } })
    const numbers = await numbersIn(join(elsewhere.DATA_DIR, 'billwright.db'))
    expect(before.filter((number) => !numbers.has(number))).toEqual([])
    expect(await isPausedIn(join(elsewhere.DATA_DIR, 'billwright.db'))).toBe(true)
    expect((await runCommand(['automation', 'resume'], { env: elsewhere })).code).toBe(0)
    expect(await isPausedIn(join(elsewhere.DATA_DIR, 'billwright.db'))).toBe(false)
  })

  test('a backup leaves no other files and overwrites nothing without --force', async () => {
    expect(readdirSync(join(folder, 'backups'))).toEqual(['billwright.db'])
    const again = await runCommand(['backup', backup], { env })
    expect(again).toMatchObject({ code: 69, stdout: '' })
    expect(again.stderr).toContain('already exists')
    expect((await runCommand(['backup', backup, '--force'], { env })).code).toBe(0)
  })

  test('restore replaces a database only when forced, never under a service, and keeps the old one', async () => {
    const refused = await runCommand(['restore', backup], { env })
    expect(refused.code).toBe(69)
    expect(refused.stderr).toContain('--force')
    const running = await runCommand(['restore', backup, '--force'], { env })
    expect(running.code).toBe(69)
    expect(running.stderr).toContain('Stop the service first')

    const stopped = { DATA_DIR: join(folder, 'stopped') }
    await runCommand(['restore', backup], { env: stopped })
    const forced = await runCommand(['restore', backup, '--force', '--json'], { env: stopped })
    expect(forced.code).toBe(0)
    expect(existsSync(forced.json.kept)).toBe(true)
    expect(readdirSync(stopped.DATA_DIR)).toHaveLength(2)
  })

  test('restore refuses a file that is no backup, and leaves no trace', async () => {
    const target = { DATA_DIR: join(folder, 'fresh') }
    const text = join(folder, 'text.db')
    writeFileSync(text, 'not a database')
    const none = await runCommand(['restore', text], { env: target })
    expect(none.code).toBe(1)
    expect(none.stderr).toContain('damaged or not a backup')
    const empty = join(folder, 'empty.db')
    writeFileSync(empty, '')
    expect((await runCommand(['restore', empty], { env: target })).code).toBe(1)
    expect((await runCommand(['restore', join(folder, 'no.db')], { env: target })).code).toBe(69)
    expect(readdirSync(target.DATA_DIR)).toEqual([])
  })

  test('restore refuses a backup that was tampered with', async () => {
    const db = openDatabase({ engine: 'sqlite', path: backup })
    await tablesOfAllCompanies(db).updateTable('invoices').set({ notes: 'Paid in cash' }).execute()
    await db.destroy()
    const refused = await runCommand(['restore', backup], { env: { DATA_DIR: join(folder, 'no') } })
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('`notes` was changed')
    expect(readdirSync(join(folder, 'no'))).toEqual([])
  })
})

test('PostgreSQL: backup and restore name the commands to use', async () => {
  const env = { DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none' }
  for (const command of ['backup', 'restore']) {
    const { code, stderr } = await runCommand([command, 'file'], { env })
    expect(code).toBe(2)
    expect(stderr).toContain('pg_dump --format=custom')
    expect(stderr).not.toContain('secret')
  }
})

async function isPausedIn(path: string): Promise<boolean> {
  const db = openDatabase({ engine: 'sqlite', path })
  const { document } = await tablesOfAllCompanies(db)
    .selectFrom('settings')
    .select('document')
    .executeTakeFirstOrThrow()
  await db.destroy()
  return JSON.parse(document).automationPaused ?? false
}

async function numbersIn(path: string): Promise<ReadonlySet<string>> {
  const db = openDatabase({ engine: 'sqlite', path })
  const rows = await tablesOfAllCompanies(db).selectFrom('invoices').select('number').execute()
  await db.destroy()
  return new Set(rows.flatMap(({ number }) => number ?? []))
}
