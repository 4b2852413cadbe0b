import type { Kysely } from 'kysely'

/** `int8` is 64 bits on both engines. */
const INTEGER = 'int8'

/** Codes of an authenticator app, people of an outside provider, and what is told of sessions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createSecondFactors(db)
  await createSubjects(db)
  for (const name of ['user_agent', 'address'])
    await db.schema.alterTable('sessions').addColumn(name, 'text').execute()
  await db.schema
    .alterTable('api_keys')
    .addColumn('version', INTEGER, (column) => column.notNull().defaultTo(1))
    .execute()
}

async function createSecondFactors(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('second_factors')
    .addColumn('user_id', 'text', (column) =>
      column.primaryKey().references('users.id').onDelete('cascade'),
    )
    .addColumn('secret_sealed', 'text', (column) => column.notNull())
    .addColumn('last_step', INTEGER, (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('confirmed_at', 'text')
    .execute()
  await db.schema
    .createTable('recovery_codes')
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('hash', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'hash'])
    .execute()
}

async function createSubjects(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('oidc_subjects')
    .addColumn('issuer', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('oidc_subjects_key', ['issuer', 'subject'])
    // Whoever gets an address at the provider that somebody else had does not get their account.
    .addUniqueConstraint('oidc_subjects_user', ['issuer', 'user_id'])
    .execute()
}
