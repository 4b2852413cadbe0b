import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { BrowserUser } from './folders.ts'

interface Command {
  readonly path: string
  readonly args: readonly string[]
}

/**
 * Util-linux's `unshare`, by an unprivileged user: the rights that namespaces of processes and mounts
 * need come from a user namespace, in which the user stays who it is. The sandbox of the browser is
 * made in the same way and goes on working inside. It has a `/proc` of its own, because process ids
 * are others inside. `--kill-child`: who kills `unshare` kills the browser.
 */
const PROGRAM = 'unshare'
const ARGS = [
  ...['--user', '--map-current-user', '--pid', '--fork'],
  ...['--kill-child', '--mount-proc', '--'],
]
const PROBE_TIMEOUT_MS = 2_000
const ENVIRONMENT = { PATH: '/usr/bin:/bin' }

const run = promisify(execFile)

/**
 * Whether processes may be started in a namespace here: not on other systems than Linux, not where
 * `unshare` is missing, and not in most containers, whose rules forbid it. Takes some 3 ms.
 */
export async function canEnclose(user: BrowserUser | null): Promise<boolean> {
  if (process.platform !== 'linux') return false
  try {
    const options = { ...(user ?? {}), env: ENVIRONMENT, timeout: PROBE_TIMEOUT_MS }
    await run(PROGRAM, [...ARGS, 'true'], { ...options, cwd: '/' })
    return true
  } catch {
    return false
  }
}

/**
 * The command that starts a browser as process 1 of a namespace. When that process ends in whatever
 * way, the kernel ends and reaps all the others. Without it they fall to process 1 of the system or
 * container, and where that is no init they stay as zombies: Node cannot reap what is not its child.
 */
export const enclosedCommand = ({ path, args }: Command): Command => ({
  path: PROGRAM,
  args: [...ARGS, path, ...args],
})
