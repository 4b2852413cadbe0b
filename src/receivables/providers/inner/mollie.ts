import { formatMinor } from '@billwright/money'
import { table } from '../../../kernel/table.ts'
import { DUPLICATE, providerFailed, providerRefused, providerUnreachable } from '../errors.ts'
import type {
  Amount,
  Changes,
  Connection,
  DisputeFacts,
  Facts,
  Hint,
  HookRequest,
  Order,
  PaymentFacts,
  PaymentPort,
  ProviderKind,
  RefundFacts,
  SavedMethod,
} from '../port.ts'
import { amountOf as amountIn, askedAmong } from './decimals.ts'
import { jsonCalls, made } from './json-client.ts'
import { headerOf, isSigned, jsonObject } from './signature.ts'

/* Mollie over HTTP: docs.mollie.com/reference, version 2. A checkout is one payment `tr_…`. */

const ORIGIN = 'https://api.mollie.com'
/** docs.mollie.com/docs/multicurrency. The minima are those of each method: Mollie refuses them. */
const CURRENCIES = new Set(
  `AED AUD CAD CHF CZK DKK EUR GBP HKD HUF ILS ISK JPY MXN MYR NOK NZD PHP PLN RON SEK SGD THB TWD
  USD ZAR`.split(/\s+/),
)

const askedOf = askedAmong(CURRENCIES)

const REF = /^tr_[A-Za-z0-9]{1,100}$/
const FORM = 'application/x-www-form-urlencoded'

/** Classic hooks are unsigned and name only an id; next-generation hooks are signed events. */
function readHook({ body, headers, secrets }: HookRequest): readonly Hint[] | null {
  if ((headerOf(headers['content-type']) ?? '').startsWith(FORM)) return classicHint(body)
  const signatures = (headerOf(headers['x-mollie-signature']) ?? '')
    .split(',')
    .map((it) => it.trim())
    .flatMap((it) => (it.startsWith('sha256=') ? [it.slice('sha256='.length)] : []))
  if (!isSigned([body], signatures, secrets)) return null
  const event = jsonObject(body)
  if (event === null || typeof event.id !== 'string') return null
  const { entityId: ref } = event
  return typeof ref === 'string' && REF.test(ref) ? [{ ref }] : []
}

function classicHint(body: Uint8Array): readonly Hint[] | null {
  const ids = new URLSearchParams(Buffer.from(body).toString('utf8')).getAll('id')
  const [ref = ''] = ids
  if (ids.length !== 1 || !/^[a-z]{2,5}_[A-Za-z0-9]{1,100}$/.test(ref)) return null
  return REF.test(ref) ? [{ ref }] : []
}

interface MollieAmount {
  readonly value: string
  readonly currency: string
}

interface MolliePayment {
  readonly id: string
  readonly status: string
  readonly amount: MollieAmount
  readonly method: string | null
  readonly metadata: { readonly checkout?: string } | null
  readonly isCancelable?: boolean
  readonly paidAt?: string | null
  readonly expiresAt?: string | null
  readonly createdAt: string
  readonly sequenceType?: string
  readonly customerId?: string | null
  readonly mandateId?: string | null
  readonly statusReason?: { readonly code?: string } | null
  readonly details?: {
    readonly failureReason?: string | null
    readonly bankReasonCode?: string | null
  } | null
  readonly amountRefunded?: MollieAmount
  readonly amountChargedBack?: MollieAmount
  readonly _links: { readonly checkout?: { readonly href: string } | null }
  readonly _embedded?: {
    readonly refunds?: readonly MollieRefund[]
    readonly chargebacks?: readonly MollieChargeback[]
  }
}

interface MollieRefund {
  readonly id: string
  readonly status: string
  readonly amount: MollieAmount
  readonly metadata: { readonly refund?: string } | null
}

interface MollieChargeback {
  readonly id: string
  readonly amount: MollieAmount
  readonly reason?: { readonly code: string } | null
  readonly reversedAt?: string | null
}

const CARD = 'creditcard'
const EMBED = 'embed=refunds,chargebacks'

const callsOf = ({ apiKey, origin, fetch: send }: Connection) =>
  jsonCalls({
    ...{ send, base: `${origin ?? ORIGIN}/v2`, keyHeader: 'idempotency-key' },
    headers: async () => ({ authorization: `Bearer ${apiKey}`, accept: 'application/hal+json' }),
    refused: (json, { status }) => {
      // "The specified refund is identical to one that was just made."
      const code = status === 409 ? DUPLICATE : String(json.field ?? status)
      return providerFailed(code, String(json.detail ?? json.title ?? status))
    },
  })

async function open(connection: Connection): Promise<PaymentPort> {
  const call = callsOf(connection)
  const readPayment = (ref: string) => call<MolliePayment>(`payments/${ref}?${EMBED}`)

  return {
    account: async () => {
      const profile = await call<{ id: string; name?: string }>('profiles/me')
      const listed = await call<{
        readonly _embedded: { readonly methods: readonly { readonly id: string }[] }
      }>('methods')
      if (!profile) throw providerRefused()
      return {
        account: profile.id,
        name: profile.name ?? null,
        methods: (listed?._embedded.methods ?? []).map(({ id }) => id),
        currencies: [],
      }
    },
    create: async (order) => {
      const key = `${order.checkoutId}:customer`
      const customer =
        order.purpose === 'pay'
          ? undefined
          : await call<{ readonly id: string }>('customers', { body: {}, key })
      const first = customer && { sequenceType: 'first', customerId: customer.id }
      // It keeps cards with a payment of zero.
      const alone = order.purpose === 'save' && { method: order.method ?? CARD }
      const given = { body: { ...orderBody(order), ...first, ...alone }, key: order.checkoutId }
      const { id, expiresAt, _links: links } = made(await call<MolliePayment>('payments', given))
      return { ref: id, url: links.checkout?.href ?? '', expiresAt: expiresAt ?? null }
    },
    read: async (ref) => {
      const payment = await readPayment(ref)
      if (!payment) return null
      const { sequenceType, customerId: of, mandateId: id, status } = payment
      const isSaved = sequenceType === 'first' && status === 'paid' && of != null && id != null
      const path = `customers/${of}/mandates/${id}`
      const mandate = isSaved ? await call<MollieMandate>(path) : undefined
      return { ...factsOf(payment), saved: mandate ? savedOf(mandate, `${of} ${id}`) : null }
    },
    charge: async (order) => {
      const [customerId, mandateId] = order.ref.split(' ')
      const charged = await call<MolliePayment>('payments', {
        body: {
          amount: { currency: order.currency, value: order.asked },
          ...{ description: order.description, webhookUrl: order.hookUrl },
          ...{ sequenceType: 'recurring', customerId, mandateId },
          metadata: { checkout: order.checkoutId },
        },
        key: order.checkoutId,
      })
      return made(charged).id
    },
    revoke: async (ref) => {
      const [customer, mandate] = ref.split(' ')
      await call(`customers/${customer}/mandates/${mandate}`, { method: 'DELETE' })
    },
    find: async (checkoutId, since) => {
      let from = ''
      for (;;) {
        const page: MolliePage | undefined = await call(`payments?limit=${PAGE}${from}`)
        const payments = page?._embedded.payments ?? []
        const found = payments.find(({ metadata }) => metadata?.checkout === checkoutId)
        if (found) return found.id
        const last = payments.at(-1)
        if (!last || payments.length < PAGE || last.createdAt < since) return null
        from = `&from=${last.id}`
      }
    },
    expire: async (ref) => {
      const payment = await readPayment(ref)
      const status = payment && factsOf(payment).status
      if (status === 'paid' || status === 'pending') return status
      if (status !== 'open') return 'expired'
      if (payment?.isCancelable !== true) return 'not_possible'
      const canceled = await call<MolliePayment>(`payments/${ref}`, { method: 'DELETE' })
      return canceled?.status === 'canceled' ? 'expired' : 'not_possible'
    },
    changes: (since, until, cursor) => listChanges(call, { since, until, cursor }),
    refund: async ({ refundId, payment, minor, currency }) => {
      const refund = await call<MollieRefund>(`payments/${payment}/refunds`, {
        body: {
          amount: { currency, value: formatMinor(minor, currency) },
          metadata: { refund: refundId },
        },
        key: refundId,
      })
      if (!refund) throw providerFailed('404', 'It does not know the payment.')
      return refund.id
    },
  }
}

const LISTS = ['payments', 'refunds', 'chargebacks'] as const
const PAGE = 250
const LONGEST_MS = 90 * 86_400_000

/** Of a payment, refund or chargeback. */
interface MollieListed {
  readonly id: string
  readonly paymentId?: string
  readonly resource?: string
  readonly metadata?: { readonly checkout?: string } | null
  readonly createdAt: string
  readonly [at: `${string}At`]: string | null | undefined
}

interface MollieList {
  readonly _embedded: Readonly<Partial<Record<(typeof LISTS)[number], readonly MollieListed[]>>>
}

const MOMENTS = [
  'createdAt',
  'paidAt',
  'failedAt',
  'expiredAt',
  'canceledAt',
  'reversedAt',
] as const

/** Payments that we did not make are left out. */
function hasChanged(it: MollieListed, since: string, until: string): boolean {
  if (it.resource === 'payment' && it.metadata?.checkout === undefined) return false
  const from = Date.parse(since)
  return MOMENTS.some((name) => {
    const ms = Date.parse(it[name] ?? '')
    return ms >= from && ms <= Date.parse(until)
  })
}

/** A page of the list that the cursor names. */
async function listChanges(
  call: ReturnType<typeof callsOf>,
  { since, until, cursor }: { since: string; until: string; cursor: string | null },
): Promise<Changes> {
  const [name = '', from = ''] = (cursor ?? 'payments:').split(':', 2)
  const list = LISTS.find((it) => it === name) ?? 'payments'
  const after = from === '' ? '' : `&from=${from}`
  const page = await call<MollieList>(`${list}?limit=${PAGE}${after}`)
  const found = page?._embedded[list] ?? []
  const refs = found.filter((it) => hasChanged(it, since, until)).map((it) => it.paymentId ?? it.id)
  const last = found.at(-1)
  // The list has the newest first. A payment can change this long after it was made.
  const oldest = new Date(Date.parse(since) - LONGEST_MS).toISOString()
  if (last && found.length === PAGE && last.createdAt > oldest)
    return { refs, next: `${list}:${last.id}` }
  const following = LISTS[LISTS.indexOf(list) + 1]
  return { refs, next: following === undefined ? null : `${following}:` }
}

interface MolliePage {
  readonly _embedded: { readonly payments: readonly MolliePayment[] }
}

const orderBody = (order: Order) => ({
  amount: { currency: order.currency, value: order.asked },
  description: order.description,
  redirectUrl: order.returnUrl,
  webhookUrl: order.hookUrl,
  metadata: { checkout: order.checkoutId },
  ...(order.method === null ? {} : { method: order.method }),
  ...(LOCALES[order.language] === undefined ? {} : { locale: LOCALES[order.language] }),
})

/** The languages of its page. */
const LOCALES = table({
  ...{ en: 'en_US', de: 'de_DE', fr: 'fr_FR', it: 'it_IT', es: 'es_ES', nl: 'nl_NL' },
  ...{ pl: 'pl_PL', pt: 'pt_PT', sv: 'sv_SE' },
})

const STATUSES = table<Facts['status']>({
  ...{ open: 'open', pending: 'pending', authorized: 'pending', paid: 'paid' },
  ...{ failed: 'failed', expired: 'expired', canceled: 'canceled' },
})

function factsOf(payment: MolliePayment): Facts {
  const status = STATUSES[payment.status]
  if (status === undefined) throw providerUnreachable()
  return {
    ref: payment.id,
    status,
    failure: status === 'failed' ? { code: codeOf(payment) } : null,
    // A payment of zero only keeps the card.
    payments: isMoney(status) && hasAmount(payment) ? [paymentOf(payment, status)] : [],
    checkoutId: payment.metadata?.checkout ?? null,
  }
}

const codeOf = ({ details, statusReason: reason }: MolliePayment): string | null =>
  details?.bankReasonCode ?? details?.failureReason ?? reason?.code ?? null

interface MollieMandate {
  readonly method: string
  readonly details?: {
    readonly cardLabel?: string | null
    readonly cardNumber?: string | null
    readonly cardExpiryDate?: string | null
    readonly consumerAccount?: string | null
  }
}

function savedOf({ method, details = {} }: MollieMandate, ref: string): SavedMethod {
  const { cardLabel, cardNumber, cardExpiryDate, consumerAccount: account } = details
  const last = cardNumber ?? account?.slice(-4)
  const name = cardLabel ?? account?.slice(0, 2) ?? method
  return {
    ...{ ref, kind: method, label: last == null ? name : `${name} •••• ${last}` },
    expiresOn: cardExpiryDate ?? null,
  }
}

const hasAmount = ({ amount }: MolliePayment): boolean => amountOf(amount).minor > 0n

const isMoney = (status: Facts['status']): status is PaymentFacts['status'] =>
  status === 'paid' || status === 'pending' || status === 'failed'

const amountOf = ({ value, currency }: MollieAmount): Amount => amountIn(value, currency)

const paymentOf = (it: MolliePayment, status: PaymentFacts['status']): PaymentFacts => ({
  ref: it.id,
  status,
  ...amountOf(it.amount),
  asked: it.amount.value,
  paidAt: it.paidAt == null ? null : new Date(it.paidAt).toISOString(),
  method: it.method,
  // Mollie reports its fees in settlements only.
  fee: null,
  refunds: (it._embedded?.refunds ?? []).map(refundOf),
  disputes: (it._embedded?.chargebacks ?? []).map(chargebackOf),
})

const REFUND_STATUSES = table<RefundFacts['status']>({
  ...{ queued: 'pending', pending: 'pending', processing: 'pending' },
  ...{ refunded: 'done', failed: 'failed', canceled: 'canceled' },
})

const refundOf = ({ id, status, amount, metadata }: MollieRefund): RefundFacts => ({
  ref: id,
  key: metadata?.refund ?? null,
  status: REFUND_STATUSES[status] ?? 'pending',
  minor: amountOf(amount).minor,
})

/** Mollie tells of a chargeback once the money is gone; `reversedAt`: it is back. */
const chargebackOf = ({ id, amount, reason, reversedAt }: MollieChargeback): DisputeFacts => {
  const isBack = typeof reversedAt === 'string'
  return {
    ref: id,
    status: isBack ? 'won' : 'lost',
    minor: amountOf(amount).minor,
    withdrawn: !isBack,
    reason: reason?.code ?? null,
    answerBy: null,
  }
}

export const MOLLIE: ProviderKind = {
  kind: 'mollie',
  traits: {
    endsPages: true,
    keyMinutes: 50,
    pageHosts: ['www.mollie.com', 'pay.mollie.com'],
    listsChanges: true,
    tellsOnlyDecided: true,
    returnable: new Set(['directdebit', 'creditcard', 'paypal']),
    saving: {
      methods: new Set([CARD, 'directdebit', 'ideal', 'bancontact', 'paypal']),
      alone: new Set([CARD]),
      hardCodes: new Set(
        'card_expired inactive_card invalid_card_number possible_fraud AC01 AC04 MD01 MD07'.split(
          ' ',
        ),
      ),
      customerCodes: new Set(['authentication_required']),
    },
  },
  modeOf: (apiKey) => {
    if (/^live_\w{20,}$/.test(apiKey)) return 'live'
    return /^test_\w{20,}$/.test(apiKey) ? 'test' : null
  },
  askedOf,
  readHook,
  open,
  disputePage: ({ payment }) => `https://my.mollie.com/dashboard/payments/${payment}`,
}
