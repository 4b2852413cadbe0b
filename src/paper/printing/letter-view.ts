import { maskedIban } from '@billwright/sepa'
import { escapeHtml, Fragment, type View } from '@billwright/templates'
import type { Seller } from '../../sales/contents/parties.ts'
import { payableMinor } from '../../sales/contents/totals/payable.ts'
import type { DocumentContext } from './document-source.ts'
import { groupIban } from './inner/payment-code/payment-code.ts'
import { fill, greetingIn, type Labels, taxIdLabel, wordsFor } from './labels/labels.ts'

/** How a letter greets its reader and ends; empty if the company greets nobody. */
export function greetingView(
  seller: Pick<Seller, 'greeting' | 'contactName' | 'name'>,
  { contactName, language }: { readonly contactName: string | null; readonly language: string },
) {
  const isGreeted = seller.greeting === 'on'
  return {
    greeting: isGreeted ? greetingIn(language, contactName) : '',
    closing: isGreeted ? wordsFor(language).labels.closingText : '',
    signer: seller.contactName ?? seller.name,
  }
}

/** The greeting, and what the table shows. */
export function letterTextsView({ invoice, labels }: DocumentContext): View {
  const { seller, buyer, type, status, language } = invoice
  const greeting = greetingView(seller, { contactName: buyer.contactName, language })
  const intro =
    type === 'credit_note'
      ? labels.creditNoteIntroText
      : status === null
        ? labels.quoteIntroText
        : labels.invoiceIntroText
  return { ...greeting, intro: greeting.greeting === '' ? '' : intro }
}

/** The amount that the reader looks for first, and the sentence that asks for it. */
export function mainAmountView(
  context: DocumentContext,
  { hasBill }: { readonly hasBill: boolean },
): View {
  const head = mainAmountOf(context)
  return {
    ...head,
    isLongAmount: isLong(head.mainAmount),
    paymentSentence: paymentSentence(context, hasBill),
  }
}

/** Whether an amount does not fit at full size into the column of 60 mm. */
export const isLong = (amount: string): boolean => amount.length > 13

function mainAmountOf({ invoice, labels, format, dueMinor, settlement }: DocumentContext) {
  const { type, status, totals, dueDate } = invoice
  const date = dueDate === null ? null : format.date(dueDate)
  if (type === 'invoice' && dueMinor > 0n)
    return {
      mainLabel: date === null ? labels.amountDueLabel : fill(labels.dueByText, { date }),
      mainAmount: format.money(dueMinor),
    }
  const refundMinor = settlement ? settlement.refundDueMinor : -dueMinor
  if (status !== null && refundMinor > 0n)
    return { mainLabel: labels.amountDueLabel, mainAmount: format.money(refundMinor) }
  const isOffer = status === null && date !== null
  return {
    mainLabel: isOffer ? format.labelled(labels.dueDateLabel, date) : labels.totalLabel,
    mainAmount: format.money(payableMinor(totals)),
  }
}

/** A QR-bill names the account itself. */
function paymentSentence(context: DocumentContext, hasBill: boolean): Fragment | '' {
  const { invoice, format, labels, dueMinor } = context
  if (invoice.type !== 'invoice' || dueMinor <= 0n) return ''
  const collected = collectSentence(context)
  if (collected !== null) return filled(collected, {})
  return transferSentence(invoice.seller, {
    amount: format.money(dueMinor),
    date: invoice.dueDate === null ? null : format.date(invoice.dueDate),
    reference: invoice.paymentReference ?? invoice.number,
    namesAccount: !hasBill,
    labels,
  })
}

/**
 * What the customer must be told before a direct debit (EPC016-06, pre-notification): amount, day,
 * mandate, creditor and account. Null: the invoice is not collected.
 */
export function collectSentence({
  invoice: { debit, seller, dueDate, issueDate, language },
  collected,
  format,
  labels,
  dueMinor,
}: Pick<DocumentContext, 'invoice' | 'collected' | 'format' | 'labels' | 'dueMinor'>):
  | string
  | null {
  const { creditorId } = seller.bankAccount
  const mandate = collected?.mandate ?? debit?.mandate ?? null
  const date = format.date(collected?.day ?? dueDate ?? issueDate)
  if (mandate !== null && creditorId !== null) {
    const payerIban = debit?.payerIban ?? null
    return fill(labels.collectText, {
      amount: format.money(dueMinor),
      date,
      account: collected?.method ?? (payerIban === null ? '' : maskedIban(payerIban)),
      mandate,
      creditor: creditorId,
    })
  }
  if (!collected) return null
  const { payCollected } = wordsFor(language).page
  return fill(payCollected, { day: date, method: collected.method })
}

interface Transfer {
  readonly amount: string
  readonly date: string | null
  readonly reference: string | null
  readonly namesAccount: boolean
  readonly labels: Labels
}

/** Asks for a transfer: how much, until when, to which account, with which reference. */
export function transferSentence(
  { bankAccount, name }: Pick<Seller, 'bankAccount' | 'name'>,
  { amount, date, reference, namesAccount, labels }: Transfer,
): Fragment {
  const { holder, iban, number, bankCode } = bankAccount
  const account = iban !== null ? groupIban(iban) : number
  const values = { amount: strong(amount), date: date === null ? '' : strong(date) }
  if (account === null || !namesAccount)
    return filled(date === null ? labels.payText : labels.payByText, values)
  const further = [
    holder !== null && holder !== name ? holder : null,
    iban === null && bankCode !== null ? `${labels.bankCodeLabel} ${bankCode}` : null,
  ].filter((part) => part !== null)
  const inBrackets = further.length === 0 ? '' : ` (${escapeHtml(further.join(', '))})`
  return filled(date === null ? labels.transferText : labels.transferByText, {
    ...values,
    account: `${strong(account)}${inBrackets}`,
    reference:
      reference === null
        ? ''
        : fill(escapeHtml(labels.transferReferenceText), { reference: strong(reference) }),
  })
}

export const strong = (text: string): string => `<strong><bdi>${escapeHtml(text)}</bdi></strong>`

/** A sentence with values that are HTML. */
export function filled(sentence: string, values: Readonly<Record<string, string>>): Fragment {
  const html = fill(escapeHtml(sentence), values)
  return new Fragment(html, html.replace(/<[^>]*>/g, ''))
}

interface Dates {
  readonly invoiceNumber: string
  readonly issueDate: string
  readonly dueDate: string
  readonly furtherDetails: readonly { readonly label: string; readonly value: string }[]
}

/** The references for the column beside the address, with the customer's tax id and our contact. */
export function factsView({ invoice, labels, dueMinor }: DocumentContext, dates: Dates): View {
  const { seller, buyer, type, status, language } = invoice
  const ids = wordsFor(language, buyer.address.countryCode).labels
  const yourId = fill(labels.yourIdText, { label: taxIdLabel(ids, buyer.taxId) })
  // Otherwise the due date stands above the amount.
  const isDueApart = type !== 'invoice' || (dueMinor <= 0n && status !== null)
  const isSaid = ({ value }: { readonly value: string }) => value !== ''
  const furtherFacts = [
    { label: labels.invoiceDateLabel, value: dates.issueDate },
    { label: labels.dueDateLabel, value: isDueApart ? dates.dueDate : '' },
    ...dates.furtherDetails,
    { label: yourId, value: buyer.taxId ?? '' },
  ].filter(isSaid)
  const contact = { label: labels.contactLabel, value: seller.contactName ?? '' }
  const number = { label: labels.invoiceNumberShortLabel, value: dates.invoiceNumber }
  return { facts: [number, ...furtherFacts, contact].filter(isSaid), furtherFacts }
}
