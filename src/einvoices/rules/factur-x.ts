import type { Identifier } from '../model/party.ts'
import { atCodes, type Rule, rule } from './rule.ts'

/** ISO 6523 codes that Factur-X accepts for registrations and items, but not for parties and places. */
const isPartyScheme = (scheme: string): boolean => !/^024[1-8]$/.test(scheme)
const isEndpoint = (scheme: string): boolean => scheme !== '0219' && scheme !== '0220'
const isCategory = (category: string): boolean => category !== 'B'

const schemes = (...identifiers: readonly (Identifier | undefined)[]) =>
  identifiers.map((it) => it?.scheme)

/** Where Factur-X code lists are shorter than those of EN 16931; the rule ids are ours. */
export const FACTUR_X_RULES: readonly Rule[] = [
  rule(
    'FX-CL-10',
    'notInFacturX',
    atCodes('buyerIdentifier', ({ buyer }) => schemes(...buyer.identifiers), isPartyScheme),
  ),
  rule(
    'FX-CL-17',
    'notInFacturX',
    atCodes(
      'taxes',
      ({ taxBreakdown }) => taxBreakdown.map(({ category }) => category),
      isCategory,
    ),
  ),
  rule('FX-CL-25', 'notInFacturX', (it) => [
    ...atCodes('sellerEndpoint', ({ seller }) => schemes(seller.electronicAddress), isEndpoint)(it),
    ...atCodes('buyerEndpoint', ({ buyer }) => schemes(buyer.electronicAddress), isEndpoint)(it),
  ]),
  rule(
    'FX-CL-26',
    'notInFacturX',
    atCodes('deliveryIdentifier', ({ delivery }) => schemes(delivery?.location), isPartyScheme),
  ),
]
