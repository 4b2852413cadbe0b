import { expect, test } from 'vitest'
import { leafOfHead, leafOfRoot, pathOf, rootOf, rootOfPath } from './merkle.ts'

const headAt = (place: number) => ({
  companyId: `com_${place}`,
  sequence: BigInt(place),
  hash: 'a'.repeat(64),
})
const leavesOf = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, place) =>
    place === 0 ? leafOfRoot('before') : leafOfHead(headAt(place)),
  )

test.each([1, 2, 3, 4, 5, 7, 8, 9, 31, 100])('%i leaves: every path leads to the root', (count) => {
  const leaves = leavesOf(count)
  const root = rootOf(leaves)
  for (const [place, leaf] of leaves.entries())
    expect(rootOfPath(leaf, pathOf(leaves, place))).toBe(root)
})

test('another head, previous root or path gives another root', () => {
  const leaves = leavesOf(9)
  const root = rootOf(leaves)
  const path = pathOf(leaves, 3)
  for (const changed of [
    { ...headAt(3), companyId: 'com_4' },
    { ...headAt(3), sequence: 4n },
    { ...headAt(3), hash: 'b'.repeat(64) },
  ])
    expect(rootOfPath(leafOfHead(changed), path)).not.toBe(root)
  expect(rootOf(leaves.with(0, leafOfRoot('another')))).not.toBe(root)
  expect(rootOfPath(leafOfHead(headAt(3)), path.slice(1))).not.toBe(root)
  expect(rootOf(leaves.toReversed())).not.toBe(root)
})
