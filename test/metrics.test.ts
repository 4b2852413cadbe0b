import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { transaction } from '../src/core/record/transaction.ts'
import { enqueueLanes } from '../src/core/webhooks/deliveries/inner/jobs.ts'
import { lookAtReminders } from '../src/messages/reminders/look.ts'
import { givens } from './givens.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'

describe.each(ENGINES)('GET /metrics (%s)', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(engine, { TRUST_PROXY: 'loopback', HOST: '0.0.0.0' })
  })
  afterAll(() => app.close())

  const metrics = async (): Promise<string> => (await app.send({ url: '/metrics' })).body

  test('counts requests by route, never by text of callers', async () => {
    const { id } = await givens(app).customer({ name: 'Secret Name', email: 'who@example.org' })
    await app.call('GET', `/customers/${id}`)
    await app.call('GET', '/customers?q=private')
    await app.send({ url: '/nobody/knows' })
    const text = await metrics()
    const count = 'http_request_duration_seconds_count'
    expect(text).toContain(`${count}{method="GET",route="/api/v1/customers/:id",status="200"} 1`)
    expect(text).toContain(`${count}{method="GET",route="none",status="404"} 1`)
    expect(text).toMatch(/^process_resident_memory_bytes \d+/m)
    for (const secret of [id, 'Secret', 'example.org', 'private', 'nobody'])
      expect(text).not.toContain(secret)
  })

  test('shows and times background jobs', async () => {
    // The webhook is gone, so there is nothing to do.
    const lane = { webhookId: 'wh_gone', lane: 'x' }
    await transaction(app.work(), (work) => enqueueLanes(work, [lane]))
    app.clock.set('2026-11-21T09:31:00.000Z')
    const before = await metrics()
    expect(before).toContain('jobs{kind="webhook.deliver",state="waiting"} 1\n')
    expect(before).toContain('jobs{kind="webhook.deliver",state="failed"} 0\n')
    expect(before).toContain('job_oldest_due_seconds{kind="webhook.deliver"} 60\n')
    await app.services.jobRunner.runDue()
    const after = await metrics()
    expect(after).toContain('job_duration_seconds_count{kind="webhook.deliver",outcome="done"} 1\n')
    expect(after).not.toContain('jobs{kind="webhook.deliver",state="waiting"} 1\n')
    expect(after).toContain('job_oldest_due_seconds{kind="webhook.deliver"} 0\n')
  })

  test('counts outcomes of recurring invoices', async () => {
    const { id: customer_id } = await givens(app).customer({ name: 'Fernweh' })
    const schedule = { unit: 'day', start_date: '2026-11-21' }
    const invoice = { items: [{ description: 'Hosting', unit_price: '1' }] }
    const body = { name: 'Hosting', customer_id, schedule, invoice }
    await app.call('POST', '/recurring-invoices', body)
    app.clock.set('2026-11-21T09:33:00.000Z')
    expect(await metrics()).toContain('recurring_oldest_due_seconds 12780\n')
    await app.services.jobRunner.runDue()
    const after = await metrics()
    expect(after).toContain('recurring_runs_total{outcome="drafted"} 1\n')
    expect(after).toContain('recurring_oldest_due_seconds 0\n')
  })

  test('counts outcomes of reminders', async () => {
    const given = givens(app)
    await given.settings({ companyEmail: 'office@nord.example' })
    await app.call('POST', '/reminder-plans', {
      name: 'Plan',
      enabled: true,
      default: true,
      at: '00:00',
      remind_from: '2026-11-01',
      levels: [{ title: 'reminder', after_days: 7, mode: 'ask' }],
    })
    const dates = { issue_date: '2026-11-01', due_date: '2026-11-10' }
    const customer = { name: 'Fernweh', email: 'desk@fernweh.example' }
    for (const _ of ['sent', 'dismissed'])
      await given.invoice({ ...dates, customer, status: 'sent' })
    await lookAtReminders(app.work())
    const { data } = (await app.call('GET', '/reminders/due')).json()
    await app.call('POST', '/reminders/send', { ids: [data[0].id] })
    await app.call('POST', '/reminders/dismiss', { ids: [data[1].id] })
    const shown = await metrics()
    for (const [outcome, number] of Object.entries({ asked: 2, written: 1, dismissed: 1 }))
      expect(shown).toContain(`reminders_total{outcome="${outcome}"} ${number}\n`)
  })

  test('shows connections if there is a pool', async () => {
    const shown = (await metrics()).includes('database_connections{state="waiting"} 0')
    expect(shown).toBe(engine === 'postgres')
  })

  test.each([
    ['from elsewhere', { 'x-forwarded-for': '192.0.2.1' }],
    ['through a proxy on this machine', { 'x-forwarded-for': '127.0.0.1' }],
    ['through a proxy that names itself', { via: '1.1 proxy' }],
    ['through a proxy that only passes the name on', { host: 'bills.example.org' }],
    ['under a name like that of this machine', { host: 'localhost.example.org' }],
    ['under an address that is not of this machine', { host: '192.0.2.1:3000' }],
  ])('401: %s without a key', async (_from, headers) => {
    const reply = await app.send({ url: '/metrics', headers })
    expect(reply.json()).toMatchObject({ status: 401, code: 'unauthenticated' })
  })

  test.each([
    'localhost',
    'LOCALHOST:3000',
    '127.0.0.1:3000',
    '[::1]:3000',
    '[::1]',
  ])('200: from this machine, as %s', async (host) => {
    expect((await app.send({ url: '/metrics', headers: { host } })).statusCode).toBe(200)
  })

  test('401: in HTTP/1.0, which proxies without a client address use', async () => {
    await app.server.listen({ port: 0, host: '127.0.0.1' })
    const address = app.server.server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const statusOf = async (version: string) => {
      const socket = connect(port, '127.0.0.1')
      socket.write(
        `GET /metrics HTTP/${version}\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`,
      )
      let answer = ''
      for await (const chunk of socket) answer += chunk
      return /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]
    }
    expect([await statusOf('1.0'), await statusOf('1.1')]).toEqual(['401', '200'])
  })

  test('from elsewhere with a key that may read', async () => {
    const from = { 'x-forwarded-for': '192.0.2.1' }
    const read = await givens(app).key('read')
    const write = await givens(app).key('write')
    const allowed = await app.send({ url: '/metrics', headers: { ...from, ...read } })
    const refused = await app.send({ url: '/metrics', headers: { ...from, ...write } })
    expect([allowed.statusCode, refused.statusCode]).toEqual([200, 403])
    expect(allowed.headers['content-type']).toContain('text/plain; version=0.0.4')
  })
})
