import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, type Json } from '../../../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../../../test/harness.ts'
import { transaction } from '../../../../core/record/transaction.ts'
import { noteMail } from '../../note.ts'

const TAX = { category: 'S', rate: '19' }
const HOURS = {
  description: 'Consulting',
  quantity: '3',
  unit: 'HUR',
  unit_price: '33.35',
  tax: TAX,
}
const TRAVEL = { description: 'Travel', unit_price: '10', tax: { category: 'S', rate: '7' } }

describe.each(ENGINES)('credit notes (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  beforeAll(async () => {
    app = await startTestApp(engine)
    given = givens(app)
  })
  afterAll(() => app.close())

  /** An issued invoice: 100.05 at 19 % and 10.00 at 7 %, 129.76 in all. */
  const givenInvoice = (body: object = {}): Promise<Json> =>
    given.invoice({ status: 'sent', items: [HOURS, TRAVEL], ...body })
  const credit = (id: string, body?: object, headers?: Record<string, string>) =>
    app.call('POST', `/invoices/${id}/credit-note`, body, headers)
  const givenCredit = async (id: string, body: object = {}): Promise<Json> => {
    const response = await credit(id, body)
    expect(response.statusCode, response.body).toBe(201)
    return response.json()
  }
  const change = (id: string, body: object) => app.call('PUT', `/invoices/${id}`, body)

  describe('POST /invoices with type credit_note', () => {
    const ELSEWHERE = {
      type: 'credit_note',
      preceding: [{ number: 'OLD-7', issue_date: '2026-01-31' }],
      items: [HOURS],
    }

    test('201: it corrects an invoice made elsewhere, and is changed, issued and voided', async () => {
      const draft = await given.invoice(ELSEWHERE)
      expect(draft).toMatchObject({ type: 'credit_note', corrects: null, due_date: null })
      const longer = await given.put(draft.id, { items: [{ ...HOURS, quantity: '4' }] })
      expect(longer.totals).toMatchObject({ net: '133.40', due: '0.00' })
      const note = await given.put(draft.id, { status: 'sent' })
      expect(note).toMatchObject({ number: expect.stringMatching(/^CN-/), totals: { due: '0.00' } })
      const html = (await app.call('GET', `/invoices/${note.id}/html`)).body
      expect(html).toContain('OLD-7')
      const statement = await app.call('GET', `/customers/${note.customer_id}/statement`)
      expect(statement.body).not.toContain(note.number)
      expect((await given.put(note.id, { status: 'void' })).status).toBe('void')
    })

    test('201: it offers no discount for early payment', async () => {
      await given.settings({ earlyPayment: [{ percent: '2', days: 10 }] })
      expect(await given.invoice(ELSEWHERE)).toMatchObject({ early_payment: [] })
      await given.settings({ earlyPayment: null })
    })

    test('409: a credit note takes no payments', async () => {
      const { statusCode, body } = await app.call('POST', '/invoices', {
        ...ELSEWHERE,
        customer: { name: 'Fernweh Books' },
        status: 'paid',
      })
      expect(statusCode, body).toBe(409)
    })
  })

  describe('POST /invoices/:id/credit-note', () => {
    test('201: the draft of the whole, and the invoice is due as before', async () => {
      const invoice = await givenInvoice({ reference: 'R 1', order_reference: 'PO 7' })
      const response = await credit(invoice.id)
      expect(response.statusCode, response.body).toBe(201)
      const note = response.json()
      expect(response.headers.location).toBe(`/api/v1/invoices/${note.id}`)
      expect(note).toMatchObject({
        type: 'credit_note',
        number: null,
        status: 'draft',
        corrects: { id: invoice.id, number: invoice.number, issue_date: '2026-11-21' },
        customer_id: invoice.customer_id,
        issue_date: '2026-11-21',
        due_date: null,
        reference: 'R 1',
        order_reference: 'PO 7',
        overdue: false,
        taxes: invoice.taxes,
        totals: { ...invoice.totals, due: '0.00' },
        credit_notes: [],
      })
      expect(await given.read(note.id)).toEqual(note)
      const { totals, credit_notes } = await given.read(invoice.id)
      expect(totals).toEqual(invoice.totals)
      expect(credit_notes).toEqual([
        { id: note.id, number: null, status: 'draft', issue_date: '2026-11-21', total: '129.76' },
      ])
    })

    test('201: that its invoice was sent says nothing about it', async () => {
      const invoice = await givenInvoice()
      await transaction(app.work(), (work) =>
        noteMail(work, invoice.id, { status: 'sent', at: work.at }),
      )
      expect((await givenCredit(invoice.id)).mail).toBeNull()
    })

    test('201: part of an item, with reason and notes; issued it lowers what is due', async () => {
      const invoice = await givenInvoice()
      const note = await givenCredit(invoice.id, {
        items: [{ id: invoice.items[0].id, quantity: '1' }],
        reason: 'Returned.',
        notes: 'Sorry.',
        status: 'sent',
      })
      expect(note).toMatchObject({
        status: 'sent',
        number: expect.stringMatching(/^CN-/),
        items: [{ description: 'Consulting', quantity: '1', total: '33.35' }],
        notes: 'Returned.\n\nSorry.',
        totals: { net: '33.35', tax: '6.34', total: '39.69', due: '0.00' },
      })
      expect(await given.read(invoice.id)).toMatchObject({
        status: 'sent',
        partially_paid: false,
        totals: { total: '129.76', credited: '39.69', due: '90.07' },
        credit_notes: [{ id: note.id, number: note.number, status: 'sent', total: '39.69' }],
      })
      const plain = await given.invoice({ status: 'sent' })
      expect(plain.number).toMatch(/^INV-/)
    })

    test('201: three thirds are the whole to the cent', async () => {
      const invoice = await givenInvoice({ items: [HOURS], charges: [{ amount: '10' }] })
      const third = { items: [{ id: invoice.items[0].id, quantity: 1 }], status: 'sent' }
      const notes = [
        await givenCredit(invoice.id, third),
        await givenCredit(invoice.id, third),
        await givenCredit(invoice.id, { status: 'sent' }),
      ]
      const cents = (text: string) => Math.round(Number(text) * 100)
      const sum = (name: string) => notes.reduce((all, it) => all + cents(it.totals[name]), 0)
      for (const name of ['subtotal', 'charge', 'net', 'tax', 'total'])
        expect(sum(name)).toBe(cents(invoice.totals[name]))
      expect(await given.read(invoice.id)).toMatchObject({
        status: 'sent',
        overdue: false,
        totals: { credited: invoice.totals.total, due: '0.00' },
      })
    })

    test('201: an amount of an item', async () => {
      const invoice = await givenInvoice()
      const note = await givenCredit(invoice.id, {
        items: [{ id: invoice.items[0].id, amount: '20.00' }],
      })
      expect(note.items).toMatchObject([{ quantity: '1', unit_price: '20.00', total: '20.00' }])
      expect(note.totals.total).toBe('23.80')
    })

    test('422: a credit above the rest, including drafts, with the rest', async () => {
      const invoice = await givenInvoice()
      const [hours, travel] = invoice.items
      await givenCredit(invoice.id, { items: [{ id: hours.id, quantity: '2' }] })
      const response = await credit(invoice.id, { items: [{ id: hours.id, quantity: '1.5' }] })
      expect(response.statusCode).toBe(422)
      expect(response.json()).toMatchObject({
        code: 'overcredit',
        left: {
          total: '50.39',
          items: [
            { id: hours.id, quantity: '1', amount: '33.35' },
            { id: travel.id, quantity: '1', amount: '10.00' },
          ],
        },
      })
      const rest = await givenCredit(invoice.id)
      expect(rest.totals.total).toBe('50.39')
      expect((await credit(invoice.id)).json()).toMatchObject({ code: 'overcredit' })
    })

    test.each([
      ['an unknown item', [{ id: 'itm_none' }], '/items/0/id'],
      ['no quantity', [{ id: 0, quantity: '0' }], '/items/0/quantity'],
      ['a negative quantity', [{ id: 0, quantity: '-1' }], '/items/0/quantity'],
      ['an amount too precise', [{ id: 0, amount: '1.001' }], '/items/0/amount'],
      ['quantity and amount', [{ id: 0, amount: '1', quantity: '1' }], '/items/0'],
      ['an item twice', [{ id: 0 }, { id: 0 }], '/items/1/id'],
      ['no items', [], '/items'],
    ])('422: %s', async (_what, items, pointer) => {
      const invoice = await givenInvoice()
      const named = items.map((it) => ({ ...it, id: invoice.items[Number(it.id)]?.id ?? it.id }))
      const response = await credit(invoice.id, { items: named })
      expect(response.statusCode).toBe(422)
      expect(response.json().errors).toMatchObject([{ pointer }])
    })

    test('422: dated before the invoice', async () => {
      const invoice = await givenInvoice()
      const response = await credit(invoice.id, { issue_date: '2026-11-20' })
      expect(response.json().errors).toMatchObject([{ pointer: '/issue_date' }])
    })

    test.each(['draft', 'void', 'uncollectible'])('409: a %s invoice', async (status) => {
      const invoice = await givenInvoice(status === 'draft' ? { status } : {})
      if (status !== 'draft') await given.put(invoice.id, { status })
      const response = await credit(invoice.id)
      expect(response.statusCode).toBe(409)
      expect(response.json().code).toBe('invoice_not_creditable')
    })

    test('409: of a credit note', async () => {
      const note = await givenCredit((await givenInvoice()).id, { status: 'sent' })
      expect((await credit(note.id)).statusCode).toBe(409)
    })

    test('403: issued at once by a key that may not issue; the draft is 201', async () => {
      const { id } = await givenInvoice()
      const headers = await given.key('read', 'write')
      expect((await credit(id, { status: 'sent' }, headers)).statusCode).toBe(403)
      expect((await given.read(id)).credit_notes).toEqual([])
      expect((await credit(id, {}, headers)).statusCode).toBe(201)
    })

    test('412: the invoice was changed since it was read', async () => {
      const { id } = await givenInvoice()
      expect((await credit(id, {}, { 'if-match': '"old"' })).statusCode).toBe(412)
    })

    test('many at once never credit more than was invoiced', async () => {
      const invoice = await givenInvoice()
      const body = { items: [{ id: invoice.items[0].id, quantity: '1' }], status: 'sent' }
      const responses = await Promise.all(Array.from({ length: 5 }, () => credit(invoice.id, body)))
      const codes = responses.map(({ statusCode }) => statusCode).sort()
      expect(codes).toEqual([201, 201, 201, 422, 422])
      expect((await given.read(invoice.id)).totals.due).toBe('10.70')
    })
  })

  describe('issuing and voiding', () => {
    test('drafts that are issued together credit the rest at that time', async () => {
      const invoice = await givenInvoice({ items: [{ ...HOURS, unit_price: '0.335' }] })
      const third = { items: [{ id: invoice.items[0].id, quantity: '1' }] }
      const [a, b] = [await givenCredit(invoice.id, third), await givenCredit(invoice.id, third)]
      expect([a.totals.net, b.totals.net]).toEqual(['0.34', '0.33'])
      await app.call('DELETE', `/invoices/${a.id}`)
      expect((await given.put(b.id, { status: 'sent' })).totals.net).toBe('0.34')
    })

    test('voiding gives the credit back', async () => {
      const invoice = await givenInvoice()
      const note = await givenCredit(invoice.id, { status: 'sent' })
      expect((await given.put(note.id, { status: 'void' })).status).toBe('void')
      const after = await given.read(invoice.id)
      expect(after.totals).toEqual(invoice.totals)
      expect(after.credit_notes).toMatchObject([{ status: 'void' }])
      const again = await givenCredit(invoice.id, { status: 'sent' })
      expect(again.totals.total).toBe('129.76')
    })

    test('409: voiding an invoice that is credited', async () => {
      const invoice = await givenInvoice()
      await givenCredit(invoice.id, { status: 'sent' })
      const response = await change(invoice.id, { status: 'void' })
      expect(response.statusCode).toBe(409)
      expect(response.json().code).toBe('invoice_has_credits')
    })

    test('409: issuing for an invoice that was voided since', async () => {
      const invoice = await givenInvoice()
      const note = await givenCredit(invoice.id)
      await given.put(invoice.id, { status: 'void' })
      expect((await change(note.id, { status: 'sent' })).json().code).toBe('invoice_not_creditable')
      expect((await given.read(note.id)).status).toBe('draft')
    })

    test.each(['paid', 'uncollectible'])('409: a credit note cannot become %s', async (status) => {
      const note = await givenCredit((await givenInvoice()).id, { status: 'sent' })
      const response = await change(note.id, { status })
      expect(response.json()).toMatchObject({ code: 'invalid_transition', allowed: ['void'] })
    })
  })

  describe('with payments', () => {
    test('paid in part and credited for the rest is paid', async () => {
      const invoice = await givenInvoice()
      await app.call('POST', `/invoices/${invoice.id}/payments`, { amount: '119.06' })
      await givenCredit(invoice.id, { items: [{ id: invoice.items[1].id }], status: 'sent' })
      expect(await given.read(invoice.id)).toMatchObject({
        status: 'paid',
        totals: { due: '0.00' },
      })
    })

    test('crediting a paid invoice leaves a refund due', async () => {
      const invoice = await givenInvoice({ status: 'paid' })
      const note = await givenCredit(invoice.id, {
        items: [{ id: invoice.items[1].id }],
        status: 'sent',
      })
      expect(await given.read(invoice.id)).toMatchObject({
        status: 'paid',
        totals: { paid: '129.76', credited: '10.70', due: '-10.70' },
      })
      const payments = `/invoices/${invoice.id}/payments`
      const tooMuch = await app.call('POST', payments, { amount: '-10.71' })
      expect(tooMuch.json()).toMatchObject({ code: 'overpayment', due: '-10.70' })
      const back = await app.call('POST', payments)
      expect(back.json()).toMatchObject({ amount: '-10.70' })
      expect(await given.read(invoice.id)).toMatchObject({
        status: 'paid',
        totals: { paid: '119.06', due: '0.00' },
      })
      expect(note.totals.total).toBe('10.70')
    })

    test('409: a payment on a credit note', async () => {
      const note = await givenCredit((await givenInvoice()).id, { status: 'sent' })
      const response = await app.call('POST', `/invoices/${note.id}/payments`, { amount: '1' })
      expect(response.json().code).toBe('invoice_not_payable')
    })
  })

  describe('a draft', () => {
    test('200: shows the seller and buyer that issuing will fix, not those of the invoice', async () => {
      const invoice = await given.invoice({ status: 'sent' })
      const path = `/invoices/${invoice.id}/credit-note`
      const note = (await app.call('POST', path, {})).json()
      const before = (await app.call('GET', '/settings')).json()
      await given.settings({ companyName: 'New Name' })
      await app.call('PATCH', `/customers/${invoice.customer_id}`, { name: 'New Buyer' })
      const parties = { seller: { name: 'New Name' }, customer: { name: 'New Buyer' } }
      expect((await app.call('GET', `/invoices/${note.id}`)).json()).toMatchObject(parties)
      const issued = await app.call('PATCH', `/invoices/${note.id}`, { status: 'sent' })
      expect(issued.json()).toMatchObject(parties)
      await given.settings({ companyName: before.companyName })
    })

    test('200: texts and dates change, and its figures stay', async () => {
      const note = await givenCredit((await givenInvoice()).id)
      const after = await given.put(note.id, { notes: 'New.', issue_date: '2026-11-25' })
      expect(after).toMatchObject({ notes: 'New.', issue_date: '2026-11-25', totals: note.totals })
      expect(after.items).toEqual(note.items)
    })

    test('409: its items come from the invoice', async () => {
      const note = await givenCredit((await givenInvoice()).id)
      const response = await change(note.id, { items: [HOURS], currency: 'USD' })
      expect(response.json()).toMatchObject({
        code: 'credit_note_fixed',
        fields: ['currency', 'items'],
      })
    })

    test('200: it keeps the taxes of the invoice when their preset changes', async () => {
      const presetOf = (rate: string, label: string) => ({
        taxPresets: [{ key: 'normal', name: 'Normal', category: 'S', label, rates: [{ rate }] }],
      })
      await given.settings(presetOf('19', 'VAT'))
      const tax = { preset: 'normal' }
      const charges = [{ amount: '5.00', reason: 'Freight', tax }]
      const items = [{ ...HOURS, tax }]
      const note = await givenCredit((await givenInvoice({ items, charges })).id)
      await given.settings(presetOf('21', 'Tax'))
      const path = `/invoices/${note.id}`
      const patched: Json = (await app.call('PATCH', path, { notes: 'New.' })).json()
      expect(patched).toMatchObject({ notes: 'New.', items: note.items, taxes: note.taxes })
      const sentBack = await app.call('PUT', path, { ...patched, notes: 'Newer.' })
      expect(sentBack.json()).toMatchObject({ notes: 'Newer.', items: note.items })
      const other = [{ ...note.items[0], tax: { preset: 'normal' } }]
      expect((await app.call('PATCH', path, { items: other })).json()).toMatchObject({
        code: 'credit_note_fixed',
      })
      await given.settings({ taxPresets: null })
    })

    test('409: it cannot be duplicated', async () => {
      const note = await givenCredit((await givenInvoice()).id)
      const response = await app.call('POST', `/invoices/${note.id}/duplicate`)
      expect(response.json().code).toBe('credit_note_not_duplicable')
    })

    test('204: it is deleted, and the invoice may be credited again', async () => {
      const invoice = await givenInvoice()
      const note = await givenCredit(invoice.id)
      expect((await app.call('DELETE', `/invoices/${note.id}`)).statusCode).toBe(204)
      expect((await givenCredit(invoice.id)).totals.total).toBe('129.76')
    })
  })

  test('409: a credit note with an external id is made once, also at the same time', async () => {
    const invoice = await givenInvoice()
    const external_ids = [{ system: 'shop', id: `return-${engine}` }]
    const body = { items: [{ id: invoice.items[1].id }], status: 'sent', external_ids }
    const both = await Promise.all([credit(invoice.id, body), credit(invoice.id, body)])
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409])
    const [made, refused] = both.toSorted((a, b) => a.statusCode - b.statusCode)
    expect(made?.json()).toMatchObject({ external_ids, status: 'sent' })
    expect(refused?.json()).toMatchObject({
      code: 'external_id_taken',
      resource_id: made?.json().id,
    })
    const again = await credit(invoice.id, { ...body, items: [{ id: invoice.items[0].id }] })
    expect(again.json()).toMatchObject({ code: 'external_id_taken' })
    const found = await app.call('GET', `/invoices?external_id=shop:return-${engine}`)
    expect(found.json().data).toMatchObject([{ id: made?.json().id }])
    const other = await givenInvoice({ metadata: { a: 'of the invoice' } })
    const note = await givenCredit(other.id, { metadata: { b: 'own' } })
    expect(note.metadata).toEqual({ b: 'own' })
    const third = await givenInvoice()
    const faulty = await credit(third.id, { external_ids: [{ system: 'a:b', id: '1' }] })
    expect(faulty.json()).toMatchObject({ errors: [{ pointer: '/external_ids/0/system' }] })
  })

  test('lists distinguish credit notes, with nothing due', async () => {
    const customer_id = (await given.customer()).id
    const dates = { issue_date: '2026-10-01', due_date: '2026-10-15' }
    const invoice = await givenInvoice({ customer_id, ...dates })
    const note = await givenCredit(invoice.id, { status: 'sent' })
    const list = async (filter: string) =>
      (await app.call('GET', `/invoices?customer_id=${customer_id}&${filter}`)).json().data
    expect(await list('type=credit_note')).toMatchObject([
      { id: note.id, type: 'credit_note', total: '129.76', due: '0.00', overdue: false },
    ])
    expect(await list('type=invoice')).toMatchObject([{ id: invoice.id, due: '0.00' }])
    expect(await list('overdue=true')).toEqual([])
  })

  test('the document is titled a credit note and names the invoice', async () => {
    const invoice = await givenInvoice()
    const note = await givenCredit(invoice.id, { status: 'sent' })
    const html = (await app.call('GET', `/invoices/${note.id}/html`)).body
    expect(html).toContain('Credit note')
    expect(html).toContain(invoice.number)
    const credited = (await app.call('GET', `/invoices/${invoice.id}/html`)).body
    expect(credited).toContain('Credited')
  })
})
