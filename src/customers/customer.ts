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
  /** What they are known as, where it is not their legal name. */
  readonly tradingName: string | null
  /** ISO 6523 scheme of `registrationId`, e.g. `0002` for a SIREN. */
  readonly registrationScheme: string | null
  /** Another number they go by, e.g. a GLN under `0088`. */
  readonly identifier: Endpoint | null
  /** What invoices to them must be valid as to be issued; null: what the settings say. */
  readonly eInvoiceProfile: string | null
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
