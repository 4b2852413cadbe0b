import type { Work } from '../../../../core/record/work.ts'
import type { Db } from '../../../../platform/database/db.ts'
import {
  type Among,
  type CompanyDb,
  companiesWith,
  tablesOf,
} from '../../../../platform/database/scope.ts'

/** The last event in a notice. */
export interface Told {
  /** The last event. */
  readonly sequence: bigint
  /** Keys of the matters in a notice, or from before the first one. */
  readonly keys: readonly string[]
  readonly sentAt: string | null
}

export async function findTold(scope: CompanyDb): Promise<Told | undefined> {
  const row = await tablesOf(scope).selectFrom('notices').selectAll().executeTakeFirst()
  return row && { sequence: row.event_sequence, keys: JSON.parse(row.told), sentAt: row.sent_at }
}

/** The companies with people who get notices. */
export const listWithTold = (db: Db, among: Among) => companiesWith(db, 'notices', { among })

const toRow = ({ sequence, keys, sentAt }: Told) => ({
  event_sequence: sequence,
  told: JSON.stringify(keys),
  sent_at: sentAt,
})

export async function beginTold(work: Work, told: Told): Promise<void> {
  await tablesOf(work)
    .insertInto('notices', toRow(told))
    .onConflict((conflict) => conflict.column('company_id').doNothing())
    .execute()
}

/** False: another process was faster. */
export async function saveTold(work: Work, before: Told, after: Told): Promise<boolean> {
  const { numUpdatedRows } = await tablesOf(work)
    .updateTable('notices')
    .set(toRow(after))
    .where('event_sequence', '=', before.sequence)
    .where('told', '=', JSON.stringify(before.keys))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function endTold(work: Work): Promise<void> {
  await tablesOf(work).deleteFrom('notices').execute()
}
