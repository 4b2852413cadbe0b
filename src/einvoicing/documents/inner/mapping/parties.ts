import {
  type Address,
  type Buyer,
  type Contact,
  EMAIL_SCHEME,
  EU,
  type Identifier,
  type Seller,
  type TaxRepresentative,
} from '@billwright/einvoice'
import { isCountry } from '@billwright/einvoice/countries'
import type { Endpoint, Address as OurAddress } from '../../../../company/settings/settings.ts'
import { table } from '../../../../kernel/table.ts'
import type * as ours from '../../../../sales/contents/parties.ts'

/** VAT prefixes that are not ISO 3166-1 country codes: Greece and Northern Ireland. */
const OTHER_PREFIXES = new Set(['EL', 'XI'])

interface PartyOptions {
  /** Peppol delivers only to registered addresses; elsewhere, an e-mail address is enough. */
  readonly isPeppol: boolean
  /** VAT numbers are forbidden if everything is outside the scope of VAT (BR-O-02). */
  readonly withoutVatIds: boolean
}

export function sellerOf(seller: ours.Seller, options: PartyOptions): Seller {
  const { taxId, registrationId } = seller
  const known = vatIdOf(taxId, seller.address.countryCode)
  const vatId = options.withoutVatIds ? undefined : known
  const taxNumber = seller.taxNumber ?? (known === undefined ? (taxId ?? undefined) : undefined)
  // At least one of BT-29, BT-30 and BT-31 is required (BR-CO-26).
  const only = vatId === undefined && registrationId === null ? (taxNumber ?? taxId) : null
  return {
    name: seller.name,
    tradingName: seller.tradingName ?? undefined,
    identifiers: only === null ? [] : [{ value: only }],
    registration: registrationOf(registrationId, seller.registrationScheme),
    vatId,
    taxNumber,
    legalInformation: seller.legalForm ?? undefined,
    electronicAddress: electronicAddressOf(seller, options),
    address: addressOf(seller.address),
    contact: contactOf(seller),
  }
}

export function buyerOf(buyer: ours.Buyer, options: PartyOptions): Buyer {
  return {
    name: buyer.name,
    tradingName: buyer.tradingName ?? undefined,
    identifiers: buyer.identifier ? [identifierOf(buyer.identifier)] : [],
    registration: registrationOf(buyer.registrationId, buyer.registrationScheme),
    vatId: options.withoutVatIds ? undefined : vatIdOf(buyer.taxId, buyer.address.countryCode),
    electronicAddress: electronicAddressOf(buyer, options),
    address: addressOf(buyer.address),
    contact: contactOf(buyer),
  }
}

export function representativeOf(
  representative: ours.Seller['taxRepresentative'],
  { withoutVatIds }: PartyOptions,
): TaxRepresentative | undefined {
  if (!representative || withoutVatIds) return undefined
  const { name, taxId, address } = representative
  return { name, vatId: compact(taxId), address: addressOf(address) }
}

/** Countries whose tax numbers are presumed to be VAT numbers without the prefix. */
const WITHOUT_PREFIX = table<RegExp>({
  HR: /^[0-9]{11}$/,
  IT: /^[0-9]{11}$/,
  PL: /^[0-9]{10}$/,
  PT: /^[0-9]{9}$/,
})

/** A whole tax number, of which the VAT number has the first eight digits. */
const HUNGARIAN = /^(HU[0-9]{8})[0-9]{3}$/

/**
 * A tax id with a country prefix is a VAT number (BR-CO-09); others are tax numbers. In four countries
 * VAT numbers are tax numbers with a prefix: there, a company is presumed to be registered for VAT.
 * Numbers of the EU have neither dots nor dashes.
 */
export function vatIdOf(taxId: string | null, country: string | null = null): string | undefined {
  if (taxId === null) return undefined
  const text = compact(taxId)
  const plain = text.replace(/[.-]/g, '')
  if (country !== null && WITHOUT_PREFIX[country]?.test(plain)) return `${country}${plain}`
  const prefix = text.slice(0, 2)
  const isPrefixed = isCountry(prefix) || OTHER_PREFIXES.has(prefix)
  const number = EU.has(prefix) || OTHER_PREFIXES.has(prefix) ? plain : text
  if (!isPrefixed || !/^[A-Z]{2}[A-Z0-9+*.-]{2,}$/.test(number)) return undefined
  return HUNGARIAN.exec(number)?.[1] ?? number
}

const compact = (text: string): string => text.replace(/\s/g, '').toUpperCase()

const registrationOf = (id: string | null, scheme: string | null | undefined) =>
  id === null ? undefined : { value: id, scheme: scheme ?? undefined }

export const identifierOf = ({ scheme, id }: Endpoint): Identifier => ({ value: id, scheme })

function electronicAddressOf(
  { endpoint, email }: Pick<ours.Buyer, 'endpoint' | 'email'>,
  { isPeppol }: PartyOptions,
): Identifier | undefined {
  if (endpoint) return identifierOf(isPeppol ? ovtOf(endpoint) : endpoint)
  return !isPeppol && email !== null ? { value: email, scheme: EMAIL_SCHEME } : undefined
}

/** On Peppol, a Finnish VAT or business number becomes an OVT code (0216): 0037 and the eight digits. */
function ovtOf({ scheme, id }: Endpoint): Endpoint {
  const [, digits] = (FINNISH.has(scheme) && /^(?:0037|FI)?(\d{7}-?\d)$/.exec(id)) || []
  return digits === undefined
    ? { scheme, id }
    : { scheme: '0216', id: `0037${digits.replace('-', '')}` }
}

const FINNISH = new Set(['0037', '0212', '0213'])

/** A missing country is ''; the rules report it. */
export const addressOf = (address: OurAddress): Address => ({
  line1: address.line1 ?? undefined,
  line2: address.line2 ?? undefined,
  city: address.city ?? undefined,
  postalCode: address.postalCode ?? undefined,
  region: address.region ?? undefined,
  country: address.countryCode ?? '',
})

function contactOf(
  party: Pick<ours.Buyer, 'contactName' | 'phone' | 'email'>,
): Contact | undefined {
  const { contactName, phone, email } = party
  if (contactName === null && phone === null && email === null) return undefined
  return { name: contactName ?? undefined, phone: phone ?? undefined, email: email ?? undefined }
}
