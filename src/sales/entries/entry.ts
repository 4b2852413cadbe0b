import type { EntryContent } from './fields.ts'

/** A tax in a request: a preset, or a category with its rate. */
export interface EntryTax {
  readonly preset?: string
  readonly category?: string
  readonly rate?: string
  readonly reason?: string
  readonly reason_code?: string
  readonly label?: string
  readonly second?: { readonly label: string; readonly rate: string }
}

/** Work or an expense that a customer pays for. */
export interface Entry extends EntryContent {
  readonly id: string
  readonly version: number
  /** As in the request; null: that of the product or the settings. */
  readonly tax: EntryTax | null
  /** The invoice that bills it; null: it is open. */
  readonly invoiceId: string | null
  readonly createdAt: string
  readonly updatedAt: string
}

/** With the values that are looked up on each read. */
export interface NamedEntry extends Entry {
  readonly customerName: string
}

export type EntryStatus = 'open' | 'billed'

export const statusOf = ({ invoiceId }: Pick<Entry, 'invoiceId'>): EntryStatus =>
  invoiceId === null ? 'open' : 'billed'

/** The entries of a customer in one currency. */
export interface EntryGroup {
  readonly customerId: string
  readonly currency: string
  readonly count: number
  readonly firstDay: string
  readonly lastDay: string
}
