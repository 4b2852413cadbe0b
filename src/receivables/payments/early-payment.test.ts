import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, type Json } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'

/* Figures of discounts for early payment, in the folder beside the repository, if it exists. */

const FILE = join(import.meta.dirname, '../../../../shared/books/vectors/arithmetic.json')
const hasFile = existsSync(FILE)
const documents: readonly Json[] = hasFile
  ? JSON.parse(readFileSync(FILE, 'utf8')).documents.filter(
      ({ document }: Json) => document.early_payment !== undefined,
    )
  : []
const TWO_STEPS = [
  { percent: '3', days: 7 },
  { percent: '2', days: 14 },
]
const HUNDRED = { description: 'Consulting', quantity: '1', unit_price: '100.00' }
const UNTAXED = { tax: { category: 'Z', rate: '0' } }

describe.each(ENGINES)('discounts for early payment (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  beforeAll(async () => {
    app = await startTestApp(engine)
    given = givens(app)
  })
  afterAll(() => app.close())

  const givenInvoice = (body: object = {}): Promise<Json> =>
    given.invoice({
      ...{ status: 'sent', issue_date: '2026-11-02', items: [{ ...HUNDRED, ...UNTAXED }] },
      ...body,
    })
  const pay = (id: string, body: object) => app.call('POST', `/invoices/${id}/payments`, body)

  test('201: an invoice answers the last day, the discount and what is left to pay', async () => {
    const invoice = await givenInvoice({ early_payment: TWO_STEPS })
    expect(invoice.early_payment).toEqual([
      { percent: '3', days: 7, until: '2026-11-09', discount: '3.00', payable: '97.00' },
      { percent: '2', days: 14, until: '2026-11-16', discount: '2.00', payable: '98.00' },
    ])
    const same = await app.call('PUT', `/invoices/${invoice.id}`, invoice)
    expect(same.statusCode, same.body).toBe(200)
  })

  test('409: issuing locks it; a credit note has none, a duplicate the same', async () => {
    const { id } = await givenInvoice({ early_payment: TWO_STEPS })
    const refused = (await app.call('PATCH', `/invoices/${id}`, { early_payment: [] })).json()
    expect(refused).toMatchObject({ code: 'invoice_locked', fields: ['early_payment'] })
    expect((await given.creditNote(id)).early_payment).toEqual([])
    const copy = (await app.call('POST', `/invoices/${id}/duplicate`)).json()
    expect(copy.early_payment).toMatchObject(TWO_STEPS)
  })

  test('201: a new document offers those of the customer, else of the settings', async () => {
    const [, second] = TWO_STEPS
    const offered = async (customer: object, body: object = {}): Promise<Json> => {
      const { id } = await given.customer(customer)
      const invoice = await given.invoice({ customer: undefined, customer_id: id, ...body })
      return invoice.early_payment.map(({ percent, days }: Json) => ({ percent, days }))
    }
    expect(await offered({})).toEqual([])
    await given.settings({ earlyPayment: [second] })
    expect(await offered({})).toEqual([second])
    expect(await offered({ early_payment: TWO_STEPS })).toEqual(TWO_STEPS)
    expect(await offered({ early_payment: [] })).toEqual([])
    expect(await offered({}, { early_payment: [] })).toEqual([])
    const { id } = await given.customer({ early_payment: [] })
    const path = `/customers/${id}`
    expect((await app.call('GET', path)).json().early_payment).toEqual([])
    const asSettings = await app.call('PATCH', path, { early_payment: null })
    expect(asSettings.json().early_payment).toBeNull()
    await given.settings({ earlyPayment: [] })
  })

  test.each([
    [
      'the settings',
      'PUT',
      '/settings',
      { earlyPayment: [{ days: 5 }] },
      '/earlyPayment/0/percent',
    ],
    [
      'a customer',
      'POST',
      '/customers',
      { early_payment: [{ percent: '2' }] },
      '/early_payment/0/days',
    ],
  ])('422: %s offer without days or a percent', async (_, method, path, body, pointer) => {
    const answer = await app.call(method, path, { name: 'A', ...body })
    expect(answer.statusCode, answer.body).toBe(422)
    expect(answer.json().errors.map((it: Json) => it.pointer)).toContain(pointer)
  })

  test('201: a quote answers no day, and its invoice has the discount', async () => {
    const customer_id = (await given.customer()).id
    const quote = await app.call('POST', '/quotes', {
      ...{ customer_id, items: [{ ...HUNDRED, ...UNTAXED }], early_payment: TWO_STEPS.slice(1) },
    })
    expect(quote.json().early_payment).toEqual([
      { percent: '2', days: 14, until: null, discount: '2.00', payable: '98.00' },
    ])
  })

  test.each<[string, object[], string]>([
    ['without days', [{ percent: '2' }], '/early_payment/0/days'],
    ['of nothing', [{ percent: '0', days: 3 }], '/early_payment/0/percent'],
    ['of everything', [{ percent: '100', days: 3 }], '/early_payment/0/percent'],
    ['with fewer days later', TWO_STEPS.toReversed(), '/early_payment/1'],
    ['in three steps', [...TWO_STEPS, { percent: '1', days: 30 }], '/early_payment'],
  ])('422: a discount %s', async (_, early_payment, pointer) => {
    const items = [HUNDRED]
    const answer = await app.call('POST', '/invoices', {
      customer: { name: 'A' },
      items,
      early_payment,
    })
    expect(answer.statusCode, answer.body).toBe(422)
    expect(answer.json().errors.map((it: Json) => it.pointer)).toContain(pointer)
  })

  test.each([
    ['the last day of the first', '2026-11-09', '97.00', '3.00'],
    ['the day after it', '2026-11-10', '98.00', '2.00'],
    ['the last day', '2026-11-16', '98.00', '2.00'],
  ])('201: on %s', async (_, paid_at, amount, discount) => {
    const { id } = await givenInvoice({ early_payment: TWO_STEPS })
    const paid = await pay(id, { discount: 'auto', paid_at })
    expect(paid.json()).toMatchObject({ amount, discount })
    expect((await given.read(id)).status).toBe('paid')
  })

  test('422: after the last day nothing is computed; a figure is taken', async () => {
    const { id } = await givenInvoice({ early_payment: TWO_STEPS })
    const late = await pay(id, { discount: 'auto', paid_at: '2026-11-17' })
    expect([late.statusCode, late.json().code]).toEqual([422, 'discount_not_allowed'])
    expect((await given.read(id)).totals.paid).toBe('0.00')
    const paid = await pay(id, { amount: '98.00', discount: '2.00', paid_at: '2026-11-17' })
    expect(paid.statusCode, paid.body).toBe(201)
    const { id: plain } = await givenInvoice()
    expect((await pay(plain, { discount: 'auto' })).json().code).toBe('discount_not_allowed')
  })

  test('201: a part gets its share, the rest the rest; a returned payment gives it back', async () => {
    const { id } = await givenInvoice({ early_payment: TWO_STEPS })
    const paid_at = '2026-11-12'
    const first = (await pay(id, { amount: '49', discount: 'auto', paid_at })).json()
    expect(first).toMatchObject({ amount: '49.00', discount: '1.00' })
    await app.call('POST', `/invoices/${id}/payments/${first.id}/reverse`, {})
    await pay(id, { amount: '98.50', discount: '0', paid_at })
    // No more than is due.
    const last = (await pay(id, { discount: 'auto', paid_at })).json()
    expect(last).toMatchObject({ amount: '0.00', discount: '1.50' })
    expect((await given.read(id)).status).toBe('paid')
  })

  test('the message names the discount while its time is not over, and a quote its days', async () => {
    const textOf = async (path: string): Promise<string> => {
      const preview = await app.call('POST', `${path}/send/preview`, {})
      return preview.json().text.replaceAll('\u00a0', ' ')
    }
    const customer = { name: 'Fernweh Books', email: 'desk@fernweh.example' }
    const { id, customer_id } = await givenInvoice({
      ...{ customer, language: 'en', issue_date: '2026-11-10', early_payment: TWO_STEPS },
    })
    const text = await textOf(`/invoices/${id}`)
    expect(text).not.toContain('3%')
    expect(text).toMatch(/2% early payment discount until .*24.*2\.00 less, pay .*98\.00\./)
    await given.payment(id, { amount: '10' })
    expect(await textOf(`/invoices/${id}`)).not.toContain('early payment')
    const quote = await app.call('POST', '/quotes', {
      ...{ customer_id, language: 'en', items: [{ ...HUNDRED, ...UNTAXED }] },
      early_payment: TWO_STEPS,
    })
    expect(await textOf(`/quotes/${quote.json().id}`)).toMatch(/within 7 days[\s\S]*within 14 days/)
  })

  /** The discounts that came back, less what was given again. */
  async function comesBack(id: string): Promise<string> {
    const { data } = (await app.call('GET', `/invoices/${id}/payments`)).json()
    const backs = data.filter((it: Json) => it.credit_note_id !== null)
    const sum = backs.reduce((sum: number, it: Json) => sum - Number(it.discount) * 100, 0)
    return (Math.round(sum) / 100).toFixed(2)
  }
  const stateOf = async (id: string) => {
    const { status, display_status, totals } = await given.read(id)
    return [status, display_status, totals.due, await comesBack(id)]
  }
  const items = [{ description: 'Chair', quantity: '4', unit_price: '149.35', ...UNTAXED }]
  const CHAIRS = { items, early_payment: TWO_STEPS.slice(1) }
  const creditChair = async (id: string): Promise<Json> => {
    const [chair] = (await given.read(id)).items
    const parts = [{ id: chair.id, quantity: '1' }]
    return given.creditNote(id, { items: parts, status: 'sent' })
  }

  test('the discount of what is credited comes back, rounded once, and all of it at the end', async () => {
    const { id } = await givenInvoice(CHAIRS)
    const paid = (await pay(id, { discount: 'auto', paid_at: '2026-11-16' })).json()
    expect(paid).toMatchObject({ amount: '585.45', discount: '11.95' })
    const notes: Json[] = []
    for (const [due, back] of [
      ['-146.36', '2.99'],
      ['-292.72', '5.98'],
      ['-439.09', '8.96'],
      ['-585.45', '11.95'],
    ]) {
      notes.push(await creditChair(id))
      expect(await stateOf(id)).toEqual(['paid', 'refund_due', due, back])
    }
    const [first] = notes
    expect((await given.read(first?.id)).settlement.refund_due).toBe('146.36')
    await given.put(notes.at(-1)?.id, { status: 'void' })
    expect(await stateOf(id)).toEqual(['paid', 'refund_due', '-439.09', '8.96'])
    const told = (await app.call('GET', `/events?resource_id=${id}&limit=100`)).json().data
    const paidTwice = told.filter((it: Json) => it.type === 'invoice.payment_recorded')
    expect(paidTwice).toHaveLength(1)
  })

  test('a person cannot take it back alone; who returns or removes the payment has it again', async () => {
    const { id } = await givenInvoice(CHAIRS)
    const about = { amount: '585.45', discount: '11.95', paid_at: '2026-11-16' }
    const first = (await pay(id, about)).json()
    const note = await creditChair(id)
    const path = `/invoices/${id}/payments`
    const [, back] = (await app.call('GET', path)).json().data
    expect(back).toMatchObject({ amount: '0.00', discount: '-2.99', credit_note_id: note.id })
    expect(back).toMatchObject({ reference: note.number, paid_at: note.issue_date })
    const refused = (await app.call('DELETE', `${path}/${back.id}`)).json()
    expect(refused).toMatchObject({ code: 'payment_of_credit_note', credit_note_id: note.id })
    expect((await app.call('POST', `${path}/${back.id}/reverse`, {})).statusCode).toBe(409)
    await app.call('POST', `${path}/${first.id}/reverse`, {})
    expect(await stateOf(id)).toEqual(['sent', 'open', '448.05', '0.00'])
    const second = (await pay(id, { ...about, amount: '436.10' })).json()
    expect(await stateOf(id)).toEqual(['paid', 'paid', '0.00', '0.00'])
    await creditChair(id)
    expect((await stateOf(id)).slice(2)).toEqual(['-145.37', '3.98'])
    await app.call('DELETE', `${path}/${second.id}`)
    expect((await stateOf(id)).slice(2)).toEqual(['298.70', '0.00'])
  })

  test('a small difference that was written off comes back with a full credit, too', async () => {
    const { id } = await givenInvoice({ ...CHAIRS, early_payment: [] })
    await pay(id, { amount: '597.35', write_off: '0.05', paid_at: '2026-11-16' })
    await given.creditNote(id, { status: 'sent' })
    expect(await stateOf(id)).toEqual(['paid', 'refund_due', '-597.35', '0.05'])
    await pay(id, { amount: '-597.35' })
    expect((await stateOf(id)).slice(1, 3)).toEqual(['credited', '0.00'])
  })

  test('201: a code in the terms of a draft becomes a discount', async () => {
    const terms = 'Net in 30 days\n#SKONTO#TAGE=14#PROZENT=2.00#\n#SKONTO#TAGE=7#PROZENT=3.00#'
    const invoice = await givenInvoice({ status: 'draft', terms })
    expect(invoice).toMatchObject({ terms: 'Net in 30 days', early_payment: TWO_STEPS })
    // Saying it again changes nothing; another one stays a line of the terms.
    const again = await given.put(invoice.id, { terms })
    expect(again).toMatchObject({ terms: 'Net in 30 days', early_payment: TWO_STEPS })
    const other = 'Net in 30 days\n#SKONTO#TAGE=3#PROZENT=4.00#'
    expect((await given.put(invoice.id, { terms: other })).terms).toBe(other)
  })

  test.each([
    '#SKONTO#TAGE=x#PROZENT=2.00#',
    '#SKONTO#TAGE=14#PROZENT=2.000#',
    'Pay #SKONTO#',
  ])('422: a code that nobody can read: %s', async (code) => {
    const body = { customer: { name: 'A' }, items: [HUNDRED], terms: `Net in 30 days\n${code}` }
    const answer = await app.call('POST', '/invoices', body)
    expect(answer.statusCode, answer.body).toBe(422)
    const [fault] = answer.json().errors
    expect(fault).toMatchObject({ pointer: '/terms', code: 'wrong_format', params: { line: 2 } })
  })

  test('201: a code in the terms offers it, too, also of another base', async () => {
    const terms = 'Net in 30 days\n#SKONTO#TAGE=14#PROZENT=2.00#BASISBETRAG=50.00#'
    const { id } = await givenInvoice({ terms })
    const paid = await pay(id, { discount: 'auto', paid_at: '2026-11-16' })
    expect(paid.json()).toMatchObject({ amount: '99.00', discount: '1.00' })
  })

  const cases = documents
  describe.skipIf(!hasFile)(
    `as the figures say${hasFile ? '' : ' (skipped: they are not there)'}`,
    () => {
      test.each(cases.map((it) => [it.id, it.title, it]))('%s: %s', async (_id, _title, it) => {
        const { number: _, customer, ...document } = it.document
        const draft = await given.invoice({
          ...{ due_date: null, ...document },
          customer: { name: customer.name, address: { country_code: customer.country } },
        })
        const invoice = await given.put(draft.id, { status: 'sent' })
        expect(invoice.early_payment).toMatchObject(it.expect.early_payment)
        expect(invoice.totals).toMatchObject({ total: it.expect.totals.total })
        for (const [index, { do: what, on, items = [], ...step }] of it.steps.entries()) {
          const { error, amount, discount, due, ...state } = it.expect.steps[index]
          const { status, display_status, discount_back } = state
          if (what === 'credit') {
            const parts = items.map(({ item, ...part }: Json) => ({
              id: invoice.items[item].id,
              ...part,
            }))
            await given.creditNote(invoice.id, {
              ...(parts.length > 0 && { items: parts }),
              status: 'sent',
            })
          } else {
            const paid = (await pay(invoice.id, { ...step, paid_at: on })).json()
            expect(paid).toMatchObject(error ? { code: error } : { amount, discount })
          }
          if (error) continue
          const after = await given.read(invoice.id)
          expect(after).toMatchObject({ status, display_status, totals: { due } })
          if (discount_back) expect(await comesBack(invoice.id)).toBe(discount_back)
        }
      })
    },
  )
})
