import type { Finding } from '@billwright/einvoice'
import type { Place, ReceivedContent, ReceivedProfile } from '../documents/received/reader.ts'

export const STATUSES = ['new', 'accepted', 'rejected', 'paid'] as const
export type Status = (typeof STATUSES)[number]

export const FORMATS = ['ubl', 'cii', 'pdf', 'fatturapa', 'ksef'] as const
export const PROFILES = [
  'en16931',
  'xrechnung',
  'peppol',
  'pint',
  'nlcius',
  'cius-pt',
  'cius-ro',
  'hr-eracun',
  'factur-x',
  'basic-wl',
  'minimum',
  'extended',
  'zugferd-1',
  'fatturapa',
  'ksef',
] as const satisfies readonly ReceivedProfile[]

/** The list entry of a supplier invoice. Amounts are hundredths in every currency. */
export interface SupplierInvoiceEntry {
  readonly id: string
  readonly version: number
  readonly status: Status
  /** Why it was rejected. */
  readonly reason: string | null
  /** `YYYY-MM-DD`. */
  readonly paidOn: string | null
  readonly format: (typeof FORMATS)[number]
  readonly profile: ReceivedProfile
  readonly kind: 'invoice' | 'credit_note'
  readonly number: string
  readonly issueDate: string
  readonly dueDate: string | null
  readonly currency: string
  readonly sellerName: string
  readonly sellerKey: string
  readonly totalCents: bigint
  readonly dueCents: bigint
  readonly errors: number
  readonly warnings: number
  readonly sha256: string
  readonly createdAt: string
  readonly updatedAt: string
}

/** The place of an invoice in a file of several. */
export interface Lot extends Place {
  /** SHA-256 of the file. */
  readonly hash: string
}

export interface LotMembers extends Lot {
  /** Those that were not deleted, in the order of the file. */
  readonly invoices: readonly { readonly id: string; readonly number: string }[]
}

/** As stored. */
export type StoredContent = ReceivedContent & { readonly lot: Lot | null }

export interface SupplierInvoice extends SupplierInvoiceEntry {
  readonly content: StoredContent
  readonly findings: readonly Finding[]
}

/**
 * With the live value: the first document of this seller with this number, if it is another one.
 */
export type Compared<T extends SupplierInvoiceEntry> = T & { readonly duplicateOf: string | null }

/** The actions of a person, and their results. */
export const ACTIONS = {
  accept: { from: ['new'], to: 'accepted', event: 'accepted' },
  reject: { from: ['new', 'accepted'], to: 'rejected', event: 'rejected' },
  pay: { from: ['accepted'], to: 'paid', event: 'paid' },
  reopen: { from: ['accepted', 'rejected', 'paid'], to: 'new', event: 'reopened' },
} as const satisfies Readonly<
  Record<string, { readonly from: readonly Status[]; readonly to: Status; readonly event: string }>
>
export type Action = keyof typeof ACTIONS

/** The possible actions in this state. */
export const allowedIn = (status: Status): readonly Action[] =>
  (Object.keys(ACTIONS) as Action[]).filter((action) => isAllowed(action, status))

export const isAllowed = (action: Action, status: Status): boolean =>
  (ACTIONS[action].from as readonly Status[]).includes(status)

/** The state after an action: undoing a payment leaves the document accepted. */
export const statusAfter = (action: Action, status: Status): Status =>
  action === 'reopen' && status === 'paid' ? 'accepted' : ACTIONS[action].to
