import { UNIT_CODES } from '@billwright/einvoice/item-codes'
import { FieldError, type Rule } from './rules.ts'

/** Common words for units with only one meaning, for units that have a name on documents. */
const TYPED: ReadonlyMap<string, string> = new Map([
  ...all('H87', 'PC PCE PCS PIECE PIECES PIÈCE PIÈCES PZ PZA PZS STCK STK STÜCK SZT'),
  ...all('C62', 'UD UDS UN UNI UNIT UNITS'),
  ...all('EA', 'EACH'),
  ...all('MIN', 'MINUTE MINUTEN MINUTES MN'),
  ...all('HUR', 'H HEURE HEURES HOUR HOURS HR HRS STD STUNDE STUNDEN UUR'),
  ...all('DAY', 'DAG DAYS JOUR JOURS TAG TAGE'),
  ...all('WEE', 'SEMAINE SEMAINES WEEK WEEKS WK WKS WOCHE WOCHEN'),
  ...all('MON', 'MO MOIS MONAT MONATE MONTH MONTHS MTH'),
  ...all('ANN', 'JAHR JAHRE YEAR YEARS YR YRS'),
  ...all('GRM', 'G GR'),
  ...all('KGM', 'KG KGS'),
  ...all('CMT', 'CM'),
  ...all('MTR', 'LFM'),
  ...all('KMT', 'KM'),
  ...all('MTK', 'M2 QM SQM'),
  ...all('MTQ', 'CBM M3 QBM'),
  ...all('LTR', 'L LT'),
  ...all('XPK', 'PAK PK PKG'),
  ...all('XBX', 'BOX BX'),
  ...all('LS', 'FORFAIT PAU PAUSCHAL PAUSCHALE PSC'),
])

/** The codes of units that have a name on documents. */
const NAMED: ReadonlySet<string> = new Set([...TYPED.values(), 'KWH', 'PR', 'SET', 'TNE'])

/** Other possible meanings. */
const MEANT: ReadonlyMap<string, string> = new Map([
  ...all('XBG for bags', 'BAG BG'),
  ...all('XBO for bottles', 'BTL FLA'),
  ...all('CLT for centiliters', 'CL'),
  ...all('XCT for cartons or CTM for carats', 'CT'),
  ...all('DAY for days', 'D'),
  ...all('DZN for dozens', 'DOZ DZ'),
  ...all('FOT for feet', 'FT'),
  ...all('INH for inches', 'IN'),
  ...all('KT for kits', 'KIT'),
  ...all('KWT for kilowatts', 'KW'),
  ...all('LBR for pounds', 'LB LBS'),
  ...all('MTR for meters, MON for months or MIN for minutes', 'M'),
  ...all('4L for megabytes', 'MB'),
  ...all('MGM for milligrams', 'MG'),
  ...all('MLT for milliliters', 'ML'),
  ...all('MMT for millimeters', 'MM'),
  ...all('ONZ for ounces or OZA for fluid ounces', 'OZ'),
  ...all('P1 for percent', 'PCT'),
  ...all('XPK for packages or XPA for packets', 'PAC PCK PKT'),
  ...all('XPX for pallets', 'PLT'),
  ...all('XRO for rolls', 'RO ROL'),
  ...all('H87 for pieces or XST for sheets', 'ST'),
  ...all('H87 for pieces or HUR for hours', 'STU'),
  ...all('TNE for tonnes or DAY for days', 'T'),
  ...all('TNE for tonnes', 'TO TON'),
  ...all('YRD for yards', 'YD'),
])

/**
 * The code of a unit, or of its usual abbreviation. Only capitals count as a code of the whole
 * list: `kW` is not KW, and `Stk` means pieces although STK is a stick.
 */
export function findUnitCode(text: string): string | undefined {
  const typed = text.trim()
  if (UNIT_CODES.has(typed)) return typed
  const capitals = inCapitals(typed)
  return NAMED.has(capitals) ? capitals : TYPED.get(capitals)
}

/** The code of a unit in a request. @throws FieldError */
export const unitCode: Rule = (text) => {
  const code = findUnitCode(text)
  if (code !== undefined) return code
  throw new FieldError(
    'unknown_unit',
    `${text.trim().slice(0, 40)} is not a unit of UNECE Rec 20 or 21. Use ${meantBy(inCapitals(text))}.`,
  )
}

function meantBy(capitals: string): string {
  if (UNIT_CODES.has(capitals) && !MEANT.has(capitals))
    return `${capitals} in capitals for that code`
  return MEANT.get(capitals) ?? 'H87 for pieces, HUR for hours or LS for a lump sum'
}

/** Also without the point of an abbreviation, and `m²` as M2. */
const inCapitals = (text: string): string =>
  text.trim().normalize('NFKC').toUpperCase().replace(/\.$/, '')

function all(value: string, words: string): readonly (readonly [string, string])[] {
  return words.split(' ').map((word) => [word, value] as const)
}
