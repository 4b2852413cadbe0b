import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Config } from '../../src/platform/config.ts'

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
  const child = spawn(process.execPath, [join(import.meta.dirname, 'recurring-worker.ts')], {
    env: {
      ...process.env,
      FAULT_DATABASE: JSON.stringify(database),
      CLOCK_AT: new Date(atMs).toISOString(),
      DIES_AT: String(Math.ceil(diesAt)),
      ...(looks && { LOOKS: looks }),
    },
    stdio: 'inherit',
  })
  const [, signal] = await once(child, 'exit')
  return signal as NodeJS.Signals | null
}
