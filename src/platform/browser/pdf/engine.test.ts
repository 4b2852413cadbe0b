import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { browserBinaries } from '../inner/binary.ts'
import { type Engine, startEngine } from './engine.ts'

const folder = mkdtempSync(join(tmpdir(), 'billwright-test-'))
// Another user's browser writes into it, when the tests run as root.
chmodSync(folder, 0o755)
const engines: Engine[] = []

interface Attempts {
  readonly path: string
  /** For each attempt, in order, whether it used the browser's sandbox. */
  readonly sandboxed: () => readonly boolean[]
}

/** A stand-in for a browser: notes its command line, then follows `script`. */
function standIn(name: string, script: string): Attempts {
  const path = join(folder, name)
  const notes = join(folder, `${name}.notes`)
  writeFileSync(notes, '')
  chmodSync(notes, 0o666)
  const sandboxed = `case " $* " in *" --no-sandbox "*) has=no;; *) has=yes;; esac`
  writeFileSync(path, `#!/bin/sh\n${sandboxed}\necho $has >> '${notes}'\n${script}\n`)
  chmodSync(path, 0o755)
  const lines = () => readFileSync(notes, 'utf8').trim().split('\n')
  return { path, sandboxed: () => lines().map((it) => it === 'yes') }
}

async function started(chromiumPath: string, startTimeoutMs?: number): Promise<Engine> {
  const engine = await startEngine(
    {
      chromiumPath,
      remoteUrl: null,
      cacheDir: folder,
      log: () => {},
      ...(startTimeoutMs === undefined ? {} : { startTimeoutMs }),
    },
    'print',
  )
  engines.push(engine)
  return engine
}

async function realBrowser(): Promise<string> {
  for await (const { path } of browserBinaries(null, folder)) return path
  throw new Error('No browser is installed.')
}

afterEach(async () => {
  await Promise.all(engines.splice(0).map((it) => it.close()))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a browser that is silent as it starts is not started without its sandbox', async () => {
  const silent = standIn('silent', 'exec sleep 60')
  await expect(started(silent.path, 300)).rejects.toThrow('did not answer within')
  expect(silent.sandboxed()).not.toContain(false)
})

test('a browser that was killed is not, either', async () => {
  const killed = standIn('killed', 'kill -KILL $$')
  await expect(started(killed.path)).rejects.toThrow('No browser could be started')
  expect(killed.sandboxed()).not.toContain(false)
})

test('a browser that cannot be run at all is not, either', async () => {
  const missing = join(folder, 'missing')
  await expect(started(missing)).rejects.toThrow('missing')
})

test('a browser that exits with its sandbox is started without, and reports it', async () => {
  const real = await realBrowser()
  const refusing = standIn('refusing', `[ $has = no ] || exit 1\nexec '${real}' "$@"`)
  const { browser } = await started(refusing.path)
  expect(browser.sandbox).toBe(false)
  expect(refusing.sandboxed().at(-1)).toBe(false)
  expect(refusing.sandboxed().at(0)).toBe(true)
})
