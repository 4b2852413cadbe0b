import { table } from '../../../kernel/table.ts'
import { providerFailed, providerUnreachable } from '../errors.ts'
import type {
  Asked,
  Connection,
  Facts,
  Hint,
  HookRequest,
  PaymentPort,
  ProviderKind,
  SavedMethod,
} from '../port.ts'
import {
  type BillingRequest,
  type Creditor,
  chargeOf,
  DEBITS,
  type Event,
  type Flow,
  flowOf,
  type Mandate,
  type Payment,
  paymentOf,
  type Refund,
  type Refusal,
  refundBody,
  refundOf,
  requestOf,
  STATUSES,
} from './gocardless-facts.ts'
import { endedAs, type Given, type Json, jsonCalls, made, unlessRefused } from './json-client.ts'
import { headerOf, isSigned, jsonObject } from './signature.ts'

/*
 * GoCardless over HTTP: developer.gocardless.com/api-reference, version 2015-07-06. A checkout is one
 * billing request `BRQ…`. It asks for an instant bank payment, or for a mandate: then the service
 * makes the payment `PM…` once the customer has approved the mandate.
 */

const VERSION = '2015-07-06'
const CURRENCIES = new Set('AUD CAD DKK EUR GBP NZD SEK USD'.split(' '))
/** Pence, cents or øre: each of its currencies has two decimals. */
const askedOf = (minor: bigint, currency: string): Asked =>
  CURRENCIES.has(currency) ? { asked: String(minor) } : { reason: 'currency_not_offered' }

const HINTS = table<string>({
  ...{ payments: 'payment', mandates: 'mandate', refunds: 'refund' },
  ...{ billing_requests: 'billing_request' },
})
const REF = /^(BRQ|PM|MD|RF)[0-9A-Z]{1,100}$/

function readHook({ body, headers, secrets }: HookRequest): readonly Hint[] | null {
  const signature = (headerOf(headers['webhook-signature']) ?? '').toLowerCase()
  if (!isSigned([body], [signature], secrets)) return null
  const events = jsonObject(body)?.events
  if (!Array.isArray(events)) return null
  return (events as readonly Event[]).flatMap(({ id, resource_type: type, links }) => {
    const ref = links?.[HINTS[String(type)] ?? '']
    return typeof id === 'string' && typeof ref === 'string' && REF.test(ref) ? [{ ref }] : []
  })
}

const DAY_MS = 86_400_000
/** The longest page of a list. */
const PAGE = 500

/** The object in an answer stands beside its name, which is the first part of the path. */
function callsOf({ apiKey, origin, fetch: send }: Connection) {
  const host = modeOf(apiKey) === 'test' ? 'api-sandbox' : 'api'
  const call = jsonCalls({
    send,
    base: origin ?? `https://${host}.gocardless.com`,
    headers: async () => ({ authorization: `Bearer ${apiKey}`, 'gocardless-version': VERSION }),
    keyHeader: 'idempotency-key',
    refused: (json, { status, path }) => {
      const { message, type, code, errors } = (json.error ?? {}) as Refusal
      const first = errors?.find(({ reason }) => reason === 'idempotent_creation_conflict')
      const id = first?.links?.conflicting_resource_id
      if (id !== undefined && REF.test(id)) return { madeBefore: `${path}/${id}` }
      return providerFailed(String(type ?? status), String(message ?? code ?? status))
    },
  })
  return async <Answer>(path: string, given?: Given): Promise<Answer | undefined> => {
    const [name = ''] = path.split(/[/?]/)
    return (await call<Json>(path, given))?.[name] as Answer | undefined
  }
}

type Call = ReturnType<typeof callsOf>
const listsOf =
  (call: Call) =>
  async <Listed>(path: string): Promise<readonly Listed[]> =>
    (await call<readonly Listed[]>(path)) ?? []

/** Of a billing request, or of a charge. */
function finderOf(call: Call): PaymentPort['find'] {
  const list = listsOf(call)
  type Listed = Pick<Payment, 'id' | 'metadata'>
  async function findIn(name: string, since: string, isMeant: (it: Listed) => boolean) {
    const path = `${name}?created_at[gte]=${encodeURIComponent(since)}&limit=${PAGE}`
    for (let after = ''; ; ) {
      const page = await list<Listed>(`${path}${after}`)
      const found = page.find(isMeant)
      if (found || page.length < PAGE) return found?.id ?? null
      after = `&after=${page.at(-1)?.id}`
    }
  }

  return async (checkoutId, since) => {
    const isOf = ({ metadata }: Listed) => metadata?.checkout === checkoutId
    const isCharge = (it: Listed) => isOf(it) && it.metadata?.charge !== undefined
    return (await findIn('billing_requests', since, isOf)) ?? findIn('payments', since, isCharge)
  }
}

function readerOf(call: Call, find: PaymentPort['find']) {
  const list = listsOf(call)
  /** Of a billing request, a payment or a refund. */
  async function read(ref: string, asks = { completes: false }): Promise<Facts | null> {
    if (ref.startsWith('BRQ')) {
      const request = await call<BillingRequest>(`billing_requests/${ref}`)
      return request ? factsOf(request, asks) : null
    }
    if (ref.startsWith('RF')) {
      const of = (await call<Refund>(`refunds/${ref}`))?.links?.payment
      return of === undefined ? null : read(of, asks)
    }
    const payment = ref.startsWith('PM') ? await call<Payment>(`payments/${ref}`) : undefined
    const { checkout, charge: isOurs, billing_request: known } = payment?.metadata ?? {}
    if (!payment || checkout === undefined) return null
    if (isOurs !== undefined) return factsOfPayment(payment)
    const since = new Date(Date.parse(payment.created_at) - DAY_MS).toISOString()
    const of = known ?? (await find(checkout, since))
    return of === null ? factsOfPayment(payment) : read(of, asks)
  }

  async function factsOf(
    request: BillingRequest,
    asks: { readonly completes: boolean },
  ): Promise<Facts> {
    const payment = await paymentFor(request, asks)
    if (payment) return factsOfPayment(payment, request)
    const isKept = request.metadata?.saves === 'only' && request.status === 'fulfilled'
    return {
      ref: request.id,
      status: isKept ? 'paid' : (STATUSES[request.status] ?? 'open'),
      ...{ failure: null, payments: [] },
      saved: await savedBy(request),
      checkoutId: request.metadata?.checkout ?? null,
    }
  }

  /** The payment of the customer; or ours by the mandate, which is made now if it is missing. */
  async function paymentFor(
    { id, status, payment_request: bank, mandate_request: debit, metadata = {} }: BillingRequest,
    { completes }: { readonly completes: boolean },
  ): Promise<Payment | undefined> {
    const ref = bank?.links?.payment
    if (ref !== undefined) return call(`payments/${ref}`)
    const mandate = debit?.links?.mandate
    const { checkout = '', price } = metadata
    if (status !== 'fulfilled' || mandate === undefined || price === undefined) return undefined
    const of = await list<Payment>(`payments?mandate=${mandate}&limit=${PAGE}`)
    const found = of.find((it) => it.metadata?.checkout === checkout)
    if (found || !completes) return found
    const [asked, currency] = price.split(' ')
    const payments = {
      ...{ amount: Number(asked), currency, retry_if_possible: false, links: { mandate } },
      metadata: { checkout, billing_request: id },
    }
    return call('payments', { body: { payments }, key: `${checkout}:payment` })
  }

  async function factsOfPayment(payment: Payment, request?: BillingRequest): Promise<Facts> {
    const refunds = await list<Refund>(`refunds?payment=${payment.id}&limit=${PAGE}`)
    const fact = paymentOf(payment, refunds.map(refundOf))
    return {
      ref: request?.id ?? payment.id,
      status: payment.status === 'cancelled' ? 'canceled' : fact.status,
      failure: fact.status === 'failed' ? { code: await causeOf(payment) } : null,
      payments: [fact],
      saved: await savedBy(request),
      checkoutId: (request ?? payment).metadata?.checkout ?? null,
    }
  }

  /** Why a payment failed: `insufficient_funds`, `bank_account_closed`, … */
  async function causeOf({ id, status }: Payment): Promise<string> {
    const events = await list<Event>(`events?payment=${id}&limit=50`)
    return events.find(({ action }) => action === status)?.details?.cause ?? status
  }

  /** The mandate that the customer agreed to keep. */
  async function savedBy(request: BillingRequest | undefined): Promise<SavedMethod | null> {
    const { links, scheme: kind = 'direct_debit' } = request?.mandate_request ?? {}
    const ref = links?.mandate
    if (ref === undefined || request?.metadata?.saves === undefined) return null
    const mandate = await call<Mandate>(`mandates/${ref}`)
    return { ref, kind: mandate?.scheme ?? kind, label: mandate?.reference ?? ref, expiresOn: null }
  }

  return read
}

async function open(connection: Connection): Promise<PaymentPort> {
  const call = callsOf(connection)
  const [list, find] = [listsOf(call), finderOf(call)]
  const read = readerOf(call, find)
  return {
    ...{ read, find },
    account: async () => {
      const [creditor] = await list<Creditor>('creditors')
      if (!creditor) throw providerUnreachable()
      const schemes = creditor.scheme_identifiers ?? []
      return {
        ...{ account: creditor.id, name: creditor.name ?? null },
        methods: [...new Set(schemes.map(({ scheme }) => NAMES[scheme] ?? scheme))],
        currencies: [...new Set(schemes.flatMap(({ currency }) => currency ?? []))],
      }
    },
    create: async (order) => {
      const given = { body: { billing_requests: requestOf(order) }, key: order.checkoutId }
      const { id } = made(await call<BillingRequest>('billing_requests', given))
      // A second page for the same request is harmless: the request is fulfilled once.
      const body = { billing_request_flows: flowOf(order, id) }
      const flow = made(await call<Flow>('billing_request_flows', { body }))
      return { ref: id, url: flow.authorisation_url, expiresAt: null }
    },
    charge: async (order) => {
      const given = { body: { payments: chargeOf(order) }, key: order.checkoutId }
      return made(await call<Payment>('payments', given)).id
    },
    // It refuses a mandate that was canceled before.
    revoke: async (ref) =>
      void (await unlessRefused(call(`mandates/${ref}/actions/cancel`, { body: {} }))),
    expire: async (ref) => {
      // It refuses one that was fulfilled or canceled.
      await unlessRefused(call(`billing_requests/${ref}/actions/cancel`, { body: {} }))
      return endedAs(await read(ref))
    },
    refund: async (order) => {
      const before = await call<Payment>(`payments/${order.payment}`)
      if (!before) throw providerFailed('404', 'It does not know the payment.')
      const given = { body: { refunds: refundBody(order, before) }, key: order.refundId }
      return made(await call<Refund>('refunds', given)).id
    },
    // Its events also tell of what became of older payments.
    changes: async (since, until, cursor) => {
      const [from, to] = [encodeURIComponent(since), encodeURIComponent(until)]
      const after = cursor === null ? '' : `&after=${cursor}`
      const path = `events?created_at[gte]=${from}&created_at[lte]=${to}&limit=${PAGE}${after}`
      const page = await list<Event>(path)
      const refs = page.flatMap(({ links: { billing_request: request, payment, refund } = {} }) => {
        const ref = request ?? payment ?? refund
        return ref === undefined || !REF.test(ref) ? [] : [ref]
      })
      return { refs, next: page.length < PAGE ? null : (page.at(-1)?.id ?? null) }
    },
  }
}

/** A scheme of the account, and the method of requests. */
const NAMES = table({ sepa: 'sepa_core' })

function modeOf(apiKey: string): 'live' | 'test' | null {
  if (/^live_[\w-]{20,}$/.test(apiKey)) return 'live'
  return /^sandbox_[\w-]{20,}$/.test(apiKey) ? 'test' : null
}

export const GOCARDLESS: ProviderKind = {
  kind: 'gocardless',
  traits: {
    endsPages: false,
    keyMinutes: 50,
    pageHosts: ['pay.gocardless.com', 'pay-sandbox.gocardless.com'],
    listsChanges: true,
    returnable: DEBITS,
    saving: {
      methods: DEBITS,
      alone: DEBITS,
      hardCodes: new Set(
        `authorisation_disputed bank_account_closed bank_account_transferred direct_debit_not_enabled
        invalid_bank_details mandate_cancelled mandate_expired charged_back`.split(/\s+/),
      ),
      customerCodes: new Set(),
    },
    refusedHookStatus: 498,
  },
  modeOf,
  askedOf,
  readHook,
  open,
}
