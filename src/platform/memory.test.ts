import { totalmem } from 'node:os'
import { afterEach, expect, test, vi } from 'vitest'
import { withinMemory } from './memory.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const MIB = 1024 * 1024

test.each([
  ['a container of 256 MiB', 256 * MIB, 128 * MIB],
  ['a container that has more than enough', 4096 * MIB, 700 * MIB],
  ['no control group', 0, Math.min(700 * MIB, totalmem() / 2)],
  ['a control group without a limit', 2 ** 63, Math.min(700 * MIB, totalmem() / 2)],
])('a limit follows the memory of %s', (_, constrained, expected) => {
  vi.spyOn(process, 'constrainedMemory').mockReturnValue(constrained)
  expect(withinMemory(700 * MIB, 0.5)).toBe(expected)
})
