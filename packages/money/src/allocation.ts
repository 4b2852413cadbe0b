import { sumOf } from './minor.ts'
/**
 * Divides `totalMinor` in proportion to `weights` by largest remainder; the first of equal ones wins.
 * The parts add up to the total, and each differs from its exact share by less than one unit. If all
 * weights are zero, the parts are equal. Negative totals mirror positive ones.
 */
export function allocate(totalMinor: bigint, weights: readonly bigint[]): readonly bigint[] {
  if (weights.length === 0 && totalMinor !== 0n) throw new Error('There is nothing to split over.')
  const sum = sumOf(weights)
  if (sum === 0n)
    return apportion(
      totalMinor,
      weights.map(() => totalMinor),
      BigInt(weights.length),
    )
  return apportion(
    totalMinor,
    weights.map((weight) => totalMinor * weight),
    sum,
  )
}

/**
 * Rounds the fractions `numerators[i] / denominator` to integers that add up to `totalMinor`,
 * which must be a rounding of their exact sum. Unlike weights, the fractions may have different signs:
 * so each line of a tax-inclusive invoice with returned goods keeps its own net.
 */
export function apportion(
  totalMinor: bigint,
  numerators: readonly bigint[],
  denominator: bigint,
): readonly bigint[] {
  const positive = denominator < 0n ? -1n : 1n
  const parts = numerators.map((numerator) => numerator / denominator)
  const remainders = numerators.map((numerator) => positive * (numerator % denominator))
  const missing = totalMinor - sumOf(parts)
  const step = missing < 0n ? -1n : 1n
  const chosen = new Set(
    remainders
      .map((remainder, index) => ({ claim: remainder * step, index }))
      .filter(({ claim }) => claim > 0n)
      .sort((a, b) => (a.claim === b.claim ? a.index - b.index : a.claim > b.claim ? -1 : 1))
      .slice(0, Number(step * missing))
      .map(({ index }) => index),
  )
  if (BigInt(chosen.size) !== step * missing) {
    throw new Error('The amount to split is not a rounding of the sum of its parts.')
  }
  return parts.map((part, index) => (chosen.has(index) ? part + step : part))
}
