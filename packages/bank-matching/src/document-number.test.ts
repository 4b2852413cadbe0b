import { expect, test } from 'vitest'
import { documentNumber, isDateLike, looseForms, seriesForm } from './document-number.ts'

test.each([
  ['INV-2026-0104', true, true, 'INV#8', ['1NV20260104', '1NV2026104']],
  ['RE-2025-12', true, true, 'RE#6', ['RE202512']],
  ['2026-0104', true, true, '2026-#4', ['20260104', '2026104']],
  ['A-007', true, false, 'A#3', ['A007', 'A07', 'A7']],
  ['100234', true, true, undefined, ['100234']],
  ['1042', false, false, undefined, ['1042']],
  ['A-7', false, false, 'A#1', ['A7']],
])('%s: strong %s, digits alone %s, series %s', (number, isStrong, alone, series, forms) => {
  const parsed = documentNumber(number)
  expect(parsed).toMatchObject({ isStrong, hasStrongDigits: alone })
  expect(seriesForm(parsed)).toBe(series)
  expect(looseForms(parsed)).toEqual(forms)
})

test.each([
  ['20260101', true],
  ['01012026', true],
  ['12312026', true],
  ['2026-05-28', true],
  ['28.05.2026', true],
  ['2026/0103', false],
  ['20261301', false],
  ['260528', false],
  ['20122026', true],
])('%s is a day: %s', (text, expected) => {
  expect(isDateLike(text)).toBe(expected)
})
