import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate, openDatabase } from '../src/platform/database/db.ts'
import { runCommand } from './cli-run.ts'
import { entryOf } from './entry.ts'

const isWindows = process.platform === 'win32'
const isRoot = process.getuid?.() === 0
const NOBODY = 65_534
const modesIn = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]),
  )

describe.skipIf(isWindows)('files of the service are its own, in a folder open to others', () => {
  const folder = mkdtempSync(join(tmpdir(), 'billwright-private-'))
  const data = join(folder, 'data')
  const path = join(data, 'billwright.db')
  const env = { DATA_DIR: data, API_KEY: 'test-key-0123456789abcdef' }
  const ALL = { 'billwright.db': '600', 'billwright.db-shm': '600', 'billwright.db-wal': '600' }
  beforeAll(() => {
    mkdirSync(data)
    chmodSync(data, 0o755)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** The modes of all files while the database is open and was written to. */
  const modesWhileOpen = async () => {
    const db = openDatabase({ engine: 'sqlite', path })
    await migrate(db)
    const value = { name: 'test', value: 'x' }
    await db.insertInto('secrets').values(value).execute()
    await db.deleteFrom('secrets').where('name', '=', 'test').execute()
    const modes = modesIn(data)
    await db.destroy()
    return modes
  }

  test('the database and SQLite’s files beside it', async () => {
    expect(await modesWhileOpen()).toEqual(ALL)
  })

  test('files that already exist get mode 600 when the database is opened', async () => {
    const keepOpen = openDatabase({ engine: 'sqlite', path })
    await keepOpen.insertInto('secrets').values({ name: 'kept', value: 'x' }).execute()
    for (const name of Object.keys(ALL)) chmodSync(join(data, name), 0o664)
    expect(await modesWhileOpen()).toEqual(ALL)
    await keepOpen.destroy()
  })

  test('exports, backups, and the file that a restore replaces', async () => {
    const out = join(folder, 'out')
    mkdirSync(out)
    expect((await runCommand(['backup', join(out, 'copy.db')], { env })).code).toBe(0)
    const exporting = ['export', 'customers', '--out', join(out, 'all.csv')]
    expect((await runCommand(exporting, { env })).code).toBe(0)
    expect(modesIn(out)).toEqual({ 'copy.db': '600', 'all.csv': '600' })

    copyFileSync(join(out, 'copy.db'), join(out, 'open.db'))
    chmodSync(join(out, 'open.db'), 0o644)
    for (const name of readdirSync(data)) chmodSync(join(data, name), 0o644)
    const restored = await runCommand(['restore', join(out, 'open.db'), '--force'], { env })
    expect(restored.code, restored.stderr).toBe(0)
    expect([...new Set(Object.values(modesIn(data)))]).toEqual(['600'])
  })

  test.skipIf(!isRoot)(
    `a file of another owner stays unchanged, and doctor reports it${isRoot ? '' : ' (skipped: only root can make one)'}`,
    async () => {
      await modesWhileOpen()
      chownSync(data, NOBODY, NOBODY)
      for (const at of [folder, data]) chmodSync(at, 0o777)
      for (const name of readdirSync(data)) chmodSync(join(data, name), 0o666)
      const main = entryOf('entry/cli/main')
      const child = spawn(process.execPath, [main, 'doctor'], {
        env: { ...env, PATH: process.env.PATH ?? '' },
        uid: NOBODY,
        gid: NOBODY,
      })
      let printed = ''
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          printed += text
        })
      await once(child, 'close')
      expect(printed).toContain(`other users can read ${path}; run chmod 600 ${path} as its owner`)
    },
  )
})
