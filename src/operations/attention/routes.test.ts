import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, ITEM, type Json } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { runNow } from '../../../test/jobs.ts'
import { type MailServer, startMailServer } from '../../../test/mail-server.ts'
import { enqueue } from '../../core/jobs/queue.ts'
import { transaction } from '../../core/record/transaction.ts'
import { queueInvoice } from '../../messages/mail/sending/send.ts'

const HOUR = 60 * 60_000

describe.each(ENGINES)('GET /attention (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  let server: MailServer
  let invoice: Json

  beforeAll(async () => {
    server = await startMailServer()
    app = await startTestApp(engine, {
      SMTP_URL: server.url,
      MAIL_FROM: 'Atelier Nord <billing@nord.example>',
    })
    given = givens(app)
    const customer = { name: 'Fernweh', email: 'desk@fernweh.example' }
    invoice = await given.invoice({ customer, status: 'sent' })
  })
  afterAll(async () => {
    await app.close()
    await server.close()
  })

  const call = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const answer = await app.call(method, path, body)
    expect(answer.statusCode, answer.body).toBeLessThan(400)
    return answer.body === '' ? null : answer.json()
  }
  const list = async (query = ''): Promise<Json> => call('GET', `/attention${query}`)
  const codes = async (query = ''): Promise<readonly string[]> =>
    (await list(query)).data.map(({ code }: Json) => code)
  const moveBy = (ms: number) => app.clock.set(new Date(app.clock.now() + ms).toISOString())
  const send = async () => {
    const message = await call('POST', `/invoices/${invoice.id}/send`, { attach: [] })
    await app.services.jobRunner.runDue()
    return message
  }
  const deliver = async () => {
    moveBy(HOUR)
    await runNow(app, 'mail.sweep')
    await app.services.jobRunner.runDue()
  }

  test('200: nothing waits', async () => {
    expect(await list('?include=total')).toEqual({
      data: [],
      has_more: false,
      next_cursor: null,
      total: 0,
    })
  })

  test('200: a wrong password is one matter for all waiting messages, and is resolved with it', async () => {
    server.password = 'another'
    const since = app.work().at
    for (let count = 0; count < 3; count++) await send()
    const { data } = await list('?kind=message')
    expect(data).toEqual([
      {
        kind: 'message',
        resource: { type: 'mail_transport', id: 'mail_transport', name: '' },
        since,
        code: 'mail_server_failing',
        detail: expect.stringContaining('535'),
      },
    ])
    server.password = 'secret'
    for (let count = 0; count < 3; count++) await deliver()
    expect(await codes()).toEqual([])
    expect(server.received).toHaveLength(3)
  })

  test('200: a failed message waits until it is sent again or canceled', async () => {
    server.onData = () => ({ code: 554, text: 'No thanks' })
    const failed = await send()
    await deliver()
    expect((await list()).data).toMatchObject([
      {
        resource: { type: 'message', id: failed.id, name: failed.subject_line },
        code: 'message_failed',
        detail: expect.stringContaining('No thanks'),
      },
    ])
    server.onData = () => 'accept'
    moveBy(HOUR)
    await call('POST', `/messages/${failed.id}/resend`)
    expect(await codes()).toEqual([])
    server.onData = () => ({ code: 554, text: 'No thanks' })
    await deliver()
    expect(await codes()).toEqual(['message_failed'])
    const { data } = await call('GET', '/messages?status=failed&limit=1')
    await call('POST', `/messages/${data[0].id}/cancel`)
    server.onData = () => 'accept'
    await send()
    await deliver()
    expect(await codes()).toEqual([])
  })

  test('200: an address that bounced waits until a person edits it', async () => {
    const { data } = await call('GET', '/messages?status=sent&limit=1')
    const bounce = { message_id: data[0].message_id, recipient: 'desk@fernweh.example' }
    await call('POST', '/messages/bounces', { ...bounce, state: 'bounced', code: '5.1.1' })
    expect((await list()).data).toMatchObject([
      {
        resource: { type: 'customer', id: invoice.customer_id, name: 'Fernweh' },
        code: 'address_bounced',
      },
    ])
    await call('PATCH', `/customers/${invoice.customer_id}`, { email: 'new@fernweh.example' })
    expect(await codes()).toEqual([])
  })

  test('200: an answered quote waits until it is invoiced; a declined one for a week', async () => {
    const { customer_id } = invoice
    const open = async () => {
      const { id } = await call('POST', '/quotes', { customer_id, items: [ITEM] })
      await call('POST', `/quotes/${id}/open`)
      return id
    }
    const [accepted, declined] = [await open(), await open()]
    await call('POST', `/quotes/${declined}/decline`, { name: 'Mara', note: 'Later' })
    moveBy(HOUR)
    await call('POST', `/quotes/${accepted}/accept`, { name: 'Mara' })
    expect(await codes()).toEqual(['quote_accepted', 'quote_declined'])
    expect(await codes('?sort=since')).toEqual(['quote_declined', 'quote_accepted'])
    const first = await list('?limit=1&include=total')
    expect(first).toMatchObject({ has_more: true, total: 2, data: [{ code: 'quote_accepted' }] })
    const second = await list(`?limit=1&cursor=${first.next_cursor}`)
    expect(second).toMatchObject({ has_more: false, data: [{ code: 'quote_declined' }] })
    await call('POST', `/quotes/${accepted}/invoice`, {})
    expect(await codes()).toEqual(['quote_declined'])
    moveBy(8 * 24 * HOUR)
    expect(await codes()).toEqual([])
  })

  test('200: a schedule that stopped', async () => {
    const { id: customer_id } = await given.customer({ name: 'Away' })
    const today = new Date(app.clock.now()).toISOString().slice(0, 10)
    const { id } = await call('POST', '/recurring-invoices', {
      name: 'Hosting',
      customer_id,
      action: 'issue',
      schedule: { unit: 'day', start_date: today },
      invoice: { items: [ITEM] },
    })
    await call('PATCH', `/customers/${customer_id}`, { archived: true })
    moveBy(24 * HOUR)
    await app.services.jobRunner.runDue()
    expect((await list()).data).toMatchObject([
      { kind: 'recurring', resource: { id, name: 'Hosting' }, code: 'customer_archived' },
    ])
    await call('POST', `/recurring-invoices/${id}/end`)
    expect(await codes()).toEqual([])
  })

  test('200: webhooks and jobs are shown to admins only; 403 without read', async () => {
    const { id } = await call('POST', '/webhooks', { url: 'https://hooks.example.org/secret' })
    await app.tables
      .updateTable('webhooks')
      .set({ status: 'paused', paused_reason: 'failing', paused_at: app.work().at })
      .execute()
    const job = await transaction(app.work(), async (work) => {
      await enqueue(work, { name: 'broken', parallel: 1 }, [{ key: 'k', payload: {} }])
      return work.at
    })
    await app.tables
      .updateTable('jobs')
      .set({ failed_at: job, due_at: null })
      .where('kind', '=', 'broken')
      .execute()
    const { data } = await list()
    expect(data).toMatchObject([
      { kind: 'webhook', resource: { id, name: 'hooks.example.org' }, code: 'webhook_failing' },
      { kind: 'job', resource: { name: 'broken' }, code: 'job_failed' },
    ])
    expect(JSON.stringify(data)).not.toContain('secret')
    const reader = await app.call('GET', '/attention', undefined, await given.key('read'))
    expect(reader.json().data).toEqual([])
    const writer = await app.call('GET', '/attention', undefined, await given.key('write'))
    expect(writer.statusCode).toBe(403)
  })
})

describe.each(ENGINES)('GET /attention without a mail server (%s)', (engine) => {
  test('200: automatic messages wait for one', async () => {
    const app = await startTestApp(engine)
    try {
      const customer = { name: 'Fernweh', email: 'desk@fernweh.example' }
      const { id } = await givens(app).invoice({ customer, status: 'sent' })
      await transaction(app.work(), (work) =>
        queueInvoice(work, { id, occasion: 'a', body: { attach: [] } }),
      )
      const { data } = (await app.call('GET', '/attention')).json()
      expect(data).toMatchObject([{ code: 'mail_not_configured' }])
    } finally {
      await app.close()
    }
  })
})
