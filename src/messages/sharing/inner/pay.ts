import { createHash } from 'node:crypto'
import { formatMinor } from '@billwright/money'
import { escapeHtml, Fragment } from '@billwright/templates'
import { currentSettings } from '../../../company/settings/read.ts'
import { onePerApp } from '../../../core/record/app.ts'
import type { ReadWork } from '../../../core/record/work.ts'
import { AppError } from '../../../kernel/errors.ts'
import { table } from '../../../kernel/table.ts'
import type { Formatter } from '../../../paper/printing/format.ts'
import type { wordsFor } from '../../../paper/printing/labels/labels.ts'
import { pause } from '../../../platform/clock.ts'
import { type Checkout, isSaving } from '../../../receivables/checkout/checkout.ts'
import { fetchCheckout } from '../../../receivables/checkout/follow.ts'
import {
  canSave,
  type Offer,
  offersFor,
  type Payable,
  savingOffers,
} from '../../../receivables/checkout/offers.ts'
import { LEAST_PART_MINOR } from '../../../receivables/checkout/open.ts'
import { findCurrentCheckout, listCheckoutsOf } from '../../../receivables/checkout/read.ts'
import type { Collection } from '../../../receivables/collections/collection.ts'
import { findActiveCollection } from '../../../receivables/collections/read.ts'
import type { PaymentMethod } from '../../../receivables/methods/method.ts'
import { listLiveMethods, requireMethod } from '../../../receivables/methods/read.ts'
import type { EarlyPayment } from '../../../receivables/payments/early.ts'
import { earlyView } from '../../../receivables/payments/early-view.ts'
import { pageOriginsOf } from '../../../receivables/providers/call.ts'
import { dueMinor } from '../../../sales/invoices/lifecycle.ts'
import { getInvoice } from '../../../sales/invoices/read.ts'
import type { InvoiceDetails } from '../../../sales/invoices/view.ts'
import { findSigned, mandateForm, type Signing, signedForm, signingOf } from './mandate.ts'

/* Paying on the customer's page: buttons that are forms, and what became of a payment. */

/** A sentence above the buttons, by its name among the words of the page. */
type Note =
  | 'payPending'
  | 'payPaid'
  | 'payUnsure'
  | 'payFailed'
  | 'payPartNot'
  | 'payMoment'
  | 'payUnreachable'
  | 'payCollected'
  | 'payAnnounced'

export interface Paying {
  readonly note: Note | null
  /** The methods, as the provider names them; null: chosen on its page. */
  readonly methods: readonly (string | null)[]
  /** The lower amount until a day; null: no discount is allowed today. */
  readonly early: EarlyPayment | null
  /** Whether the customer can pay a part. */
  readonly isDivisible: boolean
  /** The day on which a collection takes the amount, and from where. */
  readonly debit: { readonly day: string; readonly method: string } | null
  /** Whether the customer can agree that the method is kept for the next invoices. */
  readonly isSavable: boolean
  /** The methods that the customer can give for automatic payment, without paying. */
  readonly savable: readonly (string | null)[]
  /** Names of the methods of automatic payment, such as `Visa •••• 4242`. */
  readonly kept: readonly string[]
  /** The mandate that the customer can sign; null: none. */
  readonly signing: Signing | null
  /** The mandate that the customer signed on a page. */
  readonly signed: PaymentMethod | null
  /** Where the forms lead, for the policy of the page. */
  readonly origins: readonly string[]
  /** The page loads itself again, because the provider has not answered yet. */
  readonly isWaiting: boolean
}

/** Nobody can pay online, and nothing is to be said about it. */
export const NO_PAYING: Paying = {
  ...{ note: null, methods: [], early: null, debit: null, isSavable: false, kept: [], origins: [] },
  ...{ savable: [], signing: null, signed: null },
  ...{ isDivisible: false, isWaiting: false },
}

/** Whether a button must not be pressed twice. */
export const hasPayForm = ({ methods, savable, signing }: Paying): boolean =>
  methods.length > 0 || savable.length > 0 || signing !== null

/** Whether the page has any form. */
export const hasForm = (paying: Paying): boolean =>
  hasPayForm(paying) || paying.kept.length > 0 || paying.signed !== null

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
  const current = await findCurrentCheckout(work, before.id)
  const methods = await listLiveMethods(work, before.customerId, 'provider')
  const kept = methods.map(({ label }) => label)
  if (back && isSaving(back) && back.status === 'creating')
    return { ...NO_PAYING, kept, note: 'payMoment', isWaiting: true }
  if (current?.status === 'pending') return { ...NO_PAYING, kept, note: 'payPending' }
  const collection = await findActiveCollection(work, before.id)
  const debit = collection ? await debitOf(work, collection) : null
  if (debit && collection?.status === 'submitted')
    return { ...NO_PAYING, kept, debit, note: 'payCollected' }
  if (current?.status === 'creating')
    return { ...NO_PAYING, kept, note: 'payMoment', isWaiting: true }
  const { invoice } = back ? await getInvoice(work, before.id) : { invoice: before }
  const { offers, early } = await offersFor(work, invoice)
  const { paymentOrigins } = work.app.config
  const { autopay, allowPartialOnline } = await currentSettings(work)
  const canAgree = autopay && invoice.recurring != null && kept.length === 0
  const saving = canAgree ? await savingOffers(work, invoice) : []
  const all = [...offers, ...saving]
  return {
    note: back ? noteAfter(back, invoice) : noteBefore(debit, offers),
    methods: offers.map(({ method }) => method),
    early,
    isDivisible: allowPartialOnline && dueMinor(invoice) > LEAST_PART_MINOR,
    debit,
    isSavable: canAgree && offers.some(canSave),
    savable: saving.map(({ method }) => method),
    kept,
    signing: kept.length === 0 ? await signingOf(work, invoice) : null,
    signed: (await findSigned(work, invoice.customerId)) ?? null,
    origins: [...new Set(all.flatMap((it) => pageOriginsOf(paymentOrigins, it.provider)))],
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

function noteAfter(it: Checkout, invoice: Payable): Note | null {
  // That a method is kept is said beside the button that ends it.
  if (isSaving(it)) return null
  const { status, closedBecause } = it
  // The page says that nothing is due.
  if (closedBecause !== null && dueMinor(invoice) <= 0n) return null
  if (status === 'paid') return 'payPaid'
  return status === 'failed' ? 'payFailed' : 'payUnsure'
}

/**
 * The ways to pay, for programs. The customer pays on the page, whose buttons only the page itself may
 * use. That an invoice was written off is not said: for its customer it is open.
 */
export async function publicPay(work: ReadWork, invoice: Payable, page: string) {
  const current = await findCurrentCheckout(work, invoice.id)
  if (current?.status === 'pending')
    return { available: false, reason: 'pending', early_payment: null, offers: [] }
  const { offers, reason, early } = await offersFor(work, invoice)
  return {
    available: offers.length > 0,
    reason: reason === 'written_off' ? 'no_provider' : reason,
    early_payment: early && earlyView(early, invoice.currency),
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

type PageWords = ReturnType<typeof wordsFor>['page']

interface Asking {
  readonly action: string
  readonly words: PageWords
  readonly labels: Pick<ReturnType<typeof wordsFor>['labels'], 'ibanLabel'>
  readonly due: bigint
  readonly currency: string
  readonly format: Pick<Formatter, 'labelled' | 'money' | 'date' | 'locale'>
}

/** Forms with a button for each method. Pressed once, it cannot be pressed again. */
export function payForms(paying: Paying, asking: Asking): string {
  const { methods, early, kept } = paying
  const { words, due, format } = asking
  const others = [
    saveForm(paying, asking),
    stopForm(kept, asking),
    mandateForms(paying, asking),
  ].join('')
  if (methods.length === 0) return others
  if (early === null) return `${payForm(paying, asking)}${others}`
  const [all, less] = [format.money(due), format.money(early.amountMinor)]
  const said = words.payEarly
    .replace('{due}', all)
    .replace('{amount}', less)
    .replace('{day}', format.date(early.until))
  const forms = [
    `<p class="early">${escapeHtml(said)}</p>`,
    payForm(paying, asking, { amount: less, isEarly: true }),
    payForm(paying, asking, { amount: all, isEarly: false }),
  ]
  return `${forms.join('')}${others}`
}

/** `of`: one of two amounts that the customer can pay. */
function payForm(
  { methods, isSavable, isDivisible }: Paying,
  asking: Asking,
  of?: { readonly amount: string; readonly isEarly: boolean },
): string {
  const { action, words } = asking
  const text = of ? words.payAmount.replace('{amount}', of.amount) : words.payOnline
  const early = of?.isEarly ? '<input type="hidden" name="discount" value="auto">' : ''
  const part = isDivisible && of?.isEarly !== true ? partField(asking) : ''
  const asked = `${early}${part}${isSavable ? consentBox(asking) : ''}${buttonsOf(methods, text, asking)}`
  return `<form class="online" method="post" action="${escapeHtml(action)}">${asked}</form>`
}

/** Empty: the customer pays all that is due. The browser says between which amounts. */
function partField({ words, due, currency }: Asking): string {
  const [least, most] = [LEAST_PART_MINOR, due].map((minor) => formatMinor(minor, currency))
  const step = formatMinor(1n, currency)
  return `<label class="most">${escapeHtml(words.payPart)} <input type="number" name="amount" min="${least}" max="${most}" step="${step}" autocomplete="off"> ${escapeHtml(currency)}</label>`
}

/** The customer gives a method for later charges, and pays nothing now. */
function saveForm({ savable }: Paying, asking: Asking): string {
  if (savable.length === 0) return ''
  const { paySave } = asking.words
  const asked = `${consentBox(asking, ' required')}${buttonsOf(savable, paySave, asking)}`
  const to = escapeHtml(beside(asking.action, 'save'))
  return `<details class="save"><summary>${escapeHtml(paySave)}</summary><form class="online" method="post" action="${to}">${asked}</form></details>`
}

function buttonsOf(
  methods: readonly (string | null)[],
  text: string,
  { words, format }: Asking,
): string {
  const labelOf = (method: string | null): string => {
    if (method === null) return text
    const isCard = method === 'card' || method === 'creditcard'
    if (isCard && text === words.payOnline) return words.payByCard
    return format.labelled(text, isCard ? words.payCard : (NAMES[method] ?? method))
  }
  return methods
    .map(
      (method) =>
        `<button class="button" name="method" value="${escapeHtml(method ?? '')}">${escapeHtml(labelOf(method))}</button>`,
    )
    .join('')
}

/** Never ticked beforehand: a customer agrees by an act of their own. */
const consentBox = ({ words, currency }: Asking, needed: ' required' | '' = ''): string =>
  `<label class="keep"><input type="checkbox" name="save" value="yes"${needed}> ${escapeHtml(words.payKeep)}</label>
<label class="most">${escapeHtml(words.payMost)} <input name="max" inputmode="decimal" maxlength="15" pattern="[0-9]+([.,][0-9]{1,3})?" autocomplete="off"> ${escapeHtml(currency)}</label>`

/** The address of another form of the page. */
const beside = (action: string, name: 'save' | 'autopay' | 'mandate'): string =>
  action.replace(/\/pay(?=$|\?)/, `/${name}`)

/** The customer ends automatic payment at once, and without a reason. */
function stopForm(
  kept: readonly string[],
  { action, words }: Pick<Asking, 'action' | 'words'>,
): string {
  if (kept.length === 0) return ''
  const said = escapeHtml(words.payKept.replace('{method}', () => kept.join(', ')))
  const to = escapeHtml(beside(action, 'autopay'))
  return `<form class="kept" method="post" action="${to}"><p>${said}</p><button class="button">${escapeHtml(words.payStop)}</button></form>`
}

/** A mandate to sign, or the one that the customer signed. */
function mandateForms({ signing, signed }: Paying, asking: Asking): string {
  const { words, labels, format } = asking
  const to = { action: beside(asking.action, 'mandate'), words }
  if (signed) return signedForm(signed, to)
  return signing
    ? mandateForm(signing, { ...to, ibanLabel: labels.ibanLabel, locale: format.locale })
    : ''
}

const SCRIPT = `const forms = document.querySelectorAll('form.online')
const buttons = document.querySelectorAll('form.online button')
for (const form of forms) form.onsubmit = () => requestAnimationFrame(() => {
  for (const it of buttons) it.disabled = true
})
onpageshow = () => {
  for (const it of buttons) it.disabled = false
}`
export const payScript = new Fragment(`<script>${SCRIPT}</script>`)
/** The source of the script for the content security policy. */
export const PAY_SCRIPT = `'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`
