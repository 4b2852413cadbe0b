import { type RawBuilder, sql } from 'kysely'
import type { PageRequest } from '../../../../core/http/pagination.ts'
import {
  and,
  checkedOnRow,
  filteredPage,
  type ListRow,
} from '../../../../core/lists/filtered-page.ts'
import type { CompanyDb } from '../../../../platform/database/scope.ts'
import type { Tables } from '../../../../platform/database/tables.ts'
import { FIELDS, OPTIONAL_FIELDS } from '../../../contents/fields.ts'
import { customerColumn, customerName } from '../../../customers/lookups.ts'
import { reminders } from '../../../customers/ports.ts'
import { roleOf } from '../../deposits/role.ts'
import { HAS_DUE, PAYABLE } from '../../due.ts'
import type { InvoiceRole } from '../../invoice.ts'
import { type Condition, SORTS, type Sort } from './conditions.ts'

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
}

export type ListedRow = EntryRow & { readonly reminder_level: bigint | null }

/** Read by conditions and derived columns. */
const ALSO_READ = [
  'customer_name',
  'search_text',
  'recurring_id',
  'quote_id',
  FIELDS.orderReference.wire,
]

/** The rows of the page, and one more if there is one. */
export function readRows(
  scope: CompanyDb,
  conditions: readonly Condition[],
  request: PageRequest,
): Promise<readonly ListRow<ListedRow>[]> {
  const by = request.sort as Sort
  const first = conditions.map(({ byIssueDate }) => byIssueDate).find((it) => it !== undefined)
  const list = {
    table: 'invoices',
    alias: 'i',
    columns: COLUMNS,
    alsoRead: ALSO_READ,
    derived: sql`${derived(scope)}, ${level(scope)}`,
    by,
    order: SORTS[by],
    isUnindexed: by === 'due',
    isNumeric: by === 'total' || by === 'due',
    conditions,
    inOrder: by === 'issue_date' ? first : undefined,
    found: foundByIndex(scope, conditions),
  } as const
  return filteredPage<ListedRow>(scope, list, request)
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

interface SumRow {
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

type RelatedRow = EntryRow & Pick<Tables['invoices'], 'corrects_id'>

/** Invoices by id. If they were sorted, SQLite would read along the whole order. */
export async function readRelated(
  scope: CompanyDb,
  where: RawBuilder<boolean>,
): Promise<readonly RelatedRow[]> {
  const { rows } = await sql<RelatedRow>`select ${ENTRY}, i.corrects_id, ${derived(scope)}
    from invoices as i where ${and([ofCompany(scope), where])}`.execute(scope.db)
  return rows
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

const level = (scope: CompanyDb) =>
  sql`case when i.status <> 'draft' then ${reminders.run.levelOf(scope, sql`i.id`)} end
    as reminder_level`

/** The first condition that has an index is looked up; the others are checked on the rows found. */
function foundByIndex(scope: CompanyDb, conditions: readonly Condition[]): RawBuilder<boolean> {
  const first = conditions.find(({ lookUp }) => lookUp !== null)
  const others = conditions.filter((it) => it !== first).map(({ where }) => checkedOnRow(where))
  return and([first?.lookUp ?? and([ofCompany(scope), ...wheresOf(first)]), ...others])
}

const wheresOf = (condition: Condition | undefined) => (condition ? [condition.where] : [])

const ofCompany = ({ companyId }: CompanyDb) => sql<boolean>`i.company_id = ${companyId}`
