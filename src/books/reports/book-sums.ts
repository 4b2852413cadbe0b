import { sql } from 'kysely'
import type { CompanyDb } from '../../platform/database/scope.ts'
import { SETTLED } from '../../sales/ledger/payments.ts'

/** What was issued and paid until a day, in one currency. Later voiding or crediting does not change it. */
export interface BookSums {
  readonly currency: string
  readonly invoices: Sum
  readonly creditNotes: Sum
  /** Without what came from accounts of customers. */
  readonly payments: Sum
  /** What payments settled, with discounts, fees and the like, also from accounts. */
  readonly settled: Sum
  readonly onAccount: Sum
}

export interface Sum {
  readonly count: number
  /** In minor units. */
  readonly minor: bigint
}

type Kind = Exclude<keyof BookSums, 'currency'>

/** By currency. */
export async function readBookSums(
  { db, companyId }: CompanyDb,
  until: string,
): Promise<readonly BookSums[]> {
  const { rows } = await sql<{
    readonly kind: Kind
    readonly currency: string
    readonly count: bigint | number
    readonly minor: bigint
  }>`select kind, currency, count(*) as count, cast(sum(minor) as bigint) as minor from (
      select case i.type when 'invoice' then 'invoices' else 'creditNotes' end as kind,
          i.currency as currency, coalesce(i.payable_minor, i.total_minor) as minor
        from invoices i
        where i.company_id = ${companyId} and i.issue_date <= ${until} and i.status <> 'draft'
      union all
      select 'payments', i.currency, p.amount_minor
        from payments p join invoices i on i.company_id = p.company_id and i.id = p.invoice_id
        where p.company_id = ${companyId} and p.paid_at <= ${until}
          and p.account_entry_id is null
      union all
      select 'settled', i.currency, ${SETTLED}
        from payments p join invoices i on i.company_id = p.company_id and i.id = p.invoice_id
        where p.company_id = ${companyId} and p.paid_at <= ${until}
      union all
      select 'onAccount', a.currency, a.amount_minor from account_entries a
        where a.company_id = ${companyId} and a.paid_at <= ${until}
    ) as booked group by kind, currency`.execute(db)
  const currencies = [...new Set(rows.map(({ currency }) => currency))].toSorted()
  return currencies.map((currency) => {
    const sum = (kind: Kind): Sum => {
      const row = rows.find((it) => it.kind === kind && it.currency === currency)
      return { count: Number(row?.count ?? 0), minor: row?.minor ?? 0n }
    }
    return {
      currency,
      invoices: sum('invoices'),
      creditNotes: sum('creditNotes'),
      payments: sum('payments'),
      settled: sum('settled'),
      onAccount: sum('onAccount'),
    }
  })
}
