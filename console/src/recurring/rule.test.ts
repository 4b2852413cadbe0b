import type { Schedule } from '@billwright/rules/schedule'
import { describe, expect, test } from 'vitest'
import { words as de } from '../words/de.ts'
import { words as en } from '../words/en.ts'
import { words as fr } from '../words/fr.ts'
import { ruleText } from './rule.ts'

const MONTHLY: Schedule = {
  unit: 'month',
  every: 1,
  startDate: '2026-01-31',
  days: null,
  nth: null,
  weekdays: null,
  months: null,
  leadDays: 0,
  onDayOff: 'keep',
  time: null,
  end: null,
}
const date = (day: string) => day

describe('the rule of a schedule as a sentence', () => {
  test.each([
    [
      { end: { after: 12 } },
      'Every month on the last day, from 2026-01-31, 12 times',
      'Jeden Monat am letzten Tag, ab 2026-01-31, 12 Mal',
      'Tous les mois, le dernier jour, à partir du 2026-01-31, 12 fois',
    ],
    [
      { every: 3, days: [1, 16], end: { on: '2027-01-01' } },
      'Every 3 months on the 1st and the 16th, from 2026-01-31, until 2027-01-01',
      'Alle 3 Monate am 1. und 16., ab 2026-01-31, bis 2027-01-01',
      'Tous les 3 mois, le 1er et le 16, à partir du 2026-01-31, jusqu’au 2027-01-01',
    ],
    [
      { nth: { week: -1, weekday: 5 } },
      'Every month on the last Friday, from 2026-01-31',
      'Jeden Monat am letzten Freitag, ab 2026-01-31',
      'Tous les mois, le dernier vendredi, à partir du 2026-01-31',
    ],
    [
      { unit: 'week', every: 2, weekdays: [1, 4] },
      'Every 2 weeks on Monday and Thursday, from 2026-01-31',
      'Alle 2 Wochen am Montag und Donnerstag, ab 2026-01-31',
      'Toutes les 2 semaines, le lundi et le jeudi, à partir du 2026-01-31',
    ],
    [
      { unit: 'year', days: [15], months: [1, 7] },
      'Every year on the 15th of January and July, from 2026-01-31',
      'Jedes Jahr am 15. im Januar und Juli, ab 2026-01-31',
      'Tous les ans, le 15, en janvier et juillet, à partir du 2026-01-31',
    ],
    [
      { unit: 'day' },
      'Every day, from 2026-01-31',
      'Täglich, ab 2026-01-31',
      'Tous les jours, à partir du 2026-01-31',
    ],
  ] as const)('%j', (part, ...sentences) => {
    const schedule = { ...MONTHLY, ...part } as Schedule
    const said = Object.entries({ en, de, fr }).map(([language, words]) =>
      ruleText(schedule, { language, words: words.recurring.rule, date }),
    )
    expect(said).toEqual(sentences)
  })
})
