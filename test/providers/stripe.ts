import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

/* A stand-in for Stripe on loopback: the part of its interface that we use, with its signatures. */

/** What the stand-in tells of a session. Amounts as Stripe writes them. */
export interface PlayedFacts {
  readonly status: string
  readonly payments: readonly PlayedPayment[]
}

interface PlayedPayment {
  readonly ref: string
  readonly status: 'pending' | 'paid' | 'failed'
  readonly amount: number
  readonly currency: string
  readonly at: number
  readonly fee?: { readonly amount: number; readonly currency: string } | undefined
  readonly method?: string
  /** Why it failed. */
  readonly code?: string
  readonly refunds?: readonly {
    readonly ref: string
    readonly status: string
    readonly amount: number
    readonly refund?: string | undefined
    readonly fee?: number
  }[]
  readonly disputes?: readonly {
    readonly ref: string
    readonly status: string
    readonly amount: number
    readonly withdrawn: boolean
    readonly fee?: number
  }[]
}

interface Session {
  readonly id: string
  readonly intent: string
  readonly key: string
  readonly order: URLSearchParams
  readonly created: number
  facts: PlayedFacts
  /** For the next answer only. */
  once: PlayedFacts | null
  /** Of the last answer, for its lists. */
  read: PlayedFacts
  expired: boolean
}

export interface PlayedStripe {
  /** For `OUTBOUND_ALLOW`. */
  readonly host: string
  /** For `PAYMENT_ORIGINS`. */
  readonly origin: string
  readonly account: { id: string }
  readonly sessions: Map<string, Session>
  /** Charges of kept methods, by the key of the call. */
  readonly charges: Map<string, Session>
  /** How the next charges end; `paid` afterwards. A lost one was made, or was not. */
  readonly onCharge: (
    | 'paid'
    | 'pending'
    | 'soft'
    | 'hard'
    | 'auth'
    | 'lost_made'
    | 'lost_not_made'
  )[]
  /** Kept methods that were forgotten. */
  readonly detached: string[]
  /** How the next calls that make a session end; `ok` afterwards. */
  readonly onCreate: ('ok' | 'lost_after' | 'lost_before' | 'foreign_page' | 'refused')[]
  /** How the next calls that refund end. `isShown: false`: the facts do not have the refund yet. */
  readonly onRefund: {
    readonly how?: 'lost_after' | 'lost_before' | 'refused'
    readonly ref?: string
    readonly isShown?: boolean
  }[]
  /** By the key of the call. */
  readonly refunds: Map<string, { readonly body: string; readonly answer: object }>
  /** Connections that break, by the name of the operation. */
  readonly broken: Map<'fetch' | 'expire' | 'account', number>
  /** Sessions about which it refuses to answer. */
  readonly refused: Set<string>
  /** The instants, in seconds, from which events were last asked for. */
  readonly eventsFrom: number[]
  /** Where it sends hooks. */
  readonly endpoints: {
    readonly id: string
    readonly url: string
    readonly secret: string
    readonly created?: number
  }[]
  /** Whether the key may not make endpoints. */
  isRestricted: boolean
  /** Whether it refuses every key. */
  refusesKeys: boolean
  requests: number
  /** When charges are made. */
  nowSeconds: number
  /** The newest session of a checkout. */
  of(checkoutId: string): Session
  /** A hook as it would send it. */
  hook(session: Session, secret: string, nowSeconds: number, event?: string): SignedHook
  close(): Promise<void>
}

export interface SignedHook {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

const json = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const EVENTS_PAGE = 40
const NONE: PlayedFacts = { status: 'open', payments: [] }

export async function playStripe(): Promise<PlayedStripe> {
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const played: PlayedStripe = {
    host,
    origin: `http://${host}`,
    account: { id: 'acct_1played' },
    sessions: new Map(),
    charges: new Map(),
    onCharge: [],
    detached: [],
    onCreate: [],
    onRefund: [],
    refunds: new Map(),
    broken: new Map(),
    refused: new Set(),
    eventsFrom: [],
    endpoints: [],
    isRestricted: false,
    refusesKeys: false,
    requests: 0,
    nowSeconds: 1_777_888_800,
    of(checkoutId) {
      const found = [...played.sessions.values()].find(({ key }) => key === checkoutId)
      if (!found) throw new Error(`No session of ${checkoutId} was made.`)
      return found
    },
    hook(session, secret, nowSeconds, event = `evt_${session.id}_${nowSeconds}`) {
      const body = JSON.stringify({
        id: event,
        object: 'event',
        type: 'checkout.session.completed',
        created: nowSeconds,
        data: { object: { id: session.id, object: 'checkout.session' } },
      })
      const mac = createHmac('sha256', secret).update(`${nowSeconds}.${body}`).digest('hex')
      return {
        body,
        headers: {
          'content-type': 'application/json',
          'stripe-signature': `t=${nowSeconds},v1=${mac}`,
        },
      }
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }

  const breaks = (response: ServerResponse, operation: 'fetch' | 'expire' | 'account'): boolean => {
    const left = played.broken.get(operation) ?? 0
    if (left === 0) return false
    played.broken.set(operation, left - 1)
    response.socket?.destroy()
    return true
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    played.requests += 1
    const body = new URLSearchParams(await text(request))
    const url = new URL(request.url ?? '', played.origin)
    if (url.pathname.startsWith('/c/pay/')) return page(response, url.pathname.slice(7))
    if (played.refusesKeys || !request.headers.authorization?.startsWith('Bearer '))
      return void json(response, 401, {
        error: { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_test_x' },
      })
    const [, , ...path] = url.pathname.split('/')
    const [place, , id = '', action = ''] =
      path[0] === 'checkout' ? path : [path[0], '', path[1], path[2]]
    if (place === 'account') {
      if (breaks(response, 'account')) return
      return void json(response, 200, {
        ...{ id: played.account.id, object: 'account', default_currency: 'eur' },
        capabilities: {
          card_payments: 'active',
          sepa_debit_payments: 'active',
          ideal_payments: 'inactive',
        },
        business_profile: { name: 'Atelier Nord' },
      })
    }
    if (place === 'payment_methods') {
      played.detached.push(path[1] ?? '')
      return void json(response, 200, { id: path[1], object: 'payment_method' })
    }
    if (place === 'setup_intents') return readSetup(response, path[1])
    if (place === 'webhook_endpoints') return endpoints(request, response, { body, id: path[1] })
    if (place === 'payment_intents')
      return request.method === 'POST'
        ? charge(String(request.headers['idempotency-key']), response, body)
        : readIntent(response, path[1])
    if (place === 'checkout' && request.method === 'POST' && action === 'expire')
      return expire(response, id)
    if (place === 'checkout' && request.method === 'POST') return create(request, response, body)
    if (place === 'checkout' && id !== '') {
      if (breaks(response, 'fetch')) return
      if (played.refused.has(id))
        return void json(response, 400, {
          error: { type: 'invalid_request_error', code: 'resource_locked', message: 'Locked.' },
        })
      const session = played.sessions.get(id)
      return void (session
        ? json(response, 200, sessionJson(session, takeFacts(session)))
        : json(response, 404, {
            error: { type: 'invalid_request_error', message: 'No such session' },
          }))
    }
    if (place === 'checkout') {
      const intent = url.searchParams.get('payment_intent')
      const found = [...played.sessions.values()].filter(
        (it) => intent === null || it.intent === intent,
      )
      return void json(response, 200, listOf(found.map((it) => sessionJson(it, it.facts))))
    }
    if (place === 'events') return events(response, url)
    if (place === 'refunds' && request.method === 'POST') return refund(request, response, body)
    return lists(response, place ?? '', url)
  }

  /** Only the answer that makes one has its secret. */
  function endpoints(
    request: IncomingMessage,
    response: ServerResponse,
    { body, id }: { readonly body: URLSearchParams; readonly id: string | undefined },
  ): void {
    const viewOf = ({ id, url, created = 0 }: PlayedStripe['endpoints'][number]) => ({
      ...{ id, url, created, object: 'webhook_endpoint' },
    })
    if (played.isRestricted)
      return void json(response, 403, {
        error: { type: 'invalid_request_error', message: 'The key lacks the permission.' },
      })
    if (request.method === 'GET')
      return void json(response, 200, listOf(played.endpoints.map(viewOf)))
    if (request.method === 'DELETE') {
      const at = played.endpoints.findIndex((it) => it.id === id)
      if (at === -1)
        return void json(response, 404, {
          error: { type: 'invalid_request_error', code: 'resource_missing' },
        })
      played.endpoints.splice(at, 1)
      return void json(response, 200, { id, object: 'webhook_endpoint', deleted: true })
    }
    played.requests += 1
    const n = played.requests
    const url = body.get('url') ?? ''
    const made = { id: `we_${n}`, url, secret: `whsec_made${n}`, created: n }
    played.endpoints.push(made)
    json(response, 200, { ...viewOf(made), secret: made.secret })
  }

  /** Of each session, in short pages: it may have changed. */
  function events(response: ServerResponse, url: URL): void {
    played.eventsFrom.push(Number(url.searchParams.get('created[gte]')))
    const after = url.searchParams.get('starting_after')
    const all = [...played.sessions.values()].map((session) => ({
      ...{ id: `evt_${session.id}`, object: 'event', type: 'checkout.session.completed' },
      data: { object: sessionJson(session, session.facts) },
    }))
    const from = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1
    const data = all.slice(from, from + EVENTS_PAGE)
    json(response, 200, { ...listOf(data), has_more: from + EVENTS_PAGE < all.length })
  }

  function refund(
    request: IncomingMessage,
    response: ServerResponse,
    asked: URLSearchParams,
  ): void {
    const { how = 'ok', ref, isShown = true } = played.onRefund.shift() ?? {}
    if (how === 'lost_before') return void response.socket?.destroy()
    const key = String(request.headers['idempotency-key'])
    const known = played.refunds.get(key)
    if (known && known.body !== asked.toString())
      return void json(response, 400, { error: { type: 'idempotency_error', message: 'Other.' } })
    const charge = asked.get('charge') ?? ''
    const session = [...played.sessions.values()].find(({ intent }) => charge.startsWith(intent))
    const payment = session?.facts.payments.find((it) => charge === `${session.intent}:${it.ref}`)
    const amount = Number(asked.get('amount'))
    const refunded = (payment?.refunds ?? [])
      .filter(({ status }) => status === 'done' || status === 'pending')
      .reduce((sum, it) => sum + it.amount, 0)
    if (!known && (how === 'refused' || !session || !payment || refunded + amount > payment.amount))
      return void json(response, 400, {
        error: {
          type: 'invalid_request_error',
          code: 'charge_already_refunded',
          message: 'Charge has already been refunded.',
        },
      })
    const name = ref ?? `r${played.refunds.size + 1}`
    const answer = known?.answer ?? { id: `${session?.intent}:${name}`, object: 'refund', amount }
    played.refunds.set(key, { body: asked.toString(), answer })
    if (!known && isShown && session && payment) {
      const made = { ref: name, status: 'pending', amount, refund: key }
      const refunds = [...(payment.refunds ?? []), made]
      session.facts = {
        ...session.facts,
        payments: session.facts.payments.map((it) => (it === payment ? { ...it, refunds } : it)),
      }
    }
    if (how === 'lost_after') return void response.socket?.destroy()
    json(response, 200, answer)
  }

  /** Its page, on which one link pays. */
  function page(response: ServerResponse, id: string): void {
    const order = played.sessions.get(id)?.order
    const back = (order?.get('success_url') ?? '').replaceAll('&', '&amp;')
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(`<!DOCTYPE html><title>Stripe</title><p>${id}</p><a href="${back}">Back to the shop</a>`)
  }

  function takeFacts(session: Session): PlayedFacts {
    session.read = session.once ?? session.facts
    session.once = null
    return session.read
  }

  function create(
    request: IncomingMessage,
    response: ServerResponse,
    order: URLSearchParams,
  ): void {
    const key = String(request.headers['idempotency-key'])
    const how = played.onCreate.shift() ?? 'ok'
    if (how === 'lost_before') return void response.socket?.destroy()
    if (how === 'refused')
      return void json(response, 400, {
        error: { type: 'invalid_request_error', code: 'amount_too_small', message: 'Too small.' },
      })
    const known = [...played.sessions.values()].find((it) => it.key === key)
    const n = played.sessions.size + 1
    const session = known ?? {
      id: `cs_test_${n}${key.slice(-6)}`,
      intent: `pi_${n}${key.slice(-6)}`,
      ...{ key, order, facts: NONE, once: null, read: NONE, expired: false },
      created: Number(order.get('expires_at')) - 3600,
    }
    if (known && known.order.toString() !== order.toString())
      return void json(response, 400, {
        error: { type: 'idempotency_error', message: 'Same key, other content.' },
      })
    played.sessions.set(session.id, session)
    if (how === 'lost_after') return void response.socket?.destroy()
    const made = sessionJson(session, session.facts)
    const url = how === 'foreign_page' ? 'https://checkout.stripe.com.evil.example/pay' : made.url
    json(response, 200, { ...made, url })
  }

  function charge(key: string, response: ServerResponse, order: URLSearchParams): void {
    const known = played.charges.get(key)
    const how = (known ? undefined : played.onCharge.shift()) ?? 'paid'
    if (how === 'lost_not_made') return void response.socket?.destroy()
    const id = `pi_saved_${played.charges.size + 1}${key.slice(-6)}`
    const code = CHARGE_CODES[how]
    const status = code !== undefined ? 'failed' : how === 'pending' ? 'pending' : 'paid'
    const payment: PlayedPayment = {
      ...{ ref: 'charge', status, amount: Number(order.get('amount')) },
      ...{ currency: (order.get('currency') ?? '').toUpperCase(), at: played.nowSeconds },
      method: order.get('payment_method_types[0]') ?? 'card',
      ...(code !== undefined && { code }),
    }
    const made: Session = known ?? {
      ...{ id, intent: id, key, order, created: played.nowSeconds, expired: false },
      ...{ facts: { status, payments: [payment] }, once: null, read: NONE },
    }
    played.charges.set(key, made)
    if (how === 'lost_made') return void response.socket?.destroy()
    const intent = intentJson(made)
    if (code === undefined) return void json(response, 200, intent)
    json(response, 402, {
      error: { type: 'card_error', message: 'Declined.', code, payment_intent: intent },
    })
  }

  function readIntent(response: ServerResponse, id: string | undefined): void {
    if (id === undefined)
      return void json(response, 200, listOf([...played.charges.values()].map(intentJson)))
    const found = [...played.charges.values(), ...played.sessions.values()].find(
      ({ intent }) => intent === id,
    )
    if (found && found.id === id) takeFacts(found)
    if (found) return void json(response, 200, intentJson(found))
    json(response, 404, { error: { type: 'invalid_request_error', message: 'No such intent' } })
  }

  /** Of a session that keeps a method without a payment. */
  function readSetup(response: ServerResponse, ref: string | undefined): void {
    const found = [...played.sessions.values()].find(({ id }) => ref === `seti_of_${id}`)
    if (!found)
      return void json(response, 404, { error: { type: 'invalid_request_error', message: 'None' } })
    json(response, 200, {
      ...{ id: ref, object: 'setup_intent' },
      status: found.read.status === 'paid' ? 'succeeded' : 'processing',
      payment_method: methodOf(found.id),
    })
  }

  const methodOf = (id: string) => ({
    ...{ id: `pm_of_${id}`, type: 'card' },
    card: { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2027 },
  })

  /** Of a charge, or of a session that keeps its method. */
  function intentJson({ intent: id, order, facts }: Session) {
    const [payment] = facts.payments
    const statuses = { paid: 'succeeded', pending: 'processing' }
    const isReturned = facts.status === 'returned'
    return {
      ...{ id, object: 'payment_intent' },
      status: isReturned
        ? 'succeeded'
        : (statuses[facts.status as keyof typeof statuses] ?? 'requires_payment_method'),
      metadata: {
        checkout: order.get('metadata[checkout]'),
        ...(order.has('metadata[charge]') && { charge: order.get('metadata[charge]') }),
      },
      last_payment_error: payment?.code === undefined ? null : { code: payment.code },
      setup_future_usage: order.get('payment_intent_data[setup_future_usage]'),
      payment_method: methodOf(id),
    }
  }

  function expire(response: ServerResponse, id: string): void {
    if (breaks(response, 'expire')) return
    const session = played.sessions.get(id)
    if (session?.facts.status !== 'open')
      return void json(response, 400, {
        error: { type: 'invalid_request_error', message: 'Only open sessions can be expired.' },
      })
    session.expired = true
    session.facts = { status: 'expired', payments: [] }
    json(response, 200, sessionJson(session, session.facts))
  }

  function sessionJson(session: Session, facts: PlayedFacts) {
    const isOpen = facts.status === 'open' || facts.status === 'expired'
    return {
      ...{ id: session.id, object: 'checkout.session', created: session.created },
      client_reference_id: session.key,
      metadata: { checkout: session.order.get('metadata[checkout]') ?? undefined },
      mode: session.order.get('mode'),
      payment_intent: facts.payments.length > 0 ? session.intent : null,
      setup_intent: session.order.get('mode') === 'setup' ? `seti_of_${session.id}` : null,
      customer: session.order.has('customer_creation') ? `cus_of_${session.id}` : null,
      status: isOpen ? facts.status : 'complete',
      payment_status: facts.status === 'paid' ? 'paid' : 'unpaid',
      expires_at: Number(session.order.get('expires_at')),
      url: isOpen ? `${played.origin}/c/pay/${session.id}` : null,
    }
  }

  /** Charges, refunds and disputes, of the facts that the session was last read with. */
  function lists(response: ServerResponse, place: string, url: URL): void {
    const of = url.searchParams.get('payment_intent') ?? url.searchParams.get('charge')
    // Of all payments: only their charges lead to a session.
    if (of === null) {
      const charges = [...played.sessions.values()].map(({ id, key, intent }) => ({
        ...{
          id: `ch_${id}`,
          object: 'charge',
          payment_intent: intent,
          metadata: { checkout: key },
        },
      }))
      return void json(response, 200, listOf(place === 'charges' ? charges : []))
    }
    const session = [...played.sessions.values(), ...played.charges.values()].find(({ intent }) =>
      of.startsWith(intent),
    )
    if (!session) return void json(response, 404, { error: { type: 'invalid_request_error' } })
    const { payments } = session.read
    const idOf = (ref: string) => `${session.intent}:${ref}`
    if (place === 'charges')
      return void json(
        response,
        200,
        listOf(
          payments.map((it) => ({
            ...{ id: idOf(it.ref), object: 'charge', amount: it.amount },
            ...{ currency: it.currency.toLowerCase(), created: it.at },
            status: it.status === 'paid' ? 'succeeded' : it.status,
            disputed: (it.disputes ?? []).length > 0,
            failure_code: it.status === 'failed' ? (it.code ?? 'card_declined') : null,
            payment_method_details: { type: it.method ?? 'card' },
            balance_transaction: it.fee
              ? {
                  object: 'balance_transaction',
                  fee: it.fee.amount,
                  currency: it.fee.currency.toLowerCase(),
                }
              : null,
          })),
        ),
      )
    const payment = payments.find(({ ref }) => idOf(ref) === of)
    const currency = payment?.currency.toLowerCase()
    if (place === 'refunds')
      return void json(
        response,
        200,
        listOf(
          (payment?.refunds ?? []).map((it) => ({
            ...{ id: `${session.intent}:${it.ref}`, object: 'refund', amount: it.amount, currency },
            status: it.status === 'done' ? 'succeeded' : it.status,
            metadata: it.refund === undefined ? {} : { refund: it.refund },
            balance_transaction: it.fee === undefined ? null : { fee: it.fee, currency },
          })),
        ),
      )
    json(
      response,
      200,
      listOf(
        (payment?.disputes ?? []).map((it) => ({
          ...{ id: `${session.intent}:${it.ref}`, object: 'dispute', amount: it.amount, currency },
          status: DISPUTES[it.status],
          reason: 'fraudulent',
          evidence_details: { due_by: null },
          balance_transactions: it.withdrawn
            ? [{ amount: -it.amount, fee: it.fee ?? 0, currency }]
            : [],
        })),
      ),
    )
  }
  return played
}

const CHARGE_CODES: Readonly<Record<string, string>> = {
  soft: 'insufficient_funds',
  hard: 'stolen_card',
  auth: 'authentication_required',
}

const DISPUTES: Readonly<Record<string, string>> = {
  warning: 'warning_needs_response',
  open: 'needs_response',
  review: 'under_review',
  won: 'won',
  lost: 'lost',
}

const listOf = (data: readonly object[]) => ({ object: 'list', data, has_more: false, url: '/v1' })
