import { stepFor } from '@billwright/rules/cash-rounding'
import { addDays } from '@billwright/rules/days'
import { textsIn } from '@billwright/rules/default-texts'
import type { LineKind, TextKind } from '@billwright/rules/line-kinds'
import { dueDay, isPlainDays, type PaymentTerms } from '@billwright/rules/payment-terms'
import type { DaysOff } from '@billwright/rules/schedule'
import { withholdOf } from '@billwright/rules/withholding'
import type { Data } from '@billwright/sdk'
import type { Invoice } from '../api/invoices.ts'
import type { Settings } from '../api/queries.ts'
import type { Quote } from '../api/quotes.ts'
import type { CustomField } from '../components/custom-fields.tsx'
import { type EarlyOffer, earlyOf } from '../components/early-offers.ts'
import { newKey } from '../components/row-key.ts'
import { fromWire, toWire } from '../components/terms-field.tsx'
import { type WithholdingTexts, withholdingTexts } from '../components/withholding-texts.ts'
import { shownDecimal, shownPercent } from '../words/decimal-text.ts'
import type { Language } from '../words/languages.ts'

export type Customer = Data<'getCustomer'>

type Choice = 'fixed' | 'optional' | 'chosen'

/** A line in the form: numbers are texts until they are sent. */
export interface Line {
  /** Key of the row on the screen; never sent. */
  readonly key: string
  /** Id of the item, once it is saved. */
  readonly id?: string
  /** Headings, texts and subtotals have no figures. */
  readonly kind: LineKind
  readonly description: string
  readonly details: string
  readonly quantity: string
  readonly unit: string
  readonly price: string
  /** The number of units that the price is for; empty: one. */
  readonly priceBase: string
  /** `10 %` or an amount. */
  readonly discount: string
  readonly taxRate: string
  /** Empty: the default for the rate. */
  readonly taxCategory: string
  readonly taxReason: string
  /** The tax preset of the rate, until another rate is typed. */
  readonly taxPreset?: string | undefined
  /** Label and second tax, until another rate is typed. */
  readonly taxNames?: TaxNames | undefined
  /** On a quote: an optional item counts only while it is selected. */
  readonly choice: Choice
  /** Other fields of the item, sent back unchanged. */
  readonly rest: Readonly<Record<string, unknown>>
}

/** What a tax is called, and a second tax on the same net. */
export interface TaxNames {
  readonly label?: string
  readonly second?: { readonly label: string; readonly rate: string }
}

/** A discount or charge on the whole document. */
export interface AdjustmentLine {
  readonly key: string
  readonly reason: string
  readonly reasonCode: string | null
  readonly value: string
  readonly taxRate: string
  readonly taxCategory: string
  readonly taxNames?: TaxNames | undefined
  /** Whether withholdings count it, if it is not as usual. */
  readonly withhold?: boolean
}

/** Texts of one line, which the editor calls as the history does, and how long they get. */
const LINES = { order_reference: 200 } as const
/** The texts, by their names on the wire. */
export const TEXTS = {
  ...{ terms: 5000, notes: 10_000, internal_notes: 10_000, reference: 200 },
  ...LINES,
} as const
export const LINE_FIELDS = Object.keys(LINES) as readonly (keyof typeof LINES)[]
export const TEXT_FIELDS = Object.keys(TEXTS) as readonly TextField[]
export const DAY_FIELDS = [
  'due_date',
  'delivery_date',
  'period_start',
  'period_end',
  'tax_point_date',
] as const
export const REFERENCE_FIELDS = [
  'project',
  'contract',
  'sales_order',
  'despatch',
  'receipt',
  'tender',
  'object',
  'accounting_code',
] as const

/** The fields of FatturaPA. */
const ITALY_FIELDS = ['document_type', 'stamp_duty'] as const
/** The fields of FA(3). */
export const POLAND_FIELDS = ['split_payment', 'cash_accounting'] as const

export type ItalyField = (typeof ITALY_FIELDS)[number]
type PolandField = (typeof POLAND_FIELDS)[number]
export type TextField = keyof typeof TEXTS
export type DayName = (typeof DAY_FIELDS)[number]
export type ReferenceField = (typeof REFERENCE_FIELDS)[number]

/** The default of a field. Until a person changes it, the field follows the customer. */
interface Defaults {
  readonly terms: PaymentTerms
  readonly daysOff: DaysOff
  readonly currency: string
  readonly language: string
  readonly reference: string
  readonly customFields: readonly CustomField[]
  readonly earlyPayment: readonly EarlyOffer[]
  readonly withholdings: readonly WithholdingTexts[]
}

/** The fields of a quote. */
export interface Offer {
  /** Empty: no limit. */
  readonly validUntil: string
  readonly terms: string
  readonly onAccept: Quote['on_accept']
  /** Percentage of the order; empty: no deposit. */
  readonly depositPercent: string
  /** Default validity in days. */
  readonly validDays: number
}

export type Kind = 'invoice' | 'quote'

export const kindOf = ({ offer }: Pick<Form, 'offer'>): Kind =>
  offer === null ? 'invoice' : 'quote'

/** A contact or address of the customer: undefined is the default, null none. */
type BookId = string | null | undefined

/**
 * The form of an invoice or a quote. Plain data, so that the browser can store it until it is
 * saved.
 */
export interface Form {
  /** The language of the decimal marks in the form. */
  readonly typedIn: Language
  readonly customer: { readonly id: string; readonly name: string } | null
  readonly contactId?: BookId
  readonly deliveryAddressId?: BookId
  /** Whether the draft has a delivery that is not an address of the customer. */
  readonly hasOwnDelivery: boolean
  readonly issueDate: string
  readonly days: Readonly<Record<DayName, string>>
  readonly texts: Readonly<Record<TextField, string>>
  readonly references: Readonly<Record<ReferenceField, string>>
  readonly italy: Readonly<Record<ItalyField, string>>
  readonly poland: Readonly<Record<PolandField, boolean>>
  readonly customFields: readonly CustomField[]
  /** As many as the service takes; an empty one offers nothing. */
  readonly earlyPayment: readonly EarlyOffer[]
  /** Null: the usual ones, which are a number of days. */
  readonly terms: PaymentTerms | null
  readonly withholdings: readonly WithholdingTexts[]
  /** Empty: the amount to pay is not rounded. */
  readonly cashRounding: string
  readonly paymentReference: string
  readonly profile: string
  readonly currency: string
  readonly language: string
  /** Empty: the value of the settings. */
  readonly template: string
  readonly pricesIncludeTax: boolean
  readonly rounding: 'document' | 'line'
  readonly lines: readonly Line[]
  readonly discounts: readonly AdjustmentLine[]
  readonly charges: readonly AdjustmentLine[]
  /** Null: an invoice. */
  readonly offer: Offer | null
  readonly defaults: Defaults
}

/** A line without figures. */
export const textLine = (kind: LineKind): Line => ({
  key: newKey(),
  kind,
  description: '',
  details: '',
  quantity: '',
  unit: '',
  price: '',
  priceBase: '',
  discount: '',
  taxRate: '',
  taxCategory: '',
  taxReason: '',
  choice: 'fixed',
  rest: {},
})

export const blankLine = (settings: Settings, language: Language): Line => ({
  ...textLine('item'),
  taxRate: shownDecimal(settings.defaultTax.rate, language),
  taxCategory: ['S', 'Z'].includes(settings.defaultTax.category)
    ? ''
    : settings.defaultTax.category,
})

/** Whether a line has only default values; such a line is not sent. */
export const isBlank = (line: Line): boolean =>
  line.kind !== 'subtotal' &&
  [line.description, line.details, line.quantity, line.price, line.discount].every(
    (text) => text.trim() === '',
  )

export function newForm(settings: Settings, language: Language, today: string): Form {
  const blank = <T extends string>(names: readonly T[]) =>
    Object.fromEntries(names.map((name) => [name, ''])) as Record<T, string>
  const texts = textsIn(settings, settings.locale)
  const earlyPayment = earlyOf(settings.earlyPayment, language)
  const usual = fromWire(settings.paymentTerms)
  return {
    typedIn: language,
    customer: null,
    hasOwnDelivery: false,
    issueDate: today,
    days: { ...blank(DAY_FIELDS), due_date: dueDay(today, usual, settings.nonWorkingDays) },
    texts: {
      ...blank(TEXT_FIELDS),
      terms: texts.terms ?? '',
      notes: texts.notes ?? '',
    },
    references: blank(REFERENCE_FIELDS),
    italy: blank(ITALY_FIELDS),
    poland: { split_payment: false, cash_accounting: false },
    customFields: settings.customFields,
    earlyPayment,
    terms: saidTerms(usual),
    withholdings: withholdingTexts(settings.withholdings, language),
    cashRounding: stepFor(settings, settings.currency) ?? '',
    paymentReference: '',
    profile: '',
    currency: settings.currency,
    language: settings.locale,
    template: '',
    pricesIncludeTax: settings.pricesIncludeTax,
    rounding: settings.rounding as Form['rounding'],
    lines: [blankLine(settings, language)],
    discounts: [],
    charges: [],
    offer: null,
    defaults: usualOf(settings, language),
  }
}

/** What the company's settings fill in, before a customer is chosen. */
const usualOf = (settings: Settings, language: Language): Defaults => ({
  terms: fromWire(settings.paymentTerms),
  daysOff: settings.nonWorkingDays,
  currency: settings.currency,
  language: settings.locale,
  reference: '',
  customFields: settings.customFields,
  earlyPayment: earlyOf(settings.earlyPayment, language),
  withholdings: withholdingTexts(settings.withholdings, language),
})

/** A new quote with the defaults of the settings. */
export const asQuote = (form: Form, settings: Settings): Form => ({
  ...form,
  offer: {
    validUntil: addDays(form.issueDate, settings.quoteValidDays),
    terms: textsIn(settings, form.language).quoteTerms ?? '',
    onAccept: 'nothing',
    depositPercent: '',
    validDays: settings.quoteValidDays,
  },
})

/** Sets the customer; fields that still have a default follow. */
export function withCustomer(form: Form, customer: Customer, settings: Settings): Form {
  const before = form.defaults
  const defaults: Defaults = {
    terms: fromWire(customer.payment_terms ?? settings.paymentTerms),
    daysOff: settings.nonWorkingDays,
    currency: customer.currency ?? settings.currency,
    language: customer.language ?? settings.locale,
    reference: customer.reference ?? '',
    customFields:
      customer.custom_fields.length > 0 ? customer.custom_fields : settings.customFields,
    earlyPayment: earlyOf(customer.early_payment ?? settings.earlyPayment, form.typedIn),
    withholdings: withholdingTexts(customer.withholdings ?? settings.withholdings, form.typedIn),
  }
  const { reference } = form.texts
  const language = form.language === before.language ? defaults.language : form.language
  const currency = form.currency === before.currency ? defaults.currency : form.currency
  const spoken = withCurrency(withLanguage(form, language, settings), currency, settings)
  const isOther = customer.id !== form.customer?.id
  return {
    ...spoken,
    customer: { id: customer.id, name: customer.name },
    ...(isOther && { contactId: undefined, deliveryAddressId: undefined }),
    ...(termsShown(form) === before.terms && termsPart({ ...form, defaults }, null)),
    texts: {
      ...spoken.texts,
      reference: reference === before.reference ? defaults.reference : reference,
    },
    customFields:
      JSON.stringify(form.customFields) === JSON.stringify(before.customFields)
        ? defaults.customFields
        : form.customFields,
    earlyPayment:
      JSON.stringify(form.earlyPayment) === JSON.stringify(before.earlyPayment)
        ? defaults.earlyPayment
        : form.earlyPayment,
    withholdings:
      JSON.stringify(form.withholdings) === JSON.stringify(before.withholdings)
        ? defaults.withholdings
        : form.withholdings,
    defaults,
  }
}

/** Terms that the document says; a number of days is only its due date. */
const saidTerms = (usual: PaymentTerms): PaymentTerms | null => (isPlainDays(usual) ? null : usual)

/** The terms that give the due date; null: a person typed it. */
export function termsShown({ days, issueDate, terms, defaults, offer }: Form): PaymentTerms | null {
  const shown = terms === null || sameTerms(terms, defaults.terms) ? defaults.terms : terms
  const isComputed = days.due_date === dueDay(issueDate, shown, defaults.daysOff)
  return offer !== null || isComputed ? shown : null
}

const sameTerms = (one: PaymentTerms, other: PaymentTerms): boolean =>
  JSON.stringify(toWire(one)) === JSON.stringify(toWire(other))

/** Terms with their due date; null: the usual ones. */
function termsPart({ issueDate, days, defaults }: Form, terms: PaymentTerms | null) {
  const due = dueDay(issueDate, terms ?? defaults.terms, defaults.daysOff)
  return { terms: terms ?? saidTerms(defaults.terms), days: { ...days, due_date: due } }
}

/** Sets the payment terms; the due date follows. */
export const withTerms = (form: Form, terms: PaymentTerms | null): Form => ({
  ...form,
  ...termsPart(form, terms),
})

/** Sets the currency; the usual cash rounding follows. */
export const withCurrency = (form: Form, currency: string, settings: Settings): Form => ({
  ...form,
  currency,
  cashRounding:
    form.cashRounding === (stepFor(settings, form.currency) ?? '')
      ? (stepFor(settings, currency) ?? '')
      : form.cashRounding,
})

/** Sets the language; default texts of the settings follow. */
export function withLanguage(form: Form, language: string, settings: Settings): Form {
  const [before, after] = [textsIn(settings, form.language), textsIn(settings, language)]
  const follow = (text: string, from: string | null, to: string | null) =>
    text === (from ?? '') ? (to ?? '') : text
  return {
    ...form,
    language,
    texts: {
      ...form.texts,
      terms: follow(form.texts.terms, before.terms, after.terms),
      notes: follow(form.texts.notes, before.notes, after.notes),
    },
    offer: form.offer && {
      ...form.offer,
      terms: follow(form.offer.terms, before.quoteTerms, after.quoteTerms),
    },
  }
}

/** Sets a date. The due date or last day follows unless a person chose one. */
export function withIssueDate(form: Form, issueDate: string): Form {
  if (issueDate === '') return form
  return {
    ...form,
    issueDate,
    ...(termsShown(form) && termsPart({ ...form, issueDate }, form.terms)),
    offer: form.offer && offerFrom(form.offer, form.issueDate, issueDate),
  }
}

function offerFrom(offer: Offer, before: string, issueDate: string): Offer {
  const { validUntil, validDays } = offer
  return validUntil === addDays(before, validDays)
    ? { ...offer, validUntil: addDays(issueDate, validDays) }
    : offer
}

const ITEM_FIELDS = new Set([
  'id',
  'kind',
  'position',
  'description',
  'details',
  'quantity',
  'duration',
  'unit',
  'unit_price',
  'price_base_quantity',
  'discount',
  'tax',
  'total',
  'deducts',
  'optional',
  'selected',
])

type SavedLine = Invoice['items'][number] | Quote['items'][number]
type Item = Extract<Invoice['items'][number], { kind: 'item' }> &
  Partial<Extract<Quote['items'][number], { kind: 'item' }>>
type Adjustment = Invoice['discounts'][number]

/** A saved invoice or quote as a form. Fields that are not edited here stay with their line. */
export function formOf(invoice: Invoice | Quote, settings: Settings, language: Language): Form {
  const daysOf: Partial<Record<DayName, string | null>> = invoice
  const texts = TEXT_FIELDS.map((name) => [name, invoice[name] ?? ''])
  const days = DAY_FIELDS.map((name) => [name, daysOf[name] ?? ''])
  const references = REFERENCE_FIELDS.map((name) => [name, invoice.references[name] ?? ''])
  return {
    typedIn: language,
    customer: { id: invoice.customer_id, name: invoice.customer_name },
    ...bookOf(invoice),
    issueDate: invoice.issue_date,
    days: Object.fromEntries(days),
    texts: Object.fromEntries(texts),
    references: Object.fromEntries(references),
    italy: italyOf(invoice.italy, language),
    poland: invoice.poland,
    customFields: invoice.custom_fields,
    earlyPayment: earlyOf(invoice.early_payment, language),
    terms: invoice.payment_terms && fromWire(invoice.payment_terms),
    withholdings: withholdingTexts(invoice.withholdings, language),
    cashRounding: invoice.cash_rounding ?? '',
    paymentReference: invoice.payment.reference ?? '',
    profile: invoice.e_invoice_profile ?? '',
    currency: invoice.currency,
    language: invoice.language,
    template: chosenTemplate(invoice, settings),
    pricesIncludeTax: invoice.prices_include_tax,
    rounding: invoice.rounding as Form['rounding'],
    lines: invoice.items.map((line) => savedLine(line, language)),
    discounts: invoice.discounts.map((it) => adjustmentOf(it, language)),
    charges: invoice.charges.map((it) => adjustmentOf(it, language)),
    offer: 'valid_until' in invoice ? offerOf(invoice, settings, language) : null,
    defaults: usualOf(settings, language),
  }
}

const italyOf = (italy: Invoice['italy'], language: Language): Form['italy'] => ({
  document_type: italy.document_type ?? '',
  stamp_duty: shownDecimal(italy.stamp_duty ?? '', language),
})

const bookOf = ({ contact_id, delivery_address_id, delivery }: Invoice | Quote) => ({
  contactId: contact_id,
  deliveryAddressId: delivery_address_id,
  hasOwnDelivery:
    delivery_address_id === null &&
    (delivery.name !== null || Object.values(delivery.address).some((line) => line !== null)),
})

/** A draft without a template uses that of the settings. */
const chosenTemplate = ({ template }: Invoice | Quote, { templateId }: Settings): string =>
  template === null || template.id === templateId ? '' : template.id

const offerOf = (quote: Quote, { quoteValidDays }: Settings, language: Language): Offer => ({
  validUntil: quote.valid_until ?? '',
  terms: quote.terms_text ?? '',
  onAccept: quote.on_accept,
  depositPercent: shownDecimal(quote.deposit_percent ?? '', language),
  validDays: quoteValidDays,
})

const savedLine = (line: SavedLine, language: Language): Line =>
  line.kind === 'item' ? lineOf(line, language) : textLineOf(line)

/** A heading, a text or a subtotal of an answer or a request. */
export const textLineOf = ({
  id,
  kind = 'text',
  description,
  details,
}: {
  readonly id?: string | undefined
  readonly kind?: string | undefined
  readonly description?: string | null | undefined
  readonly details?: string | null | undefined
}): Line => ({
  ...textLine(kind as TextKind),
  ...(id !== undefined && { id }),
  description: description ?? '',
  details: details ?? '',
})

export function lineOf(
  item: Omit<Item, 'id' | 'deducts' | 'kind' | 'position'> & { readonly id?: string },
  language: Language,
): Line {
  const rest = Object.entries(item).filter(
    ([name, value]) => !ITEM_FIELDS.has(name) && value !== null,
  )
  return {
    ...textLine('item'),
    ...(item.id !== undefined && { id: item.id }),
    description: item.description,
    details: item.details ?? '',
    quantity: item.duration ?? shownDecimal(item.quantity, language),
    unit: item.unit ?? '',
    price: shownDecimal(item.unit_price, language),
    priceBase: shownDecimal(String(item.price_base_quantity ?? ''), language),
    discount: item.discount === null ? '' : valueText(item.discount, language),
    taxRate: shownDecimal(item.tax.rate, language),
    taxCategory: item.tax.category === 'S' ? '' : item.tax.category,
    taxReason: item.tax.reason ?? '',
    taxPreset: item.tax.preset ?? undefined,
    taxNames: namesOf(item.tax),
    choice: item.optional ? (item.selected ? 'chosen' : 'optional') : 'fixed',
    rest: {
      ...Object.fromEntries(rest),
      ...(item.tax.reason_code !== null && { taxReasonCode: item.tax.reason_code }),
    },
  }
}

export const adjustmentOf = (it: Adjustment, language: Language): AdjustmentLine => ({
  key: newKey(),
  reason: it.reason ?? '',
  reasonCode: it.reason_code,
  value: valueText(it, language),
  taxRate: shownDecimal(it.tax.rate, language),
  taxCategory: it.tax.category === 'S' ? '' : it.tax.category,
  taxNames: namesOf(it.tax),
  ...withholdOf(it.reason, it.withhold),
})

export const namesOf = ({ label, second }: Partial<Item['tax']>): TaxNames | undefined =>
  label || second ? { ...(label && { label }), ...(second && { second }) } : undefined

const valueText = (
  { percent, amount }: { readonly percent?: string; readonly amount?: string },
  language: Language,
): string =>
  percent === undefined ? shownDecimal(amount ?? '', language) : shownPercent(percent, language)
