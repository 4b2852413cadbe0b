/** A unit's name by plural category; `other` is the default. */
export type UnitName =
  | string
  | ({ readonly other: string } & { readonly [rule in Intl.LDMLPluralRule]?: string })

/** UNECE Rec 20 codes with a name in every language; others print as they are. */
export const UNIT_CODES = [
  'C62',
  'H87',
  'EA',
  'MIN',
  'HUR',
  'DAY',
  'WEE',
  'MON',
  'ANN',
  'GRM',
  'KGM',
  'TNE',
  'CMT',
  'MTR',
  'KMT',
  'MTK',
  'MTQ',
  'LTR',
  'KWH',
  'PR',
  'SET',
  'XPK',
  'XBX',
  'LS',
] as const

export type UnitCode = (typeof UNIT_CODES)[number]

/** Metric symbols, the same in all languages with Latin script. */
export const METRIC = {
  GRM: 'g',
  KGM: 'kg',
  TNE: 't',
  CMT: 'cm',
  MTR: 'm',
  KMT: 'km',
  MTK: 'm²',
  MTQ: 'm³',
  LTR: 'l',
  KWH: 'kWh',
} as const

export type Units = Readonly<Record<UnitCode, UnitName>>
