import { formatMinor, minorDigits, parseMinor } from '@billwright/money'
import type { Stripe } from 'stripe'
import { table } from '../../../kernel/table.ts'
import { providerFailed, providerRefused, providerUnreachable } from '../errors.ts'
import type {
  Amount,
  Asked,
  Changes,
  ChargeOrder,
  Connection,
  DisputeFacts,
  Facts,
  HookRequest,
  Order,
  PaymentFacts,
  PaymentPort,
  ProviderKind,
  RefundFacts,
  SavedMethod,
} from '../port.ts'
import { endedAs } from './json-client.ts'
import { headerOf, isSigned, jsonObject } from './signature.ts'

/* Stripe by its SDK. Amounts: docs.stripe.com/currencies; objects: Checkout Sessions and Charges. */

/** Its zero-decimal currencies. UGX is missing: the documentation contradicts itself about it. */
const NO_DECIMALS = new Set(
  'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '),
)
/** The last of their three digits must be 0. */
const THREE_DECIMALS = new Set('BHD JOD KWD OMR TND'.split(' '))
/** Those with two decimals at Stripe. ISK has none in ISO 4217, and is sent with two. */
const TWO_DECIMALS = new Set(
  `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF
  CNY COP CRC CVE CZK DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GTQ GYD HKD HNL HTG HUF IDR
  ILS INR ISK JMD KES KGS KHR KYD KZT LAK LBP LKR LRD LSL MAD MDL MKD MMK MNT MOP MUR MVR MWK MXN
  MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SEK SGD SHP
  SLE SOS SRD STD SZL THB TJS TOP TRY TTD TWD TZS UAH USD UYU UZS WST XCD YER ZAR ZMW`.split(/\s+/),
)
/** Least amounts of cards, as Stripe writes them; 0.50 of the others would be a guess. */
const MINIMUM = table<bigint>({
  ...{ USD: 50n, AED: 200n, AUD: 50n, BRL: 50n, CAD: 50n, CHF: 50n, CZK: 1500n, DKK: 250n },
  ...{ EUR: 50n, GBP: 30n, HKD: 400n, HUF: 17500n, INR: 50n, JPY: 50n, MXN: 1000n, MYR: 200n },
  ...{ NOK: 300n, NZD: 50n, PLN: 200n, RON: 200n, SEK: 300n, SGD: 50n, THB: 1000n },
})
const DIGITS_MAX = 12

/** Decimals of Stripe's integer; null: it has no such currency. */
function decimalsOf(currency: string): number | null {
  if (NO_DECIMALS.has(currency)) return 0
  if (THREE_DECIMALS.has(currency)) return 3
  return TWO_DECIMALS.has(currency) ? 2 : null
}

function askedOf(minor: bigint, currency: string): Asked {
  const found = writtenAs(minor, currency)
  if ('reason' in found) return found
  return BigInt(found.asked) < (MINIMUM[currency] ?? 1n) ? { reason: 'below_minimum' } : found
}

/** As Stripe's integer, however small. */
function writtenAs(minor: bigint, currency: string): Asked {
  const decimals = decimalsOf(currency)
  if (decimals === null) return { reason: 'currency_not_offered' }
  const [whole = '', fraction = ''] = formatMinor(minor, currency).split('.')
  const kept = fraction.padEnd(decimals, '0')
  const isExact = /^0*$/.test(kept.slice(decimals)) && (decimals < 3 || kept.endsWith('0'))
  const asked = String(BigInt(`${whole}${kept.slice(0, decimals)}`))
  if (!isExact || asked.length > DIGITS_MAX) return { reason: 'amount_not_expressible' }
  return { asked }
}

/** Stripe's integer in minor units of ISO 4217. */
function amountOf(integer: number, code: string): Amount {
  const currency = code.toUpperCase()
  const decimals = decimalsOf(currency) ?? minorDigits(currency)
  const digits = String(integer).padStart(decimals + 1, '0')
  const [whole, fraction] = [
    digits.slice(0, digits.length - decimals),
    digits.slice(digits.length - decimals),
  ]
  const kept = fraction.slice(0, minorDigits(currency))
  const text = kept === '' ? whole : `${whole}.${kept}`
  return { minor: parseMinor(text, currency), currency }
}

const OLD_SECONDS = 300
/** The parts of an event that say which object to fetch. */
const EVENTS = /^(checkout\.session|payment_intent|charge|refund)\./
const REF = /^(cs|pi)_[A-Za-z0-9_]{1,200}$/

function readHook({ body, headers, secrets, nowSeconds }: HookRequest) {
  const parts = (headerOf(headers['stripe-signature']) ?? '').split(',').map((it) => it.split('='))
  const valuesOf = (name: string) =>
    parts.flatMap(([key, value]) => (key === name && value !== undefined ? [value] : []))
  const [time = ''] = valuesOf('t')
  if (!/^\d{1,12}$/.test(time) || nowSeconds - Number(time) > OLD_SECONDS) return null
  const message = [Buffer.from(`${time}.`), body]
  if (!isSigned(message, valuesOf('v1'), secrets)) return null
  const event = jsonObject(body) as Partial<Stripe.Event> | null
  if (event === null || typeof event.id !== 'string') return null
  const ref = refOfEvent(event)
  return ref === null ? [] : [{ ref }]
}

/** The session or payment intent that an event is about. */
function refOfEvent({ type, data }: Partial<Stripe.Event>): string | null {
  return EVENTS.test(String(type)) ? refOf((data?.object ?? {}) as unknown as Listed) : null
}

interface Listed {
  readonly id?: string
  readonly object?: string
  readonly payment_intent?: string | { readonly id: string } | null
  readonly metadata?: Readonly<Record<string, string>> | null
}

const refOf = ({ id, payment_intent: of }: Listed): string | null =>
  [id, idOf(of ?? null)].find((it) => typeof it === 'string' && REF.test(it)) ?? null

/** Refunds and disputes do not have the metadata of their payment. */
const isForeign = ({ object = '', metadata }: Listed): boolean =>
  /^(charge|payment_intent|checkout\.session)$/.test(object) && metadata?.checkout === undefined

/** A failure of the SDK: what Stripe refused, or a call whose outcome is unknown. */
function failureOf(error: unknown): unknown {
  const { type, statusCode, code, message } = error as Partial<Stripe.errors.StripeError>
  if (statusCode === 401 || statusCode === 403) return providerRefused()
  const isUnknown =
    type !== undefined && (statusCode === undefined || statusCode >= 500 || statusCode === 429)
  if (isUnknown || type === 'StripeConnectionError' || type === 'StripeAPIError')
    return providerUnreachable(error)
  if (type === undefined) return error
  const sentence = (message ?? '').replace(/\b[sr]k_\w+/g, '…')
  return providerFailed(code ?? null, sentence)
}

async function open({ apiKey, origin, fetch }: Connection): Promise<PaymentPort> {
  const { default: StripeClient } = await import('stripe')
  const url = origin === null ? null : new URL(origin)
  const stripe = new StripeClient(apiKey, {
    httpClient: StripeClient.createFetchHttpClient(fetch),
    maxNetworkRetries: 0,
    telemetry: false,
    timeout: 10_000,
    ...(url && {
      host: url.hostname,
      port: url.port,
      protocol: url.protocol === 'http:' ? ('http' as const) : ('https' as const),
    }),
  })
  const call = async <T>(run: () => Promise<T>): Promise<T> => {
    try {
      return await run()
    } catch (error) {
      throw failureOf(error)
    }
  }
  const findSession = async (ref: string): Promise<Stripe.Checkout.Session | undefined> => {
    if (!ref.startsWith('pi_')) return orMissing(() => stripe.checkout.sessions.retrieve(ref))
    const { data } = await stripe.checkout.sessions.list({ payment_intent: ref, limit: 1 })
    return data[0]
  }
  const fetchFacts = async (ref: string): Promise<Facts | null> => {
    const intent = ref.startsWith('pi_')
      ? await orMissing(() => stripe.paymentIntents.retrieve(ref))
      : undefined
    if (intent?.metadata.charge !== undefined) return factsOfCharge(stripe, intent)
    const session = await findSession(ref)
    return session ? factsOf(stripe, session) : null
  }

  return {
    account: () =>
      call(async () => {
        const { id, capabilities, default_currency, business_profile } =
          await stripe.accounts.retrieveCurrent()
        const methods = Object.entries(capabilities ?? {}).flatMap(([name, state]) =>
          state === 'active' && name.endsWith('_payments') ? [name.slice(0, -9)] : [],
        )
        return {
          account: id,
          name: business_profile?.name ?? null,
          methods,
          currencies: default_currency ? [default_currency.toUpperCase()] : [],
        }
      }),
    create: (order) =>
      call(async () => {
        const made = await stripe.checkout.sessions.create(sessionOf(order), {
          idempotencyKey: order.checkoutId,
        })
        return { ref: made.id, url: made.url ?? '', expiresAt: isoOf(made.expires_at) }
      }),
    read: (ref) => call(() => fetchFacts(ref)),
    find: (checkoutId, since) =>
      call(async () => {
        const gte = secondsOf(since)
        for await (const it of stripe.checkout.sessions.list({ created: { gte }, limit: 100 }))
          if (it.client_reference_id === checkoutId) return it.id
        for await (const it of stripe.paymentIntents.list({ created: { gte }, limit: 100 }))
          if (it.metadata.charge !== undefined && it.metadata.checkout === checkoutId) return it.id
        return null
      }),
    charge: (order) => call(() => charge(stripe, order)),
    revoke: (ref) =>
      call(async () => {
        await orMissing(() => stripe.paymentMethods.detach(ref.split(' ')[1] ?? ''))
      }),
    expire: (ref) =>
      call(async () => {
        try {
          await stripe.checkout.sessions.expire(ref)
          return 'expired'
        } catch (error) {
          // It refuses a session that is not open.
          if ((error as Partial<Stripe.errors.StripeError>).statusCode !== 400) throw error
        }
        return endedAs(await fetchFacts(ref))
      }),
    registerHook: (url, keep) => call(() => registerHook(stripe, { url, keep })),
    changes: (since, until, cursor) => call(() => listChanges(stripe, { since, until, cursor })),
    refund: ({ refundId, payment, minor, currency }) =>
      call(async () => {
        const written = writtenAs(minor, currency)
        if ('reason' in written)
          throw providerFailed(written.reason, 'It cannot express this amount.')
        const made = await stripe.refunds.create(
          { charge: payment, amount: Number(written.asked), metadata: { refund: refundId } },
          { idempotencyKey: refundId },
        )
        return made.id
      }),
  }
}

/** The events of `EVENTS` that change money. */
const HOOK_EVENTS = [
  ...['completed', 'expired', 'async_payment_succeeded', 'async_payment_failed'].map(
    (name) => `checkout.session.${name}`,
  ),
  ...['succeeded', 'payment_failed', 'processing', 'canceled'].map((it) => `payment_intent.${it}`),
  ...['succeeded', 'failed', 'refunded', 'updated'].map((name) => `charge.${name}`),
  ...['created', 'updated', 'closed', 'funds_withdrawn', 'funds_reinstated'].map(
    (name) => `charge.dispute.${name}`,
  ),
  ...['created', 'updated', 'failed'].map((name) => `refund.${name}`),
] as Stripe.WebhookEndpointCreateParams.EnabledEvent[]

/** Stripe tells the secret only when it creates an endpoint, so a new endpoint replaces the old one. */
async function registerHook(
  stripe: Stripe,
  { url, keep }: { readonly url: string; readonly keep: (secret: string) => Promise<void> },
): Promise<void> {
  const {
    id,
    created,
    secret = '',
  } = await stripe.webhookEndpoints
    .create({ url, enabled_events: HOOK_EVENTS, description: 'Payments of invoices' })
    .catch((error: unknown) => {
      // A restricted key that may do everything else must not count as refused.
      const { statusCode } = error as Partial<Stripe.errors.StripeError>
      if (statusCode !== 403) throw error
      throw providerFailed('not_permitted', 'The key may not create webhooks.')
    })
  await keep(secret)
  // Of calls at the same moment, the last hook stays: each deletes only those before its own.
  const isEarlier = (it: Stripe.WebhookEndpoint) =>
    it.created < created || (it.created === created && it.id < id)
  for await (const it of stripe.webhookEndpoints.list({ limit: 100 }))
    if (it.url === url && isEarlier(it)) await orMissing(() => stripe.webhookEndpoints.del(it.id))
}

/** Stripe keeps events for 30 days. They also tell of what changed on older objects. */
const EVENT_DAYS = 29
const LISTS = ['charges', 'refunds', 'disputes', 'events'] as const
const DAY_MS = 86_400_000

/** A page of the list that the cursor names. Stripe keeps events for 30 days; for earlier times, objects by creation. */
async function listChanges(
  stripe: Stripe,
  { since, until, cursor }: { since: string; until: string; cursor: string | null },
): Promise<Changes> {
  const isLong = Date.parse(until) - Date.parse(since) > EVENT_DAYS * DAY_MS
  const [name = '', after = ''] = (cursor ?? (isLong ? 'charges:' : 'events:')).split(':', 2)
  const list = LISTS.find((it) => it === name) ?? 'events'
  const page = await stripe[list].list({
    created: { gte: secondsOf(since), lte: secondsOf(until) },
    limit: 100,
    ...(after === '' ? {} : { starting_after: after }),
  })
  const objects = page.data as unknown as readonly (Listed & Partial<Stripe.Event>)[]
  const refs = objects.flatMap((it) => {
    const about = list === 'events' ? ((it.data?.object ?? {}) as unknown as Listed) : it
    const ref = list === 'events' ? refOfEvent(it) : refOf(it)
    return ref === null || isForeign(about) ? [] : [ref]
  })
  const last = page.data.at(-1)
  if (page.has_more && last) return { refs, next: `${list}:${last.id}` }
  const following = LISTS[LISTS.indexOf(list) + 1]
  return { refs, next: following === undefined ? null : `${following}:` }
}

const sessionOf = (order: Order): Stripe.Checkout.SessionCreateParams => ({
  ...(order.purpose === 'save' ? savingOf(order) : payingOf(order)),
  client_reference_id: order.checkoutId,
  metadata: { checkout: order.checkoutId },
  ...(order.purpose !== 'pay' && { customer_creation: 'always' as const }),
  ...(order.method === null ? {} : { payment_method_types: [order.method as 'card'] }),
  locale: (LOCALES[order.language] ?? 'auto') as 'auto',
  expires_at: endOf(order),
  success_url: order.returnUrl,
  cancel_url: order.returnUrl,
})

const savingOf = ({ checkoutId, currency, description }: Order) => ({
  mode: 'setup' as const,
  currency: currency.toLowerCase(),
  setup_intent_data: { metadata: { checkout: checkoutId }, description },
})

const payingOf = (order: Order) => ({
  mode: 'payment' as const,
  payment_intent_data: {
    metadata: { checkout: order.checkoutId },
    description: order.description,
    ...suffixOf(order),
    ...(order.purpose !== 'pay' && { setup_future_usage: 'off_session' as const }),
  },
  line_items: [
    {
      quantity: 1,
      price_data: {
        currency: order.currency.toLowerCase(),
        unit_amount: Number(order.asked),
        product_data: { name: order.description },
      },
    },
  ],
  adaptive_pricing: { enabled: false },
})

/** Stripe writes it after the name of the account. */
const suffixOf = ({ statementText }: Pick<Order, 'statementText'>) =>
  statementText === null ? {} : { statement_descriptor_suffix: statementText }

/** Stripe accepts 30 minutes to 24 hours after it gets the call. The margins are for a repeated call. */
function endOf({ createdAt, expiresAt }: Order): number {
  const [made, end] = [secondsOf(createdAt), secondsOf(expiresAt)]
  return Math.min(Math.max(end, made + 30 * 60 + MARGIN_SECONDS), made + 86_400 - MARGIN_SECONDS)
}
const MARGIN_SECONDS = 180

/** The languages of its page. */
const LOCALES = table(
  Object.fromEntries('cs da de en es fi fr it ja nl pl pt sv'.split(' ').map((it) => [it, it])),
)

async function factsOf(stripe: Stripe, session: Stripe.Checkout.Session): Promise<Facts> {
  if (session.mode === 'setup') return factsOfSetup(stripe, session)
  const intent = idOf(session.payment_intent)
  const { payments, failure } = await paymentsOf(stripe, intent)
  const status = statusOf(session, payments)
  return {
    ref: session.id,
    status,
    failure,
    payments,
    saved: status === 'paid' ? await savedBy(stripe, session) : null,
    checkoutId: session.metadata?.checkout ?? null,
  }
}

async function paymentsOf(
  stripe: Stripe,
  intent: string | null,
): Promise<Pick<Facts, 'payments' | 'failure'>> {
  if (intent === null) return { payments: [], failure: null }
  const expand = ['data.balance_transaction']
  const { data } = await stripe.charges.list({ payment_intent: intent, limit: 100, expand })
  const payments: PaymentFacts[] = []
  for (const it of data) payments.push(await paymentOf(stripe, it))
  const failed = data.find(({ failure_code: code }) => code !== null)
  return { payments, failure: failed ? { code: failed.failure_code } : null }
}

/** Of a session that keeps a method without a payment. */
async function factsOfSetup(stripe: Stripe, session: Stripe.Checkout.Session): Promise<Facts> {
  const [owner, ref] = [idOf(session.customer), idOf(session.setup_intent)]
  const isComplete = session.status === 'complete' && ref !== null
  const expand = ['payment_method']
  const intent = isComplete ? await stripe.setupIntents.retrieve(ref, { expand }) : null
  const isSaved = intent?.status === 'succeeded'
  return {
    ref: session.id,
    status: isSaved
      ? 'paid'
      : intent
        ? 'pending'
        : (session.status ?? 'open') === 'expired'
          ? 'expired'
          : 'open',
    ...{ failure: null, payments: [] },
    saved: isSaved && owner !== null ? savedAs(owner, intent.payment_method) : null,
    checkoutId: session.metadata?.checkout ?? null,
  }
}

/** The method that the session keeps; null: the customer was not asked to keep it. */
async function savedBy(
  stripe: Stripe,
  { customer, payment_intent: of }: Stripe.Checkout.Session,
): Promise<SavedMethod | null> {
  const [owner, ref] = [idOf(customer), idOf(of)]
  if (owner === null || ref === null) return null
  const expand = ['payment_method']
  const { payment_method: method, setup_future_usage: use } = await stripe.paymentIntents.retrieve(
    ref,
    { expand },
  )
  return use === 'off_session' ? savedAs(owner, method) : null
}

function savedAs(owner: string, method: string | Stripe.PaymentMethod | null): SavedMethod | null {
  if (method === null || typeof method === 'string') return null
  const { id, type, card, sepa_debit: debit } = method
  const last4 = card?.last4 ?? debit?.last4 ?? ''
  const brand = card ? card.brand.replace(/^\w/, (it) => it.toUpperCase()) : 'SEPA'
  const after = card ? new Date(Date.UTC(card.exp_year, card.exp_month, 1)) : null
  return {
    ref: `${owner} ${id}`,
    kind: type,
    label: last4 === '' ? type : `${brand} •••• ${last4}`,
    expiresOn: after?.toISOString().slice(0, 10) ?? null,
  }
}

/** A refused charge is an object, too. */
async function charge(stripe: Stripe, order: ChargeOrder): Promise<string> {
  const [customer = '', method = ''] = order.ref.split(' ')
  try {
    const made = await stripe.paymentIntents.create(
      {
        ...{ amount: Number(order.asked), currency: order.currency.toLowerCase() },
        ...{ customer, payment_method: method, payment_method_types: [order.kind] },
        ...{ confirm: true, off_session: true, description: order.description },
        ...suffixOf(order),
        metadata: { checkout: order.checkoutId, charge: 'saved' },
      },
      { idempotencyKey: order.checkoutId },
    )
    return made.id
  } catch (error) {
    const { payment_intent: refused } = error as Partial<Stripe.errors.StripeError>
    if (refused === undefined) throw error
    return refused.id
  }
}

async function factsOfCharge(stripe: Stripe, intent: Stripe.PaymentIntent): Promise<Facts> {
  const { payments, failure } = await paymentsOf(stripe, intent.id)
  const isPaid = payments.some(({ status }) => status === 'paid')
  const isPending = intent.status === 'processing' || intent.status === 'succeeded'
  const isReturned = intent.status === 'succeeded' && payments.some((it) => it.status === 'failed')
  const error = intent.last_payment_error
  return {
    ref: intent.id,
    status: isPaid ? 'paid' : isPending && !isReturned ? 'pending' : 'failed',
    failure: error ? { code: error.decline_code ?? error.code ?? null } : failure,
    payments,
    checkoutId: intent.metadata.checkout ?? null,
  }
}

function statusOf(session: Stripe.Checkout.Session, payments: readonly PaymentFacts[]) {
  if (payments.some(({ status }) => status === 'paid')) return 'paid'
  if (session.status === 'expired') return 'expired'
  if (session.status !== 'complete') return 'open'
  if (session.payment_status === 'paid' && payments.length === 0) return 'pending'
  const isAllFailed = payments.length > 0 && payments.every(({ status }) => status === 'failed')
  return isAllFailed ? 'failed' : 'pending'
}

async function paymentOf(stripe: Stripe, charge: Stripe.Charge): Promise<PaymentFacts> {
  const isPaid = charge.status === 'succeeded'
  const of = { charge: charge.id, limit: 100 }
  const booked = { expand: ['data.balance_transaction'] }
  const refunds = isPaid ? (await stripe.refunds.list({ ...of, ...booked })).data : []
  const disputes = charge.disputed ? (await stripe.disputes.list(of)).data : []
  return {
    ref: charge.id,
    status: isPaid ? 'paid' : charge.status === 'failed' ? 'failed' : 'pending',
    ...amountOf(charge.amount, charge.currency),
    asked: String(charge.amount),
    paidAt: isPaid ? isoOf(charge.created) : null,
    method: charge.payment_method_details?.type ?? null,
    fee: feeOf(charge.balance_transaction),
    refunds: refunds.map(refundOf),
    disputes: disputes.map(disputeOf),
  }
}

function feeOf(booked: string | Pick<Stripe.BalanceTransaction, 'fee' | 'currency'> | null) {
  if (booked === null || typeof booked === 'string') return null
  const { minor, currency } = amountOf(Math.abs(booked.fee), booked.currency)
  return { minor: booked.fee < 0 ? -minor : minor, currency }
}

const REFUND_STATUSES = table<RefundFacts['status']>({
  succeeded: 'done',
  failed: 'failed',
  canceled: 'canceled',
})

const refundOf = (it: Stripe.Refund): RefundFacts => ({
  ref: it.id,
  key: it.metadata?.refund ?? null,
  status: REFUND_STATUSES[it.status ?? ''] ?? 'pending',
  minor: amountOf(it.amount, it.currency).minor,
  fee: feeOf(it.balance_transaction),
})

const DISPUTE_STATUSES = table<DisputeFacts['status']>({
  needs_response: 'open',
  under_review: 'review',
  won: 'won',
  lost: 'lost',
})

const disputeOf = (it: Stripe.Dispute): DisputeFacts => ({
  ref: it.id,
  status: DISPUTE_STATUSES[it.status] ?? 'warning',
  minor: amountOf(it.amount, it.currency).minor,
  withdrawn: it.balance_transactions.reduce((sum, { amount }) => sum + amount, 0) < 0,
  reason: it.reason,
  answerBy: it.evidence_details.due_by === null ? null : isoOf(it.evidence_details.due_by),
  fee: feeOfDispute(it.balance_transactions),
})

/** A won dispute gives the fee back in some countries. */
function feeOfDispute(booked: readonly Pick<Stripe.BalanceTransaction, 'fee' | 'currency'>[]) {
  const [first] = booked
  const fee = booked.reduce((sum, it) => sum + it.fee, 0)
  return first === undefined ? null : feeOf({ ...first, fee })
}

/** Whole seconds since 1970. */
const secondsOf = (instant: string): number => Number(BigInt(Date.parse(instant)) / 1000n)

const isoOf = (seconds: number): string => new Date(seconds * 1000).toISOString()

const idOf = (of: string | { readonly id: string } | null): string | null =>
  typeof of === 'string' ? of : (of?.id ?? null)

async function orMissing<T>(run: () => Promise<T>): Promise<T | undefined> {
  try {
    return await run()
  } catch (error) {
    if ((error as Partial<Stripe.errors.StripeError>).statusCode !== 404) throw error
    return undefined
  }
}

const KEPT = new Set(['card', 'sepa_debit', 'bacs_debit', 'us_bank_account', 'link'])

export const STRIPE: ProviderKind = {
  kind: 'stripe',
  traits: {
    endsPages: true,
    // 24 hours; a session itself is shorter.
    keyMinutes: 50,
    pageHosts: ['checkout.stripe.com'],
    listsChanges: true,
    returnable: new Set([
      'sepa_debit',
      'bacs_debit',
      'us_bank_account',
      'acss_debit',
      'au_becs_debit',
    ]),
    saving: {
      ...{ methods: KEPT, alone: KEPT },
      hardCodes: new Set(
        `account_closed bank_account_restricted bank_ownership_changed card_not_supported closed_account
        debit_not_authorized expired_card fraudulent incorrect_number invalid_account invalid_account_number
        lost_card merchant_blacklist mandate_invalid new_account_information_available no_account payment_method_invalid
        pickup_card restricted_card revocation_of_all_authorizations revocation_of_authorization
        security_violation stolen_card stop_payment_order`.split(/\s+/),
      ),
      customerCodes: new Set(['authentication_required']),
    },
  },
  modeOf: (apiKey) => {
    if (/^[sr]k_live_\w{8,}$/.test(apiKey)) return 'live'
    return /^[sr]k_test_\w{8,}$/.test(apiKey) ? 'test' : null
  },
  askedOf,
  readHook,
  open,
  disputePage: ({ dispute, mode }) =>
    `https://dashboard.stripe.com/${mode === 'test' ? 'test/' : ''}disputes/${dispute}`,
}
