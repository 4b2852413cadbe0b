import { checkNumbering } from '@billwright/rules/number-pattern'
import type { Numbering } from '../../../../company/settings/settings.ts'
import { FieldError } from '../../../../kernel/fields/rules.ts'
import { table } from '../../../../kernel/table.ts'
import type { ForeignRow } from '../../../../platform/database/sqlite/foreign.ts'
import type { ImportNote } from '../../report.ts'
import { textOf } from '../source-values.ts'
import { noteOf, refusedNoteOf } from './notes.ts'

export interface BroughtSettings {
  /** A body in the form of `PATCH /settings`. */
  readonly body: Readonly<Record<string, unknown>>
  readonly notes: readonly ImportNote[]
}

/** Our name for each of Invio's keys. */
const KEYS = table<string>({
  companyName: 'companyName',
  companyAddress: 'companyAddress',
  companyCity: 'companyCity',
  companyPostalCode: 'companyPostalCode',
  companyCountryCode: 'companyCountryCode',
  countryCode: 'companyCountryCode',
  companyEmail: 'companyEmail',
  email: 'companyEmail',
  companyPhone: 'companyPhone',
  phone: 'companyPhone',
  companyWebsite: 'companyWebsite',
  companyTaxId: 'companyTaxId',
  taxId: 'companyTaxId',
  currency: 'currency',
  logo: 'logo',
  logoUrl: 'logo',
  paymentMethods: 'paymentInstructions',
  bankAccount: 'bankAccount',
  paymentTerms: 'defaultTerms',
  defaultNotes: 'defaultNotes',
  templateId: 'templateId',
  highlight: 'accentColor',
  taxLabel: 'taxLabel',
  locale: 'locale',
  defaultTaxRate: 'defaultTaxRate',
  defaultPricesIncludeTax: 'pricesIncludeTax',
  defaultRoundingMode: 'rounding',
  allowProtectedInvoiceChanges: 'lockIssuedInvoices',
})

/** Keys that are read together below, or have no meaning here. */
const READ_APART = [
  'invoicePrefix',
  'invoiceIncludeYear',
  'invoiceNumberPadding',
  'invoiceNumberPattern',
  'invoiceNumberingEnabled',
  'peppolSellerEndpointId',
  'peppolSellerEndpointSchemeId',
]

const WHERE = 'settings'
const PADDING = 3

/** Invio's non-empty settings under our names. */
export function toSettingsBody(rows: readonly ForeignRow[]): BroughtSettings {
  const values = new Map(
    rows.flatMap((row) => {
      const value = textOf(row, 'value')
      return value === null ? [] : [[String(row.key), value] as const]
    }),
  )
  const known = [...values].filter(([key]) => Object.hasOwn(KEYS, key))
  const entries = known.map(([key, value]) => [KEYS[key], toValue(key, value)] as const)
  const numbering = toNumbering(values)
  const endpoint = toEndpoint(values)
  const foreign = [...values.keys()].filter(
    (key) => !Object.hasOwn(KEYS, key) && !READ_APART.includes(key),
  )
  return {
    body: {
      ...Object.fromEntries(entries),
      ...(numbering.value ? { invoiceNumbering: numbering.value } : {}),
      ...(endpoint ? { companyEndpoint: endpoint } : {}),
    },
    notes: [
      ...numbering.notes,
      ...foreign.map((setting) => ({ where: WHERE, ...noteOf('setting_unknown', { setting }) })),
    ],
  }
}

function toValue(key: string, value: string): unknown {
  const isTrue = value.toLowerCase() === 'true'
  if (key === 'defaultPricesIncludeTax') return isTrue
  if (key === 'allowProtectedInvoiceChanges') return !isTrue
  if (key === 'defaultRoundingMode') return value === 'total' ? 'document' : 'line'
  if (key === 'currency') return value.toUpperCase()
  return value
}

function toEndpoint(values: ReadonlyMap<string, string>) {
  const scheme = values.get('peppolSellerEndpointSchemeId')
  const id = values.get('peppolSellerEndpointId')
  return scheme !== undefined && id !== undefined ? { scheme, id } : null
}

/** The pattern that continues Invio's numbers; default: `INV-YYYY-NNN`. */
function toNumbering(values: ReadonlyMap<string, string>): {
  readonly value: Numbering | null
  readonly notes: readonly ImportNote[]
} {
  const isOwn = values.get('invoiceNumberingEnabled')?.toLowerCase() !== 'false'
  const own = isOwn ? values.get('invoiceNumberPattern') : undefined
  const pattern = own?.replaceAll('{SEQ}', `{SEQ:${PADDING}}`) ?? standardPattern(values)
  const hasYear = /\{YY(YY)?\}/.test(pattern)
  const value: Numbering = { pattern, reset: hasYear ? 'yearly' : 'never' }
  try {
    checkNumbering(value)
    return { value, notes: [] }
  } catch (error) {
    if (!(error instanceof FieldError)) throw error
    const note = refusedNoteOf('numbering_unsupported', { pattern: own ?? pattern }, error)
    return { value: null, notes: [{ where: WHERE, ...note }] }
  }
}

function standardPattern(values: ReadonlyMap<string, string>): string {
  const prefix = values.get('invoicePrefix') ?? 'INV'
  const year = values.get('invoiceIncludeYear')?.toLowerCase() === 'false' ? '' : '-{YYYY}'
  const padding = Number(values.get('invoiceNumberPadding') ?? PADDING)
  const width = padding >= 2 && padding <= 8 ? padding : PADDING
  return `${prefix}${year}-{SEQ:${width}}`
}
