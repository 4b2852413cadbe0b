import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LightMyRequestResponse } from 'fastify'
import { generateSync } from 'otplib'
import { expect } from 'vitest'
import { withSnapshot } from '../src/books/audit/snapshot.ts'
import { verifyDatabase } from '../src/books/audit/verify.ts'
import { verifyAll } from '../src/books/audit/verify-all.ts'
import { findInvitation } from '../src/company/access/invitations/invitations.ts'
import { loginCode } from '../src/company/access/keys/login.ts'
import { resetTokenOf } from '../src/company/access/password-resets/password-resets.ts'
import { ensureFirstRun } from '../src/company/access/set-up/first-run.ts'
import { manifestOf } from '../src/company/templates/routes.testing.ts'
import { firstCompany } from '../src/core/companies/directory.ts'
import { table } from '../src/core/files/samples.testing.ts'
import { handle } from '../src/core/jobs/handler.ts'
import { enqueue } from '../src/core/jobs/queue.ts'
import { transaction } from '../src/core/record/transaction.ts'
import { runChecks } from '../src/entry/cli/doctor-checks.ts'
import { fillDemo } from '../src/entry/demo/demo.ts'
import { invioBytes } from '../src/operations/transfer/inner/invio/invio.testing.ts'
import { newSecret, sha256 } from '../src/platform/ids.ts'
import { camt, OWN_IBAN } from '../src/receivables/bank/statements.testing.ts'
import { markInvoicesOverdue } from '../src/sales/invoices/overdue.ts'
import { markQuotesExpired } from '../src/sales/quotes/open.ts'
import { type Browser, openBrowser } from './browser.ts'
import { ITEM, type Json, rowToCopy } from './givens.ts'
import { startTestApp, type TestApp } from './harness.ts'
import { runNow, runnerOf } from './jobs.ts'
import { reportOf } from './mail-server.ts'
import type { Servers } from './servers.ts'
import { ON_PEPPOL, supplierXml } from './supplier-xml.ts'

const PASSWORD = 'nine quiet lighthouses'
const ROWS = 1500
const ROWS_PER_INSERT = 300
const LATER = '2027-01-15T10:00:00.000Z'
/** After a deleted company has gone. */
const MUCH_LATER = '2027-06-01T09:30:00.000Z'

const HTML = '<!doctype html><p>{{invoice.number}}</p>'
const XML = readFileSync(join(import.meta.dirname, 'golden/einvoices/minimal.ubl.xml'), 'utf8')
const PRICE = { currency: 'EUR', unit_price: '9.90' }

/** The bank's report that it refused one collection of a file. */
const reportOn = (file: Json, collection: Json): Buffer =>
  Buffer.from(
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><OrgnlGrpInfAndSts><OrgnlMsgId>${file.message_id}</OrgnlMsgId></OrgnlGrpInfAndSts><OrgnlPmtInfAndSts><OrgnlPmtInfId>${file.message_id}-1</OrgnlPmtInfId><TxInfAndSts><OrgnlEndToEndId>${collection.end_to_end}</OrgnlEndToEndId><TxSts>RJCT</TxSts><StsRsnInf><Rsn><Cd>MD01</Cd></Rsn></StsRsnInf></TxInfAndSts></OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`,
  )

/** A call that succeeded. */
export interface Call {
  readonly method: string
  readonly path: string
  readonly answer: LightMyRequestResponse
  /** Sends it once more, with the same idempotency key. */
  again(): Promise<LightMyRequestResponse>
}

/**
 * Calls nearly every route with success, and what runs besides: deliveries, overdue invoices, audits,
 * checks. `onCall` watches each call, before the next one.
 */
export async function useEveryRoute(
  app: TestApp,
  { receiver, mail, origin, stripe }: Servers,
  onCall: (call: Call) => Promise<void> = async () => {},
): Promise<void> {
  const go = async (
    method: string,
    path: string,
    body?: unknown,
    by: Pick<TestApp, 'call'> = app,
  ): Promise<Json> => {
    const headers = {
      // With a key, whose outcome is stored in the transaction of the change.
      ...(method !== 'GET' && { 'idempotency-key': `every-route-${newSecret()}` }),
      ...typeOf(body),
    }
    const send = () => by.call(method, path, body, headers)
    const answer = await send()
    // What an e-invoice lacks is said when all has been read.
    const known = path.endsWith('/xml') ? 423 : 400
    expect(answer.statusCode, `${method} ${path} ${answer.body}`).toBeLessThan(known)
    await onCall({ method, path, answer, again: send })
    const type = String(answer.headers['content-type'])
    return /^application\/json(;|$)/.test(type) ? answer.json() : null
  }
  await fillDemo(app.work())
  await useCustomersAndSettings()
  await useInvoices()
  await useEntries()
  await useSupplierInvoices()
  await useAccessPoint()
  await useRecurring()
  await useReminders()
  await useQuotes()
  await useWebhooks()
  await useMail()
  await useJobs()
  await useAccess()
  await runBesides()

  async function useCustomersAndSettings(): Promise<void> {
    for (const path of ['/settings', '/admin/settings']) {
      await go('PATCH', path, { companyName: `Nordlicht ${path}` })
      await go('PUT', path, await go('GET', path))
    }
    const { id } = await go('POST', '/customers', { name: 'Fernweh Books', email: 'a@example.org' })
    await go('PUT', `/customers/${id}`, { name: 'Fernweh Books and Maps' })
    await go('PATCH', `/customers/${id}`, { archived: true })
    await go('GET', `/customers/${id}`)
    await go('DELETE', `/customers/${id}`)
    for (const query of ['', '?q=books&include=total&sort=-created_at&limit=1', '?archived=true']) {
      const { next_cursor } = await go('GET', `/customers${query}`)
      if (next_cursor) await go('GET', `/customers${query}&cursor=${next_cursor}`)
    }
    for (const format of ['csv', 'jsonl']) await go('GET', `/customers/export?format=${format}`)
    const named = { name: 'Shop', external_ids: [{ system: 'shop', id: '1' }] }
    const { id: known } = await go('POST', '/customers', named)
    await go('PATCH', `/customers/${known}`, { external_ids: [{ system: 'shop', id: '2' }] })
    for (const name of ['first', 'second'])
      await go('PUT', '/customers/external/shop/3', { name, metadata: { crm: name } })
    await go('PUT', '/products/external/shop/3', { name: 'Map', metadata: { crm: '3' } })
    await go('PUT', '/products/external/shop/3', { name: 'Map of stars' })
    for (const list of ['customers', 'products', 'invoices'])
      await go('GET', `/${list}?metadata.crm=second&metadata.a=b&external_id=shop:3`)
    const order = { customer_id: known, items: [ITEM], metadata: { order: '3' } }
    const { id: draft } = await go('PUT', '/invoices/external/shop/3', order)
    await go('PUT', '/invoices/external/shop/3', { ...order, metadata: {} })
    await go('DELETE', `/invoices/${draft}`)
    await go('POST', '/customers/bulk', { items: [{ name: 'A' }, { name: 'B' }] })
    const since = 'updated_since=2020-01-01T00:00:00Z'
    await go('GET', `/customers?external_id=shop:2&email=a@b&tax_id=x&${since}`)
    await go('POST', '/products/bulk', { mode: 'all', items: [{ name: 'A' }] })
    await useProducts()
    await useBank()
    await useOnlinePayment()
    await useBook(known)
    await useSeries()
    await useViews()
    const template = await go('POST', '/templates', {
      id: 'own',
      name: 'Own',
      html: '<p>{{number}}</p>',
    })
    for (const path of ['', '/minimalist-clean', `/${template.id}`])
      await go('GET', `/templates${path}`)
    await go('POST', `/templates/${template.id}/preview`, {})
    await go('DELETE', `/templates/${template.id}`)
    mkdirSync(app.config.templatesDir, { recursive: true })
    writeFileSync(join(app.config.templatesDir, 'file.html'), HTML)
    await go('POST', '/templates/load-from-file', { path: 'file.html', id: 'file' })
    origin.serve({ '/manifest.yaml': manifestOf({}), '/index.html': HTML })
    await go('POST', '/templates/install-from-manifest', { url: origin.url('/manifest.yaml') })
  }

  /** A statement of a payment in full, one in part, and money out. */
  async function useBank(): Promise<void> {
    const account = await go('POST', '/bank-accounts', {
      name: 'Bank',
      iban: OWN_IBAN,
      currency: 'EUR',
    })
    await go('PATCH', `/bank-accounts/${account.id}`, { accounting_account: '1200' })
    await go('GET', `/bank-accounts/${account.id}`)
    await go('GET', '/bank-accounts?include=total&limit=1')
    const other = await go('POST', '/bank-accounts', {
      name: 'Old',
      other_id: '7',
      currency: 'EUR',
    })
    await go('DELETE', `/bank-accounts/${other.id}`)
    const customer = await go('POST', '/customers', { name: 'Fernweh Books' })
    const item = { ...ITEM, quantity: '1', unit_price: '100.00', tax: { category: 'Z', rate: '0' } }
    const bill = {
      ...{ customer_id: customer.id, items: [item], status: 'sent' },
      issue_date: '2026-11-10',
    }
    const { id: invoice, number } = await go('POST', '/invoices', bill)
    const rule = {
      when: { text_contains: 'rent' },
      // biome-ignore lint/suspicious/noThenProperty: the wire name of the action.
      then: { ignore: true },
    }
    const { id: ruleId } = await go('POST', '/bank-rules', rule)
    await go('PATCH', `/bank-rules/${ruleId}`, { position: 3 })
    await go('GET', `/bank-rules/${ruleId}`)
    await go('GET', '/bank-rules?include=total')
    await go('DELETE', `/bank-rules/${ruleId}`)
    const mapping = {
      ...{ header: ['Tag', 'Summe'], delimiter: ';', date: 'D.M.y', decimal: ',' },
      ...{ columns: { booking_date: 'Tag', amount: 'Summe' }, currency: 'EUR', account: 'ask' },
    }
    const profile = await go('POST', '/bank-profiles', { name: 'Own', mapping })
    await go('PATCH', `/bank-profiles/${profile.id}`, { name: 'Other' })
    await go('GET', `/bank-profiles/${profile.id}`)
    await go('GET', '/bank-profiles?include=total')
    const table = 'Tag;Summe\n20.11.2026;5,00\n21.11.2026;6,00\n'
    await go('POST', '/bank-files/columns', table)
    const given = `bank_account_id=${account.id}&profile=${profile.id}`
    const csv = await go('POST', `/bank-files?${given}&name=own.csv`, table)
    await go('POST', `/bank-files?${given}&dry_run=true`, table)
    await go('DELETE', `/bank-profiles/${profile.id}`)
    const from = { name: 'Fernweh Books', iban: 'DE33123456780000000101' }
    const entries = [
      { ...from, amount: '100.00', text: `Invoice ${number}`, reference: 'R-1' },
      { ...from, amount: '30.00', text: 'In advance', reference: 'R-2' },
      { amount: '-7.00', text: 'Fee', reference: 'R-3' },
    ]
    const file = await go('POST', '/bank-files', camt([{ entries, opening: '5.00' }]))
    await app.services.jobRunner.runDue()
    for (const path of ['', '/raw']) await go('GET', `/bank-files/${file.id}${path}`)
    await go('GET', `/bank-files?status=done&bank_account_id=${account.id}&include=total`)
    const filters =
      'status=open,ignored&class=certain,none&direction=in&from=2026-01-01&to=2026-12-31&q=fern'
    await go('GET', `/bank-entries?${filters}&include=total`)
    const { data } = await go('GET', `/bank-entries?file_id=${file.id}&sort=-amount`)
    const [paid, advance, out] = data
    for (const path of ['', '/payout']) await go('GET', `/bank-entries/${paid.id}${path}`)
    await go('POST', '/bank-entries/book', { ids: [paid.id] })
    await go('GET', `/bank-entries?invoice_id=${invoice}&customer_id=${customer.id}&limit=1`)
    await go('POST', `/bank-entries/${paid.id}/unbook`)
    await app.services.jobRunner.runDue()
    const again = await go('GET', `/bank-entries/${paid.id}`)
    const [proposal] = again.proposals
    await go('POST', `/bank-entries/${paid.id}/decline`, { proposal_id: proposal.id })
    const parts = [{ kind: 'invoice', invoice_id: invoice, amount: '99.00', fee: '1.00' }]
    await go('POST', `/bank-entries/${paid.id}/book`, { allocations: parts })
    const onAccount = [{ kind: 'account', customer_id: customer.id, amount: '20.00' }]
    await go('POST', `/bank-entries/${advance.id}/book`, { allocations: onAccount })
    await go('POST', `/bank-entries/${advance.id}/rematch`)
    await go('POST', `/bank-entries/${advance.id}/unbook`)
    await go('POST', `/bank-entries/${out.id}/reopen`)
    await go('POST', `/bank-entries/${out.id}/ignore`, { reason: 'private' })
    await go('GET', `/customers/${customer.id}/bank-accounts`)
    await go('DELETE', `/customers/${customer.id}/bank-accounts/${from.iban}`)
    await go('POST', `/bank-files/${csv.id}/undo`)
    await app.services.jobRunner.runDue()
  }

  /** A mandate on paper, an invoice that it pays, and a run that the bank refuses. */
  async function useDirectDebit(person: Browser): Promise<void> {
    const bankAccount = { iban: 'DE02120300000000202051', creditorId: 'DE98ZZZ09999999999' }
    await go('PATCH', '/settings', { bankAccount })
    const { id: customer } = await go('POST', '/customers', { name: 'Debtor' })
    for (const part of ['', '/html']) await go('GET', `/customers/${customer}/mandate-form${part}`)
    const upload = `/customers/${customer}/files?name=mandate.csv&visible=internal`
    const { id: file_id } = await go('POST', upload, Buffer.from('signed\n1\n'))
    const mandate = {
      ...{ signed_on: '2026-01-02', account_holder: 'Debtor', iban: 'DE17123456780000000001' },
      ...{ notice_days: 1, evidence: { kind: 'paper', file_id } },
    }
    const { id: other } = await go('POST', `/customers/${customer}/payment-methods`, { mandate })
    await go('GET', `/payment-methods/${other}`)
    await go('PATCH', `/payment-methods/${other}`, { default: true })
    await go('POST', `/payment-methods/${other}/confirm`)
    await go('POST', `/payment-methods/${other}/suspend`, { reason: 'asked' })
    await go('POST', `/payment-methods/${other}/resume`)
    await go('POST', `/payment-methods/${other}/cancel`)
    const { id } = await go('POST', `/customers/${customer}/payment-methods`, { mandate })
    await go('POST', `/payment-methods/${id}/confirm`)
    await go('GET', `/customers/${customer}/payment-methods?include=total`)
    const sent = { customer_id: customer, items: [ITEM], status: 'sent', currency: 'EUR' }
    const { id: first } = await go('POST', '/invoices', sent)
    await go('GET', `/collections/preview?invoice_id=${first}`)
    const { id: dropped } = await go('POST', `/invoices/${first}/collect`, {})
    await go('POST', `/collections/${dropped}/cancel`)
    const { id: collection } = await go('POST', `/invoices/${first}/collect`, {
      ...{ payment_method_id: id, on: '2020-01-01' },
    })
    await go('POST', `/collections/${collection}/announce`, {})
    await go('GET', `/collections/${collection}`)
    await go('GET', `/collections?status=announced&invoice_id=${first}&include=total`)
    const { id: draft } = await go('POST', '/direct-debit-runs', {})
    await go('PATCH', `/direct-debit-runs/${draft}`, { exclude: [] })
    await go('GET', `/direct-debit-runs/${draft}`)
    await go('DELETE', `/direct-debit-runs/${draft}`)
    await go('POST', '/direct-debit-runs', { dry_run: true })
    await go('GET', '/direct-debit-runs?status=draft&include=total')
    const approved = async (): Promise<Json> => {
      const { id } = await go('POST', '/direct-debit-runs', {})
      return go('POST', `/direct-debit-runs/${id}/approve`, undefined, person)
    }
    const { id: ended } = await approved()
    await go('POST', `/direct-debit-runs/${ended}/cancel`)
    const { id: refused } = await approved()
    await go('POST', `/direct-debit-runs/${refused}/refused`, { reason: 'FF01' })
    await approved()
    await go('POST', `/collections/${collection}/outcome`, { outcome: 'refused', code: 'FF01' })
    await go('POST', `/collections/${collection}/retry`)
    await go('POST', `/collections/${collection}/announce`, {})
    const { id: run, files, collections } = await approved()
    await go('POST', `/direct-debit-runs/${run}/submitted`, {})
    await go('GET', `/direct-debit-runs/${run}/files/1`)
    await go('POST', `/direct-debit-runs/${run}/report`, reportOn(files[0], collections[0]))
    await go('POST', `/collections/${collection}/acknowledge`)
    await go('POST', `/collections/${collection}/retry`)
    await runNow(app, 'collection.watch')
    await runNow(app, 'direct_debit.book')
    await runNow(app, 'method.expire')
  }

  /** A payment that is later disputed in part, and a checkout that is ended. */
  async function useOnlinePayment(): Promise<void> {
    const made = { kind: 'stripe', label: 'Stripe', api_key: 'sk_test_everyroute' }
    const { id: other } = await go('POST', '/payment-providers', made)
    await go('DELETE', `/payment-providers/${other}`)
    const { id: provider_id } = await go('POST', '/payment-providers', made)
    await go('PATCH', `/payment-providers/${provider_id}`, { hook_secrets: ['whsec_every'] })
    await go('POST', `/payment-providers/${provider_id}/test`)
    await go('GET', `/payment-providers/${provider_id}`)
    await go('POST', `/payment-providers/${provider_id}/sync`, {})
    await go('POST', `/payment-providers/${provider_id}/register-hook`)
    await go('GET', '/payment-providers?include=total')
    const sent = { customer: { name: 'Fernweh Books' }, items: [ITEM], status: 'sent' }
    const { id } = await go('POST', '/invoices', sent)
    await go('GET', `/invoices/${id}/offers`)
    const { id: checkout } = await go('POST', `/invoices/${id}/checkout`, { method: 'card' })
    const session = stripe.of(checkout)
    const at = Number(BigInt(app.clock.now()) / 1000n)
    const payment = { ref: 'a', status: 'paid', amount: 14280, currency: 'EUR', at } as const
    session.facts = { status: 'paid', payments: [payment] }
    const { body, headers } = stripe.hook(session, 'whsec_every', at)
    const url = `/hooks/${provider_id}`
    const hook = await app.send({ method: 'POST', url, payload: body, headers })
    expect(hook.statusCode, hook.body).toBe(200)
    await app.services.jobRunner.runDue()
    const dispute = { ref: 'd', status: 'open', amount: 1000, withdrawn: true }
    session.facts = { status: 'paid', payments: [{ ...payment, disputes: [dispute] }] }
    await go('GET', `/checkouts/${checkout}`)
    await go('GET', `/invoices/${id}/checkouts`)
    const filter = 'status=paid&include=total&limit=1'
    const { data } = await go('GET', `/provider-payments?provider_id=${provider_id}&${filter}`)
    await go('POST', `/provider-payments/${data[0].id}/fetch`)
    await go('GET', `/provider-payments/${data[0].id}`)
    await go('GET', '/attention?kind=payment')
    await go('POST', `/provider-payments/${data[0].id}/acknowledge`)
    await go('GET', `/disputes/${(await go('GET', '/disputes?include=total')).data[0].id}`)
    const won = { ...dispute, status: 'won', withdrawn: false }
    session.facts = { status: 'paid', payments: [{ ...payment, disputes: [won] }] }
    const paid = `/provider-payments/${data[0].id}`
    const { booked } = await go('POST', `${paid}/fetch`)
    const reason = 'Damaged in transit'
    await go('POST', `/invoices/${id}/payments/${booked[0].payment_id}/refund`, {
      amount: '1',
      reason,
    })
    const { id: refund } = await go('POST', `${paid}/refund`, { amount: '2', reason })
    await app.services.jobRunner.runDue()
    await go('GET', `/refunds/${refund}`)
    const inDollars = { ...payment, ref: 'b', currency: 'USD' }
    session.facts = { status: 'paid', payments: [...session.facts.payments, inDollars] }
    await go('POST', `${paid}/fetch`)
    const { data: unassigned } = await go('GET', '/provider-payments?unassigned=true&problem=any')
    const { customer_id } = unassigned[0]
    await go('POST', `/provider-payments/${unassigned[0].id}/assign`, { customer_id })
    const { id: open } = await go('POST', '/invoices', sent)
    await go('POST', `/invoices/${open}/checkout`, { method: 'card' })
    await go('POST', `/invoices/${open}/checkout`, { method: 'sepa_debit' })
    await go('PUT', `/invoices/${open}`, { status: 'void' })
    await runNow(app, 'checkout.watch')
  }

  async function useSeries(): Promise<void> {
    const series = await go('POST', '/number-series', {
      key: 'X',
      pattern: 'X-{SEQ}',
      reset: 'never',
    })
    await go('GET', '/number-series?include=total')
    await go('GET', `/number-series/${series.id}`)
    await go('PUT', `/number-series/${series.id}`, { name: 'Export', start: 12 })
    const { id } = await go('POST', '/customers', { name: 'Zeta', number_series: 'X' })
    await go('POST', '/invoices', { customer_id: id, items: [ITEM], status: 'sent' })
    const other = await go('POST', '/number-series', { key: 'Y', pattern: 'Y-{YYYY}-{SEQ}' })
    await go('DELETE', `/number-series/${other.id}`)
  }

  async function useViews(): Promise<void> {
    const filters = { overdue: true, q: 'fernweh', sort: '-total' }
    const { id } = await go('POST', '/invoice-views', { name: 'Late', filters })
    await go('GET', '/invoice-views?include=total')
    await go('GET', `/invoice-views/${id}`)
    await go('PUT', `/invoice-views/${id}`, { shared: true })
    await go('DELETE', `/invoice-views/${id}`)
    await go('GET', '/invoices/sums')
    await go('GET', '/invoices/sums?overdue=true&currency=EUR&q=fernweh')
  }

  async function useBook(id: string): Promise<void> {
    const contact = await go('POST', `/customers/${id}/contacts`, {
      name: 'A',
      email: 'a@b.example',
    })
    const address = await go('POST', `/customers/${id}/addresses`, { name: 'Store' })
    for (const [name, entry, change] of [
      ['contacts', contact, { role: 'billing', default: true }],
      ['addresses', address, { name: 'Gate 3', default: true }],
    ] as const) {
      await go('GET', `/customers/${id}/${name}?include=total&limit=1&sort=-created_at`)
      await go('GET', `/customers/${id}/${name}/${entry.id}`)
      await go('PUT', `/customers/${id}/${name}/${entry.id}`, change)
    }
    await go('POST', '/invoices', { customer_id: id, items: [ITEM] })
    // Not in the EU: nobody is asked.
    await go('PATCH', `/customers/${id}`, { tax_id: 'CHE-100.155.212 MWST' })
    await go('POST', `/customers/${id}/check-tax-id`)
    await go('POST', `/customers/${id}/resume-mail`)
    await go('DELETE', `/customers/${id}/contacts/${contact.id}`)
    await go('DELETE', `/customers/${id}/addresses/${address.id}`)
  }

  async function useProducts(): Promise<void> {
    const tax = { category: 'S', rate: '19' }
    const prices = [PRICE]
    const product = await go('POST', '/products', { name: 'Atlas', tax, prices, item_number: 'A1' })
    await go('PUT', `/products/${product.id}`, { name: 'Atlas of stars' })
    await go('PATCH', `/products/${product.id}`, { unit: 'H87' })
    await go('GET', `/products/${product.id}`)
    for (const query of ['', '?q=atlas+star&include=total&limit=1', '?archived=false&kind=service'])
      await go('GET', `/products${query}`)
    await go('GET', '/products?updated_since=2020-01-01T00:00:00Z')
    await go('GET', '/units?language=fr')
    const { id } = await go('POST', '/customers', { name: 'Fernweh Maps' })
    const price = { product_id: product.id, discount_percent: '10' }
    const own = await go('POST', `/customers/${id}/prices`, price)
    await go('GET', `/customers/${id}/prices?include=total`)
    await go('GET', `/customers/${id}/prices/${own.id}`)
    await go('PUT', `/customers/${id}/prices/${own.id}`, { ...price, min_quantity: '2' })
    await go('GET', `/products/${product.id}/price?customer_id=${id}&quantity=3`)
    const items = [{ product_id: product.id }]
    const draft = await go('POST', '/invoices', { customer_id: id, items })
    await go('PATCH', `/invoices/${draft.id}`, { items: [...items, ITEM] })
    await go('PATCH', `/invoices/${draft.id}`, { items: [ITEM] })
    await go('DELETE', `/customers/${id}/prices/${own.id}`)
    await go('DELETE', `/products/${product.id}`)
  }

  async function useInvoices(): Promise<void> {
    const body = { customer: { name: 'Zeta' }, items: [ITEM], notes: 'n' }
    const draft = await go('POST', '/invoices', body)
    await go('POST', '/invoices/calculate', { items: [ITEM] })
    await go('PUT', `/invoices/${draft.id}`, { items: [ITEM, ITEM] })
    await go('PATCH', `/invoices/${draft.id}`, { notes: 'other', customer_id: draft.customer_id })
    await go('POST', `/invoices/${draft.id}/files?name=Plan.csv`, table('shown\n'))
    const { id } = await go('PATCH', `/invoices/${draft.id}`, { status: 'sent' })
    await useFiles(`/invoices/${id}`)
    await useFiles(`/customers/${draft.customer_id}`)
    const { share_token } = await go('POST', `/invoices/${id}/publish`)
    for (const part of ['', '/html', '/xml', '/files/Plan.csv'])
      await go('GET', `/public/invoices/${share_token}${part}`)
    await go('POST', `/invoices/${id}/unpublish`)
    const beside = '?expand=customer,payments,credit_notes'
    for (const part of ['', beside, '/html', '/xml', '/revisions', '/validation'])
      await go('GET', `/invoices/${id}${part}`)
    await go('GET', `/invoices${beside}`)
    await go('GET', '/invoices?paid_from=2020-01-01&paid_to=2030-01-01&type=invoice')
    const copy = await go('POST', `/invoices/${id}/duplicate`)
    await go('DELETE', `/invoices/${copy.id}`)
    const paid = await go('POST', `/invoices/${id}/payments`, { amount: '1.00' })
    await go('POST', `/invoices/${id}/payments`, { amount: '2.00' })
    await go('GET', `/invoices/${id}/payments/${paid.id}`)
    const page = await go('GET', `/invoices/${id}/payments?limit=1&include=total`)
    await go('GET', `/invoices/${id}/payments?limit=1&cursor=${page.next_cursor}`)
    await go('DELETE', `/invoices/${id}/payments/${paid.id}`)
    const back = await go('POST', `/invoices/${id}/payments`, { amount: '1.00', fee: '0.10' })
    const { id: reversal } = await go('POST', `/invoices/${id}/payments/${back.id}/reverse`)
    await go('DELETE', `/invoices/${id}/payments/${reversal}`)
    const customer = `/customers/${draft.customer_id}`
    await go('POST', `${customer}/payments`, { amount: '5.00', apply: 'oldest', reference: 'r' })
    await go('POST', `${customer}/payments`, { amount: '1.00', apply: 'none' })
    const applied = await go('POST', `/invoices/${id}/apply-credit`, { amount: '1.00' })
    await go('DELETE', `/invoices/${id}/payments/${applied.id}`)
    await go('POST', `${customer}/account/refund`, { amount: '0.50' })
    const entries = await go('GET', `${customer}/account?include=total&limit=1`)
    await go('GET', `${customer}/account?currency=EUR&limit=1&cursor=${entries.next_cursor}`)
    const note = await go('POST', `/invoices/${id}/credit-note`, {})
    await go('PATCH', `/invoices/${note.id}`, { status: 'sent' })
    const named = { ...body, external_ids: [{ system: 'shop', id: '1' }] }
    const { results } = await go('POST', '/invoices/bulk', { items: [named, body] })
    await go('DELETE', `/invoices/${results[0].resource.id}`)
    const due = await go('POST', '/invoices', { ...body, status: 'sent' })
    const items = [{ invoice_id: due.id, amount: '1.00' }]
    await go('POST', '/payments/bulk', { items })
    const filter = `invoice_id=${id}&currency=EUR,USD&reference=x&source=bank&paid_from=2020-01-01`
    for (const query of [
      '?limit=1&include=total',
      `?${filter}`,
      '?sort=created_at&expand=customer,invoice',
    ]) {
      const { data } = await go('GET', `/payments${query}`)
      if (data[0]) await go('GET', `/payments/${data[0].id}`)
    }
    await go('POST', `/invoices/${id}/keep-credit`)
    await go('POST', '/invoices/import', XML)
    await go('GET', `/invoices/${note.id}`)
    await addMany(id)
    await readLists(draft.customer_id)
  }

  /** Rows that make, change and refuse; a dry run and an export. */
  async function useTransfer(customer_id: string): Promise<void> {
    for (const [kind, text] of [
      ['products', 'name,item_number,price.currency,price.unit_price\nGlobe,G-9,EUR,1\n'],
      ['products&existing=update', 'name,item_number\nGlobe 2,G-9\n'],
      [
        'entries',
        `customer_id,description,unit_price,external_id,metadata.a\n${customer_id},Design,80,csv:1,b\n`,
      ],
      ['invio', invioBytes()],
    ] as const) {
      const { id } = await go('POST', `/imports?kind=${kind}`, text)
      await app.services.jobRunner.runDue()
      await go('POST', `/imports/${id}/commit`, {})
      await app.services.jobRunner.runDue()
    }
    for (const name of ['products', 'entries'])
      for (const format of ['csv', 'jsonl']) await go('GET', `/${name}/export?format=${format}`)
    await useImports()
  }

  /** A known, a faulty and two good records; one of them changes before it is undone. */
  async function useImports(): Promise<void> {
    const file = 'name,external_id\nShop,shop:2\n,\nGale,shop:8\nGust,shop:9\n'
    const { id } = await go('POST', '/imports?kind=customers', file)
    await app.services.jobRunner.runDue()
    for (const query of ['', '?kind=customers&status=ready&include=total'])
      await go('GET', `/imports${query}`)
    await go('POST', `/imports/${id}/commit`, { accept: ['faults'] })
    await app.services.jobRunner.runDue()
    const { data } = await go('GET', `/imports/${id}/records?status=imported&limit=1`)
    await go('GET', `/imports/${id}/records`)
    await go('GET', `/imports/${id}/records?notes=true`)
    for (const format of ['csv', 'jsonl']) await go('GET', `/imports/${id}/report?format=${format}`)
    await go('PATCH', `/customers/${data[0].resource_id}`, { notes: 'Changed' })
    await go('POST', `/imports/${id}/undo`, { keep: 'used' })
    await app.services.jobRunner.runDue()
    expect(await go('GET', `/imports/${id}`)).toMatchObject({ undone: 1, kept: 1 })
    await go('DELETE', `/imports/${id}`)
    await app.services.jobRunner.runDue()
  }

  async function useFiles(at: string): Promise<void> {
    const path = `${at}/files?name=own.csv&visible=internal`
    const file = await go('POST', path, table('internal\n'))
    await go('POST', path, table('internal\n'))
    const { next_cursor } = await go('GET', `${at}/files?limit=1&include=total`)
    await go('GET', `${at}/files?cursor=${next_cursor}`)
    await go('GET', `${at}/files/${file.id}`)
    await go('DELETE', `${at}/files/${file.id}`)
    await runNow(app, 'file.expire')
  }

  async function useEntries(): Promise<void> {
    const { id: customer_id } = await go('POST', '/customers', { name: 'Fernweh Books' })
    const product = await go('POST', '/products', { name: 'Hour', prices: [PRICE] })
    const body = { customer_id, description: 'Design', product_id: product.id }
    const { id } = await go('POST', '/entries', body)
    await go('PUT', `/entries/${id}`, { quantity: '2' })
    await go('PATCH', `/entries/${id}`, { reference: 'T-17' })
    await go('GET', `/entries/${id}`)
    await useFiles(`/entries/${id}`)
    await useTransfer(customer_id)
    const second = await go('POST', '/entries', body)
    const timed = { ...body, metadata: { ticket: '3' } }
    await go('PUT', '/entries/external/timer/3', timed)
    await go('PUT', '/entries/external/timer/3', { ...timed, metadata: {} })
    await go('POST', '/entries/bulk', { mode: 'all', items: [body] })
    await go('GET', '/entries?metadata.ticket=3&external_id=timer:3&sort=created_at')
    await go('GET', '/entries?updated_since=2020-01-01T00:00:00Z&created_from=2020-01-01T00:00:00Z')
    const days = 'from=2020-01-01&to=2040-01-01&status=open&kind=time&q=design'
    const { next_cursor } = await go('GET', `/entries?limit=1&include=total`)
    for (const query of [`cursor=${next_cursor}`, `customer_id=${customer_id}&${days}`])
      await go('GET', `/entries?${query}`)
    const named = { customer_id, entry_ids: [id], group_by: 'product' }
    const draft = await go('POST', '/entries/invoice', named)
    const several = { until: '2040-01-01', currency: 'EUR' }
    await go('POST', '/entries/invoices/preview', several)
    await go('PATCH', `/invoices/${draft.id}`, { items: [ITEM] })
    const all = await go('POST', '/entries/invoice', { customer_id, until: '2040-01-01' })
    await go('PATCH', `/invoices/${all.id}`, { status: 'sent' })
    await go('PATCH', `/invoices/${all.id}`, { status: 'void' })
    const { results } = await go('POST', '/entries/invoices', several)
    for (const { invoice_id } of results) await go('DELETE', `/invoices/${invoice_id}`)
    await go('DELETE', `/entries/${second.id}`)
  }

  async function useSupplierInvoices(): Promise<void> {
    const url = '/supplier-invoices'
    const receive = async (number: string) =>
      `${url}/${(await go('POST', url, supplierXml(number))).id}`
    const path = await receive('S-1')
    await go('DELETE', await receive('S-2'))
    await receive('S-3')
    for (const part of ['', '/original', '/html', '/pdf']) await go('GET', `${path}${part}`)
    const { next_cursor } = await go('GET', `${url}?limit=1&include=total`)
    const days = 'issued_from=2020-01-01&issued_to=2040-01-01&due_to=2040-01-01'
    for (const query of [`cursor=${next_cursor}`, `${days}&status=new,paid&currency=EUR&q=s`])
      await go('GET', `${url}?${query}`)
    await go('POST', `${path}/accept`)
    await go('POST', `${path}/pay`, { paid_on: '2026-11-20' })
    await go('POST', `${path}/reopen`)
    await go('POST', `${path}/reject`, { reason: 'The delivery was incomplete.' })
    for (const format of ['csv', 'jsonl']) await go('GET', `${url}/export?format=${format}`)
  }

  async function useAccessPoint(): Promise<void> {
    const answer = receiver.answer
    receiver.answer = (response) =>
      response.writeHead(200).end(JSON.stringify({ status: 'sent', documents: [] }))
    await go('PUT', '/access-point', { url: receiver.url('/access-point'), token: 'token' })
    await go('GET', '/access-point')
    await go('GET', '/access-point/recipients/0088:4000001123452')
    await go('PATCH', '/settings', ON_PEPPOL)
    const address = { line1: 'Ring 1', city: 'Ulm', postal_code: '89073', country_code: 'DE' }
    const endpoint = { scheme: '0088', id: '4000001123452' }
    const customer = { name: 'Fernweh Books', address, endpoint }
    const sent = { customer, items: [ITEM], reference: 'R-1', status: 'sent' }
    const { id } = await go('POST', '/invoices', sent)
    await go('POST', `/invoices/${id}/transmit`, { format: 'peppol' })
    await app.services.jobRunner.runDue()
    await go('GET', `/invoices/${id}/transmission`)
    await runNow(app, 'access_point.receive')
    await go('GET', '/attention?kind=transmission')
    await go('DELETE', '/access-point')
    receiver.answer = answer
  }

  async function useRecurring(): Promise<void> {
    const { id: customer_id } = await go('POST', '/customers', { name: 'Fernweh Books' })
    const schedule = { unit: 'month', start_date: '2026-01-31' }
    const body = { name: 'Hosting', customer_id, schedule, invoice: { items: [ITEM] } }
    await go('POST', '/recurring-invoices/preview', body)
    await go('GET', '/recurring-invoices/upcoming')
    const { id } = await go('POST', '/recurring-invoices', body)
    const at = `/recurring-invoices/${id}`
    const { data } = await go('GET', `${at}/occurrences?count=3`)
    const [, second, third] = data.map(({ date }: Json) => date)
    await go('PUT', at, { name: 'Hosting and mail' })
    await go('PATCH', `${at}?from=${third}`, { invoice: { notes: 'From now on.' } })
    await go('DELETE', `${at}/changes/${third}`)
    await go('PUT', `${at}/occurrences/${second}`, { skip: true })
    await go('DELETE', `${at}/occurrences/${second}`)
    await go('POST', `${at}/run`, {})
    await go('POST', `${at}/pause`, { until: '2027-01-01' })
    await go('POST', `${at}/resume`, { missed: 'skip' })
    const copy = await go('POST', `${at}/duplicate`)
    await go('DELETE', `/recurring-invoices/${copy.id}`)
    await go('GET', at)
    await go('GET', `${at}/runs?include=total`)
    for (const query of ['', '&q=hosting', '&status=active&attention=false', '&sort=-name'])
      await go('GET', `/recurring-invoices?include=total${query}`)
    await go('GET', `/recurring-invoices?customer_id=${customer_id}&next_before=2030-01-01`)
    await runNow(app, 'recurring.look')
    await go('POST', '/recurring-invoices/reprice', { customer_id, percent: 5, from: '2026-01-01' })
    await go('POST', '/recurring-invoices/reprice', { ids: [id], percent: 5, from: '2026-01-01' })
    const [made] = (await go('GET', `/invoices?recurring_id=${id}`)).data
    await go('POST', `/invoices/${made.id}/recurring`, {})
    await go('POST', `${at}/end`)
  }

  async function useReminders(): Promise<void> {
    const levels = [{ title: 'reminder', after_days: 1, mode: 'ask', interest: true }]
    const fee = [{ currency: 'EUR', amount: '5.00' }]
    const base = [{ from: '2026-07-01', rate: '1.27' }]
    const interest = { margin: '9', consumer_margin: '5', base }
    const plan = await go('POST', '/reminder-plans', { name: 'P', levels, interest })
    const at = `/reminder-plans/${plan.id}`
    await go('PUT', at, { enabled: true, default: true, remind_from: '2026-01-01', at: '00:00' })
    await go('PATCH', at, { levels: [{ ...levels[0], fee }], interest })
    await go('GET', at)
    await go('GET', `${at}/effect?remind_from=2026-01-01`)
    await go('GET', '/reminder-plans?include=total&sort=-created_at')
    const late = { issue_date: '2026-10-01', due_date: '2026-10-31', status: 'sent' }
    const customer = { name: 'Late', email: 'late@fernweh.example', reminder_plan: plan.id }
    const issued: Json[] = []
    for (let count = 0; count < 3; count += 1)
      issued.push(await go('POST', '/invoices', { customer, items: [ITEM], ...late }))
    const [one, two, three] = issued
    await runNow(app, 'reminder.look')
    const { data } = await go('GET', '/reminders/due?include=total&limit=100')
    const idOf = ({ id }: Json) => data.find((it: Json) => it.invoice_id === id).id
    await go('GET', `/reminders/next?invoice_ids=${one.id},${two.id}`)
    await go('POST', '/reminders/send', { ids: [idOf(one)] })
    await go('POST', '/reminders/dismiss', { ids: [idOf(two)] })
    const path = `/invoices/${three.id}`
    await go('PUT', `${path}/reminders`, { plan: plan.id })
    await go('POST', `${path}/reminders/pause`, { reason: 'promise', until: '2026-11-30' })
    await go('POST', `${path}/reminders/resume`)
    await go('POST', `${path}/reminders/send`, {})
    await go('GET', `${path}/reminders`)
    await go('GET', `${path}/reminder/html`)
    await go('GET', `${path}/reminder/pdf`)
    const charges = await go('GET', `${path}/charges`)
    await go('POST', `${path}/charges/${charges.data[0].id}/waive`)
    await go('POST', `/invoices/${one.id}/charges/settle`, {})
    await go('POST', `${path}/payments`, {})
    await runNow(app, 'mail.sweep')
    await go('PUT', `${path}/reminders`, { plan: null })
    const spare = await go('POST', '/reminder-plans', { name: 'Q', levels, interest })
    await go('DELETE', `/reminder-plans/${spare.id}`)
  }

  async function useQuotes(): Promise<void> {
    const { id: customer_id } = await go('POST', '/customers', { name: 'Fernweh Books' })
    const body = { customer_id, items: [ITEM, { ...ITEM, optional: true }] }
    const first = await go('POST', '/quotes', body)
    await go('PUT', `/quotes/${first.id}`, { notes: 'n' })
    await go('PATCH', `/quotes/${first.id}`, { terms_text: 't' })
    await useFiles(`/quotes/${first.id}`)
    await go('POST', `/quotes/${first.id}/files?name=Plan.csv`, table('shown\n'))
    await go('POST', `/quotes/${first.id}/open`)
    const { id } = await go('POST', `/quotes/${first.id}/revise`)
    const at = `/quotes/${id}`
    const { share_token, document_hash } = await go('POST', `${at}/open`)
    for (const part of ['', '/html', '/files/Plan.csv']) {
      await go('GET', `/public/quotes/${share_token}${part}?revision=1`)
      await go('GET', `/quotes/${part === '' ? id : `${id}/html?as=pro-forma`}`)
    }
    const shown = { revision: 2, document_hash }
    const said = { name: 'Mia Brandt', consent: true }
    await go('POST', `/public/quotes/${share_token}/accept`, { ...shown, ...said })
    await go('POST', `${at}/reopen`)
    await go('POST', `/public/quotes/${share_token}/decline`, shown)
    await go('POST', `${at}/reopen`)
    await go('POST', `${at}/decline`, { note: 'n' })
    await go('POST', `${at}/reopen`)
    await go('POST', `${at}/accept`, {})
    const deposit = await go('POST', `${at}/invoice`, { mode: 'deposit', percent: '30' })
    await go('PATCH', `/invoices/${deposit.id}`, { status: 'sent' })
    const final = await go('POST', `${at}/invoice`, { mode: 'final' })
    await go('POST', `/invoices/${final.id}/deduct-deposits`, {})
    await go('GET', `/invoices/${deposit.id}`)
    await go('DELETE', `/invoices/${final.id}`)
    await go('POST', `${at}/invoice`, { mode: 'rest', allow_more: true })
    await go('GET', at)
    const other = await go('POST', '/quotes', body)
    await go('POST', `/quotes/${other.id}/open`)
    await go('POST', `/quotes/${other.id}/withdraw`)
    const draft = await go('POST', `/quotes/${other.id}/duplicate`)
    await go('DELETE', `/quotes/${draft.id}`)
    const several = '&status=draft,expired&number=a,b&updated_since=2020-01-01T00:00:00Z'
    for (const query of [
      '',
      several,
      '&q=fernweh',
      '&status=expired',
      '&sort=-issue_date',
      '&sort=total',
    ])
      await go('GET', `/quotes?include=total${query}`)
    const page = await go('GET', `/quotes?customer_id=${customer_id}&limit=1`)
    await go('GET', '/quotes?expand=customer&external_id=shop:3')
    for (const notes of ['a', 'b'])
      await go('PUT', '/quotes/external/shop/3', { customer_id, items: [ITEM], notes })
    await go('GET', `/quotes?customer_id=${customer_id}&limit=1&cursor=${page.next_cursor}`)
    await useDeliveryNotes({ customer_id, quote_id: id, invoice_id: deposit.id })
  }

  async function useDeliveryNotes({ customer_id, quote_id, invoice_id }: Json): Promise<void> {
    const note = await go('POST', '/delivery-notes', { quote_id })
    await go('POST', `/delivery-notes/${note.id}/void`)
    for (const part of ['', '/html', '/pdf']) await go('GET', `/delivery-notes/${note.id}${part}`)
    const items = [ITEM]
    const invoice = await go('POST', '/invoices', { customer_id, items, status: 'sent' })
    await go('POST', '/delivery-notes', { invoice_id: invoice.id })
    await go('POST', '/delivery-notes', { quote_id })
    await go('GET', `/quotes/${quote_id}/deliveries`)
    for (const of of [invoice_id, invoice.id]) await go('GET', `/invoices/${of}/deliveries`)
    const some = [`customer_id=${customer_id}`, `quote_id=${quote_id}`, `invoice_id=${invoice.id}`]
    for (const query of ['q=dn', 'status=void&sort=date', ...some])
      await go('GET', `/delivery-notes?include=total&${query}`)
    const { next_cursor } = await go('GET', '/delivery-notes?limit=1')
    await go('GET', `/delivery-notes?limit=1&cursor=${next_cursor}`)
  }

  /** So many that what is rare is looked up by an index, instead of in the order of the list. */
  async function addMany(id: string): Promise<void> {
    const { tables } = app
    const row = await rowToCopy(app, id)
    const unique = { number: null, share_hash: null, series: null, sequence: null }
    const rows = Array.from({ length: ROWS }, (_, at) => ({
      ...row,
      ...unique,
      id: `${id.slice(0, -6)}${String(at).padStart(6, '0')}`,
      search_text: ' 1.zeta',
    }))
    for (let start = 0; start < ROWS; start += ROWS_PER_INSERT)
      await tables
        .insertInto('invoices')
        .values(rows.slice(start, start + ROWS_PER_INSERT))
        .execute()
  }

  async function readLists(customerId: string): Promise<void> {
    const filters = [
      'q=design',
      'q=zeta',
      'q=zeta+cover+design',
      'q=zeta+fernweh',
      'overdue=true',
      'published=true',
      'published=false',
      'partially_paid=true',
      'type=credit_note&status=sent&currency=EUR',
      `customer_id=${customerId}`,
      'status=sent,paid&currency=EUR,USD&number=INV-1,INV-2',
      'external_id=shop:1&order_reference=PO-1',
      'updated_since=2020-01-01T00:00:00Z&created_from=2020-01-01T00:00:00Z',
      'issued_from=2020-01-01&issued_to=2030-01-01&due_to=2030-01-01',
    ]
    for (const sort of ['issue_date', '-due_date', 'created_at', '-number', 'total'])
      for (const filter of ['', ...filters]) {
        const query = `limit=1&include=total&sort=${sort}&${filter}`
        const { next_cursor } = await go('GET', `/invoices?${query}`)
        if (next_cursor) await go('GET', `/invoices?${query}&cursor=${next_cursor}`)
      }
    for (const format of ['csv', 'jsonl']) await go('GET', `/invoices/export?format=${format}`)
    for (const part of ['', '/html'])
      await go('GET', `/customers/${customerId}/statement${part}?from=2026-01-01&to=2026-12-31`)
    await go('GET', '/reports/summary')
    await go('GET', '/reports/withheld')
    await go('POST', '/books/close', { until: '2020-12-31', note: 'Before the first document' })
    await go('GET', '/books')
    await go('POST', '/books/reopen', { to: null, reason: 'Nothing of that time is there' })
    await go('GET', '/reports/withheld/export')
    await go('GET', '/reports/balances?customer_ids=cus_none,cus_other')
    await go('GET', '/audit/export')
  }

  async function useWebhooks(): Promise<void> {
    const hook = await go('POST', '/webhooks', { url: receiver.url() })
    const at = `/webhooks/${hook.id}`
    await go('POST', '/customers', { name: 'Told' })
    await app.services.jobRunner.runDue()
    await go('POST', `${at}/test`)
    const { data } = await go('GET', `${at}/deliveries?include=total`)
    await go('GET', `${at}/deliveries?status=delivered`)
    await go('GET', `${at}/deliveries/${data[0].id}`)
    await go('POST', `${at}/deliveries/${data[0].id}/redeliver`)
    await go('POST', '/webhooks/redeliver', { event_types: ['customer.*'] })
    await app.services.jobRunner.runDue()
    await go('PUT', at, { url: receiver.url(), event_types: ['invoice.paid'] })
    for (const status of ['disabled', 'enabled']) await go('PATCH', at, { status })
    await go('POST', `${at}/secret`)
    for (const path of ['?include=total', `/${hook.id}`]) await go('GET', `/webhooks${path}`)
    await go('DELETE', at)
    const events = await go('GET', '/events?limit=1&include=total&type=customer.*')
    await go('GET', `/events?limit=1&cursor=${events.next_cursor}&after=${events.data[0].id}`)
    await go('GET', `/events/${events.data[0].id}`)
  }

  async function useAccess(): Promise<void> {
    const key = await go('POST', '/api-keys', { name: 'k', scopes: ['read'] })
    await go('GET', '/api-keys')
    const secret_hash = sha256(newSecret())
    const terminal = { secret_hash, code: loginCode(secret_hash), name: 'T', scopes: ['read'] }
    await go('POST', '/api-keys/logins', terminal)
    await go('GET', `/api-keys/${key.id}`)
    await go('PATCH', `/api-keys/${key.id}`, { name: 'kk' })
    await go('DELETE', `/api-keys/${key.id}`)
    const login = { email: 'ada@example.org', password: PASSWORD }
    const { id } = await go('POST', '/users', { ...login, role: 'admin' })
    await go('POST', '/users', { ...login, email: 'bo@example.org', role: 'member' })
    const company = await go('POST', '/companies', { name: 'c', owner: 'bo@example.org' })
    await go('GET', '/companies?include=total')
    await go('GET', '/companies?mine=true&include=total')
    await go('GET', '/companies/summary?include=total')
    await go('GET', `/companies/${company.id}`)
    await go('GET', `/companies/${company.id}/usage`)
    await go('PATCH', `/companies/${company.id}`, { name: 'cc' })
    await go('POST', `/companies/${company.id}/suspend`)
    await go('POST', `/companies/${company.id}/resume`)
    const guest = { email: 'guest@example.org', role: 'viewer' }
    const { id: invitationId } = await go('POST', '/invitations', guest)
    await go('GET', '/invitations?include=total')
    await go('DELETE', `/invitations/${invitationId}`)
    const expires_at = new Date(app.clock.now() + 60_000).toISOString()
    const support = await go('POST', '/support-grants', { access: 'read', expires_at })
    await go('GET', '/support-grants?include=total')
    await go('GET', '/companies?support=true')
    await go('DELETE', `/support-grants/${support.id}`)
    const { id: copied } = await go('POST', '/customers', { name: 'Copied' })
    const both = openBrowser(app)
    await go('POST', '/session', { ...login, email: 'bo@example.org' }, both)
    const inFirst = { 'billwright-company': (await firstCompany(app.directory)).id }
    const call: Browser['call'] = (method, path, body, headers) =>
      both.call(method, path, body, { ...headers, ...inFirst })
    await go('POST', `/customers/${copied}/copy`, { company: company.id }, { call })
    const { host, record } = await go('POST', '/domains', { host: 'bills.example.org' })
    app.textRecords.set(record.name, record.value)
    await go('POST', `/domains/${host}/verify`)
    await go('GET', '/domains')
    await go('DELETE', `/domains/${host}`)
    const { id: guestId } = await go('POST', '/invitations', guest)
    const { access } = app.services
    const { token } = (await findInvitation(access, app.work(), guestId)) ?? {}
    const newcomer = openBrowser(app)
    await go('POST', '/invitations/look', { token }, newcomer)
    await go('POST', '/invitations/accept', { token, password: PASSWORD }, newcomer)
    await go('DELETE', `/companies/${company.id}`)
    await go('POST', `/companies/${company.id}/restore`)
    const { id: own } = await firstCompany(app.directory)
    await go('POST', `/companies/${own}/export`, { passphrase: 'correct horse battery' })
    const [browser, other] = [openBrowser(app), openBrowser(app)]
    await go('GET', '/auth')
    for (const each of [browser, other, openBrowser(app)]) await go('POST', '/session', login, each)
    await go('GET', '/session', undefined, browser)
    await useDirectDebit(browser)
    const { data } = await go('GET', '/me/sessions', undefined, browser)
    const ended = data.find((it: Json) => !it.current)
    await go('DELETE', `/me/sessions/${ended.id}`, undefined, browser)
    await go('DELETE', '/me/sessions', undefined, browser)
    await useSecondFactor(browser, login)
    for (const path of ['?limit=1&include=total', `/${id}`]) await go('GET', `/users${path}`)
    await go('PATCH', `/users/${id}`, { name: 'Ada', password: `${PASSWORD} and more` })
    await go('DELETE', `/users/${id}`)
  }

  async function useSecondFactor(browser: Browser, login: object): Promise<void> {
    const proof = { password: PASSWORD }
    const { secret } = await go('POST', '/me/totp', proof, browser)
    const code = () => {
      app.clock.set(new Date(app.clock.now() + 60_000).toISOString())
      return generateSync({ secret, epoch: app.clock.now() / 1000 })
    }
    await go('POST', '/me/totp/confirm', { code: code() }, browser)
    await go('GET', '/me/totp', undefined, browser)
    await go('POST', '/me/totp/recovery-codes', proof, browser)
    const late = openBrowser(app)
    const { challenge } = await go('POST', '/session', login, late)
    await go('POST', '/session/second-factor', { challenge, code: code() }, late)
    await go('DELETE', '/session', undefined, late)
    await go('POST', '/me/totp/disable', proof, browser)
    const { data } = await go('GET', '/users')
    await go('DELETE', `/users/${data.find((it: Json) => it.role === 'admin').id}/totp`)
  }

  async function useMail(): Promise<void> {
    const auth = { kind: 'password', username: 'user', password: mail.password }
    const server = { host: '127.0.0.1', port: mail.port, security: 'none', auth }
    await go('PATCH', '/settings', { mailFrom: { address: 'a@example.org' } })
    await go('PUT', '/mail-transport', server)
    await go('GET', '/mail-transport')
    await go('GET', '/mail-transport/check')
    await go('POST', '/mail-transport/test', { to: 'a@example.org' })
    await go('POST', '/mail-transport/dkim', { domain: 'example.org', selector: 'bw' })
    const body = { customer: { name: 'Mia', email: 'mia@example.org' }, items: [ITEM] }
    const { id, customer_id } = await go('POST', '/invoices', { ...body, status: 'sent' })
    const { id: payment } = await go('POST', `/invoices/${id}/payments`, { amount: '1.00' })
    const attach = { attach: [] }
    const accept = mail.onData
    mail.onData = () => ({ code: 550, text: 'No' })
    const refused = await go('POST', `/invoices/${id}/send`, attach)
    await deliver(refused.id)
    mail.onData = accept
    await go('POST', `/messages/${refused.id}/retry`)
    await go('GET', `/messages/${refused.id}/raw`)
    await go('PATCH', '/settings', { mailPaused: true })
    for (const at of [
      `/invoices/${id}/send`,
      `/invoices/${id}/payments/${payment}/receipt`,
      `/customers/${customer_id}/statement/send`,
    ]) {
      await go('POST', `${at}/preview`, attach)
      await go('POST', at, attach)
    }
    await go('POST', '/invoices/send', { ids: [id] })
    const quote = await go('POST', '/quotes', { customer_id, items: [ITEM] })
    await go('POST', `/quotes/${quote.id}/send/preview`, attach)
    await go('POST', `/quotes/${quote.id}/send`, attach)
    const note = await go('POST', '/delivery-notes', { invoice_id: id })
    await go('POST', `/delivery-notes/${note.id}/send/preview`, attach)
    await go('POST', `/delivery-notes/${note.id}/send`, attach)
    const filters = 'status=queued&kind=invoice&q=mia&from=2020-01-01&to=2030-01-01'
    const page = await go('GET', `/messages?limit=1&include=total&${filters}`)
    await go('GET', `/messages?customer_id=${customer_id}&subject_id=${id}`)
    const [message] = page.data
    await go('GET', `/messages/${message.id}`)
    await runNow(app, 'mail.sweep')
    await app.services.jobRunner.runDue()
    await go('POST', `/messages/${message.id}/resend`)
    await go('POST', `/messages/${message.id}/cancel`)
    const bounce = { message_id: message.message_id, recipient: 'mia@example.org' }
    await go('POST', '/messages/bounces', { ...bounce, state: 'bounced', code: '5.1.1' })
    await go('POST', '/messages/delivery-reports', reportOf(message.message_id))
    for (const query of ['', '?kind=message&include=total&limit=1&sort=since'])
      await go('GET', `/attention${query}`)
    await go('GET', '/message-templates')
    const words = { subject: 'Invoice {number}', body: '{salutation}' }
    await go('PUT', '/message-templates/invoice/en', words)
    await go('POST', '/message-templates/invoice/en/preview', words)
    await go('DELETE', '/message-templates/invoice/en')
    await useAccountMail()
    await useNotices()
    await go('PATCH', '/settings', { mailKeepDays: 1 })
    await runNow(app, 'mail.expire')
    await go('DELETE', '/mail-transport')
  }

  /** In several attempts, where a busy machine answers too late. */
  async function deliver(id: string): Promise<void> {
    for (;;) {
      await app.services.jobRunner.runDue()
      const { status, next_attempt_at } = await go('GET', `/messages/${id}`)
      if (status !== 'queued') return
      app.clock.set(next_attempt_at)
    }
  }

  async function useNotices(): Promise<void> {
    await go('PATCH', '/settings', { notify: { email: 'a@example.org' } })
    await runNow(app, 'notice.collect')
    const { id } = await go('POST', '/customers', { name: 'Noted' })
    const { id: invoice } = await go('POST', '/invoices', { customer_id: id, items: [ITEM] })
    await go('PATCH', `/invoices/${invoice}`, { status: 'sent' })
    await go('POST', `/invoices/${invoice}/payments`, { amount: '1.00' })
    await runNow(app, 'notice.collect')
    await go('PATCH', '/settings', { notify: { email: null } })
    await runNow(app, 'notice.collect')
  }

  async function useAccountMail(): Promise<void> {
    const email = 'mo@example.org'
    const { access } = app.services
    const member = { email, password: PASSWORD, role: 'member' }
    const { id: userId } = await go('POST', '/users', member)
    await go('POST', '/password-resets', { email })
    await access.settled()
    const reset = { userId, userVersion: 1, expiresAt: LATER }
    const token = await resetTokenOf(access, reset)
    await go('POST', '/password-resets/look', { token })
    await go('POST', '/password-resets/accept', { token, password: `${PASSWORD} and more` })
    const invited = { email: 'invited@example.org', role: 'viewer' }
    const { id } = await go('POST', '/invitations', invited)
    await go('POST', `/invitations/${id}/send`)
  }

  async function useJobs(): Promise<void> {
    const kind = { name: 'test.note', parallel: 1 }
    const jobs = Array.from({ length: 101 }, (_, index) => ({ key: `${index}`, payload: {} }))
    await transaction(app.work(), (work) => enqueue(work, kind, jobs))
    const { data } = await go('GET', '/jobs?kind=test.note&status=waiting&include=total')
    await go('POST', `/jobs/${data[0].id}/retry`)
    await go('DELETE', `/jobs/${data[0].id}`)
    await runnerOf(app.db, app.clock, [handle(kind, async () => null)]).runDue()
    await app.send({ url: '/metrics' })
  }

  async function runBesides(): Promise<void> {
    const keyed = { 'idempotency-key': 'portable-0001' }
    for (let sentTwice = 0; sentTwice < 2; sentTwice++)
      await app.call('POST', '/customers', { name: 'Once' }, keyed)
    app.clock.set(LATER)
    await markInvoicesOverdue(app.work())
    await markQuotesExpired(app.work())
    // Many rows at once are sent as arrays.
    const items = Array.from({ length: 25 }, () => ITEM)
    await go('POST', '/invoices', { customer: { name: 'Many' }, items })
    const gone = await go('POST', '/companies', { name: 'gone', owner: 'bo@example.org' })
    await go('DELETE', `/companies/${gone.id}`)
    app.clock.set(MUCH_LATER)
    for (const kind of [
      'figures.count',
      'audit.anchor',
      'company.delete',
      'notice.collect',
      'mail.expire',
      'webhook.expire',
      'idempotency.expire',
      'access.expire',
      'domain.check',
      'job.expire',
    ])
      await runNow(app, kind)
    await app.call('POST', '/customers', { name: 'Twice' }, { 'idempotency-key': 'portable-0002' })
    await app.send({ url: '/readyz' })
    const { database } = app.config
    await withSnapshot(database, (scope) => verifyDatabase(scope, () => {}))
    await verifyAll({
      config: app.config,
      clock: app.clock,
      parallel: 1,
      sinceVerified: true,
      onCompany: () => {},
    })
    await runChecks(app.config)
    await setUp()
  }

  /** A new installation. */
  async function setUp(): Promise<void> {
    const setup = await startTestApp(app.config.database.engine, { API_KEY: '' })
    const config = { ...setup.config, apiKey: null }
    const { setupToken: token } = await ensureFirstRun({ ...setup, config })
    const first = { email: 'first@example.org', password: PASSWORD, company_name: 'First' }
    const browser = openBrowser(setup)
    await go('POST', '/setup/look', { token }, browser)
    await go('POST', '/setup', { token, ...first }, browser)
    await setup.close()
  }
}

/** Of a body that is not JSON. */
function typeOf(body: unknown): Readonly<Record<string, string>> {
  if (Buffer.isBuffer(body)) {
    const isDatabase = body.subarray(0, 6).toString() === 'SQLite'
    return { 'content-type': `application/${isDatabase ? 'vnd.sqlite3' : 'octet-stream'}` }
  }
  if (typeof body !== 'string') return {}
  if (body.startsWith('From:')) return { 'content-type': 'message/rfc822' }
  return { 'content-type': body.startsWith('<') ? 'application/xml' : 'text/csv' }
}
