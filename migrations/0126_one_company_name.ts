import type { Kysely } from 'kysely'

interface Tables {
  readonly companies: { readonly number: bigint; readonly name: string; readonly status: string }
  readonly settings: { readonly company_id: bigint; readonly document: string }
}

/** A company has the name of its settings everywhere. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const tables = db as Kysely<Tables>
  const companies = await tables
    .selectFrom('companies')
    .select(['number', 'name'])
    .where('status', '<>', 'deleted')
    .execute()
  for (const { number, name } of companies) {
    const settings = await tables
      .selectFrom('settings')
      .select('document')
      .where('company_id', '=', number)
      .executeTakeFirst()
    const wanted = nameIn(settings?.document)
    if (wanted === '' || wanted === name) continue
    await tables
      .updateTable('companies')
      .set({ name: wanted })
      .where('number', '=', number)
      .execute()
  }
}

function nameIn(document = '{}'): string {
  const { companyName } = JSON.parse(document) as { readonly companyName?: unknown }
  return typeof companyName === 'string' ? companyName.trim() : ''
}
