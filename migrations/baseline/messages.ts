import type { Dialect } from './dialect.ts'

export const messages = ({ bytes }: Dialect): readonly string[] => [
  // messages/mail

  // How a company reaches its own mail server, with sealed passwords and DKIM keys.
  `create table mail_transports (
    company_id int8 not null primary key,
    version int8 not null,
    document text not null,
    secrets_sealed text,
    dkim_sealed text,
    updated_at text not null,
    set_by_owner int8 not null default 0
  )`,

  // How fast a company may send, and its pause after a fault of the mail server.
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

  // A message in the outbox, sent or not.
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
  `create index messages_open on messages (status, created_at)
    where status in ('queued', 'sending', 'failed')`,

  // A recipient of a message, and whether it arrived.
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

  // A connection that tried to send a message.
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

  // The bytes that were sent. Equal bytes are stored once.
  `create table message_bytes (
    company_id int8 not null,
    sha256 text not null,
    bytes ${bytes} not null,
    primary key (company_id, sha256)
  )`,

  // A company's own text of a kind of message in a language.
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

  // messages/recurring

  // A schedule that creates invoices.
  `create table recurring_invoices (
    company_id int8 not null,
    id text not null,
    version int8 not null,
    name text not null,
    customer_id text not null,
    status text not null,
    action text not null,
    schedule text not null,
    period text not null,
    invoice text not null,
    skips text not null,
    extras text not null,
    changes text not null,
    from_date text not null,
    asked_until text,
    made int8 not null,
    next_date text,
    next_run_at text,
    due_at text,
    planned_for text not null,
    attention_code text,
    attention text,
    paused_until text,
    search_text text not null,
    created_at text not null,
    updated_at text not null,
    ended_at text,
    mail text not null default '{}',
    notified_until text not null default '',
    include_entries int8 not null default 0,
    primary key (company_id, id),
    foreign key (company_id, customer_id) references customers (company_id, id)
  )`,
  `create index recurring_invoices_customer on recurring_invoices (company_id, customer_id)`,
  `create index recurring_invoices_due on recurring_invoices (company_id, due_at)
    where due_at is not null`,
  `create index recurring_invoices_attention on recurring_invoices (company_id, attention_code)
    where attention_code is not null`,
  `create index recurring_invoices_name on recurring_invoices (company_id, name, id)`,
  `create index recurring_invoices_status on recurring_invoices (company_id, status, planned_for)`,
  `create index recurring_attention on recurring_invoices (company_id, updated_at)
    where attention_code is not null`,

  // What became of one day of a schedule.
  `create table recurring_runs (
    company_id int8 not null,
    recurring_id text not null,
    date text not null,
    at text not null,
    outcome text not null,
    n int8,
    invoice_id text,
    problem text,
    tries int8 not null,
    message_id text,
    primary key (company_id, recurring_id, date),
    foreign key (company_id, recurring_id)
      references recurring_invoices (company_id, id) on delete cascade
  )`,
  `create index recurring_runs_invoice on recurring_runs (company_id, invoice_id)
    where invoice_id is not null`,

  // messages/reminders

  // A plan: when to remind, and what it costs.
  `create table reminder_plans (
    company_id int8 not null,
    id text not null,
    version int8 not null,
    name text not null,
    enabled int8 not null,
    is_default int8 not null,
    rules text not null,
    remind_from text,
    looked_on text,
    created_at text not null,
    updated_at text not null,
    primary key (company_id, id)
  )`,

  // The decision of a person about the reminders of an invoice.
  `create table reminder_states (
    company_id int8 not null,
    invoice_id text not null,
    version int8 not null,
    plan text,
    pause_reason text,
    pause_note text,
    paused_until text,
    paused_at text,
    primary key (company_id, invoice_id),
    foreign key (company_id, invoice_id) references invoices (company_id, id) on delete cascade
  )`,
  `create index reminder_states_paused on reminder_states (company_id, pause_reason, paused_until)
    where pause_reason is not null`,
  `create index reminder_states_plan on reminder_states (company_id, plan) where plan is not null`,

  // A reminder that a plan wrote for an invoice: its level, and what became of it.
  `create table reminders (
    company_id int8 not null,
    id text not null,
    invoice_id text not null,
    customer_id text not null,
    plan_id text not null,
    level int8 not null,
    n int8 not null,
    status text not null,
    day text not null,
    content text not null,
    message_id text,
    problem text,
    created_at text not null,
    updated_at text not null,
    primary key (company_id, id),
    foreign key (company_id, invoice_id) references invoices (company_id, id) on delete cascade
  )`,
  `create unique index reminders_occasion on reminders (company_id, invoice_id, level, n)`,
  `create index reminders_status on reminders (company_id, status, created_at, id)`,
  `create index reminders_message on reminders (company_id, message_id)
    where message_id is not null`,
  `create index reminders_waiting on reminders (company_id) where status = 'waiting'`,
  `create index reminders_problem on reminders (company_id, created_at, id)
    where problem is not null`,

  // A fee, lump sum or interest for paying late.
  `create table late_charges (
    company_id int8 not null,
    id text not null,
    version int8 not null,
    invoice_id text not null,
    reminder_id text,
    bank_entry_id text,
    kind text not null,
    level int8 not null,
    amount_minor int8 not null,
    from_day text,
    to_day text,
    days int8,
    spans text,
    status text not null,
    settled_by text,
    created_at text not null,
    updated_at text not null,
    primary key (company_id, id),
    foreign key (company_id, invoice_id) references invoices (company_id, id) on delete cascade
  )`,
  `create index late_charges_invoice on late_charges (company_id, invoice_id, created_at)`,
]
