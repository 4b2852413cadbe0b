import { EU, some } from '@billwright/einvoice'
import type { FaAddress, Identity } from '@billwright/einvoice/ksef'
import type { Address } from '../../../../company/settings/settings.ts'
import type { Buyer, Seller } from '../../../../sales/contents/parties.ts'
import { vatIdOf } from '../mapping/parties.ts'

const POLAND = 'PL'
/** The prefix of Greek VAT numbers. */
const GREECE = 'EL'

/** The tax number of a Polish company, with or without the prefix of its VAT number. */
export function nipOf({ taxId, address }: Pick<Buyer, 'taxId' | 'address'>): string | undefined {
  const id = taxId?.replace(/[\s.-]/g, '').toUpperCase() ?? ''
  if (id.startsWith(POLAND)) return id.slice(2)
  return address.countryCode === POLAND && id !== '' && vatIdOf(id) === undefined ? id : undefined
}

/** Polish, of the EU, of another country, or none. */
export function identityOf(buyer: Pick<Buyer, 'name' | 'taxId' | 'address'>): Identity {
  const Nazwa = token(buyer.name, 512)
  const NIP = nipOf(buyer)
  if (NIP !== undefined) return { NIP, Nazwa }
  const vatId = vatIdOf(buyer.taxId, buyer.address.countryCode)
  const prefix = vatId?.slice(0, 2) ?? ''
  if (vatId !== undefined && (EU.has(prefix) || prefix === GREECE || prefix === 'XI'))
    return { KodUE: prefix === 'GR' ? GREECE : prefix, NrVatUE: vatId.slice(2), Nazwa }
  if (buyer.taxId === null) return { BrakID: '1', Nazwa }
  return {
    KodKraju: buyer.address.countryCode ?? undefined,
    NrID: token(vatId?.slice(2) ?? buyer.taxId, 50),
    Nazwa,
  }
}

export function addressOf({
  line1,
  line2,
  postalCode,
  city,
  countryCode,
}: Address): FaAddress | undefined {
  const place = [postalCode, city].filter(Boolean).join(' ')
  const street = [line1, line2].filter(Boolean).join(', ')
  if (countryCode === null || (street === '' && place === '')) return undefined
  return {
    KodKraju: countryCode,
    AdresL1: token(street === '' ? place : street, 512),
    AdresL2: street === '' ? undefined : token(place, 512),
  }
}

export function contactsOf({ email, phone }: Buyer | Seller) {
  const contact = some({
    Email: email ?? undefined,
    Telefon: phone === null ? undefined : token(phone.replace(/[\s/().-]/g, ''), 16),
  })
  return contact === undefined ? [] : [contact]
}

/** A number of the court register (KRS) or of statistics (REGON). */
export function registersOf({ registrationId }: Seller) {
  const digits = registrationId?.replace(/\D/g, '') ?? ''
  if (digits.length === 10) return [{ KRS: digits }]
  return digits.length === 9 || digits.length === 14 ? [{ REGON: digits }] : []
}

/** Text on one line, with white space collapsed as in the schema; shortened. */
export const token = (text: string, lengthMax: number): string =>
  [...text.replace(/\s+/g, ' ').trim()].slice(0, lengthMax).join('').trim()
