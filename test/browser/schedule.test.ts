import { join } from 'node:path'
import * as schedule from '@billwright/rules/schedule'
import { type Browser, chromium } from 'playwright-core'
import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calendarOf, scheduleOf, vectorsOf } from '../../packages/rules/src/schedule.testing.ts'
import { findBrowser } from '../chromium.ts'
import { ROOT } from '../source-files.ts'

const binary = await findBrowser()
const reason = binary === null ? ' (skipped: no Chromium; name one in CHROMIUM_PATH)' : ''

interface Case {
  readonly schedule: schedule.Schedule
  readonly calendar: schedule.Calendar
  readonly period: schedule.Period
  readonly count: number
}

const MONTHLY: schedule.Schedule = {
  unit: 'month',
  every: 1,
  startDate: '2026-01-31',
  days: [1, 31],
  nth: null,
  weekdays: null,
  months: null,
  leadDays: 3,
  onDayOff: 'before',
  time: '02:30',
  end: null,
}
const BERLIN = {
  timeZone: 'Europe/Berlin',
  daysOff: { weekdays: [6, 7], dates: ['2026-12-25'] },
  time: '06:00',
}
/** Cases of our own, and the corpus beside the repository where it is there. */
const CASES: readonly Case[] = [
  { schedule: MONTHLY, calendar: BERLIN, period: { basis: 'calendar', offset: -1 }, count: 24 },
  {
    schedule: { ...MONTHLY, unit: 'week', days: null, weekdays: [1, 4], every: 2 },
    calendar: { ...BERLIN, timeZone: 'America/St_Johns' },
    period: { basis: 'anchor', offset: 0 },
    count: 60,
  },
  ...vectorsOf('list').map((vector) => ({
    schedule: scheduleOf(vector.schedule),
    calendar: calendarOf(vector),
    period: vector.period ?? ({ basis: 'none', offset: 0 } as const),
    count: vector.count,
  })),
]

/** Runs here and, as text, in the page. */
const compute = (code: typeof schedule, cases: readonly Case[]) =>
  cases.map(({ schedule, calendar, period, count }) => [
    ...code
      .occurrences(schedule, {
        calendar,
        period,
        progress: {
          from: schedule.startDate,
          made: 0,
          skips: new Set<string>(),
          decided: new Set<string>(),
        },
      })
      .take(count),
  ])

describe.skipIf(binary === null)(`schedules in a browser${reason}`, () => {
  let browser: Browser
  let bundle: string
  beforeAll(async () => {
    const built = (await build({
      root: join(ROOT, 'console'),
      configFile: false,
      logLevel: 'error',
      build: {
        write: false,
        lib: {
          entry: join(ROOT, 'packages/rules/src/schedule.ts'),
          name: 'schedule',
          formats: ['iife'],
        },
      },
    })) as readonly Rolldown.RolldownOutput[]
    bundle = built[0]?.output[0].code ?? ''
    browser = await chromium.launch({
      executablePath: binary?.path ?? '',
      chromiumSandbox: false,
      env: { ...process.env, LD_LIBRARY_PATH: binary?.libraryDir ?? '' },
    })
  })
  afterAll(() => browser?.close())

  test.each([
    'UTC',
    'America/New_York',
    'Pacific/Kiritimati',
    'Asia/Kolkata',
  ])('the same days, periods and instants with a browser in %s', async (timezoneId) => {
    const page = await (await browser.newContext({ timezoneId })).newPage()
    await page.addScriptTag({ content: bundle })
    const found = await page.evaluate(`(${compute})(schedule, ${JSON.stringify(CASES)})`)
    expect(found).toEqual(compute(schedule, CASES))
  })
})
