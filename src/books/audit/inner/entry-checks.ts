import { type CompanyDb, tablesOf } from '../../../platform/database/scope.ts'
import { type Break, breakOf } from '../report.ts'

/** Further faults add no information. */
const LIMIT = 100

/** Each billed entry has its item in an invoice that is not void. */
export async function entryBreaks(scope: CompanyDb): Promise<readonly Break[]> {
  const rows = await tablesOf(scope)
    .selectFrom('entry_billings')
    .select(['entry_id', 'invoice_id'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('invoice_items')
            .innerJoin('invoices', (join) =>
              join
                .onRef('invoices.company_id', '=', 'invoice_items.company_id')
                .onRef('invoices.id', '=', 'invoice_items.invoice_id'),
            )
            .select('invoice_items.id')
            .where('invoice_items.company_id', '=', scope.companyId)
            .whereRef('invoice_items.invoice_id', '=', 'entry_billings.invoice_id')
            .whereRef('invoice_items.id', '=', 'entry_billings.item_id')
            .where('invoices.status', '!=', 'void'),
        ),
      ),
    )
    .orderBy('entry_id')
    .limit(LIMIT)
    .execute()
  return rows.map(({ entry_id, invoice_id }) =>
    breakOf(
      'entry_billing',
      `${entry_id} counts as billed, but no item of ${invoice_id} bills it.`,
      {
        invoiceId: invoice_id,
      },
    ),
  )
}
