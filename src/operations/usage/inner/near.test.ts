import { expect, test } from 'vitest'
import { nearOf, newsOf, percentOf, toNoted } from './near.ts'

const AT = '2026-11-21T09:30:00.000Z'
const customers = (used: number) => [{ name: 'customers', used, max: 10 } as const]

test.each([
  [0, 0, 100],
  [0, 10, 0],
  [7, 9, 77],
  [9, 9, 100],
  [12, 9, 133],
])('%i of %i are %i percent', (used, max, percent) => expect(percentOf(used, max)).toBe(percent))

test('a limit is news when it comes near, when it is reached, and when it comes near again', () => {
  let noted = toNoted([])
  const told = [7, 8, 9, 10, 11, 9, 10, 7, 8].map((used) => {
    const near = nearOf(customers(used), noted, `${AT}-${used}`)
    const news = newsOf(near, noted)
    noted = toNoted(near)
    return news.map(({ percent, since }) => `${percent} since ${since.slice(AT.length + 1)}`)
  })
  expect(told).toEqual([
    [],
    ['80 since 8'],
    [],
    ['100 since 8'],
    [],
    [],
    ['100 since 8'],
    [],
    ['80 since 8'],
  ])
})
