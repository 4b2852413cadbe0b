import { isCurrency } from '@billwright/money'
import { COUNTRIES } from '../codes/countries.ts'
import * as official from './official-codes.ts'

/** The code lists of EN 16931, except those of items: see `invoices/item-codes.ts`. */
const list = (codes: string): ReadonlySet<string> => new Set(codes.trim().split(/\s+/))

/** UNCL 1001, invoices: BT-3. */
export const INVOICE_TYPES = list(`
  71 80 81 82 84 102 130 202 203 204 211 218 219 295 325 326 331 380 382 383 384 385 386 387 388 389
  390 393 394 395 456 457 471 472 473 500 501 527 553 575 623 633 751 780 817 870 875 876 877 935`)

/** UNCL 1001, credit notes: BT-3. */
export const CREDIT_NOTE_TYPES = list('81 83 261 262 296 308 381 396 420 458 502 503 532')

/** UNCL 5305: BT-95, BT-102, BT-118, BT-151. */
export const CATEGORIES = list('S Z E AE K G O L M B')

/** UNCL 2005: BT-8. UBL writes 3, 35, 432; CII 5, 29, 72. */
export const TAX_POINT_CODES = list('3 35 432 5 29 72')

/** UNCL 5189: BT-98, BT-140. */
export const ALLOWANCE_REASONS = list(
  '41 42 60 62 63 64 65 66 67 68 70 71 88 95 100 102 103 104 105',
)

/** UNCL 7161: BT-105, BT-145. */
export const CHARGE_REASONS = list(`
  AA AAA AAC AAD AAE AAF AAH AAI AAS AAT AAV AAY AAZ ABA ABB ABC ABD ABF ABK ABL ABN ABR ABS ABT
  ABU ACF ACG ACH ACI ACJ ACK ACL ACM ACS ADC ADE ADJ ADK ADL ADM ADN ADO ADP ADQ ADR ADT ADW ADY
  ADZ AEA AEB AEC AED AEF AEH AEI AEJ AEK AEL AEM AEN AEO AEP AES AET AEU AEV AEW AEX AEY AEZ AJ
  AU CA CAB CAD CAE CAF CAI CAJ CAK CAL CAM CAN CAO CAP CAQ CAR CAS CAT CAU CAV CAW CAX CAY CAZ CD
  CG CS CT DAB DAC DAD DAF DAG DAH DAI DAJ DAK DAL DAM DAN DAO DAP DAQ DL EG EP ER FAA FAB FAC FC
  FH FI GAA HAA HD HH IAA IAB ID IF IR IS KO L1 LA LAA LAB LF MAE MI ML NAA OA PA PAA PC PL PRV
  RAB RAC RAD RAF RE RF RH RV SA SAA SAD SAE SAI SG SH SM SU TAB TAC TT TV V1 V2 WH XAA YY ZZZ`)

/** EAS: BT-34, BT-49. */
export const ENDPOINT_SCHEMES = list(`
  0002 0007 0009 0037 0060 0088 0096 0097 0106 0130 0135 0142 0147 0151 0154 0158 0170 0177 0183
  0184 0188 0190 0191 0192 0193 0194 0195 0196 0198 0199 0200 0201 0202 0203 0204 0205 0208 0209
  0210 0211 0212 0213 0215 0216 0217 0218 0219 0220 0221 0225 0230 0235 0240 0242 0244 0245 0246
  0248 9910 9913 9914 9915 9918 9919 9920 9922 9923 9924 9925 9926 9927 9928 9929 9930 9931 9932
  9933 9934 9935 9936 9937 9938 9939 9940 9941 9942 9943 9944 9945 9946 9947 9948 9949 9950 9951
  9952 9953 9957 9959 AN AQ AS AU EM`)

/** The schemes that Peppol supports, fewer than EN 16931 (PEPPOL-EN16931-CL008). */
const NOT_ON_PEPPOL = list(official.UNKNOWN_CODES.peppol['BR-CL-25'])
export const PEPPOL_SCHEMES: ReadonlySet<string> = new Set(
  [...ENDPOINT_SCHEMES].filter((code) => !NOT_ON_PEPPOL.has(code)),
)

const VATEX_EU = `79-C 132 135-1 143 144 146-1E 148 151 153 159 309 AE D F G I IC J O`
const VATEX_FR = `FRANCHISE CNWVAT CGI261-1 CGI261-2 CGI261-3 CGI261-4 CGI261-5 CGI261-7 CGI261-8
  CGI261A CGI261B CGI261C-1 CGI261C-2 CGI261C-3 CGI261D-1 CGI261D-1BIS CGI261D-2 CGI261D-3 CGI261D-4
  CGI261E-1 CGI261E-2 CGI277A CGI275 298SEXDECIESA CGI295 AE`

/** BT-121: codes for articles of the EU VAT directive, and of France. */
export const EXEMPTION_CODES: ReadonlySet<string> = new Set([
  ...[...list(VATEX_EU)].map((code) => `VATEX-EU-${code}`),
  ...[...'ABCDEFGHIJKLMNOPQ'].map((letter) => `VATEX-EU-132-1${letter}`),
  ...[...list('A B C D E F FA G H I J K L')].map((letter) => `VATEX-EU-143-1${letter}`),
  ...[...'ABCDEFG'].map((letter) => `VATEX-EU-148-${letter}`),
  ...[...list('A AA B C D E')].map((letter) => `VATEX-EU-151-1${letter}`),
  ...[...list(VATEX_FR)].map((code) => `VATEX-FR-${code}`),
])

/** ISO 3166-1 plus Northern Ireland (XI) and Kosovo (1A), which EN 16931 adds. */
export const isCountryCode = (code: string): boolean => COUNTRY_CODES.has(code)
const COUNTRY_CODES: ReadonlySet<string> = new Set([...COUNTRIES, 'XI', '1A'])

const OTHER_CURRENCIES = list('CNH STD XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX')

/** ISO 4217 as in the official rules: with metals and funds, and only the old dobra of São Tomé. */
export const isCurrencyCode = (code: string): boolean =>
  (isCurrency(code) && code !== 'STN') || OTHER_CURRENCIES.has(code)

/** UNCL 4461. */
export const PAYMENT_MEANS = list(official.PAYMENT_MEANS)

/** ISO 6523. */
export const IDENTIFIER_SCHEMES = list(official.IDENTIFIER_SCHEMES)

/** UNCL 1153. */
export const REFERENCE_SCHEMES = list(official.REFERENCE_SCHEMES)

/** A list of `official-codes.ts`. */
export function codesOf(text: string): ReadonlySet<string> {
  return list(text)
}
