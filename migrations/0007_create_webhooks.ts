import type { Kysely } from 'kysely'

const INTEGER = 'int8'

/** Webhooks, the lanes in which their deliveries wait, the deliveries and each attempt at one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createWebhooks(db)
  await createLanes(db)
  await createDeliveries(db)
  await createAttempts(db)
}

async function createWebhooks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('webhooks')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('version', INTEGER, (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('description', 'text')
    .addColumn('event_types', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('paused_reason', 'text')
    .addColumn('paused_at', 'text')
    .addColumn('secret_nonce', 'text', (column) => column.notNull())
    .addColumn('previous_secrets', 'text', (column) => column.notNull())
    .addColumn('attempts', INTEGER, (column) => column.notNull())
    .addColumn('last_success_at', 'text')
    .addColumn('last_failure_at', 'text')
    .addColumn('failing_since', 'text')
    .addColumn('failures', INTEGER, (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute()
}

async function createLanes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('webhook_lanes')
    .addColumn('webhook_id', 'text', (column) =>
      column.notNull().references('webhooks.id').onDelete('cascade'),
    )
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('due_at', 'text', (column) => column.notNull())
    .addColumn('lease', 'text')
    .addPrimaryKeyConstraint('webhook_lanes_key', ['webhook_id', 'key'])
    .execute()
  await db.schema
    .createIndex('webhook_lanes_due')
    .on('webhook_lanes')
    .columns(['webhook_id', 'due_at'])
    .execute()
}

async function createDeliveries(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('webhook_deliveries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('version', INTEGER, (column) => column.notNull())
    .addColumn('webhook_id', 'text', (column) =>
      column.notNull().references('webhooks.id').onDelete('cascade'),
    )
    .addColumn('lane', 'text', (column) => column.notNull())
    .addColumn('event_id', 'text', (column) => column.notNull())
    .addColumn('event_type', 'text', (column) => column.notNull())
    .addColumn('event_sequence', INTEGER, (column) => column.notNull())
    .addColumn('resource_type', 'text', (column) => column.notNull())
    .addColumn('resource_id', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('tries', INTEGER, (column) => column.notNull())
    .addColumn('attempts', INTEGER, (column) => column.notNull())
    .addColumn('next_attempt_at', 'text')
    .addColumn('last_http_status', INTEGER)
    .addColumn('last_error', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('finished_at', 'text')
    .addUniqueConstraint('webhook_deliveries_event', ['webhook_id', 'event_id'])
    .execute()
  await createIndex(db, 'lane', ['webhook_id', 'lane', 'status', 'event_sequence'])
  await createIndex(db, 'list', ['webhook_id', 'created_at', 'id'])
  await createIndex(db, 'status', ['status', 'webhook_id', 'created_at', 'id'])
  await createIndex(db, 'created', ['created_at'])
}

const createIndex = (db: Kysely<unknown>, name: string, columns: string[]): Promise<void> =>
  db.schema
    .createIndex(`webhook_deliveries_${name}`)
    .on('webhook_deliveries')
    .columns(columns)
    .execute()

async function createAttempts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('webhook_attempts')
    .addColumn('delivery_id', 'text', (column) =>
      column.notNull().references('webhook_deliveries.id').onDelete('cascade'),
    )
    .addColumn('number', INTEGER, (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('duration_ms', INTEGER, (column) => column.notNull())
    .addColumn('http_status', INTEGER)
    .addColumn('error', 'text')
    .addColumn('answer', 'text')
    .addPrimaryKeyConstraint('webhook_attempts_key', ['delivery_id', 'number'])
    .execute()
}
