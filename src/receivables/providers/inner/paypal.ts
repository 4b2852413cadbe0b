import type { AppError } from '../../../kernel/errors.ts'
import { isRefusal, providerFailed, providerRefused, providerUnreachable } from '../errors.ts'
import type {
  Connection,
  DisputeFacts,
  Facts,
  Hint,
  HookRequest,
  PaymentFacts,
  PaymentPort,
  ProviderKind,
} from '../port.ts'
import { askedAmong } from './decimals.ts'
import { askJson, endedAs, type Json, jsonCalls, made, unlessRefused } from './json-client.ts'
import {
  CAPTURES,
  type Capture,
  type Dispute,
  disputeOf,
  hrefOf,
  type Link,
  orderBody,
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
const askedOf = askedAmong(CURRENCIES, new Set(['HUF', 'JPY', 'TWD']))

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

/** All that change money. */
const HOOK_EVENTS = [
  ...['APPROVED', 'COMPLETED'].map((it) => `CHECKOUT.ORDER.${it}`),
  ...['COMPLETED', 'PENDING', 'DENIED', 'DECLINED', 'REFUNDED', 'REVERSED'].map(
    (it) => `PAYMENT.CAPTURE.${it}`,
  ),
  ...['CREATED', 'UPDATED', 'RESOLVED'].map((it) => `CUSTOMER.DISPUTE.${it}`),
].map((name) => ({ name }))

/** With the same key PayPal gives the same object for six hours. */
function callsOf({ apiKey, origin, fetch: send }: Connection) {
  const host = modeOf(apiKey) === 'test' ? 'api-m.sandbox' : 'api-m'
  const base = origin ?? `https://${host}.paypal.com`
  let token: string | null = null
  return jsonCalls({
    ...{ send, base, keyHeader: 'paypal-request-id' },
    headers: async () => {
      token ??= await signIn(send, base, apiKey)
      return { authorization: `Bearer ${token}`, prefer: 'return=representation' }
    },
    refused: (json, { status }) => {
      const [detail] = (json.details ?? []) as readonly Json[]
      const sentence = String(detail?.description ?? json.message ?? status)
      return providerFailed(String(detail?.issue ?? json.name ?? status), sentence)
    },
  })
}

async function signIn(send: typeof fetch, base: string, apiKey: string): Promise<string> {
  const [, client = ''] = /^[a-z]+_(.*)$/.exec(apiKey) ?? []
  const { json } = await askJson(send, `${base}/v1/oauth2/token`, {
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

function readerOf(call: ReturnType<typeof callsOf>) {
  /** Of an order or a capture. */
  async function read(ref: string, asks = { completes: false }): Promise<Facts | null> {
    if (!ref.startsWith(CAPTURE)) {
      const order = await call<PayPalOrder>(`v2/checkout/orders/${ref}`)
      if (order?.status === 'APPROVED' && asks.completes) return capture(order)
      return order ? factsOf(order) : null
    }
    const found = await call<Resource>(`v2/payments/captures/${ref.slice(CAPTURE.length)}`)
    const order = found?.supplementary_data?.related_ids?.order_id
    return order === undefined ? null : read(order, asks)
  }

  async function capture(order: PayPalOrder): Promise<Facts> {
    const { id, purchase_units: [unit] = [] } = order
    try {
      const given = { body: {}, key: `${unit?.custom_id}:capture` }
      const captured = await call<PayPalOrder>(`v2/checkout/orders/${id}/capture`, given)
      return await factsOf(captured ?? order)
    } catch (error) {
      if (!isRefusal(error)) throw error
      // Captured already, or declined: then the customer can choose another way to pay.
      const after = await call<PayPalOrder>(`v2/checkout/orders/${id}`)
      const facts = await factsOf(after ?? order)
      return facts.status === 'open'
        ? { ...facts, status: 'failed', failure: failureOf(error) }
        : facts
    }
  }

  async function factsOf({ id, status, purchase_units: [unit] = [] }: PayPalOrder): Promise<Facts> {
    const { captures = [], refunds = [] } = unit?.payments ?? {}
    const payments: PaymentFacts[] = []
    for (const it of captures) {
      const disputes = CAPTURES[it.status] === 'paid' ? await disputesOf(it) : []
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
  async function disputesOf({ id }: Capture): Promise<readonly DisputeFacts[]> {
    const path = 'v1/customer/disputes'
    const list = await unlessRefused(
      call<{ readonly items?: readonly Dispute[] }>(`${path}?disputed_transaction_id=${id}`),
    )
    const found: DisputeFacts[] = []
    for (const it of list?.items ?? []) {
      const whole = await unlessRefused(call<Dispute>(`${path}/${it.dispute_id}`))
      found.push(disputeOf(whole ?? it))
    }
    return found
  }

  return read
}

async function open(connection: Connection): Promise<PaymentPort> {
  const call = callsOf(connection)
  const read = readerOf(call)
  return {
    read,
    account: async () => {
      const path = 'v1/identity/oauth2/userinfo?schema=paypalv1.1'
      const found = await call<{ readonly payer_id?: string; readonly name?: string }>(path)
      if (found?.payer_id === undefined) throw providerUnreachable()
      return {
        ...{ account: found.payer_id, name: found.name ?? null },
        ...{ methods: ['paypal'], currencies: [...CURRENCIES] },
      }
    },
    create: async (order) => {
      const given = { body: orderBody(order), key: order.checkoutId }
      const { id, links } = made(await call<PayPalOrder>('v2/checkout/orders', given))
      const url = hrefOf(links, 'payer-action') ?? hrefOf(links, 'approve') ?? ''
      return { ref: id, url, expiresAt: null }
    },
    // An order without answer was never shown to the customer, and nobody captures it.
    find: async () => null,
    // Only we capture, and nothing is captured for a checkout that was ended.
    expire: async (ref) => endedAs(await read(ref)),
    refund: async ({ refundId, payment, minor, currency }) => {
      const written = askedOf(minor, currency)
      if ('reason' in written)
        throw providerFailed(written.reason, 'It cannot express this amount.')
      const amount = { value: written.asked, currency_code: currency }
      const given = { body: { amount, custom_id: refundId }, key: refundId }
      const refund = await call<Refund>(`v2/payments/captures/${payment}/refund`, given)
      if (!refund) throw providerFailed('404', 'It does not know the payment.')
      return refund.id
    },
    // Its list of transactions needs a permission of its own. Open and paid orders are asked for.
    changes: async () => ({ refs: [], next: null }),
    registerHook: async (url, keep) => {
      const path = 'v1/notifications/webhooks'
      const body = { url, event_types: HOOK_EVENTS }
      const hook = await call<Webhook>(path, { body }).catch(async (error: unknown) => {
        if (!isRefusal(error) || error.details.provider_code !== URL_KNOWN) throw error
        // It has one webhook for each address. That one gets the events.
        const list = await call<{ readonly webhooks?: readonly Webhook[] }>(path)
        const found = list?.webhooks?.find((it) => it.url === url)
        if (!found) throw error
        const change = [{ op: 'replace', path: '/event_types', value: HOOK_EVENTS }]
        return call<Webhook>(`${path}/${found.id}`, { method: 'PATCH', body: change })
      })
      await keep(made(hook).id)
    },
    // PayPal says whether it signed the very bytes of the hook.
    verifyHook: async ({ body, headers, secrets }) => {
      const fields = ['auth-algo', 'cert-url', 'transmission-id', 'transmission-sig']
      const given = Object.fromEntries(
        [...fields, 'transmission-time'].map((it) => [
          it.replace('-', '_'),
          headerOf(headers[`paypal-${it}`]) ?? '',
        ]),
      )
      for (const webhook of secrets.filter((it) => it !== '')) {
        const about = JSON.stringify({ ...given, webhook_id: webhook }).slice(0, -1)
        const answer = await call<{ readonly verification_status?: string }>(
          'v1/notifications/verify-webhook-signature',
          { body: `${about},"webhook_event":${Buffer.from(body).toString('utf8')}}` },
        )
        if (answer?.verification_status === 'SUCCESS') return true
      }
      return false
    },
  }
}

/** Its id is what verifies its hooks. */
interface Webhook {
  readonly id: string
  readonly url: string
}
const URL_KNOWN = 'WEBHOOK_URL_ALREADY_EXISTS'

const failureOf = ({ details }: AppError) => ({ code: String(details.provider_code ?? 'declined') })

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
  open,
}
