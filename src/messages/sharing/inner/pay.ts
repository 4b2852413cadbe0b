import { createHash } from 'node:crypto'
import { escapeHtml, Fragment } from '@billwright/templates'
import { onePerApp } from '../../../core/record/app.ts'
import type { ReadWork } from '../../../core/record/work.ts'
import { AppError } from '../../../kernel/errors.ts'
import { table } from '../../../kernel/table.ts'
import { pause } from '../../../platform/clock.ts'
import type { Checkout } from '../../../receivables/checkout/checkout.ts'
import { fetchCheckout } from '../../../receivables/checkout/follow.ts'
import { offersFor } from '../../../receivables/checkout/offers.ts'
import { findLiveCheckout, listCheckoutsOf } from '../../../receivables/checkout/read.ts'
import { pageOriginsOf } from '../../../receivables/providers/call.ts'
import { getInvoice } from '../../../sales/invoices/read.ts'
import type { InvoiceDetails } from '../../../sales/invoices/view.ts'

/* Paying on the customer's page: buttons that are forms, and what became of a payment. */

/** A sentence above the buttons, by its name among the words of the page. */
type Note = 'payPending' | 'payPaid' | 'payUnsure' | 'payFailed' | 'payMoment' | 'payUnreachable'

export interface Paying {
  readonly note: Note | null
  /** The methods, as the provider names them; null: chosen on its page. */
  readonly methods: readonly (string | null)[]
  /** Where the forms lead, for the policy of the page. */
  readonly origins: readonly string[]
  /** The page loads itself again, because the provider has not answered yet. */
  readonly isWaiting: boolean
}

/** Nobody can pay online, and nothing is to be said about it. */
export const NO_PAYING: Paying = { note: null, methods: [], origins: [], isWaiting: false }

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
  if (live?.status === 'pending') return { ...NO_PAYING, note: 'payPending' }
  if (live?.status === 'creating') return { ...NO_PAYING, note: 'payMoment', isWaiting: true }
  const { invoice } = back ? await getInvoice(work, before.id) : { invoice: before }
  const { offers } = await offersFor(work, invoice)
  const { paymentOrigins } = work.app.config
  return {
    note: back ? noteAfter(back) : null,
    methods: offers.map(({ method }) => method),
    origins: [...new Set(offers.flatMap((it) => pageOriginsOf(paymentOrigins, it.provider)))],
    isWaiting: false,
  }
}

function noteAfter({ status }: Checkout): Note {
  if (status === 'paid') return 'payPaid'
  return status === 'failed' ? 'payFailed' : 'payUnsure'
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
}

/** A form with a button for each method. Pressed once, it cannot be pressed again. */
export function payForms(
  { methods }: Paying,
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
  if (buttons.length === 0) return ''
  return `<form class="online" method="post" action="${escapeHtml(action)}">${buttons.join('')}</form>`
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
