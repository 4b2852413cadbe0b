import { afterEach, expect, test, vi } from 'vitest'
import { formatFor } from './format.ts'

afterEach(() => vi.useRealTimers())

test.each([
  ['en-US', 'Nov_23,_2026', 'Nov_23,_2026, 8:00_AM'],
  ['de-DE', '23.11.2026', '23.11.2026, 08:00'],
  ['fr-FR', '23_nov._2026', '23_nov._2026, 08:00'],
  ['en-GB', '23_Nov_2026', '23_Nov_2026, 08:00'],
  ['en-AU', '23_Nov_2026', '23_Nov_2026, 8:00_am'],
  ['en-CA', 'Nov_23,_2026', 'Nov_23,_2026, 8:00_a.m.'],
  ['de-AT', '23.11.2026', '23.11.2026, 08:00'],
  ['fr-CH', '23_nov._2026', '23_nov._2026, 08:00'],
] as const)('%s: a line ends neither inside a day nor inside a time', (locale, day, moment) => {
  const { date, instant } = formatFor(locale)
  const seen = (text: string) => text.replace(/[\u00a0\u202f]/g, '_')
  expect(seen(date('2026-11-23'))).toBe(day)
  expect(seen(instant('2026-11-23T08:00:00Z'))).toBe(moment)
})

test('days follow the region of the reader, amounts the language of the console', () => {
  const { date, money } = formatFor('en', 'en-GB')
  expect(date('2026-11-28')).toBe('28\u00a0Nov\u00a02026')
  expect(money('1234.50', 'USD')).toBe('$1,234.50')
})

test.each([
  ['en', '−€499.80'],
  ['de', '−499,80_€'],
  ['fr', '−499,80_€'],
])('%s: a minus is as wide as a figure', (language, shown) => {
  const { money, price } = formatFor(language)
  const seen = (text: string) => text.replace(/[\u00a0\u202f]/g, '_')
  expect(seen(money('-499.80', 'EUR'))).toBe(shown)
  expect(seen(price('-499.80', 'EUR'))).toBe(shown)
})

test.each([
  ['2026-11-30T08:05:00', 'today 08:05', 'heute 08:05', 'aujourd’hui 08:05'],
  ['2026-11-29T23:59:00', 'yesterday 23:59', 'gestern 23:59', 'hier 23:59'],
  ['2026-11-28T08:00:00', '28_Nov', '28._Nov.', '28_nov.'],
  ['2026-12-01T08:00:00', '1_Dec', '1._Dez.', '1_déc.'],
  ['2025-11-28T08:00:00', '28_Nov_2025', '28._Nov._2025', '28_nov._2025'],
])('in lists, %s is %s', (at, ...shown) => {
  vi.useFakeTimers({ now: new Date('2026-11-30T22:26:00') })
  const seen = (text: string) => text.replace(/[\u00a0\u202f]/g, '_')
  expect(
    [formatFor('en', 'en-GB'), formatFor('de'), formatFor('fr')].map((it) =>
      seen(it.shortInstant(new Date(at).toISOString())),
    ),
  ).toEqual(shown)
})
