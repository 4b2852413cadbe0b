import { addDays } from '@billwright/rules/days'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Givens, givens, type Json } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { lookAtReminders } from './look.ts'

const ITEM = {
  description: 'Cover design',
  unit_price: '100.00',
  tax: { category: 'Z', rate: '0' },
}
const level = (after_days: number, more: object = {}) => ({
  title: 'reminder',
  after_days,
  mode: 'auto',
  ...more,
})
const PLAN = {
  name: 'Tables',
  enabled: true,
  default: true,
  remind_from: '2026-01-01',
  levels: [level(7), level(21), level(35)],
  grace_days: 0,
}

describe.each(ENGINES)('the daily look (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  let plan: Json

  beforeAll(async () => {
    app = await startTestApp(engine)
    given = givens(app)
    app.clock.set('2026-01-02T08:00:00Z')
    await given.settings({
      companyEmail: 'office@nord.example',
      timeZone: 'Europe/Berlin',
      nonWorkingDays: { weekdays: [6, 7] },
    })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    app.clock.set('2026-01-02T08:00:00Z')
    plan = await call('POST', '/reminder-plans', PLAN)
  })

  const call: TestApp['json'] = (...request) => app.json(...request)
  const issue = (due_date: string, more: object = {}): Promise<Json> =>
    call('POST', '/invoices', {
      customer: { name: 'Fernweh Books', email: 'accounts@fernweh.example' },
      issue_date: '2026-01-02',
      due_date,
      items: [ITEM],
      status: 'sent',
      ...more,
    })
  /** Looks at 09:30 in Berlin, in summer time, on each day of a span. */
  const live = async (from: string, to: string): Promise<void> => {
    for (let day = from; day <= to; day = addDays(day, 1)) {
      app.clock.set(`${day}T07:30:00Z`)
      await lookAtReminders(app.work())
    }
  }
  const read = (id: string): Promise<Json> => call('GET', `/invoices/${id}/reminders`)
  const sentOf = async (id: string): Promise<readonly string[]> =>
    (await read(id)).reminders.map((it: Json) => `${it.level} ${it.day}`)

  test.each([
    ['2026-05-01', ['1 2026-05-08', '2 2026-05-22', '3 2026-06-05']],
    ['2026-05-02', ['1 2026-05-11', '2 2026-05-25', '3 2026-06-08']],
  ])('due %s', async (due, expected) => {
    const { id } = await issue(due)
    await live('2026-05-01', '2026-06-15')
    expect(await sentOf(id)).toEqual(expected)
    expect(await read(id)).toMatchObject({ next: null, reason: 'finished' })
  })

  test('downtime delays reminders and never bundles them', async () => {
    const { id } = await issue('2026-05-01')
    await live('2026-05-01', '2026-05-05')
    await live('2026-05-26', '2026-06-15')
    expect(await sentOf(id)).toEqual(['1 2026-05-26', '2 2026-06-02', '3 2026-06-09'])
  })

  test('nothing is written while everything automatic is paused', async () => {
    const { id } = await issue('2026-05-01')
    await given.settings({ automationPaused: true })
    await live('2026-05-01', '2026-05-20')
    expect(await sentOf(id)).toEqual([])
    await given.settings({ automationPaused: false })
    await live('2026-05-21', '2026-05-22')
    expect(await sentOf(id)).toEqual(['1 2026-05-21'])
  })

  test('a payment in part delays the next one by the days of grace, for the rest', async () => {
    await call('PATCH', `/reminder-plans/${plan.id}`, { grace_days: 5 })
    const { id } = await issue('2026-05-01')
    await live('2026-05-01', '2026-05-20')
    await call('POST', `/invoices/${id}/payments`, { amount: '40.00' })
    await live('2026-05-21', '2026-06-15')
    expect(await sentOf(id)).toEqual(['1 2026-05-08', '2 2026-05-25', '3 2026-06-05'])
    const messages = await call('GET', `/messages?subject_id=${id}&sort=created_at`)
    expect(messages.data[1].text).toContain('€60.00')
  })

  test('a promise delays the next one, and its breach is an event', async () => {
    const { id } = await issue('2026-05-01')
    await live('2026-05-01', '2026-05-10')
    const pause = { reason: 'promise', until: '2026-05-31', note: 'By phone' }
    await call('POST', `/invoices/${id}/reminders/pause`, pause)
    await live('2026-05-11', '2026-06-01')
    expect(await sentOf(id)).toEqual(['1 2026-05-08', '2 2026-06-01'])
    const events = await call('GET', `/events?type=invoice.promise_broken&resource_id=${id}`)
    expect(events.data).toMatchObject([
      { created_at: '2026-06-01T07:30:00.000Z', data: { promised: '2026-05-31' } },
    ])
    await live('2026-06-02', '2026-06-15')
    expect(await sentOf(id)).toEqual(['1 2026-05-08', '2 2026-06-01', '3 2026-06-08'])
  })

  test('nothing follows once the last cents are credited', async () => {
    const { id, items } = await issue('2026-05-01')
    await live('2026-05-01', '2026-05-20')
    app.clock.set('2026-05-21T08:00:00Z')
    await call('POST', `/invoices/${id}/payments`, { amount: '99.00' })
    const credit = { status: 'sent', items: [{ id: items[0].id, amount: '1.00' }] }
    await call('POST', `/invoices/${id}/credit-note`, credit)
    await live('2026-05-22', '2026-06-15')
    expect(await sentOf(id)).toEqual(['1 2026-05-08'])
  })

  test('comes at the local time of the plan, once a day', async () => {
    const { id } = await issue('2026-05-01')
    app.clock.set('2026-05-08T06:59:00Z')
    await lookAtReminders(app.work())
    expect(await sentOf(id)).toEqual([])
    app.clock.set('2026-05-08T07:00:00Z')
    await lookAtReminders(app.work())
    await lookAtReminders(app.work())
    expect(await sentOf(id)).toEqual(['1 2026-05-08'])
  })

  test('switching on affects no older invoices, and the preview shows its customers', async () => {
    const off = { enabled: false, remind_from: null }
    await call('PATCH', `/reminder-plans/${plan.id}`, off)
    const old = await issue('2026-05-01')
    const young = await issue('2026-05-20')
    app.clock.set('2026-05-28T07:30:00Z')
    const path = `/reminder-plans/${plan.id}/effect`
    expect(await call('GET', path)).toMatchObject({ remind_from: '2026-05-28', reached_count: 0 })
    const effect = await call('GET', `${path}?remind_from=2026-05-10`)
    expect(effect.reached.map((it: Json) => it.invoice_id)).toContain(young.id)
    expect(effect.reached.map((it: Json) => it.invoice_id)).not.toContain(old.id)
    expect(effect.older_count).toBeGreaterThan(0)
    await call('PATCH', `/reminder-plans/${plan.id}`, {
      enabled: true,
      remind_from: '2026-05-10',
    })
    await live('2026-05-28', '2026-05-28')
    expect(await sentOf(young.id)).toEqual(['1 2026-05-28'])
    expect(await sentOf(old.id)).toEqual([])
    expect(await read(old.id)).toMatchObject({ reason: 'before_remind_from', next: null })
  })

  test('one message for all that a customer owes, in the tone of the highest level', async () => {
    const levels = [level(7), level(14, { title: 'final' })]
    await call('PATCH', `/reminder-plans/${plan.id}`, { levels, grouping: 'customer' })
    const first = await issue('2026-05-01')
    const { customer_id } = first
    await live('2026-05-01', '2026-05-08')
    const second = await issue('2026-05-08', { customer: undefined, customer_id })
    await live('2026-05-09', '2026-05-15')
    expect(await sentOf(first.id)).toEqual(['1 2026-05-08', '2 2026-05-15'])
    expect(await sentOf(second.id)).toEqual(['1 2026-05-15'])
    const [, one] = (await read(first.id)).reminders
    const [other] = (await read(second.id)).reminders
    expect(one.message_id).toBe(other.message_id)
    expect(other.title).toBe('final')
    const message = await call('GET', `/messages/${one.message_id}`)
    expect(message.text).toContain(`${first.number}, ${second.number}`)
    expect(message.text).toContain('€200.00')
  })

  test('waits for a person if it cannot be written, and does not stop the others', async () => {
    const bare = await issue('2026-05-01', { customer: { name: 'No address' } })
    const good = await issue('2026-05-01')
    await live('2026-05-08', '2026-05-08')
    expect(await sentOf(good.id)).toEqual(['1 2026-05-08'])
    const { data } = await call('GET', '/reminders/due?include=total')
    expect(data).toMatchObject([
      { invoice_id: bare.id, status: 'waiting', problem: { code: 'no_recipient' } },
    ])
    await call('PATCH', `/customers/${bare.customer_id}`, { email: 'a@bare.example' })
    await live('2026-05-09', '2026-05-11')
    expect((await read(bare.id)).reminders).toMatchObject([{ status: 'queued', day: '2026-05-11' }])
  })
})
