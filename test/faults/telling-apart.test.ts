import { describe, expect, test } from 'vitest'
import { compare, shuffled } from './telling-apart.ts'

/** Around 40, mostly within 3, now and then far above: as answers take, in milliseconds. */
const samples = (count: number, added = 0): readonly number[] =>
  Array.from({ length: count }, (_, n) => 40 + added + ((n * 7) % 31) / 5 + (n % 29 === 0 ? 50 : 0))

describe('telling two kinds apart', () => {
  test('two groups of the same kind are not distinguished', () => {
    expect(compare(samples(300), samples(290)).canBeTold).toBe(false)
  })

  test('a small difference between many samples can', () => {
    expect(compare(samples(300), samples(300, 2.5))).toMatchObject({ canBeTold: true })
  })

  test('a few samples that took long do not count', () => {
    const slowed = samples(300).map((it, n) => (n % 10 === 0 ? it + 500 : it))
    expect(compare(samples(300), slowed).canBeTold).toBe(false)
  })

  test('shuffling keeps every value', () => {
    expect(shuffled([1, 2, 2, 3]).toSorted()).toEqual([1, 2, 2, 3])
  })
})
