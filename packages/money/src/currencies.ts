/**
 * The active currencies of ISO 4217 and their minor units, which banks and e-invoices use. `Intl` has
 * the decimals of everyday use instead (none in HUF, PKR or IQD). Precious metals, XDR and test codes
 * have no minor unit and cannot be invoiced. BGN ended with 2025.
 */
const CODES_BY_DIGITS: readonly (readonly [digits: number, codes: string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
  [
    2,
    `
  AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD
  CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP
  GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK
  LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO
  NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS
  SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST
  XCD XCG YER ZAR ZMW ZWG
`,
  ],
]

const DIGITS: ReadonlyMap<string, number> = new Map(
  CODES_BY_DIGITS.flatMap(([digits, codes]) =>
    codes
      .trim()
      .split(/\s+/)
      .map((code) => [code, digits] as const),
  ),
)

/** In alphabetical order. */
export const CURRENCIES: readonly string[] = [...DIGITS.keys()].sort()

/** Whether `code` is an active ISO 4217 currency, in capitals. */
export const isCurrency = (code: string): boolean => DIGITS.has(code)

/** Decimals of a currency (0, 2, 3 or 4). Throws for a code that `isCurrency` does not know. */
export function minorDigits(currency: string): number {
  const digits = DIGITS.get(currency)
  if (digits === undefined) throw new Error(`${currency} is not an ISO 4217 currency.`)
  return digits
}
