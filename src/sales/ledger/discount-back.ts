import { divideRounded } from '@billwright/money'
import { sql } from 'kysely'
import { type CompanyDb, tablesOf } from '../../platform/database/scope.ts'

/* Who credits an invoice takes back its share of the discounts that payments have got. */

/** What a payment settled without money, and what was credited before it. */
export interface Granted {
  /** Discount and written-off difference, in minor units. */
  readonly minor: bigint
  readonly creditedBeforeMinor: bigint
}

interface Credited {
  readonly payableMinor: bigint
  readonly creditedMinor: bigint
}

/**
 * Σ of each discount × credited since ÷ (payable − credited before it), rounded once. So a full
 * credit asks back exactly what was paid.
 */
export function comesBack(
  granted: readonly Granted[],
  { payableMinor, creditedMinor }: Credited,
): bigint {
  let [part, whole] = [0n, 1n]
  for (const { minor, creditedBeforeMinor } of granted) {
    const left = payableMinor - creditedBeforeMinor
    const since = creditedMinor - creditedBeforeMinor
    // A credit note from before may be void by now.
    if (left <= 0n || since <= 0n) continue
    part = part * left + minor * since * whole
    whole *= left
  }
  return divideRounded(part, whole)
}

/** The discounts of payments that are not returned, and what came back before. */
export async function readGranted(
  { db, companyId }: CompanyDb,
  invoiceId: string,
): Promise<{ readonly granted: readonly Granted[]; readonly backMinor: bigint }> {
  const { rows } = await sql<Granted & { readonly isBack: bigint }>`
    select p.discount_minor + p.write_off_minor as minor,
      p.credited_before_minor as "creditedBeforeMinor",
      case when p.credit_note_id is null then 0 else 1 end as "isBack"
    from payments as p
    where p.company_id = ${companyId} and p.invoice_id = ${invoiceId}
      and p.discount_minor + p.write_off_minor <> 0 and p.reverses_id is null
      and not exists (select 1 from payments as r
        where r.company_id = ${companyId} and r.reverses_id = p.id)`.execute(db)
  const backs = rows.filter(({ isBack }) => Number(isBack) === 1)
  return {
    granted: rows.filter(({ isBack }) => Number(isBack) === 0),
    backMinor: -backs.reduce((sum, { minor }) => sum + minor, 0n),
  }
}

interface LastBack {
  readonly note: { readonly id: string; readonly number: string | null }
  /** `YYYY-MM-DD`. */
  readonly day: string
}

/** The credit note with which a discount last came back. */
export async function findLastBack(
  scope: CompanyDb,
  invoiceId: string,
): Promise<LastBack | undefined> {
  const row = await tablesOf(scope)
    .selectFrom('payments')
    .select(['credit_note_id as id', 'reference as number', 'paid_at as day'])
    .where('invoice_id', '=', invoiceId)
    .where('credit_note_id', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ? { note: { id: row.id, number: row.number }, day: row.day } : undefined
}

/** What came back with each credit note. */
export async function sumDiscountsBack(
  scope: CompanyDb,
  invoiceId: string,
): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await sql<{ note: string; sum: bigint }>`
    select credit_note_id as note, cast(-sum(discount_minor) as bigint) as sum from payments
    where company_id = ${scope.companyId} and invoice_id = ${invoiceId}
      and credit_note_id is not null
    group by credit_note_id`.execute(scope.db)
  return new Map(rows.map(({ note, sum }) => [note, BigInt(sum)]))
}
