import { constants } from 'node:fs'
import { access, chmod, chown, copyFile, link, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { startOf } from './processes.ts'

/** The user of the browser; null if we are not root and it runs as ourselves. */
export interface BrowserUser {
  readonly uid: number
  readonly gid: number
}

/** The folders that one browser process may write to, deleted when it ends. */
export interface BrowserFolders {
  readonly root: string
  readonly home: string
  readonly temporary: string
  readonly profile: string
}

/**
 * A uid that neither Debian nor systemd assigns, below 65536 so that it also exists in containers
 * with a user namespace. Not `nobody`: other services run as that, and processes of one uid may
 * trace and kill each other.
 */
const BROWSER_UID = 65_533

/** The service's process id, its start time and six characters follow: `leftovers.ts`. */
export const FOLDER_PREFIX = 'billwright-browser-'

/** Root owns the database, so a browser with strangers' templates never runs as root. */
export const browserUser = (): BrowserUser | null =>
  process.getuid?.() === 0 ? { uid: BROWSER_UID, gid: BROWSER_UID } : null

/** A new private folder with home, temporary folder and profile, owned by the browser's user. */
export async function createBrowserFolders(user: BrowserUser | null): Promise<BrowserFolders> {
  const started = (await startOf('self')) ?? '0'
  const root = await mkdtemp(join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-${started}-`))
  // The browser may only traverse it; it can list and write only the three folders below.
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
    // Happens in a container that maps one user only, or forbids changing users.
    throw new Error('As root, but unable to act as another user: start it as a common user.', {
      cause,
    })
  }
  return folders
}

export const deleteBrowserFolders = ({ root }: BrowserFolders): Promise<void> =>
  rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })

/** Whether others can read a file: every parent folder must permit it. */
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
 * The files in a place that the browser can read: unchanged, or as links (copies on another disk) in
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
    // A link shares the file's mode, so an unreadable file must be copied.
    if (!isOpen) throw new Error('not readable by others')
    await link(path, target)
  } catch {
    await copyFile(path, target, constants.COPYFILE_FICLONE)
    await chmod(target, (mode & 0o100) === 0 ? 0o644 : 0o755)
  }
  await access(target, constants.R_OK)
  return target
}
