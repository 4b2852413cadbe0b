import type { Address, Endpoint } from '../settings/settings.ts'

/** Whom invoices are addressed to. */
export interface Customer {
  readonly id: string
  readonly version: number
  readonly name: string
  readonly contactName: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly address: Address
  readonly taxId: string | null
  readonly registrationId: string | null
  readonly endpoint: Endpoint | null
  /** The buyer's own reference for us, e.g. a Leitweg-ID: the default of an invoice's `reference`. */
  readonly reference: string | null
  readonly language: string | null
  readonly currency: string | null
  readonly paymentTermsDays: number | null
  readonly notes: string | null
  readonly metadata: Readonly<Record<string, string>>
  readonly archived: boolean
  readonly createdAt: string
  readonly updatedAt: string
}

/** What callers decide of a customer; the rest is given here. */
export type CustomerContent = Omit<Customer, 'id' | 'version' | 'createdAt' | 'updatedAt'>
