import { group, text } from './field.ts'
import * as rules from './rules.ts'

/** A postal address. */
export const ADDRESS = {
  line1: text('line1', 200),
  line2: text('line2', 200),
  city: text('city', 100),
  postalCode: text('postal_code', 30),
  region: text('region', 100),
  countryCode: text('country_code', 2, 'ISO 3166-1 alpha-2.', rules.country),
}

export const address = group('address', ADDRESS, { title: 'Address' })
