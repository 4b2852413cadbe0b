import { isDeepStrictEqual } from 'node:util'
import {
  dueDay,
  isPlainDays,
  type PaymentTerms,
  termsOfDays,
} from '@billwright/rules/payment-terms'
import type { Contents } from '../contents/contents.ts'
import {
  blankContents,
  type ContentsContext,
  copyContents,
  editContents,
  fillBlank,
  usualTerms,
} from '../contents/draft.ts'
import type { InvoiceKind } from '../contents/fields.ts'
import { withTotals } from '../contents/totals/totals.ts'
import { dueBeforeIssue } from './errors.ts'
import type { InvoiceCreateBody, InvoiceUpdateBody } from './input-schema.ts'
import type { InvoiceType, RecurringOrigin, StoredInvoice } from './invoice.ts'
import { isDueBeforeIssue } from './lifecycle.ts'

/** The sources of a draft's defaults. */
export interface DraftContext extends ContentsContext {
  readonly now: string
  readonly recurring?: RecurringOrigin | undefined
}

/** What a draft has not: a number, parties of its own, and all that happens after issuing. */
export const UNISSUED = {
  version: 1,
  status: 'draft',
  number: null,
  series: null,
  sequence: null,
  paidMinor: 0n,
  creditedMinor: 0n,
  shareNonce: null,
  publishedAt: null,
  mail: null,
  issuedAt: null,
} as const satisfies Partial<StoredInvoice>

/** A new draft from a request, with the defaults of the customer and the settings. */
export function newDraft(
  id: string,
  body: InvoiceCreateBody,
  context: DraftContext,
): StoredInvoice {
  const blank = blankDraft(id, body, context)
  const draft = fillBlank(blank, body, { ...context, keeps: keptOf(blank) })
  const dated = withDueDays(blank, withDueDate(blank, draft, body, context), context)
  return checkDue(blank, dated, body)
}

/** Of a credit note: nothing of it is due. */
const NOT_PAYABLE = { dueDate: null, paymentTerms: null, terms: null, earlyPayment: [] } as const

function blankDraft(id: string, body: InvoiceCreateBody, context: DraftContext): StoredInvoice {
  const contents = blankContents(body, context)
  const type = (body.type ?? 'invoice') as InvoiceType
  const { recurring } = context
  return {
    ...draftOf(id, contents, context),
    ...(type === 'credit_note' ? { type, ...NOT_PAYABLE } : {}),
    ...(recurring ? { recurring } : {}),
  }
}

/** The invoice with the fields of `body`, and with new totals. */
export function edit(
  stored: StoredInvoice,
  body: InvoiceUpdateBody,
  context: Pick<DraftContext, 'settings' | 'customer' | 'newItemId'>,
): StoredInvoice {
  const edited = editContents(stored, body, { ...context, keeps: keptOf(stored) })
  const dated = withDueDays(stored, withDueDate(stored, edited, body, context), context)
  return checkDue(stored, dated, body)
}

/** A credit note has the taxes of the invoice that it corrects. */
const keptOf = ({ status, type, corrects }: StoredInvoice) =>
  status !== 'draft' || corrects ? 'texts and taxes' : type === 'invoice' ? undefined : 'texts'

/**
 * The payment terms compute the due date of a draft while nobody typed one. A typed one that they do not
 * give replaces them, unless the request names both. The usual number of days is not stored as terms.
 */
function withDueDate(
  before: StoredInvoice,
  after: StoredInvoice,
  body: InvoiceUpdateBody,
  { settings, customer }: Pick<DraftContext, 'settings' | 'customer'>,
): StoredInvoice {
  const { issueDate, dueDate } = after
  const isNamed = body.payment_terms !== undefined
  const usual = usualTerms(customer, settings)
  // The usual terms may have changed since they computed the due date.
  const days = before.dueDays === undefined ? null : termsOfDays(before.dueDays)
  const terms = after.paymentTerms ?? (isNamed ? null : isPlainDays(usual) ? usual : days)
  if (terms === null || after.status !== 'draft' || after.type !== 'invoice') return after
  const dayOf = (day: string, of: PaymentTerms) => dueDay(day, of, settings.nonWorkingDays)
  if (body.due_date !== undefined && !(isNamed && body.due_date === null))
    return isNamed || dueDate === dayOf(issueDate, terms) ? after : { ...after, paymentTerms: null }
  const were = before.paymentTerms ?? usual
  const by = before.paymentTerms ?? days ?? usual
  const isTyped =
    before.dueDate === null ? !isNamed : before.dueDate !== dayOf(before.issueDate, by)
  const isMoved = issueDate !== before.issueDate || !isDeepStrictEqual(terms, were)
  const isComputed = body.due_date === null || (isMoved && !isTyped)
  return isComputed ? { ...after, dueDate: dayOf(issueDate, terms) } : after
}

/** Notes which number of days computed the due date, if it is the usual one. */
function withDueDays(
  before: StoredInvoice,
  after: StoredInvoice,
  { settings, customer }: Pick<DraftContext, 'settings' | 'customer'>,
): StoredInvoice {
  const { dueDays: _, ...dated } = after
  const { issueDate, dueDate, paymentTerms } = after
  if (after.status !== 'draft' || paymentTerms !== null) return dated
  if (dueDate === before.dueDate && issueDate === before.issueDate)
    return { ...dated, ...(before.dueDays !== undefined && { dueDays: before.dueDays }) }
  const usual = usualTerms(customer, settings)
  const isUsual = dueDate === dueDay(issueDate, usual, settings.nonWorkingDays)
  return { ...dated, ...(isUsual && dueDaysOf(usual)) }
}

const dueDaysOf = (usual: PaymentTerms): Pick<StoredInvoice, 'dueDays'> =>
  isPlainDays(usual) && usual.days !== null ? { dueDays: usual.days } : {}

function checkDue(
  before: StoredInvoice,
  after: StoredInvoice,
  { allow_early_due: isAllowed }: InvoiceUpdateBody,
): StoredInvoice {
  const isMoved = after.dueDate !== before.dueDate || after.issueDate !== before.issueDate
  if (isMoved && isDueBeforeIssue(after) && isAllowed !== true) throw dueBeforeIssue(after)
  return after
}

/** The quote that a draft bills, and its data as a deposit. */
export interface BillOrigin {
  readonly quoteId: string
  readonly kind?: InvoiceKind
  readonly depositFor?: string
}

/** A draft from contents: they are copied, and items keep their ids. */
export const billing = (
  contents: Contents,
  { id, ...origin }: BillOrigin & { readonly id: string },
  context: DraftContext,
): StoredInvoice => {
  const copy = duplicate(contents, id, context)
  const items = copy.items.map((item, index) => ({
    ...item,
    id: contents.items[index]?.id ?? item.id,
  }))
  return withTotals({ ...copy, items, ...origin })
}

/** A draft with the same customer, items, prices and texts, but without the history. */
export const duplicate = (source: Contents, id: string, context: DraftContext): StoredInvoice =>
  draftOf(id, copyContents(source, context), context)

const draftOf = (
  id: string,
  contents: Contents,
  { settings, customer, now }: DraftContext,
): StoredInvoice => ({
  ...contents,
  ...UNISSUED,
  id,
  type: 'invoice',
  ...(contents.paymentTerms === null && dueDaysOf(usualTerms(customer, settings))),
  dueDate: dueDay(
    contents.issueDate,
    contents.paymentTerms ?? usualTerms(customer, settings),
    settings.nonWorkingDays,
  ),
  corrects: null,
  createdAt: now,
  updatedAt: now,
})
