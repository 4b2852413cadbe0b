/** Chance that comes out the same in every run. */
export interface Chance {
  /** From 0, below 1. */
  next(): number
  /** Whole, from `min` to `max`. */
  whole(min: number, max: number): number
  isOneIn(count: number): boolean
  oneOf<T>(values: readonly T[]): T
}

/** Mulberry32: short, and good enough to choose test data. */
export function chanceOf(seed: number): Chance {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    whole,
    isOneIn: (count) => whole(1, count) === 1,
    oneOf: <T>(values: readonly T[]): T => values[whole(0, values.length - 1)] as T,
  }
}
