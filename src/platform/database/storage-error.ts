import { AppError } from '../../errors.ts'

/** The SQLSTATE of PostgreSQL, the name of SQLite's or of the system's error; else empty. */
export const storageCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/**
 * 40001 serialization failure, 40P01 deadlock: rolled back by the engine, to be tried again; so is
 * what met an outdated plan, on another connection.
 */
export const isTransient = (error: unknown): boolean =>
  ['40001', '40P01'].includes(storageCode(error)) || isPlanOutdated(error)

/**
 * A statement that PostgreSQL kept has other columns than when it was kept, since a newer version of
 * the service changed a table (0A000), or is not kept any more (26000).
 */
export const isPlanOutdated = (error: unknown): boolean =>
  storageCode(error) === '26000' ||
  (storageCode(error) === '0A000' && error instanceof Error && /cached plan/.test(error.message))

/** A table that is asked for was never made. */
export const isMissingTable = (error: unknown): boolean =>
  storageCode(error) === '42P01' ||
  (error instanceof Error && error.message.startsWith('no such table'))

/** SQLite: another process writes. */
export const isBusy = (error: unknown): boolean => /^SQLITE_BUSY/.test(storageCode(error))

const NETWORK = /^E(CONN|PIPE$|TIMEDOUT|HOST|NET(UNREACH|DOWN)|AI_AGAIN|NOTFOUND)/
/** What `pg` says without a code when a connection has gone, could not be had, or did not answer. */
const CONNECTION_GONE =
  /^(Connection terminated|Client (has encountered|was closed)|timeout (exceeded|expired)|Cannot use a pool|Query read timeout)/
/** 08 connection exceptions, 57P shutdowns, 25006 read-only, 25P03 killed while it held locks. */
const CONNECTION_USELESS = /^(08\w{3}|57P0\d|25006|25P0[34])$/

/** Whether the connection that an error came from is of no use any more. */
export const breaksConnection = (error: unknown): boolean =>
  CONNECTION_USELESS.test(storageCode(error)) || isNetworkError(error)

const isNetworkError = (error: unknown): boolean =>
  error instanceof Error &&
  (NETWORK.test(storageCode(error)) || CONNECTION_GONE.test(error.message))

/**
 * Codes after which trying again may end better. 28 and 3D: the server does not let the service in,
 * which it did at the start. 40: a transaction that went on failing, or (40003) whose end is unknown.
 * 53: out of memory, disk or connections. 55P03, 57: waited too long. 58: its disk fails.
 */
const UNAVAILABLE =
  /^(SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|PROTOCOL).*|(28|3D|40|53|57|58)\w{3}|55P03|E(NOSPC|ROFS|IO|DQUOT))$/

/** A database that cannot work now is the operator's matter, not the caller's: 503, try again. */
export function storageError(error: unknown): unknown {
  if (!breaksConnection(error) && !UNAVAILABLE.test(storageCode(error))) return error
  return new AppError(
    'unavailable',
    'storage_unavailable',
    'The database is unreachable or cannot write. The change may or may not have been made. Try again.',
    { retryAfterSeconds: 2, cause: error },
  )
}
