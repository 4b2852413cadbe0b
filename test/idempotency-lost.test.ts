import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loginCode } from '../src/company/access/keys/login.ts'
import { manifestOf, type Origin, startOrigin } from '../src/company/templates/routes.testing.ts'
import { table } from '../src/core/files/samples.testing.ts'
import { invioBytes } from '../src/operations/transfer/inner/invio/invio.testing.ts'
import { tablesOfAllCompanies } from '../src/platform/database/scope.ts'
import { sha256 } from '../src/platform/ids.ts'
import { type Browser, openBrowser } from './browser.ts'
import { givens, ITEM, type Json } from './givens.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'
import { givenJob, runNow } from './jobs.ts'
import { type MailServer, reportOf, startMailServer } from './mail-server.ts'
import { ON_PEPPOL, supplierXml } from './supplier-xml.ts'
import { type Receiver, startReceiver } from './webhook-receiver.ts'

const PASSWORD = 'nine quiet lighthouses'
const ACCOUNT = { email: 'ada@example.org', password: PASSWORD }
const HTML = '<!doctype html><p>{{invoice.number}}</p>'
const XML = readFileSync(join(import.meta.dirname, 'golden/einvoices/minimal.ubl.xml'), 'utf8')
const STEP_MS = 30_000

/** They store nothing. */
const WITHOUT_EFFECT = [
  'POST /customers/{id}/statement/send/preview',
  'POST /delivery-notes/{id}/send/preview',
  'POST /entries/invoices/preview',
  'POST /invoices/calculate',
  'POST /invoices/{id}/payments/{payment_id}/receipt/preview',
  'POST /invoices/{id}/send/preview',
  'POST /mail-transport/test',
  'POST /message-templates/{kind}/{language}/preview',
  'POST /quotes/{id}/send/preview',
  'POST /recurring-invoices/preview',
  'POST /templates/{id}/preview',
]
/**
 * Every other route that takes no key. Each has its reason in docs/api.md: most have no caller yet,
 * or none any more, and their answers are a browser's session.
 */
const WITHOUT_KEY = [
  'DELETE /session',
  'POST /companies/{id}/export',
  'POST /customers/{id}/copy',
  'POST /invitations/accept',
  'POST /invitations/look',
  'POST /password-resets',
  'POST /password-resets/accept',
  'POST /password-resets/look',
  'POST /public/quotes/{share_token}/accept',
  'POST /public/quotes/{share_token}/decline',
  'POST /session',
  'POST /session/second-factor',
  'POST /setup',
  'POST /setup/look',
]

/** Of a body that is not JSON. */
const typeOf = (body: string): string => {
  if (body.startsWith('From:')) return 'message/rfc822'
  return body.startsWith('<') ? 'application/xml' : 'text/csv'
}

/** As if the process ended between the commit and the moment at which the answer is kept. */
const loseAnswers = async (app: TestApp): Promise<void> => {
  for (const name of ['idempotency_keys', 'installation_idempotency_keys'])
    await (app.config.database.engine === 'sqlite'
      ? sql`create trigger ${sql.id(`lost_${name}`)} before update on ${sql.table(name)}
          begin select raise(abort, 'lost'); end`
      : sql`alter table ${sql.table(name)} add constraint lost check (answer is null)`
    ).execute(tablesOfAllCompanies(app.db))
}

/** As if it ended after a webhook was called, and before that was stored. */
const loseAttempts = (app: TestApp): Promise<unknown> =>
  (app.config.database.engine === 'sqlite'
    ? sql`create trigger cut before insert on webhook_attempts
        begin select raise(abort, 'cut short'); end`
    : sql`alter table webhook_attempts add constraint cut check (number < 0)`
  ).execute(tablesOfAllCompanies(app.db))

describe.each(ENGINES)('an answer that is lost after the commit (%s)', (engine) => {
  let app: TestApp
  let receiver: Receiver
  let origin: Origin
  let mail: MailServer
  const done = new Set<string>()
  beforeAll(async () => {
    receiver = await startReceiver()
    origin = await startOrigin()
    mail = await startMailServer()
    const allowed = [receiver.host, origin.host, `127.0.0.1:${mail.port}`]
    app = await startTestApp(engine, { OUTBOUND_ALLOW: allowed.join(',') })
    await givens(app).settings({ companyName: 'Fernweh Press' })
  })
  afterAll(async () => {
    await app.close()
    await Promise.all([receiver.close(), origin.close(), mail.close()])
  })

  /** Sends it with a key, and once more: it is not done again, and what it made is named. */
  async function once(method: string, path: string, body?: unknown, by?: Browser): Promise<Json> {
    const title = `${method} ${path}`
    const headers = {
      'idempotency-key': `lost-${done.size}-${title}`.replaceAll(' ', '-').slice(0, 255),
      ...(typeof body === 'string' && { 'content-type': typeOf(body) }),
      ...(Buffer.isBuffer(body) && { 'content-type': 'application/vnd.sqlite3' }),
    }
    const first = await (by ?? app).call(method, path, body, headers)
    expect(first.statusCode, `${title} ${first.body}`).toBeLessThan(300)
    const again = await (by ?? app).call(method, path, body, headers)
    expect(again.json(), title).toMatchObject({ status: 409, code: 'idempotency_answer_lost' })
    const made = first.body === '' ? null : first.json()
    const id = made?.id ?? made?.invoice?.id
    if (first.statusCode === 201 && id) expect(again.json().resource_id, title).toBe(id)
    done.add(title.replace(/\?.*/, ''))
    return made
  }

  test('409: no change is made twice, and each names its resource', async () => {
    await loseAnswers(app)
    await useCustomersAndTemplates()
    await useInvoices()
    await useAccount()
    await useProducts()
    await useEntries()
    await useSupplierInvoices()
    await useAccessPoint()
    await useBulk()
    await useRecurring()
    await useQuotes()
    await useMail()
    // After mail, whose server would refuse the reminder first.
    await useReminders()
    await useWebhooks()
    await useAccess()
    await useCompanies()
    await once('POST', `/jobs/${await givenJob(app, 'retried')}/retry`)
    await once('DELETE', `/jobs/${await givenJob(app, 'dropped')}`)
    await expectNothingLeftOut()
  })

  test('409: an interrupted webhook test is not sent again, and is reported', async () => {
    const { id } = (await app.call('POST', '/webhooks', { url: receiver.url('/cut') })).json()
    const arrived = () => receiver.received.filter(({ path }) => path === '/cut').length
    await loseAttempts(app)
    const send = () =>
      app.call('POST', `/webhooks/${id}/test`, undefined, { 'idempotency-key': 'cut-short' })
    expect([(await send()).statusCode, arrived()]).toEqual([500, 1])
    const again = (await send()).json()
    expect(again).toMatchObject({ status: 409, code: 'idempotency_answer_lost' })
    expect(arrived()).toBe(1)
    const path = `/webhooks/${id}/deliveries/${again.resource_id}`
    expect((await app.call('GET', path)).json()).toMatchObject({
      status: 'failed',
      last_error: 'The service stopped before a response arrived.',
      attempts: [],
    })
    await app.services.jobRunner.runDue()
    expect(arrived()).toBe(1)
  })

  async function expectNothingLeftOut(): Promise<void> {
    const { paths } = (await app.send({ url: '/api/v1/openapi.json' })).json()
    const changes = Object.entries<Json>(paths).flatMap(([path, item]) =>
      Object.keys(item)
        .filter((method) => method !== 'get')
        .map((method) => ({
          name: `${method.toUpperCase()} ${path.replace('/api/v1', '')}`,
          isKeyed: item[method].parameters?.some((it: Json) => it.name === 'idempotency-key'),
        })),
    )
    const unkeyed = changes.filter(({ isKeyed }) => !isKeyed).map(({ name }) => name)
    expect(unkeyed.toSorted()).toEqual(WITHOUT_KEY)
    const isDone = (name: string) => {
      const pattern = new RegExp(`^${name.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
      return [...done].some((it) => pattern.test(it))
    }
    const others = changes.filter(({ isKeyed, name }) => isKeyed && !isDone(name))
    const left = others.map(({ name }) => name).toSorted()
    expect(left, 'Call each other change with `once`.').toEqual(WITHOUT_EFFECT)
  }

  async function useCustomersAndTemplates(): Promise<void> {
    const { id } = await once('POST', '/customers', { name: 'Fernweh Books' })
    await once('PUT', `/customers/${id}`, { name: 'Fernweh Maps' })
    await once('PATCH', `/customers/${id}`, { notes: 'x' })
    await useFiles(`/customers/${id}`)
    await once('DELETE', `/customers/${id}`)
    await once('POST', '/templates', { id: 'mine', html: HTML })
    await once('DELETE', '/templates/mine')
    mkdirSync(app.config.templatesDir, { recursive: true })
    writeFileSync(join(app.config.templatesDir, 'file.html'), HTML)
    await once('POST', '/templates/load-from-file', { path: 'file.html', id: 'file' })
    origin.serve({ '/manifest.yaml': manifestOf({}), '/index.html': HTML })
    await once('POST', '/templates/install-from-manifest', { url: origin.url('/manifest.yaml') })
    for (const path of ['/settings', '/admin/settings']) {
      await once('PATCH', path, { companyName: `Fernweh ${path}` })
      await once('PUT', path, { companyName: `Fernweh Press ${path}` })
    }
  }

  async function useInvoices(): Promise<void> {
    const body = { customer: { name: 'Fernweh Books' }, items: [ITEM] }
    const { id } = await once('POST', '/invoices', body)
    await once('PATCH', `/invoices/${id}`, { notes: 'x' })
    await useFiles(`/invoices/${id}`)
    const copy = await once('POST', `/invoices/${id}/duplicate`)
    await once('DELETE', `/invoices/${copy.id}`)
    await once('PUT', `/invoices/${id}`, { status: 'sent' })
    await once('POST', `/invoices/${id}/publish`)
    await once('POST', `/invoices/${id}/unpublish`)
    const payment = await once('POST', `/invoices/${id}/payments`, { amount: '1.00' })
    const back = await once('POST', `/invoices/${id}/payments/${payment.id}/reverse`, {})
    await once('DELETE', `/invoices/${id}/payments/${back.id}`)
    await once('DELETE', `/invoices/${id}/payments/${payment.id}`)
    await once('POST', `/invoices/${id}/credit-note`, {})
    await once('POST', '/invoices/import', XML)
  }

  async function useSupplierInvoices(): Promise<void> {
    const { id } = await once('POST', '/supplier-invoices', supplierXml('S-1'))
    for (const [step, body] of [
      ['accept'],
      ['pay', {}],
      ['reopen'],
      ['reject', { reason: 'No' }],
    ] as const)
      await once('POST', `/supplier-invoices/${id}/${step}`, body)
    const other = await once('POST', '/supplier-invoices', supplierXml('S-2'))
    await once('DELETE', `/supplier-invoices/${other.id}`)
    const { total } = (await app.call('GET', '/supplier-invoices?include=total')).json()
    expect(total).toBe(1)
  }

  async function useAccessPoint(): Promise<void> {
    const { answer } = receiver
    receiver.answer = (response) => response.writeHead(200).end('{"status":"sent"}')
    await once('PUT', '/access-point', { url: receiver.url('/network'), token: 'token' })
    await givens(app).settings(ON_PEPPOL)
    const address = { line1: 'Ring 1', city: 'Ulm', postal_code: '89073', country_code: 'DE' }
    const endpoint = { scheme: '0088', id: '4000001123452' }
    const customer = { name: 'Fernweh Books', address, endpoint }
    const { id } = await givens(app).invoice({ customer, reference: 'R-1', status: 'sent' })
    await once('POST', `/invoices/${id}/transmit`, {})
    await once('DELETE', '/access-point')
    receiver.answer = answer
    receiver.received.splice(0)
  }

  async function useAccount(): Promise<void> {
    const { id, customer_id } = await givens(app).invoice({ status: 'sent' })
    const customer = `/customers/${customer_id}`
    await once('POST', `${customer}/payments`, { amount: '5.00', apply: 'none' })
    await once('POST', `/invoices/${id}/apply-credit`, { amount: '1.00' })
    await once('POST', `${customer}/account/refund`, { amount: '0.50' })
    const note = await givens(app).creditNote(id)
    await givens(app).put(note.id, { status: 'sent' })
    await once('POST', `/invoices/${id}/keep-credit`)
    // Paid in, applied, paid back and kept.
    const { data } = (await app.call('GET', `${customer}/account?currency=EUR`)).json()
    expect(data).toHaveLength(4)
  }

  async function useEntries(): Promise<void> {
    const { id: customer_id } = await givens(app).customer()
    const body = { customer_id, description: 'Design', unit_price: '80.00' }
    const { id } = await once('POST', '/entries', body)
    await once('PUT', `/entries/${id}`, { quantity: '2' })
    await once('PATCH', `/entries/${id}`, { reference: 'T-17' })
    await useFiles(`/entries/${id}`)
    await once('POST', '/entries/invoice', { customer_id, entry_ids: [id] })
    await once('POST', '/entries', { ...body, description: 'Layout' })
    await once('POST', '/entries/invoices', {})
    const proofs = await once('POST', '/entries', { ...body, description: 'Proofs' })
    await once('DELETE', `/entries/${proofs.id}`)
    await once('POST', '/entries/bulk', { mode: 'all', items: [body] })
    await once('PUT', '/entries/external/timer/1', body)
    const { total } = (
      await app.call('GET', `/entries?customer_id=${customer_id}&include=total`)
    ).json()
    expect(total).toBe(4)
  }

  async function useBulk(): Promise<void> {
    const { id: customer_id } = await givens(app).customer()
    const { id } = await givens(app).invoice({ customer_id, status: 'sent' })
    const countOf = async (path: string) =>
      (await app.call('GET', `${path}include=total&limit=1`)).json().total
    await once('POST', '/imports?kind=invio', invioBytes())
    const customers = await countOf('/customers?')
    const products = await countOf('/products?')
    await once('POST', '/customers/bulk', { items: [{ name: 'A' }, { name: 'B' }] })
    await once('POST', '/products/bulk', { mode: 'all', items: [{ name: 'A' }] })
    await once('PUT', '/customers/external/shop/1', { name: 'E' })
    await once('PUT', '/products/external/shop/1', { name: 'E' })
    await once('PUT', '/invoices/external/shop/1', { customer_id, items: [ITEM] })
    await once('PUT', '/quotes/external/shop/1', { customer_id, items: [ITEM] })
    await useImports()
    await once('POST', '/invoices/bulk', { items: [{ customer_id, items: [ITEM] }] })
    await once('POST', '/payments/bulk', { items: [{ invoice_id: id, amount: '1.00' }] })
    expect([await countOf('/customers?'), await countOf('/products?')]).toEqual([
      customers + 3,
      products + 2,
    ])
    expect(await countOf(`/invoices?customer_id=${customer_id}&`)).toBe(3)
    expect(await countOf(`/payments?invoice_id=${id}&`)).toBe(1)
  }

  async function useImports(): Promise<void> {
    const { id } = await once('POST', '/imports?kind=products', 'name\nSextant\n')
    await app.services.jobRunner.runDue()
    await once('POST', `/imports/${id}/commit`, {})
    await app.services.jobRunner.runDue()
    await once('POST', `/imports/${id}/undo`)
    await app.services.jobRunner.runDue()
    await once('DELETE', `/imports/${id}`)
  }

  /** Of an invoice, a quote, a customer or an entry. */
  async function useFiles(at: string): Promise<void> {
    const file = await once('POST', `${at}/files?name=own.csv`, table())
    const { data } = (await app.call('GET', `${at}/files`)).json()
    expect(data).toHaveLength(1)
    await once('DELETE', `${at}/files/${file.id}`)
  }

  async function useProducts(): Promise<void> {
    const { id } = await once('POST', '/products', { name: 'Atlas' })
    await once('PUT', `/products/${id}`, { name: 'Atlas of stars' })
    await once('PATCH', `/products/${id}`, { unit: 'H87' })
    const customer = await givens(app).customer()
    const price = { product_id: id, discount_percent: '10' }
    const own = await once('POST', `/customers/${customer.id}/prices`, price)
    await once('PUT', `/customers/${customer.id}/prices/${own.id}`, { ...price, min_quantity: '2' })
    await once('DELETE', `/customers/${customer.id}/prices/${own.id}`)
    const numbers = await once('POST', '/number-series', { key: 'X', pattern: 'X-{YYYY}-{SEQ}' })
    await once('PUT', `/number-series/${numbers.id}`, { name: 'Export' })
    await once('DELETE', `/number-series/${numbers.id}`)
    const view = await once('POST', '/invoice-views', { name: 'Late', filters: {} })
    await once('PUT', `/invoice-views/${view.id}`, { shared: true })
    await once('DELETE', `/invoice-views/${view.id}`)
    const swiss = await givens(app).customer({ tax_id: 'CHE-100.155.212 MWST' })
    await once('POST', `/customers/${swiss.id}/check-tax-id`)
    for (const list of ['contacts', 'addresses']) {
      const entry = await once('POST', `/customers/${customer.id}/${list}`, { name: 'Store' })
      await once('PUT', `/customers/${customer.id}/${list}/${entry.id}`, { name: 'Warehouse' })
      await once('DELETE', `/customers/${customer.id}/${list}/${entry.id}`)
    }
    await once('DELETE', `/products/${id}`)
  }

  async function useRecurring(): Promise<void> {
    const customer = await givens(app).customer()
    const schedule = { unit: 'month', start_date: '2026-01-31' }
    const invoice = { items: [ITEM] }
    const body = { name: 'Hosting', customer_id: customer.id, schedule, invoice }
    const { id } = await once('POST', '/recurring-invoices', body)
    const at = `/recurring-invoices/${id}`
    const { data } = (await app.call('GET', `${at}/occurrences?count=3`)).json()
    const [, second, third] = data.map(({ date }: Json) => date)
    await once('PUT', at, { name: 'Hosting and mail' })
    await once('PATCH', `${at}?from=${third}`, { invoice: { notes: 'From now on.' } })
    await once('DELETE', `${at}/changes/${third}`)
    await once('PUT', `${at}/occurrences/${second}`, { skip: true })
    await once('DELETE', `${at}/occurrences/${second}`)
    await once('POST', `${at}/run`, {})
    await once('POST', `${at}/pause`, { until: '2027-01-01' })
    await once('POST', `${at}/resume`, { missed: 'skip' })
    const copy = await once('POST', `${at}/duplicate`)
    await once('DELETE', `/recurring-invoices/${copy.id}`)
    const reprice = { ids: [id], percent: 5, from: '2026-01-01' }
    await once('POST', '/recurring-invoices/reprice', reprice)
    const [made] = (await app.call('GET', `/invoices?recurring_id=${id}`)).json().data
    await once('POST', `/invoices/${made.id}/recurring`, {})
    await once('POST', `${at}/end`)
  }

  async function useQuotes(): Promise<void> {
    const customer = await givens(app).customer()
    const body = { customer_id: customer.id, items: [ITEM] }
    const first = await once('POST', '/quotes', body)
    await once('PUT', `/quotes/${first.id}`, { notes: 'n' })
    await once('PATCH', `/quotes/${first.id}`, { terms_text: 't' })
    await useFiles(`/quotes/${first.id}`)
    await once('POST', `/quotes/${first.id}/open`)
    const { id } = await once('POST', `/quotes/${first.id}/revise`)
    const at = `/quotes/${id}`
    await once('POST', `${at}/open`)
    await once('POST', `${at}/decline`, { note: 'n' })
    await once('POST', `${at}/reopen`)
    await once('POST', `${at}/accept`, {})
    await once('POST', `${at}/invoice`, { mode: 'rest' })
    const note = await once('POST', '/delivery-notes', { quote_id: id })
    await once('POST', `/delivery-notes/${note.id}/void`)
    const other = await once('POST', '/quotes', body)
    await once('DELETE', `/quotes/${other.id}`)
    const open = await once('POST', '/quotes', body)
    await once('POST', `/quotes/${open.id}/open`)
    await once('POST', `/quotes/${open.id}/withdraw`)
    const { id: agreed } = await once('POST', `/quotes/${open.id}/duplicate`)
    await useDeposit(`/quotes/${agreed}`)
  }

  async function useDeposit(quote: string): Promise<void> {
    for (const step of ['open', 'accept']) await once('POST', `${quote}/${step}`, {})
    const deposit = await once('POST', `${quote}/invoice`, { mode: 'deposit', percent: '30' })
    await givens(app).put(deposit.id, { status: 'sent' })
    const final = await once('POST', `${quote}/invoice`, { mode: 'final' })
    await once('POST', `/invoices/${final.id}/deduct-deposits`, {})
  }

  async function useReminders(): Promise<void> {
    const fee = [{ currency: 'EUR', amount: '5.00' }]
    const levels = [{ title: 'reminder', after_days: 1, mode: 'ask', fee }]
    const { id } = await once('POST', '/reminder-plans', { name: 'P', levels })
    const at = `/reminder-plans/${id}`
    await once('PUT', at, { enabled: true, default: true, remind_from: '2026-01-01' })
    await once('PATCH', at, { at: '00:00' })
    const customer = { name: 'Late', email: 'late@example.org' }
    const due = { issue_date: '2026-10-01', due_date: '2026-10-31', status: 'sent' }
    const issued = []
    for (let count = 0; count < 3; count += 1)
      issued.push(await givens(app).invoice({ customer, ...due }))
    await runNow(app, 'reminder.look')
    const { data } = (await app.call('GET', '/reminders/due')).json()
    const waiting = ({ id }: Json) => data.find((it: Json) => it.invoice_id === id).id
    await once('POST', '/reminders/send', { ids: [waiting(issued[0])] })
    await once('POST', '/reminders/dismiss', { ids: [waiting(issued[1])] })
    const path = `/invoices/${issued[2].id}`
    await once('PUT', `${path}/reminders`, { plan: id })
    await once('POST', `${path}/reminders/pause`, { reason: 'dispute' })
    await once('POST', `${path}/reminders/resume`)
    await once('POST', `${path}/reminders/send`, {})
    await once('POST', `/invoices/${issued[0].id}/charges/settle`, {})
    const charges = (await app.call('GET', `${path}/charges`)).json().data
    await once('POST', `${path}/charges/${charges[0].id}/waive`)
    const spare = await once('POST', '/reminder-plans', { name: 'Q', levels })
    await once('DELETE', `/reminder-plans/${spare.id}`)
  }

  async function useMail(): Promise<void> {
    const server = { host: '127.0.0.1', port: mail.port, security: 'none', auth: null }
    await once('PUT', '/mail-transport', server)
    const mailFrom = { address: 'bills@example.org' }
    await app.call('PATCH', '/settings', { mailFrom })
    await once('POST', '/mail-transport/dkim', { domain: 'example.org', selector: 'bw' })
    const customer = { name: 'Mia', email: 'mia@example.org' }
    const body = { customer, items: [ITEM], status: 'sent' }
    const { id, customer_id } = (await app.call('POST', '/invoices', body)).json()
    const { id: paid } = (
      await app.call('POST', `/invoices/${id}/payments`, { amount: '1.00' })
    ).json()
    const attach = { attach: [] }
    const message = await once('POST', `/invoices/${id}/send`, attach)
    mail.onData = () => ({ code: 550, text: 'No' })
    await app.services.jobRunner.runDue()
    await once('POST', `/messages/${message.id}/retry`)
    await app.call('PATCH', '/settings', { mailPaused: true })
    await once('POST', `/invoices/${id}/payments/${paid}/receipt`, attach)
    await once('POST', `/customers/${customer_id}/statement/send`, attach)
    await once('POST', '/invoices/send', { ids: [id] })
    const offer = { customer_id, items: [ITEM] }
    const { id: quote } = (await app.call('POST', '/quotes', offer)).json()
    await once('POST', `/quotes/${quote}/send`, attach)
    const note = (await app.call('POST', '/delivery-notes', { invoice_id: id })).json()
    await once('POST', `/delivery-notes/${note.id}/send`, attach)
    await once('POST', `/messages/${message.id}/resend`)
    await once('POST', `/messages/${message.id}/cancel`)
    const bounce = { message_id: message.message_id, recipient: 'mia@example.org' }
    await once('POST', '/messages/bounces', { ...bounce, state: 'bounced', code: '5.1.1' })
    await once('POST', '/messages/delivery-reports', reportOf(message.message_id))
    const guest = { email: 'invited@example.org', role: 'viewer' }
    const { id: invited } = (await app.call('POST', '/invitations', guest)).json()
    await once('POST', `/invitations/${invited}/send`)
    const words = { subject: 'Invoice {number}', body: '{salutation}' }
    await once('PUT', '/message-templates/invoice/en', words)
    await once('DELETE', '/message-templates/invoice/en')
    await once('DELETE', '/mail-transport')
  }

  async function useWebhooks(): Promise<void> {
    const { id } = await once('POST', '/webhooks', { url: receiver.url() })
    const at = `/webhooks/${id}`
    const delivery = await once('POST', `${at}/test`)
    expect(receiver.received).toHaveLength(1)
    await once('POST', `${at}/deliveries/${delivery.id}/redeliver`)
    await once('POST', '/webhooks/redeliver', { webhook_id: id })
    await once('POST', `${at}/secret`)
    await once('PUT', at, { url: receiver.url('/other') })
    await once('PATCH', at, { status: 'disabled' })
    await once('DELETE', at)
  }

  async function useAccess(): Promise<void> {
    const key = await once('POST', '/api-keys', { name: 'CI', scopes: ['read'] })
    await once('PATCH', `/api-keys/${key.id}`, { name: 'Else' })
    const secret_hash = sha256('a secret of the command line')
    const login = { secret_hash, code: loginCode(secret_hash), name: 'Terminal', scopes: ['read'] }
    await once('POST', '/api-keys/logins', login)
    await once('DELETE', `/api-keys/${key.id}`)
    const guest = { email: 'guest@example.org', role: 'viewer' }
    const invitation = await once('POST', '/invitations', guest)
    await once('DELETE', `/invitations/${invitation.id}`)
    const expires_at = new Date(app.clock.now() + 60_000).toISOString()
    const support = await once('POST', '/support-grants', { access: 'read', expires_at })
    await once('DELETE', `/support-grants/${support.id}`)
    const { host, record } = await once('POST', '/domains', { host: 'bills.example.org' })
    app.textRecords.set(record.name, record.value)
    await once('POST', `/domains/${host}/verify`)
    await once('DELETE', `/domains/${host}`)
    const { id } = await once('POST', '/users', { ...ACCOUNT, role: 'member' })
    const owner = 'owner@example.org'
    await app.call('POST', '/users', { ...ACCOUNT, email: owner, role: 'member' })
    const company = await once('POST', '/companies', { name: 'Second', owner })
    await once('PATCH', `/companies/${company.id}`, { name: 'Other' })
    await once('POST', `/companies/${company.id}/suspend`)
    await once('POST', `/companies/${company.id}/resume`)
    const [browser, other] = [openBrowser(app), openBrowser(app)]
    for (const each of [browser, other, openBrowser(app)])
      expect((await each.call('POST', '/session', ACCOUNT)).statusCode).toBe(201)
    const { data } = (await browser.call('GET', '/me/sessions')).json()
    await once(
      'DELETE',
      `/me/sessions/${data.find((it: Json) => !it.current).id}`,
      undefined,
      browser,
    )
    await once('DELETE', '/me/sessions', undefined, browser)
    await useSecondFactor(browser)
    const next = { password: 'ten louder lighthouses', current_password: PASSWORD }
    await once('PATCH', `/users/${id}`, next, browser)
    await once('DELETE', `/users/${id}/totp`)
    await once('DELETE', `/users/${id}`)
  }

  async function useCompanies(): Promise<void> {
    await app.call('POST', '/users', { ...ACCOUNT, email: 'bo@example.org', role: 'member' })
    const { id } = await once('POST', '/companies', { name: 'c', owner: 'bo@example.org' })
    await once('PATCH', `/companies/${id}`, { name: 'cc' })
    await once('POST', `/companies/${id}/suspend`)
    await once('POST', `/companies/${id}/resume`)
    await once('DELETE', `/companies/${id}`)
    await once('POST', `/companies/${id}/restore`)
  }

  async function useSecondFactor(browser: Browser): Promise<void> {
    const { secret } = await once('POST', '/me/totp', { password: PASSWORD }, browser)
    const code = () => {
      app.clock.set(new Date(app.clock.now() + STEP_MS).toISOString())
      return generateSync({ secret, epoch: app.clock.now() / 1000 })
    }
    await once('POST', '/me/totp/confirm', { code: code() }, browser)
    await once('POST', '/me/totp/recovery-codes', { password: PASSWORD }, browser)
    await once('POST', '/me/totp/disable', { code: code() }, browser)
  }
})
