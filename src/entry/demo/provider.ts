import { escapeHtml } from '@billwright/templates'
import fastify from 'fastify'
import { type Clock, instant, instantAfter } from '../../platform/clock.ts'
import { newSecret } from '../../platform/ids.ts'

/* A simulated payment provider for the demo, on loopback: the part of Mollie's interface that the service uses. */

interface Money {
  readonly value: string
  readonly currency: string
}

interface Refund {
  readonly id: string
  readonly status: 'refunded'
  readonly amount: Money
  readonly metadata: unknown
}

interface Payment {
  readonly id: string
  readonly key: string
  readonly amount: Money
  readonly description: string
  readonly redirectUrl: string
  readonly metadata: unknown
  readonly createdAt: string
  readonly expiresAt: string
  readonly refunds: Refund[]
  status: 'open' | 'paid' | 'failed' | 'canceled'
  paidAt: string | null
}

/** A key that the demo's provider is stored with. It opens nothing. */
export const DEMO_KEY = 'test_demonstration_only_00'

const LIFE_SECONDS = 15 * 60
const METHOD = 'creditcard'

export interface DemoProvider {
  /** `127.0.0.1:port`, for outbound calls. */
  readonly host: string
  readonly origin: string
  close(): Promise<void>
}

interface Order {
  readonly amount: Money
  readonly description: string
  readonly redirectUrl: string
  readonly metadata: unknown
}

/** Starts the provider. It keeps its payments in memory only. */
export async function startDemoProvider(clock: Clock): Promise<DemoProvider> {
  const payments = new Map<string, Payment>()
  const app = fastify()
  // A button sends an empty form.
  app.addContentTypeParser('application/x-www-form-urlencoded', (_request, _body, done) =>
    done(null),
  )
  const of = (id: string): Payment => {
    const payment = payments.get(id)
    if (!payment) throw Object.assign(new Error('There is no such payment.'), { statusCode: 404 })
    return payment
  }
  let origin = ''
  app.get('/v2/profiles/me', () => ({ id: 'pfl_demo', name: 'Demo' }))
  app.get('/v2/methods', () => ({ _embedded: { methods: [{ id: METHOD }] } }))
  app.get('/v2/payments', () => {
    const all = [...payments.values()].map((it) => view(it, origin))
    return { _embedded: { payments: all.toReversed() } }
  })
  app.post<{ Body: Order }>('/v2/payments', ({ body, headers }) => {
    const key = String(headers['idempotency-key'])
    const known = [...payments.values()].find((it) => it.key === key)
    const made = known ?? newPayment(clock, key, body)
    payments.set(made.id, made)
    return view(made, origin)
  })
  app.get<ById>('/v2/payments/:id', ({ params }) => view(of(params.id), origin))
  app.delete<ById>('/v2/payments/:id', ({ params }) => {
    const payment = of(params.id)
    if (payment.status === 'open') payment.status = 'canceled'
    return view(payment, origin)
  })
  app.post<ById & { Body: Omit<Refund, 'id' | 'status'> }>(
    '/v2/payments/:id/refunds',
    ({ params, body: { amount, metadata } }) => {
      const made: Refund = { id: `re_${newSecret()}`, status: 'refunded', amount, metadata }
      of(params.id).refunds.push(made)
      return made
    },
  )
  app.get<ById>('/pay/:id', ({ params }, reply) =>
    reply.type('text/html; charset=utf-8').send(page(of(params.id))),
  )
  app.post<ById & { Querystring: { result?: string } }>('/pay/:id', ({ params, query }, reply) => {
    const payment = of(params.id)
    if (payment.status === 'open') {
      payment.status = query.result === 'paid' ? 'paid' : 'failed'
      payment.paidAt = payment.status === 'paid' ? instant(clock) : null
    }
    return reply.redirect(payment.redirectUrl, 303)
  })
  origin = await app.listen({ port: 0, host: '127.0.0.1' })
  return { host: new URL(origin).host, origin, close: () => app.close() }
}

interface ById {
  readonly Params: { readonly id: string }
}

const newPayment = (
  clock: Clock,
  key: string,
  { amount, description, redirectUrl, metadata }: Order,
): Payment => ({
  ...{ id: `tr_${newSecret().replaceAll(/\W/g, '0')}`, key, amount, description },
  ...{ redirectUrl, metadata, refunds: [], status: 'open', paidAt: null },
  createdAt: instant(clock),
  expiresAt: instantAfter(clock, LIFE_SECONDS),
})

const view = ({ key: _, refunds, ...payment }: Payment, origin: string) => ({
  ...payment,
  method: METHOD,
  isCancelable: payment.status === 'open',
  _links: { checkout: payment.status === 'open' ? { href: `${origin}/pay/${payment.id}` } : null },
  _embedded: { refunds, chargebacks: [] },
})

/** Its page: the customer pays, or lets the payment fail, and goes back to the invoice. */
function page({ id, amount, description, status }: Payment): string {
  const button = (result: string, text: string) =>
    `<form method="post" action="/pay/${id}?result=${result}"><button>${text}</button></form>`
  const choice =
    status === 'open'
      ? button('paid', 'Pay') + button('failed', 'Let the payment fail')
      : '<p>This page has ended.</p>'
  return `<!DOCTYPE html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Demo provider</title>
<style>
  body { font: 16px/24px system-ui; max-width: 24rem; margin: 4rem auto; padding: 0 1rem }
  h1 { font-size: 2.5rem; line-height: 3rem; margin: 0 0 1rem }
  button { font: inherit; width: 100%; padding: .75rem; margin-top: .75rem; cursor: pointer }
</style>
<p>Demo provider: no real money moves.</p>
<h1>${escapeHtml(`${amount.value} ${amount.currency}`)}</h1>
<p>${escapeHtml(description)}</p>${choice}</html>`
}
