import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, type Json, MISSING_ID, rowCounts } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { INVOICE_STATUSES, type InvoiceStatus } from './invoice.ts'
import { displayStatus, isOverdue, needsIssueScope, TRANSITIONS } from './lifecycle.ts'

const ALLOWED: readonly (readonly [InvoiceStatus, InvoiceStatus])[] = [
  ['draft', 'sent'],
  ['draft', 'paid'],
  ['sent', 'paid'],
  ['sent', 'void'],
  ['sent', 'uncollectible'],
  ['paid', 'sent'],
  ['uncollectible', 'sent'],
]
const isAllowed = (from: string, to: string) => ALLOWED.some(([a, b]) => a === from && b === to)
const REFUSED = INVOICE_STATUSES.flatMap((from) =>
  INVOICE_STATUSES.filter((to) => to !== from && !isAllowed(from, to)).map(
    (to) => [from, to] as const,
  ),
)

describe('the table of transitions', () => {
  test('is the one of the interface', () => {
    const table = INVOICE_STATUSES.flatMap((from) => TRANSITIONS[from].map((to) => [from, to]))
    expect(table.sort()).toEqual(ALLOWED.map((pair) => [...pair]).sort())
  })

  test('a number, a void and a written-off claim need the scope `issue`, a payment does not', () => {
    const needing = ALLOWED.filter(([from, to]) => needsIssueScope(from, to))
    expect(needing).toEqual(ALLOWED.filter(([a, b]) => !`${a} ${b}`.match(/sent paid|paid sent/)))
  })

  test.each([
    ['the day before', '2026-12-20', false],
    ['the due day itself', '2026-12-21', false],
    ['the day after', '2026-12-22', true],
  ])('overdue on %s: %s is %s', (_what, today, expected) => {
    const claim = {
      type: 'invoice' as const,
      status: 'sent' as const,
      dueDate: '2026-12-21',
      paidMinor: 0n,
      creditedMinor: 0n,
      totals: { totalMinor: 1n },
    }
    expect(isOverdue(claim, today)).toBe(expected)
    expect(isOverdue({ ...claim, dueDate: null }, today)).toBe(false)
    expect(isOverdue({ ...claim, paidMinor: 1n }, today)).toBe(false)
    for (const status of ['draft', 'paid', 'void', 'uncollectible'] as const)
      expect(isOverdue({ ...claim, status }, today)).toBe(false)
  })
})

describe('the status that people see', () => {
  const claim = {
    type: 'invoice' as const,
    status: 'sent' as const,
    dueDate: '2026-12-21',
    paidMinor: 0n,
    creditedMinor: 0n,
    totals: { totalMinor: 100n },
  }

  test.each([
    ['nothing happened', {}, 'open'],
    ['a part is paid', { paidMinor: 40n }, 'partially_paid'],
    ['a part is credited', { creditedMinor: 40n }, 'open'],
    ['parts are paid and credited', { paidMinor: 40n, creditedMinor: 40n }, 'partially_paid'],
    ['paid', { status: 'paid', paidMinor: 100n }, 'paid'],
    [
      'paid and credited to the end',
      { status: 'paid', paidMinor: 60n, creditedMinor: 40n },
      'paid',
    ],
    ['paid, then credited', { status: 'paid', paidMinor: 100n, creditedMinor: 1n }, 'refund_due'],
    ['credited in full', { creditedMinor: 100n }, 'credited'],
    ['the same, marked as paid', { status: 'paid', creditedMinor: 100n }, 'credited'],
    ['over nothing', { totals: { totalMinor: 0n } }, 'issued'],
    ['over nothing, marked as paid', { status: 'paid', totals: { totalMinor: 0n } }, 'paid'],
    ['below zero', { totals: { totalMinor: -100n } }, 'refund_due'],
    [
      'below zero, refunded',
      { status: 'paid', totals: { totalMinor: -1n }, paidMinor: -1n },
      'paid',
    ],
    ['written off', { status: 'uncollectible' }, 'uncollectible'],
    ['credited, written off', { status: 'uncollectible', creditedMinor: 100n }, 'credited'],
    ['void', { status: 'void' }, 'void'],
    ['a draft', { status: 'draft' }, 'draft'],
    ['a credit note', { type: 'credit_note' }, 'issued'],
    ['a void credit note', { type: 'credit_note', status: 'void' }, 'void'],
  ] as const)('%s', (_what, change, expected) => {
    expect(displayStatus({ ...claim, ...change }, '2026-12-21')).toBe(expected)
    const isOwed = expected === 'open' || expected === 'partially_paid'
    const late = displayStatus({ ...claim, ...change }, '2026-12-22')
    expect(late).toBe(isOwed ? 'overdue' : expected)
  })
})

describe.each(ENGINES)('issuing without a company (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  beforeAll(async () => {
    app = await startTestApp(engine)
    given = givens(app)
  })
  afterAll(() => app.close())

  const nameless = async <T>(work: () => Promise<T>): Promise<T> => {
    await given.settings({ companyName: null })
    try {
      return await work()
    } finally {
      await given.settings({ companyName: 'Atelier Nord' })
    }
  }
  const ITEMS = [{ description: 'Consulting', unit_price: '50.00' }]
  const BUYER = { name: 'Fernweh Books' }

  test('422: on every way to a number, and nothing is stored or numbered', async () => {
    const [first, second] = [
      await given.invoice({ status: 'sent' }),
      await given.invoice({ status: 'sent' }),
    ]
    const draft = await given.invoice()
    const note = await given.creditNote(first.id)
    const attempts = [
      ['POST', '/invoices', { customer: BUYER, items: ITEMS, status: 'sent' }],
      ['POST', '/invoices', { customer: BUYER, items: ITEMS, status: 'paid' }],
      ['PUT', `/invoices/${draft.id}`, { status: 'sent' }],
      ['PATCH', `/invoices/${draft.id}`, { status: 'paid' }],
      ['PUT', `/invoices/${note.id}`, { status: 'sent' }],
      ['POST', `/invoices/${second.id}/credit-note`, { status: 'sent' }],
    ] as const
    const before = await rowCounts(app)
    await nameless(async () => {
      for (const [method, path, body] of attempts) {
        const response = await app.call(method, path, body)
        expect(response.statusCode, `${method} ${path} ${response.body}`).toBe(422)
        expect(response.json()).toMatchObject({
          code: 'seller_incomplete',
          settings: ['companyName'],
        })
      }
    })
    expect(await rowCounts(app)).toEqual(before)
    const [last, next] = [second.number, (await given.put(draft.id, { status: 'sent' })).number]
    expect(Number(next.slice(-4))).toBe(Number(last.slice(-4)) + 1)
  })

  test('200: drafts, their documents and links, and payments of issued invoices', async () => {
    const issued = await given.invoice({ status: 'sent' })
    await nameless(async () => {
      const draft = await given.invoice()
      await given.put(draft.id, { notes: 'Without a company' })
      expect((await app.call('GET', `/invoices/${draft.id}/html`)).statusCode).toBe(200)
      expect((await given.publish(draft.id)).share_token).toEqual(expect.any(String))
      expect((await app.call('POST', '/invoices/calculate', { items: ITEMS })).statusCode).toBe(200)
      expect(await given.put(issued.id, { status: 'paid' })).toMatchObject({ status: 'paid' })
      await given.creditNote(issued.id)
    })
  })
})

describe.each(ENGINES)('the states of an invoice (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  beforeAll(async () => {
    app = await startTestApp(engine)
    given = givens(app)
  })
  afterAll(() => app.close())

  /** An invoice that got to its status by requests alone. */
  const givenIn = async (status: InvoiceStatus): Promise<Json> => {
    if (status === 'draft' || status === 'sent' || status === 'paid')
      return given.invoice({ status })
    const { id } = await given.invoice({ status: 'sent' })
    return given.put(id, { status })
  }

  test.each(ALLOWED)('200: %s → %s', async (from, to) => {
    const before = await givenIn(from)
    const after = await given.put(before.id, { status: to })
    expect(after.status).toBe(to)
    expect(after.number).toMatch(/^INV-2026-\d{4}$/)
    if (from !== 'draft') expect(after.number).toBe(before.number)
    expect(after.totals.paid).toBe(to === 'paid' ? '142.80' : '0.00')
    expect(after.totals.due).toBe(to === 'paid' || to === 'void' ? '0.00' : '142.80')
  })

  test.each(
    REFUSED,
  )('409: %s → %s, with the allowed ones, and nothing changes', async (from, to) => {
    const before = await givenIn(from)
    const response = await app.call('PUT', `/invoices/${before.id}`, { status: to, notes: null })
    expect(response.statusCode).toBe(409)
    expect(response.json()).toMatchObject({
      code: 'invalid_transition',
      allowed: TRANSITIONS[from],
      params: { reason: from },
    })
    expect(await given.read(before.id)).toEqual(before)
  })

  test('200: the same status again is no transition', async () => {
    for (const status of INVOICE_STATUSES) {
      const before = await givenIn(status)
      expect(await given.put(before.id, { status })).toEqual(before)
    }
  })

  test('200: the transition comes after the edits of the same request', async () => {
    const { id } = await given.invoice()
    const after = await given.put(id, { notes: 'Last words', status: 'sent' })
    expect(after).toMatchObject({ notes: 'Last words', status: 'sent' })
  })

  test('409: paid → sent after a payment by a person', async () => {
    const { id } = await given.invoice({ status: 'sent' })
    await app.call('POST', `/invoices/${id}/payments`)
    expect(await given.read(id)).toMatchObject({ status: 'paid' })
    const response = await app.call('PUT', `/invoices/${id}`, { status: 'sent' })
    expect(response.statusCode).toBe(409)
    expect(response.json().code).toBe('invoice_has_payments')
  })

  test('200: paid → sent deletes the automatic payment', async () => {
    const { id } = await given.invoice({ status: 'paid' })
    await given.put(id, { status: 'sent' })
    const payments = app.tables.selectFrom('payments').selectAll().where('invoice_id', '=', id)
    expect(await payments.execute()).toEqual([])
    expect(await given.put(id, { status: 'paid' })).toMatchObject({ totals: { paid: '142.80' } })
  })

  describe('scopes', () => {
    test('403: `write` without `issue` saves drafts, but cannot issue, void or publish', async () => {
      const headers = await given.key('read', 'write')
      const call = (method: string, path: string, body?: object) =>
        app.call(method, path, body, headers)
      const customer = await given.customer()
      const body = { customer_id: customer.id, items: [{ description: 'x', unit_price: 1 }] }
      const created = await call('POST', '/invoices', body)
      expect(created.statusCode).toBe(201)
      const draft = `/invoices/${created.json().id}`
      expect((await call('PUT', draft, { notes: 'Edited' })).statusCode).toBe(200)
      expect((await call('POST', `${draft}/duplicate`)).statusCode).toBe(201)
      const sent = `/invoices/${(await given.invoice({ status: 'sent' })).id}`
      const refused = [
        await call('POST', '/invoices', { ...body, status: 'sent' }),
        await call('POST', '/invoices', { ...body, status: 'paid' }),
        await call('PUT', draft, { status: 'sent' }),
        await call('PATCH', draft, { status: 'paid' }),
        await call('PUT', sent, { status: 'void' }),
        await call('PUT', sent, { status: 'uncollectible' }),
        await call('POST', `${draft}/publish`),
        await call('POST', `${draft}/unpublish`),
      ]
      for (const response of refused) {
        expect(response.statusCode).toBe(403)
        expect(response.json()).toMatchObject({ code: 'missing_scope', scope: 'issue' })
      }
      expect((await call('DELETE', draft)).statusCode).toBe(204)
    })

    test('403: `write` without `issue` cannot delete an issued invoice, even without the lock', async () => {
      const headers = await given.key('read', 'write')
      const { id } = await given.invoice({ status: 'sent' })
      await given.settings({ lockIssuedInvoices: false })
      const response = await app.call('DELETE', `/invoices/${id}`, undefined, headers)
      await given.settings({ lockIssuedInvoices: true })
      expect(response.statusCode).toBe(403)
      expect((await given.read(id)).id).toBe(id)
    })

    test('403: `read` changes nothing', async () => {
      const headers = await given.key('read')
      const { id } = await given.invoice()
      const path = `/invoices/${id}`
      expect((await app.call('GET', path, undefined, headers)).statusCode).toBe(200)
      for (const [method, at] of [
        ['PUT', path],
        ['PATCH', path],
        ['DELETE', path],
        ['POST', `${path}/duplicate`],
        ['POST', `${path}/publish`],
      ] as const) {
        const body = method === 'PUT' || method === 'PATCH' ? { notes: 'x' } : undefined
        const response = await app.call(method, at, body, headers)
        expect(response.statusCode, `${method} ${at}`).toBe(403)
        expect(response.json().code).toBe('missing_scope')
      }
    })
  })

  describe('issuing and publishing in one request', () => {
    const publish = (id: string, body?: object, headers?: Record<string, string>) =>
      app.call('POST', `/invoices/${id}/publish`, body, headers)

    test('200: a draft gets its number and its link in one version, with both events', async () => {
      const draft = await given.invoice()
      const published = (await publish(draft.id, { issue: true })).json()
      expect(published).toMatchObject({
        status: 'sent',
        number: expect.any(String),
        share_token: expect.any(String),
        version: draft.version + 1,
      })
      const { data } = (await app.call('GET', `/events?resource_id=${draft.id}`)).json()
      const types = data.map(({ type }: Json) => type)
      expect(types).toEqual(['invoice.created', 'invoice.issued', 'invoice.published'])
      const { data: revisions } = (await app.call('GET', `/invoices/${draft.id}/revisions`)).json()
      expect(revisions.map(({ action }: Json) => action)).toEqual(['created', 'issued'])
      expect((await publish(draft.id, { issue: true })).json()).toEqual(published)
    })

    test('200: without `issue` a draft stays one, and with it only a draft changes its status', async () => {
      const { id } = await given.invoice()
      for (const body of [undefined, {}, { issue: false }])
        expect((await publish(id, body)).json()).toMatchObject({ status: 'draft', number: null })
      const paid = await given.invoice({ status: 'paid' })
      const after = (await publish(paid.id, { issue: true })).json()
      expect(after).toMatchObject({ status: 'paid', number: paid.number })
      expect(after.share_token).toEqual(expect.any(String))
    })

    test('412, 422: what cannot be issued is not published either', async () => {
      const early = { issue_date: '2026-11-20', due_date: '2026-11-01', allow_early_due: true }
      const { id } = await given.invoice(early)
      const refused = await publish(id, { issue: true })
      expect(refused.json()).toMatchObject({ status: 422, code: 'due_before_issue' })
      expect((await publish(id, { issue: true }, { 'if-match': '"other"' })).statusCode).toBe(412)
      expect((await publish(id, { issued: true })).statusCode).toBe(422)
      expect(await given.read(id)).toMatchObject({ status: 'draft', share_token: null })
      const allowed = await publish(id, { issue: true, allow_early_due: true })
      expect(allowed.json()).toMatchObject({ status: 'sent', share_token: expect.any(String) })
    })
  })

  describe('deleting', () => {
    test('204: deletes a draft with its items and its link', async () => {
      const { id } = await given.invoice()
      const { share_token: token } = await given.publish(id)
      expect((await app.call('DELETE', `/invoices/${id}`)).statusCode).toBe(204)
      expect((await app.call('GET', `/invoices/${id}`)).statusCode).toBe(404)
      const shared = await app.send({ url: `/api/v1/public/invoices/${token}` })
      expect(shared.statusCode).toBe(404)
      const items = app.tables.selectFrom('invoice_items').selectAll().where('invoice_id', '=', id)
      expect(await items.execute()).toEqual([])
    })

    test.each([
      'sent',
      'paid',
      'void',
      'uncollectible',
    ] as const)('409: a %s invoice, with the alternative', async (status) => {
      const { id } = await givenIn(status)
      const response = await app.call('DELETE', `/invoices/${id}`)
      expect(response.statusCode).toBe(409)
      expect(response.json()).toMatchObject({
        code: 'invoice_not_deletable',
        detail: expect.stringContaining('Void it, or issue a credit note'),
      })
      expect((await given.read(id)).id).toBe(id)
    })

    test('204: deletes an issued invoice without the lock, and its link stops', async () => {
      const { id } = await given.invoice({ status: 'sent' })
      const { share_token: token } = await given.publish(id)
      await given.settings({ lockIssuedInvoices: false })
      const response = await app.call('DELETE', `/invoices/${id}`)
      await given.settings({ lockIssuedInvoices: true })
      expect(response.statusCode).toBe(204)
      const shared = await app.send({ url: `/api/v1/public/invoices/${token}` })
      expect(shared.statusCode).toBe(404)
    })

    test('404: deleted twice, or unknown', async () => {
      const { id } = await given.invoice()
      await app.call('DELETE', `/invoices/${id}`)
      for (const gone of [id, MISSING_ID, 'x'])
        expect((await app.call('DELETE', `/invoices/${gone}`)).statusCode).toBe(404)
    })

    test('409: a customer that any invoice names', async () => {
      const { customer_id: id } = await given.invoice()
      const response = await app.call('DELETE', `/customers/${id}`)
      expect(response.statusCode).toBe(409)
      expect(response.json().code).toBe('customer_in_use')
    })
  })
})
