import { type Kysely, sql } from 'kysely'
import { createCompanyTable } from '../src/platform/database/inner/company-table.ts'

/** The pairs of metadata by which resources are found. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createCompanyTable(db, {
    name: 'metadata_pairs',
    columns: `company_id int8 not null,
      kind text not null,
      name text not null,
      value text not null,
      resource_id text not null,
      primary key (company_id, kind, name, value, resource_id)`,
  })
  await sql
    .raw(`create index metadata_pairs_resource on metadata_pairs (company_id, kind, resource_id)`)
    .execute(db)
  for (const [kind, table] of Object.entries(TABLES)) {
    const { rows } = await sql<Row>`select company_id, id, metadata from ${sql.table(table)}
      where metadata <> '{}'`.execute(db)
    for (const { company_id, id, metadata } of rows)
      for (const [name, value] of Object.entries(JSON.parse(metadata) as Record<string, string>))
        await sql`insert into metadata_pairs (company_id, kind, name, value, resource_id)
          values (${company_id}, ${kind}, ${name}, ${value}, ${id})`.execute(db)
  }
}

const TABLES = { customer: 'customers', invoice: 'invoices', product: 'products' }

interface Row {
  readonly company_id: bigint
  readonly id: string
  readonly metadata: string
}
