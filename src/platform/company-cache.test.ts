import { expect, test } from 'vitest'
import { createCompanyCache } from './company-cache.ts'

const cacheOf = (sizeMax: number) =>
  createCompanyCache<number>({ sizeMax, sizeOf: (value) => value })

test('a company alone uses all of it, and loses its least recently used entries', () => {
  const cache = cacheOf(8)
  for (const name of ['a', 'b', 'c', 'd']) cache.set(`1 ${name}`, 2)
  cache.get('1 a')
  cache.set('1 e', 2)
  expect(['a', 'b', 'c', 'd', 'e'].map((name) => cache.get(`1 ${name}`))).toEqual([
    2,
    undefined,
    2,
    2,
    2,
  ])
})

test('entries of a loud company evict nothing of a company within its quarter', () => {
  const cache = cacheOf(8)
  cache.set('2 mine', 2)
  for (let at = 0; at < 50; at++) cache.set(`1 ${at}`, 1)
  expect(cache.get('2 mine')).toBe(2)
  expect([cache.get('1 43'), cache.get('1 44'), cache.get('1 49')]).toEqual([undefined, 1, 1])
})

test('with many companies, the least recently used entries are evicted', () => {
  const cache = cacheOf(8)
  for (let company = 1; company <= 8; company++) cache.set(`${company} a`, 1)
  cache.get('1 a')
  cache.set('9 a', 1)
  expect([cache.get('1 a'), cache.get('2 a'), cache.get('9 a')]).toEqual([1, undefined, 1])
})

test('an entry that is set again counts once, and one too large is not kept', () => {
  const cache = cacheOf(4)
  cache.set('1 a', 3)
  cache.set('1 a', 2)
  cache.set('1 b', 2)
  expect([cache.get('1 a'), cache.get('1 b')]).toEqual([2, 2])
  cache.set('1 a', 5)
  expect([cache.get('1 a'), cache.get('1 b')]).toEqual([undefined, 2])
})
