import { sql } from 'kysely'
import type { Work } from '../../../core/record/work.ts'
import { type CompanyDb, tablesOf } from '../../../platform/database/scope.ts'
import type { StoredEntry } from '../entry.ts'
import { toEntry } from './entry-rows.ts'

export interface Likeness {
  readonly bankAccountId: string
  readonly identities: readonly string[]
  readonly references: readonly string[]
  readonly dates: readonly string[]
  readonly amounts: readonly bigint[]
}

/** Entries that may be the ones of a slice of a file: equal, of the same batch, or alike. */
export async function listAlike(scope: CompanyDb, like: Likeness): Promise<readonly StoredEntry[]> {
  const of = () =>
    tablesOf(scope)
      .selectFrom('bank_entries')
      .selectAll()
      .where('bank_account_id', '=', like.bankAccountId)
  const found = [
    ...(await of().where('identity', 'in', like.identities).execute()),
    ...(like.references.length === 0
      ? []
      : await of().where('entry_reference', 'in', like.references).execute()),
    ...(await of()
      .where('amount_minor', 'in', like.amounts)
      .where('booking_date', 'in', like.dates)
      .execute()),
  ]
  const rows = new Map(found.map((row) => [row.id, row]))
  return [...rows.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1)).map(toEntry)
}

export async function listMarks(
  scope: CompanyDb,
  { bankAccountId, identities }: Pick<Likeness, 'bankAccountId' | 'identities'>,
): Promise<readonly { readonly identity: string; readonly n: number }[]> {
  const rows = await tablesOf(scope)
    .selectFrom('bank_marks')
    .select(['identity', 'n'])
    .where('bank_account_id', '=', bankAccountId)
    .where('identity', 'in', identities)
    .execute()
  return rows.map(({ identity, n }) => ({ identity, n: Number(n) }))
}

export async function insertMarks(work: Work, entries: readonly StoredEntry[]): Promise<void> {
  if (entries.length === 0) return
  await tablesOf(work)
    .insertInto(
      'bank_marks',
      entries.map(({ bankAccountId, identity, n }) => ({
        bank_account_id: bankAccountId,
        identity,
        n: BigInt(n),
        created_at: work.at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Opens sum entries again after all their detail entries are gone. Returns whether there were any. */
export async function reopenSums(work: Work, gone: readonly StoredEntry[]): Promise<boolean> {
  let isAny = false
  for (const { bankAccountId, content } of gone) {
    if (content.entryReference === null) continue
    const rows = await tablesOf(work)
      .selectFrom('bank_entries')
      .select(['id', 'batch', 'reason'])
      .where('bank_account_id', '=', bankAccountId)
      .where('entry_reference', '=', content.entryReference)
      .execute()
    if (rows.some(({ batch }) => batch === 'detail')) continue
    const sums = rows.filter(({ reason }) => reason === 'replaced').map(({ id }) => id)
    if (sums.length === 0) continue
    isAny = true
    await tablesOf(work)
      .updateTable('bank_entries')
      .set({ status: 'open', reason: null, matched: 0n, version: sql`version + 1` })
      .where('id', 'in', sums)
      .execute()
  }
  return isAny
}
