import { execFile } from 'node:child_process'
import { lstat, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type BrowserUser, browserUser, FOLDER_PREFIX } from './folders.ts'
import { commandLines, startOf } from './processes.ts'

const NAME = new RegExp(`^${FOLDER_PREFIX}(\\d+)-(\\d+)-[A-Za-z0-9]{6}$`)
const REMOVAL_TIMEOUT_MS = 10_000
/** Folders in one command. */
const FOLDERS_MAX = 500
const ENVIRONMENT = { PATH: '/usr/bin:/bin' }

const run = promisify(execFile)

/**
 * Deletes the folders of killed services. Running services keep theirs, and so do browsers that
 * briefly outlive a service, because they would create their folder again. Folders of other users
 * stay.
 */
export async function deleteAbandonedFolders(): Promise<void> {
  const paths = await abandonedPaths()
  if (paths.length === 0) return
  const commands = await commandLines()
  const unused = paths.filter((path) => !commands.some((command) => command.includes(path)))
  const user = browserUser()
  await deleteAs(null, await ownedBy(process.getuid?.(), unused))
  if (user) await deleteAs(user, await ownedBy(user.uid, unused))
}

/** The names of folders whose services ended. */
async function abandonedPaths(): Promise<readonly string[]> {
  const paths: string[] = []
  for (const name of await readdir(tmpdir())) {
    const [, pid, start] = NAME.exec(name) ?? []
    if (pid === undefined || start === undefined || start === '0') continue
    if ((await startOf(pid)) !== start) paths.push(join(tmpdir(), name))
  }
  return paths
}

async function ownedBy(
  uid: number | undefined,
  paths: readonly string[],
): Promise<readonly string[]> {
  const owned: string[] = []
  for (const path of paths) {
    const found = await lstat(path).catch(() => null)
    if (found?.isDirectory() && found.uid === uid) owned.push(path)
  }
  return owned
}

/**
 * Deletes with the rights of their owner (null: ours), and by `rm`, which follows no link: a browser
 * that still writes there cannot make us delete anything else.
 */
async function deleteAs(owner: BrowserUser | null, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return
  const options = { ...owner, cwd: '/', env: ENVIRONMENT, timeout: REMOVAL_TIMEOUT_MS }
  await run('rm', ['-rf', '--', ...paths.slice(0, FOLDERS_MAX)], options)
}
