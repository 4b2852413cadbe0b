import { type Kysely, sql } from 'kysely'

/** Contacts and further addresses of customers. Addresses for bills become contacts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['contacts', 'addresses'])
    await sql
      .raw(`alter table customers add column ${column} text not null default '[]'`)
      .execute(db)
  const { rows } = await sql<Row>`select company_id, id, billing_emails, updated_at
    from customers where billing_emails <> '[]'`.execute(db)
  for (const { company_id, id, billing_emails, updated_at } of rows) {
    const contacts = (JSON.parse(billing_emails) as readonly string[]).map((email, index) => ({
      name: email,
      email,
      role: 'billing',
      own: {
        id: `cnt_${id.slice(4, -2)}${String(index).padStart(2, '0')}`,
        version: 1,
        createdAt: updated_at,
        updatedAt: updated_at,
        deletedAt: null,
      },
    }))
    await sql`update customers set contacts = ${JSON.stringify(contacts)}
      where company_id = ${company_id} and id = ${id}`.execute(db)
  }
}

interface Row {
  readonly company_id: bigint
  readonly id: string
  readonly billing_emails: string
  readonly updated_at: string
}
