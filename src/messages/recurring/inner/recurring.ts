import type { Period, Schedule } from '@billwright/rules/schedule'
import type { Action, Content, ContentPart, MailPart } from '../input.ts'

export const STATUSES = ['active', 'paused', 'ended'] as const
export type Status = (typeof STATUSES)[number]

export const OUTCOMES = [
  'drafted',
  'issued',
  'sent',
  'left_as_draft',
  'failed',
  'skipped',
  'passed_over',
] as const
export type Outcome = (typeof OUTCOMES)[number]

/** The outcomes of runs that created an invoice. */
export const MADE: readonly Outcome[] = ['drafted', 'issued', 'sent', 'left_as_draft']

/** Items and notes of one occurrence only. */
interface Extra {
  readonly date: string
  readonly items: Content['items']
  readonly notes: string | null
}

/** Fields that differ from a day on. */
interface ContentChange {
  readonly from: string
  readonly invoice: ContentPart
}

/** More are due at once than allowed after a wrong clock or a restored backup. */
export const TOO_MANY_DUE = 'too_many_due'
/** An unexpected error. */
export const INTERNAL = 'internal'

export interface Attention {
  readonly code: string
  readonly since: string
  readonly detail: string
  /** The waiting days. */
  readonly dates: readonly string[]
}

/** The recipients of each message, and the days of notices before it. */
export type MailPlan = Required<MailPart>

/** The part of a recurring invoice that a person sets. */
export interface Definition {
  readonly name: string
  readonly customerId: string
  readonly action: Action
  readonly schedule: Schedule
  readonly period: Period
  readonly invoice: Content
  /** Each invoice also bills the customer's open time and expenses. */
  readonly includeEntries: boolean
  readonly mail: MailPlan
}

export interface RecurringInvoice extends Definition {
  readonly id: string
  readonly version: number
  readonly customerName: string
  readonly status: Status
  readonly skips: readonly string[]
  readonly extras: readonly Extra[]
  readonly changes: readonly ContentChange[]
  /** Days before it are settled. */
  readonly fromDate: string
  /** A person asked for all missed days until this one. */
  readonly askedUntil: string | null
  /** Number of created invoices. */
  readonly made: number
  readonly next: { readonly date: string; readonly runAt: string } | null
  /** When a worker checks it again; null: not before a person changes it. */
  readonly dueAt: string | null
  /** Notices until this instant are queued or passed over. */
  readonly notifiedUntil: string
  /** The settings with which `next` was computed. */
  readonly plannedFor: string
  readonly attention: Attention | null
  readonly pausedUntil: string | null
  readonly createdAt: string
  readonly updatedAt: string
  readonly endedAt: string | null
}

/** The result of one day. */
export interface Run {
  readonly date: string
  readonly at: string
  readonly outcome: Outcome
  readonly n: number | null
  readonly invoiceId: string | null
  readonly messageId: string | null
  readonly problem: Problem | null
  /** Number of failures. */
  readonly tries: number
}

/** Why a run needs a person, as in a problem document. */
export interface Problem {
  readonly code: string
  readonly detail: string
  readonly errors?: readonly {
    readonly pointer: string
    readonly code: string
    readonly message: string
  }[]
}
