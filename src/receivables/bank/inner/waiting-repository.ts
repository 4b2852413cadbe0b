import { sql } from 'kysely'
import type { Work } from '../../../core/record/work.ts'
import type { Db } from '../../../platform/database/db.ts'
import {
  type Among,
  type CompanyDb,
  companiesWith,
  tablesOf,
} from '../../../platform/database/scope.ts'
import type { StoredEntry } from '../entry.ts'
import { toEntry } from './entry-rows.ts'

/** Open entries that wait for the comparison, in the order in which they are booked. */
export async function listWaiting(
  scope: CompanyDb,
  limit: number,
): Promise<readonly StoredEntry[]> {
  const rows = await tablesOf(scope)
    .selectFrom('bank_entries')
    .selectAll()
    .where('status', '=', 'open')
    .where('matched', '=', 0n)
    .orderBy('booking_date')
    .orderBy('file_id')
    .orderBy('position')
    .limit(limit)
    .execute()
  return rows.map(toEntry)
}

/** Compares open entries once more. */
export async function markWaiting(work: Work, ids: readonly string[] | 'open'): Promise<void> {
  if (ids !== 'open' && ids.length === 0) return
  await tablesOf(work)
    .updateTable('bank_entries')
    .set({ matched: 0n })
    .where('status', '=', 'open')
    .$if(ids !== 'open', (it) => it.where('id', 'in', ids as readonly string[]))
    .execute()
}

/** Compares open entries again whose proposals or content name one of these ids or IBANs. */
export async function markNaming(work: Work, names: readonly string[]): Promise<void> {
  for (const name of new Set(names))
    await tablesOf(work)
      .updateTable('bank_entries')
      .set({ matched: 0n })
      .where('status', '=', 'open')
      .where((e) =>
        e.or([
          e('proposals', 'like', `%${escaped(name)}%`),
          e('content', 'like', `%${escaped(name)}%`),
        ]),
      )
      .execute()
}

/** Ids and IBANs have no backslash; an underscore matches itself, too. */
const escaped = (name: string): string => name.replaceAll('%', '')

/** When an invoice changed last; '' if there is none. */
export async function lastInvoiceAt({ db, companyId }: CompanyDb): Promise<string> {
  const { rows } = await sql<{ at: string | null }>`
    select max(updated_at) as at from invoices where company_id = ${companyId}`.execute(db)
  return rows[0]?.at ?? ''
}

export async function lookedAt(scope: CompanyDb): Promise<string> {
  const row = await tablesOf(scope).selectFrom('bank_looks').selectAll().executeTakeFirst()
  return row?.invoices_at ?? ''
}

export async function saveLook(work: Work, invoicesAt: string): Promise<void> {
  await tablesOf(work)
    .insertInto('bank_looks', { invoices_at: invoicesAt })
    .onConflict((conflict) =>
      conflict.column('company_id').doUpdateSet({ invoices_at: invoicesAt }),
    )
    .execute()
}

/** Companies with entries that wait for a decision. */
export const companiesWithOpen = (db: Db, among: Among) =>
  companiesWith(db, 'bank_entries', { among, where: sql`status = 'open'` })
