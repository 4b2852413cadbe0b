import { expect, test } from 'vitest'
import { measureOf, typedDuration } from './typed-duration.ts'

test.each([
  ['1:20', '1:20'],
  [' 0:20:30 ', '0:20:30'],
  ['80m', '1:20'],
  ['5 min', '0:05'],
  ['120 Min.', '2:00'],
  ['1:75', '1:75'],
  ['1,5', null],
  ['m', null],
  ['1:2', null],
])('%j is the duration %j', (text, duration) => {
  expect(typedDuration(text)).toBe(duration)
})

test('other texts are a quantity in the language of the reader', () => {
  expect(measureOf('1,5', 'de')).toEqual({ quantity: '1.5' })
  expect(measureOf('', 'en')).toEqual({ quantity: '1' })
  expect(measureOf('80m', 'fr')).toEqual({ duration: '1:20' })
})
