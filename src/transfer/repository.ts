import type { Db } from '../platform/database/db.ts'

/** Below what a statement takes in parameters. */
const IDS_PER_QUERY = 500

export async function findIds(
  db: Db,
  table: 'customers' | 'invoices',
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (let start = 0; start < ids.length; start += IDS_PER_QUERY) {
    const part = ids.slice(start, start + IDS_PER_QUERY)
    const rows = await db.selectFrom(table).select('id').where('id', 'in', part).execute()
    for (const { id } of rows) found.add(id)
  }
  return found
}

/** Number → the id of the invoice that has it. */
export async function findNumbers(
  db: Db,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (let start = 0; start < numbers.length; start += IDS_PER_QUERY) {
    const part = numbers.slice(start, start + IDS_PER_QUERY)
    const rows = await db
      .selectFrom('invoices')
      .select(['id', 'number'])
      .where('number', 'in', part)
      .execute()
    for (const { id, number } of rows) if (number !== null) found.set(number, id)
  }
  return found
}

/** Ids of the customers with that name, not archived; two at most. */
export async function findCustomersByName(db: Db, name: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('customers')
    .select('id')
    .where('name', '=', name)
    .where('archived', '=', 0n)
    .orderBy('id')
    .limit(2)
    .execute()
  return rows.map(({ id }) => id)
}
