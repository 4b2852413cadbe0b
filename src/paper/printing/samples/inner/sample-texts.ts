import type { Address } from '../../../../company/settings/settings.ts'

/** The texts of a sample invoice. All companies, people and places are fictitious. */
export interface SampleTexts {
  readonly currency: string
  readonly taxPercent: bigint
  readonly seller: SampleParty & {
    readonly website: string
    readonly bankName: string
    readonly iban: string
  }
  readonly buyer: SampleParty
  readonly items: readonly SampleItem[]
  readonly discountReason: string
  readonly terms: string
  readonly notes: string
}

interface SampleParty {
  readonly name: string
  readonly contactName: string
  readonly email: string
  readonly phone: string
  readonly taxId: string
  readonly address: Address
}

interface SampleItem {
  readonly description: string
  readonly details: string | null
  readonly quantity: string
  readonly unit: string
  readonly price: string
}

export const address = (
  countryCode: string,
  line1: string,
  city: string,
  postalCode: string | null,
  region: string | null = null,
): Address => ({ line1, line2: null, city, postalCode, region, countryCode })

export const item = (
  description: string,
  details: string | null,
  ...[quantity, unit, price]: readonly [string, string, string]
): SampleItem => ({ description, details, quantity, unit, price })
