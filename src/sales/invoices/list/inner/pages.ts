import { type RawBuilder, sql } from 'kysely'
import { invalidCursor, type PageRequest, type Position } from '../../../../core/http/pagination.ts'
import type { CompanyDb } from '../../../../platform/database/scope.ts'
import type { Tables } from '../../../../platform/database/tables.ts'
import { OPTIONAL_FIELDS } from '../../../contents/fields.ts'
import { customerColumn, customerName } from '../../../customers/lookups.ts'
import { roleOf } from '../../deposits/role.ts'
import { checkedOnRow, HAS_DUE, PAYABLE } from '../../due.ts'
import type { InvoiceRole } from '../../invoice.ts'
import { type Condition, SORTS, type Sort } from './conditions.ts'

/** The number of next invoices that are checked before the conditions are looked up. */
const WINDOW = 1500
/** The maximum number to fetch and sort. */
const FEW = 5000

const COLUMNS = [
  'id',
  'type',
  'number',
  'status',
  'customer_id',
  'issue_date',
  'due_date',
  'currency',
  'net_minor',
  'tax_minor',
  'total_minor',
  'payable_minor',
  'paid_minor',
  'credited_minor',
  'share_nonce',
  'mail_status',
  'mail_at',
  'metadata',
  'optional_fields',
  'buyer',
  'version',
  'created_at',
  'updated_at',
] as const

export type EntryRow = Pick<Tables['invoices'], (typeof COLUMNS)[number]> & {
  readonly name: string
  readonly role: InvoiceRole | null
  /** The e-mail address of a draft's customer; null for an issued invoice or without an address. */
  readonly draft_email: string | null
  /** The customer's contacts as JSON, if the draft names a contact; else null. */
  readonly draft_contacts: string | null
  readonly sort_value: string | bigint
}

/**
 * The rows of the page, and one more if there is one. Frequent matches are among the next invoices of
 * the list. If these do not fill the page, the matches are looked up and sorted, provided that they are
 * few. If they are many, the list is read until the page is full.
 */
export async function readRows(
  scope: CompanyDb,
  conditions: readonly Condition[],
  request: PageRequest,
): Promise<readonly EntryRow[]> {
  const query = toQuery(scope, conditions, request)
  if (request.sort === 'due') return readFound(query)
  if (query.others.length === 0) return readList(query)
  const next = await readWindow(query)
  if (next.length === query.limit) return next
  const few = await readFound(query, FEW + 1)
  return (few[0]?.found ?? 0n) > FEW ? readList(query) : few
}

/** The number of matches: this reads all of them. */
export async function countRows(
  scope: CompanyDb,
  conditions: readonly Condition[],
): Promise<number> {
  const { rows } = await sql<{ total: bigint }>`select count(*) as total from invoices as i
    where ${foundByIndex(scope, conditions)}`.execute(scope.db)
  return Number(rows[0]?.total ?? 0)
}

export interface SumRow {
  readonly currency: string
  readonly count: bigint
  readonly total: bigint
  readonly due: bigint
}

/** The sums of the first `limit` matches, by currency. */
export async function sumRows(
  scope: CompanyDb,
  conditions: readonly Condition[],
  limit: number,
): Promise<readonly SumRow[]> {
  const { rows } = await sql<SumRow>`with found as materialized (
      select i.currency as currency,
        case when i.status = 'void' then 0 when i.type = 'invoice' then i.total_minor
          else -i.total_minor end as total,
        case when ${HAS_DUE} then ${PAYABLE} - i.paid_minor - i.credited_minor else 0 end as due
      from invoices as i where ${foundByIndex(scope, conditions)} limit ${limit}
    )
    select currency, cast(count(*) as bigint) as count, cast(sum(total) as bigint) as total,
      cast(sum(due) as bigint) as due
    from found group by currency`.execute(scope.db)
  return rows
}

export type RelatedRow = Omit<EntryRow, 'sort_value'> & Pick<Tables['invoices'], 'corrects_id'>

/** Invoices by id. If they were sorted, SQLite would read along the whole order. */
export async function readRelated(
  scope: CompanyDb,
  where: RawBuilder<boolean>,
): Promise<readonly RelatedRow[]> {
  const { rows } = await sql<RelatedRow>`select ${ENTRY}, i.corrects_id, ${derived(scope)}
    from invoices as i where ${and([ofCompany(scope), where])}`.execute(scope.db)
  return rows
}

type Query = ReturnType<typeof toQuery>

function toQuery(scope: CompanyDb, conditions: readonly Condition[], request: PageRequest) {
  const { after, limit } = request
  const sort = request.sort as Sort
  const order = SORTS[sort]
  const [direction, side] = request.direction === 'asc' ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`]
  const following = after
    ? sql<boolean>`(${order}, i.id) ${side} (${startOf(after, sort)}, ${after.id})`
    : sql<boolean>`1 = 1`
  const ranges = conditions.filter(({ rangeOf }) => rangeOf === sort).map(({ where }) => where)
  const first = conditions.map(({ byIssueDate }) => byIssueDate).find((it) => it !== undefined)
  const indexed = first && sort === 'issue_date' ? [first, ...ranges] : ranges
  return {
    scope,
    conditions,
    limit: limit + 1,
    order,
    orderBy: (value: RawBuilder<unknown>) => sql`order by ${value} ${direction}, i.id ${direction}`,
    following,
    /** The index of the order answers these conditions; the others are checked on each row. */
    next: and([ofCompany(scope), ...indexed, following]),
    others: conditions.map(({ where }) => where).filter((where) => !indexed.includes(where)),
  }
}

/** Clients may send any text as a cursor. */
function startOf({ value }: Position, sort: string): string | bigint {
  if (sort !== 'total' && sort !== 'due') return value ?? ''
  if (value === null || !/^-?\d{1,18}$/.test(value)) throw invalidCursor()
  return BigInt(value)
}

const ENTRY = sql.raw(COLUMNS.map((column) => `i.${column}`).join(', '))

const NAMES_CONTACT = `%"${OPTIONAL_FIELDS.contactId.wire}"%`

/** Read only for the rows of a page. A draft shows its customer as it is now. */
function derived(scope: CompanyDb): RawBuilder<unknown> {
  const id = sql`i.customer_id`
  return sql`case i.status when 'draft' then ${customerName(scope, id)}
      else i.customer_name end as name,
    case i.status when 'draft' then ${customerColumn(scope, id, 'email')} end as draft_email,
    case when i.status = 'draft' and i.optional_fields like ${NAMES_CONTACT}
      then ${customerColumn(scope, id, 'contacts')} end as draft_contacts,
    ${roleOf(scope)} as role`
}

async function readList({ scope, limit, order, orderBy, next, others }: Query) {
  const { rows } = await sql<EntryRow>`select ${ENTRY}, ${derived(scope)}, ${order} as sort_value
    from invoices as i where ${and([next, ...others.map(checkedOnRow)])}
    ${orderBy(order)} limit ${limit}`.execute(scope.db)
  return rows
}

/** Reads the rows that match among the next `limit` invoices of the order. */
async function readWindow({ scope, limit, order, orderBy, next, others }: Query) {
  const { rows } = await sql<EntryRow>`select ${ENTRY}, ${derived(scope)}, i.sort_value
    from (select ${ENTRY}, i.company_id, i.customer_name, i.search_text, i.recurring_id, i.quote_id,
        i.order_reference, ${order} as sort_value
      from invoices as i where ${next} ${orderBy(order)} limit ${WINDOW}) as i
    where ${and(others)} ${orderBy(sql`i.sort_value`)} limit ${limit}`.execute(scope.db)
  return rows
}

/**
 * Looks up at most `max` matches and sorts them. Materialized, so that the planners do not read along
 * the order.
 */
async function readFound(
  { scope, conditions, limit, order, orderBy, following }: Query,
  max = Number.MAX_SAFE_INTEGER,
) {
  const { rows } = await sql<EntryRow & { readonly found: bigint }>`with few as materialized
    (select i.id, ${order} as sort_value from invoices as i
      where ${foundByIndex(scope, conditions)} and ${checkedOnRow(following)}
      limit ${max})
    select ${ENTRY}, ${derived(scope)}, page.sort_value, (select count(*) from few) as found
    from (select i.id, i.sort_value from few as i ${orderBy(sql`i.sort_value`)}
      limit ${limit}) as page
    join invoices as i on i.company_id = ${scope.companyId} and i.id = page.id
    ${orderBy(sql`page.sort_value`)}`.execute(scope.db)
  return rows
}

/** The first condition that has an index is looked up; the others are checked on the rows found. */
function foundByIndex(scope: CompanyDb, conditions: readonly Condition[]): RawBuilder<boolean> {
  const first = conditions.find(({ lookUp }) => lookUp !== null)
  const others = conditions.filter((it) => it !== first).map(({ where }) => checkedOnRow(where))
  return and([first?.lookUp ?? and([ofCompany(scope), ...wheresOf(first)]), ...others])
}

const wheresOf = (condition: Condition | undefined) => (condition ? [condition.where] : [])

const ofCompany = ({ companyId }: CompanyDb) => sql<boolean>`i.company_id = ${companyId}`

const and = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  sql`${sql.join(conditions, sql` and `)}`
