import type { EInvoice, Note } from '../model/document.ts'
import type { Address, Identifier } from '../model/party.ts'
import { at, partsOf, type Rule, type Spot } from '../rules/rule.ts'

const byAddress = ({ seller }: EInvoice): string => seller.address.country

/** By the VAT number of the seller or the tax representative, else by the address. */
export const byVatId = ({ seller, taxRepresentative }: EInvoice): string =>
  (seller.vatId ?? taxRepresentative?.vatId)?.slice(0, 2).toUpperCase() ?? seller.address.country

/**
 * Rules for sellers of a country, or for domestic invoices: `NL-R-001` of Peppol, or those of
 * another list.
 */
export function rulesOf(country: string, { list = `${country}-R-`, countryOf = byAddress } = {}) {
  const isThere = ({ address }: EInvoice['buyer']): boolean => address.country === country
  const create = (number: string, spot: Spot, isBroken: (document: EInvoice) => boolean): Rule => {
    const [field, advice, values] = partsOf(spot)
    return at(
      `${list}${number}`,
      [field, advice, { country, ...values }],
      (it) => countryOf(it) === country && isBroken(it),
    )
  }
  return {
    ofSeller: create,
    ofBoth: (number: string, spot: Spot, isBroken: (document: EInvoice) => boolean): Rule =>
      create(number, spot, (it) => isThere(it.buyer) && isBroken(it)),
  }
}

export const isOther = (id: Identifier | undefined, schemes: readonly string[]): boolean =>
  id !== undefined && !schemes.includes(id.scheme ?? '')

export const isWhole = ({ line1, city, postalCode }: Address): boolean =>
  Boolean(line1 && city && postalCode)

/** Splits notes that have more characters than a profile allows. */
export const inPieces = (notes: readonly Note[], max: number): readonly Note[] =>
  notes.flatMap((note) => piecesOf(note.text, max).map((text) => ({ ...note, text })))

function piecesOf(text: string, max: number): readonly string[] {
  if (text.length <= max) return [text]
  const cut = text.slice(0, max + 1).search(/\s\S*$/)
  const end = cut > 0 ? cut : max
  return [text.slice(0, end), ...piecesOf(text.slice(end).trim(), max)]
}
