import { expect, test } from 'vitest'
import { words } from './en.ts'
import { perUnit, unitsWith } from './units.ts'

const offered = (unit: string) =>
  unitsWith(unit, words.units).find(({ value }) => value === unit)?.label

test.each([
  ['a unit that is printed like another one has its name', 'H87', offered('C62')],
  ['a code without a name stands for itself', 'XYZ', 'XYZ'],
])('%s', (_name, unit, label) => expect(offered(unit)).toBe(label))

test('each name is offered once', () => {
  const labels = unitsWith('', words.units).map(({ label }) => label)
  expect(new Set(labels).size).toBe(labels.length)
})

test.each([
  ['HUR', '/ hour'],
  ['KGM', '/ kg'],
  ['XYZ', '/ XYZ'],
  ['EA', 'each'],
  ['LS', 'lump sum'],
  [null, ''],
])('beside a price, %s is %s', (code, shown) => expect(perUnit(code, words.units)).toBe(shown))
