import { EMAIL_SCHEME, EU, some } from '@billwright/einvoice'
import { isCountry } from '@billwright/einvoice/countries'
import {
  ABROAD,
  latin,
  NO_EU_ID,
  NO_FOREIGN_ID,
  NO_RECIPIENT,
  OFFICE_SCHEME,
  POSTAL_CODE_ABROAD,
  RECIPIENT_SCHEME,
  TAX_CODE,
  TAX_CODE_SCHEME,
} from '@billwright/einvoice/fatturapa'
import type { Address } from '../../../../company/settings/settings.ts'
import type { Buyer, Seller } from '../../../../sales/contents/parties.ts'

const ITALY = 'IT'

interface TaxIds {
  /** IdFiscaleIVA. */
  readonly vat: { readonly IdPaese: string; readonly IdCodice: string } | undefined
  /** CodiceFiscale. */
  readonly code: string | undefined
}

export const isItalian = ({ address }: Pick<Buyer, 'address'>): boolean =>
  address.countryCode === ITALY

/** The VAT number with the prefix of its country, or without one. */
export function sellerIds({ taxId, taxNumber, address }: Seller): TaxIds {
  return taxIds(taxId, taxNumber, address.countryCode)
}

export function buyerIds({ taxId, identifier, address }: Buyer): TaxIds {
  const code = identifier?.scheme === TAX_CODE_SCHEME ? identifier.id : null
  const found = taxIds(taxId, code, address.countryCode)
  const country = address.countryCode
  if (found.vat || country === null || country === ITALY) return found
  const IdCodice = EU.has(country) ? NO_EU_ID : NO_FOREIGN_ID
  return { ...found, vat: { IdPaese: country, IdCodice } }
}

function taxIds(taxId: string | null, taxCode: string | null, country: string | null): TaxIds {
  const given = [taxId, taxCode].map((it) => it?.replace(/[\s.-]/g, '').toUpperCase() ?? '')
  const [first = '', second = ''] = given
  const isTaxCode = /^[A-Z]{6}[A-Z0-9]{10}$/.test(first)
  const code = [second, isTaxCode ? first : ''].find((it) => TAX_CODE.test(it))
  return { vat: isTaxCode ? undefined : vatOf(first, country), code }
}

function vatOf(id: string, country: string | null): TaxIds['vat'] {
  if (id === '') return undefined
  const prefix = id.slice(0, 2)
  if (isCountry(prefix) || prefix === 'EL' || prefix === 'XI')
    return { IdPaese: prefix, IdCodice: id.slice(2, 30) }
  return country === null ? undefined : { IdPaese: country, IdCodice: id.slice(0, 28) }
}

/**
 * The delivery address of the exchange system: an office, a recipient's code, or a certified
 * mailbox.
 */
export function routing(buyer: Buyer) {
  const { endpoint } = buyer
  const code = endpoint?.id.toUpperCase()
  if (endpoint?.scheme === OFFICE_SCHEME || endpoint?.scheme === RECIPIENT_SCHEME)
    return { format: code?.length === 6 ? 'FPA12' : 'FPR12', code: code ?? '', mailbox: undefined }
  const isAbroad = buyer.address.countryCode !== null && !isItalian(buyer)
  return {
    format: 'FPR12',
    code: isAbroad ? ABROAD : NO_RECIPIENT,
    mailbox: endpoint?.scheme === EMAIL_SCHEME && !isAbroad ? endpoint.id : undefined,
  }
}

/** A foreign postal code has no element, so it goes before the city. */
export function sede({ line1, line2, postalCode, city, region, countryCode }: Address) {
  const isAtHome = countryCode === ITALY
  const place = isAtHome ? city : [postalCode, city].filter(Boolean).join(' ')
  const province = region?.trim().toUpperCase() ?? ''
  return {
    Indirizzo: latin([line1, line2].filter(Boolean).join(', '), 60),
    CAP: isAtHome ? (postalCode?.trim() ?? '') : POSTAL_CODE_ABROAD,
    Comune: latin(place ?? '', 60),
    Provincia: isAtHome && /^[A-Z]{2}$/.test(province) ? province : undefined,
    Nazione: countryCode ?? '',
  }
}

/** E.g. `MI-1234567`: the register of companies and the number in it. */
export function rea({ registrationId }: Seller) {
  const [, Ufficio, NumeroREA] = /^([A-Z]{2})[\s-]?([0-9]{1,20})$/.exec(registrationId ?? '') ?? []
  return Ufficio === undefined ? undefined : { Ufficio, NumeroREA, StatoLiquidazione: 'LN' }
}

/** Telephone numbers of five to twelve characters, and addresses of seven at least. */
export function contacts({ phone, email }: Seller) {
  const number = (phone ?? '').replace(/[^0-9+]/g, '').replace(/^\+39/, '')
  return some({
    Telefono: number.length >= 5 && number.length <= 12 ? number : undefined,
    Email: email !== null && email.length >= 7 ? email : undefined,
  })
}
