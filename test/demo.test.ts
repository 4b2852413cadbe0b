import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyDatabase } from '../src/books/audit/verify.ts'
import { ensureFirstRun } from '../src/company/access/set-up/first-run.ts'
import type { Company } from '../src/core/companies/company.ts'
import type { Actor } from '../src/core/http/actor.ts'
import { DEMO_ACTOR, fillDemo, fillSecondDemo } from '../src/entry/demo/demo.ts'
import { type DemoProvider, startDemoProvider } from '../src/entry/demo/provider.ts'
import { openBrowser } from './browser.ts'
import { givens, type Json, rowCounts } from './givens.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'

const fill = (app: TestApp) => fillDemo({ ...app.work(), actor: DEMO_ACTOR })

describe.each(ENGINES)('sample data (%s)', (engine) => {
  let app: TestApp
  let provider: DemoProvider
  const taken: Uint8Array[] = []
  beforeAll(async () => {
    const mailSink = { take: (bytes: Uint8Array) => void taken.push(bytes) }
    provider = await startDemoProvider({ now: () => app.clock.now() })
    const env = { OUTBOUND_ALLOW: provider.host, PAYMENT_ORIGINS: `mollie=${provider.origin}` }
    app = await startTestApp(engine, env, undefined, { mailSink })
    await fill(app)
  })
  afterAll(async () => {
    await app.close()
    await provider.close()
  })

  const listOf = async (path: string): Promise<Json[]> => (await app.call('GET', path)).json().data

  test('there is something of all: products, schedules, quotes, entries, a reminder, a message', async () => {
    const products = await listOf('/products')
    expect(products.map(({ prices }) => prices.length).toSorted()).toEqual([1, 1, 2])
    expect(await listOf('/recurring-invoices?sort=name')).toMatchObject([
      { name: 'Hosting', status: 'active', action: 'draft', next: expect.anything() },
      { name: 'Studio rent', status: 'active', action: 'issue', next: expect.anything() },
    ])
    const quotes = await listOf('/quotes')
    expect(new Set(quotes.map(({ status }) => status))).toEqual(
      new Set(['draft', 'open', 'superseded', 'declined', 'accepted']),
    )
    expect(await listOf('/entries?status=open')).toHaveLength(3)
    expect((await listOf('/reminders/due')).length).toBeGreaterThan(0)
    expect(await listOf('/messages')).toMatchObject([{ kind: 'invoice', status: 'queued' }])
    const entries = await listOf('/bank-entries?sort=-amount')
    expect(new Set(entries.map((it) => it.class))).toEqual(new Set(['certain', 'likely', 'none']))
    expect(new Set(entries.map((it) => it.status))).toEqual(new Set(['open', 'ignored']))
  })

  test('direct debits: mandates, one returned by the bank, and a run for a person to approve', async () => {
    const runs = await listOf('/direct-debit-runs?sort=created_at')
    expect(runs.map(({ status }) => status)).toEqual(['settled', 'draft'])
    const [returned, waiting] = await listOf('/collections?sort=created_at')
    expect(returned).toMatchObject({ status: 'planned', attempts: [{ code: 'AM04' }] })
    expect(returned?.problems).toContain('payment_returned')
    expect(waiting).toMatchObject({ status: 'announced', problems: [] })
    const run = (await app.call('GET', `/direct-debit-runs/${runs[1]?.id}`)).json()
    expect(run).toMatchObject({ collections: [{ collection_id: waiting?.id }] })
    const methods = await listOf(`/customers/${waiting?.customer_id}/payment-methods`)
    expect(methods).toMatchObject([{ status: 'active', default: true, via: 'file' }])
    expect((await verifyDatabase(app.work())).breaks).toEqual([])
  })

  test('another name of the company is also that of its account', async () => {
    const { bankAccount } = (await app.call('PATCH', '/settings', { companyName: 'Nord' })).json()
    expect(bankAccount).toMatchObject({ iban: 'DE89370400440532013000', holder: null })
    const draft = (await listOf('/invoices?status=draft'))[0]
    const { body } = await app.call('GET', `/invoices/${draft?.id}/html`)
    expect(body).toContain('DE89 3704 0044 0532 0130 00')
    expect(body).toMatch(/>\s*Nord\s*</)
    expect(body).not.toContain('Atelier Nordlicht')
    await app.call('PATCH', '/settings', { companyName: 'Atelier Nordlicht' })
  })

  // It prints; once is enough.
  test.runIf(engine === 'sqlite')('the message is passed to the sink', async () => {
    await app.services.jobRunner.runDue()
    const messages = await listOf('/messages')
    const sent = messages.filter(({ kind }) => kind === 'invoice')
    expect(sent).toMatchObject([{ status: 'sent' }])
    const { from, attachments } = await PostalMime.parse(taken[0] ?? Buffer.of())
    expect(from?.address).toBe('hello@nordlicht.example')
    expect(attachments[0]?.mimeType).toBe('application/pdf')
  })

  test('a visitor pays the sample invoice at the played provider, and gets a part back', async () => {
    const token = /[^/]+$/.exec(await fill(app))?.[0] ?? ''
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const pay = async (result: string) => {
      const payload = 'method=creditcard'
      const opened = await app.send({ method: 'POST', url: `/i/${token}/pay`, headers, payload })
      const page = String(opened.headers.location)
      expect(page, opened.body).toMatch(new RegExp(`^${provider.origin}/pay/tr_`))
      expect(await (await fetch(page)).text()).toContain('no real money moves')
      const decided = `${page}?result=${result}`
      const back = await fetch(decided, { method: 'POST', redirect: 'manual' })
      const { pathname, search } = new URL(String(back.headers.get('location')))
      return (await app.send({ method: 'GET', url: `${pathname}${search}` })).body
    }
    expect(await pay('failed')).toContain('did not succeed')
    app.clock.set('2026-11-21T17:00:00.000Z')
    expect(await pay('paid')).toContain('Thank you')
    const [payment] = await listOf('/provider-payments?status=paid')
    const id = payment?.booked[0]?.invoice_id
    const read = async () => (await app.call('GET', `/invoices/${id}`)).json()
    expect(await read()).toMatchObject({ status: 'paid', totals: { due: '0.00' } })
    const body = { amount: '10.00', reason: 'Goodwill' }
    await app.call('POST', `/provider-payments/${payment?.id}/refund`, body)
    await app.services.jobRunner.runDue()
    expect(await read()).toMatchObject({ status: 'sent', totals: { due: '10.00' } })
  })

  test('a later start prints the same link, even if others were published since', async () => {
    const first = await fill(app)
    app.clock.set('2026-11-21T18:00:00.000Z')
    const { id } = await givens(app).invoice({ status: 'sent' })
    expect((await app.call('POST', `/invoices/${id}/publish`)).statusCode).toBe(200)
    expect(await fill(app)).toBe(first)
    const token = /[^/]+$/.exec(first)?.[0] ?? ''
    const shared = await app.send({ url: `/api/v1/public/invoices/${token}` })
    expect(shared.json()).toMatchObject({ seller: { name: 'Atelier Nordlicht' } })
  })

  test('a second company, once, of which the first person becomes the owner', async () => {
    const workFor = (actor: Actor, company: Company) => ({ ...app.work(company), actor })
    for (let start = 0; start < 2; start += 1) await fillSecondDemo({ ...app, workFor })
    const { data, total } = (await app.call('GET', '/companies?include=total')).json()
    expect(total).toBe(2)
    const second = data.find(({ name }: Json) => name === 'Töpferei Südwind')
    const config = { apiKey: null, admin: null, host: '127.0.0.1', publicUrl: null }
    const { setupToken: token } = await ensureFirstRun({ ...app, config })
    const browser = openBrowser(app)
    const person = { email: 'ada@example.org', password: 'nine quiet lighthouses', token }
    expect((await browser.call('POST', '/setup', person)).statusCode).toBe(201)
    const inSecond = { 'billwright-company': second.id }
    const seen = await browser.call('GET', '/invoices?include=total', undefined, inSecond)
    expect(seen.json().total).toBe(4)
    const { accentColor } = (await browser.call('GET', '/settings', undefined, inSecond)).json()
    expect(accentColor).toBe('#8a3b1e')
  })
})

describe.each(ENGINES)('no sample data (%s)', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(engine)
  })
  afterAll(() => app.close())

  test('with existing invoices, none counts as a sample, and nothing changes', async () => {
    const given = givens(app)
    await given.settings({ companyName: 'Own Company' })
    const { id } = await given.invoice({ status: 'sent' })
    const { share_token } = await given.publish(id)
    const before = await rowCounts(app)
    const line = await fill(app)
    expect(line).toContain('already invoices')
    expect(line).not.toContain(share_token)
    expect(await rowCounts(app)).toEqual(before)
    expect((await app.call('GET', '/settings')).json()).toMatchObject({
      companyName: 'Own Company',
    })
  })
})
