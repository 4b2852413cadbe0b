import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givens, ITEM, type Json } from '../../../test/givens.ts'
import { API_KEY, ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { runNow } from '../../../test/jobs.ts'
import { type MailServer, startMailServer } from '../../../test/mail-server.ts'
import { pdf } from '../../core/files/samples.testing.ts'
import { transaction } from '../../core/record/transaction.ts'
import { noteMail } from '../../sales/invoices/note.ts'
import { saveChange } from './change.ts'
import { noteNotice } from './notice.ts'
import { noteFailed } from './outcome.ts'
import { lockCollection } from './read.ts'

/* Invoices that name a mandate: the mail of the invoice is the notice of the collection. */

describe.each(ENGINES)('the notice by the mail of an invoice (%s)', (engine) => {
  let app: TestApp
  let customer = ''
  let mandate: Json
  let mail: MailServer
  beforeAll(async () => {
    mail = await startMailServer()
    app = await startTestApp(engine, { SMTP_URL: mail.url })
    const bankAccount = { iban: 'DE87123456781234567890', creditorId: 'DE98ZZZ09999999999' }
    const companyEmail = 'office@ateliernord.example'
    await givens(app).settings({ bankAccount, companyEmail, confirmMandates: false })
    const [plan] = (await app.call('GET', '/reminder-plans')).json().data
    await app.call('PATCH', `/reminder-plans/${plan.id}`, { enabled: true })
    customer = (await givens(app).customer({ name: 'Fernweh Books' })).id
    mandate = (
      await app.call('POST', `/customers/${customer}/payment-methods`, {
        mandate: {
          ...{ reference: 'M1', signed_on: '2025-03-10', account_holder: 'Ada Beispiel' },
          iban: 'DE89370400440532013000',
          evidence: { kind: 'paper', file_id: await fileOf(customer) },
        },
      })
    ).json().mandate
  })
  afterAll(async () => {
    await app.close()
    await mail.close()
  })

  const fileOf = async (customerId: string): Promise<string> => {
    const file = await app.send({
      method: 'POST',
      url: `/api/v1/customers/${customerId}/files?name=mandate.pdf&visible=internal`,
      headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/pdf' },
      payload: Buffer.from(pdf('/Lang (x)')),
    })
    return file.json().id
  }
  /** An issued invoice whose mail had a result before the job planned the collection. */
  const planned = async (status: 'sent' | 'bounced' | 'failed') => {
    const { id } = await givens(app).invoice({
      ...{ customer_id: customer, items: [ITEM], currency: 'EUR' },
      payment: { means: '59', mandate: mandate.reference, payer_iban: mandate.iban },
      status: 'sent',
    })
    const writtenAt = app.work().at
    await transaction(app.work(), (work) => noteMail(work, id, { status, at: writtenAt }))
    await app.services.jobRunner.runDue()
    return { invoiceId: id, writtenAt }
  }
  const mattersOf = async (kind: string, id: string): Promise<readonly string[]> =>
    (await app.call('GET', `/attention?kind=${kind}&limit=100`))
      .json()
      .data.filter(({ resource }: Json) => resource.id === id)
      .map(({ code }: Json) => code)
  const collectionOf = async (invoiceId: string): Promise<Json> =>
    (await app.call('GET', `/collections?invoice_id=${invoiceId}`)).json().data[0]

  test('the mail was accepted before the plan, and bounces later: nothing is collected', async () => {
    const { invoiceId, writtenAt } = await planned('sent')
    expect(await collectionOf(invoiceId)).toMatchObject({ status: 'announced', problems: [] })
    const bounce = { invoiceId, messageId: 'msg_1', writtenAt, isAccepted: false }
    await transaction(app.work(), (work) => noteNotice(work, bounce))
    expect(await collectionOf(invoiceId)).toMatchObject({
      ...{ status: 'planned', notice: null, problems: ['notice_not_sent'] },
    })
    expect(await mattersOf('collection', invoiceId)).toEqual(['notice_not_sent'])
    const { totals } = (await app.call('GET', `/invoices/${invoiceId}`)).json()
    await app.call('POST', `/invoices/${invoiceId}/payments`, { amount: totals.due })
    expect(await mattersOf('collection', invoiceId)).toEqual([])
  })

  test('reminders wait while the invoice is collected', async () => {
    const { invoiceId } = await planned('sent')
    const read = async () => (await app.call('GET', `/invoices/${invoiceId}/reminders`)).json()
    const { id, next_on } = await collectionOf(invoiceId)
    expect(await read()).toMatchObject({ waits_for: 'being_paid', collect_on: next_on })
    app.clock.set(`${next_on}T08:00:00.000Z`)
    const sent = await app.call('POST', `/invoices/${invoiceId}/reminders/send`, { level: 1 })
    expect(sent.json()).toMatchObject({ code: 'not_remindable', reason: 'being_paid' })
    await app.call('POST', `/collections/${id}/cancel`)
    expect(await read()).toMatchObject({ waits_for: null, collect_on: null })
  })

  test('without an e-mail address, a restarted collection waits until a person has told the customer', async () => {
    const { invoiceId } = await planned('sent')
    const { id } = await collectionOf(invoiceId)
    await transaction(app.work(), async (work) => {
      const before = await lockCollection(work, id)
      const attempt = {
        ...{ n: 1, at: work.at, day: '2026-05-18', noticeAt: null, code: null, ref: 'DD1' },
      }
      const attempts = [{ ...attempt, outcome: 'submitted' as const }]
      const submitted = await saveChange(work, before, { status: 'submitted', attempts })
      await noteFailed(work, submitted, { code: 'AC01', day: '2026-05-20' })
    })
    expect(await mattersOf('collection', invoiceId)).toEqual(['charge_failed'])
    await app.call('POST', `/collections/${id}/retry`)
    await app.services.jobRunner.runDue()
    const again = await collectionOf(invoiceId)
    expect(again).toMatchObject({ status: 'planned', problems: ['notice_not_sent'] })
    expect(again.next_on > new Date(app.clock.now()).toISOString()).toBe(true)
    await app.call('POST', `/payment-methods/${again.payment_method_id}/resume`)
  })

  test('a mandate to confirm is a matter of its customer, once', async () => {
    await givens(app).settings({ confirmMandates: true })
    const { id } = await givens(app).customer({ name: 'Northwind' })
    for (const reference of ['M2', 'M3'])
      await app.call('POST', `/customers/${id}/payment-methods`, {
        mandate: {
          ...{ reference, signed_on: '2025-03-10', account_holder: 'Ida Brandt' },
          iban: 'DE89370400440532013000',
        },
      })
    expect(await mattersOf('mandate', id)).toEqual(['mandate_to_confirm'])
    await givens(app).settings({ confirmMandates: false })
  })

  test.each([
    'bounced',
    'failed',
  ] as const)('%s before the plan: a person should know', async (status) => {
    const { invoiceId } = await planned(status)
    const it = { status: 'planned', problems: ['notice_not_sent'] }
    expect(await collectionOf(invoiceId)).toMatchObject(it)
  })

  test('a bounce of an old mail changes nothing once the customer was told by letter', async () => {
    const { invoiceId, writtenAt } = await planned('bounced')
    const { id } = await collectionOf(invoiceId)
    await app.call('POST', `/collections/${id}/announce`, {})
    const bounce = { invoiceId, messageId: 'msg_1', writtenAt, isAccepted: false }
    await transaction(app.work(), (work) => noteNotice(work, bounce))
    expect(await collectionOf(invoiceId)).toMatchObject({ status: 'announced', problems: [] })
  })

  test('more is due, and only the customer has the mandate: the mail about it is the new notice', async () => {
    const { id } = await givens(app).customer({ email: 'accounts@fernweh.example' })
    await app.json('POST', `/customers/${id}/payment-methods`, {
      mandate: {
        ...{ reference: 'M9', signed_on: '2025-03-10', account_holder: 'Ada Beispiel' },
        iban: 'DE89370400440532013000',
        evidence: { kind: 'paper', file_id: await fileOf(id) },
      },
    })
    const of = { customer_id: id, items: [ITEM], currency: 'EUR', status: 'sent' }
    const { id: invoiceId, totals } = await givens(app).invoice(of)
    const payments = `/invoices/${invoiceId}/payments`
    const payment = await app.json('POST', payments, { amount: '20.00' })
    const planned = await app.json('POST', `/invoices/${invoiceId}/collect`, {})
    const first = await app.json('POST', `/collections/${planned.id}/announce`, {})
    await app.call('DELETE', `${payments}/${payment.id}`)
    mail.onData = () => 'accept'
    for (let n = 0; n < 4; n += 1) {
      app.clock.set(new Date(app.clock.now() + 86_400_000).toISOString())
      await runNow(app, 'collection.watch')
      await app.services.jobRunner.runDue()
    }
    const again = await collectionOf(invoiceId)
    expect(again).toMatchObject({ status: 'announced', amount: totals.due, problems: [] })
    expect(again.notice).toMatchObject({ amount: totals.due, collect_on: again.next_on })
    expect(again.notice.sent_at > first.notice.sent_at).toBe(true)
    const { data } = await app.json('GET', `/messages?customer_id=${id}`)
    expect(data.map(({ kind, status }: Json) => [kind, status])).toEqual([['invoice', 'sent']])
  })
})
