import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Json } from '../../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../../test/harness.ts'
import { withSnapshot } from '../../../books/audit/snapshot.ts'
import { verifyDatabase } from '../../../books/audit/verify.ts'

const MISSING = 'cus_019aa3c1-4a7e-7cc0-8000-000000000000'

/** The clock of tests stands at 2026-11-21. */
describe.each(ENGINES)('money on account (%s)', (engine) => {
  let app: TestApp
  let customer: string

  beforeAll(async () => {
    app = await startTestApp(engine)
    await call('PATCH', '/settings', { companyName: 'Nordlicht' })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    customer = (await call('POST', '/customers', { name: 'Fernweh Books' })).id
  })

  const call: TestApp['json'] = (...request) => app.json(...request)

  const refused: TestApp['refused'] = (...request) => app.refused(...request)

  const issued = (unit_price: string, rest: object = {}): Promise<Json> =>
    call('POST', '/invoices', {
      customer_id: customer,
      items: [{ description: 'Work', unit_price, tax: { category: 'Z', rate: '0' } }],
      status: 'sent',
      ...rest,
    })
  const receive = (body: object): Promise<Json> =>
    call('POST', `/customers/${customer}/payments`, body)
  const account = (query = ''): Promise<Json> =>
    call('GET', `/customers/${customer}/account${query}`)
  const balance = async () => (await account()).balances[0]?.balance ?? '0.00'
  const read = (id: string): Promise<Json> => call('GET', `/invoices/${id}`)
  const statement = async (query = '') =>
    (await call('GET', `/customers/${customer}/statement${query}`)).accounts[0]

  test('201: money for several invoices settles those due first, and the rest stays', async () => {
    const late = await issued('100.00', { due_date: '2026-12-31' })
    const early = await issued('50.00', { due_date: '2026-12-01' })
    const made = await receive({ amount: '170.00', method: 'transfer', reference: 'Bank 1' })
    expect(made).toMatchObject({
      entry: { kind: 'received', amount: '170.00', balance: '170.00', reference: 'Bank 1' },
      payments: [
        { invoice_id: early.id, amount: '50.00', method: 'transfer', reference: 'Bank 1' },
        { invoice_id: late.id, amount: '100.00' },
      ],
      balance: '20.00',
    })
    expect((await read(late.id)).status).toBe('paid')
    const page = await account('?include=total&limit=2')
    expect(page).toMatchObject({ balances: [{ currency: 'EUR', balance: '20.00' }], total: 3 })
    const rest = await account(`?limit=2&cursor=${page.next_cursor}`)
    expect([...page.data, ...rest.data].map(({ kind }: Json) => kind).toSorted()).toEqual([
      'applied',
      'applied',
      'received',
    ])
  })

  test('201: as the request divides it, or for nothing yet', async () => {
    const first = await issued('100.00')
    const second = await issued('100.00')
    const apply = [{ invoice_id: second.id, amount: '30.00' }]
    expect(await receive({ amount: '50.00', apply })).toMatchObject({
      payments: [{ invoice_id: second.id, amount: '30.00' }],
      balance: '20.00',
    })
    expect((await read(first.id)).totals.due).toBe('100.00')
    expect(await receive({ amount: '7.00', apply: 'none' })).toMatchObject({
      payments: [],
      balance: '27.00',
    })
  })

  test('201: applies money on account, and returns it', async () => {
    await receive({ amount: '80.00' })
    const { id } = await issued('100.00')
    const payment = await call('POST', `/invoices/${id}/apply-credit`, {})
    expect(payment).toMatchObject({ amount: '80.00', account_entry_id: expect.any(String) })
    expect(await read(id)).toMatchObject({ display_status: 'partially_paid' })
    expect(await balance()).toBe('0.00')
    await call('DELETE', `/invoices/${id}/payments/${payment.id}`)
    expect(await balance()).toBe('80.00')
    expect((await account('?sort=created_at')).data.map((it: Json) => it.kind)).toEqual([
      'received',
      'applied',
      'unapplied',
    ])
    expect((await call('POST', `/invoices/${id}/apply-credit`, { amount: '1.5' })).amount).toBe(
      '1.50',
    )
  })

  test('201: an overpayment settles the invoice and stays, once', async () => {
    const { id } = await issued('100.00')
    const path = `/invoices/${id}/payments`
    const paid = { amount: '120.00', reference: 'Bank 2', overpayment: 'account' }
    expect((await refused('POST', path, { amount: '120.00' })).code).toBe('overpayment')
    expect(await call('POST', path, paid)).toMatchObject({ amount: '100.00' })
    expect(await balance()).toBe('20.00')
    expect((await refused('POST', path, paid)).code).toBe('overpayment')
    const again = { amount: '120.00', reference: 'Bank 2' }
    expect((await refused('POST', `/customers/${customer}/payments`, again)).code).toBe(
      'payment_exists',
    )
    expect(await balance()).toBe('20.00')
  })

  test('201: refunds money on account, at most the balance', async () => {
    await receive({ amount: '80.00' })
    const path = `/customers/${customer}/account/refund`
    expect(await refused('POST', path, { amount: '80.01' })).toMatchObject({
      code: 'account_too_small',
      balance: '80.00',
    })
    expect(await call('POST', path, { amount: '30.00', method: 'transfer' })).toMatchObject({
      kind: 'refunded',
      amount: '-30.00',
      balance: '50.00',
    })
    await call('POST', path, {})
    expect((await refused('POST', path, {})).code).toBe('account_too_small')
    const drafts = await call('POST', '/api-keys', { name: 'drafts', scopes: ['read', 'write'] })
    const by = { authorization: `Bearer ${drafts.key}` }
    expect((await app.call('POST', path, {}, by)).statusCode).toBe(403)
  })

  test('200: lists the customers with money on account in a currency', async () => {
    const names = async (currency: string) => {
      const query = `on_account=${currency}&include=total&sort=-created_at`
      const { data, total } = await call('GET', `/customers?${query}`)
      expect(data).toHaveLength(total)
      return data.map(({ id }: Json) => id)
    }
    await receive({ amount: '30.00' })
    expect(await names('EUR')).toContain(customer)
    expect(await names('CHF')).not.toContain(customer)
    await call('POST', `/customers/${customer}/account/refund`, { amount: '30.00' })
    expect(await names('EUR')).not.toContain(customer)
    expect(await refused('GET', '/customers?on_account=euro')).toMatchObject({ status: 422 })
  })

  test('201: a credited invoice that was paid ends in a balance', async () => {
    const { id } = await issued('100.00')
    await call('POST', `/invoices/${id}/payments`, {})
    expect((await refused('POST', `/invoices/${id}/keep-credit`)).code).toBe('overpayment')
    const note = await call('POST', `/invoices/${id}/credit-note`, {
      items: [{ id: (await read(id)).items[0].id, amount: '40.00' }],
      status: 'sent',
    })
    const settlement = { set_off: '0.00', refunded: '0.00', on_account: '0.00' }
    expect(note.settlement).toEqual({ ...settlement, refund_due: '40.00' })
    expect(await read(id)).toMatchObject({ display_status: 'refund_due', settlement: null })
    const kept = await call('POST', `/invoices/${id}/keep-credit`, { amount: '25.00' })
    expect(kept.amount).toBe('-25.00')
    expect(await call('POST', `/invoices/${id}/keep-credit`)).toMatchObject({ amount: '-15.00' })
    expect(await read(id)).toMatchObject({ display_status: 'paid', totals: { due: '0.00' } })
    expect(await balance()).toBe('40.00')
    expect((await read(note.id)).settlement).toEqual({
      ...settlement,
      on_account: '40.00',
      refund_due: '0.00',
    })
    await call('DELETE', `/invoices/${id}/payments/${kept.id}`)
    expect(await balance()).toBe('15.00')
    await call('POST', `/invoices/${id}/payments`, { amount: '-5.00' })
    expect((await read(note.id)).settlement).toEqual({
      set_off: '0.00',
      refunded: '5.00',
      on_account: '15.00',
      refund_due: '20.00',
    })
  })

  test('200: issuing uses the money on account if the settings say so', async () => {
    await receive({ amount: '80.00' })
    await call('PATCH', '/settings', { applyCreditOnIssue: true })
    expect((await issued('100.00')).totals).toMatchObject({ paid: '80.00', due: '20.00' })
    await receive({ amount: '500.00', apply: 'none' })
    const draft = await issued('100.00', { status: 'draft' })
    const now = await call('PATCH', `/invoices/${draft.id}`, { status: 'sent' })
    expect(now).toMatchObject({ status: 'paid', totals: { due: '0.00' } })
    await call('PATCH', '/settings', { applyCreditOnIssue: false })
    expect(await balance()).toBe('400.00')
  })

  test('200: the statement has receipts and refunds, and its ages add up', async () => {
    await receive({ amount: '10.00', paid_at: '2026-01-15', apply: 'none' })
    const { id } = await issued('100.00', { issue_date: '2026-02-01' })
    await receive({ amount: '130.00', paid_at: '2026-03-01', reference: 'Bank 3' })
    await call('POST', `/customers/${customer}/account/refund`, { amount: '15.00' })
    const now = await statement()
    expect(now.rows.map(({ type, amount }: Json) => [type, amount])).toEqual([
      ['payment', '-10.00'],
      ['invoice', '100.00'],
      ['payment', '-130.00'],
      ['payment', '15.00'],
    ])
    expect(now).toMatchObject({ closing_balance: '-25.00', ageing: { credit: '-25.00' } })
    const earlier = await statement('?from=2026-02-01&to=2026-02-28')
    expect(earlier).toMatchObject({
      opening_balance: '-10.00',
      closing_balance: '90.00',
      ageing: { credit: '-10.00' },
    })
    const sum = Object.values(earlier.ageing).reduce((all: number, it) => all + Number(it), 0)
    expect(sum).toBe(90)
    expect((await read(id)).status).toBe('paid')
    const { body } = await app.call('GET', `/customers/${customer}/statement/html`)
    expect(body).toContain('Payment on account')
    expect(body).toContain('Refund from the account')
  })

  test('200: reports have receipts and money on account', async () => {
    const before = (await call('GET', '/reports/summary')).currencies.find(
      (it: Json) => it.currency === 'CHF',
    )
    expect(before).toBeUndefined()
    const { id } = await issued('40.00', { currency: 'CHF' })
    await receive({ amount: '100.00', currency: 'CHF' })
    await call('POST', `/customers/${customer}/account/refund`, { amount: '10', currency: 'CHF' })
    const { currencies } = await call('GET', '/reports/summary')
    const francs = currencies.find((it: Json) => it.currency === 'CHF')
    expect(francs).toMatchObject({ on_account: { count: 1, amount: '50.00' } })
    expect(francs.paid.at(-1).amount).toBe('90.00')
    expect((await read(id)).status).toBe('paid')
  })

  test('events have kind and balance, no texts', async () => {
    await receive({ amount: '80.00', reference: 'Secret', note: 'Secret' })
    const { data } = await call('GET', '/events?type=customer.credit_changed&limit=100')
    const own = data.filter(({ resource }: Json) => resource.id === customer)
    expect(own).toMatchObject([{ data: { kind: 'received', balance: '80.00' } }])
    expect(JSON.stringify(own)).not.toContain('Secret')
  })

  test('404, 409, 412 and 422', async () => {
    const path = `/customers/${customer}/payments`
    const fault = async (body: object) => (await refused('POST', path, body)).errors[0]
    expect(await fault({ amount: '0' })).toMatchObject({ code: 'out_of_range' })
    expect(await fault({ amount: '1.001' })).toMatchObject({ code: 'too_precise' })
    expect(await fault({ amount: '1', currency: 'ABC' })).toMatchObject({
      code: 'unknown_currency',
    })
    const { id } = await issued('10.00')
    const part = (invoice_id: string, amount: string) => ({ invoice_id, amount })
    expect(await fault({ amount: '1', apply: [part(id, '2')] })).toMatchObject({
      pointer: '/apply',
    })
    expect(await fault({ amount: '3', apply: [part(id, '1'), part(id, '1')] })).toMatchObject({
      code: 'duplicate',
    })
    expect(await fault({ amount: '1', apply: [part('inv_1', '1')] })).toMatchObject({
      code: 'unknown_invoice',
    })
    expect((await refused('POST', path, { amount: '99', apply: [part(id, '11')] })).code).toBe(
      'overpayment',
    )
    expect((await refused('POST', `/invoices/${id}/apply-credit`)).code).toBe('account_too_small')
    expect((await refused('GET', `/customers/${MISSING}/account`)).code).toBe('customer_not_found')
    await receive({ amount: '1', apply: 'none' })
    const stale = await app.call('POST', `/invoices/${id}/apply-credit`, {}, { 'if-match': '"x"' })
    expect(stale.statusCode).toBe(412)
    const draft = await issued('1.00', { status: 'draft' })
    expect((await refused('POST', `/invoices/${draft.id}/apply-credit`)).code).toBe(
      'invoice_not_payable',
    )
    const empty = await call('POST', '/customers', { name: 'Other' })
    await call('POST', `/customers/${empty.id}/payments`, { amount: '1' })
    expect((await refused('DELETE', `/customers/${empty.id}`)).code).toBe('customer_in_use')
  })

  describe('verify', () => {
    const report = () =>
      withSnapshot(app.config.database, (scope) => verifyDatabase(scope, () => {}))
    const change = (id: string, column: string, to: unknown) =>
      sql`update account_entries set ${sql.ref(column)} = ${to} where id = ${id}`.execute(
        app.tables,
      )

    test('finds a change of each stored field', async () => {
      const { id } = await issued('10.00')
      await receive({ amount: '30.00', method: 'cash', reference: 'r', note: 'n' })
      const { data } = await account('?sort=created_at')
      expect(await report()).toMatchObject({ ok: true, breaks: [] })
      const applied = data.find(({ kind }: Json) => kind === 'applied')
      const {
        company_id: _,
        id: __,
        customer_id: ___,
        ...row
      } = await app.tables
        .selectFrom('account_entries')
        .selectAll()
        .where('id', '=', applied.id)
        .executeTakeFirstOrThrow()
      for (const [column, value] of Object.entries(row)) {
        const other = typeof value === 'bigint' ? value + 1n : `${value ?? ''}x`
        await change(applied.id, column, other)
        const { breaks } = await report()
        expect(breaks, column).toContainEqual(expect.objectContaining({ kind: 'account_entry' }))
        await change(applied.id, column, value)
      }
      expect((await read(id)).status).toBe('paid')
      expect((await report()).ok).toBe(true)
    })

    test('finds an entry that is gone, and a payment without one', async () => {
      await issued('10.00')
      await receive({ amount: '30.00' })
      const rows = await app.tables
        .selectFrom('account_entries')
        .selectAll()
        .where('customer_id', '=', customer)
        .where('kind', '=', 'applied')
        .execute()
      await app.tables
        .deleteFrom('account_entries')
        .where(
          'id',
          'in',
          rows.map(({ id }) => id),
        )
        .execute()
      const { breaks } = await report()
      expect(breaks).toMatchObject([{ kind: 'account_entry' }, { kind: 'account_entry' }])
      await app.tables.insertInto('account_entries').values(rows).execute()
      expect((await report()).ok).toBe(true)
    })
  })

  test('64 concurrent requests never use more than the balance', async () => {
    await receive({ amount: '100.00', apply: 'none' })
    const invoices: Json[] = []
    for (let at = 0; at < 8; at += 1) invoices.push(await issued('10.00'))
    const requests = Array.from({ length: 64 }, (_, at) => {
      const { id } = invoices[at % 8]
      if (at % 4 === 0) return app.call('POST', `/invoices/${id}/apply-credit`, { amount: '5.00' })
      if (at % 4 === 1)
        return app.call('POST', `/customers/${customer}/account/refund`, { amount: '9.00' })
      if (at % 4 === 2)
        return app.call('POST', `/customers/${customer}/payments`, { amount: '3.00' })
      return app.call('POST', `/invoices/${id}/payments`, {
        amount: '12.00',
        overpayment: 'account',
      })
    })
    const answers = await Promise.all(requests)
    expect(answers.filter(({ statusCode }) => statusCode >= 500)).toEqual([])
    const { data, balances } = await account('?limit=100&sort=created_at')
    const sum = data.reduce((all: number, { amount }: Json) => all + Number(amount), 0)
    expect(sum.toFixed(2)).toBe(balances[0].balance)
    expect(data.every((entry: Json) => Number(entry.balance) >= 0)).toBe(true)
    for (const { id } of invoices)
      expect(Number((await read(id)).totals.due)).toBeGreaterThanOrEqual(0)
  })
})
