/** The kinds of faults in stored data. */
export type BreakKind =
  | 'archive_unreadable'
  | 'archive_count'
  | 'chain_sequence'
  | 'chain_link'
  | 'revision_hash'
  | 'revision_unreadable'
  | 'chain_head'
  | 'invoice_missing'
  | 'revision_missing'
  | 'invoice_state'
  | 'quote_state'
  | 'delivery_note_state'
  | 'supplier_invoice_state'
  | 'recurring_run'
  | 'account_entry'
  | 'deposit_twice'
  | 'message_bytes'
  | 'invoice_unreadable'
  | 'file_content'
  | 'entry_billing'
  | 'bank_entry'
  | 'bank_file'
  | 'provider_payment'
  | 'checkout'
  | 'claim'
  | 'collection'
  | 'mandate'
  | 'direct_debit_file'
  | 'customer_name'
  | 'paid_sum'
  | 'totals'
  | 'number_sequence'
  | 'number_series'
  | 'number_twin'
  | 'event_sequence'
  | 'event_hash'
  | 'closed_period_changed'

/** A difference from the recorded state: where, expected and actual value. */
export interface Break {
  readonly kind: BreakKind
  /** A sentence that names the revision, the invoice or the number. */
  readonly message: string
  /** Position in the chain. */
  readonly revision: bigint | null
  readonly invoiceId: string | null
  readonly number: string | null
  readonly field: string | null
  readonly expected: string | null
  readonly found: string | null
}

/** Positions of a series without a stored invoice: `from` to `to`, both inclusive. */
export interface Gap {
  readonly series: string
  readonly from: bigint
  readonly to: bigint
  /** The deletion that explains the gap; null: none. */
  readonly deleted: DeletedNumber | null
}

export interface DeletedNumber {
  readonly number: string
  readonly revision: bigint
  readonly at: string
}

export interface ChainHead {
  readonly sequence: bigint
  readonly hash: string
}

export interface AuditReport {
  /** No faults, and every gap is explained. */
  readonly ok: boolean
  readonly head: ChainHead
  readonly revisions: number
  readonly invoices: number
  readonly numbers: number
  /** The first ones found, in the order chain, invoices, numbers. */
  readonly breaks: readonly Break[]
  readonly breakCount: number
  readonly gaps: readonly Gap[]
}

/** Further faults add no information; `breakCount` has their number. */
const BREAKS_MAX = 20
const VALUE_LENGTH_MAX = 200

export const breakOf = (
  kind: BreakKind,
  message: string,
  details: Partial<Omit<Break, 'kind' | 'message'>> = {},
): Break => ({
  kind,
  message,
  revision: details.revision ?? null,
  invoiceId: details.invoiceId ?? null,
  number: details.number ?? null,
  field: details.field ?? null,
  expected: shortened(details.expected ?? null),
  found: shortened(details.found ?? null),
})

const shortened = (value: string | null): string | null =>
  value !== null && value.length > VALUE_LENGTH_MAX ? `${value.slice(0, VALUE_LENGTH_MAX)}…` : value

/**
 * Stores the first faults and counts the others: a chain cut off at its beginning has a fault
 * everywhere.
 */
export interface Findings {
  add(found: Break | null): void
  readonly breaks: readonly Break[]
  readonly count: number
}

export function createFindings(): Findings {
  const breaks: Break[] = []
  let count = 0
  return {
    add(found) {
      if (!found) return
      count += 1
      if (breaks.length < BREAKS_MAX) breaks.push(found)
    },
    breaks,
    get count() {
      return count
    },
  }
}

export const isUnexplained = ({ deleted }: Gap): boolean => deleted === null
