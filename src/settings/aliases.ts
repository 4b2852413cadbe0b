import type { Group, Path } from './fields.ts'

/** What a key names: a group, or one leaf. */
export type Target = Group | Path

/**
 * Older flat names, as other installations send them, and what each names now. Every name here and
 * every key is taken in snake_case too; what takes text where a key now has parts is read in `changes.ts`.
 */
export const OLDER_NAMES: Readonly<Record<string, Target>> = {
  email: 'companyEmail',
  phone: 'companyPhone',
  website: 'companyWebsite',
  taxId: 'companyTaxId',
  vatId: 'companyTaxId',
  logoUrl: 'logo',
  highlight: 'accentColor',
  highlightColor: 'accentColor',
  companyCity: 'companyAddress/city',
  companyPostalCode: 'companyAddress/postalCode',
  companyRegion: 'companyAddress/region',
  companyCountryCode: 'companyAddress/countryCode',
  countryCode: 'companyAddress/countryCode',
  paymentMethods: 'paymentInstructions',
  paymentTerms: 'defaultTerms',
  defaultTaxRate: 'defaultTax/rate',
  defaultPricesIncludeTax: 'pricesIncludeTax',
  defaultRoundingMode: 'rounding',
  invoiceNumberPattern: 'invoiceNumbering/pattern',
}

/** `companyName` → `company_name`, `line1` → `line1`. */
export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** `company_name` → `companyName`; a name without underscores stays. */
export const camelCase = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase())

/** What a key of a request, in any spelling, names. The schema let no other key through. */
export function targetOf(key: string): Target {
  const name = camelCase(key)
  return OLDER_NAMES[name] ?? (name as Target)
}
