import { type CompanyDb, tablesOf } from '../../platform/database/scope.ts'

/** The payment with this reference of a system. */
export async function findPaymentOf(
  scope: CompanyDb,
  source: string,
  reference: string,
): Promise<string | undefined> {
  const row = await tablesOf(scope)
    .selectFrom('payments')
    .select('id')
    .where('source', '=', source)
    .where('reference', '=', reference)
    .executeTakeFirst()
  return row?.id
}
