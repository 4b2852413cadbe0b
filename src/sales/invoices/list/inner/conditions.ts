import { type RawBuilder, sql } from 'kysely'
import { hasExternalId } from '../../../../core/external-ids/external-ids.ts'
import { hasMetadata, type Metadata } from '../../../../core/external-ids/metadata.ts'
import type { Condition as ListCondition } from '../../../../core/lists/filtered-page.ts'
import type { CompanyDb } from '../../../../platform/database/scope.ts'
import { hasPayment, paidInvoices } from '../../../ledger/lookups.ts'
import { HAS_DUE, isOverdue, PARTIALLY_PAID, REFUND_DUE, SENT } from '../../due.ts'
import type { InvoiceStatus, InvoiceType } from '../../invoice.ts'
import { searchConditions } from '../search.ts'

export interface InvoiceFilter {
  readonly types?: readonly InvoiceType[] | undefined
  readonly statuses?: readonly InvoiceStatus[] | undefined
  readonly ids?: readonly string[] | undefined
  readonly numbers?: readonly string[] | undefined
  readonly orderReference?: string | undefined
  readonly externalId?: string | undefined
  readonly metadata?: Metadata | undefined
  readonly createdFrom?: string | undefined
  readonly createdTo?: string | undefined
  readonly updatedSince?: string | undefined
  readonly paidFrom?: string | undefined
  readonly paidTo?: string | undefined
  readonly overdue?: boolean | undefined
  readonly hasDue?: boolean | undefined
  readonly partiallyPaid?: boolean | undefined
  readonly refundDue?: boolean | undefined
  readonly customerIds?: readonly string[] | undefined
  readonly recurringId?: string | undefined
  readonly quoteId?: string | undefined
  readonly issuedFrom?: string | undefined
  readonly issuedTo?: string | undefined
  readonly dueFrom?: string | undefined
  readonly dueTo?: string | undefined
  readonly currencies?: readonly string[] | undefined
  readonly published?: boolean | undefined
  readonly q?: string | undefined
}

/** The expression of each sort, which has an index except for `due`. Invoices without a date or number come first. */
export const SORTS = {
  issue_date: sql<string | bigint>`i.issue_date`,
  due_date: sql<string | bigint>`coalesce(i.due_date, '')`,
  created_at: sql<string | bigint>`i.created_at`,
  updated_at: sql<string | bigint>`i.updated_at`,
  number: sql<string | bigint>`i.number_order`,
  total: sql<string | bigint>`i.total_minor`,
  /** Has no index. Use it only with a filter whose index finds few rows, such as `has_due`. */
  due: sql<
    string | bigint
  >`coalesce(i.payable_minor, i.total_minor) - i.paid_minor - i.credited_minor`,
}
export type Sort = keyof typeof SORTS

/** One condition of a filter on the invoice `i`. */
export interface Condition extends ListCondition {
  /** With the company. */
  readonly lookUp?: RawBuilder<boolean> | null
  readonly rangeOf?: Sort
  /** The part that an index answers in the order of issue dates. */
  readonly byIssueDate?: RawBuilder<boolean>
}

/** The first condition with an index is looked up, so the most selective kinds come first. */
export async function conditionsOf(
  scope: CompanyDb,
  filter: InvoiceFilter & { readonly today: string },
): Promise<readonly Condition[]> {
  const { types = [], published, overdue, hasDue, partiallyPaid, refundDue, q = '' } = filter
  const { issuedFrom, issuedTo, dueFrom, dueTo } = filter
  const isCreditNote = types.length === 1 ? types[0] === 'credit_note' : undefined
  return [
    ...equal(sql`i.recurring_id`, filter.recurringId),
    ...equal(sql`i.quote_id`, filter.quoteId),
    ...(filter.externalId === undefined ? [] : [byExternalId(scope, filter.externalId)]),
    ...among(sql`i.id`, filter.ids),
    ...byMetadata(scope, filter.metadata),
    ...among(sql`i.number`, filter.numbers),
    ...equal(sql`i.order_reference`, filter.orderReference),
    ...among(sql`i.customer_id`, filter.customerIds),
    ...(await searchConditions(scope, q)),
    ...flag(published, sql`i.share_nonce is not null`),
    ...flag(partiallyPaid, PARTIALLY_PAID),
    ...flag(refundDue, REFUND_DUE),
    ...flag(isCreditNote, sql`i.type = 'credit_note'`),
    ...flag(overdue, isOverdue(filter.today), SENT),
    ...paid(scope, filter),
    ...range('updated_at', { from: filter.updatedSince, to: undefined }),
    ...range('created_at', { from: filter.createdFrom, to: filter.createdTo }),
    ...(issuedFrom === undefined && issuedTo === undefined ? [] : [NOT_DRAFT]),
    ...range('issue_date', { from: issuedFrom, to: issuedTo }),
    ...range('due_date', { from: dueFrom, to: dueTo }),
    ...among(sql`i.status`, filter.statuses),
    ...among(sql`i.currency`, filter.currencies),
    ...flag(hasDue, HAS_DUE, SENT),
  ]
}

const NOT_DRAFT: Condition = { where: sql<boolean>`i.status <> 'draft'`, lookUp: null }

function equal(column: RawBuilder<unknown>, value: string | undefined): readonly Condition[] {
  if (value === undefined) return []
  const where = sql<boolean>`${column} = ${value}`
  return [{ where, byIssueDate: where }]
}

/** One value keeps the order of the index; several are looked up. */
function among(column: RawBuilder<unknown>, values: readonly string[] = []): readonly Condition[] {
  const [first, ...others] = values
  if (first === undefined || others.length === 0) return equal(column, first)
  return [{ where: sql<boolean>`${column} in (${sql.join(values)})` }]
}

const byExternalId = (scope: CompanyDb, query: string): Condition => ({
  where: hasExternalId(scope, 'invoice', { column: sql`i.id`, query }),
})

const byMetadata = (scope: CompanyDb, pairs: Metadata = {}): readonly Condition[] =>
  hasMetadata(scope, 'invoice', { column: sql`i.id`, pairs }).map((where) => ({ where }))

/** The invoice has a payment or a refund on one of these days. Each form has its own index. */
function paid(
  scope: CompanyDb,
  { paidFrom, paidTo }: Pick<InvoiceFilter, 'paidFrom' | 'paidTo'>,
): readonly Condition[] {
  if (paidFrom === undefined && paidTo === undefined) return []
  const days = { from: paidFrom, to: paidTo }
  return [
    {
      where: hasPayment(scope, sql`i.id`, days),
      lookUp: sql<boolean>`i.company_id = ${scope.companyId} and i.id in ${paidInvoices(scope, days)}`,
    },
  ]
}

/**
 * Literal constants, because the planners use a partial index only if a statement repeats its
 * condition.
 */
function flag(
  value: boolean | undefined,
  where: RawBuilder<boolean>,
  byIssueDate = where,
): readonly Condition[] {
  if (value === undefined) return []
  return value ? [{ where, byIssueDate }] : [{ where: sql`not (${where})`, lookUp: null }]
}

/** An invoice without the date is in no range. */
function range(
  rangeOf: Exclude<Sort, 'number' | 'total' | 'due'>,
  { from, to }: { readonly from: string | undefined; readonly to: string | undefined },
): readonly Condition[] {
  if (from === undefined && to === undefined) return []
  const column = SORTS[rangeOf]
  const bounds = [
    from === undefined ? sql`${column} > ''` : sql`${column} >= ${from}`,
    ...(to === undefined ? [] : [sql`${column} <= ${to}`]),
  ]
  return [{ where: sql`(${sql.join(bounds, sql` and `)})`, rangeOf }]
}
