import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Outgoing e-mail: the transport, the outbox, what was sent, and the words of a company. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const bytes = db.getExecutor().adapter instanceof PostgresAdapter ? 'bytea' : 'blob'
  for (const statement of [...transport(), ...messages(bytes), ...columns()])
    await sql.raw(statement).execute(db)
}

const transport = () => [
  `create table mail_transports (
    company_id int8 not null primary key,
    version int8 not null,
    document text not null,
    secrets_sealed text,
    dkim_sealed text,
    updated_at text not null
  )`,
  `create table mail_pace (
    company_id int8 not null primary key,
    next_at text not null,
    day text not null,
    day_count int8 not null,
    failures int8 not null,
    failing_since text,
    waits_until text,
    last_error text
  )`,
]

const messages = (bytes: string) => [
  `create table messages (
    company_id int8 not null,
    id text not null,
    version int8 not null,
    kind text not null,
    occasion text,
    subject_type text,
    subject_id text,
    customer_id text,
    automatic int8 not null,
    status text not null,
    subject_line text not null,
    content text not null,
    attachments text,
    message_id text not null,
    raw_sha256 text,
    raw_bytes int8,
    send_after text,
    next_attempt_at text,
    tries int8 not null,
    uncertain int8 not null,
    reason text,
    search_text text not null,
    created_at text not null,
    sent_at text,
    primary key (company_id, id),
    unique (company_id, occasion)
  )`,
  `create index messages_created on messages (company_id, created_at, id)`,
  `create index messages_status on messages (company_id, status, created_at, id)`,
  `create index messages_subject on messages (company_id, subject_id, created_at)`,
  `create index messages_customer on messages (company_id, customer_id, created_at)`,
  `create index messages_raw on messages (company_id, raw_sha256)`,
  `create table message_recipients (
    company_id int8 not null,
    message_id text not null,
    position int8 not null,
    role text not null,
    name text,
    address text not null,
    state text not null,
    detail text,
    primary key (company_id, message_id, position),
    foreign key (company_id, message_id) references messages (company_id, id) on delete cascade
  )`,
  `create table message_attempts (
    company_id int8 not null,
    message_id text not null,
    number int8 not null,
    at text not null,
    outcome text,
    code int8,
    reply text,
    steps text,
    primary key (company_id, message_id, number),
    foreign key (company_id, message_id) references messages (company_id, id) on delete cascade
  )`,
  `create table message_bytes (
    company_id int8 not null,
    sha256 text not null,
    bytes ${bytes} not null,
    primary key (company_id, sha256)
  )`,
  `create table message_templates (
    company_id int8 not null,
    kind text not null,
    language text not null,
    version int8 not null,
    subject text not null,
    body text not null,
    updated_at text not null,
    primary key (company_id, kind, language)
  )`,
]

const columns = () => [
  `alter table customers add column billing_emails text not null default '[]'`,
  `alter table customers add column cc text not null default '[]'`,
  `alter table customers add column salutation text`,
  `alter table customers add column email_problem text`,
  `alter table invoices add column mail_status text`,
  `alter table invoices add column mail_at text`,
]
