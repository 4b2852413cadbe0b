import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, type Json } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'

const MISSING_PAYMENT = 'pay_019aa3c1-4a7e-7cc0-8000-5b1f3c2d1e0f'
const TWO_HOURS = { description: 'Consulting', quantity: '2', unit_price: '50.00' }
const UNTAXED = { tax: { category: 'Z', rate: '0' } }

describe.each(ENGINES)('payments (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  beforeAll(async () => {
    app = await startTestApp(engine)
    given = givens(app)
  })
  afterAll(() => app.close())

  /** An issued invoice of 100.00 EUR. */
  const givenInvoice = (body: object = {}): Promise<Json> =>
    given.invoice({ status: 'sent', items: [{ ...TWO_HOURS, ...UNTAXED }], ...body })
  const pay = (id: string, body?: object, headers?: Record<string, string>) =>
    app.call('POST', `/invoices/${id}/payments`, body, headers)
  const list = async (id: string): Promise<Json> =>
    (await app.call('GET', `/invoices/${id}/payments`)).json().data
  const remove = (id: string, payment: string) =>
    app.call('DELETE', `/invoices/${id}/payments/${payment}`)

  describe('POST /invoices/:id/payments', () => {
    test('201: a part leaves the invoice sent, partially paid, and due for the rest', async () => {
      const { id } = await givenInvoice()
      const body = { amount: '40', paid_at: '2026-11-20', method: ' transfer ', reference: 'A 1' }
      const response = await pay(id, { ...body, note: 'First of two.' })
      expect(response.statusCode, response.body).toBe(201)
      const payment = response.json()
      expect(payment).toEqual({
        id: expect.stringMatching(/^pay_/),
        invoice_id: id,
        kind: 'payment',
        amount: '40.00',
        currency: 'EUR',
        paid_at: '2026-11-20',
        method: 'transfer',
        reference: 'A 1',
        source: null,
        note: 'First of two.',
        automatic: false,
        account_entry_id: null,
        discount: '0.00',
        fee: '0.00',
        write_off: '0.00',
        withheld: '0.00',
        received: null,
        reverses_payment_id: null,
        bank_entry_id: null,
        credit_note_id: null,
        created_at: '2026-11-21T09:30:00.000Z',
      })
      expect(response.headers.location).toBe(`/api/v1/invoices/${id}/payments/${payment.id}`)
      const read = await app.call('GET', `/invoices/${id}/payments/${payment.id}`)
      expect(read.json()).toEqual(payment)
      expect(await given.read(id)).toMatchObject({
        status: 'sent',
        partially_paid: true,
        totals: { total: '100.00', paid: '40.00', due: '60.00' },
      })
    })

    test('409: a payment that a provider reports twice is recorded once, even with another invoice or amount', async () => {
      const [first, second] = [await givenInvoice(), await givenInvoice()]
      const told = { amount: '40', source: 'stripe', reference: 'ch_1' }
      const recorded = await pay(first.id, told)
      expect(recorded.json(), recorded.body).toMatchObject({ source: 'stripe' })
      for (const [id, body] of [
        [first.id, { ...told, amount: '60' }],
        [second.id, { ...told, allow_duplicate: true }],
      ] as const) {
        const refused = await pay(id, body)
        expect(refused.statusCode).toBe(409)
        expect(refused.json()).toMatchObject({
          code: 'payment_exists',
          payment_id: recorded.json().id,
        })
      }
      const over = { ...told, amount: '150', overpayment: 'account', reference: 'ch_2' }
      expect((await pay(second.id, over)).json()).toMatchObject({ source: 'stripe' })
      expect((await pay(first.id, over)).json()).toMatchObject({ code: 'payment_exists' })
      const nameless = await pay(first.id, { amount: '1', source: 'stripe' })
      expect(nameless.json().errors).toMatchObject([{ pointer: '/reference', code: 'required' }])
      expect((await app.call('GET', '/payments?method=barter,none')).json().data).toEqual([])
      const { data } = (await app.call('GET', '/payments?source=stripe&sort=created_at')).json()
      expect(data.map(({ reference }: Json) => reference)).toEqual(['ch_1', 'ch_2'])
    })

    test('200: those of one or several methods, page by page', async () => {
      const { id } = await givenInvoice()
      const methods = ['wire', 'card', 'barter', 'wire', 'card', 'wire'] as const
      const made: Json[] = []
      for (const [at, method] of methods.entries()) {
        const response = await pay(id, { amount: `${at + 1}`, method, paid_at: '2026-11-20' })
        expect(response.statusCode, response.body).toBe(201)
        made.push(response.json())
      }
      const idsOf = (...wanted: readonly string[]) =>
        made.filter(({ method }) => wanted.includes(method)).map((it) => it.id)
      const allOf = async (query: string) => {
        const found: Json[] = []
        let cursor = ''
        do {
          const path = `/payments?${query}&sort=created_at&limit=2${cursor && `&cursor=${cursor}`}`
          const { data, next_cursor } = (await app.call('GET', path)).json()
          found.push(...data)
          cursor = next_cursor ?? ''
        } while (cursor !== '')
        return found.map((it) => it.id)
      }
      expect(await allOf('method=wire')).toEqual(idsOf('wire'))
      expect(await allOf('method=barter,wire')).toEqual(idsOf('barter', 'wire'))
      expect((await allOf('method=wire&include=total')).length).toBe(3)
      const page = await app.call('GET', '/payments?method=wire,card&limit=1&include=total')
      expect(page.json().total).toBe(5)
    })

    test.each([
      '',
      'wire,',
      ',',
      'a%0Ab',
      'x'.repeat(61),
      `${'a,'.repeat(50)}a`,
    ])('422: the method %j', async (method) => {
      const response = await app.call('GET', `/payments?method=${method}`)
      expect(response.statusCode).toBe(422)
      expect(response.headers['content-type']).toMatch(/^application\/problem\+json/)
      expect(response.json().errors).toMatchObject([{ pointer: '?method' }])
    })

    test('201: the defaults are the whole amount due and today; the invoice is paid', async () => {
      const { id } = await givenInvoice()
      await pay(id, { amount: '40' })
      const response = await pay(id)
      expect(response.statusCode, response.body).toBe(201)
      expect(response.json()).toMatchObject({ amount: '60.00', paid_at: '2026-11-21' })
      expect(await given.read(id)).toMatchObject({
        status: 'paid',
        partially_paid: false,
        totals: { paid: '100.00', due: '0.00' },
      })
    })

    test('201: discount, fee, write-off and withheld tax settle the invoice beside the amount', async () => {
      const { id, customer_id } = await givenInvoice()
      const parts = { discount: '2.00', fee: '1.50', write_off: '0.03', withheld: '20' }
      const first = await pay(id, { amount: '50', discount: '1' })
      expect(first.json(), first.body).toMatchObject({ amount: '50.00', discount: '1.00' })
      const response = await pay(id, parts)
      expect(response.json(), response.body).toMatchObject({
        amount: '25.47',
        ...parts,
        withheld: '20.00',
      })
      expect(await given.read(id)).toMatchObject({
        status: 'paid',
        totals: { paid: '100.00', due: '0.00' },
      })
      const { data } = (await app.call('GET', `/events?type=payment.recorded&limit=100`)).json()
      const event = data.find((it: Json) => it.data.id === response.json().id)
      expect(event.data).toMatchObject({ ...parts, withheld: '20.00', due: '0.00' })
      const statement = (await app.call('GET', `/customers/${customer_id}/statement`)).json()
      expect(statement.accounts[0].closing_balance).toBe('0.00')
      expect((await remove(id, response.json().id)).statusCode).toBe(204)
      expect(await given.read(id)).toMatchObject({ status: 'sent', totals: { due: '49.00' } })
    })

    test('201: a small difference alone, and what arrived in another currency', async () => {
      const { id } = await givenInvoice()
      const received = { amount: '107.20', currency: 'USD' }
      const paid = await pay(id, { amount: '99.98', received })
      expect(paid.json(), paid.body).toMatchObject({ received })
      const rest = await pay(id, { amount: '0', write_off: '0.02' })
      expect(rest.json(), rest.body).toMatchObject({ amount: '0.00', write_off: '0.02' })
      expect((await given.read(id)).status).toBe('paid')
    })

    test('409: what a payment provider reported is refunded there, not removed here', async () => {
      const { id } = await givenInvoice()
      const source = 'pvd_019aa3f0-6c1e-7b52-9d35-3f1b6a0c8e47'
      const paid = (await pay(id, { amount: '40', source, reference: 'ch_1' })).json()
      const path = `/invoices/${id}/payments/${paid.id}`
      for (const [method, url] of [
        ['DELETE', path],
        ['POST', `${path}/reverse`],
      ] as const) {
        const refused = await app.call(method, url, method === 'POST' ? {} : undefined)
        expect([refused.statusCode, refused.json().code]).toEqual([409, 'payment_of_provider'])
      }
      expect(await list(id)).toHaveLength(1)
    })

    test('201: a credit note asks back what was paid, without the discount', async () => {
      const { id } = await givenInvoice()
      await pay(id, { amount: '98', discount: '2' })
      const note = await app.call('POST', `/invoices/${id}/credit-note`, { status: 'sent' })
      expect(note.json(), note.body).toMatchObject({
        settlement: { set_off: '2.00', refund_due: '98.00' },
      })
    })

    test.each([
      ['a part below zero', { amount: '1', fee: '-1' }, '/fee'],
      ['a part of a refund', { amount: '-1', discount: '1' }, '/amount'],
      ['more than is due with its parts', { amount: '99', fee: '1.01' }, '/amount'],
      [
        'the currency of the invoice as received',
        { received: { amount: '1', currency: 'EUR' } },
        '/received/currency',
      ],
      ['nothing received', { received: { amount: '0', currency: 'USD' } }, '/received/amount'],
    ])('422: %s', async (_what, body, pointer) => {
      const { id } = await givenInvoice()
      const response = await pay(id, body)
      expect(response.statusCode, response.body).toBe(422)
      expect(response.json().errors).toMatchObject([{ pointer }])
      expect(await list(id)).toEqual([])
    })

    test('422: a payment above the amount due, with that amount; nothing is recorded', async () => {
      const { id } = await givenInvoice()
      await pay(id, { amount: '40' })
      const before = await given.read(id)
      const response = await pay(id, { amount: '60.01' })
      expect(response.statusCode).toBe(422)
      expect(response.json()).toMatchObject({
        code: 'overpayment',
        due: '60.00',
        currency: 'EUR',
        errors: [{ pointer: '/amount', code: 'overpayment' }],
      })
      expect(await given.read(id)).toEqual(before)
      expect(await list(id)).toHaveLength(1)
    })

    test.each([
      ['zero', { amount: '0' }, '/amount'],
      ['more digits than the currency has', { amount: '1.001' }, '/amount'],
      ['no number', { amount: 'ten' }, '/amount'],
      ['no day', { paid_at: 'yesterday' }, '/paid_at'],
      ['an unknown field', { ammount: '1' }, '/ammount'],
    ])('422: %s', async (_what, body, pointer) => {
      const { id } = await givenInvoice()
      const response = await pay(id, body)
      expect(response.statusCode).toBe(422)
      expect(response.json().errors).toMatchObject([{ pointer }])
    })

    test('422: a negative amount while nothing was paid too much', async () => {
      const { id } = await givenInvoice()
      expect((await pay(id, { amount: '-1' })).json()).toMatchObject({
        code: 'overpayment',
        params: { reason: 'no_refund' },
        detail: expect.stringContaining('Issue the credit note first'),
      })
    })

    test.each(['draft', 'void', 'uncollectible'])('409: a %s invoice', async (status) => {
      const { id } = await (status === 'draft' ? givenInvoice({ status: 'draft' }) : givenInvoice())
      if (status !== 'draft') await given.put(id, { status })
      const response = await pay(id, { amount: '1' })
      expect(response.statusCode).toBe(409)
      expect(response.json()).toMatchObject({ code: 'invoice_not_payable', status: 409 })
    })

    test('403: a key that may only read', async () => {
      const { id } = await givenInvoice()
      expect((await pay(id, {}, await given.key('read'))).statusCode).toBe(403)
    })

    test('201: a key that may write and not issue', async () => {
      const { id } = await givenInvoice()
      expect((await pay(id, {}, await given.key('write'))).statusCode).toBe(201)
    })

    test('404: no such invoice', async () => {
      expect((await pay('inv_none', {})).statusCode).toBe(404)
    })

    test('412: the invoice was changed since; with its ETag it is 201', async () => {
      const { id } = await givenInvoice()
      const { etag } = (await app.call('GET', `/invoices/${id}`)).headers
      const first = await pay(id, { amount: '10' }, { 'if-match': String(etag) })
      expect(first.statusCode).toBe(201)
      const stale = await pay(id, { amount: '10' }, { 'if-match': String(etag) })
      expect(stale.statusCode).toBe(412)
      expect(first.headers.etag).toBe((await app.call('GET', `/invoices/${id}`)).headers.etag)
    })

    test('two at once cannot pay more than is due', async () => {
      const { id } = await givenInvoice()
      const responses = await Promise.all(
        Array.from({ length: 6 }, () => pay(id, { amount: '30' })),
      )
      const codes = responses.map(({ statusCode }) => statusCode).sort()
      expect(codes).toEqual([201, 201, 201, 422, 422, 422])
      expect((await given.read(id)).totals).toMatchObject({ paid: '90.00', due: '10.00' })
      expect(await list(id)).toHaveLength(3)
    })
  })

  describe('a payment that already exists', () => {
    const BODY = { amount: '30.00', reference: 'ch_3P', paid_at: '2026-11-20' }

    test('409: the same reference, amount and day; with its id, and nothing is recorded', async () => {
      const { id } = await givenInvoice()
      const first = (await pay(id, BODY)).json()
      const again = await pay(id, { ...BODY, amount: 30, reference: ' ch_3P ' })
      expect(again.statusCode, again.body).toBe(409)
      expect(again.json()).toMatchObject({ code: 'payment_exists', payment_id: first.id })
      expect(await list(id)).toHaveLength(1)
    })

    test('201: with `allow_duplicate`', async () => {
      const { id } = await givenInvoice()
      await pay(id, BODY)
      expect((await pay(id, { ...BODY, allow_duplicate: false })).statusCode).toBe(409)
      expect((await pay(id, { ...BODY, allow_duplicate: true })).statusCode).toBe(201)
      expect((await given.read(id)).totals).toMatchObject({ paid: '60.00', due: '40.00' })
    })

    test.each([
      ['reference', { reference: 'ch_3Q' }],
      ['amount', { amount: '30.01' }],
      ['day', { paid_at: '2026-11-21' }],
    ])('201: another %s', async (_what, other) => {
      const { id } = await givenInvoice()
      await pay(id, BODY)
      expect((await pay(id, { ...BODY, ...other })).statusCode).toBe(201)
    })

    test('201: without a reference, and on another invoice', async () => {
      const [one, other] = [await givenInvoice(), await givenInvoice()]
      await pay(one.id, BODY)
      expect((await pay(other.id, BODY)).statusCode).toBe(201)
      for (const reference of [null, '', '  '])
        expect(
          (await pay(one.id, { amount: '1', paid_at: '2026-11-20', reference })).statusCode,
        ).toBe(201)
    })

    test('409: without a day, also on the next one', async () => {
      const { id } = await givenInvoice()
      const { paid_at: _, ...body } = BODY
      await pay(id, body)
      app.clock.set('2026-11-22T09:30:00.000Z')
      const again = await pay(id, body)
      app.clock.set('2026-11-21T09:30:00.000Z')
      expect(again.json()).toMatchObject({ status: 409, code: 'payment_exists' })
    })

    test('409: a repetition on a paid invoice is no over-payment', async () => {
      const { id } = await givenInvoice()
      const body = { amount: '100.00', reference: 'ch_3P' }
      await pay(id, body)
      expect((await pay(id, body)).json()).toMatchObject({ status: 409, code: 'payment_exists' })
      expect((await pay(id, { ...body, allow_duplicate: true })).json().code).toBe('overpayment')
    })

    test('409: the same payment without an amount, again; nothing more is recorded', async () => {
      const { id } = await givenInvoice()
      const first = (await pay(id, { reference: 'ch_3P' })).json()
      const expected = { status: 409, code: 'payment_exists', payment_id: first.id }
      expect((await pay(id, { reference: 'ch_3P' })).json()).toMatchObject(expected)
      await given.creditNote(id, { status: 'sent' })
      expect((await pay(id, { reference: 'ch_3P' })).json()).toMatchObject(expected)
      expect(await list(id)).toHaveLength(1)
    })

    test('201: the rest, with the reference of the part', async () => {
      const { id } = await givenInvoice()
      await pay(id, BODY)
      expect((await pay(id, { reference: 'ch_3P' })).json()).toMatchObject({ amount: '70.00' })
    })

    test('201: after the first was removed', async () => {
      const { id } = await givenInvoice()
      await remove(id, (await pay(id, BODY)).json().id)
      expect((await pay(id, BODY)).statusCode).toBe(201)
    })

    test('eight at once are recorded once', async () => {
      const { id } = await givenInvoice()
      const body = { amount: '5.00', reference: 'ch_8' }
      const answers = await Promise.all(Array.from({ length: 8 }, () => pay(id, body)))
      const made = answers.filter(({ statusCode }) => statusCode === 201)
      expect(made).toHaveLength(1)
      for (const answer of answers.filter((it) => it !== made[0]))
        expect(answer.json()).toMatchObject({
          status: 409,
          code: 'payment_exists',
          payment_id: made[0]?.json().id,
        })
      expect((await given.read(id)).totals.paid).toBe('5.00')
    })

    test('201: the same Idempotency-Key gets the stored answer', async () => {
      const { id } = await givenInvoice()
      const headers = { 'idempotency-key': 'pay-once' }
      const first = await pay(id, BODY, headers)
      const again = await pay(id, BODY, headers)
      expect([again.statusCode, again.body]).toEqual([201, first.body])
      expect((await pay(id, BODY, { 'idempotency-key': 'pay-twice' })).statusCode).toBe(409)
    })
  })

  describe('DELETE /invoices/:id/payments/:payment_id', () => {
    test('204: the amount is due again and the invoice sent', async () => {
      const { id } = await givenInvoice()
      const payment = (await pay(id)).json()
      const response = await remove(id, payment.id)
      expect(response.statusCode).toBe(204)
      expect(await list(id)).toEqual([])
      expect(await given.read(id)).toMatchObject({
        status: 'sent',
        totals: { paid: '0.00', due: '100.00' },
      })
      expect((await given.put(id, { status: 'void' })).status).toBe('void')
    })

    test('404: a payment of another invoice, or an unknown one', async () => {
      const [one, other] = [await givenInvoice(), await givenInvoice()]
      const payment = (await pay(one.id)).json()
      for (const path of [payment.id, MISSING_PAYMENT, 'x']) {
        const response = await remove(other.id, path)
        expect(response.statusCode).toBe(404)
        expect(response.json().code).toBe('payment_not_found')
      }
      expect((await given.read(one.id)).status).toBe('paid')
    })

    test('409: of an uncollectible invoice', async () => {
      const { id } = await givenInvoice()
      const payment = (await pay(id, { amount: '1' })).json()
      await given.put(id, { status: 'uncollectible' })
      expect((await remove(id, payment.id)).statusCode).toBe(409)
    })

    test('one at once is removed once', async () => {
      const { id } = await givenInvoice()
      const payment = (await pay(id, { amount: '30' })).json()
      const responses = await Promise.all([remove(id, payment.id), remove(id, payment.id)])
      expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([204, 404])
      expect((await given.read(id)).totals.paid).toBe('0.00')
    })
  })

  describe('GET /invoices/:id/payments', () => {
    test('by day, page by page, with their count', async () => {
      const { id } = await givenInvoice()
      for (const paid_at of ['2026-11-03', '2026-11-01', '2026-11-02'])
        await pay(id, { amount: '1', paid_at })
      const path = `/invoices/${id}/payments?limit=2&include=total`
      const first = (await app.call('GET', path)).json()
      expect(first).toMatchObject({ has_more: true, total: 3 })
      expect(first.data.map((it: Json) => it.paid_at)).toEqual(['2026-11-01', '2026-11-02'])
      const second = (await app.call('GET', `${path}&cursor=${first.next_cursor}`)).json()
      expect(second).toMatchObject({ has_more: false, data: [{ paid_at: '2026-11-03' }] })
    })

    test('shows the payment that the status paid made', async () => {
      const { id } = await givenInvoice()
      await pay(id, { amount: '25' })
      await given.put(id, { status: 'paid', paid_at: '2026-11-21', payment_method: 'cash' })
      expect(await list(id)).toMatchObject([
        { amount: '25.00', automatic: false },
        { amount: '75.00', automatic: true, method: 'cash' },
      ])
    })
  })

  describe('the status', () => {
    test('200: paid → sent deletes the automatic payment', async () => {
      const { id } = await givenInvoice({ status: 'paid' })
      expect(await given.put(id, { status: 'sent' })).toMatchObject({ totals: { due: '100.00' } })
      expect(await list(id)).toEqual([])
    })

    test('409: paid → sent after a payment by a person', async () => {
      const { id } = await givenInvoice()
      await pay(id)
      const response = await app.call('PUT', `/invoices/${id}`, { status: 'sent' })
      expect(response.statusCode).toBe(409)
      expect(response.json().code).toBe('invoice_has_payments')
      expect(await list(id)).toHaveLength(1)
    })
  })

  test('lists and filters show amount due, partially paid and overdue', async () => {
    const customer_id = (await given.customer()).id
    const dates = { issue_date: '2026-10-01', due_date: '2026-10-15' }
    const open = await givenInvoice({ customer_id, ...dates })
    const part = await givenInvoice({ customer_id, ...dates })
    const paid = await givenInvoice({ customer_id, ...dates })
    await pay(part.id, { amount: '10' })
    await pay(paid.id)
    const ids = async (filter: string) => {
      const path = `/invoices?customer_id=${customer_id}&${filter}`
      return (await app.call('GET', path))
        .json()
        .data.map((it: Json) => it.id)
        .sort()
    }
    expect(await ids('partially_paid=true')).toEqual([part.id])
    expect(await ids('partially_paid=false')).toEqual([open.id, paid.id].sort())
    expect(await ids('overdue=true')).toEqual([open.id, part.id].sort())
    expect(await ids('status=paid')).toEqual([paid.id])
    const entries = (await app.call('GET', `/invoices?customer_id=${customer_id}`)).json().data
    const entry = entries.find((it: Json) => it.id === part.id)
    expect(entry).toMatchObject({ due: '90.00', partially_paid: true, overdue: true })
  })

  describe('POST /invoices/:id/payments/:payment_id/reverse', () => {
    const reverse = (id: string, payment: string, body?: object) =>
      app.call('POST', `/invoices/${id}/payments/${payment}/reverse`, body)

    test('201: the invoice is due again, with what was not paid in money', async () => {
      const { id, customer_id } = await givenInvoice()
      const { id: paid } = (await pay(id, { amount: '98', discount: '2' })).json()
      expect((await given.read(id)).status).toBe('paid')
      const response = await reverse(id, paid, { paid_at: '2026-11-21', note: 'No cover' })
      expect(response.statusCode, response.body).toBe(201)
      expect(response.json()).toMatchObject({
        amount: '-98.00',
        discount: '-2.00',
        reverses_payment_id: paid,
        note: 'No cover',
      })
      expect(await given.read(id)).toMatchObject({ status: 'sent', totals: { due: '100.00' } })
      const { data } = (await app.call('GET', '/events?type=payment.reversed&limit=100')).json()
      expect(data.map((it: Json) => it.data.id)).toContain(response.json().id)
      const statement = (await app.call('GET', `/customers/${customer_id}/statement`)).json()
      expect(statement.accounts[0].closing_balance).toBe('100.00')
    })

    test('409: twice, and what is no receipt; its payment stays', async () => {
      const { id } = await givenInvoice()
      const { id: paid } = (await pay(id, { amount: '40' })).json()
      const { id: reversal } = (await reverse(id, paid)).json()
      for (const [payment, code] of [
        [paid, 'payment_reversed'],
        [reversal, 'payment_not_reversible'],
      ] as const)
        expect((await reverse(id, payment)).json()).toMatchObject({ status: 409, code })
      expect((await remove(id, paid)).json()).toMatchObject({
        status: 409,
        code: 'payment_reversed',
        payment_id: reversal,
      })
      expect((await remove(id, reversal)).statusCode).toBe(204)
      expect((await remove(id, paid)).statusCode).toBe(204)
      expect((await reverse(id, MISSING_PAYMENT)).statusCode).toBe(404)
    })
  })
})
