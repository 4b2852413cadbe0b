import { constants } from 'node:fs'
import { access, chmod, chown, copyFile, link, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { startOf } from './processes.ts'

/** Whom the browser runs as; null where we are not root and it runs as ourselves. */
export interface BrowserUser {
  readonly uid: number
  readonly gid: number
}

/** What one browser process may write to, removed when it ends. */
export interface BrowserFolders {
  readonly root: string
  readonly home: string
  readonly temporary: string
  readonly profile: string
}

/**
 * A number that neither Debian nor systemd gives out, below 65536 so that it exists in containers with
 * a user namespace too. Not `nobody`: other services run as that, and one uid may trace and kill its own.
 */
const BROWSER_UID = 65_533

/** Then come the service's process id, when it started and six characters: `browser-leftovers.ts`. */
export const FOLDER_PREFIX = 'billwright-browser-'

/** Root owns the database, so a browser that shows foreign templates never runs as root. */
export const browserUser = (): BrowserUser | null =>
  process.getuid?.() === 0 ? { uid: BROWSER_UID, gid: BROWSER_UID } : null

/** A new private folder with home, temporary folder and profile, owned by whom the browser runs as. */
export async function createBrowserFolders(user: BrowserUser | null): Promise<BrowserFolders> {
  const started = (await startOf('self')) ?? '0'
  const root = await mkdtemp(join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-${started}-`))
  // The browser passes through; what it may list or write are the three folders below.
  if (user) await chmod(root, 0o711)
  const folders = {
    root,
    home: join(root, 'home'),
    temporary: join(root, 'tmp'),
    profile: join(root, 'profile'),
  }
  try {
    for (const path of [folders.home, folders.temporary, folders.profile]) {
      await mkdir(path, { mode: 0o700 })
      if (user) await chown(path, user.uid, user.gid)
    }
  } catch (cause) {
    await deleteBrowserFolders(folders)
    // So it is in a container that maps one user only, or drops the right to change users.
    throw new Error('As root, but unable to act as another user: start it as a common user.', {
      cause,
    })
  }
  return folders
}

export const deleteBrowserFolders = ({ root }: BrowserFolders): Promise<void> =>
  rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })

/** Whether others can read a file: every folder above it must let them through. */
async function isReadableByOthers(path: string): Promise<boolean> {
  const { mode } = await stat(path)
  if ((mode & 0o004) === 0) return false
  for (let folder = dirname(resolve(path)); ; folder = dirname(folder)) {
    const { mode: folderMode } = await stat(folder)
    if ((folderMode & 0o001) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

/**
 * The files, where the browser can read them: at their place, or as links (copies on another disk) in
 * `folder`. An installation below `/root` is closed to every other user.
 */
export async function reachableFiles(
  paths: readonly string[],
  folder: string,
  user: BrowserUser | null,
): Promise<readonly string[]> {
  if (!user) return paths
  const reachable: string[] = []
  for (const path of paths) {
    if (await isReadableByOthers(path)) reachable.push(path)
    else reachable.push(await placeIn(folder, path))
  }
  return reachable
}

async function placeIn(folder: string, path: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o755)
  const target = join(folder, basename(path))
  const { mode } = await stat(path)
  const isOpen = (mode & 0o004) !== 0
  try {
    // A link shares the file's mode, so a file that is closed itself must be copied.
    if (!isOpen) throw new Error('not readable by others')
    await link(path, target)
  } catch {
    await copyFile(path, target, constants.COPYFILE_FICLONE)
    await chmod(target, (mode & 0o100) === 0 ? 0o644 : 0o755)
  }
  await access(target, constants.R_OK)
  return target
}
