import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hasVectors, vectorsOf } from '../../../packages/rules/src/schedule.testing.ts'
import type { Json } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { runNow } from '../../../test/jobs.ts'
import { withSnapshot } from '../../books/audit/snapshot.ts'
import { verifyDatabase } from '../../books/audit/verify.ts'

const ITEM = { description: 'Hosting {month_year}', unit_price: '49.00' }
const MONTHLY = { unit: 'month', every: 1, start_date: '2026-01-31' }
const MISSING = 'rec_019aa3c1-4a7e-7cc0-8000-000000000000'

describe.each(ENGINES)('recurring invoices (%s)', (engine) => {
  let app: TestApp
  let customer: string

  beforeAll(async () => {
    app = await startTestApp(engine)
    await call('PATCH', '/settings', { timeZone: 'Europe/Berlin' })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    app.clock.set('2026-01-10T08:00:00Z')
    customer = (await call('POST', '/customers', { name: 'Fernweh Books' })).id
  })

  const call: TestApp['json'] = (...request) => app.json(...request)

  const refused: TestApp['refused'] = (...request) => app.refused(...request)

  const given = (rest: object = {}): Promise<Json> =>
    call('POST', '/recurring-invoices', {
      name: 'Hosting',
      customer_id: customer,
      schedule: MONTHLY,
      invoice: { items: [ITEM] },
      ...rest,
    })

  const runAt = async (instant: string): Promise<void> => {
    app.clock.set(instant)
    await app.services.jobRunner.runDue()
  }
  const runsOf = async (id: string): Promise<Json[]> =>
    (await call('GET', `/recurring-invoices/${id}/runs?sort=date`)).data
  const invoicesOf = async (id: string): Promise<Json[]> => {
    const { data } = await call('GET', `/invoices?recurring_id=${id}&sort=created_at`)
    return data
  }
  const at = (id: string, rest = '') => `/recurring-invoices/${id}${rest}`

  describe('time and expenses', () => {
    const enter = (date: string, rest: object = {}): Promise<Json> =>
      call('POST', '/entries', {
        customer_id: customer,
        date,
        description: 'Support {n}',
        quantity: '2',
        unit_price: '80.00',
        ...rest,
      })
    const entryOf = (id: string) => call('GET', `/entries/${id}`)

    test('join up to the end of the period, and are billed once', async () => {
      const { id } = await given({
        include_entries: true,
        action: 'issue',
        schedule: { unit: 'month', start_date: '2026-02-05' },
        period: { basis: 'calendar', offset: -1 },
      })
      const first = await enter('2026-01-20')
      await enter('2026-01-21')
      const later = await enter('2026-02-03')
      const abroad = await enter('2026-01-20', { currency: 'CHF' })
      await runAt('2026-02-05T05:00:00Z')
      const [{ id: made }] = await invoicesOf(id)
      expect((await call('GET', `/invoices/${made}`)).items).toMatchObject([
        { description: 'Hosting January 2026' },
        { description: 'Support {n}', quantity: '4', unit: 'HUR', unit_price: '80.00' },
      ])
      expect(await entryOf(first.id)).toMatchObject({ status: 'billed', invoice_id: made })
      for (const open of [later, abroad])
        expect(await entryOf(open.id)).toMatchObject({ status: 'open' })
      await call('PATCH', `/invoices/${made}`, { status: 'void' })
      expect(await entryOf(first.id)).toMatchObject({ status: 'open' })
    })

    test('without items, a day with nothing to bill is skipped and uses up no invoice', async () => {
      const { id } = await given({
        include_entries: true,
        invoice: { items: [] },
        schedule: { unit: 'month', start_date: '2026-01-31', end: { after: 1 } },
      })
      await runAt('2026-01-31T05:00:00Z')
      expect(await runsOf(id)).toMatchObject([{ outcome: 'skipped', n: null, problem: null }])
      await enter('2026-02-10')
      await runAt('2026-02-28T05:00:00Z')
      const [, run] = await runsOf(id)
      expect(run).toMatchObject({ outcome: 'drafted', n: 1 })
      expect(await call('GET', at(id))).toMatchObject({ made: 1, status: 'ended', attention: null })
    })

    test('422 without items and without `include_entries`', async () => {
      const body = { invoice: { items: [] } }
      const { id } = await given({ include_entries: true, ...body })
      const { errors } = await refused('PATCH', at(id), { include_entries: false })
      expect(errors).toMatchObject([{ pointer: '/invoice/items', code: 'required' }])
    })

    test('422: a credit note does not recur', async () => {
      const { id, invoice } = await given()
      const body = { invoice: { ...invoice, type: 'credit_note' } }
      expect((await refused('PATCH', at(id), body)).errors).toMatchObject([
        { pointer: '/invoice/type', code: 'unknown_field' },
      ])
    })
  })

  describe('making', () => {
    test('makes a draft at the local time, with texts of its period', async () => {
      const { id, next } = await given({ period: { basis: 'calendar', offset: 0 } })
      expect(next).toEqual({ date: '2026-01-31', run_at: '2026-01-31T05:00:00.000Z' })
      await runAt('2026-01-31T04:59:59Z')
      expect(await invoicesOf(id)).toEqual([])
      await runAt('2026-01-31T05:00:00Z')
      const [entry] = await invoicesOf(id)
      const invoice = await call('GET', `/invoices/${entry.id}`)
      expect(invoice).toMatchObject({
        status: 'draft',
        issue_date: '2026-01-31',
        due_date: '2026-03-02',
        period_start: '2026-01-01',
        period_end: '2026-01-31',
        items: [{ description: 'Hosting January 2026' }],
        recurring: { id, date: '2026-01-31', n: 1 },
      })
      expect(await runsOf(id)).toMatchObject([
        { date: '2026-01-31', outcome: 'drafted', invoice_id: entry.id, n: 1 },
      ])
      const after = await call('GET', at(id))
      expect(after).toMatchObject({ made: 1, next: { date: '2026-02-28' }, attention: null })
      await app.services.jobRunner.runDue()
      expect(await invoicesOf(id)).toHaveLength(1)
    })

    test('issues with a number, as the recurring invoice itself', async () => {
      const { id } = await given({ action: 'issue' })
      await runAt('2026-02-02T10:00:00Z')
      const [entry] = await invoicesOf(id)
      expect(entry).toMatchObject({ status: 'sent', issue_date: '2026-02-02' })
      const { data } = await call('GET', `/invoices/${entry.id}/revisions`)
      expect(data[0].actor).toMatchObject({ kind: 'system', name: 'Recurring: Hosting' })
    })

    test('makes two that were missed, the oldest first', async () => {
      const { id } = await given({ action: 'issue' })
      await runAt('2026-03-10T10:00:00Z')
      expect((await runsOf(id)).map(({ date }) => date)).toEqual(['2026-01-31', '2026-02-28'])
      const [first, second] = await invoicesOf(id)
      expect(first.number < second.number).toBe(true)
      expect(first.issue_date).toBe('2026-03-10')
    })

    test('makes nothing when more than three are due, until a person resumes', async () => {
      const { id } = await given({ action: 'issue' })
      await runAt('2026-05-10T10:00:00Z')
      const held = await call('GET', at(id))
      expect(held.attention).toMatchObject({
        code: 'too_many_due',
        dates: ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30'],
      })
      expect(held.next).toBeNull()
      await call('POST', at(id, '/resume'), { missed: 'make' })
      await app.services.jobRunner.runDue()
      expect(await invoicesOf(id)).toHaveLength(4)
      const after = await call('GET', at(id))
      expect(after).toMatchObject({ attention: null, next: { date: '2026-05-31' } })
    })

    test('passes over missed days if a person asks for it', async () => {
      const { id } = await given()
      await runAt('2026-05-10T10:00:00Z')
      await call('POST', at(id, '/resume'), {})
      await app.services.jobRunner.runDue()
      expect((await runsOf(id)).map(({ outcome }) => outcome)).toEqual(Array(4).fill('passed_over'))
      expect(await call('GET', at(id))).toMatchObject({ made: 0, next: { date: '2026-05-31' } })
    })

    test('ends after the last invoice', async () => {
      const { id } = await given({ schedule: { ...MONTHLY, end: { after: 2 } } })
      await runAt('2026-03-01T10:00:00Z')
      expect(await call('GET', at(id))).toMatchObject({ status: 'ended', made: 2, next: null })
      await runAt('2026-06-01T10:00:00Z')
      expect(await invoicesOf(id)).toHaveLength(2)
    })

    test('passes over the days before today, or makes them with backfill', async () => {
      const past = { ...MONTHLY, start_date: '2025-09-30' }
      const { next } = await given({ schedule: past })
      expect(next.date).toBe('2026-01-30')
      const { id } = await given({ schedule: past, backfill: true })
      await app.services.jobRunner.runDue()
      expect((await runsOf(id)).map(({ date }) => date)).toEqual([
        '2025-09-30',
        '2025-10-30',
        '2025-11-30',
        '2025-12-30',
      ])
    })

    test('leaves a draft if issuing is refused, and continues', async () => {
      const { id } = await given({
        action: 'issue',
        invoice: { items: [ITEM], e_invoice_profile: 'xrechnung' },
      })
      await runAt('2026-01-31T06:00:00Z')
      const [run] = await runsOf(id)
      expect(run).toMatchObject({ outcome: 'left_as_draft', problem: { code: 'einvoice_invalid' } })
      const [entry] = await invoicesOf(id)
      expect(entry.status).toBe('draft')
      const after = await call('GET', at(id))
      expect(after.attention.code).toBe('einvoice_invalid')
      expect(after.next.date).toBe('2026-02-28')
    })

    test('fails for an archived customer, and makes it once the customer is back', async () => {
      const { id } = await given()
      await call('PATCH', `/customers/${customer}`, { archived: true })
      await runAt('2026-01-31T06:00:00Z')
      expect(await runsOf(id)).toMatchObject([
        { outcome: 'failed', problem: { code: 'customer_archived' }, invoice_id: null },
      ])
      const failed = await call('GET', at(id))
      expect(failed).toMatchObject({ made: 0, attention: { code: 'customer_archived' } })
      app.clock.set('2026-01-31T06:05:00Z')
      await call('PATCH', `/customers/${customer}`, { archived: false })
      await runNow(app, 'recurring.look')
      expect(await runsOf(id)).toMatchObject([{ outcome: 'drafted', n: 1 }])
      expect(await call('GET', at(id))).toMatchObject({ made: 1, attention: null })
    })

    test('follows a new time zone and new days off', async () => {
      const { id } = await given({ schedule: { ...MONTHLY, on_day_off: 'before' } })
      await call('PATCH', '/settings', {
        nonWorkingDays: { weekdays: [6, 7] },
        recurringTime: '09:30',
      })
      await runNow(app, 'recurring.look')
      const { next } = await call('GET', at(id))
      expect(next.run_at).toBe('2026-01-30T08:30:00.000Z')
      await call('PATCH', '/settings', { nonWorkingDays: null, recurringTime: null })
      await runNow(app, 'recurring.look')
    })

    test('a clock set back repeats nothing', async () => {
      const { id } = await given()
      await runAt('2026-01-31T06:00:00Z')
      await runAt('2026-01-20T06:00:00Z')
      await runAt('2026-01-31T06:00:00Z')
      expect(await invoicesOf(id)).toHaveLength(1)
    })
  })

  describe('changing', () => {
    test('skips a day, and undoes it', async () => {
      const { id } = await given()
      await call('PUT', at(id, '/occurrences/2026-01-31'), { skip: true })
      expect((await call('GET', at(id))).next.date).toBe('2026-02-28')
      await call('DELETE', at(id, '/occurrences/2026-01-31'))
      expect((await call('GET', at(id))).next.date).toBe('2026-01-31')
      await call('PUT', at(id, '/occurrences/2026-01-31'), { skip: true })
      await runAt('2026-02-28T06:00:00Z')
      expect((await runsOf(id)).map(({ outcome }) => outcome)).toEqual(['skipped', 'drafted'])
      expect((await refused('PUT', at(id, '/occurrences/2026-02-28'), { skip: true })).code).toBe(
        'occurrence_made',
      )
      expect((await refused('PUT', at(id, '/occurrences/2026-03-30'), { skip: true })).code).toBe(
        'occurrence_not_found',
      )
    })

    test('adds items and notes to one day alone', async () => {
      const { id } = await given({ invoice: { items: [ITEM], notes: 'Thank you.' } })
      const extra = { description: 'Setup in {month}', unit_price: '10.00' }
      await call('PUT', at(id, '/occurrences/2026-01-31'), { items: [extra], notes: 'Once.' })
      await runAt('2026-02-28T06:00:00Z')
      const [first, second] = await invoicesOf(id)
      const { items, notes } = await call('GET', `/invoices/${first.id}`)
      expect(items.map(({ description }: Json) => description)).toEqual([
        'Hosting January 2026',
        'Setup in January',
      ])
      expect(notes).toBe('Thank you.\nOnce.')
      await call('PUT', at(id, '/occurrences/2026-03-31'), {
        items: [{ description: '{period}', unit_price: '1' }],
      })
      expect((await call('GET', `/invoices/${second.id}`)).items).toHaveLength(1)
    })

    test('changes the contents from a day on, and undoes the change', async () => {
      const { id } = await given()
      const dearer = { items: [{ ...ITEM, unit_price: '59.00' }] }
      await call('PATCH', at(id, '?from=2026-02-28'), { invoice: dearer })
      const { data } = await call('GET', at(id, '/occurrences?count=3'))
      expect(data.map(({ totals }: Json) => totals.net)).toEqual(['49.00', '59.00', '59.00'])
      await call('DELETE', at(id, '/changes/2026-02-28'))
      const again = await call('GET', at(id, '/occurrences?count=3'))
      expect(again.data.map(({ totals }: Json) => totals.net)).toEqual(Array(3).fill('49.00'))
      const fault = await refused('PATCH', at(id, '?from=2026-02-28'), { name: 'X' })
      expect(fault.errors).toMatchObject([{ pointer: '/name', code: 'not_allowed' }])
    })

    test('a change from a day on clears a field with null', async () => {
      const { id } = await given()
      await call('PATCH', at(id), { invoice: { notes: 'Thank you.', reference: 'PO-1' } })
      const path = at(id, '?from=2026-02-28')
      const { changes } = await call('PATCH', path, { invoice: { notes: null } })
      expect(changes).toMatchObject([{ from: '2026-02-28', invoice: { notes: null } }])
      await call('PATCH', path, { invoice: { reference: 'PO-2' } })
      await runAt('2026-02-28T06:00:00Z')
      const made = await invoicesOf(id)
      const printed: unknown[] = []
      for (const invoice of made.slice(0, 2)) {
        const { notes, reference } = await call('GET', `/invoices/${invoice.id}`)
        printed.push([notes, reference])
      }
      expect(printed).toEqual([
        ['Thank you.', 'PO-1'],
        [null, 'PO-2'],
      ])
    })

    test('a new schedule keeps the changes, on its own days', async () => {
      const { id } = await given()
      const change = (from: string, invoice: object) =>
        call('PATCH', at(id, `?from=${from}`), { invoice })
      await change('2026-04-30', { items: [{ ...ITEM, unit_price: '59.00' }] })
      await change('2026-05-31', { notes: 'Thank you' })
      await change('2026-06-30', { items: [{ ...ITEM, unit_price: '69.00' }] })
      const quarterly = { unit: 'month', every: 3, start_date: '2026-03-15' }
      const { changes } = await call('PATCH', at(id), { schedule: quarterly })
      expect(changes).toMatchObject([
        { from: '2026-06-15', invoice: { items: [{ unit_price: '59.00' }], notes: 'Thank you' } },
        { from: '2026-09-15', invoice: { items: [{ unit_price: '69.00' }] } },
      ])
      const { data } = await call('GET', at(id, '/occurrences?count=3'))
      expect(data.map(({ totals }: Json) => totals.net)).toEqual(['49.00', '59.00', '69.00'])
      await call('DELETE', at(id, '/changes/2026-09-15'))
      const ended = { ...quarterly, end: { on: '2026-05-01' } }
      expect((await call('PATCH', at(id), { schedule: ended })).changes).toEqual([])
    })

    test('a change of one field keeps the others, also those without a value', async () => {
      await call('PATCH', '/settings', { cashRounding: [{ currency: 'EUR', to: '0.05' }] })
      const { id } = await given({
        invoice: { items: [{ ...ITEM, unit_price: '10.01' }], cash_rounding: null, notes: 'A' },
      })
      const totals = async () =>
        (await call('GET', at(id, '/occurrences?count=1'))).data[0].totals.total
      const exact = await totals()
      const { invoice } = await call('PATCH', at(id), { invoice: { notes: 'B' } })
      expect(invoice).toMatchObject({ notes: 'B', cash_rounding: null })
      expect(await totals()).toBe(exact)
      const without = await call('PATCH', at(id), { invoice: { cash_rounding: null } })
      expect(without.invoice.cash_rounding).toBeUndefined()
      expect(await totals()).not.toBe(exact)
      await call('PATCH', '/settings', { cashRounding: null })
    })

    test('a change without a day takes effect on the next one', async () => {
      const { id } = await given()
      await runAt('2026-01-31T06:00:00Z')
      await call('PATCH', at(id), { invoice: { items: [{ ...ITEM, unit_price: '1.00' }] } })
      await runAt('2026-02-28T06:00:00Z')
      const totals = (await invoicesOf(id)).map(({ total }) => total)
      expect(totals).toEqual(['49.00', '1.00'])
    })

    test('pauses until a day, and passes over missed days', async () => {
      const { id } = await given()
      await call('POST', at(id, '/pause'), { until: '2026-03-01' })
      await runAt('2026-02-28T06:00:00Z')
      expect(await invoicesOf(id)).toEqual([])
      app.clock.set('2026-03-01T06:00:00Z')
      await runNow(app, 'recurring.look')
      expect(await call('GET', at(id))).toMatchObject({
        status: 'active',
        paused_until: null,
        next: { date: '2026-03-31' },
      })
    })

    test('runs the next one ahead of its time, once', async () => {
      const { id } = await given({ action: 'issue' })
      const run = await call('POST', at(id, '/run'), {})
      expect(run).toMatchObject({ date: '2026-01-31', outcome: 'issued', n: 1 })
      expect((await refused('POST', at(id, '/run'), { date: '2026-01-31' })).code).toBe(
        'occurrence_made',
      )
      await runAt('2026-01-31T06:00:00Z')
      expect(await invoicesOf(id)).toHaveLength(1)
      expect((await refused('POST', at(id, '/run'), { date: '2026-02-01' })).code).toBe(
        'occurrence_not_found',
      )
    })

    test('makes a day again whose draft was deleted, when a person asks', async () => {
      const { id } = await given()
      await runAt('2026-01-31T06:00:00Z')
      const [draft] = await invoicesOf(id)
      await call('DELETE', `/invoices/${draft.id}`)
      await runAt('2026-02-01T06:00:00Z')
      expect(await invoicesOf(id)).toEqual([])
      expect(await call('POST', at(id, '/run'), { date: '2026-01-31' })).toMatchObject({ n: 1 })
      expect(await call('GET', at(id))).toMatchObject({ made: 1 })
    })

    test('ends, and is deleted only without invoices', async () => {
      const { id } = await given()
      await call('POST', at(id, '/run'), {})
      expect((await refused('DELETE', at(id))).code).toBe('recurring_has_runs')
      await call('POST', at(id, '/end'))
      expect((await refused('PATCH', at(id), { name: 'X' })).code).toBe('recurring_ended')
      const other = await given()
      await call('DELETE', at(other.id))
      expect((await refused('GET', at(other.id))).code).toBe('recurring_not_found')
      expect((await refused('DELETE', `/customers/${customer}`)).code).toBe('customer_in_use')
    })

    test('gets new prices from a day on, after a dry run', async () => {
      const { id } = await given()
      const asked = { ids: [id], percent: '3', round_to: '0.05', from: '2026-02-01' }
      const { data } = await call('POST', '/recurring-invoices/reprice', {
        ...asked,
        dry_run: true,
      })
      expect(data).toMatchObject([
        { id, date: '2026-02-28', items: [{ before: '49.00', after: '50.45' }] },
      ])
      expect((await call('GET', at(id))).changes).toEqual([])
      await call('POST', '/recurring-invoices/reprice', asked)
      const days = await call('GET', at(id, '/occurrences?count=2'))
      expect(days.data.map(({ totals }: Json) => totals.net)).toEqual(['49.00', '50.45'])
      const fault = await refused('POST', '/recurring-invoices/reprice', { from: '2026-02-01' })
      expect(fault.errors).toMatchObject([{ pointer: '/percent', code: 'percent_or_amount' }])
    })

    test('is made from an invoice, whose braces are no placeholders', async () => {
      const draft = await call('POST', '/invoices', {
        customer_id: customer,
        items: [{ description: 'A {month}', unit_price: '10', discount: { percent: '10' } }],
        discounts: [{ percent: '5' }],
        notes: 'Thanks',
        external_ids: [{ system: 'shop', id: `of ${customer}` }],
      })
      const made = await call('POST', `/invoices/${draft.id}/recurring`, { name: 'Again' })
      expect(made).toMatchObject({ name: 'Again', status: 'paused', action: 'draft' })
      const { data } = await call('GET', at(made.id, '/occurrences?count=1'))
      expect(data[0]).toMatchObject({
        items: [{ description: 'A {month}' }],
        notes: 'Thanks',
        totals: { total: draft.totals.total },
      })
      await call('POST', at(made.id, '/resume'), {})
      expect(await call('POST', at(made.id, '/run'), {})).toMatchObject({ outcome: 'drafted' })
      const [{ external_ids: ids }] = await invoicesOf(made.id)
      expect(ids).toEqual([])
    })

    test('issues and publishes even if it cannot be mailed, and records the problem', async () => {
      const { id } = await given({ action: 'send' })
      await runAt('2026-01-31T06:00:00Z')
      const [entry] = await invoicesOf(id)
      expect(entry).toMatchObject({ status: 'sent', published: true })
      expect((await call('GET', at(id))).attention.code).toBe('no_recipient')
    })

    test('is duplicated paused', async () => {
      const { id } = await given()
      const copy = await call('POST', at(id, '/duplicate'))
      expect(copy).toMatchObject({ status: 'paused', made: 0, next: null })
      await call('POST', at(copy.id, '/resume'), {})
      expect((await call('GET', at(copy.id))).next.date).toBe('2026-01-31')
    })
  })

  describe('one that cannot even be read', () => {
    test('does not stop the others', async () => {
      const { id: broken } = await given({ schedule: { ...MONTHLY, start_date: '2026-01-12' } })
      const { id } = await given({ schedule: { ...MONTHLY, start_date: '2026-01-12' } })
      const row = app.tables.updateTable('recurring_invoices').where('id', '=', broken)
      await row.set({ schedule: 'broken' }).execute()
      await app.tables.deleteFrom('jobs').where('kind', '=', 'recurring.run').execute()
      app.clock.set('2026-01-12T08:00:00Z')
      await runNow(app, 'recurring.look')
      await app.services.jobRunner.runDue()
      expect(await runsOf(id)).toMatchObject([{ date: '2026-01-12', outcome: 'drafted' }])
      await app.tables.deleteFrom('recurring_invoices').where('id', '=', broken).execute()
    })
  })

  describe('while everything automatic is paused', () => {
    test('creates nothing, and continues once a person resumes', async () => {
      const { id } = await given()
      await call('PATCH', '/settings', { automationPaused: true })
      await runAt('2026-01-31T06:00:00Z')
      await runNow(app, 'recurring.look')
      expect(await runsOf(id)).toEqual([])
      await call('PATCH', '/settings', { automationPaused: false })
      await runNow(app, 'recurring.look')
      expect(await runsOf(id)).toMatchObject([{ date: '2026-01-31', outcome: 'drafted' }])
    })
  })

  describe('verify', () => {
    const kindsOf = async (): Promise<readonly string[]> => {
      const { breaks } = await withSnapshot(app.config.database, (scope) =>
        verifyDatabase(scope, () => {}),
      )
      return breaks.filter(({ kind }) => kind === 'recurring_run').map(({ message }) => message)
    }

    test('finds a run without its invoice, an invoice without its run, and a day made twice', async () => {
      const { id } = await given()
      await runAt('2026-02-28T06:00:00Z')
      expect(await kindsOf()).toEqual([])
      const runs = () => app.tables.updateTable('recurring_runs').where('recurring_id', '=', id)
      const [first] = await runsOf(id)
      const lost = runs().where('date', '=', '2026-01-31')
      await lost.set({ invoice_id: 'inv_gone' }).execute()
      expect(await kindsOf()).toEqual([`${id} made an invoice for 2026-01-31 that is missing.`])
      await lost.set({ invoice_id: first?.invoice_id }).execute()
      await lost.set({ date: '2026-01-30' }).execute()
      expect(await kindsOf()).toEqual([
        `Invoice ${first?.invoice_id} is of ${id} for 2026-01-31, which has no run of that day.`,
      ])
      await runs().where('date', '=', '2026-01-30').set({ date: '2026-01-31' }).execute()
      const days = app.tables.updateTable('invoices').where('recurring_id', '=', id)
      await days.set({ recurring_date: '2026-02-28' }).execute()
      expect(await kindsOf()).toEqual([`${id} has more than one invoice for 2026-02-28.`])
      await app.tables.deleteFrom('recurring_runs').where('recurring_id', '=', id).execute()
      await days.set({ recurring_id: null }).execute()
    })

    test('a draft that a person deleted is not missing', async () => {
      const { id } = await given()
      await runAt('2026-01-31T06:00:00Z')
      const [draft] = await invoicesOf(id)
      await call('DELETE', `/invoices/${draft.id}`)
      expect(await kindsOf()).toEqual([])
    })
  })

  describe('matters that wait for a person', () => {
    const archived = async (): Promise<string> => {
      const { id } = await given()
      await call('PATCH', `/customers/${customer}`, { archived: true })
      await runAt('2026-01-31T06:00:00Z')
      return id
    }

    test('a day that failed may be skipped; the next one is made', async () => {
      const id = await archived()
      await call('PUT', at(id, '/occurrences/2026-01-31'), { skip: true })
      await call('PATCH', `/customers/${customer}`, { archived: false })
      await runAt('2026-02-28T06:00:00Z')
      const runs = await runsOf(id)
      expect(runs.map(({ date, outcome }) => `${date} ${outcome}`)).toEqual([
        '2026-01-31 skipped',
        '2026-02-28 drafted',
      ])
      expect(await call('GET', at(id))).toMatchObject({ attention: null, made: 1 })
    })

    test('nothing waits any more once its day is skipped', async () => {
      const id = await archived()
      const after = await call('PUT', at(id, '/occurrences/2026-01-31'), { skip: true })
      expect(after).toMatchObject({ attention: null, next: { date: '2026-02-28' } })
    })

    test('one that only failed is deleted', async () => {
      const id = await archived()
      await call('DELETE', at(id))
    })

    test('one of too many is made; the others go on waiting', async () => {
      const { id } = await given()
      await runAt('2026-05-10T10:00:00Z')
      await call('POST', at(id, '/run'), { date: '2026-01-31' })
      await app.services.jobRunner.runDue()
      const after = await call('GET', at(id))
      expect(after).toMatchObject({ made: 1, attention: { code: 'too_many_due' } })
      expect(after.attention.dates).toEqual(['2026-02-28', '2026-03-31', '2026-04-30'])
    })

    test('a draft that was left is no matter any more once a person resumes', async () => {
      const { id } = await given({
        action: 'issue',
        invoice: { items: [ITEM], e_invoice_profile: 'xrechnung' },
      })
      await runAt('2026-01-31T06:00:00Z')
      const after = await call('POST', at(id, '/resume'), {})
      expect(after).toMatchObject({ attention: null, next: { date: '2026-02-28' } })
    })

    test('an ended one creates no new invoice, only a lost one again', async () => {
      const { id } = await given()
      await runAt('2026-01-31T06:00:00Z')
      await call('POST', at(id, '/end'))
      expect((await refused('POST', at(id, '/run'), {})).code).toBe('recurring_ended')
      const later = await refused('POST', at(id, '/run'), { date: '2026-02-28' })
      expect(later.code).toBe('recurring_ended')
      const [draft] = await invoicesOf(id)
      await call('DELETE', `/invoices/${draft.id}`)
      expect(await call('POST', at(id, '/run'), { date: '2026-01-31' })).toMatchObject({ n: 1 })
      expect(await call('GET', at(id))).toMatchObject({ status: 'ended', next: null })
    })
  })

  describe('requests', () => {
    test('list filters, sorts and pages', async () => {
      const { id } = await given({ name: 'Alpha' })
      await given({ name: 'Beta', schedule: { ...MONTHLY, start_date: '2026-01-20' } })
      const mine = `customer_id=${customer}`
      const byNext = await call('GET', `/recurring-invoices?${mine}&include=total`)
      expect(byNext.total).toBe(2)
      expect(byNext.data.map(({ name }: Json) => name)).toEqual(['Beta', 'Alpha'])
      const page = await call('GET', `/recurring-invoices?${mine}&sort=name&limit=1`)
      const next = await call(
        'GET',
        `/recurring-invoices?${mine}&sort=name&limit=1&cursor=${page.next_cursor}`,
      )
      expect(next.data.map(({ name }: Json) => name)).toEqual(['Beta'])
      for (const query of ['status=active', 'next_before=2026-01-25', 'q=beta', 'attention=false'])
        await call('GET', `/recurring-invoices?${mine}&${query}`)
      const found = await call('GET', `/recurring-invoices?${mine}&q=alpha+fernweh`)
      expect(found.data).toMatchObject([{ id }])
    })

    test('upcoming invoices of all of them, with the sum of each currency', async () => {
      const upcoming = async (query: string) => {
        const all = await call('GET', `/recurring-invoices/upcoming?${query}`)
        const mine = all.data.filter((it: Json) => it.customer_id === customer)
        return { ...all, mine: mine.map(({ name, date, total }: Json) => [name, date, total]) }
      }
      await given({ name: 'Monthly' })
      const weekly = { unit: 'week', start_date: '2026-01-14' }
      const { id } = await given({ name: 'Weekly', schedule: weekly })
      await call('PUT', at(id, '/occurrences/2026-01-21'), { skip: true })
      const { mine, totals, has_more } = await upcoming('days=24')
      expect(mine).toEqual([
        ['Weekly', '2026-01-14', '49.00'],
        ['Weekly', '2026-01-28', '49.00'],
        ['Monthly', '2026-01-31', '49.00'],
      ])
      expect(totals).toMatchObject([{ currency: 'EUR' }])
      expect(has_more).toBe(false)
      const next = await upcoming('days=366&only_next=true')
      expect(next.mine.map(([name]: Json) => name)).toEqual(['Weekly', 'Monthly'])
    })

    test('ETags guard changes', async () => {
      const { id, version } = await given()
      const seen = { 'if-match': String((await app.call('GET', at(id))).headers.etag) }
      const stale = { 'if-match': `"${id}-${version + 1}"` }
      expect((await app.call('PATCH', at(id), { name: 'X' }, stale)).statusCode).toBe(412)
      expect((await app.call('PATCH', at(id), { name: 'X' }, seen)).statusCode).toBe(200)
    })

    test('200: the ETag changes with the name of the customer', async () => {
      const { id } = await given()
      const known = { 'if-none-match': String((await app.call('GET', at(id))).headers.etag) }
      expect((await app.call('GET', at(id), undefined, known)).statusCode).toBe(304)
      await call('PATCH', `/customers/${customer}`, { name: 'Renamed Books' })
      expect((await app.call('GET', at(id), undefined, known)).statusCode).toBe(200)
    })

    test('an unknown one is 404', async () => {
      for (const path of ['', '/occurrences', '/runs'])
        expect((await refused('GET', at(MISSING, path))).code).toBe('recurring_not_found')
      for (const path of ['/pause', '/resume', '/end', '/run', '/duplicate'])
        expect((await refused('POST', at(MISSING, path), {})).code).toBe('recurring_not_found')
    })

    test('a text may be as long as its field with its placeholders filled in', async () => {
      const month = '{month_year}'
      const filled = (length: number) =>
        month.padEnd(length - 'January 2026'.length + month.length, 'x')
      const tax = { category: 'E', rate: '0', reason: filled(500) }
      const { id } = await given({
        invoice: { items: [{ ...ITEM, tax }], reference: filled(200) },
      })
      const { data } = await call('GET', at(id, '/occurrences'))
      expect(data[0]).toMatchObject({ problem: null })
      const attachments = [{ reference: 'A', description: filled(201) }]
      const long = await refused('PATCH', at(id), { invoice: { attachments } })
      expect(long.errors).toMatchObject([
        { pointer: '/invoice/attachments/0/description', code: 'too_long' },
      ])
    })

    test('faults of the contents name their place', async () => {
      const body = (invoice: object) => ({
        name: 'Hosting',
        customer_id: customer,
        schedule: MONTHLY,
        invoice,
      })
      const unknown = await refused(
        'POST',
        '/recurring-invoices',
        body({ items: [{ description: 'A {moth}' }] }),
      )
      expect(unknown.errors).toMatchObject([
        { pointer: '/invoice/items/0/description', code: 'unknown_placeholder' },
      ])
      const price = await refused(
        'POST',
        '/recurring-invoices',
        body({ items: [{ ...ITEM, unit_price: 'x' }] }),
      )
      expect(price.errors[0].pointer).toBe('/invoice/items/0/unit_price')
      const dated = await refused(
        'POST',
        '/recurring-invoices',
        body({ items: [ITEM], issue_date: '2026-01-01' }),
      )
      expect(dated.errors[0]).toMatchObject({ pointer: '/invoice/issue_date' })
      const nobody = await refused('POST', '/recurring-invoices', {
        ...body({ items: [ITEM] }),
        customer_id: 'cus_x',
      })
      expect(nobody.errors).toMatchObject([{ pointer: '/customer_id', code: 'unknown_customer' }])
    })

    test('more than 36 at once are refused', async () => {
      const daily = { unit: 'day', every: 1, start_date: '2025-11-01' }
      const answer = await refused('POST', '/recurring-invoices', {
        name: 'Daily',
        customer_id: customer,
        schedule: daily,
        invoice: { items: [ITEM] },
        backfill: true,
      })
      expect(answer.errors).toMatchObject([{ pointer: '/backfill', code: 'out_of_range' }])
    })

    test.skipIf(!hasVectors).each(vectorsOf('invalid').map((it) => [it.id, it.title, it] as const))(
      '%s %s is refused',
      async (_id, _title, { schedule, period, expect: expected }) => {
        const answer = await refused('POST', '/recurring-invoices', {
          name: 'X',
          customer_id: customer,
          schedule,
          ...(period ? { period } : {}),
          invoice: { items: [ITEM] },
        })
        const faults = answer.errors.map(({ pointer, code }: Json) => ({ pointer, code }))
        expect(faults).toEqual(expected)
      },
    )

    test('the preview stores nothing and equals the created invoice', async () => {
      const body = {
        name: 'Hosting',
        customer_id: customer,
        schedule: MONTHLY,
        period: { basis: 'anchor', offset: 0 },
        invoice: { items: [ITEM], notes: '{period} {n}' },
      }
      const { data } = await call('POST', '/recurring-invoices/preview?count=2', body)
      expect(data).toMatchObject([
        { date: '2026-01-31', n: 1, items: [{ description: 'Hosting January 2026' }] },
        { date: '2026-02-28', n: 2, period_end: '2026-03-30' },
      ])
      const { id } = await given(body)
      await runAt('2026-01-31T05:00:00Z')
      const [entry] = await invoicesOf(id)
      const made = await call('GET', `/invoices/${entry.id}`)
      const [shown] = data
      expect({ notes: made.notes, due: made.due_date, total: made.totals.total }).toEqual({
        notes: shown.notes,
        due: shown.due_date,
        total: shown.totals.total,
      })
    })
  })
})
