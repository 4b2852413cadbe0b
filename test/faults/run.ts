import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { EXIT_SKIPPED, say } from './harness.ts'

/** What may be run, in this order, and how many seconds each may take at its usual number of rounds. */
const SCRIPTS: Readonly<Record<string, number>> = {
  'kill-sqlite': 240,
  'kill-postgres': 240,
  'postgres-restart': 240,
  'replica-promotion': 240,
  'three-processes': 240,
  'kill-companies': 480,
  'citus-worker': 240,
  move: 600,
  jobs: 240,
  mail: 300,
  recurring: 600,
  reminders: 600,
  imports: 1200,
  bank: 1200,
  payments: 1200,
  fsync: 120,
  'disk-full': 120,
  'read-only': 120,
  numbering: 360,
  idempotency: 300,
  'stale-update': 120,
  'publish-race': 120,
  'lock-order': 120,
  installs: 180,
  outbox: 240,
  browser: 240,
  shutdown: 240,
  'slow-clients': 240,
  clock: 180,
  'sign-in-times': 120,
  memory: 120,
  soak: 180,
  'backup-under-load': 180,
  migration: 300,
}
/** More rounds need more time. */
const BOUND_FACTOR = Number(process.env.FAULT_SECONDS_FACTOR ?? 1)
const END_MS = 10_000

type Outcome = 'passed' | 'failed' | 'skipped'

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in SCRIPTS))
if (unknown.length > 0) {
  say(`There is no ${unknown.join(', ')}. There are: ${Object.keys(SCRIPTS).join(', ')}.`)
  process.exit(2)
}
const outcomes: Outcome[] = []
for (const [name, seconds] of Object.entries(SCRIPTS)) {
  if (wanted.length === 0 ? isThere(name) : wanted.includes(name))
    outcomes.push(await run(name, seconds * BOUND_FACTOR))
}
const count = (which: Outcome) => outcomes.filter((outcome) => outcome === which).length
const skipped = count('skipped')
say(`${count('passed')} passed, ${count('failed')} failed${skipped ? `, ${skipped} skipped` : ''}`)
process.exitCode = count('failed') > 0 ? 1 : 0

function pathOf(name: string): string {
  return join(import.meta.dirname, `${name}.ts`)
}

function isThere(name: string): boolean {
  return existsSync(pathOf(name))
}

/** Runs one script, says how it ended, and leaves nothing of it behind. */
async function run(name: string, seconds: number): Promise<Outcome> {
  const startedMs = performance.now()
  // A separate group, so that what a script started ends with it.
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', pathOf(name)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const closed = once(child, 'close')
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), END_MS).unref()
  }, seconds * 1000)
  await Promise.race([closed, once(child, 'exit')])
  clearTimeout(timer)
  endGroup(child.pid)
  await closed
  const outcome = isLate ? 'failed' : outcomeOf(child.exitCode)
  const lines = output.trimEnd().split('\n')
  const took = `${((performance.now() - startedMs) / 1000).toFixed(1)} s`
  const last = isLate ? `not done within ${seconds} s` : (lines.at(-1) ?? '')
  if (outcome === 'failed') for (const line of lines.slice(0, -1)) say(line)
  say(`${outcome.padEnd(7)} ${name.padEnd(18)} ${took.padStart(7)}  ${last}`)
  return outcome
}

function outcomeOf(code: number | null): Outcome {
  if (code === 0) return 'passed'
  return code === EXIT_SKIPPED ? 'skipped' : 'failed'
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // Nothing of it is left.
  }
}
