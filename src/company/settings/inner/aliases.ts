import { table } from '../../../kernel/table.ts'
import type { Group, Path } from '../fields.ts'

/** The target of a key: a group, or one leaf. */
export type Target = Group | Path

/**
 * Older flat names from other installations, and their current keys. All names are also accepted
 * in snake_case. `changes.ts` reads texts of keys that have parts now.
 */
export const OLDER_NAMES = table<Target>({
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
  defaultTaxRate: 'defaultTax/rate',
  defaultPricesIncludeTax: 'pricesIncludeTax',
  defaultRoundingMode: 'rounding',
  invoiceNumberPattern: 'invoiceNumbering/pattern',
})

/** `companyName` → `company_name`, `line1` → `line1`. */
export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** `company_name` → `companyName`; a name without underscores stays. */
export const camelCase = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase())

/** The target of a request's key, in any spelling. The schema has refused unknown keys. */
export function targetOf(key: string, value: unknown): Target {
  const name = camelCase(key)
  // Older installations call their default terms so, which are a text.
  if (name === 'paymentTerms' && typeof value === 'string') return 'defaultTerms'
  return OLDER_NAMES[name] ?? (name as Target)
}
