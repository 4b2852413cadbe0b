import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Json } from '../givens.ts'

/* A stand-in for GoCardless on loopback: the part of its interface of 2015-07-06 that we use. */

export interface PlayedPayment {
  readonly id: string
  readonly status: string
  /** Pence. */
  readonly amount: number
  readonly currency: string
  readonly scheme?: string
  readonly metadata: Json
  readonly mandate?: string
  readonly day: string
}

interface BillingRequest {
  readonly id: string
  readonly key: string
  readonly body: Json
  status: string
  /** Of a bank payment, once it is fulfilled; of a mandate, once we asked for it. */
  payment: string | null
  mandate: string | null
}

export interface PlayedGoCardless {
  /** For `OUTBOUND_ALLOW`. */
  readonly host: string
  /** For `PAYMENT_ORIGINS`. */
  readonly origin: string
  readonly requests: Map<string, BillingRequest>
  readonly payments: Map<string, PlayedPayment>
  readonly refunds: Json[]
  /** Mandates that were forgotten. */
  readonly revoked: string[]
  /** How the next calls that make a billing request or a payment end; `ok` afterwards. */
  readonly onCreate: ('ok' | 'lost_after' | 'lost_before' | 'foreign_page')[]
  /** The status of the next payments that are made of a mandate. */
  paymentStatus: string
  of(checkoutId: string): BillingRequest
  /** The customer approves, and the payment is this. */
  pay(checkoutId: string, payment: Partial<PlayedPayment>): void
  change(ref: string, to: Partial<PlayedPayment>): void
  /** The customer approves a mandate. */
  approve(checkoutId: string): void
  hook(
    ref: string,
    secret: string,
  ): { readonly body: string; readonly headers: Record<string, string> }
  close(): Promise<void>
}

const TODAY = '2026-05-04'

export async function playGoCardless(): Promise<PlayedGoCardless> {
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const madeBy = new Map<string, { readonly id: string; readonly content: string }>()
  let number = 0
  const newRef = (prefix: string) => {
    number += 1
    return `${prefix}${String(number).padStart(8, '0')}`
  }

  const played: PlayedGoCardless = {
    host,
    origin: `http://${host}`,
    requests: new Map(),
    payments: new Map(),
    refunds: [],
    revoked: [],
    onCreate: [],
    paymentStatus: 'pending_submission',
    of(checkoutId) {
      const found = [...played.requests.values()].find(({ key }) => key === checkoutId)
      if (!found) throw new Error(`No billing request of ${checkoutId} was made.`)
      return found
    },
    pay(checkoutId, payment) {
      const request = played.of(checkoutId)
      const { amount, currency, metadata } = request.body.payment_request
      const id = request.payment ?? newRef('PM')
      const made = { id, status: 'confirmed', amount, currency, metadata, day: TODAY, ...payment }
      played.payments.set(id, { ...made, id })
      Object.assign(request, { payment: id, status: 'fulfilled' })
    },
    change(ref, to) {
      const before = played.payments.get(ref)
      if (!before) throw new Error(`There is no payment ${ref}.`)
      played.payments.set(ref, { ...before, ...to })
    },
    approve(checkoutId) {
      Object.assign(played.of(checkoutId), { mandate: newRef('MD'), status: 'fulfilled' })
    },
    hook(ref, secret) {
      const [type, name] = KINDS[ref.replace(/\d.*/, '')] ?? ['payouts', 'payout']
      const event = {
        id: newRef('EV'),
        resource_type: type,
        action: 'changed',
        links: { [name]: ref },
      }
      const body = JSON.stringify({ events: [event] })
      const signature = createHmac('sha256', secret).update(body).digest('hex')
      return {
        body,
        headers: { 'content-type': 'application/json', 'webhook-signature': signature },
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
  const refuse = (response: ServerResponse, code: number, reason: string, links = {}) =>
    json(response, code, {
      error: {
        ...{ message: reason, code, type: 'invalid_state' },
        errors: [{ reason, message: reason, links }],
      },
    })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const { authorization, 'gocardless-version': version } = request.headers
    if (!/^Bearer (sandbox|live)_[\w-]{20,}$/.test(authorization ?? ''))
      return void json(response, 401, { error: { message: 'Unauthorized', code: 401, errors: [] } })
    if (version !== '2015-07-06') return void refuse(response, 400, 'version_not_found')
    const url = new URL(request.url ?? '', played.origin)
    const [, place = '', id, , action] = url.pathname.split('/')
    if (place === 'mandates' && request.method === 'POST') {
      played.revoked.push(id ?? '')
      return json(response, 200, { mandates: { id, status: 'cancelled' } })
    }
    if (place === 'mandates')
      return json(response, 200, { mandates: { id, reference: 'NORD-1', scheme: 'sepa_core' } })
    if (request.method === 'POST' && action === 'cancel') return cancel(response, id ?? '')
    if (request.method === 'POST') return create(request, response, { place, body })
    if (id !== undefined) {
      const found = one(place, id)
      return void (found
        ? json(response, 200, { [place]: found })
        : refuse(response, 404, 'not_found'))
    }
    json(response, 200, { [place]: listed(place, url.searchParams), meta: { cursors: {} } })
  }

  function one(place: string, id: string): object | undefined {
    const request = played.requests.get(id)
    if (place === 'billing_requests') return request && requestJson(request)
    if (place === 'refunds') return played.refunds.find((it) => it.id === id)
    const payment = played.payments.get(id)
    return payment && paymentJson(payment)
  }

  function listed(place: string, query: URLSearchParams): readonly object[] {
    if (place === 'creditors')
      return [
        {
          ...{ id: 'CR00PLAYED', name: 'Atelier Nord' },
          scheme_identifiers: [
            { scheme: 'sepa', currency: 'EUR' },
            { scheme: 'bacs', currency: 'GBP' },
          ],
        },
      ]
    const { status } = played.payments.get(query.get('payment') ?? '') ?? {}
    if (place === 'events' && status !== undefined)
      return [{ id: 'EV1', action: status, details: { cause: 'insufficient_funds' } }]
    if (place === 'events')
      return [...played.requests.values()].map(({ id }) => ({
        ...{ id: `EV${id}`, links: { billing_request: id } },
      }))
    if (place === 'refunds')
      return played.refunds.filter((it) => it.links.payment === query.get('payment'))
    if (place === 'billing_requests') return [...played.requests.values()].map(requestJson)
    const mandate = query.get('mandate')
    return [...played.payments.values()]
      .filter((it) => mandate === null || it.mandate === mandate)
      .map(paymentJson)
  }

  function create(
    request: IncomingMessage,
    response: ServerResponse,
    { place, body }: { readonly place: string; readonly body: string },
  ): void {
    const given = JSON.parse(body)[place]
    if (place === 'billing_request_flows') {
      const isForeign = played.onCreate[0] === 'foreign_page' && played.onCreate.shift()
      const page = isForeign ? 'https://pay.gocardless.com.evil.example' : played.origin
      const path = `flow/static/billing_request?id=${given.links.billing_request}`
      return void json(response, 201, {
        billing_request_flows: { id: newRef('BRF'), authorisation_url: `${page}/${path}` },
      })
    }
    const key = String(request.headers['idempotency-key'])
    const known = madeBy.get(key)
    const how = played.onCreate[0] === 'foreign_page' ? 'ok' : (played.onCreate.shift() ?? 'ok')
    if (how === 'lost_before') return void response.socket?.destroy()
    if (known)
      return void (known.content === body
        ? refuse(response, 409, 'idempotent_creation_conflict', {
            conflicting_resource_id: known.id,
          })
        : refuse(response, 409, 'other_content'))
    const made = place === 'payments' ? makePayment(given) : makeRequest(key, given)
    madeBy.set(key, { id: made.id, content: body })
    if (how === 'lost_after') return void response.socket?.destroy()
    json(response, 201, { [place]: made })
  }

  function makeRequest(key: string, body: Json) {
    const id = newRef('BRQ')
    const request = { id, key, body, status: 'pending', payment: null, mandate: null }
    played.requests.set(id, request)
    return requestJson(request)
  }

  function makePayment({ amount, currency, metadata, links }: Json) {
    const id = newRef('PM')
    const payment = {
      ...{ id, amount, currency, metadata, mandate: links.mandate, scheme: 'sepa_core' },
      ...{ status: played.paymentStatus, day: TODAY },
    }
    played.payments.set(id, payment)
    return paymentJson(payment)
  }

  function cancel(response: ServerResponse, id: string): void {
    const request = played.requests.get(id)
    if (request?.status !== 'pending') return void refuse(response, 422, 'invalid_state')
    request.status = 'cancelled'
    json(response, 200, { billing_requests: requestJson(request) })
  }

  const requestJson = ({ id, status, body, payment, mandate }: BillingRequest) => ({
    ...{ id, status, metadata: body.metadata, created_at: `${TODAY}T10:00:00.000Z` },
    payment_request: body.payment_request && {
      ...body.payment_request,
      links: payment === null ? {} : { payment },
    },
    mandate_request: body.mandate_request && {
      ...body.mandate_request,
      links: mandate === null ? {} : { mandate },
    },
  })

  const paymentJson = ({ day, mandate, scheme, ...it }: PlayedPayment) => ({
    ...it,
    ...{ charge_date: day, created_at: `${day}T10:00:00.000Z`, scheme: scheme ?? null },
    links: { creditor: 'CR00PLAYED', ...(mandate !== undefined && { mandate }) },
  })

  return played
}

const KINDS: Readonly<Record<string, readonly [string, string]>> = {
  BRQ: ['billing_requests', 'billing_request'],
  PM: ['payments', 'payment'],
  MD: ['mandates', 'mandate'],
  RF: ['refunds', 'refund'],
}
