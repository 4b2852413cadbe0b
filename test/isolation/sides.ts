import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { verifyAll } from '../../src/books/audit/verify-all.ts'
import { addDomain } from '../../src/company/access/domains/domains.ts'
import { createApiKey } from '../../src/company/access/keys/keys.ts'
import { createPerson } from '../../src/company/access/people/people.ts'
import { grantSupport } from '../../src/company/access/support/support.ts'
import type { Company } from '../../src/core/companies/company.ts'
import { firstCompany, requireCompanyByNumber } from '../../src/core/companies/directory.ts'
import { table } from '../../src/core/files/samples.testing.ts'
import { addUsage } from '../../src/operations/usage/inner/repository.ts'
import { countOutdated } from '../../src/operations/usage/usage.ts'
import { insertRows } from '../../src/platform/database/scope.ts'
import type { CompanyId } from '../../src/platform/database/tables.ts'
import { newId, sha256 } from '../../src/platform/ids.ts'
import { lookAgain } from '../../src/receivables/bank/match.ts'
import { openBrowser } from '../browser.ts'
import { givenCompany } from '../companies.ts'
import { ITEM, type Json } from '../givens.ts'
import type { TestApp } from '../harness.ts'
import { runNow } from '../jobs.ts'
import type { Servers } from '../servers.ts'
import { AS_XML, supplierXml } from '../supplier-xml.ts'
import type { Operation } from './operations.ts'

export const PASSWORD = 'nine quiet lighthouses'
const BASE = '/api/v1'
/** The account that customers pay from. */
const PAYER = 'DE33123456780000000101'
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** The id that some resource has in the other system, by the path before it. */
const BY_EXTERNAL_ID = Object.fromEntries(
  ['customers', 'products', 'entries', 'invoices', 'quotes'].map((it) => [
    `${BASE}/${it}/external/{system}`,
    '0',
  ]),
)

export type Headers = Readonly<Record<string, string>>

/** One of two companies, with every kind of resource. */
export interface Side {
  readonly company: Company
  /** In every text of it. */
  readonly mark: string
  readonly key: Headers
  readonly owner: Headers
  readonly ownerId: string
  /** The values of parameters that no list answers, and an id by prefix. */
  readonly known: Readonly<Record<string, string>>
  call(method: string, path: string, body?: unknown, headers?: Headers): Promise<Json>
}

/** Company A asks for what company B has. */
export interface Sides extends InBoth {
  readonly a: Side
  readonly b: Side
}

interface InBoth {
  /** An admin of both companies. */
  readonly both: Headers
  readonly bothId: string
}

/** Company 1 alone. */
export async function givenFirstSide(app: TestApp, servers: Servers): Promise<Side> {
  const company = await firstCompany(app.directory)
  const side = await givenSide(app, { company, mark: 'Ahornblatt', servers })
  await afterwards(app)
  return side
}

/** Company 1 and company 2 in one service. */
export async function givenSides(
  app: TestApp,
  servers: Servers,
): Promise<readonly [Side, Side, InBoth]> {
  const first = await firstCompany(app.directory)
  const number: CompanyId = await givenCompany(app.db)
  const second = await requireCompanyByNumber(app.directory, number)
  const person = { email: 'both@example.org', password: PASSWORD, name: 'Bo Both' }
  const { access } = app.services
  const { id: bothId } = await createPerson(access, app.work(first), { ...person, role: 'admin' })
  const membership = { user_id: bothId, role: 'admin', created_at: '2026-11-21T09:30:00.000Z' }
  await app.db
    .insertInto('memberships')
    .values({ ...membership, company: number })
    .execute()
  const a = await givenSide(app, { company: first, mark: 'Ahornblatt', servers })
  const b = await givenSide(app, { company: second, mark: 'Birnbaum', servers })
  const both = await signedIn(app, person.email)
  await afterwards(app)
  return [a, b, { both, bothId }]
}

async function afterwards({ services, config, clock }: TestApp): Promise<void> {
  await services.jobRunner.runDue()
  const options = { parallel: 1, sinceVerified: true, onCompany: () => {} }
  await verifyAll({ config, clock, ...options })
}

export async function signedIn(
  app: TestApp,
  email: string,
  address = '127.0.0.1',
): Promise<Headers> {
  const browser = openBrowser(app, { address })
  const answer = await browser.call('POST', '/session', { email, password: PASSWORD })
  expect(answer.statusCode, answer.body).toBe(201)
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return { cookie, 'sec-fetch-site': 'same-origin' }
}

interface Seed {
  readonly company: Company
  readonly mark: string
  readonly servers: Servers
}

async function givenSide(
  app: TestApp,
  { company, mark, servers: { receiver, mail } }: Seed,
): Promise<Side> {
  const { access } = app.services
  const name = `${mark} of company ${company.number}`
  const scopes = ['read', 'write', 'issue', 'admin'] as const
  const created = await createApiKey(access, app.work(company), { name, scopes, expiresAt: null })
  const key = { authorization: `Bearer ${created.text}` }
  const email = `${mark.toLowerCase()}@example.org`
  const login = { email, password: PASSWORD, name, role: 'owner' } as const
  const { id: ownerId } = await createPerson(access, app.work(company), login)

  const call: Side['call'] = async (method, path, body, headers = {}) => {
    const answer = await app.call(method, path, body, { ...key, ...headers })
    expect(answer.statusCode, `${method} ${path} ${answer.body}`).toBeLessThan(300)
    return answer.body === '' ? null : answer.json()
  }
  await call('PATCH', '/settings', {
    companyName: name,
    companyEmail: email,
    logo: `data:image/png;base64,${PIXEL}`,
    mailFrom: { address: email, name },
    invoiceNumbering: { pattern: `${mark}-{SEQ:4}`, reset: 'never' },
    creditNoteNumbering: { pattern: `${mark}-CN-{SEQ:4}`, reset: 'never' },
    deliveryNoteNumbering: { pattern: `${mark}-DN-{SEQ:4}`, reset: 'never' },
  })
  const template = `own-${mark.toLowerCase()}`
  const own = await call('POST', '/templates', { id: template, name, html: `<p>${name}</p>` })
  await insertRows(app.work(company), 'template_assets', [
    {
      template_id: template,
      version: own.version,
      path: `${mark}.png`,
      media_type: 'image/png',
      sha256: sha256(Buffer.from(PIXEL, 'base64')),
      bytes: Buffer.from(PIXEL, 'base64'),
    },
  ])
  const address = { line1: name, city: name, country_code: 'DE' }
  const customers = []
  for (let at = 0; at < 2; at += 1)
    customers.push(
      await call('POST', '/customers', {
        ...{ name, email, address, notes: name },
        external_ids: [{ system: 'shop', id: `${mark}${at}` }],
        metadata: { note: name },
      }),
    )
  const [{ id: customer_id }] = customers
  const items = [{ ...ITEM, description: name, discount: { percent: '5' } }, ITEM]
  const body = { customer_id, items, notes: name, discounts: [{ percent: '1', reason: name }] }
  const issued = await call('POST', '/invoices', { ...body, status: 'sent' })
  const published = await call('POST', `/invoices/${issued.id}/publish`)
  for (const amount of ['1.00', '2.00'])
    await call('POST', `/invoices/${issued.id}/payments`, { amount, note: name })
  for (const amount of ['1.00', '2.00'])
    await call('POST', `/customers/${customer_id}/payments`, { amount, apply: 'none', note: name })
  await call('POST', `/invoices/${issued.id}/credit-note`, {})
  await useMessages()
  await useProducts()
  const dates = await useRecurring()
  await call('POST', '/webhooks', { url: receiver.url(`/${mark}`), description: name })
  await call('POST', '/invitations', { email: `guest-${mark}@example.org`, role: 'viewer' })
  const expiresAt = new Date(app.clock.now() + 60_000).toISOString()
  await grantSupport(access, app.work(company), { access: 'read', expiresAt })
  const host = `${mark.toLowerCase()}.example.org`
  await addDomain(access, app.work(company), { host, forLinks: true })
  await call('POST', '/customers', { name })
  await app.services.jobRunner.runDue()
  await useNewestTables()
  for (let at = 0; at < 2; at += 1)
    await call('POST', '/quotes', { customer_id, items, notes: name })
  for (let at = 0; at < 2; at += 1) {
    const { id } = await call('POST', '/delivery-notes', { invoice_id: issued.id })
    if (at === 0) await call('POST', `/delivery-notes/${id}/void`)
  }
  await useFiles()
  await useSupplierInvoices()
  await call('POST', '/books/close', { until: '2001-12-31', note: name })
  await useImports()
  await useBank()
  const { checkoutId, refundId } = await usePaymentProviders()
  const methodId = await useDirectDebit()
  const drafts = []
  for (let at = 0; at < 2; at += 1)
    drafts.push(await call('POST', '/invoices', body, { 'idempotency-key': `${mark}-${at}` }))
  const known = {
    ...dates,
    kind: 'invoice',
    host,
    address: `0088:${mark}`,
    // A list has the checkouts of one invoice only.
    [`${BASE}/checkouts`]: checkoutId,
    // No list has the refunds of all payments.
    [`${BASE}/refunds`]: refundId,
    [`${BASE}/payment-methods`]: methodId,
    n: '1',
    language: 'en',
    version: own.version,
    path: `${mark}.png`,
    share_token: published.share_token,
    template,
    number: issued.number,
    cus: customer_id,
    inv: issued.id,
    itm: drafts[0].items[0].id,
    system: 'shop',
    iban: PAYER,
    ...BY_EXTERNAL_ID,
  }
  return { company, mark, key, owner: await signedIn(app, email), ownerId, known, call }

  /** One message that was delivered, and one that waits. */
  async function useMessages(): Promise<void> {
    const auth = { kind: 'password', username: 'user', password: mail.password }
    const server = { host: '127.0.0.1', port: mail.port, security: 'none', auth }
    await call('PUT', '/mail-transport', server)
    await call('PUT', '/message-templates/invoice/en', { subject: name, body: name })
    const message = { attach: [], to: [email] }
    await call('POST', `/invoices/${issued.id}/send`, message)
    await runNow(app, 'mail.sweep')
    await app.services.jobRunner.runDue()
    await call('PATCH', '/settings', { mailPaused: true, notify: { email } })
    await runNow(app, 'notice.collect')
    await call('POST', `/invoices/${issued.id}/send`, message)
  }

  async function useFiles(): Promise<void> {
    const entries = []
    for (let at = 0; at < 4; at += 1) {
      const external_ids = [{ system: 'shop', id: `${mark}${at}` }]
      const names = { external_ids, metadata: { note: name }, reference: mark }
      const entry = { customer_id, description: name, unit_price: '1', ...names }
      entries.push(await call('POST', '/entries', entry))
    }
    const entry_ids = entries.slice(2).map(({ id }) => id)
    await call('POST', '/entries/invoice', { customer_id, entry_ids })
    const quotes = await call('GET', '/quotes')
    const paths = [
      `/invoices/${issued.id}`,
      `/customers/${customer_id}`,
      `/entries/${entries[0].id}`,
      `/quotes/${quotes.data[0].id}`,
    ]
    for (const path of paths)
      for (let at = 0; at < 2; at += 1)
        await call(
          'POST',
          `${path}/files?name=${mark}.csv&visible=internal`,
          table(`${name},${at}\n`),
        )
  }

  async function useSupplierInvoices(): Promise<void> {
    for (let at = 0; at < 2; at += 1) {
      const file = Buffer.from(supplierXml(`${mark}-${at}`, name))
      await call('POST', '/supplier-invoices', file, AS_XML)
    }
    const access = { url: receiver.url(`/${mark}/network`), token: mark }
    await call('PUT', '/access-point', access)
    await insertRows(app.work(company), 'arrivals', [{ applied_lsn: '0/0' }])
    await insertRows(app.work(company), 'transmissions', [
      {
        id: newId('trm'),
        version: 1n,
        invoice_id: issued.id,
        number: issued.number,
        format: 'peppol',
        recipient: `0088:${mark}`,
        status: 'failed',
        xml_sha256: null,
        detail: name,
        queued_at: issued.issued_at,
        created_at: issued.issued_at,
        updated_at: issued.issued_at,
      },
    ])
  }

  /** Checked, and not committed. */
  async function useImports(): Promise<void> {
    for (let at = 0; at < 2; at += 1) {
      const file = Buffer.from(`name\n${name} import ${at}\n`)
      await call('POST', '/imports?kind=customers', file, { 'content-type': 'text/csv' })
    }
    await app.services.jobRunner.runDue()
  }

  /** Two providers, each with a paid checkout, as if it was paid on its page. Returns one checkout and refund. */
  async function usePaymentProviders() {
    let checkoutId = ''
    let refundId = ''
    for (let at = 0; at < 2; at += 1) {
      const made = { kind: 'stripe', label: name, api_key: `sk_test_${mark}0000000${at}` }
      const provider = await call('POST', '/payment-providers', made)
      const scope = app.work(company)
      const [id, paymentId] = [newId('chk'), newId('ppy')]
      checkoutId = id
      const stamps = { created_at: issued.issued_at, updated_at: issued.issued_at }
      const agreed = {
        words: name,
        wordsSha256: sha256(name),
        language: 'en',
        name,
        ip: '192.0.2.1',
      }
      const limits = { browser: mark, currency: 'EUR', maxMinor: '5000', noticeDays: null }
      const consent = JSON.stringify({
        ...{ ...agreed, at: issued.issued_at, invoiceId: issued.id, ...limits },
      })
      await insertRows(scope, 'checkouts', [
        {
          ...{ id, version: 1n, provider_id: provider.id, customer_id, method: 'card' },
          ...{
            status: 'open',
            live: at === 0 ? 1n : 0n,
            amount_minor: 100n,
            currency: 'EUR',
            asked: '100',
          },
          ...{ ref: `cs_${mark}${at}`, url: null, opened_by: 'api', consent },
          ...{ language: 'en', expires_at: issued.issued_at, pending_since: null },
          ...{
            failure: null,
            closed_because: null,
            told_at: null,
            asks: 0n,
            asks_seen: 0n,
            ...stamps,
          },
        },
      ])
      const share = { checkout_id: id, invoice_id: issued.id }
      await insertRows(scope, 'checkout_shares', [
        { ...share, position: 0n, amount_minor: 100n, discount_minor: 0n },
      ])
      if (at === 0) await insertRows(scope, 'checkout_claims', [{ ...share, collection_id: null }])
      await insertRows(scope, 'provider_payments', [
        {
          ...{ id: paymentId, version: 1n, provider_id: provider.id, ref: `ch_${mark}${at}` },
          ...{ checkout_id: id, customer_id, status: 'paid', amount_minor: 100n, currency: 'EUR' },
          ...{ paid_at: null, method: 'card', fee_minor: null, fee_currency: null },
          ...{ problems: '["amount_differs"]', acknowledged: '[]' },
          ...stamps,
        },
      ])
      const part = { version: 1n, provider_payment_id: paymentId, amount_minor: 1n, ...stamps }
      refundId = newId('rfd')
      await insertRows(scope, 'provider_refunds', [
        {
          ...{ ...part, id: refundId, ref: `re_${mark}${at}`, status: 'failed', invoice_id: null },
          ...{
            made_by: 'person',
            reason: name,
            failure: null,
            fee_minor: 25n,
            fee_currency: 'EUR',
          },
        },
      ])
      await insertRows(scope, 'provider_disputes', [
        {
          ...{ ...part, id: newId('dsp'), ref: `dp_${mark}${at}`, status: 'warning' },
          ...{ withdrawn: 0n, reason: name, answer_by: null, fee_minor: null, fee_currency: null },
        },
      ])
      await insertRows(scope, 'provider_bookings', [
        {
          ...{ provider_payment_id: paymentId, key: `ch_${mark}${at}`, position: 0n },
          ...{ kind: 'payment', place: 'unassigned', amount_minor: 100n, invoice_id: null },
          ...{ payment_id: null, account_entry_id: null, created_at: issued.issued_at },
        },
      ])
    }
    return { checkoutId, refundId }
  }

  /** Two mandates, each with a collection in a run, as if a person had approved it. Returns one mandate. */
  async function useDirectDebit(): Promise<string> {
    const bankAccount = { iban: 'DE02120300000000202051', creditorId: 'DE98ZZZ09999999999' }
    await call('PATCH', '/settings', { bankAccount })
    let methodId = ''
    for (let at = 0; at < 2; at += 1) {
      const mandate = {
        ...{ reference: `${mark}-${at}`.slice(-35), signed_on: '2026-01-02' },
        ...{ account_holder: name, iban: 'DE17123456780000000001' },
      }
      const made = await call('POST', `/customers/${customer_id}/payment-methods`, { mandate })
      methodId = made.id
      const scope = app.work(company)
      const [collection_id, run_id] = [newId('col'), newId('ddr')]
      const stamps = { created_at: issued.issued_at, updated_at: issued.issued_at }
      const told = { messageId: null, isByMail: true, sentAt: issued.issued_at }
      const notice = JSON.stringify({ ...told, collectOn: '2026-12-01', amountMinor: '100' })
      const attempt = { n: 1, at: issued.issued_at, day: '2026-12-01', noticeAt: issued.issued_at }
      const attempts = JSON.stringify([{ ...attempt, outcome: 'failed', code: 'AM04', ref: mark }])
      await insertRows(scope, 'collections', [
        {
          ...{ id: collection_id, version: 1n, invoice_id: issued.id, customer_id },
          ...{ payment_method_id: methodId, via: 'file', amount_minor: 100n, currency: 'EUR' },
          ...{ collect_on: '2026-12-01', next_on: null, status: 'given_up', active: 0n },
          ...{ notice, attempts, run_id, end_to_end: `DD${mark}${at}` },
          ...{
            booked_payment_id: null,
            on_account_minor: 0n,
            ended_because: mark,
            problems: '["charge_failed"]',
          },
          ...stamps,
        },
      ])
      const by = JSON.stringify({ kind: 'user', id: 'usr_1', name: mark })
      await insertRows(scope, 'direct_debit_runs', [
        {
          ...{ id: run_id, version: 1n, status: 'approved', collect_on: null, excluded: '[]' },
          ...{ count: 1n, sum_minor: 100n, content_sha256: sha256(mark) },
          ...{ created_by: by, approved_by: by },
          ...{ approved_at: issued.issued_at, submitted_at: null, refused_because: null },
          ...stamps,
        },
      ])
      const message_ref = `BW${mark}${at}-1`
      const content = `<GrpHdr><NbOfTxs>1</NbOfTxs><CtrlSum>1.00</CtrlSum><Nm>${mark}</Nm></GrpHdr>`
      await insertRows(scope, 'direct_debit_items', [
        {
          ...{ run_id, collection_id, position: 0n, amount_minor: 100n, left_out: null },
          ...{ file: 1n, payment_ref: `${message_ref}-1`, end_to_end: `DD${mark}${at}` },
          ...{ collect_on: '2026-12-01', sequence: 'RCUR', rejected: null },
        },
      ])
      await insertRows(scope, 'direct_debit_files', [
        {
          ...{ run_id, number: 1n, message_ref, scheme: 'CORE', format: 'pain.008.001.08' },
          ...{ count: 1n, sum_minor: 100n, sha256: sha256(content), content },
          refused_because: null,
          created_at: issued.issued_at,
        },
      ])
    }
    return methodId
  }

  /** Accounts of the same bank, each with a file of two entries. */
  async function useBank(): Promise<void> {
    for (let at = 0; at < 2; at += 1) {
      const account = { name, other_id: `${at}`, currency: 'EUR' }
      const { id } = await call('POST', '/bank-accounts', account)
      const when = { text_contains: `${mark} rule`, bank_account_id: id }
      // biome-ignore lint/suspicious/noThenProperty: the wire name of the action.
      await call('POST', '/bank-rules', { when, then: { ignore: true } })
      const columns = { booking_date: 'Day', amount: 'Sum', text: ['Text'], iban: 'From' }
      const mapping = {
        ...{ header: ['Day', 'Sum'], delimiter: ';', date: 'y-M-D', decimal: '.', columns },
        ...{ currency: 'EUR', account: 'ask' },
      }
      const profile = await call('POST', '/bank-profiles', { name, mapping })
      const lines = [0, 1].map((n) => `2026-11-2${n};5.0${n};${name} ${issued.number};${PAYER}`)
      const file = Buffer.from(['Day;Sum;Text;From', ...lines].join('\n'))
      await call('POST', `/bank-files?bank_account_id=${id}&profile=${profile.id}`, file)
    }
    await app.services.jobRunner.runDue()
    const { data } = await call('GET', '/bank-entries?status=open')
    const { id, proposals } = data.findLast((it: Json) => it.proposals.length > 0)
    await call('POST', `/bank-entries/${id}/decline`, { proposal_id: proposals[0].id })
    const allocations = [{ kind: 'account', customer_id }]
    await call('POST', `/bank-entries/${data[0].id}/book`, { allocations })
    await call('POST', `/bank-entries/${data[1].id}/book`, { allocations })
    await call('POST', `/bank-entries/${data[1].id}/unbook`)
    await lookAgain(app.work(company))
  }

  async function useProducts(): Promise<void> {
    const prices = [{ currency: 'EUR', unit_price: '9.90' }]
    for (let at = 0; at < 2; at += 1) {
      const pattern = `S${at}-{YYYY}-{SEQ}`
      await call('POST', '/invoice-views', { name, filters: { q: mark }, shared: true })
      await call('POST', '/number-series', { key: `S${at}`, name: mark, pattern })
      const product = await call('POST', '/products', { name, prices, item_number: `${mark}${at}` })
      const own = { product_id: product.id, discount_percent: '10' }
      await call('POST', `/customers/${customer_id}/prices`, own)
      for (const list of ['contacts', 'addresses'])
        await call('POST', `/customers/${customer_id}/${list}`, { name })
      await call('POST', '/invoices', { customer_id, items: [{ product_id: product.id }] })
    }
  }

  async function useRecurring(): Promise<Record<string, string>> {
    const schedule = { unit: 'month', start_date: '2026-01-31' }
    const recurring = { name, customer_id, schedule, invoice: { items, notes: name } }
    for (let at = 0; at < 2; at += 1) await call('POST', '/recurring-invoices', recurring)
    const { data } = await call('GET', '/recurring-invoices')
    const path = `/recurring-invoices/${data[0].id}`
    await call('POST', `${path}/run`, {})
    const next = await call('GET', `${path}/occurrences?count=3`)
    const date: string = next.data[2].date
    await call('PATCH', `${path}?from=${date}`, { invoice: { notes: name } })
    return { date }
  }

  /** Two that wait and two that were sent, with charges, and a pause. */
  async function useReminders(): Promise<void> {
    const levels = [
      {
        title: 'reminder',
        after_days: 1,
        mode: 'ask',
        fee: [{ currency: 'EUR', amount: '5.00' }],
      },
    ]
    const rules = { levels, enabled: true, remind_from: '2026-01-01', at: '00:00' }
    const plan = await call('POST', '/reminder-plans', { name, ...rules, default: true })
    await call('POST', '/reminder-plans', { name, ...rules })
    const late = { issue_date: '2026-10-01', due_date: '2026-10-31', status: 'sent' }
    const made = []
    for (let at = 0; at < 4; at += 1)
      made.push(await call('POST', '/invoices', { customer_id, items, notes: name, ...late }))
    await call('PATCH', `/customers/${customer_id}`, { email, reminder_plan: plan.id })
    await runNow(app, 'reminder.look')
    for (const { id } of made.slice(0, 2)) await call('POST', `/invoices/${id}/reminders/send`, {})
    await call('PUT', `/invoices/${made[0].id}/reminders`, { plan: plan.id })
  }

  /** What the service writes by itself, and seldom. */
  async function useNewestTables(): Promise<void> {
    await useReminders()
    await runNow(app, 'recurring.look')
    await addUsage(app.work(company), app.work(company).at.slice(0, 10), { requests: 1, pdfs: 1 })
    await countOutdated(app.work(company), AbortSignal.timeout(60_000))
  }
}

/** The ids in every list of the service, as one company sees it, by the path of the list. */
export async function idsOf(
  app: TestApp,
  side: Side,
  operations: readonly Operation[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const ids = new Map<string, readonly string[]>()
  const reads = operations.filter(({ method, isPublic }) => method === 'GET' && !isPublic)
  const byLength = reads.toSorted((one, other) => one.path.length - other.path.length)
  for (const { path } of byLength.filter((it) => !it.path.endsWith('}'))) {
    if (/\/(pdf|raw|xml|html|export)$/.test(path)) continue
    for (const url of addressesOf(path, ids, side.known)) {
      const answer = await app.send({ url, headers: side.owner })
      const data = listIn(answer).flatMap(({ id }) => (typeof id === 'string' ? [id] : []))
      if (data.length === 0) continue
      ids.set(`${path} in ${url}`, data)
      if (!ids.has(path)) ids.set(path, data)
    }
  }
  return ids
}

function listIn(answer: LightMyRequestResponse): readonly Json[] {
  const isJson = /^application\/json/.test(String(answer.headers['content-type']))
  const body: Json = isJson && answer.statusCode === 200 ? answer.json() : null
  return Array.isArray(body?.data) ? body.data : []
}

/** The addresses of a path with ids for its parameters: of the parents that have such a part first. */
export function addressesOf(
  path: string,
  ids: ReadonlyMap<string, readonly string[]>,
  known: Readonly<Record<string, string>>,
): readonly string[] {
  let found: readonly { readonly url: string; readonly list: string }[] = [{ url: '', list: '' }]
  for (const part of path.split('/').slice(1)) {
    const name = /^\{(.+)\}$/.exec(part)?.[1]
    found = found.flatMap(({ url, list }) => {
      if (name === undefined) return [{ url: `${url}/${part}`, list: `${list}/${part}` }]
      const values = known[name] ?? ids.get(`${list} in ${url}`) ?? known[list] ?? []
      return [values].flat().map((value) => ({ url: `${url}/${value}`, list: `${list}/{${name}}` }))
    })
  }
  return found.map(({ url }) => url)
}

/** Every row of a company, and of the installation about it, as text in one order. */
export async function rowsOf(app: TestApp, { company, ownerId }: Side): Promise<readonly string[]> {
  const tables = await app.db.introspection.getTables()
  const rows = await Promise.all(
    tables.map(async ({ name, columns }) => {
      const column = companyColumn(name, columns)
      if (column === null) return []
      const value = column === 'user_id' || name === 'users' ? ownerId : company.number
      const all = sql<Readonly<Record<string, unknown>>>`
        select * from ${sql.table(name)} where ${sql.ref(column)} = ${value}`
      const found = await all.execute(app.tables)
      return found.rows.map((row) =>
        [name, ...Object.entries(row).map(([key, it]) => `${key}=${plain(key, it)}`)].join('|'),
      )
    }),
  )
  return rows.flat().toSorted()
}

function companyColumn(name: string, columns: readonly { readonly name: string }[]): string | null {
  if (name === 'users') return 'id'
  if (name === 'companies') return 'number'
  const names = columns.map((it) => it.name)
  return ['company_id', 'company', 'user_id'].find((it) => names.includes(it)) ?? null
}

/** Without the instants at which a credential was seen, and without counts of requests. */
const plain = (key: string, value: unknown): string => {
  if (/^(last_(used|seen)_at|requests|pdfs)$/.test(key)) return ''
  return value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)
}

/** The tables of companies that have no row of this one. */
export async function emptyTables(app: TestApp, side: Side): Promise<readonly string[]> {
  const rows = await rowsOf(app, side)
  const filled = new Set(rows.map((row) => row.split('|')[0]))
  const tables = await app.db.introspection.getTables()
  return tables
    .filter(
      ({ name, columns }) => companyColumn(name, columns) === 'company_id' && !filled.has(name),
    )
    .map(({ name }) => name)
}

export { BASE }
