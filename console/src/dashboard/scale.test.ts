import { expect, test } from 'vitest'
import { scaleOf } from './scale.ts'

test.each([
  [0, []],
  [-5, []],
  [4, [0, 1, 2, 3, 4]],
  [1_963.44, [0, 500, 1_000, 1_500, 2_000]],
  [2_001, [0, 1_000, 2_000, 3_000]],
  [99_999, [0, 50_000, 100_000]],
])('up to %d: %j', (highest, scale) => expect(scaleOf(highest)).toEqual(scale))
