import { expect, test } from 'vitest'
import type { CompanyId } from '../../../platform/database/tables.ts'
import { chooseFair } from './fairness.ts'

/** `A1` is a job of group A in company 1; `-` is no group. */
const toPlaces = (names: string) =>
  names
    .split(' ')
    .filter((name) => name !== '')
    .map(([group = '', company = '1']) => ({
      group: group.replace('-', ''),
      company: BigInt(company) as CompanyId,
    }))

test.each([
  ['the first', 'A1 B1 C1', '', 2, ['A1 1', 'B1 1']],
  ['no more of a group than it may have', 'A1 A1 A1 A1', '', 9, ['A1 3']],
  ['with running jobs', 'A1 A1 A1', 'A1 A1', 9, ['A1 1']],
  ['a group with nothing under way before others', 'A1 A1 B1', 'A1', 1, ['B1 1']],
  ['a company below its share before others', 'A1 B1 C2', 'A1 B1 D1 D1', 1, ['C2 1']],
  ['beyond its share where no other waits', 'A1 B1', 'A1 B1 D1 D1', 2, ['A1 1', 'B1 1']],
  ['a group of one name in two companies', 'A1 A1 A1 A1 A2', '', 9, ['A1 3', 'A2 1']],
  ['nothing without a place', 'A1', '', 0, []],
])('the next jobs: %s', (_what, due, running, free, expected) => {
  const places = { free, perGroup: 3, perCompany: 4 }
  const choices = chooseFair(toPlaces(due), toPlaces(running), places)
  expect(choices.map(({ group, company, limit }) => `${group}${company} ${limit}`)).toEqual(
    expected,
  )
})
