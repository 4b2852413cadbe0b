/**
 * Walks from a customer to a webhook through Prism, which compares every request and answer with the
 * OpenAPI document: `PRISM=$(which prism) node scripts/prism.ts`. Ends with 1 if they differ anywhere.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Json } from '../test/givens.ts'
import { startMailServer } from '../test/mail-server.ts'
import { freePort, startProcess } from '../test/service-process.ts'
import { startReceiver } from '../test/webhook-receiver.ts'

const { PRISM = 'prism' } = process.env
const API_KEY = 'prism-0123456789abcdef'
const DOCUMENT = join(import.meta.dirname, '../docs/openapi.json')
const START_MS = 60_000

const receiver = await startReceiver()
const mail = await startMailServer()
const service = await startProcess({
  API_KEY,
  OUTBOUND_ALLOW: `${receiver.host},127.0.0.1:${mail.port}`,
})
await service.ready()
const port = String(await freePort())
const prism = spawn(PRISM, ['proxy', DOCUMENT, service.url, '--port', port], { stdio: 'ignore' })
let calls = 0
const violations: string[] = []
try {
  await untilListening()
  await walk()
  console.log(`${calls} calls, ${violations.length} violations`)
  for (const it of violations) console.log(it)
} finally {
  prism.kill()
  await Promise.all([service.dispose(), receiver.close(), mail.close()])
}
process.exitCode = violations.length > 0 ? 1 : 0

async function untilListening(): Promise<void> {
  const untilMs = Date.now() + START_MS
  while (!(await fetch(`http://127.0.0.1:${port}/`).catch(() => null))) {
    if (prism.exitCode !== null || Date.now() > untilMs) throw new Error(`${PRISM} does not start.`)
    await pause(200)
  }
}

async function call(method: string, path: string, body?: unknown, type = 'application/json') {
  calls += 1
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${API_KEY}`,
      ...(method === 'GET' ? {} : { 'idempotency-key': `prism-${calls}` }),
      ...(body === undefined ? {} : { 'content-type': type }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const found: Json = JSON.parse(answer.headers.get('sl-violations') ?? '[]')
  for (const { location, severity, message } of found)
    violations.push(`${method} ${path}: ${severity} ${location.join('.')}: ${message}`)
  const text = await answer.text()
  if (answer.status >= 500) violations.push(`${method} ${path}: ${answer.status} ${text}`)
  const isJson = answer.headers.get('content-type')?.includes('json')
  return isJson ? (JSON.parse(text) as Json) : text
}

async function walk(): Promise<void> {
  const tax = { rate: '19' }
  const items = [{ description: 'Cover design', quantity: '2', unit_price: '80', tax }]
  await call('PATCH', '/settings', {
    companyName: 'Atelier Nord',
    mailFrom: { address: 'bills@nord.example' },
  })
  await call('PUT', '/settings', await call('GET', '/settings'))
  await call('PUT', '/mail-transport', { host: '127.0.0.1', port: mail.port, security: 'none' })
  const hook = await call('POST', '/webhooks', { url: receiver.url() })

  const customer = await call('POST', '/customers', {
    name: 'Fernweh Books',
    email: 'desk@fernweh.example',
    address: { line1: 'Ring 1', city: 'Ulm', postal_code: '89073', country_code: 'DE' },
    external_ids: [{ system: 'shop', id: 'c-1' }],
  })
  const customer_id = customer.id
  await call('PATCH', `/customers/${customer_id}`, { metadata: { crm: '17' } })
  await call('GET', `/customers/${customer_id}`)
  await call('PUT', '/customers/external/shop/c-1', { name: 'Fernweh Books and Maps' })
  await call('GET', '/customers?q=fernweh&include=total&sort=name&limit=1')
  await call('POST', `/customers/${customer_id}/contacts`, { name: 'Ada', email: 'a@b.example' })
  const product = await call('POST', '/products', {
    name: 'Atlas',
    tax,
    prices: [{ currency: 'EUR', unit_price: '9.90' }],
  })
  await call('GET', `/products/${product.id}/price?customer_id=${customer_id}&quantity=3`)

  const draft = await call('POST', '/invoices', {
    customer_id,
    items: [...items, { product_id: product.id }],
    external_ids: [{ system: 'shop', id: '1001' }],
  })
  const at = `/invoices/${draft.id}`
  await call('PUT', at, { terms: 'Payable without deduction.' })
  await call('PATCH', at, { notes: 'Thank you.' })
  await call('PATCH', at, { status: 'sent' })
  await call('POST', `${at}/publish`)
  for (const part of ['', '/html', '/xml?format=ubl', '/revisions', '/validation', '/pdf'])
    await call('GET', `${at}${part}`)
  const { share_token } = await call('GET', at)
  for (const part of ['', '/html']) await call('GET', `/public/invoices/${share_token}${part}`)
  await call('POST', `${at}/send/preview`, {})
  const message = await call('POST', `${at}/send`, {})
  await call('GET', `/messages/${message.id}`)
  await call('GET', '/messages?include=total')

  const payment = await call('POST', `${at}/payments`, { amount: '50.00', reference: 'tx-1' })
  await call('GET', `${at}/payments/${payment.id}`)
  await call('GET', '/payments?include=total')
  const note = await call('POST', `${at}/credit-note`, {})
  await call('PATCH', `/invoices/${note.id}`, { status: 'sent' })
  for (const query of [
    'include=total',
    'status=sent,paid&sort=-total',
    'external_id=shop:1001',
    'metadata.order=1001',
    'expand=share_links',
  ])
    await call('GET', `/invoices?${query}`)
  await call('POST', '/invoices/bulk', {
    items: [
      { customer_id, items },
      { customer_id: 'none', items },
    ],
  })

  const quote = await call('POST', '/quotes', { customer_id, items })
  await call('PATCH', `/quotes/${quote.id}`, { notes: 'As discussed.' })
  await call('POST', `/quotes/${quote.id}/open`)
  await call('POST', `/quotes/${quote.id}/accept`, { name: 'Ada' })
  await call('POST', `/quotes/${quote.id}/invoice`, {})
  await call('GET', '/quotes?include=total')

  const schedule = { unit: 'month', start_date: '2030-01-31' }
  const recurring = { name: 'Hosting', customer_id, schedule, invoice: { items } }
  await call('POST', '/recurring-invoices/preview', recurring)
  const plan = await call('POST', '/recurring-invoices', recurring)
  await call('POST', `/recurring-invoices/${plan.id}/run`, {})
  await call('POST', `/recurring-invoices/${plan.id}/pause`, {})
  await call('GET', '/recurring-invoices?include=total')

  await call('POST', '/imports?kind=customers', 'name\nGale\nGust\n', 'text/csv')
  await receiver.arrived(10)
  await call('GET', `/webhooks/${hook.id}/deliveries?include=total`)
  await call('GET', '/events?type=invoice.*&include=total')
  await call('GET', '/reports/summary')
  await call('GET', `/customers/${customer_id}/statement`)
  await call('GET', '/attention')
  await call('GET', '/api-keys')

  // Refusals are documented, too.
  await call('GET', '/invoices/none')
  await call('PATCH', at, { status: 'draft' })
  await call('DELETE', at)
  await call('DELETE', `/webhooks/${hook.id}`)
}
