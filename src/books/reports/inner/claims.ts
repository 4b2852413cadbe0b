import { sql } from 'kysely'
import type { CompanyDb } from '../../../platform/database/scope.ts'
import { withholdingsIn } from '../../../sales/contents/rows.ts'
import { withholdingsOf } from '../../../sales/contents/withholdings.ts'
import type { Claim, Period, Share, WithheldDocument, WithheldPayment } from '../withheld.ts'

/** Of documents that state what is withheld. */
const STATES_WITHHELD = sql<boolean>`i.optional_fields like '%"withheld":[%'`
const COUNTS = sql<boolean>`i.status in ('sent', 'paid', 'uncollectible')`

/** The next ids, after one, of claims with withheld tax and a document or a payment on these days. */
export async function listClaimIds(
  { db, companyId }: CompanyDb,
  { from, to }: Pick<Period, 'from' | 'to'>,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`select id from (
      select coalesce(i.corrects_id, i.id) as id from invoices as i
        where i.company_id = ${companyId} and i.issue_date >= ${from} and i.issue_date <= ${to}
          and ${STATES_WITHHELD} and ${COUNTS}
      union
      select p.invoice_id as id
        from payments p join invoices i on i.company_id = p.company_id and i.id = p.invoice_id
        where p.company_id = ${companyId} and p.paid_at >= ${from} and p.paid_at <= ${to}
          and (p.withheld_minor <> 0 or ${STATES_WITHHELD}) and ${COUNTS}
    ) as changed where id > ${after} order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** These claims with all their documents and payments, in the order of the ids. */
export async function listClaims(
  scope: CompanyDb,
  ids: readonly string[],
): Promise<readonly Claim[]> {
  if (ids.length === 0) return []
  const documents = Map.groupBy(await documentsOf(scope, ids), ({ claimId }) => claimId)
  const payments = Map.groupBy(await paymentsOf(scope, ids), ({ claimId }) => claimId)
  return ids.flatMap((id) => {
    const these = documents.get(id) ?? []
    const [first] = these
    if (!first) return []
    return {
      customerId: first.customerId,
      currency: first.currency,
      invoice: these.find(({ type }) => type === 'invoice') ?? null,
      creditNotes: these.filter(({ type }) => type === 'credit_note'),
      payments: payments.get(id) ?? [],
    }
  })
}

interface OfClaim {
  readonly claimId: string
}

interface ReadDocument extends WithheldDocument, OfClaim {
  readonly type: string
  readonly customerId: string
  readonly currency: string
}

async function documentsOf(
  { db, companyId }: CompanyDb,
  ids: readonly string[],
): Promise<readonly ReadDocument[]> {
  const { rows } = await sql<
    Omit<ReadDocument, 'shares'> & { readonly optional_fields: string | null }
  >`select coalesce(i.corrects_id, i.id) as "claimId", i.type as type, i.customer_id as "customerId",
      i.currency as currency, i.issue_date as day, i.optional_fields as optional_fields,
      coalesce(i.payable_minor, i.total_minor) as "payableMinor"
    from invoices as i where i.company_id = ${companyId} and ${COUNTS}
      and (i.id in (${sql.join(ids)}) or i.corrects_id in (${sql.join(ids)}))
    order by i.id`.execute(db)
  return rows.map(({ optional_fields, ...document }) => ({
    ...document,
    shares: sharesOf(optional_fields),
  }))
}

function sharesOf(optional_fields: string | null): readonly Share[] {
  const { totals, ...stated } = withholdingsIn({ optional_fields })
  const kinds = withholdingsOf(stated).map(({ kind }) => kind)
  return (totals.withheld ?? []).map((it, at) => ({ kind: kinds[at] ?? 'other', ...it }))
}

async function paymentsOf(
  { db, companyId }: CompanyDb,
  ids: readonly string[],
): Promise<readonly (WithheldPayment & OfClaim)[]> {
  const { rows } = await sql<WithheldPayment & OfClaim>`select p.invoice_id as "claimId",
      p.paid_at as day, p.amount_minor + p.fee_minor as "receivedMinor",
      p.withheld_minor as "withheldMinor"
    from payments as p
    where p.company_id = ${companyId} and p.invoice_id in (${sql.join(ids)})`.execute(db)
  return rows
}
