import type { Customer } from '../../customers/customer.ts'
import type { Payment } from '../../ledger/payment.ts'
import type { InvoiceEntry } from '../list/list.ts'

export const INVOICE_EXPANSIONS = ['customer', 'payments', 'credit_notes', 'share_links'] as const

export interface ShareLink {
  readonly token: string
  readonly url: string
  readonly publishedAt: string | null
}

/** The related resources of one invoice. */
export interface InvoiceExpansion {
  readonly customer?: Customer | undefined
  readonly payments?: readonly Payment[]
  readonly creditNotes?: readonly InvoiceEntry[]
  readonly shareLinks?: readonly ShareLink[]
}
