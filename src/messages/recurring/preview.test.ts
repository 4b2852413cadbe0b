import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'

const PLACEHOLDERS = ['month_year', 'Month', 'quarter_year', 'week_year', 'period', 'date', 'n']
  .concat(['of', 'due_date', 'issue_date', 'month-1', 'year+1'])
  .map((name) => `{${name}}`)
const text = fc
  .array(fc.constantFrom('Hosting ', '{{x}}', 'für ', ...PLACEHOLDERS), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.join(''))

const item = fc.record(
  {
    description: text.map((it) => `Hosting ${it}`),
    quantity: fc.constantFrom('1', '2.5', '0.333333', '-3'),
    unit_price: fc.constantFrom('49.00', '0.015', '1234.5', '99.999'),
    tax: fc.constantFrom({ category: 'S', rate: '19' }, { category: 'S', rate: '7.7' }),
    discount: fc.constantFrom({ percent: '12.5' }, { amount: '0.01' }),
  },
  { requiredKeys: ['description', 'unit_price', 'tax'] },
)
const items = fc.array(item, { minLength: 1, maxLength: 3 })

const schedule = fc.oneof(
  fc.record({
    unit: fc.constant('month'),
    every: fc.constantFrom(1, 2, 3),
    start_date: fc.constantFrom('2026-01-31', '2026-02-28', '2026-01-15'),
    days: fc.constantFrom(undefined, [31], [1, 16]),
    lead_days: fc.constantFrom(0, 5),
    on_day_off: fc.constantFrom('keep', 'before', 'after'),
    end: fc.constantFrom(undefined, { after: 12 }),
  }),
  fc.record({
    unit: fc.constant('week'),
    start_date: fc.constant('2026-01-14'),
    weekdays: fc.constantFrom([1, 4], [7]),
    time: fc.constantFrom(undefined, '02:30', '23:59'),
  }),
  fc.record({
    unit: fc.constant('year'),
    start_date: fc.constant('2026-02-28'),
    nth: fc.constant({ week: -1, weekday: 5 }),
    months: fc.constantFrom(undefined, [3, 9]),
  }),
)

const recurring = fc.record({
  action: fc.constantFrom('draft', 'issue'),
  include_entries: fc.boolean(),
  schedule,
  period: fc.constantFrom(
    { basis: 'none' },
    { basis: 'anchor', offset: 0 },
    { basis: 'anchor', offset: -1 },
    { basis: 'calendar', offset: 1 },
  ),
  invoice: fc.record({
    items,
    notes: fc.option(text, { nil: undefined }),
    terms: fc.option(text, { nil: undefined }),
    language: fc.constantFrom('en', 'de', 'fr', 'ja'),
    currency: fc.constantFrom('EUR', 'KWD'),
    prices_include_tax: fc.boolean(),
    payment_terms_days: fc.constantFrom(undefined, 0, 14),
  }),
})
/** What a person says of the days to come; each names a day by its place. */
const wishes = fc.record({ skip: fc.nat(3), extra: fc.nat(3), extraItems: items, dearer: items })
/** Time and expenses: in the past, in a later period, and in another currency. */
const entries = fc.array(
  fc.record({
    date: fc.constantFrom('2025-12-30', '2026-01-20', '2026-02-10', '2026-05-05'),
    description: fc.constantFrom('Support', 'Call {month}'),
    quantity: fc.constantFrom('1', '0.25'),
    unit_price: fc.constantFrom('80.00', '0.015'),
    currency: fc.constantFrom('EUR', 'KWD'),
  }),
  { maxLength: 6 },
)
const SHOWN = 5
const NOW = '2026-01-10T08:00:00.000Z'

describe.each(ENGINES)('the preview equals the created invoice (%s)', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(engine)
    await call('PATCH', '/settings', {
      timeZone: 'Europe/Berlin',
      nonWorkingDays: { weekdays: [6, 7] },
    })
  })
  afterAll(() => app.close())

  const call: TestApp['json'] = (...request) => app.json(...request)

  test('texts, amounts and dates of random recurring invoices, byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(recurring, wishes, entries, async (asked, wish, entered) => {
        const { skip, extra, extraItems, dearer } = wish
        app.clock.set(NOW)
        const { id: customer_id } = await call('POST', '/customers', { name: 'Fernweh Books' })
        for (const entry of entered) await call('POST', '/entries', { ...entry, customer_id })
        const body = { ...asked, name: 'Random', customer_id }
        const { id } = await call('POST', '/recurring-invoices', body)
        const at = (rest: string) => `/recurring-invoices/${id}${rest}`
        const days = async () => (await call('GET', at(`/occurrences?count=${SHOWN}`))).data
        const unsaved = await call('POST', `/recurring-invoices/preview?count=${SHOWN}`, body)
        const before = await days()
        expect(unsaved.data).toEqual(before)
        await call('PUT', at(`/occurrences/${before[extra].date}`), { items: extraItems })
        await call('PUT', at(`/occurrences/${before[skip].date}`), { skip: true })
        await call('PATCH', at(`?from=${before[2].date}`), { invoice: { items: dearer } })
        const shown: Json[] = (await days()).filter((day: Json) => !day.skip)
        for (const day of shown) {
          // What is due already is made now, with today's date.
          app.clock.set(day.run_at < NOW ? NOW : day.run_at)
          await app.services.jobRunner.runDue()
        }
        const runs = await call('GET', at('/runs?sort=date'))
        const ids = runs.data.flatMap(({ invoice_id }: Json) => invoice_id ?? [])
        const made: Json[] = []
        for (const invoice of ids) made.push(await call('GET', `/invoices/${invoice}`))
        expect(made.map(figuresOfInvoice)).toEqual(shown.map(figuresOfDay))
      }),
      { numRuns: 8 },
    )
  })

  test('what is payable, where the customer withholds a part of the total', async () => {
    app.clock.set(NOW)
    const { id: customer_id } = await call('POST', '/customers', { name: 'Fernweh Books' })
    const body = {
      ...{ name: 'Retainer', customer_id, action: 'issue' },
      schedule: { unit: 'month', start_date: '2026-02-01' },
      invoice: {
        currency: 'USD',
        items: [{ description: 'Retainer', unit_price: '80.00', tax: { rate: '22' } }],
        withholdings: [{ kind: 'income_tax', rate: '20' }],
      },
    }
    const { id } = await call('POST', '/recurring-invoices', body)
    const figures = { total: '97.60', payable: '81.60' }
    const { data } = await call('GET', `/recurring-invoices/${id}/occurrences?count=1`)
    expect(data[0].totals).toEqual({ net: '80.00', tax: '17.60', ...figures })
    const upcoming = await call('GET', '/recurring-invoices/upcoming?only_next=true')
    const mine = upcoming.data.filter(({ recurring_id }: Json) => recurring_id === id)
    expect(mine).toMatchObject([figures])
    const dollars = upcoming.totals.filter(({ currency }: Json) => currency === 'USD')
    expect(dollars).toEqual([{ currency: 'USD', count: 1, ...figures }])
  })
})

const figuresOfDay = ({ items, totals, ...day }: Json) => ({
  n: day.n,
  date: day.date,
  issue_date: day.issue_date,
  due_date: day.due_date,
  period: [day.period_start, day.period_end],
  currency: day.currency,
  language: day.language,
  notes: day.notes,
  terms: day.terms,
  items,
  totals,
})

const figuresOfInvoice = ({ recurring: { n, date }, items, totals, ...invoice }: Json) =>
  figuresOfDay({
    ...invoice,
    n,
    date,
    items: items.map(({ id: _, deducts: __, ...item }: Json) => item),
    totals: {
      net: totals.net,
      tax: totals.tax,
      total: totals.total,
      payable: totals.payable,
    },
  })
