export const operations = (): readonly string[] => [
  // operations/usage

  // What a company used on a day.
  `create table usage_days (
    company_id int8 not null,
    day text not null,
    requests int8 not null,
    pdfs int8 not null,
    row_count int8,
    byte_count int8,
    primary key (company_id, day)
  )`,

  // When a company's figures were counted; also its figures without a currency.
  `create table figures_at (
    company_id int8 not null,
    counted_at text not null,
    day text not null,
    event_sequence int8 not null,
    drafts int8 not null,
    issued int8 not null,
    active_at text,
    limits_near text,
    primary key (company_id)
  )`,

  // The figures of a company in a currency at the end of a day.
  `create table figures (
    company_id int8 not null,
    currency text not null,
    day text not null,
    outstanding_count int8 not null,
    outstanding int8 not null,
    overdue_count int8 not null,
    overdue int8 not null,
    primary key (company_id, currency, day)
  )`,
  `create index figures_day on figures (company_id, day, currency)`,

  // operations/attention

  // The last event that a notice to the company covered.
  `create table notices (
    company_id int8 not null primary key,
    event_sequence int8 not null,
    told text not null,
    sent_at text
  )`,

  // operations/transfer

  // One upload of a file: its counts, and whether it is checked, imported or undone.
  `create table imports (
    company_id int8 not null,
    id text not null,
    version int8 not null,
    kind text not null,
    format text not null,
    name text,
    digest text not null,
    committed_digest text,
    status text not null,
    issues int8 not null,
    rows int8 not null,
    valid int8 not null,
    faulty int8 not null,
    known int8 not null,
    imported int8 not null,
    failed int8 not null,
    undone int8 not null,
    kept int8 not null,
    created_at text not null,
    updated_at text not null,
    options text not null default '{}',
    duplicates int8 not null default 0,
    updated int8 not null default 0,
    primary key (company_id, id)
  )`,
  // A file comes in once, unless it is undone.
  `create unique index imports_committed on imports (company_id, kind, committed_digest)
    where committed_digest is not null`,
  `create index imports_created on imports (company_id, created_at, id)`,
  `create index imports_status on imports (company_id, status, created_at, id)`,

  // What became of one record of an imported file. Undoing deletes the resource it names.
  `create table import_records (
    company_id int8 not null,
    import_id text not null,
    position int8 not null,
    line int8 not null,
    status text not null,
    source text,
    faults text not null,
    resource_id text,
    resource_version int8,
    kind text,
    label text,
    notes text not null default '[]',
    primary key (company_id, import_id, position),
    foreign key (company_id, import_id) references imports (company_id, id)
  )`,
  `create index import_records_status on import_records (company_id, import_id, status, position)`,

  // operations/lifecycle

  // A company that moves here from another installation, and how far its changes have come.
  `create table arrivals (
    company_id int8 not null,
    applied_lsn text not null,
    primary key (company_id)
  )`,
]
