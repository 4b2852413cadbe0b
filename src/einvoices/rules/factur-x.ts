import { schemesOf } from './codes.ts'
import { atCodes, type Rule } from './rule.ts'

/** ISO 6523 codes that Factur-X accepts for registrations and items, but not for parties and places. */
const isPartyScheme = (scheme: string): boolean => !/^024[1-8]$/.test(scheme)
const isEndpoint = (scheme: string): boolean => scheme !== '0219' && scheme !== '0220'
const isCategory = (category: string): boolean => category !== 'B'

/** Where Factur-X code lists are shorter than those of EN 16931; the rule ids are ours. */
export const FACTUR_X_RULES: readonly Rule[] = [
  atCodes('FX-CL-10', 'notInFacturX', isPartyScheme, [
    ['buyerIdentifier', ({ buyer }) => schemesOf(buyer.identifiers)],
  ]),
  atCodes('FX-CL-17', 'notInFacturX', isCategory, [
    ['taxes', (it) => it.taxBreakdown.map(({ category }) => category)],
  ]),
  atCodes('FX-CL-25', 'notInFacturX', isEndpoint, [
    ['sellerEndpoint', ({ seller }) => seller.electronicAddress?.scheme],
    ['buyerEndpoint', ({ buyer }) => buyer.electronicAddress?.scheme],
  ]),
  atCodes('FX-CL-26', 'notInFacturX', isPartyScheme, [
    ['deliveryIdentifier', ({ delivery }) => delivery?.location?.scheme],
  ]),
]
