import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, ITEM, type Json } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'

/* Due days, also those in the folder beside the repository, if it exists. */
const FILE = join(import.meta.dirname, '../../../../shared/books/vectors/terms.json')
const vectors: readonly Json[] = existsSync(FILE)
  ? JSON.parse(readFileSync(FILE, 'utf8')).terms
  : []

const termsOf = (said: object) => ({
  ...{ days: null, months: null, day: null, on_day_off: 'keep' },
  ...said,
})
const MONTH_END = { kind: 'days_end_of_month', days: 30 }
const TENTH = { kind: 'day_of_month', day: 10, months: 1 }

describe.each(ENGINES)('payment terms (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  beforeAll(async () => {
    app = await startTestApp(engine)
    given = givens(app)
  })
  afterAll(() => app.close())

  const draft = (body: object): Promise<Json> =>
    given.invoice({ issue_date: '2026-01-15', ...body })
  const faultsOf = async (method: 'POST' | 'PATCH', url: string, body: object) => {
    const response = await app.call(method, url, body)
    expect(response.statusCode, response.body).toBe(422)
    return response.json().errors
  }

  test('201: they compute the due date, which follows a draft until it is typed', async () => {
    const invoice = await draft({ payment_terms: MONTH_END })
    expect(invoice).toMatchObject({ due_date: '2026-02-28', payment_terms: termsOf(MONTH_END) })
    const path = `/invoices/${invoice.id}`
    const change = async (body: object) => (await app.call('PATCH', path, body)).json()
    expect(await change({ issue_date: '2026-03-02' })).toMatchObject({ due_date: '2026-04-30' })
    expect(await change({ payment_terms: TENTH })).toMatchObject({ due_date: '2026-04-10' })
    const typed = await change({ due_date: '2026-05-01' })
    expect(typed).toMatchObject({ due_date: '2026-05-01', payment_terms: null })
    expect(await change({ issue_date: '2026-03-03' })).toMatchObject({ due_date: '2026-05-01' })
    expect(await change({ payment_terms: MONTH_END })).toMatchObject({ due_date: '2026-05-01' })
    expect(await change({ payment_terms: MONTH_END, due_date: null })).toMatchObject({
      due_date: '2026-04-30',
    })
  })

  test('200: a number of days moves the due date with the issue date until it is typed', async () => {
    const { id, due_date } = await draft({})
    expect(due_date).toBe('2026-02-14')
    const change = async (body: object) => {
      const answer = (await app.call('PATCH', `/invoices/${id}`, body)).json()
      return [answer.due_date, answer.payment_terms]
    }
    expect(await change({ issue_date: '2026-01-20' })).toEqual(['2026-02-19', null])
    expect(await change({ issue_date: '2026-03-01' })).toEqual(['2026-03-31', null])
    expect(await change({ due_date: '2026-04-15' })).toEqual(['2026-04-15', null])
    expect(await change({ issue_date: '2026-03-02' })).toEqual(['2026-04-15', null])
    expect(await change({ due_date: null })).toEqual([null, null])
    expect(await change({ issue_date: '2026-03-03' })).toEqual([null, null])
  })

  test('200: a computed due date follows the issue date after the usual terms have changed', async () => {
    const { id: customer_id } = await given.customer({ payment_terms_days: 30 })
    const computed = await draft({ customer_id, customer: undefined })
    const typed = await draft({ customer_id, customer: undefined, due_date: '2026-02-10' })
    await app.json('PATCH', `/customers/${customer_id}`, { payment_terms_days: 14 })
    const change = async ({ id }: Json, body: object) =>
      (await app.json('PATCH', `/invoices/${id}`, body)).due_date
    expect(await change(computed, { notes: 'Thank you.' })).toBe('2026-02-14')
    expect(await change(computed, { issue_date: '2026-01-20' })).toBe('2026-02-03')
    expect(await change(typed, { issue_date: '2026-01-20' })).toBe('2026-02-10')
    expect(await change(computed, { due_date: '2026-02-20' })).toBe('2026-02-20')
    expect(await change(computed, { issue_date: '2026-01-21' })).toBe('2026-02-20')
  })

  test.each([
    ['after', '2026-02-16', '2026-03-20'],
    ['before', '2026-02-13', '2026-02-10'],
  ])('200: a day off moves the due date %s, and a typed one stays', async (on_day_off, due, typed) => {
    await given.settings({ nonWorkingDays: { weekdays: [6, 7] } })
    const payment_terms = { kind: 'days', days: 30, on_day_off }
    const computed = await draft({ payment_terms })
    expect(computed.due_date).toBe(due)
    const change = (body: object) => given.put(computed.id, body)
    expect(await change({ due_date: due })).toMatchObject({ payment_terms })
    const due_date = typed
    expect(await change({ due_date })).toMatchObject({ due_date, payment_terms: null })
    const both = await draft({ payment_terms, due_date })
    expect(await given.put(both.id, { issue_date: '2026-01-20' })).toMatchObject({ due_date })
    await given.settings({ nonWorkingDays: null })
  })

  test('201: a typed due date has precedence', async () => {
    const both = { payment_terms: MONTH_END, due_date: '2026-02-02' }
    expect(await draft(both)).toMatchObject(both)
    const { payment_terms, due_date } = await draft({ due_date: null })
    expect([payment_terms, due_date]).toEqual([null, null])
  })

  test('409: issuing locks them; a duplicate has them, a credit note none', async () => {
    const invoice = await draft({ payment_terms: MONTH_END, status: 'sent' })
    const path = `/invoices/${invoice.id}`
    const refused = await app.call('PATCH', path, { payment_terms: TENTH })
    expect(refused.json()).toMatchObject({ code: 'invoice_locked', fields: ['payment_terms'] })
    expect((await app.call('PUT', path, invoice)).statusCode).toBe(200)
    const copy = (await app.call('POST', `${path}/duplicate`)).json()
    expect(copy.payment_terms).toEqual(invoice.payment_terms)
    const note = await given.creditNote(invoice.id)
    expect([note.payment_terms, note.due_date]).toEqual([null, null])
  })

  test('200: the page of an invoice says them', async () => {
    const invoice = await draft({ payment_terms: MONTH_END, status: 'sent', language: 'de' })
    const { share_url: url } = await given.publish(invoice.id)
    const page = await app.send({ url: new URL(url).pathname })
    expect(page.body).toMatch(/Zahlungsbedingungen<\/dt>\s*<dd[^>]*>(<bdi>)?30 Tage, Monatsende/)
  })

  test('201: documents take those of the customer, then of the settings', async () => {
    const days = await given.customer({ payment_terms_days: 7 })
    expect(days.payment_terms).toEqual(termsOf({ kind: 'days', days: 7 }))
    const ends = await given.customer({ payment_terms: MONTH_END })
    expect(ends).toMatchObject({ payment_terms_days: null, payment_terms: termsOf(MONTH_END) })
    await given.settings({ paymentTerms: TENTH })
    const of = async (customer_id: string) => {
      const { payment_terms, due_date } = await draft({ customer_id, customer: undefined })
      return [payment_terms, due_date]
    }
    expect(await of(days.id)).toEqual([null, '2026-01-22'])
    expect(await of(ends.id)).toEqual([termsOf(MONTH_END), '2026-02-28'])
    const other = await given.customer({ payment_terms: null })
    expect(await of(other.id)).toEqual([termsOf({ ...TENTH, days: 0 }), '2026-02-10'])
    await given.settings({ paymentTerms: null })
    expect(await of(other.id)).toEqual([null, '2026-02-14'])
    const customer_id = ends.id
    const quote = (await app.call('POST', '/quotes', { customer_id, items: [ITEM] })).json()
    expect(quote.payment_terms).toEqual(termsOf(MONTH_END))
  })

  test('200: the days of a customer stay beside the terms', async () => {
    const { id } = await given.customer({ payment_terms: MONTH_END })
    const change = async (body: object) => {
      const answer = (await app.call('PATCH', `/customers/${id}`, body)).json()
      return [answer.payment_terms?.kind ?? null, answer.payment_terms_days]
    }
    expect(await change({ payment_terms_days: 14 })).toEqual(['days', 14])
    expect(await change({ payment_terms: TENTH })).toEqual(['day_of_month', null])
    expect(await change({ payment_terms_days: null })).toEqual(['day_of_month', null])
    expect(await change({ payment_terms: { kind: 'days', days: 3 } })).toEqual(['days', 3])
    expect(await change({ payment_terms_days: null })).toEqual([null, null])
  })

  test('200: the days of the settings stay beside the terms', async () => {
    const put = async (body: object) => {
      const answer = (await app.call('PUT', '/settings', body)).json()
      return [answer.paymentTerms, answer.paymentTermsDays]
    }
    const month = termsOf({ kind: 'end_of_month', months: 1 })
    expect(await put({ paymentTerms: month })).toEqual([month, null])
    const read = (await app.call('GET', '/settings')).json()
    expect(await put(read)).toEqual([month, null])
    expect(await put({ paymentTermsDays: 14 })).toEqual([termsOf({ kind: 'days', days: 14 }), 14])
    expect(await put({ payment_terms: month })).toEqual([month, null])
    expect(await put({ paymentTermsDays: null })).toEqual([termsOf({ kind: 'days', days: 30 }), 30])
    await put({ paymentTerms: 'Due in 14 days' })
    const { defaultTerms, paymentTermsDays } = (await app.call('GET', '/settings')).json()
    expect([defaultTerms, paymentTermsDays]).toEqual(['Due in 14 days', 30])
    await put({ defaultTerms: null })
    expect(await faultsOf('PATCH', '/settings', { paymentTerms: { ...month, day: 3 } })).toEqual([
      expect.objectContaining({ pointer: '/paymentTerms/day', code: 'not_for_kind' }),
    ])
  })

  test('201: a recurring invoice and its own days', async () => {
    const { id: customer_id } = await given.customer({ payment_terms: TENTH })
    const create = async (terms: object) => {
      const response = await app.call('POST', '/recurring-invoices', {
        ...{ name: 'Hosting', customer_id, schedule: { unit: 'month', start_date: '2026-12-15' } },
        invoice: { items: [ITEM], ...terms },
      })
      expect(response.statusCode, response.body).toBe(201)
      return response.json()
    }
    const dueOf = async (id: string) =>
      (await app.call('GET', `/recurring-invoices/${id}/occurrences?count=1`)).json().data[0]
        .due_date
    expect(await dueOf((await create({})).id)).toBe('2027-01-10')
    expect(await dueOf((await create({ payment_terms: MONTH_END })).id)).toBe('2027-01-31')
    const { id, invoice } = await create({ payment_terms_days: 3 })
    expect(await dueOf(id)).toBe('2026-12-18')
    const patch = async (body: object) =>
      (await app.call('PATCH', `/recurring-invoices/${id}`, { invoice: body })).json().invoice
    expect((await patch({ payment_terms: MONTH_END })).payment_terms_days).toBeUndefined()
    expect(await dueOf(id)).toBe('2027-01-31')
    expect((await patch({ payment_terms_days: 3 })).payment_terms).toBeUndefined()
    expect(await dueOf(id)).toBe('2026-12-18')
    expect(invoice.payment_terms).toBeNull()
  })

  test.each([
    [{ kind: 'end_of_month', days: 5 }, '/payment_terms/days', 'not_for_kind'],
    [{ kind: 'days', days: 5, months: 0 }, '/payment_terms/months', 'not_for_kind'],
    [{ kind: 'days', days: 5, day: 1 }, '/payment_terms/day', 'not_for_kind'],
    [{ kind: 'days' }, '/payment_terms/days', 'required'],
    [{ kind: 'day_of_month' }, '/payment_terms/day', 'required'],
    [{ kind: 'end_of_month', months: 13 }, '/payment_terms/months', 'out_of_range'],
    [{ kind: 'weeks', days: 2 }, '/payment_terms/kind', 'not_allowed'],
    [{ days: 2 }, '/payment_terms/kind', 'required'],
    ['30 days', '/payment_terms', 'wrong_type'],
  ])('422: %j', async (payment_terms, pointer, code) => {
    const customer = { name: 'Fernweh Books' }
    for (const [url, body] of [
      ['/invoices', { customer, items: [ITEM], payment_terms }],
      ['/customers', { ...customer, payment_terms }],
    ] as const)
      expect(await faultsOf('POST', url, body)).toEqual([
        expect.objectContaining({ pointer, code }),
      ])
  })

  describe.skipIf(vectors.length === 0)('the due days beside the project', () => {
    test.each(vectors)('$id', async ({ issue_date, payment_terms, due_date, ...vector }) => {
      await given.settings({ nonWorkingDays: vector.nonWorkingDays ?? null })
      const response = await app.call('POST', '/invoices', {
        ...{ customer: { name: 'Fernweh Books' }, items: [ITEM], issue_date },
        ...(payment_terms && { payment_terms }),
        ...(due_date && { due_date }),
      })
      const answer = response.json()
      expect(vector.expect).toEqual(
        answer.code === undefined ? { due_date: answer.due_date } : { error: answer.code },
      )
    })
  })
})
