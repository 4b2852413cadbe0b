import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Givens,
  givens,
  ITEM,
  type Json,
  MISSING_ID,
  rowCounts,
} from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'

describe.each(ENGINES)('creating and updating invoices (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  beforeAll(async () => {
    app = await startTestApp(engine)
    given = givens(app)
  })
  afterAll(() => app.close())

  describe('a due date before the issue date', () => {
    const EARLY = { issue_date: '2026-11-20', due_date: '2026-11-19' }
    const refused = async (method: string, path: string, body: object) => {
      const answer = await app.call(method, path, body)
      expect([answer.statusCode, answer.json()], answer.body).toMatchObject([
        422,
        { code: 'due_before_issue', errors: [{ pointer: '/due_date', code: 'due_before_issue' }] },
      ])
    }
    const draft = (more: object = {}) => given.invoice({ ...EARLY, allow_early_due: true, ...more })

    test.each([
      { status: 'draft' },
      { status: 'sent' },
      { status: 'paid' },
    ])('422 and 201: %j', async (more) => {
      const { id: customer_id } = await given.customer()
      const body = { customer_id, items: [ITEM], ...EARLY, ...more }
      await refused('POST', '/invoices', body)
      const { due_date } = await given.invoice({ ...body, allow_early_due: true })
      expect(due_date).toBe('2026-11-19')
    })

    test('422: moving either day, and putting a draft', async () => {
      const { id } = await given.invoice({ issue_date: '2026-11-20', due_date: '2026-11-20' })
      await refused('PATCH', `/invoices/${id}`, { due_date: '2026-11-19' })
      await refused('PATCH', `/invoices/${id}`, { issue_date: '2026-11-21' })
      await refused('PUT', `/invoices/${id}`, { ...EARLY, items: [ITEM] })
      const moved = { due_date: '2026-11-19', allow_early_due: true }
      expect((await app.call('PATCH', `/invoices/${id}`, moved)).statusCode).toBe(200)
    })

    test('422: issuing such a draft; its other fields can change', async () => {
      const { id } = await draft()
      expect(
        (await app.call('PATCH', `/invoices/${id}`, { notes: 'x', ...EARLY })).statusCode,
      ).toBe(200)
      await refused('PATCH', `/invoices/${id}`, { status: 'sent' })
      const issued = { status: 'sent', allow_early_due: true }
      expect((await app.call('PATCH', `/invoices/${id}`, issued)).json().status).toBe('sent')
    })

    test('422 or a fault: by CSV, of a recurring invoice and of a quote', async () => {
      const { id: customer_id } = await given.customer({ name: 'Early Bird' })
      const lines = [
        'invoice,customer_name,issue_date,due_date,description,unit_price',
        'a,Early Bird,2026-11-20,2026-11-19,A,5',
        'b,Early Bird,2026-11-20,2026-11-20,B,5',
      ]
      const made = await app.call('POST', '/imports?kind=invoices', Buffer.from(lines.join('\n')), {
        'content-type': 'text/csv',
      })
      await app.services.jobRunner.runDue()
      const records = await app.call('GET', `/imports/${made.json().id}/records`)
      expect(
        records
          .json()
          .data.map(({ status, faults: [fault] }: Json) => [status, fault?.column, fault?.code]),
      ).toEqual([
        ['faulty', 'due_date', 'due_before_issue'],
        ['valid', undefined, undefined],
      ])
      const invoice = { customer_id, items: [ITEM], ...EARLY }
      const schedule = { unit: 'month', start_date: '2027-01-31' }
      const recurring = { name: 'Early', schedule, invoice }
      const quote = await app.call('POST', '/quotes', invoice)
      const repeated = await app.call('POST', '/recurring-invoices', recurring)
      expect([quote.statusCode, repeated.statusCode]).toEqual([422, 422])
    })

    test('a duplicate has new days, so that it is not overdue at once', async () => {
      const { id } = await draft()
      const copy = (await app.call('POST', `/invoices/${id}/duplicate`)).json()
      expect(copy.due_date >= copy.issue_date).toBe(true)
      const issued = await app.call('PATCH', `/invoices/${copy.id}`, { status: 'sent' })
      expect(issued.json()).toMatchObject({ status: 'sent', overdue: false })
    })

    test('200: on the same day, without a due date, or moved by hand to a later day', async () => {
      for (const due_date of ['2026-11-20', null])
        expect((await given.invoice({ ...EARLY, due_date, status: 'sent' })).status).toBe('sent')
    })

    test('the validation warns of it and of a discount that is larger than its amount', async () => {
      const items = [{ ...ITEM, discount: { amount: '200' } }, ITEM]
      const { id } = await draft({ items })
      const path = `/invoices/${id}/validation?profile=en16931`
      const answer = await app.call('GET', path, undefined, { 'accept-language': 'de' })
      expect(answer.json().errors).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ rule: 'BW-DUE-DATE', level: 'warning', pointer: '/due_date' }),
          expect.objectContaining({
            rule: 'BW-DISCOUNT',
            level: 'warning',
            pointer: '/items/0/discount',
            message: 'Der Rabatt ist höher als der Betrag, das Ergebnis ist negativ.',
          }),
        ]),
      )
    })

    test('the validation warns of a discount on an item of the quantity 0', async () => {
      const items = [{ ...ITEM, quantity: '0', discount: { amount: '1' } }, ITEM]
      const { id } = await draft({ items, due_date: null })
      const { errors } = (await app.call('GET', `/invoices/${id}/validation`)).json()
      expect(errors).toContainEqual(
        expect.objectContaining({ rule: 'BW-DISCOUNT', pointer: '/items/0/discount' }),
      )
    })
  })

  describe('POST /invoices', () => {
    test('201: a customer and an item with a description are enough', async () => {
      const customer = await given.customer()
      const response = await app.call('POST', '/invoices', {
        customer_id: customer.id,
        items: [{ description: 'Consulting' }],
      })
      expect(response.statusCode).toBe(201)
      const invoice = response.json()
      expect(response.headers.location).toBe(`/api/v1/invoices/${invoice.id}`)
      expect(response.headers.etag).toMatch(/^"/)
      expect(invoice).toMatchObject({
        id: expect.stringMatching(/^inv_/),
        type: 'invoice',
        number: null,
        status: 'draft',
        overdue: false,
        partially_paid: false,
        customer_id: customer.id,
        customer_name: 'Fernweh Books',
        issue_date: '2026-11-21',
        due_date: '2026-12-21',
        currency: 'EUR',
        language: 'en',
        items: [{ quantity: '1', unit_price: '0.00', unit: null, discount: null, total: '0.00' }],
        totals: { total: '0.00', paid: '0.00', due: '0.00' },
        template: { id: 'minimalist-clean' },
        share_token: null,
        issued_at: null,
      })
      expect(await given.read(invoice.id)).toEqual(invoice)
    })

    test('201: a complete invoice is read back as sent, with exact totals', async () => {
      const { id: customer_id } = await given.customer()
      const body = {
        customer_id,
        issue_date: '2026-11-01',
        due_date: '2026-11-15',
        delivery_date: '2026-10-31',
        period_start: '2026-10-01',
        period_end: '2026-10-31',
        currency: 'USD',
        language: 'de-AT',
        reference: '04011000-1234512345-06',
        order_reference: 'PO 7',
        prices_include_tax: false,
        rounding: 'line',
        terms: 'Net 14 days.',
        notes: 'Thank you.',
        internal_notes: 'Ask Ida.',
        metadata: { crm: '4711' },
      }
      const sent = {
        ...body,
        template: { id: 'professional-modern' },
        items: [{ ...ITEM, details: 'Two rounds', discount: { percent: '10' } }],
        discounts: [{ reason: 'Loyalty', amount: '8.00' }],
        charges: [{ reason: 'Courier', percent: '5' }],
      }
      const response = await app.call('POST', '/invoices', sent)
      expect(response.statusCode, response.body).toBe(201)
      expect(response.json()).toMatchObject({
        ...body,
        template: { id: 'professional-modern' },
        items: [
          {
            ...ITEM,
            details: 'Two rounds',
            discount: { percent: '10' },
            tax: { category: 'S', rate: '19', reason: null },
            total: '108.00',
          },
        ],
        discounts: [{ reason: 'Loyalty', amount: '8.00', tax: { category: 'S', rate: '19' } }],
        charges: [{ reason: 'Courier', percent: '5', amount: '5.40' }],
        totals: {
          subtotal: '108.00',
          discount: '8.00',
          charge: '5.40',
          net: '105.40',
          tax: '20.03',
          total: '125.43',
          due: '125.43',
        },
        taxes: [{ category: 'S', rate: '19', taxable: '105.40', amount: '20.03' }],
      })
    })

    test('201: an inline customer is stored with the invoice', async () => {
      const invoice = await given.invoice({ customer: { name: 'Inline Ltd', notes: 'New.' } })
      const customer = await app.call('GET', `/customers/${invoice.customer_id}`)
      expect(customer.json()).toMatchObject({ name: 'Inline Ltd', notes: 'New.' })
    })

    test.each([
      ['the invoice', { currency: 'ZZZ' }, '/currency'],
      ['an item', { items: [{ description: 'x', quantity: 'two' }] }, '/items/0/quantity'],
      ['the template', { template: { id: 'none' } }, '/template/id'],
      ['the customer', { customer: { name: 'A', email: 'no address' } }, '/customer/email'],
    ])('422: no inline customer is stored when %s is faulty', async (_what, fault, pointer) => {
      const before = await rowCounts(app)
      const body = { customer: { name: 'Lost Ltd' }, items: [ITEM], ...fault }
      const response = await app.call('POST', '/invoices', body)
      expect(response.statusCode).toBe(422)
      expect(response.json().errors).toMatchObject([{ pointer }])
      expect(await rowCounts(app)).toEqual(before)
    })

    test('422: neither customer, nor both', async () => {
      const { id } = await given.customer()
      for (const customers of [{}, { customer_id: id, customer: { name: 'A' } }]) {
        const response = await app.call('POST', '/invoices', { ...customers, items: [ITEM] })
        expect(response.statusCode).toBe(422)
        expect(response.json().errors[0].pointer).toBe('/customer_id')
      }
    })

    test('201: sent issues at once, with a number and frozen copies', async () => {
      const invoice = await given.invoice({ status: 'sent' })
      expect(invoice).toMatchObject({
        status: 'sent',
        number: expect.stringMatching(/^INV-2026-\d{4}$/),
        issued_at: '2026-11-21T09:30:00.000Z',
        template: { id: 'minimalist-clean', version: expect.any(String) },
        totals: { paid: '0.00', due: '142.80' },
      })
    })

    test('201: `paid` issues the invoice and records the payment on the given day', async () => {
      const wish = { paid_at: '2026-11-20', payment_method: 'cash' }
      const invoice = await given.invoice({ status: 'paid', ...wish })
      expect(invoice).toMatchObject({
        status: 'paid',
        number: expect.stringMatching(/^INV-/),
        totals: { total: '142.80', paid: '142.80', due: '0.00' },
      })
      const payments = await app.tables
        .selectFrom('payments')
        .selectAll()
        .where('invoice_id', '=', invoice.id)
        .execute()
      expect(payments).toMatchObject([
        { amount_minor: 14280n, paid_at: '2026-11-20', method: 'cash', automatic: 1n },
      ])
    })

    test('422: an amount that is too large, in words for people', async () => {
      const items = [{ ...ITEM, quantity: '999999999', unit_price: '999999999' }]
      const answer = await app.call('POST', '/invoices', { customer: { name: 'Large' }, items })
      expect([answer.statusCode, answer.json()], answer.body).toMatchObject([
        422,
        {
          code: 'amount_too_large',
          detail: 'An amount is too large to be stored exactly. Lower the quantities or prices.',
        },
      ])
    })

    test('422: an invoice cannot begin void or written off', async () => {
      for (const status of ['void', 'uncollectible', 'overdue']) {
        const body = { customer: { name: 'A' }, items: [ITEM], status }
        expect((await app.call('POST', '/invoices', body)).statusCode).toBe(422)
      }
    })

    test('201: 1000 items are taken, 422: 1001 are not', async () => {
      const items = (count: number) =>
        Array.from({ length: count }, () => ({ description: 'x', unit_price: '0.01' }))
      const invoice = await given.invoice({ items: items(1000) })
      expect(invoice.items).toHaveLength(1000)
      expect(invoice.totals.total).toBe('10.00')
      expect((await given.read(invoice.id)).items).toHaveLength(1000)
      const body = { customer: { name: 'A' }, items: items(1001) }
      const response = await app.call('POST', '/invoices', body)
      expect(response.statusCode).toBe(422)
      expect(response.json().errors).toMatchObject([{ pointer: '/items', code: 'too_many_items' }])
    })
  })

  describe.each(['PUT', 'PATCH'])('%s /invoices/:id', (method) => {
    test('200: the fields it names change, the others stay', async () => {
      const before = await given.invoice({ notes: 'Old', terms: 'Net 30', metadata: { a: 'b' } })
      const response = await app.call(method, `/invoices/${before.id}`, { notes: 'New' })
      expect(response.statusCode).toBe(200)
      const after = response.json()
      expect(after).toEqual({
        ...before,
        notes: 'New',
        version: before.version + 1,
        updated_at: after.updated_at,
      })
    })

    test('200: status, dates, currency, terms, notes and items in one request', async () => {
      const { id } = await given.invoice()
      const edits = {
        issue_date: '2026-11-22',
        due_date: null,
        delivery_date: '2026-11-20',
        currency: 'USD',
        terms: null,
        notes: 'Edited',
      }
      const items = [{ description: 'Other', unit_price: '10' }]
      const response = await app.call(method, `/invoices/${id}`, {
        ...edits,
        items,
        status: 'sent',
      })
      expect(response.statusCode, response.body).toBe(200)
      expect(response.json()).toMatchObject({
        ...edits,
        status: 'sent',
        items: [{ description: 'Other', unit_price: '10.00', total: '10.00' }],
        totals: { total: '10.00' },
      })
    })

    test('200: null clears optional fields', async () => {
      const { id } = await given.invoice({ notes: 'x', terms: 'y', internal_notes: 'z' })
      const cleared = { notes: null, terms: null, internal_notes: null, due_date: null }
      const response = await app.call(method, `/invoices/${id}`, cleared)
      expect(response.json()).toMatchObject(cleared)
    })

    test('200: an item that keeps its id is the same item', async () => {
      const { id, items } = await given.invoice({ items: [ITEM, ITEM] })
      const body = { items: [{ ...ITEM, id: items[1].id }, ITEM] }
      const after = (await app.call(method, `/invoices/${id}`, body)).json()
      expect(after.items[0].id).toBe(items[1].id)
      expect(new Set(after.items.map((item: { id: string }) => item.id)).size).toBe(2)
    })

    test('200: sending the current values creates no new version', async () => {
      const before = await given.invoice({ notes: 'Same' })
      const body = { notes: 'Same', status: 'draft' }
      const response = await app.call(method, `/invoices/${before.id}`, body)
      expect(response.json()).toEqual(before)
    })

    test('422: a faulty field changes nothing of the others', async () => {
      const before = await given.invoice()
      const body = { notes: 'New', items: [{ ...ITEM, unit_price: '-1' }] }
      const response = await app.call(method, `/invoices/${before.id}`, body)
      expect(response.statusCode).toBe(422)
      expect(response.json().errors).toMatchObject([{ pointer: '/items/0/unit_price' }])
      expect(await given.read(before.id)).toEqual(before)
    })

    test('404: an unknown and a malformed id get the same answer', async () => {
      const answers = await Promise.all(
        [MISSING_ID, 'inv_1', 'x'].map((id) => app.call(method, `/invoices/${id}`, { notes: 'x' })),
      )
      for (const answer of answers) expect(answer.statusCode).toBe(404)
      const details = answers.map((answer) => ({ ...answer.json(), request_id: '' }))
      expect(details[1]).toEqual(details[0])
      expect(details[2]).toEqual(details[0])
    })
  })
})
