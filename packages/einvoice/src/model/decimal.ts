import { divideRounded } from '@billwright/money'

/**
 * An exact decimal of any length, `digits` ÷ 10^`scale`. E-invoices of other programs have prices
 * with more decimals than the millionths of `money/`. Always without trailing zeros, so that equal
 * numbers are equal values: create one only with the functions here.
 */
export interface Decimal {
  readonly digits: bigint
  readonly scale: number
}

const MICRO_DIGITS = 6

/** Longer texts are refused. */
const TEXT_LENGTH_MAX = 64

/** Decimals of XML Schema: `.5`, `5.` and `+5` are valid, `1e3` and the empty text are not. */
const XML_DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)$/

/** `undefined` if it is not an XML Schema decimal or longer than 64 characters. */
export function parseDecimal(text: string): Decimal | undefined {
  if (text.length > TEXT_LENGTH_MAX || !XML_DECIMAL.test(text)) return undefined
  const [whole = '', fraction = ''] = text.replace(/^[+-]/, '').split('.')
  const digits = BigInt(whole + fraction)
  return decimal(text.startsWith('-') ? -digits : digits, fraction.length)
}

/** `decimal(125n, 2)` is 1.25. */
export function decimal(digits: bigint, scale: number): Decimal {
  if (digits === 0n) return { digits, scale: 0 }
  return scale > 0 && digits % 10n === 0n ? decimal(digits / 10n, scale - 1) : { digits, scale }
}

/** From the millionths of `money/`. */
export const decimalOfMicro = (micro: bigint): Decimal => decimal(micro, MICRO_DIGITS)

/** As millionths; `undefined` if it has more than six decimals. */
export const microOfDecimal = (value: Decimal): bigint | undefined => scaleTo(value, MICRO_DIGITS)

/** An amount in hundredths, rounded if it has more decimals; `undefined` as for `parseDecimal`. */
export function parseCents(text: string): bigint | undefined {
  const value = parseDecimal(text)
  return value && roundedCents(value)
}

export const roundedCents = (value: Decimal): bigint =>
  centsOfDecimal(value) ?? divideRounded(value.digits * 100n, 10n ** BigInt(value.scale))

/** As hundredths; `undefined` if it has more than two decimals. */
export const centsOfDecimal = (value: Decimal): bigint | undefined => scaleTo(value, 2)

/** The shortest plain decimal, `12.5`. */
export function formatDecimal({ digits, scale }: Decimal): string {
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0')
  const whole = text.slice(0, text.length - scale)
  return `${digits < 0n ? '-' : ''}${whole}${scale === 0 ? '' : `.${text.slice(-scale)}`}`
}

export const isEqual = (one: Decimal | undefined, other: Decimal | undefined): boolean =>
  one?.digits === other?.digits && one?.scale === other?.scale

export const add = (one: Decimal, other: Decimal): Decimal => {
  const scale = Math.max(one.scale, other.scale)
  return decimal((scaleTo(one, scale) ?? 0n) + (scaleTo(other, scale) ?? 0n), scale)
}

export const subtract = (one: Decimal, other: Decimal): Decimal =>
  add(one, { ...other, digits: -other.digits })

/** `digits` rescaled to a number of decimals, or `undefined` if that would lose some. */
const scaleTo = ({ digits, scale }: Decimal, decimals: number): bigint | undefined =>
  scale > decimals ? undefined : digits * 10n ** BigInt(decimals - scale)

/** With two decimals, `12.50`. */
export const formatCents = (cents: bigint): string => {
  const text = String(cents < 0n ? -cents : cents).padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}`
}
