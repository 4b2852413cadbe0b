import { type Kysely, sql } from 'kysely'

/** Imports of programs, with records of several kinds; records that look like others; and notes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of [
    `imports add column options text not null default '{}'`,
    'imports add column duplicates int8 not null default 0',
    'imports add column updated int8 not null default 0',
    'import_records add column kind text',
    'import_records add column label text',
    `import_records add column notes text not null default '[]'`,
  ])
    await sql.raw(`alter table ${column}`).execute(db)
}
