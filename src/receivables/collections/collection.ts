import { nextTargetDay } from '@billwright/sepa'
import { addDays } from '../../kernel/calendar.ts'
import type { Via } from '../methods/method.ts'

export const COLLECTION_STATUSES = [
  'planned',
  'announced',
  'submitted',
  'collected',
  'given_up',
  'canceled',
] as const
export type CollectionStatus = (typeof COLLECTION_STATUSES)[number]

/** What the customer was told. */
export interface Notice {
  /** Null: told by other means than a message of the service. */
  readonly messageId: string | null
  /** Whether the customer was told by a message about the invoice, even if its id is unknown. */
  readonly isByMail: boolean
  readonly sentAt: string
  readonly collectOn: string
  /** The most that is charged. */
  readonly amountMinor: bigint
}

export const ATTEMPT_OUTCOMES = ['submitted', 'collected', 'failed', 'returned'] as const
type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number]

export interface Attempt {
  readonly n: number
  readonly at: string
  /** The day of the collection. */
  readonly day: string
  /** When the customer was told of it. */
  readonly noticeAt: string | null
  readonly outcome: AttemptOutcome
  /** Why it failed. */
  readonly code: string | null
  /** Its id at the provider, or in the file. */
  readonly ref: string
}

export const COLLECTION_PROBLEMS = [
  'charge_failed',
  'payment_returned',
  'notice_not_sent',
  'debit_unconfirmed',
] as const
export type CollectionProblem = (typeof COLLECTION_PROBLEMS)[number]

/** The plan to collect one invoice from one payment method. */
export interface Collection {
  readonly id: string
  readonly version: number
  readonly invoiceId: string
  readonly customerId: string
  readonly methodId: string
  readonly via: Via
  readonly amountMinor: bigint
  readonly currency: string
  /** The earliest day that was asked for. */
  readonly collectOn: string
  /** The next day on which it may be collected; once submitted, the day of its collection. */
  readonly nextOn: string | null
  readonly status: CollectionStatus
  readonly notice: Notice | null
  readonly attempts: readonly Attempt[]
  readonly runId: string | null
  readonly endToEnd: string | null
  /** The payment of the last attempt, if it was collected. */
  readonly paymentId: string | null
  /** What of it went to the customer's account, because the invoice was paid otherwise. */
  readonly onAccountMinor: bigint
  /** The code of the bank, or a word such as `settled_otherwise`, `by_person` or `attempts`. */
  readonly endedBecause: string | null
  readonly problems: readonly CollectionProblem[]
  readonly createdAt: string
  readonly updatedAt: string
}

/** Whether it has not ended, so that its invoice can have no other collection. */
export const isActive = ({ status }: Pick<Collection, 'status'>): boolean =>
  status === 'planned' || status === 'announced' || status === 'submitted'

/** `DD`, the digits of the id and the attempt: without a name, and the same in statement and report. */
export const endToEndOf = ({ id, attempts }: Pick<Collection, 'id' | 'attempts'>): string =>
  `DD${id.slice('col_'.length).replaceAll('-', '')}${attempts.length + 1}`

const later = (one: string, other: string): string => (one > other ? one : other)

/** The first day on which a noticed collection may be collected. Banks collect on TARGET days. */
export const noticedDay = (
  dueDate: string,
  {
    sentOn,
    noticeDays,
    isDebit = true,
  }: { readonly sentOn: string; readonly noticeDays: number; readonly isDebit?: boolean },
): string => {
  const day = later(dueDate, addDays(sentOn, noticeDays))
  return isDebit ? nextTargetDay(day) : day
}

const SPAN_DAYS = 35
const IN_SPAN_MAX = 4

/** Whether an invoice with these attempts may have another one on a day. */
export const hasAttemptLeft = (attempts: readonly Pick<Attempt, 'day'>[], day: string): boolean =>
  attempts.filter((it) => addDays(it.day, SPAN_DAYS) >= day).length < IN_SPAN_MAX

/**
 * The day of the next attempt after a failure; null: there is no automatic one. The message about the
 * failure is the new notice. `most`: how many further attempts the code allows. `retries`: days from
 * each failure to the next attempt.
 */
export function nextAttemptOn(
  attempts: readonly Attempt[],
  {
    most,
    retries,
    today,
    noticeDays,
    isDebit,
  }: {
    readonly most: number
    readonly retries: readonly number[]
    readonly today: string
    readonly noticeDays: number
    readonly isDebit: boolean
  },
): string | null {
  const wait = retries[attempts.length - 1]
  const [first] = attempts
  if (wait === undefined || first === undefined || attempts.length > most) return null
  const day = noticedDay(addDays(today, wait), { sentOn: today, noticeDays, isDebit })
  return day <= addDays(first.day, SPAN_DAYS) ? day : null
}
