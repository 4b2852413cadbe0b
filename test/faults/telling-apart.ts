import { percentile } from './harness.ts'

interface Comparison {
  readonly medians: readonly [number, number]
  readonly difference: number
  /** What two groups of the same kind differ by at most, of all but one in a thousand. */
  readonly noise: number
  readonly canBeTold: boolean
}

const SPLITS = 1_000
const NOISE_SHARE = 0.999

/**
 * Whether two kinds are distinguishable by the medians of their samples (any unit): whether these
 * differ by more than the halves do into which the samples of one kind are split at random.
 */
export function compare(first: readonly number[], second: readonly number[]): Comparison {
  const medians = [median(first), median(second)] as const
  const difference = Math.abs(medians[0] - medians[1])
  const noise = Math.max(noiseOf(first), noiseOf(second))
  return { medians, difference, noise, canBeTold: difference > noise }
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)

function noiseOf(values: readonly number[]): number {
  const differences = Array.from({ length: SPLITS }, () => {
    const mixed = shuffled(values)
    const half = Math.floor(mixed.length / 2)
    return Math.abs(median(mixed.slice(0, half)) - median(mixed.slice(half)))
  })
  return percentile(differences, NOISE_SHARE)
}

/** Fisher and Yates: every order is as likely as any other. */
export function shuffled<T>(values: readonly T[]): readonly T[] {
  const mixed = [...values]
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = Math.floor(Math.random() * (last + 1))
    const [a, b] = [mixed[last], mixed[other]]
    if (a !== undefined && b !== undefined) [mixed[last], mixed[other]] = [b, a]
  }
  return mixed
}
