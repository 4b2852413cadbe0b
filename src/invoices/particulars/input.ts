import { isCountry } from '../../fields/countries.ts'
import { endpointScheme, FieldError, iban, type Rule } from '../../fields/rules.ts'
import { isCurrency } from '../../money/currencies.ts'
import { camelCase } from '../../settings/aliases.ts'
import type { ItemBody } from '../input-schema.ts'
import { CLASSIFICATION_SCHEMES } from '../item-codes.ts'
import type { ItemParticulars, Particulars } from './particulars.ts'
import { ITEM_PARTICULARS_INPUT, PARTICULARS_INPUT } from './schema.ts'

/** Told of each fault at its pointer. */
type Fault = (pointer: string, code: string, message: string) => void

type Parts = { readonly [key: string]: unknown }

const FIELDS = Object.keys(PARTICULARS_INPUT)
const ITEM_FIELDS = Object.keys(ITEM_PARTICULARS_INPUT)

/** The particulars after an edit: what it names replaces, parts of objects merge, null clears. */
export function editParticulars(
  before: Particulars | undefined,
  body: object,
  fault: Fault,
): Particulars | undefined {
  const named = pick(body, FIELDS)
  if (Object.keys(named).length === 0) return before
  // `standard` is what an invoice is that does not say what it is.
  const patch = 'kind' in named && named.kind === 'standard' ? { ...named, kind: null } : named
  const after = said(merged(before ?? {}, camelKeys(patch))) as Particulars | undefined
  if (!after) return undefined
  checkCodes(after, fault)
  return checkPayment(after, fault)
}

/** What an item says of them; undefined where it says nothing. */
export function readItemParticulars(
  body: ItemBody,
  at: string,
  fault: Fault,
): ItemParticulars | undefined {
  const item = said(camelKeys(pick(body, ITEM_FIELDS))) as ItemParticulars | undefined
  const { periodStart, periodEnd, originCountry, classification } = item ?? {}
  if (periodStart !== undefined && periodEnd !== undefined && periodEnd < periodStart)
    fault(
      `${at}/period_end`,
      'out_of_range',
      'Out of range: use a day on or after period_start (EN 16931 BR-30).',
    )
  if (originCountry !== undefined && !isCountry(originCountry))
    fault(`${at}/origin_country`, 'unknown_country', NO_COUNTRY)
  if (classification === undefined) return item
  const pointer = `${at}/classification/scheme`
  const scheme = ruled(classificationScheme, classification.scheme, pointer, fault)
  return { ...item, classification: { ...classification, scheme } }
}

export const classificationScheme: Rule = (text) => {
  const scheme = text.toUpperCase()
  if (CLASSIFICATION_SCHEMES.has(scheme)) return scheme
  throw new FieldError(
    'not_allowed',
    `${text.slice(0, 40)} is not a classification scheme of UNTDID 7143. Use STI for CPV or HS for customs codes.`,
  )
}

const NO_COUNTRY = 'Unknown country: use an ISO 3166 code such as DE.'

function checkCodes({ delivery, taxInCurrency }: Particulars, fault: Fault): void {
  const country = delivery?.address?.countryCode
  if (country != null && !isCountry(country))
    fault('/delivery/address/country_code', 'unknown_country', NO_COUNTRY)
  if (delivery?.identifier) {
    // An empty scheme is gone by now.
    const { scheme = '' } = delivery.identifier
    ruled(endpointScheme, scheme, '/delivery/identifier/scheme', fault)
  }
  if (taxInCurrency && !isCurrency(taxInCurrency.currency))
    fault(
      '/tax_in_currency/currency',
      'unknown_currency',
      `${taxInCurrency.currency} is not an ISO 4217 currency code. Use a code such as EUR.`,
    )
}

function checkPayment(particulars: Particulars, fault: Fault): Particulars {
  const { payment } = particulars
  if (payment?.payerIban === undefined) return particulars
  const payerIban = ruled(iban, payment.payerIban, '/payment/payer_iban', fault)
  return { ...particulars, payment: { ...payment, payerIban } }
}

/** The value in its canonical form, or as it was with a fault told. */
export function ruled(rule: Rule, value: string, pointer: string, fault: Fault): string {
  try {
    return rule(value)
  } catch (error) {
    if (!(error instanceof FieldError)) throw error
    fault(pointer, error.code, error.message)
    return value
  }
}

const pick = (body: object, fields: readonly string[]): Parts =>
  Object.fromEntries(Object.entries(body).filter(([key]) => fields.includes(key)))

/** JSON Merge Patch (RFC 7396); lists are replaced. */
function merged(before: unknown, patch: unknown): unknown {
  if (!isParts(patch)) return patch
  const kept = isParts(before) ? before : {}
  const changed = Object.entries(patch).map(([key, value]) => [key, merged(kept[key], value)])
  return { ...kept, ...Object.fromEntries(changed) }
}

/** Without what says nothing, with texts trimmed; undefined where nothing is left. */
function said(value: unknown): unknown {
  if (typeof value === 'string') return value.trim() || undefined
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(said)
  if (!isParts(value)) return value ?? undefined
  const entries = Object.entries(value)
    .map(([key, part]) => [key, said(part)] as const)
    .filter(([, part]) => part !== undefined)
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

function camelKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelKeys)
  if (!isParts(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [camelCase(key), camelKeys(part)]),
  )
}

const isParts = (value: unknown): value is Parts =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
