import { describe, expect, test } from 'vitest'
import type { CompanyId } from '../platform/database/tables.ts'
import { busiest, chooseFair } from './fairness.ts'

/** `A1x` is a job of company 1 in group A. */
const toJobs = (names: string) =>
  names
    .split(' ')
    .filter((name) => name !== '')
    .map((id) => ({
      id,
      group: (id[0] ?? '').replace('-', ''),
      company: BigInt(id[1] ?? '1') as CompanyId,
    }))

describe('what runs next', () => {
  test.each([
    ['the oldest first', '-1a -1b -1c', '', 2, ['-1 2']],
    ['no more of a group than it may have', 'A1a A1b A1c A1d', '', 9, ['A1 3']],
    ['with those that run', 'A1a A1b A1c', 'A1x A1y', 9, ['A1 1']],
    ['a group with nothing under way before others', 'A1a A1b B1a', 'A1x', 1, ['B1 1']],
    ['a company below its share before others', 'A1a B1a C2a', 'A1x B1x D1x D1y', 1, ['C2 1']],
    ['beyond its share where no other waits', 'A1a B1a', 'A1x B1x D1x D1y', 2, ['A1 1', 'B1 1']],
    ['one group name in two companies', 'A1a A1b A1c A1d A2a', '', 9, ['A1 3', 'A2 1']],
    ['nothing without a place', 'A1a', '', 0, []],
  ])('%s', (_what, due, running, free, expected) => {
    const places = { free, perGroup: 3, perCompany: 4 }
    const choices = chooseFair(toJobs(due), toJobs(running), places)
    expect(choices.map(({ ids: [first = ''], limit }) => `${first.slice(0, 2)} ${limit}`)).toEqual(
      expected,
    )
  })

  test('all that are due of a group can be claimed, as another process may take the first', () => {
    const [choice] = chooseFair(toJobs('A1a A1b A1c'), [], {
      free: 1,
      perGroup: 3,
      perCompany: 4,
    })
    expect(choice).toEqual({ company: 1n, ids: ['A1a', 'A1b', 'A1c'], limit: 1 })
  })
})

test('what has so many under way', () => {
  expect(busiest(['a', 'b', 'a', 'c', 'b', 'a'], 2)).toEqual(['a', 'b'])
  expect(busiest([], 1)).toEqual([])
})
