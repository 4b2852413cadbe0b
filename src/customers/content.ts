import { type Fault, invalidRequest } from '../errors.ts'
import * as rules from '../fields/rules.ts'
import { FieldError, type Rule } from '../fields/rules.ts'
import type { Address, Endpoint } from '../settings/settings.ts'
import type { CustomerContent } from './customer.ts'
import { type CustomerChange, METADATA_PAIRS_MAX } from './input.ts'

/** `put` replaces each field it names as a whole; `patch` merges into those with parts (RFC 7396). */
export type Mode = 'put' | 'patch'

const EMPTY_ADDRESS: Address = {
  line1: null,
  line2: null,
  city: null,
  postalCode: null,
  region: null,
  countryCode: null,
}

export const EMPTY_CUSTOMER: CustomerContent = {
  name: '',
  contactName: null,
  email: null,
  phone: null,
  address: EMPTY_ADDRESS,
  taxId: null,
  registrationId: null,
  endpoint: null,
  tradingName: null,
  registrationScheme: null,
  identifier: null,
  eInvoiceProfile: null,
  reference: null,
  language: null,
  currency: null,
  paymentTermsDays: null,
  notes: null,
  metadata: {},
  archived: false,
}

interface Change {
  readonly before: CustomerContent
  readonly input: CustomerChange
  readonly mode: Mode
  /** Where `input` stands in the request: empty for the whole body, or e.g. `/customer`. */
  readonly pointer: string
}

/**
 * The customer after a change: texts trimmed (empty is none), codes in their canonical form.
 *
 * @throws AppError `invalid_request` with every fault
 */
export function changeContent(change: Change): CustomerContent {
  const { before, input, pointer } = change
  const faults: Fault[] = []
  const text = reader(faults, pointer)
  const after = {
    name: text('/name', input.name, before.name) ?? '',
    contactName: text('/contact_name', input.contact_name, before.contactName),
    email: text('/email', input.email, before.email, rules.email),
    phone: text('/phone', input.phone, before.phone),
    address: readAddress(change, text),
    taxId: text('/tax_id', input.tax_id, before.taxId),
    registrationId: text('/registration_id', input.registration_id, before.registrationId),
    endpoint: readEndpoint(change, 'endpoint', text, faults),
    tradingName: text('/trading_name', input.trading_name, before.tradingName),
    registrationScheme: text(
      '/registration_scheme',
      input.registration_scheme,
      before.registrationScheme,
    ),
    identifier: readEndpoint(change, 'identifier', text, faults),
    eInvoiceProfile: orKept(input.e_invoice_profile, before.eInvoiceProfile),
    reference: text('/reference', input.reference, before.reference),
    language: text('/language', input.language, before.language, rules.language),
    currency: text('/currency', input.currency, before.currency, rules.currency),
    paymentTermsDays: orKept(input.payment_terms_days, before.paymentTermsDays),
    notes: text('/notes', input.notes, before.notes),
    metadata: readMetadata(change, faults),
    archived: input.archived ?? before.archived,
  }
  if (after.name === '')
    faults.push({
      pointer: `${pointer}/name`,
      code: 'required',
      message: 'The name is missing. Enter a name.',
    })
  if (faults.length > 0) throw invalidRequest(faults)
  return after
}

type Text = string | null

type Read = (at: string, value: Text | undefined, kept: Text, rule?: Rule) => Text

/** Reads one text: what the request does not name is kept, what breaks its rule is a fault. */
const reader =
  (faults: Fault[], pointer: string): Read =>
  (at, value, kept, rule) => {
    if (value === undefined) return kept
    const trimmed = value?.trim() ?? ''
    if (trimmed === '') return null
    try {
      return rule?.(trimmed) ?? trimmed
    } catch (error) {
      if (!(error instanceof FieldError)) throw error
      faults.push({ pointer: `${pointer}${at}`, code: error.code, message: error.message })
      return kept
    }
  }

function readAddress({ before, input, mode }: Change, text: Read): Address {
  if (input.address === undefined) return before.address
  if (input.address === null) return EMPTY_ADDRESS
  const kept = mode === 'put' ? EMPTY_ADDRESS : before.address
  const { line1, line2, city, postal_code, region, country_code } = input.address
  return {
    line1: text('/address/line1', line1, kept.line1),
    line2: text('/address/line2', line2, kept.line2),
    city: text('/address/city', city, kept.city),
    postalCode: text('/address/postal_code', postal_code, kept.postalCode),
    region: text('/address/region', region, kept.region),
    countryCode: text('/address/country_code', country_code, kept.countryCode, rules.country),
  }
}

function readEndpoint(
  change: Change,
  key: 'endpoint' | 'identifier',
  text: Read,
  faults: Fault[],
): Endpoint | null {
  const { before, input, mode, pointer } = change
  const given = input[key]
  if (given === undefined) return before[key]
  if (given === null) return null
  const kept = mode === 'put' ? null : before[key]
  const schemeKept = kept?.scheme ?? null
  const scheme = text(`/${key}/scheme`, given.scheme, schemeKept, rules.endpointScheme)
  const id = text(`/${key}/id`, given.id, kept?.id ?? null)
  if (scheme !== null && id !== null) return { scheme, id }
  const isKnown = faults.some((fault) => fault.pointer === `${pointer}/${key}/scheme`)
  if (!isKnown)
    faults.push({ pointer: `${pointer}/${key}`, code: 'incomplete', message: INCOMPLETE[key] })
  return null
}

const INCOMPLETE = {
  endpoint: 'Incomplete: an electronic address needs a scheme and an id.',
  identifier: 'Incomplete: an identifier needs a scheme and an id.',
}

function readMetadata({ before, input, mode, pointer }: Change, faults: Fault[]) {
  if (input.metadata === undefined) return before.metadata
  const kept = mode === 'put' || input.metadata === null ? {} : before.metadata
  const pairs = Object.entries({ ...kept, ...input.metadata })
  const metadata = Object.fromEntries(
    pairs.filter((pair): pair is [string, string] => pair[1] !== null),
  )
  if (Object.keys(metadata).length > METADATA_PAIRS_MAX) {
    const message = `Too many fields: use at most ${METADATA_PAIRS_MAX} pairs of metadata.`
    faults.push({ pointer: `${pointer}/metadata`, code: 'too_many_fields', message })
  }
  return metadata
}

const orKept = <T>(value: T | undefined, kept: T): T => (value === undefined ? kept : value)
