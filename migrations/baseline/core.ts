import type { Dialect } from './dialect.ts'

export const core = ({ bytes, inKey }: Dialect): readonly string[] => [
  // platform/database

  // A secret of the installation, from which others are derived.
  `create table secrets (
    name text primary key,
    value text not null
  )`,

  // core/companies

  // A company. Its number is the `company_id` of its rows, and `company` in tables of the
  // installation.
  `create table companies (
    number int8 primary key,
    id text not null unique,
    version int8 not null,
    handle text not null unique,
    name text not null,
    status text not null,
    limits text not null,
    created_at text not null,
    updated_at text not null,
    genesis text,
    archive text,
    last_head text,
    delete_at text,
    status_before text,
    domain text
  )`,
  `create index companies_created on companies (created_at, id)`,

  // A handle that a company has or had: links with an old one keep working.
  `create table company_handles (
    handle text primary key,
    company int8 not null references companies (number)
  )`,

  // A random secret of a company, from which its tokens and keys are derived.
  `create table company_secrets (
    company_id int8 not null,
    name text not null,
    value text not null,
    primary key (company_id, name)
  )`,

  // core/http

  // How many requests a caller sent in a window of time, counted by all processes.
  `create table request_counts (
    window_ends_at text not null,
    caller text not null,
    count int8 not null,
    primary key (window_ends_at, caller)
  )`,

  // Responses to requests with an `Idempotency-Key` that changed data of a company.
  `create table idempotency_keys (
    company_id int8 not null,
    id text not null,
    fingerprint text not null,
    resource_id text,
    answer ${bytes},
    created_at text not null,
    primary key (company_id, id)
  )`,
  `create index idempotency_keys_created on idempotency_keys (company_id, created_at)`,

  // Responses to requests with an `Idempotency-Key` that changed people, keys or companies.
  `create table installation_idempotency_keys (
    id text primary key,
    fingerprint text not null,
    resource_id text,
    answer ${bytes},
    created_at text not null
  )`,
  `create index installation_idempotency_keys_created
    on installation_idempotency_keys (created_at)`,

  // core/record

  // Where the chain of revisions and the event log of a company end. Each transaction that adds to
  // them locks this row last.
  `create table heads (
    company_id int8 primary key,
    revision_sequence int8 not null,
    revision_hash text not null,
    event_sequence int8 not null,
    frozen_at text,
    event_hash text not null
  )`,

  // A change of an invoice: a link of the hash chain of its company.
  `create table revisions (
    company_id int8 not null,
    sequence int8 not null,
    invoice_id text not null,
    version int8 not null,
    action text not null,
    actor_kind text not null,
    actor_id text not null,
    actor_name text not null,
    at text not null,
    changes text not null,
    state_version int8 not null,
    state_hash text not null,
    previous_hash text not null,
    hash text not null,
    changes_packed ${bytes},
    primary key (company_id, sequence)
  )`,
  `create index revisions_invoice on revisions (company_id, invoice_id, sequence)`,

  // What happened to a resource, with its own hash chain.
  `create table events (
    company_id int8 not null,
    sequence int8 not null,
    id text not null,
    type text not null,
    resource_type text not null,
    resource_id text not null,
    actor_kind text not null,
    actor_id text not null,
    actor_name text not null,
    at text not null,
    data text not null,
    data_packed ${bytes},
    hash ${bytes} not null,
    primary key (company_id, sequence),
    unique (company_id, id)
  )${inKey}`,
  `create index events_resource on events (company_id, resource_id, type, sequence)`,
  `create index events_type on events (company_id, type, sequence)`,

  // The root of a Merkle tree over the heads of all companies, once a day.
  `create table anchors (
    number int8 primary key,
    day text not null unique,
    at text not null,
    heads int8 not null,
    previous_root text not null,
    root text not null
  )`,

  // A head that changed since the anchor before.
  `create table anchored_heads (
    anchor int8 not null references anchors (number),
    company int8 not null references companies (number),
    sequence int8 not null,
    hash text not null,
    primary key (company, anchor)
  )`,
  `create index anchored_heads_anchor on anchored_heads (anchor, company)`,

  // core/external-ids

  // The id that another system has for a resource.
  `create table external_ids (
    company_id int8 not null,
    kind text not null,
    system text not null,
    external_id text not null,
    resource_id text not null,
    primary key (company_id, kind, system, external_id)
  )`,
  `create index external_ids_resource on external_ids (company_id, kind, resource_id)`,

  // A pair of the metadata by which a resource is found.
  `create table metadata_pairs (
    company_id int8 not null,
    kind text not null,
    name text not null,
    value text not null,
    resource_id text not null,
    primary key (company_id, kind, name, value, resource_id)
  )`,
  `create index metadata_pairs_resource on metadata_pairs (company_id, kind, resource_id)`,

  // core/jobs

  // Work to do later or again. The worker reads due jobs of all companies, by time and by group.
  `create table jobs (
    company_id int8 not null,
    id text not null,
    kind text not null,
    key text not null,
    group_key text not null,
    payload text not null,
    due_at text,
    lease text,
    again_at text,
    attempts int8 not null,
    last_error text,
    created_at text not null,
    failed_at text,
    primary key (company_id, id),
    unique (company_id, kind, key)
  )`,
  `create index jobs_due on jobs (kind, due_at, company_id, group_key)`,
  `create index jobs_group on jobs (kind, company_id, group_key, due_at)`,

  // Periodic jobs belong to the installation.
  `create table periodic_jobs (
    kind text primary key,
    id text not null unique,
    due_at text not null,
    lease text,
    attempts int8 not null,
    last_error text,
    created_at text not null
  )`,

  // core/files

  // The bytes of files. Equal bytes are stored once.
  `create table file_contents (
    company_id int8 not null,
    sha256 text not null,
    bytes ${bytes} not null,
    stored_at text not null,
    primary key (company_id, sha256)
  )`,

  // A file of an invoice, quote, customer or entry.
  `create table files (
    company_id int8 not null,
    id text not null,
    owner_kind text not null,
    owner_id text not null,
    name text not null,
    media_type text not null,
    size int8 not null,
    sha256 text not null,
    visible text not null,
    created_at text not null,
    primary key (company_id, id),
    unique (company_id, owner_kind, owner_id, name),
    foreign key (company_id, sha256) references file_contents (company_id, sha256)
  )`,
  `create index files_sha256 on files (company_id, sha256)`,
  `create index files_owner on files (company_id, owner_kind, owner_id, id)`,

  // core/webhooks

  // An address that gets the events of a company.
  `create table webhooks (
    company_id int8 not null,
    id text not null,
    version int8 not null,
    url text not null,
    description text,
    event_types text not null,
    status text not null,
    paused_reason text,
    paused_at text,
    secret_nonce text not null,
    previous_secrets text not null,
    attempts int8 not null,
    last_success_at text,
    last_failure_at text,
    failing_since text,
    failures int8 not null,
    created_at text not null,
    updated_at text not null,
    primary key (company_id, id)
  )`,

  // An event for a webhook: delivered, waiting or failed.
  `create table webhook_deliveries (
    company_id int8 not null,
    id text not null,
    version int8 not null,
    webhook_id text not null,
    lane text not null,
    event_id text not null,
    event_type text not null,
    event_sequence int8 not null,
    resource_type text not null,
    resource_id text not null,
    body text not null,
    status text not null,
    tries int8 not null,
    attempts int8 not null,
    next_attempt_at text,
    last_http_status int8,
    last_error text,
    created_at text not null,
    finished_at text,
    primary key (company_id, id),
    unique (company_id, webhook_id, event_id),
    foreign key (company_id, webhook_id) references webhooks (company_id, id) on delete cascade
  )`,
  `create index webhook_deliveries_lane
    on webhook_deliveries (company_id, webhook_id, lane, status, event_sequence)`,
  `create index webhook_deliveries_list
    on webhook_deliveries (company_id, webhook_id, created_at, id)`,
  `create index webhook_deliveries_status
    on webhook_deliveries (company_id, status, webhook_id, created_at, id)`,
  `create index webhook_deliveries_created on webhook_deliveries (company_id, created_at)`,

  // A request that tried to deliver one.
  `create table webhook_attempts (
    company_id int8 not null,
    delivery_id text not null,
    number int8 not null,
    at text not null,
    duration_ms int8 not null,
    http_status int8,
    error text,
    answer text,
    primary key (company_id, delivery_id, number),
    foreign key (company_id, delivery_id)
      references webhook_deliveries (company_id, id) on delete cascade
  )`,
]
