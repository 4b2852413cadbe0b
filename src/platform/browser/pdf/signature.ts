import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../clock.ts'

export const PRINT_PATH = '/internal/print'
/** Requests older than this, or further in the future, are refused. */
const SIGNATURE_WINDOW_MS = 60_000

/** The data of a request to a render process, without the document. */
export interface PrintTicket {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly company: bigint
  readonly timeoutMs: number
}

/** HMAC-SHA256 over the ticket and the document. */
export const requestSignature = (
  secret: string,
  { at, company, timeoutMs }: PrintTicket,
  html: Uint8Array,
): string =>
  createHmac('sha256', secret)
    .update(`print\n${at}\n${company}\n${timeoutMs}\n`)
    .update(html)
    .digest('hex')

/** Binds a PDF to its request, so that the PDF of another document is refused. */
export const answerSignature = (secret: string, request: string, pdf: Uint8Array): string =>
  createHmac('sha256', secret).update(`printed\n${request}\n`).update(pdf).digest('hex')

/** Whether a signature is valid; takes the same time for every invalid one. */
export function isSignature(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}

export const isRecent = ({ at }: Pick<PrintTicket, 'at'>, clock: Clock): boolean =>
  Math.abs(clock.now() - at) <= SIGNATURE_WINDOW_MS
