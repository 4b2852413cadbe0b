import type { PauseReason, Title } from './input.ts'

/** `waiting`: for a person; `queued`: its message was written; the other states are results. */
export const REMINDER_STATUSES = [
  'waiting',
  'queued',
  'sent',
  'failed',
  'dismissed',
  'canceled',
] as const
export type ReminderStatus = (typeof REMINDER_STATUSES)[number]

export interface Problem {
  readonly code: string
  readonly detail: string
}

/** One sending of a level for an invoice. */
export interface Reminder {
  readonly id: string
  readonly invoiceId: string
  readonly customerId: string
  readonly planId: string
  /** From 1. */
  readonly level: number
  /** Number of the reminder within its level, from 1. */
  readonly n: number
  readonly status: ReminderStatus
  /** `YYYY-MM-DD`, local: the day of the decision. */
  readonly day: string
  readonly content: ReminderContent
  readonly messageId: string | null
  /** Why it waits although it should have been sent automatically. */
  readonly problem: Problem | null
  readonly createdAt: string
  readonly updatedAt: string
}

/** The invoice data in its letter; fixed when the message is written. */
export interface ReminderContent {
  readonly title: Title
  /** Replaces the usual title. */
  readonly name: string | null
  readonly dueMinor: bigint
  /** What the company held of the customer's money; absent: nothing. */
  readonly heldMinor?: bigint
  /** Negative: the invoice is not due yet. */
  readonly daysLate: number
  readonly payBy: string | null
  readonly charges: readonly ClaimedCharge[]
  /** Whether the invoice is attached, too. */
  readonly attach: boolean
}

export const CHARGE_KINDS = ['fee', 'lump_sum', 'interest', 'return_fee'] as const
export type ChargeKind = (typeof CHARGE_KINDS)[number]

export interface ClaimedCharge {
  readonly kind: ChargeKind
  readonly amountMinor: bigint
  /** For interest. */
  readonly from: string | null
  readonly to: string | null
}

/** Days with one principal and one rate. */
export interface ChargedSpan {
  readonly from: string
  readonly to: string
  readonly days: number
  /** Percent a year. */
  readonly rate: string
  readonly principal: string
}

export const CHARGE_STATUSES = ['claimed', 'waived', 'settled'] as const
export type ChargeStatus = (typeof CHARGE_STATUSES)[number]

/** A claim in addition to the invoice, which it never changes. */
export interface Charge extends ClaimedCharge {
  readonly id: string
  readonly version: number
  readonly invoiceId: string
  /** Null: a returned debit claims it. */
  readonly reminderId: string | null
  /** The entry of the bank that took the debit back, with a fee. */
  readonly bankEntryId: string | null
  readonly level: number
  readonly days: number | null
  readonly spans: readonly ChargedSpan[]
  readonly status: ChargeStatus
  /** The invoice that bills it. */
  readonly settledBy: string | null
  readonly createdAt: string
  readonly updatedAt: string
}

/** A person's decisions about the reminders of an invoice. */
export interface ReminderState {
  readonly invoiceId: string
  readonly version: number
  /** An id, `default` or `none`; null: the customer's. */
  readonly plan: string | null
  readonly pause: Pause | null
}

interface Pause {
  readonly reason: PauseReason
  readonly note: string | null
  /** The last day; null: until a person resumes. */
  readonly until: string | null
  readonly at: string
}

export const noState = (invoiceId: string): ReminderState => ({
  invoiceId,
  version: 0,
  plan: null,
  pause: null,
})
