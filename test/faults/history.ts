import { createHash } from 'node:crypto'
import { appendFileSync } from 'node:fs'

export type Kind = 'create' | 'update' | 'issue' | 'publish' | 'unpublish' | 'pay' | 'delete'

/**
 * One attempt of one client, a line of the history. `ok`: the client saw success. `fail`: a refusal
 * (4xx). `info`: nobody knows (no answer, or 5xx).
 */
export interface Operation {
  /** Milliseconds of one clock for all clients, monotonic within the machine. */
  readonly start: number
  readonly end: number
  readonly kind: Kind
  readonly outcome: 'ok' | 'fail' | 'info'
  /** Names what was wanted: all attempts with one Idempotency-Key have the same. */
  readonly op: string
  readonly key: string | null
  /** Null for a create that was not acknowledged. */
  readonly invoice: string | null
  /** What was asked for, as far as it can be seen in the invoice afterwards. */
  readonly wanted: {
    readonly notes?: string
    readonly amount?: string
    readonly issued?: boolean
    /** A body that has to be refused. */
    readonly invalid?: boolean
  }
  readonly status: number | null
  readonly code: string | null
  readonly got: Got | null
}

/** What an acknowledgement said. */
export interface Got {
  readonly id: string
  readonly version: number | null
  readonly number: string | null
  readonly total: string | null
  readonly token: string | null
  readonly bodyHash: string
}

export interface History {
  add(operation: Operation): void
  all(): readonly Operation[]
  /** How many acknowledged operations there are so far. */
  count(): number
}

/** Kept in memory and, line by line, in a file that outlives a script that fails. */
export function createHistory(file: string | null = null): History {
  const operations: Operation[] = []
  let acknowledged = 0
  return {
    add(operation) {
      operations.push(operation)
      if (operation.outcome === 'ok') acknowledged += 1
      if (file !== null) appendFileSync(file, `${JSON.stringify(operation)}\n`)
    },
    all: () => operations,
    count: () => acknowledged,
  }
}

/** One clock for everything that is compared. */
export const nowMs = (): number => performance.timeOrigin + performance.now()

export const hashOf = (bytes: string | Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex')

/** `12 ok, 3 refused, 4 unknown`, for a script's figures. */
export function countsOf(operations: readonly Operation[]): string {
  const count = (outcome: Operation['outcome']) =>
    operations.filter((operation) => operation.outcome === outcome).length
  return `${count('ok')} acknowledged, ${count('fail')} refused, ${count('info')} unknown`
}
