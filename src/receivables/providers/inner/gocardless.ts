import { table } from '../../../kernel/table.ts'
import { isRefusal, providerFailed, providerUnreachable } from '../errors.ts'
import type {
  AccountFacts,
  Asked,
  Changes,
  ChargeOrder,
  Connection,
  Facts,
  Hint,
  HookRequest,
  Opened,
  Order,
  PaymentPort,
  ProviderKind,
  RefundOrder,
  SavedMethod,
} from '../port.ts'
import {
  type BillingRequest,
  type Payment,
  paymentOf,
  type Refund,
  refundOf,
  STATUSES,
} from './gocardless-facts.ts'
import { askJson, type Json } from './json-client.ts'
import { headerOf, isSigned, jsonObject } from './signature.ts'

/*
 * GoCardless over HTTP: developer.gocardless.com/api-reference, version 2015-07-06. A checkout is one
 * billing request `BRQ…`. It asks for an instant bank payment, or for a mandate: then the service
 * makes the payment `PM…` once the customer has approved the mandate.
 */

const VERSION = '2015-07-06'
const CURRENCIES = new Set('AUD CAD DKK EUR GBP NZD SEK USD'.split(' '))
/** Its schemes of direct debit. Any other method is a bank payment that the customer starts. */
const DEBITS: ReadonlySet<string> = new Set(
  'ach autogiro bacs becs becs_nz betalingsservice pad sepa_core'.split(' '),
)

/** Pence, cents or øre: each of its currencies has two decimals. */
const askedOf = (minor: bigint, currency: string): Asked =>
  CURRENCIES.has(currency) ? { asked: String(minor) } : { reason: 'currency_not_offered' }

const HINTS = table<string>({
  ...{ payments: 'payment', mandates: 'mandate', refunds: 'refund' },
  ...{ billing_requests: 'billing_request' },
})
const REF = /^(BRQ|PM|MD|RF)[0-9A-Z]{1,100}$/

interface Event {
  readonly id?: unknown
  readonly resource_type?: unknown
  readonly action?: string
  readonly links?: Readonly<Record<string, unknown>>
  readonly details?: { readonly cause?: string }
}

interface Mandate {
  readonly reference?: string
}

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

const SENTENCE_MAX = 300
const DAY_MS = 86_400_000
/** The longest page of a list. */
const PAGE = 500

class GoCardless implements PaymentPort {
  private readonly base: string
  private readonly apiKey: string
  private readonly send: typeof fetch

  constructor({ apiKey, origin, fetch: send }: Connection) {
    const host = modeOf(apiKey) === 'test' ? 'api-sandbox' : 'api'
    this.base = origin ?? `https://${host}.gocardless.com`
    this.apiKey = apiKey
    this.send = send
  }

  async account(): Promise<AccountFacts> {
    const [creditor] = (await this.call<readonly Creditor[]>('creditors', 'creditors')) ?? []
    if (!creditor) throw providerUnreachable()
    const schemes = creditor.scheme_identifiers ?? []
    return {
      account: creditor.id,
      name: creditor.name ?? null,
      methods: [...new Set(schemes.map(({ scheme }) => NAMES[scheme] ?? scheme))],
      currencies: [...new Set(schemes.flatMap(({ currency }) => currency ?? []))],
    }
  }

  async create(order: Order): Promise<Opened> {
    const given = { body: { billing_requests: requestOf(order) }, key: order.checkoutId }
    const made = await this.call<BillingRequest>('billing_requests', 'billing_requests', given)
    if (!made) throw providerUnreachable()
    // A second page for the same request is harmless: the request is fulfilled once.
    const body = { billing_request_flows: flowOf(order, made) }
    const flow = await this.call<Flow>('billing_request_flows', 'billing_request_flows', { body })
    if (!flow) throw providerUnreachable()
    return { ref: made.id, url: flow.authorisation_url, expiresAt: null }
  }

  /** Of a billing request, a payment or a refund. */
  async read(ref: string, asks = { completes: false }): Promise<Facts | null> {
    if (ref.startsWith('BRQ')) {
      const path = `billing_requests/${ref}`
      const request = await this.call<BillingRequest>('billing_requests', path)
      return request ? this.factsOf(request, asks) : null
    }
    if (ref.startsWith('RF')) {
      const of = (await this.call<Refund>('refunds', `refunds/${ref}`))?.links?.payment
      return of === undefined ? null : this.read(of, asks)
    }
    const payment = ref.startsWith('PM') ? await this.readPayment(ref) : undefined
    const checkout = payment?.metadata?.checkout
    if (!payment || checkout === undefined) return null
    if (payment.metadata?.charge !== undefined) return this.factsOfPayment(payment)
    const since = new Date(Date.parse(payment.created_at) - DAY_MS).toISOString()
    const of = payment.metadata?.billing_request ?? (await this.find(checkout, since))
    return of === null ? this.factsOfPayment(payment) : this.read(of, asks)
  }

  async charge(order: ChargeOrder): Promise<string> {
    const payments = {
      ...{ amount: Number(order.asked), currency: order.currency, description: order.description },
      ...{ retry_if_possible: false, links: { mandate: order.ref } },
      metadata: { checkout: order.checkoutId, charge: 'saved' },
    }
    const given = { body: { payments }, key: order.checkoutId }
    const made = await this.call<Payment>('payments', 'payments', given)
    if (!made) throw providerUnreachable()
    return made.id
  }

  async revoke(ref: string): Promise<void> {
    const path = `mandates/${ref}/actions/cancel`
    await this.call('mandates', path, { body: {} }).catch((error: unknown) => {
      // It refuses one that was canceled before.
      if (!isRefusal(error)) throw error
    })
  }

  /** Of a billing request, or of a charge. */
  async find(checkoutId: string, since: string): Promise<string | null> {
    const request = await this.findIn<BillingRequest>(
      'billing_requests',
      since,
      ({ metadata }) => metadata?.checkout === checkoutId,
    )
    const isCharge = ({ metadata }: Payment) =>
      metadata?.checkout === checkoutId && metadata?.charge !== undefined
    return request ?? this.findIn<Payment>('payments', since, isCharge)
  }

  private async findIn<Listed extends { readonly id: string }>(
    name: 'billing_requests' | 'payments',
    since: string,
    isMeant: (it: Listed) => boolean,
  ): Promise<string | null> {
    let after = ''
    for (;;) {
      const path = `${name}?created_at[gte]=${encodeURIComponent(since)}&limit=${PAGE}${after}`
      const page = (await this.call<readonly Listed[]>(name, path)) ?? []
      const found = page.find(isMeant)
      if (found) return found.id
      if (page.length < PAGE) return null
      after = `&after=${page.at(-1)?.id}`
    }
  }

  async expire(ref: string): Promise<'expired' | 'pending' | 'paid'> {
    const path = `billing_requests/${ref}/actions/cancel`
    await this.call('billing_requests', path, { body: {} }).catch((error: unknown) => {
      // It refuses one that was fulfilled or canceled.
      if (!isRefusal(error)) throw error
    })
    const status = (await this.read(ref))?.status
    return status === 'paid' || status === 'pending' ? status : 'expired'
  }

  async refund({ refundId, payment, minor }: RefundOrder): Promise<string> {
    const before = await this.readPayment(payment)
    if (!before) throw providerFailed('404', 'It does not know the payment.')
    const refunds = {
      amount: Number(minor),
      // It refuses a refund if there are others than we know.
      total_amount_confirmation: Number(minor) + (before.amount_refunded ?? 0),
      metadata: { refund: refundId },
      links: { payment },
    }
    const made = await this.call<Refund>('refunds', 'refunds', { body: { refunds }, key: refundId })
    if (!made) throw providerUnreachable()
    return made.id
  }

  /** Its events, which also tell of what became of older payments. */
  async changes(since: string, until: string, cursor: string | null): Promise<Changes> {
    const span = `created_at[gte]=${encodeURIComponent(since)}&created_at[lte]=${encodeURIComponent(until)}`
    const after = cursor === null ? '' : `&after=${cursor}`
    const path = `events?${span}&limit=${PAGE}${after}`
    const page = (await this.call<readonly GoCardlessEvent[]>('events', path)) ?? []
    const refs = page.flatMap(({ links = {} }) => {
      const ref = links.billing_request ?? links.payment ?? links.refund
      return ref === undefined || !REF.test(ref) ? [] : [ref]
    })
    return { refs, next: page.length < PAGE ? null : (page.at(-1)?.id ?? null) }
  }

  private readPayment(ref: string): Promise<Payment | undefined> {
    return this.call('payments', `payments/${ref}`)
  }

  private async factsOf(
    request: BillingRequest,
    asks: { readonly completes: boolean },
  ): Promise<Facts> {
    const payment = await this.paymentFor(request, asks)
    if (payment) return this.factsOfPayment(payment, request)
    const checkoutId = request.metadata?.checkout ?? null
    const status = STATUSES[request.status] ?? 'open'
    return { ref: request.id, status, failure: null, payments: [], checkoutId }
  }

  /** The payment of the customer; or ours by the mandate, which is made now if it is missing. */
  private async paymentFor(
    { id, status, payment_request: bank, mandate_request: debit, metadata = {} }: BillingRequest,
    { completes }: { readonly completes: boolean },
  ): Promise<Payment | undefined> {
    const ref = bank?.links?.payment
    if (ref !== undefined) return this.readPayment(ref)
    const mandate = debit?.links?.mandate
    if (status !== 'fulfilled' || mandate === undefined) return undefined
    const path = `payments?mandate=${mandate}&limit=${PAGE}`
    const made = (await this.call<readonly Payment[]>('payments', path)) ?? []
    const { checkout = '', price = '' } = metadata
    const [asked, currency] = price.split(' ')
    const found = made.find((it) => it.metadata?.checkout === checkout)
    if (found || !completes) return found
    const payments = {
      ...{ amount: Number(asked), currency, retry_if_possible: false, links: { mandate } },
      metadata: { checkout, billing_request: id },
    }
    return this.call('payments', 'payments', { body: { payments }, key: `${checkout}:payment` })
  }

  private async factsOfPayment(payment: Payment, request?: BillingRequest): Promise<Facts> {
    const path = `refunds?payment=${payment.id}&limit=${PAGE}`
    const refunds = (await this.call<readonly Refund[]>('refunds', path)) ?? []
    const fact = paymentOf(payment, refunds.map(refundOf))
    return {
      ref: request?.id ?? payment.id,
      status: payment.status === 'cancelled' ? 'canceled' : fact.status,
      failure: fact.status === 'failed' ? { code: await this.causeOf(payment) } : null,
      payments: [fact],
      saved: await this.savedBy(request),
      checkoutId: (request ?? payment).metadata?.checkout ?? null,
    }
  }

  /** Why a payment failed: `insufficient_funds`, `bank_account_closed`, … */
  private async causeOf({ id, status }: Payment): Promise<string> {
    const path = `events?payment=${id}&limit=50`
    const events = (await this.call<readonly Event[]>('events', path)) ?? []
    return events.find(({ action }) => action === status)?.details?.cause ?? status
  }

  /** The mandate that the customer agreed to keep. */
  private async savedBy(request: BillingRequest | undefined): Promise<SavedMethod | null> {
    const ref = request?.mandate_request?.links?.mandate
    if (ref === undefined || request?.metadata?.saves === undefined) return null
    const kind = request.mandate_request?.scheme ?? 'direct_debit'
    const mandate = await this.call<Mandate>('mandates', `mandates/${ref}`)
    const label = mandate?.reference ?? ref
    return { ref, kind, label, expiresOn: null }
  }

  /** The object in the answer; undefined: there is none. A repeated key gives the first object. */
  private async call<Answer>(
    name: string,
    path: string,
    given?: { readonly body: object; readonly key?: string },
  ): Promise<Answer | undefined> {
    const { status, isOk, json } = await askJson(this.send, `${this.base}/${path}`, {
      method: given ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${this.apiKey}`,
        accept: 'application/json',
        'gocardless-version': VERSION,
        ...(given && { 'content-type': 'application/json' }),
        ...(given?.key !== undefined && { 'idempotency-key': given.key }),
      },
      ...(given && { body: JSON.stringify(given.body) }),
    })
    if (isOk && json !== null) return json[name] as Answer
    if (status === 404 || status === 410 || json === null) return undefined
    const first = madeBefore(json)
    if (first !== null && given?.key !== undefined) return this.call(name, `${path}/${first}`)
    const { message, type, code } = (json.error ?? {}) as Json
    const sentence = String(message ?? code ?? status).slice(0, SENTENCE_MAX)
    throw providerFailed(String(type ?? status), sentence)
  }
}

interface GoCardlessEvent {
  readonly id: string
  readonly links?: Readonly<Record<string, string>>
}

interface Creditor {
  readonly id: string
  readonly name?: string
  readonly scheme_identifiers?: readonly { readonly scheme: string; readonly currency?: string }[]
}

interface Flow {
  readonly authorisation_url: string
}

/** The first object of a key that was sent again; null: another refusal. */
function madeBefore(json: Json): string | null {
  const { errors } = (json.error ?? {}) as { readonly errors?: readonly Json[] }
  const found = errors?.find(({ reason }) => reason === 'idempotent_creation_conflict')
  const id = (found?.links as Json | undefined)?.conflicting_resource_id
  return typeof id === 'string' && REF.test(id) ? id : null
}

/** At most three keys of metadata are allowed. */
function requestOf({ checkoutId, method, description, currency, asked, saves }: Order) {
  const isDebit = method !== null && DEBITS.has(method)
  return {
    metadata: {
      checkout: checkoutId,
      ...(isDebit && { price: `${asked} ${currency}` }),
      ...(isDebit && saves && { saves: 'yes' }),
    },
    ...(isDebit
      ? { mandate_request: { scheme: method, currency } }
      : {
          payment_request: {
            ...{ amount: Number(asked), currency, description },
            ...(method !== null && { scheme: method }),
            metadata: { checkout: checkoutId },
          },
        }),
  }
}

const flowOf = ({ returnUrl, language }: Order, { id }: BillingRequest) => ({
  redirect_uri: returnUrl,
  exit_uri: returnUrl,
  ...(LANGUAGES.has(language) && { language }),
  links: { billing_request: id },
})

/** The languages of its page. */
const LANGUAGES = new Set('en fr de pt es it nl da nb sl sv'.split(' '))

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
  open: async (connection) => new GoCardless(connection),
}
