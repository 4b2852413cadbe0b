import { expect, test } from 'vitest'
import { isId, newId } from './ids.ts'

test('ids sort by creation, within a millisecond, too', () => {
  const ids = Array.from({ length: 1_000 }, () => newId('inv'))
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(1_000)
  expect(ids.filter((id) => !isId('inv', id))).toEqual([])
  expect(ids.filter((id) => id.charAt(18) !== '7')).toEqual([])
})
