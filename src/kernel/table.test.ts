import { expect, test } from 'vitest'
import { table } from './table.ts'

const DIGITS = table({ one: 1, two: 2 })

test.each([
  ['one', 1],
  ['two', 2],
  ['three', undefined],
  ['__proto__', undefined],
  ['constructor', undefined],
  ['toString', undefined],
  ['hasOwnProperty', undefined],
  ['', undefined],
])('%j is %s', (name, value) => expect(DIGITS[name]).toBe(value))

test('its entries can be listed and copied', () => {
  expect(Object.entries(DIGITS)).toEqual([
    ['one', 1],
    ['two', 2],
  ])
  expect({ ...DIGITS, three: 3 }).toEqual({ one: 1, two: 2, three: 3 })
})
