import { AppError } from '../../kernel/errors.ts'

/** PostgreSQL's SQLSTATE, SQLite's error name or the system's; else empty. */
export const storageCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/**
 * 40001 serialization failure and 40P01 deadlock: rolled back by the engine, to be retried. An
 * outdated plan is retried on another connection.
 */
export const isTransient = (error: unknown): boolean =>
  ['40001', '40P01'].includes(storageCode(error)) || isPlanOutdated(error)

/**
 * A prepared statement has other columns than before, because a newer version of the service
 * changed a table (0A000), or is no longer prepared (26000).
 */
export const isPlanOutdated = (error: unknown): boolean =>
  storageCode(error) === '26000' ||
  (storageCode(error) === '0A000' && error instanceof Error && /cached plan/.test(error.message))

/** The table does not exist. */
export const isMissingTable = (error: unknown): boolean =>
  storageCode(error) === '42P01' ||
  (error instanceof Error && error.message.startsWith('no such table'))

/**
 * A row lacks a value, a key of it is taken or leads nowhere, or a value fits neither its column (22) nor an
 * index (54000), which has a maximum in PostgreSQL.
 */
export const refusesRow = (error: unknown): boolean =>
  /^((22|23)\w{3}$|54000$|SQLITE_(CONSTRAINT|MISMATCH|TOOBIG))/.test(storageCode(error))

/** SQLite: another process writes. */
export const isBusy = (error: unknown): boolean => /^SQLITE_BUSY/.test(storageCode(error))

const NETWORK = /^E(CONN|PIPE$|TIMEDOUT|HOST|NET(UNREACH|DOWN)|AI_AGAIN|NOTFOUND)/
/** Errors of `pg` without a code: a connection was lost, unavailable or did not answer. */
const CONNECTION_GONE =
  /^(Connection terminated|Client (has encountered|was closed)|timeout (exceeded|expired)|Cannot use a pool|Query read timeout)/
/** 08 connection exceptions, 57P shutdowns, 25006 read-only, 25P03 killed while it held locks. */
const CONNECTION_USELESS = /^(08\w{3}|57P0\d|25006|25P0[34])$/

/** Whether the connection of this error is unusable. */
export const breaksConnection = (error: unknown): boolean =>
  CONNECTION_USELESS.test(storageCode(error)) || isNetworkError(error)

const isNetworkError = (error: unknown): boolean =>
  error instanceof Error &&
  (NETWORK.test(storageCode(error)) || CONNECTION_GONE.test(error.message))

/**
 * Errors that a retry may resolve. 28 and 3D: the server refuses the service, which it accepted at
 * startup. 40: a transaction that kept failing, or (40003) with an unknown outcome. 53: out of
 * memory, disk or connections. 55P03, 57: waited too long. 58: disk failure.
 */
const UNAVAILABLE =
  /^(SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|PROTOCOL).*|(28|3D|40|53|57|58)\w{3}|55P03|E(NOSPC|ROFS|IO|DQUOT))$/

/** Whether a server or a machine of the database is away, overloaded or full. */
export const isUnavailable = (error: unknown): boolean =>
  storageError(error) !== error ||
  (error instanceof AppError && error.code === 'storage_unavailable')

/** The operator must fix the database, not the caller: 503, try again. */
export function storageError(error: unknown): unknown {
  if (!breaksConnection(error) && !UNAVAILABLE.test(storageCode(error))) return error
  return new AppError(
    'unavailable',
    'storage_unavailable',
    'The database is unreachable or cannot write. The change may or may not have been made. Try again.',
    { retryAfterSeconds: 2, cause: error },
  )
}
