import { chmodSync, closeSync, openSync, statSync } from 'node:fs'

/** Modes for the service's own user only. */
export const PRIVATE_FILE = 0o600
export const PRIVATE_FOLDER = 0o700
const OTHERS_MASK = 0o077

/** Whether other users have any access. Windows has no such modes. */
export function isOpenToOthers(path: string): boolean {
  if (process.platform === 'win32') return false
  const { mode = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {}
  return (mode & OTHERS_MASK) !== 0
}

/** Creates an empty private file, whatever the umask. Errors surface when the file is opened. */
export function createPrivate(path: string): void {
  try {
    closeSync(openSync(path, 'a', PRIVATE_FILE))
  } catch {}
}

/** Removes access for others. Another owner's file stays as it is; `isOpenToOthers` reports that. */
export function makePrivate(path: string): void {
  if (!isOpenToOthers(path)) return
  try {
    chmodSync(path, PRIVATE_FILE)
  } catch {
    // Only the owner may do this. The service still works, and reports it.
  }
}

/** A SQLite database and its companion files, which SQLite gives the same mode. */
export const filesOfSqlite = (path: string): readonly string[] =>
  ['', '-wal', '-shm'].map((suffix) => `${path}${suffix}`)
