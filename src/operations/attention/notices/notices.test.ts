import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, ITEM, type Json } from '../../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../../test/harness.ts'
import { runNow } from '../../../../test/jobs.ts'
import { type MailServer, startMailServer } from '../../../../test/mail-server.ts'
import { lineOfMatter } from './inner/lines.ts'

const MINUTE = 60_000
const OWN = 'ada@nord.example'

describe.each(ENGINES)('notices to oneself (%s)', (engine) => {
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
    await pay('1.00')
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
  const pay = (amount: string) => given.payment(invoice.id, { amount })
  const pass = async (minutes: number) => {
    app.clock.set(new Date(app.clock.now() + minutes * MINUTE).toISOString())
    await runNow(app, 'notice.collect')
    await app.services.jobRunner.runDue()
  }
  const told = async () => {
    const own = server.received.filter(({ to }) => to.includes(OWN))
    server.received.length = 0
    return Promise.all(own.map(({ bytes }) => PostalMime.parse(bytes)))
  }

  test('no notice is sent without an address, nor later about older matters', async () => {
    await pass(1)
    await given.settings({ notify: { email: OWN } })
    await pass(1)
    await pass(1)
    expect(await told()).toEqual([])
  })

  test('payments are collected: one message, then no other for 15 minutes', async () => {
    await pay('2.00')
    await pay('3.00')
    await pass(1)
    const [first, ...others] = await told()
    expect(others).toEqual([])
    expect(first?.subject).toMatch(/^INV-\d{4}-0001, Fernweh: payment received, .+ \(\+1\)$/)
    expect(first?.text).toContain('€136.80 still due')
    expect(first?.text).toContain('Open Billwright: http')
    await pay('4.00')
    await pass(10)
    expect(await told()).toEqual([])
    await pass(6)
    const [second] = await told()
    expect(second?.text).toContain('€132.80 still due')
    await pass(20)
    expect(await told()).toEqual([])
  })

  test('answers to quotes and drafts of schedules', async () => {
    const { id } = await call('POST', '/quotes', {
      customer_id: invoice.customer_id,
      items: [ITEM],
    })
    await call('POST', `/quotes/${id}/open`)
    await call('POST', `/quotes/${id}/accept`, { name: 'Mara' })
    await call('POST', '/recurring-invoices', {
      name: 'Hosting',
      customer_id: invoice.customer_id,
      action: 'draft',
      schedule: { unit: 'year', start_date: '2026-11-21' },
      invoice: { items: [ITEM] },
    })
    await app.services.jobRunner.runDue()
    await pass(20)
    const [mail, ...others] = await told()
    expect(others).toEqual([])
    expect(mail?.text).toContain('Quote Q-2026-0001: accepted.')
    expect(mail?.text).toContain('Hosting: a draft waits for your review.')
  })

  test('a notice names each matter once, in the language of the company', async () => {
    await given.settings({ locale: 'de-AT' })
    server.onData = ({ to }) => (to.includes(OWN) ? 'accept' : { code: 554, text: 'No thanks' })
    const message = await call('POST', `/invoices/${invoice.id}/send`, { attach: [] })
    await pass(1)
    await pass(20)
    const [mail] = await told()
    expect(mail?.subject).toBe(`${message.subject_line}: Die Nachricht wurde nicht zugestellt.`)
    expect(mail?.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
    await pass(20)
    await pass(20)
    expect(await told()).toEqual([])
    server.onData = () => 'accept'
  })

  test('a notice that failed is no reason for another one', async () => {
    server.onData = () => ({ code: 554, text: 'No thanks' })
    await pay('5.00')
    await pass(20)
    for (let round = 0; round < 3; round++) await pass(20)
    expect(await told()).toHaveLength(1)
    const { data } = await call('GET', '/attention?kind=message')
    expect(data.map(({ code }: Json) => code).toSorted()).toEqual([
      'message_failed',
      'notice_failed',
    ])
    server.onData = () => 'accept'
  })

  test('notices contain only the chosen kinds; without an address there are no notices', async () => {
    await given.settings({ notify: { on: ['quote_answered'] } })
    await pay('6.00')
    await pass(20)
    expect(await told()).toEqual([])
    await given.settings({ notify: { email: null, on: ['payment_received'] } })
    await pay('7.00')
    await pass(20)
    expect(await told()).toEqual([])
    const rows = await app.tables.selectFrom('notices').selectAll().execute()
    expect(rows).toEqual([])
  })

  test('422: an unknown notice and a bad address', async () => {
    for (const notify of [{ on: ['gossip'] }, { email: 'nobody' }])
      expect((await app.call('PATCH', '/settings', { notify })).statusCode).toBe(422)
  })
})

test('a French line has a space before the colon', () => {
  const resource = { type: 'customer', id: 'cus_1', name: 'Fernweh' } as const
  const since = '2026-11-21T08:00:00.000Z'
  const matter = { kind: 'message', resource, since, code: 'address_bounced', detail: '' } as const
  expect(lineOfMatter(matter, 'fr')).toMatch(/^Fernweh\u00a0: les messages/)
})
