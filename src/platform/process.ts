import { AppError } from '../kernel/errors.ts'
import { ConfigError } from './config.ts'

/** Messages for the person at the terminal; the log is separate. */
export const announce = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

const EXIT_CONFIG = 78
/** `EX_UNAVAILABLE` of `sysexits.h`: a dependency is unavailable; a supervisor may retry. */
const EXIT_UNAVAILABLE = 69
const EXIT_STOPPED_TWICE = 130
/** Ctrl-C reaches every process of a terminal, and npm sends it once more. */
const SAME_SIGNAL_MS = 1000

/**
 * Prints why the service cannot start and exits: 78 for wrong configuration, 69 for an unreachable
 * database, 1 otherwise.
 */
export function fail(error: unknown): never {
  process.stderr.write(`Billwright cannot start. ${sentenceOf(error)}\n`)
  process.exit(exitCodeOf(error))
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (isCode(error, 'EADDRINUSE'))
    return `${error.message}: another program uses this port. Choose another one, e.g. PORT=3001.`
  if (isCode(error, 'storage_unavailable'))
    return `The database is unavailable: ${reasonOf(error.cause)}`
  return error instanceof ConfigError ? error.message : String(error.stack)
}

/** If all addresses of a name fail, Node throws one error without a message. */
const reasonOf = (cause: unknown): string =>
  cause instanceof AggregateError
    ? cause.errors.map((error) => String(error.message)).join('; ')
    : cause instanceof Error
      ? cause.message
      : String(cause)

function exitCodeOf(error: unknown): number {
  if (error instanceof ConfigError) return EXIT_CONFIG
  return error instanceof AppError && error.code === 'storage_unavailable' ? EXIT_UNAVAILABLE : 1
}

const isCode = (error: Error, code: string): boolean => 'code' in error && error.code === code

interface StopSignal {
  /** A person at a terminal, who should not wait for a load balancer. */
  readonly isFromTerminal: boolean
}

/**
 * Runs `stop` at the first SIGTERM, SIGINT or SIGHUP and exits with 0, or with 1 after `limitMs`. A
 * second signal, more than a second later, exits immediately.
 */
export function onStopSignal(limitMs: number, stop: (signal: StopSignal) => Promise<void>): void {
  let stoppingMs: number | null = null
  const handle = (signal: NodeJS.Signals) => {
    const nowMs = performance.now()
    if (stoppingMs !== null && nowMs - stoppingMs < SAME_SIGNAL_MS) return
    if (stoppingMs !== null) process.exit(EXIT_STOPPED_TWICE)
    stoppingMs = nowMs
    setTimeout(() => process.exit(1), limitMs)
    stop({ isFromTerminal: signal === 'SIGINT' }).then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`Billwright did not stop cleanly. ${sentenceOf(error)}\n`)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, handle)
}

/** The machine's IANA time zone. */
export const localTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
