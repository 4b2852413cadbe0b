import { formatMinor } from '@billwright/money'
import type { AppError } from '../../../kernel/errors.ts'
import { table } from '../../../kernel/table.ts'
import { isRefusal, providerFailed, providerRefused, providerUnreachable } from '../errors.ts'
import type {
  AccountFacts,
  Asked,
  Changes,
  Connection,
  DisputeFacts,
  Facts,
  Hint,
  HookRequest,
  Opened,
  Order,
  PaymentFacts,
  PaymentPort,
  ProviderKind,
  RefundOrder,
} from '../port.ts'
import { askJson, type Json } from './json-client.ts'
import {
  CAPTURES,
  type Capture,
  type Dispute,
  disputeOf,
  hrefOf,
  type Link,
  type PayPalOrder,
  paymentOf,
  type Refund,
  refundOf,
} from './paypal-facts.ts'
import { headerOf, jsonObject } from './signature.ts'

/*
 * PayPal over HTTP: developer.paypal.com/docs/api/orders/v2. A checkout is one order. The customer
 * approves it, and the service captures it: an order that nobody captures brings no money.
 */

/** developer.paypal.com/api/rest/reference/currency-codes. */
const CURRENCIES = new Set(
  'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF ILS JPY MXN MYR NOK NZD PHP PLN SEK SGD THB TWD USD'.split(
    ' ',
  ),
)
const NO_DECIMALS = new Set(['HUF', 'JPY', 'TWD'])

function askedOf(minor: bigint, currency: string): Asked {
  if (!CURRENCIES.has(currency)) return { reason: 'currency_not_offered' }
  const asked = formatMinor(minor, currency)
  if (!NO_DECIMALS.has(currency)) return { asked }
  const [whole = '', fraction = ''] = asked.split('.')
  return /^0*$/.test(fraction) ? { asked: whole } : { reason: 'amount_not_expressible' }
}

/** Its ids of orders and captures look alike, so that of a capture is marked. */
const CAPTURE = 'capture:'
const ID = /^[A-Z0-9]{10,40}$/

/** Only a hook whose certificate is on a host of PayPal is sent to PayPal to verify. */
const isOfPayPal = (url: string | null): boolean =>
  url !== null && URL.canParse(url) && /(^|\.)paypal\.com$/.test(new URL(url).hostname)

function readHook({ body, headers, secrets }: HookRequest): readonly Hint[] | null {
  const event = jsonObject(body)
  if (event === null || typeof event.id !== 'string' || secrets.every((it) => it === ''))
    return null
  if (!isOfPayPal(headerOf(headers['paypal-cert-url']))) return null
  const ref = refOf(String(event.event_type), (event.resource ?? {}) as Resource)
  return ref === null ? [] : [{ ref }]
}

interface Resource {
  readonly id?: string
  readonly supplementary_data?: { readonly related_ids?: { readonly order_id?: string } }
  readonly links?: readonly Link[]
  readonly disputed_transactions?: readonly { readonly seller_transaction_id?: string }[]
}

/** The order or capture that an event is about. */
function refOf(type: string, it: Resource): string | null {
  const { id = '', supplementary_data: data, links, disputed_transactions: disputed } = it
  const capture = (of: string | undefined) =>
    of !== undefined && ID.test(of) ? `${CAPTURE}${of}` : null
  if (type.startsWith('CUSTOMER.DISPUTE.')) return capture(disputed?.[0]?.seller_transaction_id)
  const order = type.startsWith('CHECKOUT.ORDER.') ? id : data?.related_ids?.order_id
  if (order !== undefined) return ID.test(order) ? order : null
  if (!type.startsWith('PAYMENT.CAPTURE.')) return null
  // The resource of a refund leads up to its capture.
  return capture(/captures\/([A-Z0-9]+)$/.exec(hrefOf(links, 'up') ?? '')?.[1] ?? id)
}

interface Given {
  readonly body: object | string
  /** With the same key PayPal gives the same object for six hours. */
  readonly key?: string
}

const SENTENCE_MAX = 300
const DESCRIPTION_MAX = 127

class PayPal implements PaymentPort {
  private readonly base: string
  private readonly apiKey: string
  private readonly send: typeof fetch
  private token: string | null = null

  constructor({ apiKey, origin, fetch: send }: Connection) {
    const host = modeOf(apiKey) === 'test' ? 'api-m.sandbox' : 'api-m'
    this.base = origin ?? `https://${host}.paypal.com`
    this.apiKey = apiKey
    this.send = send
  }

  async account(): Promise<AccountFacts> {
    const path = 'v1/identity/oauth2/userinfo?schema=paypalv1.1'
    const found = await this.call<{ readonly payer_id?: string; readonly name?: string }>(path)
    if (found?.payer_id === undefined) throw providerUnreachable()
    return {
      ...{ account: found.payer_id, name: found.name ?? null },
      ...{ methods: ['paypal'], currencies: [...CURRENCIES] },
    }
  }

  async create(order: Order): Promise<Opened> {
    const given = { body: orderBody(order), key: order.checkoutId }
    const made = await this.call<PayPalOrder>('v2/checkout/orders', given)
    if (!made) throw providerUnreachable()
    const url = hrefOf(made.links, 'payer-action') ?? hrefOf(made.links, 'approve') ?? ''
    return { ref: made.id, url, expiresAt: null }
  }

  /** Of an order or a capture. */
  async read(ref: string, asks = { completes: false }): Promise<Facts | null> {
    if (!ref.startsWith(CAPTURE)) {
      const order = await this.call<PayPalOrder>(`v2/checkout/orders/${ref}`)
      if (order?.status === 'APPROVED' && asks.completes) return this.capture(order)
      return order ? this.factsOf(order) : null
    }
    const capture = await this.call<Resource>(`v2/payments/captures/${ref.slice(CAPTURE.length)}`)
    const order = capture?.supplementary_data?.related_ids?.order_id
    return order === undefined ? null : this.read(order, asks)
  }

  /** None: an order without answer was never shown to the customer, and nobody captures it. */
  async find(): Promise<null> {
    return null
  }

  /** Only we capture, and nothing is captured for a checkout that was ended. */
  async expire(ref: string): Promise<'expired' | 'pending' | 'paid'> {
    const status = (await this.read(ref))?.status
    return status === 'paid' || status === 'pending' ? status : 'expired'
  }

  async refund({ refundId, payment, minor, currency }: RefundOrder): Promise<string> {
    const written = askedOf(minor, currency)
    if ('reason' in written) throw providerFailed(written.reason, 'It cannot express this amount.')
    const amount = { value: written.asked, currency_code: currency }
    const made = await this.call<Refund>(`v2/payments/captures/${payment}/refund`, {
      ...{ body: { amount, custom_id: refundId }, key: refundId },
    })
    if (!made) throw providerFailed('404', 'It does not know the payment.')
    return made.id
  }

  /** None: its list of transactions needs a permission of its own. Open and paid orders are asked for. */
  async changes(): Promise<Changes> {
    return { refs: [], next: null }
  }

  /** Asks PayPal whether it signed the very bytes of the hook. */
  async verifyHook({ body, headers, secrets }: HookRequest): Promise<boolean> {
    const fields = ['auth-algo', 'cert-url', 'transmission-id', 'transmission-sig']
    const given = Object.fromEntries(
      [...fields, 'transmission-time'].map((it) => [
        it.replace('-', '_'),
        headerOf(headers[`paypal-${it}`]) ?? '',
      ]),
    )
    for (const webhook of secrets.filter((it) => it !== '')) {
      const about = JSON.stringify({ ...given, webhook_id: webhook }).slice(0, -1)
      const answer = await this.call<{ readonly verification_status?: string }>(
        'v1/notifications/verify-webhook-signature',
        { body: `${about},"webhook_event":${Buffer.from(body).toString('utf8')}}` },
      )
      if (answer?.verification_status === 'SUCCESS') return true
    }
    return false
  }

  private async capture(order: PayPalOrder): Promise<Facts> {
    const { id, purchase_units: [unit] = [] } = order
    try {
      const key = `${unit?.custom_id}:capture`
      const made = await this.call<PayPalOrder>(`v2/checkout/orders/${id}/capture`, {
        ...{ body: {}, key },
      })
      return await this.factsOf(made ?? order)
    } catch (error) {
      if (!isRefusal(error)) throw error
      // Captured already, or declined: then the customer can choose another way to pay.
      const after = await this.call<PayPalOrder>(`v2/checkout/orders/${id}`)
      const facts = await this.factsOf(after ?? order)
      return facts.status === 'open'
        ? { ...facts, status: 'failed', failure: failureOf(error) }
        : facts
    }
  }

  private async factsOf({ id, status, purchase_units: [unit] = [] }: PayPalOrder): Promise<Facts> {
    const { captures = [], refunds = [] } = unit?.payments ?? {}
    const payments: PaymentFacts[] = []
    for (const it of captures) {
      const disputes = CAPTURES[it.status] === 'paid' ? await this.disputesOf(it) : []
      const mine = refunds.filter(({ links }) => hrefOf(links, 'up')?.endsWith(it.id) !== false)
      payments.push(paymentOf(it, mine.map(refundOf), disputes))
    }
    const [first] = payments
    return {
      ref: id,
      status: first?.status ?? (status === 'VOIDED' ? 'canceled' : 'open'),
      failure: first?.status === 'failed' ? { code: captures[0]?.status ?? null } : null,
      payments,
      checkoutId: unit?.custom_id ?? null,
    }
  }

  /** An app without this permission sees none. */
  private async disputesOf({ id }: Capture): Promise<readonly DisputeFacts[]> {
    const found: DisputeFacts[] = []
    try {
      const path = 'v1/customer/disputes'
      const list = await this.call<{ readonly items?: readonly Dispute[] }>(
        `${path}?disputed_transaction_id=${id}`,
      )
      for (const it of list?.items ?? [])
        found.push(disputeOf((await this.call<Dispute>(`${path}/${it.dispute_id}`)) ?? it))
    } catch (error) {
      if (!isRefusal(error)) throw error
    }
    return found
  }

  /** Undefined: there is no such object. */
  private async call<Answer>(path: string, given?: Given): Promise<Answer | undefined> {
    this.token ??= await this.signIn()
    const body = typeof given?.body === 'object' ? JSON.stringify(given.body) : given?.body
    const { status, isOk, json } = await askJson(this.send, `${this.base}/${path}`, {
      method: given ? 'POST' : 'GET',
      headers: {
        ...{ authorization: `Bearer ${this.token}`, accept: 'application/json' },
        ...{ prefer: 'return=representation', 'content-type': 'application/json' },
        ...(given?.key !== undefined && { 'paypal-request-id': given.key }),
      },
      ...(body !== undefined && { body }),
    })
    if (isOk && json !== null) return json as Answer
    if (status === 404 || json === null) return undefined
    const [detail] = (json.details ?? []) as readonly Json[]
    const sentence = String(detail?.description ?? json.message ?? status)
    throw providerFailed(
      String(detail?.issue ?? json.name ?? status),
      sentence.slice(0, SENTENCE_MAX),
    )
  }

  private async signIn(): Promise<string> {
    const [, client = ''] = /^[a-z]+_(.*)$/.exec(this.apiKey) ?? []
    const { json } = await askJson(this.send, `${this.base}/v1/oauth2/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(client).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    })
    if (typeof json?.access_token !== 'string') throw providerRefused()
    return json.access_token
  }
}

const failureOf = ({ details }: AppError) => ({ code: String(details.provider_code ?? 'declined') })

const orderBody = (order: Order) => ({
  intent: 'CAPTURE',
  purchase_units: [
    {
      custom_id: order.checkoutId,
      description: order.description.slice(0, DESCRIPTION_MAX),
      amount: { currency_code: order.currency, value: order.asked },
    },
  ],
  payment_source: {
    paypal: {
      experience_context: {
        ...{ return_url: order.returnUrl, cancel_url: order.returnUrl },
        ...{ user_action: 'PAY_NOW', shipping_preference: 'NO_SHIPPING' },
        ...(LOCALES[order.language] !== undefined && { locale: LOCALES[order.language] }),
      },
    },
  },
})

const LOCALES = table({
  ...{ en: 'en-US', de: 'de-DE', fr: 'fr-FR', it: 'it-IT', es: 'es-ES', nl: 'nl-NL' },
  ...{ pl: 'pl-PL', pt: 'pt-PT', sv: 'sv-SE', da: 'da-DK', cs: 'cs-CZ', fi: 'fi-FI' },
})

/** Client and secret of an app, after the environment: PayPal's own ids do not name it. */
function modeOf(apiKey: string): 'live' | 'test' | null {
  const [, mode] = /^(live|sandbox)_[\w-]{16,}:[\w-]{16,}$/.exec(apiKey) ?? []
  if (mode === undefined) return null
  return mode === 'live' ? 'live' : 'test'
}

export const PAYPAL: ProviderKind = {
  kind: 'paypal',
  traits: {
    endsPages: false,
    keyMinutes: 50,
    pageHosts: ['www.paypal.com', 'www.sandbox.paypal.com'],
    listsChanges: false,
    returnable: new Set(),
    verifiesHooks: true,
  },
  modeOf,
  askedOf,
  readHook,
  open: async (connection) => new PayPal(connection),
}
