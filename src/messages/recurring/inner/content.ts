import { isItem } from '@billwright/rules/line-kinds'
import { dueDay, type PaymentTerms, termsOfDays } from '@billwright/rules/payment-terms'
import type { Range } from '@billwright/rules/schedule'
import type { Settings } from '../../../company/settings/settings.ts'
import { type Fault, invalidRequest } from '../../../kernel/errors.ts'
import {
  fillPlaceholders,
  type Occasion,
  unknownPlaceholder,
} from '../../../kernel/placeholders/placeholders.ts'
import { table } from '../../../kernel/table.ts'
import { formatterFor } from '../../../paper/printing/format.ts'
import { usualTerms } from '../../../sales/contents/draft.ts'
import { OPTIONAL_FIELDS } from '../../../sales/contents/fields.ts'
import type { Customer } from '../../../sales/customers/customer.ts'
import type { InvoiceCreateBody } from '../../../sales/invoices/input-schema.ts'
import type { Content, ContentPart } from '../input.ts'
import type { RecurringInvoice } from './recurring.ts'

/* The contents of an occurrence on its day, as the body of an invoice. */

/** The texts with placeholders, by wire name, and their maximum length. */
const TEXTS = table<number>({
  description: 1000,
  details: 5000,
  note: 1000,
  notes: 10_000,
  terms: 5000,
  internal_notes: 10_000,
  reason: 200,
  reference: 140,
  order_reference: 200,
  project: 200,
  contract: 200,
  sales_order: 200,
  object: 200,
  accounting_code: 200,
  value: 200,
})

type Part = Pick<RecurringInvoice, 'invoice' | 'changes' | 'extras'>

/** The contents on a day: with all changes up to it and the additions of that day. */
export function contentOn({ invoice, changes, extras }: Part, date: string): Content {
  const until = changes.filter(({ from }) => from <= date).map((change) => change.invoice)
  const now = Object.assign({}, invoice, ...until) as Content
  const extra = extras.find((it) => it.date === date)
  if (!extra) return now
  const notes = [now.notes, extra.notes].filter((it) => it != null && it !== '').join('\n')
  return { ...now, items: [...now.items, ...extra.items], ...(notes === '' ? {} : { notes }) }
}

/** Whether an invoice with these contents has an item, unless entries give it one. */
export const hasItems = (
  { items }: Content,
  { includeEntries }: Pick<RecurringInvoice, 'includeEntries'>,
): boolean => includeEntries || items.some(isItem)

export const ITEMS_MISSING = {
  code: 'required',
  message: 'The items are missing. Add one, or let entries join.',
}

interface Day {
  readonly date: string
  readonly issueDate: string
  readonly period: Range | null
  readonly n: number | null
}

interface Context {
  readonly settings: Settings
  readonly customer: Customer
}

interface DayFields {
  readonly currency: string
  readonly issue_date: string
  readonly period_end?: string
}

/** The body of the invoice of a day. */
export function bodyOf(
  recurring: Part & Pick<RecurringInvoice, 'customerId' | 'schedule'>,
  { date, issueDate, period, n }: Day,
  { settings, customer }: Context,
): InvoiceCreateBody & DayFields {
  const { payment_terms_days: days, ...content } = contentOn(recurring, date)
  const { end } = recurring.schedule
  const own = termsOf(content.payment_terms) ?? (days == null ? null : termsOfDays(days))
  const terms = own ?? usualTerms(customer, settings)
  const dueDate = dueDay(issueDate, terms, settings.nonWorkingDays)
  const language = content.language ?? customer.language ?? settings.locale
  const currency = content.currency ?? customer.currency ?? settings.currency
  const format = formatterFor({ language, currency, dateFormat: settings.dateFormat })
  const occasion: Occasion = {
    language: format.locale,
    date,
    issueDate,
    dueDate,
    periodStart: period?.start ?? null,
    periodEnd: period?.end ?? null,
    n,
    of: end && 'after' in end ? end.after : null,
    writeDay: format.date,
    writePeriod: format.period,
  }
  return {
    ...mapTexts(content, (text) => fillPlaceholders(text, occasion)),
    customer_id: recurring.customerId,
    currency,
    issue_date: issueDate,
    due_date: dueDate,
    // A number of days replaces the terms of the customer.
    ...(days == null ? {} : { payment_terms: content.payment_terms ?? null }),
    ...(period ? { period_start: period.start, period_end: period.end } : {}),
  }
}

/** The check of the request has found their faults before. */
const termsOf = (given: Content['payment_terms']): PaymentTerms | null =>
  given ? OPTIONAL_FIELDS.paymentTerms.change(null, given, '', () => {}) : null

/**
 * Contents of a request with one statement of the payment terms: a number of days replaces other terms,
 * and terms determine the number of days.
 */
export function withOneTerms<C extends ContentPart>(content: C): C {
  const { payment_terms: terms, payment_terms_days: days } = content
  if (terms)
    return { ...content, payment_terms_days: terms.kind === 'days' ? (terms.days ?? null) : null }
  return days == null ? content : { ...content, payment_terms: null }
}

/** Refuses an unknown placeholder, with its pointer. */
export function checkPlaceholders(content: ContentPart, pointer: string): void {
  const faults: Fault[] = []
  mapTexts(content, (text, at) => {
    const unknown = unknownPlaceholder(text)
    if (unknown !== null)
      faults.push({
        pointer: `${pointer}${at}`,
        code: 'unknown_placeholder',
        message: `Unknown placeholder: ${unknown}. Write {{ and }} for braces.`,
      })
    return text
  })
  if (faults.length > 0) throw invalidRequest(faults)
}

type MapText = (text: string, pointer: string) => string

/**
 * Contents with each text mapped. A text that becomes too long for its field is refused.
 */
export function mapTexts<T>(value: T, map: MapText, at = ''): T {
  if (Array.isArray(value))
    return value.map((entry, index) => mapTexts(entry, map, `${at}/${index}`)) as T
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, mapPart(name, part, map, `${at}/${name}`)]),
  ) as T
}

function mapPart(name: string, part: unknown, map: MapText, at: string): unknown {
  if (name === 'metadata') return part
  const max = TEXTS[name]
  if (max === undefined || typeof part !== 'string') return mapTexts(part, map, at)
  const text = map(part, at)
  if (text.length <= max || text === part) return text
  const message = `Too long: use at most ${max} characters, with placeholders filled in.`
  throw invalidRequest([{ pointer: at, code: 'too_long', message }])
}
