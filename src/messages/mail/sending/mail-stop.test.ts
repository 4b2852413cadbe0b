import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givens, ITEM, type Json } from '../../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../../test/harness.ts'
import { type MailServer, startMailServer } from '../../../../test/mail-server.ts'
import { type Debits, debits } from '../../../receivables/direct-debit/debits.testing.ts'

describe.each(ENGINES)('mail to a customer who has died (%s)', (engine) => {
  let app: TestApp
  let debit: Debits
  let server: MailServer
  let customer: Json
  beforeAll(async () => {
    server = await startMailServer()
    app = await startTestApp(engine, {
      ...{ SMTP_URL: server.url, MAIL_FROM: 'Atelier Nord <billing@nord.example>' },
    })
    app.clock.set('2026-05-11T08:00:00.000Z')
    debit = debits(app)
    await debit.prepare()
    customer = await givens(app).customer({ name: 'Fernweh', email: 'desk@fernweh.example' })
  })
  afterAll(async () => {
    await app.close()
    await server.close()
  })

  const read = (): Promise<Json> => debit.get(`/customers/${customer.id}`)
  const runAt = async (instant: string): Promise<void> => {
    app.clock.set(instant)
    for (let n = 0; n < 3; n += 1) await app.services.jobRunner.runDue()
  }
  const messages = async (): Promise<readonly string[]> => {
    const { data } = await debit.get(`/messages?customer_id=${customer.id}&sort=created_at`)
    return data.map(({ kind, status, reason }: Json) => [kind, status, reason].join(' '))
  }

  test('MD07 stops automatic messages, and what a person sends still goes', async () => {
    expect(await read()).toMatchObject({ mail_stop: null })
    await debit.post('/recurring-invoices', {
      ...{ name: 'Hosting', customer_id: customer.id, action: 'send' },
      schedule: { unit: 'day', start_date: '2026-05-20' },
      invoice: { items: [ITEM] },
    })
    const { id, invoice_id } = await debit.announced(await debit.mandate(customer.id))
    await debit.hand()
    await debit.post(`/collections/${id}/outcome`, { outcome: 'refused', code: 'MD07' })
    expect(await debit.collection(id)).toMatchObject({ status: 'given_up', ended_because: 'MD07' })
    expect(await read()).toMatchObject({ mail_stop: { reason: 'deceased' } })
    await runAt('2026-05-20T09:00:00.000Z')
    expect(await messages()).toEqual(['invoice canceled mail_stopped'])
    expect(server.received).toEqual([])

    const plan = { name: 'Usual', levels: [{ after_days: 1, mode: 'auto' }], enabled: true }
    await debit.post('/reminder-plans', { ...plan, default: true, remind_from: '2026-01-01' })
    expect(await debit.get(`/invoices/${invoice_id}/reminders`)).toMatchObject({
      waits_for: 'mail_stopped',
    })
    await debit.post(`/invoices/${invoice_id}/send`, { attach: [] })
    await runAt('2026-05-20T09:10:00.000Z')
    expect(server.received).toHaveLength(1)
  })

  test('a person lifts it, and automatic messages go again', async () => {
    const { version } = await read()
    const path = `/customers/${customer.id}/resume-mail`
    const lifted = await debit.post(path)
    expect(lifted).toMatchObject({ mail_stop: null, version: version + 1 })
    expect(await debit.post(path)).toMatchObject({ version: version + 1 })
    const before = server.received.length
    await runAt('2026-05-21T09:00:00.000Z')
    expect(server.received.length).toBeGreaterThan(before)
  })
})
