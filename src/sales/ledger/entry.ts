import { columnState } from '../../core/record/state.ts'
import type { NewRow } from '../../platform/database/scope.ts'

/**
 * `received`: the customer paid. `applied`: the money settled an invoice. `unapplied`: the money
 * returned from an invoice. `refunded`: the company paid it back.
 */
export const ENTRY_KINDS = ['received', 'applied', 'unapplied', 'refunded'] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

/** A change of the money that a customer has on account in one currency. */
export interface AccountEntry {
  readonly id: string
  readonly customerId: string
  readonly currency: string
  readonly sequence: bigint
  readonly kind: EntryKind
  /** Signed: positive if the balance grew. */
  readonly amountMinor: bigint
  /** After the entry; never negative. */
  readonly balanceMinor: bigint
  readonly invoiceId: string | null
  readonly paymentId: string | null
  /** `YYYY-MM-DD`. */
  readonly paidAt: string
  readonly method: string | null
  readonly reference: string | null
  readonly note: string | null
  readonly createdAt: string
}

/** An entry before its position and balance are known. */
export type NewEntry = Omit<AccountEntry, 'id' | 'sequence' | 'balanceMinor' | 'createdAt'>

/** The balance of a customer in one currency. */
export interface AccountBalance {
  readonly currency: string
  readonly minor: bigint
}

export const toRow = (entry: AccountEntry): NewRow<'account_entries'> => ({
  id: entry.id,
  customer_id: entry.customerId,
  currency: entry.currency,
  sequence: entry.sequence,
  kind: entry.kind,
  amount_minor: entry.amountMinor,
  balance_minor: entry.balanceMinor,
  invoice_id: entry.invoiceId,
  payment_id: entry.paymentId,
  paid_at: entry.paidAt,
  method: entry.method,
  reference: entry.reference,
  note: entry.note,
  created_at: entry.createdAt,
})

export const toEntry = (row: NewRow<'account_entries'>): AccountEntry => ({
  id: row.id,
  customerId: row.customer_id,
  currency: row.currency,
  sequence: row.sequence,
  kind: row.kind as EntryKind,
  amountMinor: row.amount_minor,
  balanceMinor: row.balance_minor,
  invoiceId: row.invoice_id ?? null,
  paymentId: row.payment_id ?? null,
  paidAt: row.paid_at,
  method: row.method ?? null,
  reference: row.reference ?? null,
  note: row.note ?? null,
  createdAt: row.created_at,
})

export const ENTRY_STATE = columnState<'account_entries'>(1, {
  1: [
    'id',
    'customer_id',
    'currency',
    'sequence',
    'kind',
    'amount_minor',
    'balance_minor',
    'invoice_id',
    'payment_id',
    'paid_at',
    'method',
    'reference',
    'note',
    'created_at',
  ],
})
