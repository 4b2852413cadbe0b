import { isDeepStrictEqual } from 'node:util'
import { dueDay, isPlainDays, type PaymentTerms } from '@billwright/rules/payment-terms'
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
  return checkDue(blank, withDueDate(blank, draft, body, context), body)
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
  return checkDue(stored, withDueDate(stored, edited, body, context), body)
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
  const terms = after.paymentTerms ?? (!isNamed && isPlainDays(usual) ? usual : null)
  if (terms === null || after.status !== 'draft' || after.type !== 'invoice') return after
  const dayOf = (day: string, of: PaymentTerms) => dueDay(day, of, settings.nonWorkingDays)
  if (body.due_date !== undefined && !(isNamed && body.due_date === null))
    return isNamed || dueDate === dayOf(issueDate, terms) ? after : { ...after, paymentTerms: null }
  const were = before.paymentTerms ?? usual
  const isTyped =
    before.dueDate === null ? !isNamed : before.dueDate !== dayOf(before.issueDate, were)
  const isMoved = issueDate !== before.issueDate || !isDeepStrictEqual(terms, were)
  const isComputed = body.due_date === null || (isMoved && !isTyped)
  return isComputed ? { ...after, dueDate: dayOf(issueDate, terms) } : after
}

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
  dueDate: dueDay(
    contents.issueDate,
    contents.paymentTerms ?? usualTerms(customer, settings),
    settings.nonWorkingDays,
  ),
  corrects: null,
  createdAt: now,
  updatedAt: now,
})
