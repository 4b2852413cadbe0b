import { FieldError, type Rule } from '../settings/field-rules.ts'
import { UNIT_CODES } from './item-codes.ts'

/** What people type, where it can mean one unit only, and that unit has a name on documents. */
const TYPED: ReadonlyMap<string, string> = new Map([
  ...all('H87', 'PC PCE PCS PZ PZA PZS SZT'),
  ...all('C62', 'UD UDS UN UNI'),
  ...all('MIN', 'MN'),
  ...all('HUR', 'H HR HRS STD UUR'),
  ...all('DAY', 'DAG TAG'),
  ...all('WEE', 'WK WKS'),
  ...all('MON', 'MO MTH'),
  ...all('ANN', 'YR YRS'),
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
  ...all('LS', 'PAU PSC'),
])

/** What they may have meant otherwise. */
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

/** The code of a unit, also where its usual abbreviation was given in its place. */
export const findUnitCode = (text: string): string | undefined =>
  UNIT_CODES.has(text) ? text : TYPED.get(text)

/** The same, for a request. @throws FieldError */
export const unitCode: Rule = (text) => {
  const code = findUnitCode(text)
  if (code !== undefined) return code
  const meant = MEANT.get(text) ?? 'H87 for pieces, HUR for hours or LS for a lump sum'
  throw new FieldError(
    'unknown_unit',
    `${text.slice(0, 40)} is not a unit of UNECE Rec 20 or 21: use ${meant}.`,
  )
}

function all(value: string, words: string): readonly (readonly [string, string])[] {
  return words.split(' ').map((word) => [word, value] as const)
}
