import { type Kysely, sql } from 'kysely'

export const outsideTransaction = true

const BATCH = 200

/** The pairs of metadata of the quotes there are, in batches, so that writers of quotes do not wait. Repeatable. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (let last = await fill(db, null); last; last = await fill(db, last));
}

interface Row {
  readonly company_id: bigint
  readonly id: string
  readonly content: string
}

/** The pairs of the next quotes; answers the last of them. */
async function fill(db: Kysely<unknown>, after: Row | null): Promise<Row | undefined> {
  const { rows } = await sql<Row>`select company_id, id, content from quotes
    where ${after ? sql`(company_id, id) > (${after.company_id}, ${after.id})` : sql`1 = 1`}
    order by company_id, id limit ${BATCH}`.execute(db)
  const all = rows.flatMap(({ company_id, id, content }) =>
    Object.entries(metadataOf(content)).map(
      ([name, value]) => sql`(${company_id}, 'quote', ${name}, ${value}, ${id})`,
    ),
  )
  for (let start = 0; start < all.length; start += BATCH)
    await sql`insert into metadata_pairs (company_id, kind, name, value, resource_id)
      values ${sql.join(all.slice(start, start + BATCH))} on conflict do nothing`.execute(db)
  return rows.at(-1)
}

function metadataOf(content: string): Readonly<Record<string, string>> {
  const { invoice } = JSON.parse(content) as { readonly invoice?: { readonly metadata?: string } }
  return JSON.parse(invoice?.metadata ?? '{}')
}
