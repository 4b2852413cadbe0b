import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { BrowserUser } from './folders.ts'

interface Command {
  readonly path: string
  readonly args: readonly string[]
}

/**
 * Util-linux's `unshare` for an unprivileged user: a user namespace, in which the user stays the same,
 * gives the rights that process and mount namespaces need. The browser's sandbox does the same inside.
 * It mounts a separate `/proc`, because process ids differ. `--kill-child` ends the browser with it.
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
 * Whether processes may start in a namespace: only on Linux, only with `unshare`, and in few
 * containers, because most forbid it. Takes some 3 ms.
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
 * The command that starts a browser as process 1 of a namespace. When that process ends, the
 * kernel ends and reaps all the others. Otherwise process 1 of the system or container inherits
 * them. If that is no init, they stay as zombies, because Node reaps only its children.
 */
export const enclosedCommand = ({ path, args }: Command): Command => ({
  path: PROGRAM,
  args: [...ARGS, path, ...args],
})
