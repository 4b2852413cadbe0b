import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../../src/platform/config.ts'
import { isUnavailable } from '../../src/platform/database/storage-error.ts'
import { EXIT_UNAVAILABLE } from './exit-unavailable.ts'
import { COMPILE_CACHE } from './harness.ts'

interface Run {
  /** What its clock shows, in milliseconds since the epoch. */
  readonly atMs: number
  /** It ends by SIGKILL before that many statements more. */
  readonly diesAt: number
  /** Reminders have to be looked for. */
  readonly looks?: 'reminders'
}

/** A process that does the jobs which are due. Resolves to the signal that ended it, or null. */
export async function runWorker(
  database: Config['database'],
  { atMs, diesAt, looks }: Run,
): Promise<NodeJS.Signals | null> {
  const { signal } = await runProcess('recurring-worker.ts', {
    FAULT_DATABASE: JSON.stringify(database),
    CLOCK_AT: new Date(atMs).toISOString(),
    DIES_AT: String(Math.ceil(diesAt)),
    ...(looks && { LOOKS: looks }),
  })
  return signal
}

/** How a process ended. */
interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** A machine that is busy for longer than all of them cannot run these tests. */
const TRIES = 10
const AGAIN_MS = 1_000

/**
 * Runs a script of this folder. One whose database did not answer in time is started again, as a service
 * would be: what it had done by then is committed or was rolled back.
 */
export async function runProcess(
  script: string,
  env: Readonly<Record<string, string>>,
): Promise<Ended> {
  for (let tries = 1; ; tries += 1) {
    const child = spawn(process.execPath, [join(import.meta.dirname, script)], {
      env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE, ...env },
      stdio: 'inherit',
    })
    const [code, signal] = await once(child, 'exit')
    if (code !== EXIT_UNAVAILABLE || tries >= TRIES) return { code, signal }
    await sleep(AGAIN_MS)
  }
}

/** Repeats a reading while the database does not answer in time. */
export async function whenAvailable(read: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1)
    try {
      return await read()
    } catch (error) {
      if (!isUnavailable(error) || tries >= TRIES) throw error
      await sleep(AGAIN_MS)
    }
}
