import { AmountError } from './amount-error.ts'

/** Decimals of quantities, prices and rates. */
export const MICRO_DIGITS = 6

/** One whole, in millionths. */
export const MICRO = 1_000_000n

const SIGNIFICANT_DIGITS_MAX = 15
const MICRO_MAX = 9_000_000_000_000_000_000n

/** Longer texts are refused before any computation. */
const TEXT_LENGTH_MAX = 64
const PLAIN_DECIMAL = /^-?\d+(\.\d+)?$/

/**
 * An exact decimal as millionths: `"1.5"` is `1_500_000n`. Text must be plain (`-12.5`, without
 * exponent, `+`, blanks or grouping). A number counts as the shortest decimal that JavaScript
 * writes.
 *
 * @throws AmountError for anything else, for more than 6 decimals, more than 15 significant digits,
 * or more than 9·10¹² (millionths are stored as 64-bit integers).
 */
export function parseMicro(value: string | number): bigint {
  const micro = parseScaled(value, MICRO_DIGITS)
  if (micro > MICRO_MAX || micro < -MICRO_MAX) throw tooLarge(String(value))
  return micro
}

/** The inverse of `parseMicro`: the shortest plain decimal, `1_500_000n` as `"1.5"`. */
export function formatMicro(micro: bigint): string {
  const text = formatScaled(micro, MICRO_DIGITS)
  return text.replace(/\.?0+$/, '')
}

/** `value` × 10^`digits`, exactly. */
export function parseScaled(value: string | number, digits: number): bigint {
  const text = typeof value === 'number' ? plainText(value, digits) : value
  if (text.length > TEXT_LENGTH_MAX || !PLAIN_DECIMAL.test(text)) throw notANumber(text)
  const negative = text.startsWith('-')
  const [whole = '', decimals = ''] = text.slice(negative ? 1 : 0).split('.')
  // Trailing zeros do not matter: `19.00` is a valid yen amount like `19`.
  const integer = whole.replace(/^0+/, '')
  const fraction = decimals.replace(/0+$/, '')
  if (fraction.length > digits) throw tooPrecise(text, digits)
  checkSignificant(text, integer, fraction)
  const scaled = BigInt(integer + fraction.padEnd(digits, '0') || '0')
  return negative ? -scaled : scaled
}

/** The inverse of `parseScaled`, always with `digits` decimals. */
export function formatScaled(scaled: bigint, digits: number): string {
  const negative = scaled < 0n
  const text = String(negative ? -scaled : scaled).padStart(digits + 1, '0')
  const whole = text.slice(0, text.length - digits)
  const fraction = text.slice(text.length - digits)
  return `${negative ? '-' : ''}${whole}${digits === 0 ? '' : `.${fraction}`}`
}

/**
 * The shortest decimal that reads back as the same number. JavaScript writes an exponent only below
 * 0.000001 and from 10²¹ on, both out of our range. JSON turns `1e400` into Infinity, so Infinity
 * counts as too large.
 */
function plainText(value: number, digits: number): string {
  const text = String(value)
  if (Number.isNaN(value)) throw notANumber(text)
  if (text.includes('e-')) throw tooPrecise(text, digits)
  if (text.includes('e') || !Number.isFinite(value)) throw tooLarge(text)
  return text
}

function checkSignificant(text: string, integer: string, fraction: string): void {
  if (integer.length > SIGNIFICANT_DIGITS_MAX) throw tooLarge(text)
  const digits = integer === '' ? fraction.replace(/^0+/, '') : integer + fraction
  if (digits.length <= SIGNIFICANT_DIGITS_MAX) return
  throw new AmountError(
    'too_precise',
    `${shown(text)} has more than ${SIGNIFICANT_DIGITS_MAX} significant digits. Use fewer.`,
  )
}

const shown = (text: string): string => (text.length > 40 ? `"${text.slice(0, 40)}…"` : `"${text}"`)

const notANumber = (text: string): AmountError =>
  new AmountError(
    'not_a_number',
    `${shown(text)} is not a number. Use a plain decimal such as "1234.5".`,
  )

const tooPrecise = (text: string, digits: number): AmountError =>
  new AmountError(
    'too_precise',
    digits === 0
      ? `${shown(text)} has decimals. Use a whole number.`
      : `${shown(text)} has too many decimals. Use at most ${digits}.`,
    digits === 0 ? { reason: 'whole' } : { max: digits },
  )

const tooLarge = (text: string): AmountError =>
  new AmountError('too_large', `${shown(text)} is too large. Use a smaller number.`)
