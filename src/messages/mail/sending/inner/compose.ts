import type { Settings } from '../../../../company/settings/settings.ts'
import { type Fault, invalidRequest } from '../../../../kernel/errors.ts'
import { email, FieldError, language as languageRule } from '../../../../kernel/fields/rules.ts'
import { type Formatter, formatterFor, labelled } from '../../../../paper/printing/format.ts'
import { greetingIn, wordsFor } from '../../../../paper/printing/labels/labels.ts'
import { addressesFor } from '../../../../sales/customers/contacts/book.ts'
import type { ContactRole } from '../../../../sales/customers/contacts/fields.ts'
import type { Customer } from '../../../../sales/customers/customer.ts'
import type { SendBody } from '../../inner/schema.ts'
import { checkedText, labelOf } from '../../inner/templates/templates.ts'
import {
  fillForRequest,
  fillTemplate,
  type MailDays,
  type MailValues,
  toHeader,
} from '../../inner/words/fill.ts'
import type { TemplateText } from '../../inner/words/words.ts'
import type {
  Box,
  CustomerKind,
  Figure,
  LinkTarget,
  PlannedAttachment,
  Recipient,
} from '../../message.ts'

type Addressee = Box & { readonly role: Recipient['role'] }

/** The parts of a message, before it has a sender. */
export interface MessageDraft {
  readonly kind: CustomerKind
  readonly language: string
  readonly currency: string
  readonly customer: Customer
  /** As on the document. */
  readonly customerName: string
  readonly contactName: string | null
  readonly companyName: string
  readonly days: MailDays
  readonly values: (formatter: Formatter) => MailValues
  /** A paragraph after the text, such as the notice of a charge. */
  readonly after?: ((formatter: Formatter) => string) | undefined
  readonly link: string | null
  /** The shared document that the link opens. */
  readonly linkTo?: LinkTarget
  readonly attach: readonly PlannedAttachment[]
}

export interface Composed {
  readonly recipients: readonly Addressee[]
  readonly subjectLine: string
  readonly text: string
  readonly language: string
  readonly link: string | null
  readonly linkLabel: string
  readonly figure: Figure | null
  readonly replyTo: Box | null
  /** The texts for a request: without the signature, filled in except for the link and a number to come. */
  readonly request: TemplateText
}

/**
 * The texts and recipients of a message: those of the request, else of the template and the
 * customer.
 */
export function compose(
  matter: MessageDraft,
  {
    body,
    settings,
    template,
  }: { readonly body: SendBody; readonly settings: Settings; readonly template: TemplateText },
): Composed {
  checkAddresses(body)
  const language = languageOf(matter, body)
  const { dateFormat } = settings
  const formatter = formatterFor({ language, currency: matter.currency, dateFormat })
  const words = checkedText({
    subject: body.subject ?? template.subject,
    body: body.body ?? template.body,
  })
  const { contactName, customerName, companyName, customer, link, days } = matter
  const values: MailValues = {
    ...matter.values(formatter),
    salutation: customer.salutation ?? greetingIn(language, contactName),
    customer_name: customerName,
    contact_name: contactName ?? '',
    company_name: companyName,
    link: link ?? '',
  }
  const filling = { language, formatter, days, values }
  const filled = fillTemplate(words, filling)
  const after = matter.after ? `\n\n${matter.after(formatter)}` : ''
  const signature = settings.mailSignature === null ? '' : `\n\n${settings.mailSignature}`
  const replyTo = body.reply_to ?? settings.mailReplyTo
  return {
    recipients: recipientsOf(matter, body, settings),
    subjectLine: filled.subject,
    text: `${filled.body}${after}${signature}`,
    language,
    link,
    linkLabel: labelOf(matter.kind, language),
    figure: figureOf(matter.kind, values, language),
    replyTo: replyTo ? { name: null, address: replyTo } : null,
    request: fillForRequest(words, filling),
  }
}

/** None where the message is about several amounts, or about none. */
function figureOf(kind: CustomerKind, values: MailValues, language: string): Figure | null {
  const { labels, quote } = wordsFor(language)
  const figure = (amount = '', ...captions: readonly string[]): Figure | null =>
    amount === '' ? null : { caption: captions.filter((it) => it !== '').join(' · '), amount }
  // A date never breaks.
  const day = (label: string, value = '') =>
    value === '' ? '' : labelled(language, label, value.replaceAll(' ', '\u00a0'))
  const { due, total, amount, charges = '', pay_by, valid_until } = values
  switch (kind) {
    case 'invoice':
      return figure(due, labels.amountDueLabel, day(labels.dueDateLabel, pay_by))
    case 'payment_notice':
    case 'reminder':
      // Charges come on top: the letter adds them up.
      return charges === '' ? figure(due, labels.amountDueLabel) : null
    case 'charge_failed':
      return figure(due, labels.amountDueLabel)
    case 'receipt':
      return figure(amount, labels.paidLabel)
    case 'quote':
      return figure(total, labels.totalLabel, day(quote.validUntilLabel, valid_until))
    default:
      return null
  }
}

export const languageOf = (matter: Pick<MessageDraft, 'language'>, body: SendBody): string =>
  body.language === undefined ? matter.language : checked('/language', body.language, languageRule)

const ROLES: Partial<Readonly<Record<CustomerKind, ContactRole>>> = {
  quote: 'orders',
  delivery_note: 'orders',
  reminder: 'reminders',
}

/** Contacts for messages of that kind, else those for billing, else the address of the customer. */
function defaultAddresses({ customer, kind }: MessageDraft): readonly string[] {
  const role = ROLES[kind]
  const special = role ? addressesFor(customer.contacts, role) : []
  if (special.length > 0) return special
  if (customer.billingEmails.length > 0) return customer.billingEmails
  return customer.email === null ? [] : [customer.email]
}

function recipientsOf(
  matter: MessageDraft,
  body: SendBody,
  { mailBcc }: Settings,
): readonly Addressee[] {
  const { customer, contactName, customerName } = matter
  const named = (address: string): Box => ({
    name: address === customer.email ? toHeader(contactName ?? customerName) : null,
    address,
  })
  const to = body.to ?? defaultAddresses(matter)
  const own = mailBcc === null ? [] : mailBcc.split(', ')
  return [
    ...to.map((it) => ({ role: 'to' as const, ...named(it) })),
    ...(body.cc ?? customer.cc).map((it) => ({ role: 'cc' as const, ...named(it) })),
    ...[...(body.bcc ?? []), ...own].map((it) => ({ role: 'bcc' as const, ...named(it) })),
  ]
}

/**
 * A safe file name of letters, digits and a few signs: no paths, controls or direction overrides.
 */
export const toFileName = (text: string, extension: string): string =>
  `${
    text
      .replace(/[^\p{L}\p{N}._-]+/gu, '-')
      .replace(/^[-.]+|[-.]+$/g, '')
      .slice(0, 100) || 'document'
  }.${extension}`

function checkAddresses({ to = [], cc = [], bcc = [], reply_to }: SendBody): void {
  const faults: Fault[] = []
  const check = (address: string, pointer: string) => {
    try {
      email(address)
    } catch (error) {
      if (!(error instanceof FieldError)) throw error
      faults.push({ pointer, code: error.code, message: error.message, params: error.params })
    }
  }
  for (const [name, addresses] of Object.entries({ to, cc, bcc }))
    for (const [index, address] of addresses.entries()) check(address, `/${name}/${index}`)
  if (reply_to) check(reply_to, '/reply_to')
  if (faults.length > 0) throw invalidRequest(faults)
}

function checked(pointer: string, text: string, rule: (text: string) => string): string {
  try {
    return rule(text)
  } catch (error) {
    if (!(error instanceof FieldError)) throw error
    throw invalidRequest([
      { pointer, code: error.code, message: error.message, params: error.params },
    ])
  }
}
