import { expect, test } from 'vitest'
import { batchesOf } from './compiled.ts'

const lengthsOf = (count: number) =>
  batchesOf(Array.from({ length: count }, (_, index) => index)).map(({ length }) => length)

test.each([
  [0, []],
  [1, [1]],
  [19, [19]],
  [21, [20, 1]],
  [1000, [500, 500]],
  [739, [500, 200, 20, 19]],
])('%i rows are added in few statements', (count, lengths) => {
  expect(lengthsOf(count)).toEqual(lengths)
})

test('rows keep their order and are complete', () => {
  const rows = Array.from({ length: 777 }, (_, index) => index)
  expect(batchesOf(rows).flat()).toEqual(rows)
})

/** Otherwise a caller who varies the number of items would make SQLite keep a gigabyte of statements. */
test('whatever the number of rows, there are few statements to be kept', () => {
  const counts = Array.from({ length: 1000 }, (_, index) => index + 1)
  expect(new Set(counts.flatMap(lengthsOf)).size).toBeLessThan(25)
})
