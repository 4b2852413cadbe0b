import { chmodSync, closeSync, openSync, statSync } from 'node:fs'

/** For the service's own user alone. */
export const PRIVATE_FILE = 0o600
export const PRIVATE_FOLDER = 0o700
const OTHERS_MASK = 0o077

/** Whether other users of the machine may do anything with what is there. Windows has no such modes. */
export function isOpenToOthers(path: string): boolean {
  if (process.platform === 'win32') return false
  const { mode = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {}
  return (mode & OTHERS_MASK) !== 0
}

/** Makes an empty file that nobody else can open, whatever the umask. What opens it tells where that fails. */
export function createPrivate(path: string): void {
  try {
    closeSync(openSync(path, 'a', PRIVATE_FILE))
  } catch {}
}

/** Closes a file to others. That of another owner stays as it is; `isOpenToOthers` tells. */
export function makePrivate(path: string): void {
  if (!isOpenToOthers(path)) return
  try {
    chmodSync(path, PRIVATE_FILE)
  } catch {
    // Only its owner may; the service works all the same, and says so.
  }
}

/** A database of SQLite and what SQLite keeps beside it with the same mode. */
export const filesOfSqlite = (path: string): readonly string[] =>
  ['', '-wal', '-shm'].map((suffix) => `${path}${suffix}`)
