import type { Dialect } from './dialect.ts'

export const company = ({ bytes }: Dialect): readonly string[] => [
  // company/access

  // The account with which a person signs in, whatever their companies.
  `create table users (
    id text primary key,
    version int8 not null,
    email text not null unique,
    name text,
    password_hash text not null,
    role text not null,
    created_at text not null,
    updated_at text not null,
    proven_at text
  )`,

  // A sign-in of a person, until it expires.
  `create table sessions (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    created_at text not null,
    last_used_at text not null,
    expires_at text not null,
    user_agent text,
    address text
  )`,
  `create index sessions_user on sessions (user_id)`,

  // The sealed secret of a person's authenticator app. Signing in asks for its codes.
  `create table second_factors (
    user_id text primary key references users (id) on delete cascade,
    secret_sealed text not null,
    last_step int8 not null,
    created_at text not null,
    confirmed_at text
  )`,

  // An unused code for a person without their app.
  `create table recovery_codes (
    user_id text not null references users (id) on delete cascade,
    hash text not null,
    primary key (user_id, hash)
  )`,

  // A person at a sign-in provider. An address that moves to another person there opens no account
  // of the first.
  `create table oidc_subjects (
    issuer text not null,
    subject text not null,
    user_id text not null references users (id) on delete cascade,
    created_at text not null,
    primary key (issuer, subject),
    unique (issuer, user_id)
  )`,

  // Gives a person one role in a company. Each of their companies has a row.
  `create table memberships (
    company int8 not null references companies (number),
    user_id text not null references users (id) on delete cascade,
    role text not null,
    created_at text not null,
    primary key (company, user_id)
  )`,
  `create index memberships_user on memberships (user_id, company)`,

  // An invitation into a company by mail or link.
  `create table invitations (
    id text primary key,
    company int8 not null references companies (number),
    email text not null,
    role text not null,
    token_hash text not null unique,
    invited_by text not null,
    created_at text not null,
    expires_at text not null,
    accepted_at text,
    shown int8 not null default 1
  )`,
  `create index invitations_company on invitations (company, created_at, id)`,

  // A permission for the operator to look into a company.
  `create table support_grants (
    id text primary key,
    company int8 not null references companies (number),
    access text not null,
    granted_by text not null,
    created_at text not null,
    expires_at text not null,
    revoked_at text
  )`,
  `create index support_grants_company on support_grants (company, created_at, id)`,

  // An API key, of a company or of the installation.
  `create table api_keys (
    id text primary key,
    version int8 not null,
    name text not null,
    secret_hash text not null,
    scopes text not null,
    created_at text not null,
    expires_at text,
    last_used_at text,
    revoked_at text,
    company int8,
    created_by text
  )`,
  `create index api_keys_company on api_keys (company, created_at, id)`,

  // Failed attempts of a source in a window of time.
  `create table throttles (
    key text primary key,
    count int8 not null,
    window_ends_at text not null
  )`,
  `create index throttles_window on throttles (window_ends_at)`,

  // A host name under which customers open the links of a company, or from which it mails.
  `create table company_domains (
    company int8 not null references companies (number),
    host text not null,
    token text not null,
    created_at text not null,
    verified_at text,
    checked_at text,
    failing_since text,
    for_links int8 not null default 1,
    primary key (company, host)
  )`,
  `create unique index company_domains_host on company_domains (host)
    where verified_at is not null`,

  // company/settings

  // The settings of a company, as one JSON document.
  `create table settings (
    company_id int8 primary key,
    version int8 not null,
    document text not null,
    updated_at text not null
  )`,
  // Finds the companies that have an address for notices, without reading the settings of all.
  `create index settings_notified on settings (company_id)
    where document like '%"notify/email":"%'`,

  // A logo. Documents keep the one that they were issued with.
  `create table logos (
    company_id int8 not null,
    id text not null,
    media_type text not null,
    bytes ${bytes} not null,
    primary key (company_id, id)
  )`,

  // company/templates

  // A version of a built-in template that ran here: issued invoices keep theirs.
  `create table built_in_templates (
    id text not null,
    version text not null,
    html text not null,
    sha256 text not null,
    created_at text not null,
    primary key (id, version)
  )`,

  // A template that a company installed. `current_version` is the one for new documents.
  `create table templates (
    company_id int8 not null,
    id text not null,
    name text not null,
    source text not null,
    current_version text not null,
    license text,
    homepage text,
    manifest_url text,
    created_at text not null,
    updated_at text not null,
    deleted_at text,
    primary key (company_id, id)
  )`,

  // The HTML of one version. Issued invoices keep theirs.
  `create table template_versions (
    company_id int8 not null,
    template_id text not null,
    version text not null,
    html text not null,
    sha256 text not null,
    removed text not null,
    created_at text not null,
    pinned_at text,
    primary key (company_id, template_id, version),
    foreign key (company_id, template_id) references templates (company_id, id)
  )`,

  // A file of a version, such as a font. Bytes of larger ones may lie in the object store: then
  // `size` says how many.
  `create table template_assets (
    company_id int8 not null,
    template_id text not null,
    version text not null,
    path text not null,
    media_type text not null,
    sha256 text not null,
    bytes ${bytes} not null,
    size int8,
    primary key (company_id, template_id, version, path),
    foreign key (company_id, template_id, version)
      references template_versions (company_id, template_id, version) on delete cascade
  )`,

  // company/closing

  // Up to which day the books of a company are closed.
  `create table closings (
    company_id int8 primary key,
    version int8 not null,
    closed_until text,
    note text,
    sums text,
    changed_by text,
    changed_at text
  )`,
]
