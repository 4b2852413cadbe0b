import { expect, test } from 'vitest'
import { shownHolidays, toHolidays } from './holidays.ts'

test.each([
  ['de', '25.12.2026\n01.01.2027'],
  ['fr', '25/12/2026\n01/01/2027'],
  ['en', '2026-12-25\n2027-01-01'],
])('%s: days are shown as people write them, and read again', (language, text) => {
  const days = ['2026-12-25', '2027-01-01']
  expect(shownHolidays(days, language)).toBe(text)
  expect(toHolidays(text, language)).toEqual(days)
})

test.each([
  ['de', '1.5.2027', '2027-05-01'],
  ['de', '2027-05-01', '2027-05-01'],
  ['fr', '1/5/2027', '2027-05-01'],
  ['fr', '1.5.2027', '2027-05-01'],
  // The order of day and month differs between English-speaking countries.
  ['en', '1/5/2027', '1/5/2027'],
  ['de', 'Ostern', 'Ostern'],
])('%s: %s is %s', (language, text, day) => {
  expect(toHolidays(text, language)).toEqual([day])
})

test('days are separated by lines, blanks, commas or semicolons', () => {
  expect(toHolidays(' 25.12.2026, 26.12.2026;\n31.12.2026 ', 'de')).toEqual([
    '2026-12-25',
    '2026-12-26',
    '2026-12-31',
  ])
})
