import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, type Json } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { camt, OWN_IBAN } from '../../receivables/bank/statements.testing.ts'
import { verifyDatabase } from '../audit/verify.ts'

const TODAY = '2026-11-21'
const CLOSED = '2026-09-30'
const item = { description: 'Consulting', unit_price: '100.00', tax: { rate: '19' } }

describe.each(ENGINES)('closed books (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  /** Issued in the closed period: open, paid there, and one with an open month's payment. */
  let open: Json
  let paid: Json
  let payment: Json
  beforeAll(async () => {
    app = await startTestApp(engine)
    given = givens(app)
    await given.settings({ lockIssuedInvoices: false, bankAccount: { iban: OWN_IBAN } })
    const issued = () =>
      given.invoice({ status: 'sent', issue_date: '2026-08-03', due_date: null, items: [item] })
    open = await issued()
    paid = await issued()
    payment = await given.payment(paid.id, { amount: '19.00', paid_at: '2026-08-20' })
  })
  afterAll(() => app.close())

  const books = async (): Promise<Json> => (await app.call('GET', '/books')).json()
  const refusal = async (method: string, path: string, body?: object) => {
    const answer = await app.call(method, path, body)
    const { code, closed_until, use_from, errors } = answer.json()
    return { status: answer.statusCode, code, closed_until, use_from, errors }
  }
  const closed = (until = CLOSED, from = '2026-10-01') => ({
    ...{ status: 409, code: 'period_closed', closed_until: until, use_from: from },
    errors: undefined,
  })

  test('200: nothing is closed at first', async () => {
    expect(await books()).toEqual({
      ...{ closed_until: null, open_from: null, note: null, sums: [] },
      ...{ changed_by: null, changed_at: null },
    })
    expect(
      await refusal('POST', '/books/reopen', { to: null, reason: 'Nothing is closed' }),
    ).toMatchObject({ status: 409, code: 'not_closed', closed_until: null })
  })

  test('422: today and later days', async () => {
    expect(await refusal('POST', '/books/close', { until: TODAY })).toMatchObject({
      ...{ status: 422, code: 'not_past' },
      errors: [{ pointer: '/until', code: 'not_past', params: { until: '2026-11-20' } }],
    })
  })

  test('200: closes with the sums until then, and records the event', async () => {
    const answer = await app.call('POST', '/books/close', { until: CLOSED, note: 'Q3 filed' })
    expect(answer.statusCode).toBe(200)
    const sum = (count: number, amount: string) => ({ count, amount })
    const found = await books()
    expect(answer.json()).toEqual(found)
    expect(found).toMatchObject({
      ...{ closed_until: CLOSED, open_from: '2026-10-01', note: 'Q3 filed' },
      sums: [
        {
          ...{ currency: 'EUR', invoices: sum(2, '238.00'), credit_notes: sum(0, '0.00') },
          ...{ payments: sum(1, '19.00'), settled: sum(1, '19.00'), on_account: sum(0, '0.00') },
        },
      ],
    })
    const { data } = (await app.call('GET', '/events?type=books.closed')).json()
    expect(data).toMatchObject([
      { data: { closed_until: CLOSED, closed_until_before: null, note: 'Q3 filed', version: 1 } },
    ])
  })

  test.each(['2026-09-30', '2026-06-30'])('409: closing until %s again', async (until) => {
    expect(await refusal('POST', '/books/close', { until })).toMatchObject({
      ...{ status: 409, code: 'already_closed', closed_until: CLOSED },
    })
  })

  test('412: another person closed or reopened the books since they were read', async () => {
    const { headers } = await app.call('GET', '/books')
    const answer = await app.call(
      'POST',
      '/books/close',
      { until: '2026-10-31' },
      { 'if-match': String(headers.etag).replace(/\d/, '9') },
    )
    expect(answer.statusCode).toBe(412)
  })

  test('409: issuing on a closed day, also the last one', async () => {
    for (const issue_date of ['2026-01-12', CLOSED]) {
      const draft = await given.invoice({ issue_date, due_date: null, items: [item] })
      expect(await refusal('PUT', `/invoices/${draft.id}`, { status: 'sent' })).toEqual(closed())
      const moved = { status: 'sent', issue_date: '2026-10-01' }
      expect((await given.put(draft.id, moved)).status).toBe('sent')
      const body = { customer_id: open.customer_id, issue_date, items: [item], status: 'sent' }
      expect(await refusal('POST', '/invoices', body)).toEqual(closed())
    }
    const note = { status: 'sent', issue_date: CLOSED }
    expect(await refusal('POST', `/invoices/${open.id}/credit-note`, note)).toEqual(closed())
  })

  test('409: recording, reversing or deleting a payment of a closed day', async () => {
    const path = `/invoices/${paid.id}/payments`
    expect(await refusal('POST', path, { amount: '1.00', paid_at: CLOSED })).toEqual(closed())
    const reverse = `${path}/${payment.id}/reverse`
    expect(await refusal('POST', reverse, { paid_at: '2026-09-01' })).toEqual(closed())
    expect(await refusal('DELETE', `${path}/${payment.id}`)).toEqual(closed())
    const markPaid = { status: 'paid', paid_at: CLOSED }
    expect(await refusal('PUT', `/invoices/${open.id}`, markPaid)).toEqual(closed())
    expect((await given.read(paid.id)).totals.paid).toBe('19.00')
  })

  test('409: money on account of a closed day', async () => {
    const body = { amount: '10.00', currency: 'EUR', paid_at: CLOSED, apply: 'none' }
    const path = `/customers/${open.customer_id}/payments`
    expect(await refusal('POST', path, body)).toEqual(closed())
  })

  test('409: editing or deleting an issued document, though it is not locked', async () => {
    const edit = { order_reference: 'PO-7' }
    expect(await refusal('PATCH', `/invoices/${open.id}`, edit)).toEqual(closed())
    expect(await refusal('DELETE', `/invoices/${open.id}`)).toEqual(closed())
    expect((await given.read(open.id)).order_reference).toBeNull()
    const later = await given.invoice({ status: 'sent', issue_date: '2026-10-02', items: [item] })
    const back = { issue_date: '2026-09-02' }
    expect(await refusal('PATCH', `/invoices/${later.id}`, back)).toEqual(closed())
    expect((await app.call('PATCH', `/invoices/${later.id}`, edit)).statusCode).toBe(200)
  })

  test('200: notes, payments, voiding, writing off and crediting today', async () => {
    const note = { internal_notes: 'Ask again' }
    expect((await app.call('PATCH', `/invoices/${open.id}`, note)).statusCode).toBe(200)
    const made = await given.payment(paid.id, { amount: '50.00' })
    expect(made.paid_at).toBe(TODAY)
    const deleted = await app.call('DELETE', `/invoices/${paid.id}/payments/${made.id}`)
    expect(deleted.statusCode).toBe(204)
    await given.put(open.id, { status: 'uncollectible' })
    await given.put(open.id, { status: 'sent' })
    await given.creditNote(paid.id, { status: 'sent' })
    await given.put(open.id, { status: 'void' })
  })

  test('an import of a closed day is refused', async () => {
    const line = JSON.stringify({
      ...{ issue_date: '2026-02-01', status: 'sent', items: [item] },
      customer: { name: 'Of last spring' },
    })
    const type = { 'content-type': 'application/jsonl' }
    const made = await app.call('POST', '/imports?kind=invoices', Buffer.from(line), type)
    await app.services.jobRunner.runDue()
    await app.call('POST', `/imports/${made.json().id}/commit`)
    await app.services.jobRunner.runDue()
    const listed = (await app.call('GET', '/invoices?q=spring')).json()
    expect(listed.data).toEqual([])
    const report = (await app.call('GET', `/imports/${made.json().id}/report?format=jsonl`)).body
    expect(report).toContain('period_closed')
  })

  test('a bank entry of a closed day is proposed, never booked by itself, and booked on an open day', async () => {
    await given.settings({ bankAutoBook: 'certain' })
    const late = await given.invoice({ status: 'sent', issue_date: '2026-10-05', items: [item] })
    const entry = { amount: '119.00', text: `Invoice ${late.number}`, day: '2026-09-29' }
    await app.call('POST', '/bank-files', camt([{ entries: [entry] }]))
    await app.services.jobRunner.runDue()
    const [found] = (await app.call('GET', '/bank-entries?status=open')).json().data
    expect(found.flags).toContain('period_closed')
    const path = `/bank-entries/${found.id}/book`
    expect(await refusal('POST', path, {})).toEqual(closed())
    const booked = await app.call('POST', path, { paid_at: '2026-10-06' })
    expect(booked.json()).toMatchObject({ status: 'booked', booking_date: '2026-09-29' })
    const { data } = (await app.call('GET', `/invoices/${late.id}/payments`)).json()
    expect(data).toMatchObject([{ amount: '119.00', paid_at: '2026-10-06' }])
  })

  test('409: undoing a bank file that booked a closed day, which stays whole', async () => {
    const made = await Promise.all(
      ['2026-10-08', '2026-10-20'].map(async (day) => {
        const due = { status: 'sent', issue_date: '2026-10-05', items: [item] }
        const { number } = await given.invoice(due)
        return { amount: '119.00', text: `Invoice ${number}`, day }
      }),
    )
    const file = await app.call('POST', '/bank-files', camt([{ entries: made }], 'Two months'))
    await app.services.jobRunner.runDue()
    const path = `/bank-files/${file.json().id}`
    const entries = async (): Promise<Json> =>
      (await app.call('GET', `/bank-entries?file_id=${file.json().id}`)).json().data
    const before = await entries()
    expect(before).toMatchObject([{ status: 'booked' }, { status: 'booked' }])
    await app.call('POST', '/books/close', { until: '2026-10-08' })
    expect(await refusal('POST', `${path}/undo`)).toEqual(closed('2026-10-08', '2026-10-09'))
    expect((await app.call('GET', path)).json().status).toBe('done')
    expect(await entries()).toEqual(before)
    const back = { to: CLOSED, reason: 'The file was a wrong one' }
    expect((await app.call('POST', '/books/reopen', back)).statusCode).toBe(200)
    expect((await app.call('POST', `${path}/undo`)).json().status).toBe('undone')
  })

  test('409: a closed day stays closed when the clock or the time zone goes back to it', async () => {
    const late = await given.invoice({ status: 'sent', issue_date: '2026-11-05', items: [item] })
    const closing = await app.call('POST', '/books/close', { until: '2026-11-20' })
    expect(closing.statusCode, closing.body).toBe(200)
    const issued = { customer_id: late.customer_id, items: [item], status: 'sent' }
    const expectRefused = async (day: string): Promise<void> => {
      const refused = closed('2026-11-20', TODAY)
      const path = `/invoices/${late.id}`
      expect(await refusal('POST', `${path}/credit-note`, { status: 'sent' })).toEqual(refused)
      expect(await refusal('POST', '/invoices', issued)).toEqual(refused)
      const payment = { amount: '1.00', paid_at: day }
      expect(await refusal('POST', `${path}/payments`, payment)).toEqual(refused)
    }
    const now = new Date(app.clock.now()).toISOString()
    for (const day of ['2026-11-20', '2026-11-12']) {
      app.clock.set(`${day}T12:00:00Z`)
      await expectRefused(day)
    }
    app.clock.set('2026-11-21T03:00:00Z')
    await given.settings({ timeZone: 'America/Los_Angeles' })
    await expectRefused('2026-11-20')
    app.clock.set(now)
    await given.settings({ timeZone: 'UTC' })
    const back = { to: CLOSED, reason: 'The closing was a trial' }
    expect((await app.call('POST', '/books/reopen', back)).statusCode).toBe(200)
  })

  test('verify finds nothing wrong, until the day of a payment is changed in the database', async () => {
    const kinds = async () => (await verifyDatabase(app.work())).breaks.map(({ kind }) => kind)
    expect(await kinds()).toEqual([])
    const move = (paid_at: string) =>
      app.tables.updateTable('payments').set({ paid_at }).where('id', '=', payment.id).execute()
    await move('2026-10-20')
    expect(await kinds()).toEqual(['closed_period_changed'])
    await move('2026-08-20')
    expect(await kinds()).toEqual([])
  })

  test('200: reopening needs a reason, and opens only the days after the one that it names', async () => {
    const path = '/books/reopen'
    expect(await refusal('POST', path, { to: '2026-08-31', reason: 'short' })).toMatchObject({
      status: 422,
    })
    expect(await refusal('POST', path, { to: CLOSED, reason: 'Nothing to do here' })).toMatchObject(
      { status: 409, code: 'not_closed' },
    )
    const reason = 'A payment of September was missing'
    expect((await app.call('POST', path, { to: '2026-08-31', reason })).json()).toMatchObject({
      ...{ closed_until: '2026-08-31', note: reason },
    })
    const again = await given.invoice({ status: 'sent', issue_date: '2026-09-01', items: [item] })
    await given.payment(again.id, { amount: '1.00', paid_at: '2026-09-30' })
    const body = { amount: '1.00', paid_at: '2026-08-31' }
    expect(await refusal('POST', `/invoices/${again.id}/payments`, body)).toEqual(
      closed('2026-08-31', '2026-09-01'),
    )
    expect((await app.call('POST', path, { to: null, reason })).json().closed_until).toBeNull()
    await given.payment(again.id, body)
    const { data } = (await app.call('GET', '/events?type=books.reopened')).json()
    const after = data.filter((it: Json) => it.data.note === reason)
    expect(after.map((it: Json) => it.data)).toMatchObject([
      { closed_until: '2026-08-31', closed_until_before: CLOSED, note: reason },
      { closed_until: null, closed_until_before: '2026-08-31', note: reason },
    ])
  })

  test('a closing and payments at the same moment: no payment of a closed day is added after the closing', async () => {
    const claim = await given.invoice({ status: 'sent', issue_date: '2026-10-02', items: [item] })
    const pay = () =>
      app.call('POST', `/invoices/${claim.id}/payments`, { amount: '1.00', paid_at: '2026-10-20' })
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, pay),
      app.call('POST', '/books/close', { until: '2026-10-31' }),
      ...Array.from({ length: 6 }, pay),
    ])
    const codes = answers.map(({ statusCode }) => statusCode)
    expect(codes[6]).toBe(200)
    expect([...new Set(codes.toSpliced(6, 1))].every((it) => it === 201 || it === 409)).toBe(true)
    const { breaks } = await verifyDatabase(app.work())
    expect(breaks).toEqual([])
  })

  test('403: a key without admin closes nothing', async () => {
    const headers = await given.key('read', 'write', 'issue')
    for (const [path, body] of [
      ['/books/close', { until: '2026-11-01' }],
      ['/books/reopen', { to: null, reason: 'Without the right scope' }],
    ] as const)
      expect((await app.call('POST', path, body, headers)).statusCode).toBe(403)
  })
})
