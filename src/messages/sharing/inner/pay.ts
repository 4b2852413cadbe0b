import { createHash } from 'node:crypto'
import { escapeHtml, Fragment } from '@billwright/templates'
import { currentSettings } from '../../../company/settings/read.ts'
import { onePerApp } from '../../../core/record/app.ts'
import type { ReadWork } from '../../../core/record/work.ts'
import { AppError } from '../../../kernel/errors.ts'
import { table } from '../../../kernel/table.ts'
import { pause } from '../../../platform/clock.ts'
import type { Checkout } from '../../../receivables/checkout/checkout.ts'
import { fetchCheckout } from '../../../receivables/checkout/follow.ts'
import {
  canSave,
  type Offer,
  offersFor,
  type Payable,
} from '../../../receivables/checkout/offers.ts'
import { findLiveCheckout, listCheckoutsOf } from '../../../receivables/checkout/read.ts'
import type { Collection } from '../../../receivables/collections/collection.ts'
import { findActiveCollection } from '../../../receivables/collections/read.ts'
import { listKeptMethods, requireMethod } from '../../../receivables/methods/read.ts'
import { pageOriginsOf } from '../../../receivables/providers/call.ts'
import { getInvoice } from '../../../sales/invoices/read.ts'
import type { InvoiceDetails } from '../../../sales/invoices/view.ts'

/* Paying on the customer's page: buttons that are forms, and what became of a payment. */

/** A sentence above the buttons, by its name among the words of the page. */
type Note =
  | 'payPending'
  | 'payPaid'
  | 'payUnsure'
  | 'payFailed'
  | 'payMoment'
  | 'payUnreachable'
  | 'payCollected'
  | 'payAnnounced'

export interface Paying {
  readonly note: Note | null
  /** The methods, as the provider names them; null: chosen on its page. */
  readonly methods: readonly (string | null)[]
  /** The day on which a collection takes the amount, and from where. */
  readonly debit: { readonly day: string; readonly method: string } | null
  /** Whether the customer can agree that the method is kept for the next invoices. */
  readonly isSavable: boolean
  /** Names of the methods of automatic payment, such as `Visa •••• 4242`. */
  readonly kept: readonly string[]
  /** Where the forms lead, for the policy of the page. */
  readonly origins: readonly string[]
  /** The page loads itself again, because the provider has not answered yet. */
  readonly isWaiting: boolean
}

/** Nobody can pay online, and nothing is to be said about it. */
export const NO_PAYING: Paying = {
  ...{ note: null, methods: [], debit: null, isSavable: false, kept: [], origins: [] },
  isWaiting: false,
}

const ASK_MS = 3_000
const ASK_EVERY_MS = 5_000
const ASKED_MAX = 10_000

/** `paid`: the id of the checkout from whose page the customer comes back. */
export async function payingOf(
  work: ReadWork,
  { invoice: before }: Pick<InvoiceDetails, 'invoice'>,
  paid: string | undefined,
): Promise<Paying> {
  const back = paid === undefined ? undefined : await lookAfterReturn(work, before.id, paid)
  const live = await findLiveCheckout(work, before.id)
  const methods = await listKeptMethods(work, before.customerId)
  const kept = methods.map(({ label }) => label)
  if (live?.status === 'pending') return { ...NO_PAYING, kept, note: 'payPending' }
  const collection = await findActiveCollection(work, before.id)
  const debit = collection ? await debitOf(work, collection) : null
  if (debit && collection?.status === 'submitted')
    return { ...NO_PAYING, kept, debit, note: 'payCollected' }
  if (live?.status === 'creating') return { ...NO_PAYING, kept, note: 'payMoment', isWaiting: true }
  const { invoice } = back ? await getInvoice(work, before.id) : { invoice: before }
  const { offers } = await offersFor(work, invoice)
  const { paymentOrigins } = work.app.config
  const { autopay } = await currentSettings(work)
  return {
    note: back ? noteAfter(back) : noteBefore(debit, offers),
    methods: offers.map(({ method }) => method),
    debit,
    isSavable: autopay && invoice.recurring != null && kept.length === 0 && offers.some(canSave),
    kept,
    origins: [...new Set(offers.flatMap((it) => pageOriginsOf(paymentOrigins, it.provider)))],
    isWaiting: false,
  }
}

/** Null before the customer was told of it. */
async function debitOf(
  work: ReadWork,
  { status, nextOn, methodId }: Collection,
): Promise<Paying['debit']> {
  if (status === 'planned' || nextOn === null) return null
  return { day: nextOn, method: (await requireMethod(work, methodId)).label }
}

function noteBefore(debit: Paying['debit'], offers: readonly Offer[]): Note | null {
  if (debit === null) return null
  return offers.length > 0 ? 'payAnnounced' : 'payCollected'
}

function noteAfter({ status }: Checkout): Note {
  if (status === 'paid') return 'payPaid'
  return status === 'failed' ? 'payFailed' : 'payUnsure'
}

/**
 * The ways to pay, for programs. The customer pays on the page, whose buttons only the page itself may
 * use. That an invoice was written off is not said: for its customer it is open.
 */
export async function publicPay(work: ReadWork, invoice: Payable, page: string) {
  const live = await findLiveCheckout(work, invoice.id)
  if (live?.status === 'pending') return { available: false, reason: 'pending', offers: [] }
  const { offers, reason } = await offersFor(work, invoice)
  return {
    available: offers.length > 0,
    reason: reason === 'written_off' ? 'no_provider' : reason,
    offers: offers.map(({ method }) => ({ method, url: page })),
  }
}

/** When each checkout was last asked about, so that reloading a page asks nobody. */
const askedAt = onePerApp(() => new Map<string, number>())

/** The checkout after a question to the provider, which the page does not wait for long. */
async function lookAfterReturn(
  work: ReadWork,
  invoiceId: string,
  id: string,
): Promise<Checkout | undefined> {
  const found = (await listCheckoutsOf(work, invoiceId)).find((it) => it.id === id)
  if (found?.status !== 'open' && found?.status !== 'pending') return found
  const asked = askedAt(work.app)
  const now = work.app.clock.now()
  if (now - (asked.get(id) ?? 0) < ASK_EVERY_MS) return found
  if (asked.size >= ASKED_MAX) asked.clear()
  asked.set(id, now)
  const answer = fetchCheckout(work, found).catch((error: unknown) => {
    if (error instanceof AppError) return found
    throw error
  })
  return Promise.race([answer, pause(ASK_MS).then(() => found)])
}

/** Names of methods that are the same in every language. */
const NAMES = table({
  ideal: 'iDEAL',
  bancontact: 'Bancontact',
  eps: 'EPS',
  paypal: 'PayPal',
  klarna: 'Klarna',
  twint: 'TWINT',
  blik: 'BLIK',
  p24: 'Przelewy24',
  przelewy24: 'Przelewy24',
  sepa_debit: 'SEPA',
  directdebit: 'SEPA',
})

export const crossSitePayment = (): AppError =>
  new AppError(
    'forbidden',
    'cross_site_request',
    'Another site sent this payment. Pay on the page of the invoice.',
  )

interface Words {
  readonly payOnline: string
  readonly payCard: string
  readonly payKeep: string
  readonly payKept: string
  readonly payStop: string
}

/** A form with a button for each method. Pressed once, it cannot be pressed again. */
export function payForms(
  { methods, isSavable, kept }: Paying,
  {
    action,
    words,
    labelled,
  }: {
    readonly action: string
    readonly words: Words
    readonly labelled: (label: string, value: string) => string
  },
): string {
  const labelOf = (method: string | null): string => {
    if (method === null) return words.payOnline
    const isCard = method === 'card' || method === 'creditcard'
    return labelled(words.payOnline, isCard ? words.payCard : (NAMES[method] ?? method))
  }
  const buttons = methods.map(
    (method) =>
      `<button class="button" name="method" value="${escapeHtml(method ?? '')}">${escapeHtml(labelOf(method))}</button>`,
  )
  // Never ticked beforehand: a customer agrees by an act of their own.
  const box = `<label class="keep"><input type="checkbox" name="save" value="yes"> ${escapeHtml(words.payKeep)}</label>`
  const asked = `${isSavable ? box : ''}${buttons.join('')}`
  const pay =
    buttons.length === 0
      ? ''
      : `<form class="online" method="post" action="${escapeHtml(action)}">${asked}</form>`
  return `${pay}${stopForm(kept, { action, words })}`
}

/** The customer ends automatic payment at once, and without a reason. */
function stopForm(
  kept: readonly string[],
  { action, words }: { readonly action: string; readonly words: Words },
): string {
  if (kept.length === 0) return ''
  const said = escapeHtml(words.payKept.replace('{method}', kept.join(', ')))
  const to = escapeHtml(action.replace(/\/pay(?=$|\?)/, '/autopay'))
  return `<form class="kept" method="post" action="${to}"><p>${said}</p><button class="button">${escapeHtml(words.payStop)}</button></form>`
}

const SCRIPT = `const online = document.querySelector('form.online')
online.onsubmit = () => requestAnimationFrame(() => {
  for (const it of online.querySelectorAll('button')) it.disabled = true
})
onpageshow = () => {
  for (const it of online.querySelectorAll('button')) it.disabled = false
}`
export const payScript = new Fragment(`<script>${SCRIPT}</script>`)
/** The source of the script for the content security policy. */
export const PAY_SCRIPT = `'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`
