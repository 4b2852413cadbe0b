import { CommanderError } from 'commander'
import { AppError } from '../../kernel/errors.ts'
import { ConfigError } from '../../platform/config.ts'
import { storageError } from '../../platform/database/storage-error.ts'
import { note } from './terminal.ts'

/** Exit codes. Numbers above 64 are those of BSD's sysexits.h. */
export const EXIT = {
  ok: 0,
  /** The command ran and found a problem: a broken chain, a failed check. */
  fault: 1,
  usage: 2,
  /** The database, the file or the renderer is missing or unavailable. */
  unavailable: 69,
  /** The service is busy: try again later. */
  later: 75,
  /** The key is not valid, or lacks a scope. */
  forbidden: 77,
  /** A defect of Billwright itself. */
  internal: 70,
  config: 78,
} as const

/** A message for the user of the command, and its exit code. */
export class CommandError extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode: number) {
    super(message)
    this.exitCode = exitCode
  }
}

export const unavailable = (message: string): CommandError =>
  new CommandError(message, EXIT.unavailable)

export const wrongUsage = (message: string): CommandError => new CommandError(message, EXIT.usage)

/** Awaits the command and sets the exit code. Prints the error, if there is one. */
export async function exitWith(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    process.exitCode = told(error)
  }
}

/** Prints an error and returns its exit code. */
function told(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
  const known = storageError(error)
  note(sentenceOf(known))
  if (known instanceof CommandError) return known.exitCode
  if (known instanceof ConfigError) return EXIT.config
  if (known instanceof AppError) return codeOf(known)
  return isPostgresError(error) ? EXIT.unavailable : EXIT.internal
}

function codeOf({ kind }: AppError): number {
  if (kind === 'invalid' || kind === 'malformed') return EXIT.usage
  if (kind === 'unavailable' || kind === 'timeout') return EXIT.unavailable
  return EXIT.fault
}

function sentenceOf(error: unknown): string {
  if (error instanceof AppError) {
    const faults = error.faults.map(({ message }) => message)
    const reason = error.cause instanceof Error ? ` (${messageOf(error.cause)})` : ''
    return faults.length > 0 ? faults.join('\n') : `${error.message}${reason}`
  }
  if (error instanceof CommandError || error instanceof ConfigError) return error.message
  if (isPostgresError(error)) return `The database refused: ${messageOf(error)}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** If several addresses were tried, each has its own message and the whole has none. */
const messageOf = (error: Error): string =>
  error instanceof AggregateError
    ? error.errors.map((it) => (it instanceof Error ? it.message : String(it))).join('; ')
    : error.message

/** A refused sign-in or an unknown database: SQLSTATE has five characters. */
const isPostgresError = (error: unknown): error is Error =>
  error instanceof Error &&
  'code' in error &&
  (/^(28|3D)\w{3}$/.test(String(error.code)) || error.code === 'ENOTFOUND')
