import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

/* A stand-in for Mollie on loopback: the part of its interface, version 2, that we use. */

interface Amount {
  readonly value: string
  readonly currency: string
}

/** What it tells of a payment. */
export interface PlayedMollieFacts {
  readonly status: string
  readonly amount?: Amount
  readonly paidAt?: string
  /** Why it failed. */
  readonly reason?: string
  readonly refunds?: readonly {
    readonly id: string
    readonly status: string
    readonly amount: Amount
    readonly metadata?: object
  }[]
  readonly chargebacks?: readonly {
    readonly id: string
    readonly amount: Amount
    readonly reversedAt: string | null
  }[]
}

interface Payment {
  readonly id: string
  readonly key: string
  readonly body: string
  readonly createdAt: string
  facts: PlayedMollieFacts
}

export interface PlayedMollie {
  readonly host: string
  readonly origin: string
  readonly payments: Map<string, Payment>
  /** How the next calls that make a payment end; `ok` afterwards. */
  readonly onCreate: string[]
  /** Mandates that were forgotten. */
  readonly revoked: string[]
  /** Connections that break before a payment is read. */
  broken: number
  /** Refuses the next refund as a repetition. */
  isDuplicate: boolean
  /** The payment of a checkout. */
  of(checkoutId: string): Payment
  close(): Promise<void>
}

export async function playMollie(): Promise<PlayedMollie> {
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const played: PlayedMollie = {
    host,
    origin: `http://${host}`,
    payments: new Map(),
    onCreate: [],
    revoked: [],
    broken: 0,
    isDuplicate: false,
    of(checkoutId) {
      const found = [...played.payments.values()].find(({ key }) => key === checkoutId)
      if (!found) throw new Error(`No payment of ${checkoutId} was made.`)
      return found
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  const json = (response: ServerResponse, status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/hal+json' }).end(JSON.stringify(body))

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    if (!/^Bearer (test|live)_\w{20,}$/.test(request.headers.authorization ?? ''))
      return void json(response, 401, {
        status: 401,
        title: 'Unauthorized Request',
        detail: 'No key',
      })
    const { pathname } = new URL(request.url ?? '', played.origin)
    const [, , place, id, action] = pathname.split('/')
    if (place === 'profiles')
      return void json(response, 200, {
        resource: 'profile',
        id: 'pfl_played',
        name: 'Atelier Nord',
      })
    if (place === 'methods')
      return void json(response, 200, {
        _embedded: { methods: [{ id: 'ideal' }, { id: 'creditcard' }] },
      })
    if (place === 'customers') return customers(request, response, action)
    if (place === 'refunds' || place === 'chargebacks')
      return void json(response, 200, { _embedded: { [place]: [] } })
    if (place !== 'payments') return void json(response, 404, { status: 404, title: 'Not Found' })
    if (request.method === 'POST' && id === undefined) return create(request, response, body)
    if (id === undefined)
      return void json(response, 200, {
        _embedded: { payments: [...played.payments.values()].toReversed().map(paymentJson) },
      })
    const payment = played.payments.get(id)
    if (played.broken > 0) {
      played.broken -= 1
      return void response.socket?.destroy()
    }
    if (!payment) return void json(response, 404, { status: 404, title: 'Not Found' })
    if (action === 'refunds') return refund(request, response, payment, body)
    json(response, 200, paymentJson(payment))
  }

  /** Its customers, by the key of the call, and their mandates. */
  function customers(
    request: IncomingMessage,
    response: ServerResponse,
    place: string | undefined,
  ): void {
    const { pathname } = new URL(request.url ?? '', played.origin)
    if (place === undefined) {
      const id = `cst_${String(request.headers['idempotency-key']).slice(-12, -9)}`
      return void json(response, 201, { resource: 'customer', id })
    }
    const id = pathname.split('/').at(-1) ?? ''
    if (request.method === 'DELETE') {
      played.revoked.push(id)
      return void response.writeHead(204).end()
    }
    const details = { cardLabel: 'Visa', cardNumber: '4242', cardExpiryDate: '2027-04-30' }
    json(response, 200, { resource: 'mandate', id, method: 'creditcard', details })
  }

  function refund(
    request: IncomingMessage,
    response: ServerResponse,
    payment: Payment,
    body: string,
  ): void {
    if (played.isDuplicate) {
      played.isDuplicate = false
      return void json(response, 409, {
        status: 409,
        title: 'Conflict',
        detail: 'Identical refund',
      })
    }
    const key = String(request.headers['idempotency-key'])
    const { amount, metadata } = JSON.parse(body)
    const { refunds = [] } = payment.facts
    const id = `re_${key.slice(-8)}`
    const made = { id, status: 'pending', amount, metadata }
    if (!refunds.some((it) => it.id === id))
      payment.facts = { ...payment.facts, refunds: [...refunds, made] }
    json(response, 201, { resource: 'refund', paymentId: payment.id, ...made })
  }

  function create(request: IncomingMessage, response: ServerResponse, body: string): void {
    const key = String(request.headers['idempotency-key'])
    const how = played.onCreate.shift() ?? 'ok'
    if (how === 'lost_before') return void response.socket?.destroy()
    const known = [...played.payments.values()].find((it) => it.key === key)
    if (known && known.body !== body)
      return void json(response, 400, {
        status: 400,
        title: 'Bad Request',
        detail: 'Other content',
      })
    const id = `tr_${played.payments.size + 1}${key.slice(-6)}`
    const createdAt = new Date(0).toISOString()
    const payment = known ?? { id, key, body, createdAt, facts: { status: 'open' } }
    played.payments.set(payment.id, payment)
    if (how === 'lost_after') return void response.socket?.destroy()
    json(response, 201, paymentJson(payment))
  }

  function paymentJson({ id, body, createdAt, facts }: Payment) {
    const order = JSON.parse(body)
    const { status, amount = order.amount, paidAt = null, refunds = [], chargebacks = [] } = facts
    const self = { href: `${played.origin}/v2/payments/${id}`, type: 'application/hal+json' }
    return {
      ...{ resource: 'payment', id, mode: 'test', createdAt, status, amount, paidAt },
      ...{ description: order.description, method: order.method ?? null, metadata: order.metadata },
      ...{ profileId: 'pfl_played', redirectUrl: order.redirectUrl },
      ...{ sequenceType: order.sequenceType ?? 'oneoff', customerId: order.customerId ?? null },
      mandateId: order.mandateId ?? (order.customerId && status === 'paid' ? `mdt_${id}` : null),
      details: facts.reason === undefined ? null : { failureReason: facts.reason },
      ...(status === 'open' ? { isCancelable: false } : {}),
      _embedded: {
        refunds: refunds.map((it) => ({ resource: 'refund', metadata: null, ...it })),
        chargebacks: chargebacks.map((it) => ({ resource: 'chargeback', reason: null, ...it })),
      },
      _links: {
        self,
        ...(status === 'open'
          ? { checkout: { href: `${played.origin}/checkout/${id}`, type: 'text/html' } }
          : {}),
      },
    }
  }
  return played
}
