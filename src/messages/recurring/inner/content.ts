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
import { formatterFor } from '../../../paper/printing/format.ts'
import { usualTerms } from '../../../sales/contents/draft.ts'
import { OPTIONAL_FIELDS } from '../../../sales/contents/fields.ts'
import { mapTexts } from '../../../sales/contents/texts.ts'
import type { Customer } from '../../../sales/customers/customer.ts'
import type { InvoiceCreateBody } from '../../../sales/invoices/input-schema.ts'
import type { Content, ContentPart } from '../input.ts'
import type { RecurringInvoice } from './recurring.ts'

/* The contents of an occurrence on its day, as the body of an invoice. */

type Part = Pick<RecurringInvoice, 'invoice' | 'changes' | 'extras'>

/** The contents on a day: with all changes up to it and the additions of that day. */
export function contentOn({ invoice, changes, extras }: Part, date: string): Content {
  const until = changes.filter(({ from }) => from <= date).map((change) => change.invoice)
  const now = until.reduce<Content>(merged, invoice)
  const extra = extras.find((it) => it.date === date)
  if (!extra) return now
  const notes = [now.notes, extra.notes].filter((it) => it != null && it !== '').join('\n')
  return { ...now, items: [...now.items, ...extra.items], ...(notes === '' ? {} : { notes }) }
}

/** JSON Merge Patch of the first level: null in the patch deletes a field, and a stored null stays. */
export function merged<T extends object>(whole: T, part: object): T {
  const deleted = new Set(
    Object.entries(part).flatMap(([name, value]) => (value === null ? [name] : [])),
  )
  const all = Object.entries({ ...whole, ...part })
  return Object.fromEntries(all.filter(([name]) => !deleted.has(name))) as T
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
  const { payment_terms_days: days, payment_terms: said, ...content } = contentOn(recurring, date)
  const { end } = recurring.schedule
  const own = termsOf(said) ?? (days == null ? null : termsOfDays(days))
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
    ...(said || days != null ? { payment_terms: said ?? null } : {}),
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
