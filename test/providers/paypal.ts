import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Json } from '../givens.ts'

/* A stand-in for PayPal on loopback: the part of Orders v2, refunds, disputes and hooks that we use. */

interface Order {
  readonly id: string
  readonly key: string
  readonly body: Json
  status: string
  captures: Json[]
  refunds: Json[]
}

export interface PlayedPayPal {
  /** For `OUTBOUND_ALLOW`. */
  readonly host: string
  /** For `PAYMENT_ORIGINS`. */
  readonly origin: string
  readonly orders: Map<string, Order>
  readonly disputes: Json[]
  /** Where it sends hooks, and of what. */
  readonly webhooks: { readonly id: string; readonly url: string; events: readonly string[] }[]
  /** The amounts of refunds that it was asked for. */
  readonly refundsAsked: Json[]
  /** How the next calls that make an order or a capture end; `ok` afterwards. */
  readonly onCreate: ('ok' | 'lost_after' | 'lost_before' | 'declined')[]
  of(checkoutId: string): Order
  approve(checkoutId: string): void
  /** `webhook`: the id with which PayPal knows the webhook that it signs for. */
  hook(
    type: string,
    resource: Json,
    webhook: string,
  ): { readonly body: string; readonly headers: Record<string, string> }
  close(): Promise<void>
}

const NOW = '2026-05-04T10:00:00Z'
const TOKEN = 'A21AAplayed'

export async function playPayPal(): Promise<PlayedPayPal> {
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  let number = 0
  const newId = (prefix: string) => {
    number += 1
    return `${prefix}${String(number).padStart(17 - prefix.length, '0')}`
  }
  const signed = (webhook: string, event: string) =>
    createHmac('sha256', webhook).update(event).digest('base64')

  const played: PlayedPayPal = {
    host,
    origin: `http://${host}`,
    orders: new Map(),
    disputes: [],
    webhooks: [],
    onCreate: [],
    refundsAsked: [],
    of(checkoutId) {
      const found = [...played.orders.values()].find(({ key }) => key === checkoutId)
      if (!found) throw new Error(`No order of ${checkoutId} was made.`)
      return found
    },
    approve(checkoutId) {
      played.of(checkoutId).status = 'APPROVED'
    },
    hook(type, resource, webhook) {
      const body = JSON.stringify({ id: newId('WH'), event_type: type, resource })
      return {
        body,
        headers: {
          'content-type': 'application/json',
          'paypal-auth-algo': 'SHA256withRSA',
          'paypal-cert-url': 'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-played',
          'paypal-transmission-id': newId('TR'),
          'paypal-transmission-time': NOW,
          'paypal-transmission-sig': signed(webhook, body),
        },
      }
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }

  const json = (response: ServerResponse, status: number, body: object) =>
    void response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify(body))
  const refuse = (response: ServerResponse, status: number, issue: string) =>
    json(response, status, { name: 'ERROR', message: issue, details: [{ issue }] })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const { authorization } = request.headers
    const url = new URL(request.url ?? '', played.origin)
    const { pathname } = url
    if (pathname === '/v1/oauth2/token')
      return authorization?.startsWith('Basic ')
        ? json(response, 200, { access_token: TOKEN, token_type: 'Bearer', expires_in: 32_400 })
        : refuse(response, 401, 'invalid_client')
    if (authorization !== `Bearer ${TOKEN}`) return refuse(response, 401, 'invalid_token')
    if (pathname === '/v1/identity/oauth2/userinfo')
      return json(response, 200, { payer_id: 'PLAYEDPAYER', name: 'Atelier Nord' })
    if (pathname.startsWith('/v1/notifications/webhooks')) return webhooks(request, response, body)
    if (pathname.startsWith('/v1/notifications/')) return verify(response, body)
    if (pathname.startsWith('/v1/customer/disputes')) return dispute(response, url)
    const [, , place, kind, id = '', action] = pathname.split('/')
    if (place === 'checkout' && request.method === 'POST')
      return action === 'capture' ? capture(response, id) : create(request, response, body)
    if (kind === 'captures' && request.method === 'POST') return refund(response, body)
    if (kind === 'captures') return readCapture(response, id)
    const order = played.orders.get(id)
    if (!order) return refuse(response, 404, 'RESOURCE_NOT_FOUND')
    json(response, 200, orderJson(order))
  }

  /** One for each address. */
  function webhooks(request: IncomingMessage, response: ServerResponse, body: string): void {
    const id = request.url?.split('/')[4]
    const viewOf = (it: PlayedPayPal['webhooks'][number]) => ({
      ...{ id: it.id, url: it.url, event_types: it.events.map((name) => ({ name })) },
    })
    if (request.method === 'GET')
      return void json(response, 200, { webhooks: played.webhooks.map(viewOf) })
    const given = JSON.parse(body)
    if (request.method === 'PATCH') {
      const found = played.webhooks.find((it) => it.id === id)
      if (!found) return void refuse(response, 404, 'INVALID_RESOURCE_ID')
      found.events = given[0].value.map(({ name }: Json) => name)
      return void json(response, 200, viewOf(found))
    }
    if (played.webhooks.some(({ url }) => url === given.url))
      return void json(response, 400, {
        ...{ name: 'WEBHOOK_URL_ALREADY_EXISTS', message: 'Webhook URL already exists' },
      })
    const events = given.event_types.map(({ name }: Json) => name)
    const made = { id: newId('WHK'), url: given.url, events }
    played.webhooks.push(made)
    json(response, 201, viewOf(made))
  }

  function verify(response: ServerResponse, body: string): void {
    const { webhook_id: webhook, transmission_sig: signature } = JSON.parse(body)
    const event = body.slice(body.indexOf('"webhook_event":') + 16, -1)
    const isRight = signature === signed(webhook, event)
    json(response, 200, { verification_status: isRight ? 'SUCCESS' : 'FAILURE' })
  }

  function dispute(response: ServerResponse, { pathname, searchParams }: URL): void {
    const id = pathname.split('/')[4]
    if (id !== undefined)
      return void json(response, 200, played.disputes.find((it) => it.dispute_id === id) ?? {})
    const of = searchParams.get('disputed_transaction_id')
    const items = played.disputes.filter(({ transaction }) => transaction === of)
    json(response, 200, { items: items.map(({ money_movements: _moved, ...it }) => it) })
  }

  function create(request: IncomingMessage, response: ServerResponse, body: string): void {
    const key = String(request.headers['paypal-request-id'])
    const how = played.onCreate.shift() ?? 'ok'
    if (how === 'lost_before') return void response.socket?.destroy()
    const known = [...played.orders.values()].find((it) => it.key === key)
    const id = newId('ORDER')
    const order = known ?? {
      ...{ id, key, body: JSON.parse(body), status: 'PAYER_ACTION_REQUIRED' },
      ...{ captures: [], refunds: [] },
    }
    played.orders.set(order.id, order)
    if (how === 'lost_after') return void response.socket?.destroy()
    json(response, 200, orderJson(order))
  }

  function capture(response: ServerResponse, id: string): void {
    const order = played.orders.get(id)
    const how = played.onCreate.shift() ?? 'ok'
    if (!order || how === 'lost_before') return void response.socket?.destroy()
    if (order.status === 'COMPLETED') return void refuse(response, 422, 'ORDER_ALREADY_CAPTURED')
    if (order.status !== 'APPROVED') return void refuse(response, 422, 'ORDER_NOT_APPROVED')
    if (how === 'declined') return void refuse(response, 422, 'INSTRUMENT_DECLINED')
    const [unit] = order.body.purchase_units
    const fee = { value: '4.51', currency_code: unit.amount.currency_code }
    order.captures = [
      {
        ...{ id: newId('CAP'), status: 'COMPLETED', amount: unit.amount, create_time: NOW },
        ...{ custom_id: unit.custom_id, seller_receivable_breakdown: { paypal_fee: fee } },
      },
    ]
    order.status = 'COMPLETED'
    if (how === 'lost_after') return void response.socket?.destroy()
    json(response, 201, orderJson(order))
  }

  function refund(response: ServerResponse, body: string): void {
    const { amount } = JSON.parse(body)
    if (isWithoutDecimals(amount.currency_code) && /[.]/.test(amount.value))
      return void refuse(response, 422, 'DECIMALS_NOT_SUPPORTED')
    played.refundsAsked.push(amount)
    json(response, 201, { id: newId('REF'), status: 'COMPLETED', amount })
  }

  function readCapture(response: ServerResponse, id: string): void {
    const order = [...played.orders.values()].find(({ captures }) =>
      captures.some((it) => it.id === id),
    )
    const found = order?.captures.find((it) => it.id === id)
    if (!order) return void refuse(response, 404, 'RESOURCE_NOT_FOUND')
    json(response, 200, { ...found, supplementary_data: { related_ids: { order_id: order.id } } })
  }

  const orderJson = ({ id, status, body, captures, refunds }: Order) => ({
    ...{ id, status, intent: 'CAPTURE' },
    purchase_units: [
      {
        custom_id: body.purchase_units[0].custom_id,
        ...(captures.length > 0 && { payments: { captures, refunds } }),
      },
    ],
    links: [
      { rel: 'self', href: `${played.origin}/v2/checkout/orders/${id}` },
      { rel: 'payer-action', href: `${played.origin}/checkoutnow?token=${id}` },
    ],
  })

  return played
}

const isWithoutDecimals = (currency: string): boolean => ['HUF', 'JPY', 'TWD'].includes(currency)
