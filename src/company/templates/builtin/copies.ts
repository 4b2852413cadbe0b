import type { Db } from '../../../platform/database/db.ts'

/** Adds the versions of another installation, because invoices that move from there keep theirs. */
export async function copyBuiltIns(from: Db, to: Db): Promise<void> {
  const rows = await from.selectFrom('built_in_templates').selectAll().execute()
  if (rows.length === 0) return
  await to
    .insertInto('built_in_templates')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['id', 'version']).doNothing())
    .execute()
}
