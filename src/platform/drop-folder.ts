import { constants } from 'node:fs'
import { lstat, mkdir, open, readdir, realpath, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/* A folder in which other programs put files. Nothing here follows a link, so nothing outside is read. */

/** Other programs write such files and rename them when they are done. */
const UNFINISHED = /^\.|~$|\.(part|tmp|temp|filepart|crdownload)$/i

/**
 * The path of a folder below `root`, made if it is not there.
 *
 * @throws Error if a part of the path below `root` is a link or a file
 */
export async function openDropFolder(root: string, parts: readonly string[]): Promise<string> {
  let path = await realpath(root)
  for (const part of parts) {
    path = join(path, part)
    await mkdir(path).catch(unlessThere)
    if (!(await lstat(path)).isDirectory()) throw new Error(`${path} is not a folder.`)
  }
  return path
}

const unlessThere = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'EEXIST') throw error
}

/** The names of the files that nobody has changed since an instant, in order. */
export async function finishedFiles(folder: string, unchangedSinceMs: number): Promise<string[]> {
  const names: string[] = []
  for (const name of (await readdir(folder)).toSorted()) {
    if (UNFINISHED.test(name)) continue
    // Renamed or deleted meanwhile.
    const stats = await lstat(join(folder, name)).catch(() => null)
    // A copy may keep the time of its original in `mtime`, not in `ctime`.
    const changedMs = stats && Math.max(stats.mtimeMs, stats.ctimeMs)
    if (stats?.isFile() && changedMs !== null && changedMs <= unchangedSinceMs) names.push(name)
  }
  return names
}

/** The bytes of a file; null: it has more than that many, or is no ordinary file. */
export async function readDropped(
  folder: string,
  name: string,
  bytesMax: number,
): Promise<Buffer | null> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
  const handle = await open(join(folder, name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  try {
    const stats = await handle.stat()
    if (!stats.isFile() || stats.size > bytesMax) return null
    const bytes = Buffer.alloc(stats.size)
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0)
    return bytes.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** Moves a file to a folder within its folder, with a text beside it. Nothing there is overwritten. */
export async function putAside(
  folder: string,
  name: string,
  { into, text }: { readonly into: string; readonly text: string },
): Promise<void> {
  const target = await openDropFolder(folder, [into])
  const free = await freeName(target, name)
  await writeFile(join(target, `${free}.txt`), `${text}\n`, { flag: 'wx' })
  await rename(join(folder, name), join(target, free))
}

async function freeName(folder: string, name: string): Promise<string> {
  const there = new Set(await readdir(folder))
  const dot = name.lastIndexOf('.')
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  for (let n = 1; ; n += 1) {
    const free = n === 1 ? name : `${stem}-${n}${ending}`
    if (!there.has(free) && !there.has(`${free}.txt`)) return free
  }
}
