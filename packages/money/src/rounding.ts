import { MICRO } from './decimal.ts'

/** 100 %, in millionths of a percent. */
export const HUNDRED_PERCENT_MICRO = 100n * MICRO

/**
 * The nearest integer, halves away from zero: −12.5 gives −13, so that a credit note mirrors its
 * invoice to the cent. All rounding in the service uses this function.
 */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  const negative = numerator < 0n !== denominator < 0n
  const n = magnitude(numerator)
  const d = magnitude(denominator)
  const rounded = (2n * n + d) / (2n * d)
  return negative ? -rounded : rounded
}

/**
 * `rateMicro` percent of an amount, in minor units: the tax on a net amount (EN 16931 BR-CO-17).
 */
export const percentOf = (amountMinor: bigint, rateMicro: bigint): bigint =>
  divideRounded(amountMinor * rateMicro, HUNDRED_PERCENT_MICRO)

/** The net part of an amount that includes `rateMicro` percent of tax: amount ÷ (1 + rate). */
export const withoutTax = (grossMinor: bigint, rateMicro: bigint): bigint =>
  divideRounded(grossMinor * HUNDRED_PERCENT_MICRO, HUNDRED_PERCENT_MICRO + rateMicro)

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value)
