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

/** Whether a payment is there, and nobody took it back. */
export async function isStanding(scope: CompanyDb, id: string): Promise<boolean> {
  const rows = await tablesOf(scope)
    .selectFrom('payments')
    .select('id')
    .where((e) => e.or([e('id', '=', id), e('reverses_id', '=', id)]))
    .execute()
  return rows.length === 1 && rows[0]?.id === id
}

/** The day of the last payment of an invoice. */
export async function findLastPaymentDay(
  scope: CompanyDb,
  invoiceId: string,
): Promise<string | null> {
  const row = await tablesOf(scope)
    .selectFrom('payments')
    .select('paid_at')
    .where('invoice_id', '=', invoiceId)
    .where('amount_minor', '>', 0n)
    .orderBy('paid_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.paid_at ?? null
}
