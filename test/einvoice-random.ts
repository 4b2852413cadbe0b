import fc from 'fast-check'

/** Draws test data; the same seed draws the same. */
export interface Random {
  integer(min: number, max: number): number
  /** True once in so many times. */
  oneIn(count: number): boolean
  pick<T>(values: readonly T[]): T
}

export function randomOf(seed: number): Random {
  const [draw] = fc.sample(fc.gen(), { seed, numRuns: 1 })
  if (draw === undefined) throw new Error('Nothing was drawn.')
  const integer = (min: number, max: number): number => draw(fc.integer, { min, max })
  return {
    integer,
    oneIn: (count) => integer(1, count) === 1,
    pick: <T>(values: readonly T[]): T => values[integer(0, values.length - 1)] as T,
  }
}
