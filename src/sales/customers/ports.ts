import type { RawBuilder } from 'kysely'
import type { Work } from '../../core/record/work.ts'
import { port } from '../../kernel/port.ts'
import type { CompanyDb } from '../../platform/database/scope.ts'

/** Why a lower room pauses reminders. */
export type PauseReason = 'dispute' | 'other'

/** What lower rooms need of reminders, which are about invoices of customers. */
interface Reminders {
  /** Whether a company has a reminder plan. */
  readonly planExists: (scope: CompanyDb, id: string) => Promise<boolean>
  /** The level of the last reminder of an invoice, as an SQL expression; null: none. */
  readonly levelOf: (scope: CompanyDb, invoiceId: RawBuilder<unknown>) => RawBuilder<bigint | null>
  /** The sum of the late charges that are claimed for an invoice, in minor units of its currency. */
  readonly claimedCharges: (work: Work, invoiceId: string) => Promise<bigint>
  /** Claims what the bank charged for a returned debit of an invoice. */
  readonly claimReturnFee: (
    work: Work,
    invoiceId: string,
    fee: { readonly bankEntryId: string; readonly minor: bigint },
  ) => Promise<void>
  /** Takes back what an entry of the bank claimed, unless it was settled or waived. */
  readonly dropReturnFee: (work: Work, bankEntryId: string) => Promise<void>
  /** Pauses the reminders of an invoice on which something is due, until a person resumes them. */
  readonly pause: (work: Work, invoiceId: string, reason: PauseReason) => Promise<void>
  /** Issues an invoice for this part of the late charges of an invoice, and returns its id. */
  readonly billCharges: (work: Work, invoiceId: string, minor: bigint) => Promise<string>
}

export const reminders = port<Reminders>('reminders')
