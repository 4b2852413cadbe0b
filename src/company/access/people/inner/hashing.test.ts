import { expect, test, vi } from 'vitest'
import { WAIT } from '../../../../../test/patience.ts'
import { createHashing, createTurns, isOutdated } from './hashing.ts'

const { hash, matches } = createHashing()

test('a hash is argon2id at the cost promised and opens for its password alone', async () => {
  const stored = await hash('nine quiet lighthouses')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(isOutdated(stored)).toBe(false)
  expect(await matches('nine quiet lighthouses', stored)).toBe(true)
  expect(await matches('nine quiet lighthouse', stored)).toBe(false)
  expect(await matches('', null)).toBe(false)
})

test('composed and decomposed letters are the same password', async () => {
  const stored = await hash('nine quiet caf\u00e9s')
  expect(await matches('nine quiet cafe\u0301s', stored)).toBe(true)
})

test.each([
  ['$argon2id$v=19$m=4096,t=3,p=1$c2FsdA$aGFzaA', true],
  ['$argon2i$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA', true],
  ['', true],
])('%s is outdated: %s', (stored, expected) => expect(isOutdated(stored)).toBe(expected))

test('503: two hashes at once, a few wait in order, and the next request is refused', async () => {
  const inTurn = createTurns(2, 2)
  const begun: number[] = []
  const ends: (() => void)[] = []
  const work = (name: number) =>
    inTurn(() => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  const all = [work(1), work(2), work(3), work(4)]
  await Promise.resolve()
  expect(begun).toEqual([1, 2])
  await expect(work(5)).rejects.toMatchObject({ kind: 'unavailable', code: 'passwords_busy' })
  ends[0]?.()
  await vi.waitFor(() => expect(begun).toEqual([1, 2, 3]), WAIT)
  ends[1]?.()
  await vi.waitFor(() => expect(begun).toEqual([1, 2, 3, 4]), WAIT)
  ends[2]?.()
  ends[3]?.()
  await Promise.all(all)
})

test('work that fails gives its place back', async () => {
  const inTurn = createTurns(1, 0)
  const fails = () => inTurn(() => Promise.reject(new Error('broken')))
  await expect(fails()).rejects.toThrow('broken')
  await expect(fails()).rejects.toThrow('broken')
})
