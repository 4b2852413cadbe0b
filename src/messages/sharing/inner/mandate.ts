import { escapeHtml } from '@billwright/templates'
import { currentSettings } from '../../../company/settings/read.ts'
import type { ReadWork } from '../../../core/record/work.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { wordsFor } from '../../../paper/printing/labels/labels.ts'
import { type MandateText, mandateText } from '../../../paper/printing/mandate-form/mandate-text.ts'
import { dayOf } from '../../../platform/clock.ts'
import type { Consent, PaymentMethod } from '../../../receivables/methods/method.ts'
import { findSignable, type MandateProposal } from '../../../receivables/methods/propose.ts'
import { listLiveMethods } from '../../../receivables/methods/read.ts'
import { createMandate } from '../../../receivables/methods/record.ts'
import type { InvoiceDetails } from '../../../sales/invoices/view.ts'

/* A mandate for SEPA direct debits that the customer signs on the page, with their name. */

/** What the customer typed, to be corrected. */
interface Typed {
  readonly holder: string
  readonly iban: string
  readonly name: string
}

export interface Signing {
  readonly proposal: MandateProposal
  /** Null: the form is folded. */
  readonly typed: Typed | null
  readonly fault: 'mandateIbanNot' | 'mandateMissing' | null
}

const NOTHING: Typed = { holder: '', iban: '', name: '' }
const NAME_MAX = 70

/** The mandate that the customer of an invoice can sign on its page; null: none. */
export async function signingOf(
  work: ReadWork,
  { type, status, currency, customerId }: InvoiceDetails['invoice'],
): Promise<Signing | null> {
  const isIssued = status === 'sent' || status === 'paid'
  if (type !== 'invoice' || !isIssued || currency !== 'EUR') return null
  const proposal = await findSignable(work, customerId)
  return proposal && { proposal, typed: null, fault: null }
}

/** The form is open, whether or not something was typed. */
export const opened = (signing: Signing, typed: Typed = NOTHING): Signing => ({ ...signing, typed })

/** The mandate that the customer signed on a page, and can withdraw there. */
export async function findSigned(
  work: ReadWork,
  customerId: string,
): Promise<PaymentMethod | undefined> {
  const live = await listLiveMethods(work, customerId, 'file')
  return live.find(({ status, consent }) => consent !== null && status !== 'suspended')
}

/**
 * Records what the customer signed. Returns the form with a fault if it must be corrected or read again,
 * because its reference was given to another mandate meanwhile.
 */
export async function sign(
  work: ReadWork,
  {
    signing,
    form,
    customerId,
    consentTo,
  }: {
    readonly signing: Signing
    readonly form: URLSearchParams
    readonly customerId: string
    readonly consentTo: (proposal: MandateProposal, name: string) => Promise<Consent>
  },
): Promise<Signing | null> {
  const { proposal } = signing
  const said = (name: string) => (form.get(name) ?? '').trim().slice(0, NAME_MAX)
  const typed = { holder: said('holder'), iban: said('iban'), name: said('name') }
  if (form.get('reference') !== proposal.reference) {
    const signed = await findSigned(work, customerId)
    const isSigned = signed?.mandate?.reference === form.get('reference')
    return isSigned ? null : opened(signing, typed)
  }
  const isWhole = Object.values(typed).every((it) => it !== '') && form.get('agree') === 'yes'
  if (!isWhole) return { ...opened(signing, typed), fault: 'mandateMissing' }
  const { timeZone } = await currentSettings(work)
  const { holder: account_holder, iban } = typed
  const { reference } = proposal
  const mandate = { reference, account_holder, iban, signed_on: dayOf(work.at, timeZone) }
  try {
    await createMandate(work, customerId, {
      mandate,
      consent: await consentTo(proposal, typed.name),
    })
    return null
  } catch (error) {
    // The customer has signed it already, with another click.
    if (error instanceof AppError && error.kind === 'conflict') return null
    if (!(error instanceof AppError) || error.kind !== 'invalid') throw error
    const isName = error.code === 'name_not_writable'
    return { ...opened(signing, typed), fault: isName ? 'mandateMissing' : 'mandateIbanNot' }
  }
}

/** All that the customer reads before they sign, line by line. */
export const signedWords = (
  { title, facts, text, rights }: MandateText,
  { mandateAgree }: Pick<PageWords, 'mandateAgree'>,
): string =>
  [title, ...facts.map(([label, value]) => `${label}: ${value}`), text, rights, mandateAgree].join(
    '\n',
  )

type PageWords = ReturnType<typeof wordsFor>['page']

interface Asking {
  readonly action: string
  readonly words: PageWords
  readonly ibanLabel: string
  readonly locale: string
}

export function mandateForm(
  { proposal, typed, fault }: Signing,
  { action, words, ibanLabel, locale }: Asking,
): string {
  const { language, title, facts, text, rights, holderLabel } = mandateText(proposal, locale)
  const { direction } = new Intl.Locale(language).getTextInfo()
  const lines = facts
    .map(
      ([label, value]) => `<dt>${escapeHtml(label)}</dt><dd><bdi>${escapeHtml(value)}</bdi></dd>`,
    )
    .join('')
  const field = (label: string, name: keyof Typed, more: string) =>
    `<label class="most">${escapeHtml(label)} <input name="${name}" value="${escapeHtml(typed?.[name] ?? '')}" maxlength="${NAME_MAX}" required ${more}></label>`
  return `<details class="save mandate"${typed === null ? '' : ' open'}><summary>${escapeHtml(words.mandateOffer)}</summary>
<form class="online" method="post" action="${escapeHtml(action)}">
${fault === null ? '' : `<p role="alert">${escapeHtml(words[fault])}</p>`}
<div lang="${escapeHtml(language)}" dir="${direction}"><h2>${escapeHtml(title)}</h2><dl>${lines}</dl><p>${escapeHtml(text)}</p><p>${escapeHtml(rights)}</p></div>
<input type="hidden" name="reference" value="${escapeHtml(proposal.reference)}">
${field(holderLabel, 'holder', 'autocomplete="name"')}
${field(ibanLabel, 'iban', 'autocomplete="off" autocapitalize="characters" spellcheck="false"')}
${field(words.mandateName, 'name', 'autocomplete="name"')}
<label class="keep"><input type="checkbox" name="agree" value="yes" required> ${escapeHtml(words.mandateAgree)}</label>
<button class="button">${escapeHtml(words.mandateSign)}</button>
</form></details>`
}

/** What the customer signed, and the button that ends it. */
export function signedForm(
  { label, mandate }: PaymentMethod,
  { action, words }: Pick<Asking, 'action' | 'words'>,
): string {
  const said = words.mandateGiven
    .replace('{mandate}', () => mandate?.reference ?? '')
    .replace('{method}', () => label)
  return `<form class="kept" method="post" action="${escapeHtml(action)}"><p>${escapeHtml(said)}</p><button class="button" name="end" value="yes">${escapeHtml(words.mandateEnd)}</button></form>`
}
