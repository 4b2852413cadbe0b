import type { Action, Content, ContentPart, MailPart } from './input.ts'
import type { Period, Schedule } from './schedule.ts'

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

/** The outcomes of runs that made an invoice. */
export const MADE: readonly Outcome[] = ['drafted', 'issued', 'sent', 'left_as_draft']

/** Items and notes of one occurrence alone. */
export interface Extra {
  readonly date: string
  readonly items: Content['items']
  readonly notes: string | null
}

/** Fields that differ from a nominal day on. */
export interface ContentChange {
  readonly from: string
  readonly invoice: ContentPart
}

/** More are due at once than a wrong clock or a restored backup may make. */
export const TOO_MANY_DUE = 'too_many_due'
/** What nobody foresaw. */
export const INTERNAL = 'internal'

export interface Attention {
  readonly code: string
  readonly since: string
  readonly detail: string
  /** The nominal days that wait. */
  readonly dates: readonly string[]
}

/** Who gets the message of each invoice, and how many days before it a notice. */
export type MailPlan = Required<MailPart>

/** What a person decides of a recurring invoice. */
export interface Definition {
  readonly name: string
  readonly customerId: string
  readonly action: Action
  readonly schedule: Schedule
  readonly period: Period
  readonly invoice: Content
  /** The open time and expenses of the customer join each invoice. */
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
  /** Nominal days before it are decided. */
  readonly fromDate: string
  /** A person asked for all missed days until this one. */
  readonly askedUntil: string | null
  /** How many invoices were created. */
  readonly made: number
  readonly next: { readonly date: string; readonly runAt: string } | null
  /** When a worker looks at it again; null: not before a person changes it. */
  readonly dueAt: string | null
  /** Notices until this instant are queued or passed over. */
  readonly notifiedUntil: string
  /** The settings that `next` was computed with. */
  readonly plannedFor: string
  readonly attention: Attention | null
  readonly pausedUntil: string | null
  readonly createdAt: string
  readonly updatedAt: string
  readonly endedAt: string | null
}

/** What became of one nominal day. */
export interface Run {
  readonly date: string
  readonly at: string
  readonly outcome: Outcome
  readonly n: number | null
  readonly invoiceId: string | null
  readonly messageId: string | null
  readonly problem: Problem | null
  /** How often it has failed. */
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
