import type { Dialect } from './dialect.ts'

export const receivables = ({ bytes }: Dialect): readonly string[] => [
  // receivables/bank

  // An account of the company at a bank.
  `create table bank_accounts (
    company_id int8 not null,
    id text not null,
    version int8 not null,
    name text not null,
    iban text,
    other_id text,
    qr_iban text,
    currency text not null,
    accounting_account text,
    start_date text,
    archived int8 not null,
    created_at text not null,
    updated_at text not null,
    primary key (company_id, id)
  )`,
  // Some banks keep several currencies under one number.
  `create unique index bank_accounts_iban on bank_accounts (company_id, iban, currency)
    where iban is not null`,
  `create index bank_accounts_created on bank_accounts (company_id, created_at, id)`,

  // A file of a bank, and how far its entries are stored.
  `create table bank_files (
    company_id int8 not null,
    id text not null,
    version int8 not null,
    name text,
    format text not null,
    digest text not null,
    kept_digest text,
    status text not null,
    bank_account_id text,
    profile text,
    entries int8 not null,
    done int8 not null,
    added int8 not null,
    known int8 not null,
    pending int8 not null,
    suspects int8 not null,
    replaced int8 not null,
    problems text not null,
    bytes int8 not null,
    created_at text not null,
    updated_at text not null,
    primary key (company_id, id)
  )`,
  // The bytes come in once, unless they are undone.
  `create unique index bank_files_kept on bank_files (company_id, kept_digest)
    where kept_digest is not null`,
  `create index bank_files_created on bank_files (company_id, created_at, id)`,

  // The original bytes, compressed.
  `create table bank_file_contents (
    company_id int8 not null,
    file_id text not null,
    packed ${bytes} not null,
    created_at text not null,
    primary key (company_id, file_id),
    foreign key (company_id, file_id) references bank_files (company_id, id)
  )`,
  `create index bank_file_contents_created on bank_file_contents (company_id, created_at)`,

  // One statement of a file.
  `create table bank_statements (
    company_id int8 not null,
    file_id text not null,
    position int8 not null,
    bank_account_id text not null,
    family text not null,
    number text,
    currency text not null,
    opening_minor int8,
    opening_date text,
    closing_minor int8,
    closing_date text,
    entries int8 not null,
    added int8 not null,
    known int8 not null,
    pending int8 not null,
    suspects int8 not null,
    replaced int8 not null,
    problems text not null,
    primary key (company_id, file_id, position),
    foreign key (company_id, file_id) references bank_files (company_id, id),
    foreign key (company_id, bank_account_id) references bank_accounts (company_id, id)
  )`,
  `create index bank_statements_account
    on bank_statements (company_id, bank_account_id, family, closing_date)`,

  // One booked movement of money. The sum of its allocations is at most its amount.
  `create table bank_entries (
    company_id int8 not null,
    id text not null,
    version int8 not null,
    bank_account_id text not null,
    file_id text not null,
    statement int8 not null,
    position int8 not null,
    family text not null,
    identity text not null,
    n int8 not null,
    status text not null,
    reason text,
    booking_date text not null,
    amount_minor int8 not null,
    allocated_minor int8 not null,
    currency text not null,
    entry_reference text,
    batch text,
    content text not null,
    class text,
    kind text,
    flags text not null,
    proposals text not null,
    marks text not null,
    suspect_of text,
    pair_id text,
    matched int8 not null,
    automatic int8 not null,
    kept_open int8 not null,
    touched int8 not null,
    booked_by text,
    booked_at text,
    search_text text not null,
    created_at text not null,
    updated_at text not null,
    primary key (company_id, id),
    unique (company_id, bank_account_id, identity, n),
    check (allocated_minor >= 0 and allocated_minor <= abs(amount_minor)),
    foreign key (company_id, bank_account_id) references bank_accounts (company_id, id),
    foreign key (company_id, file_id) references bank_files (company_id, id)
  )`,
  `create index bank_entries_file on bank_entries (company_id, file_id, position)`,
  `create index bank_entries_date on bank_entries (company_id, booking_date, id)`,
  `create index bank_entries_status on bank_entries (company_id, status, booking_date, id)`,
  `create index bank_entries_amount on bank_entries (company_id, amount_minor, booking_date, id)`,
  `create index bank_entries_waiting on bank_entries (company_id, booking_date, file_id, position)
    where matched = 0 and status = 'open'`,
  `create index bank_entries_batch on bank_entries (company_id, bank_account_id, entry_reference)
    where entry_reference is not null`,

  // What an entry pays. Unbooking deletes it with its effect.
  `create table bank_allocations (
    company_id int8 not null,
    entry_id text not null,
    position int8 not null,
    kind text not null,
    entry_minor int8 not null,
    amount_minor int8 not null,
    currency text not null,
    invoice_id text,
    payment_id text,
    customer_id text,
    account_entry_id text,
    accounting_account text,
    note text,
    collection_id text,
    created_at text not null,
    primary key (company_id, entry_id, position),
    check (entry_minor >= 0),
    foreign key (company_id, entry_id) references bank_entries (company_id, id)
  )`,
  `create unique index bank_allocations_payment on bank_allocations (company_id, payment_id)
    where payment_id is not null`,
  `create index bank_allocations_invoice on bank_allocations (company_id, invoice_id)
    where invoice_id is not null`,
  `create index bank_allocations_customer on bank_allocations (company_id, customer_id)
    where customer_id is not null`,

  // An entry that was undone is not booked again without a person.
  `create table bank_marks (
    company_id int8 not null,
    bank_account_id text not null,
    identity text not null,
    n int8 not null,
    created_at text not null,
    primary key (company_id, bank_account_id, identity, n)
  )`,

  // A proposal that a person declined.
  `create table bank_declined (
    company_id int8 not null,
    entry_id text not null,
    proposal text not null,
    payer text,
    documents text not null,
    evidence text not null,
    created_at text not null,
    primary key (company_id, entry_id, proposal)
  )`,

  // An account that a customer has paid from.
  `create table bank_payers (
    company_id int8 not null,
    iban text not null,
    customer_id text not null,
    name text,
    first_at text not null,
    last_at text not null,
    count int8 not null,
    primary key (company_id, iban, customer_id),
    foreign key (company_id, customer_id) references customers (company_id, id) on delete cascade
  )`,
  `create index bank_payers_customer on bank_payers (company_id, customer_id)`,

  // Which columns of a bank's CSV file mean what.
  `create table bank_profiles (
    company_id int8 not null,
    id text not null,
    version int8 not null,
    name text not null,
    mapping text not null,
    created_at text not null,
    updated_at text not null,
    primary key (company_id, id)
  )`,
  `create index bank_profiles_created on bank_profiles (company_id, created_at, id)`,

  // What to do with entries of a kind, before anything is compared.
  `create table bank_rules (
    company_id int8 not null,
    id text not null,
    version int8 not null,
    position int8 not null,
    conditions text not null,
    action text not null,
    created_at text not null,
    updated_at text not null,
    primary key (company_id, id)
  )`,
  `create index bank_rules_position on bank_rules (company_id, position, id)`,

  // Up to which change of an invoice open entries were compared.
  `create table bank_looks (
    company_id int8 not null primary key,
    invoices_at text not null
  )`,

  // receivables/providers

  // A contract with a provider of payments. Its secrets are sealed.
  `create table payment_providers (
    company_id int8 not null,
    id text not null,
    version int8 not null,
    kind text not null,
    label text not null,
    enabled int8 not null,
    priority int8 not null,
    methods text not null,
    currencies text not null,
    countries text not null,
    minimum text,
    maximum text,
    uses text not null,
    statement_text text,
    mode text not null,
    account text,
    api_key_sealed text not null,
    hook_secrets_sealed text not null,
    hook_last_at text,
    reconciled_until text,
    refused_until text,
    unreachable_since text,
    differing text not null,
    created_at text not null,
    updated_at text not null,
    primary key (company_id, id)
  )`,
  `create index payment_providers_created on payment_providers (company_id, created_at, id)`,

  // receivables/checkout

  // A page of a provider on which a customer pays invoices.
  `create table checkouts (
    company_id int8 not null,
    id text not null,
    version int8 not null,
    provider_id text not null,
    customer_id text not null,
    method text,
    status text not null,
    live int8 not null,
    amount_minor int8 not null,
    currency text not null,
    asked text not null,
    ref text,
    url text,
    opened_by text not null,
    consent text,
    charged text,
    language text not null,
    expires_at text not null,
    pending_since text,
    failure text,
    closed_because text,
    told_at text,
    asks int8 not null,
    asks_seen int8 not null,
    created_at text not null,
    updated_at text not null,
    primary key (company_id, id),
    foreign key (company_id, provider_id) references payment_providers (company_id, id)
  )`,
  `create index checkouts_created on checkouts (company_id, created_at, id)`,
  `create unique index checkouts_ref on checkouts (company_id, provider_id, ref)
    where ref is not null`,

  // The invoices that a checkout pays.
  `create table checkout_shares (
    company_id int8 not null,
    checkout_id text not null,
    position int8 not null,
    invoice_id text not null,
    amount_minor int8 not null,
    discount_minor int8 not null,
    primary key (company_id, checkout_id, position),
    foreign key (company_id, checkout_id) references checkouts (company_id, id)
  )`,
  `create index checkout_shares_invoice on checkout_shares (company_id, invoice_id)`,

  // The one checkout or collection that may bring money for an invoice now.
  `create table checkout_claims (
    company_id int8 not null,
    invoice_id text not null,
    checkout_id text,
    collection_id text,
    primary key (company_id, invoice_id),
    foreign key (company_id, checkout_id) references checkouts (company_id, id)
  )`,
  `create index checkout_claims_checkout on checkout_claims (company_id, checkout_id)`,
  `create index checkout_claims_collection on checkout_claims (company_id, collection_id)
    where collection_id is not null`,

  // A payment at a provider, as the provider last described it.
  `create table provider_payments (
    company_id int8 not null,
    id text not null,
    version int8 not null,
    provider_id text not null,
    ref text not null,
    checkout_id text not null,
    customer_id text not null,
    status text not null,
    amount_minor int8 not null,
    currency text not null,
    paid_at text,
    method text,
    fee_minor int8,
    fee_currency text,
    problems text not null,
    acknowledged text not null,
    created_at text not null,
    updated_at text not null,
    primary key (company_id, id),
    unique (company_id, provider_id, ref),
    foreign key (company_id, provider_id) references payment_providers (company_id, id),
    foreign key (company_id, checkout_id) references checkouts (company_id, id)
  )`,
  `create index provider_payments_created on provider_payments (company_id, created_at, id)`,
  `create index provider_payments_checkout on provider_payments (company_id, checkout_id)`,
  `create index provider_payments_problems on provider_payments (company_id, updated_at, id)
    where problems <> '[]'`,

  // Money that goes back: requested here, or found at the provider.
  `create table provider_refunds (
    company_id int8 not null,
    id text not null,
    version int8 not null,
    provider_payment_id text not null,
    ref text,
    status text not null,
    amount_minor int8 not null,
    invoice_id text,
    made_by text not null,
    reason text,
    failure text,
    fee_minor int8,
    fee_currency text,
    created_at text not null,
    updated_at text not null,
    primary key (company_id, id),
    foreign key (company_id, provider_payment_id) references provider_payments (company_id, id)
  )`,
  `create index provider_refunds_payment on provider_refunds (company_id, provider_payment_id)`,

  // What customers dispute at a provider.
  `create table provider_disputes (
    company_id int8 not null,
    id text not null,
    version int8 not null,
    provider_payment_id text not null,
    ref text not null,
    status text not null,
    amount_minor int8 not null,
    withdrawn int8 not null,
    reason text,
    answer_by text,
    fee_minor int8,
    fee_currency text,
    created_at text not null,
    updated_at text not null,
    primary key (company_id, id),
    foreign key (company_id, provider_payment_id) references provider_payments (company_id, id)
  )`,
  `create index provider_disputes_payment on provider_disputes (company_id, provider_payment_id)`,
  `create index provider_disputes_created on provider_disputes (company_id, created_at, id)`,

  // What a fact of a provider payment changed in the books, once for each key.
  `create table provider_bookings (
    company_id int8 not null,
    provider_payment_id text not null,
    key text not null,
    position int8 not null,
    kind text not null,
    place text not null,
    amount_minor int8 not null,
    invoice_id text,
    payment_id text,
    account_entry_id text,
    created_at text not null,
    primary key (company_id, provider_payment_id, key, position),
    foreign key (company_id, provider_payment_id) references provider_payments (company_id, id)
  )`,
  `create index provider_bookings_unassigned on provider_bookings (company_id, provider_payment_id)
    where place = 'unassigned'`,

  // receivables/methods

  // A way to collect from a customer: a SEPA mandate, or a method that a provider keeps.
  `create table payment_methods (
    company_id int8 not null,
    id text not null,
    version int8 not null,
    customer_id text not null,
    via text not null,
    provider_id text,
    ref text,
    kind text not null,
    label text not null,
    status text not null,
    is_default int8 not null,
    mandate text,
    mandate_key text,
    consent text,
    expires_on text,
    last_used_on text,
    ended_at text,
    problem text,
    created_at text not null,
    updated_at text not null,
    primary key (company_id, id),
    foreign key (company_id, customer_id) references customers (company_id, id)
  )`,
  `create index payment_methods_customer on payment_methods (company_id, customer_id, created_at, id)`,
  `create unique index payment_methods_ref on payment_methods (company_id, provider_id, ref)
    where ref is not null`,
  // Banks know a mandate by its reference without case and blanks.
  `create unique index payment_methods_mandate on payment_methods (company_id, mandate_key)
    where mandate_key is not null`,
  `create index payment_methods_expires on payment_methods (company_id, expires_on)
    where expires_on is not null`,

  // receivables/collections

  // The plan to collect one invoice from one payment method.
  `create table collections (
    company_id int8 not null,
    id text not null,
    version int8 not null,
    invoice_id text not null,
    customer_id text not null,
    payment_method_id text not null,
    via text not null,
    amount_minor int8 not null,
    currency text not null,
    collect_on text not null,
    next_on text,
    status text not null,
    active int8 not null,
    notice text,
    attempts text not null,
    run_id text,
    end_to_end text,
    booked_payment_id text,
    on_account_minor int8 not null,
    ended_because text,
    problems text not null,
    created_at text not null,
    updated_at text not null,
    primary key (company_id, id),
    foreign key (company_id, payment_method_id) references payment_methods (company_id, id)
  )`,
  `create unique index collections_active on collections (company_id, invoice_id) where active = 1`,
  `create index collections_invoice on collections (company_id, invoice_id, id)`,
  `create index collections_run on collections (company_id, run_id, status)
    where run_id is not null`,
  `create index collections_created on collections (company_id, created_at, id)`,
  `create index collections_status on collections (company_id, status, next_on, id)`,
  `create index collections_method on collections (company_id, payment_method_id, id)`,
  `create index collections_problems on collections (company_id, updated_at, id)
    where problems <> '[]'`,

  // receivables/direct-debit

  // What a person hands in at the bank together.
  `create table direct_debit_runs (
    company_id int8 not null,
    id text not null,
    version int8 not null,
    status text not null,
    collect_on text,
    excluded text not null,
    count int8 not null,
    sum_minor int8 not null,
    content_sha256 text not null,
    created_by text not null,
    first_approval text,
    approved_by text,
    approved_at text,
    submitted_at text,
    refused_because text,
    created_at text not null,
    updated_at text not null,
    primary key (company_id, id)
  )`,
  `create index direct_debit_runs_created on direct_debit_runs (company_id, created_at, id)`,

  // A collection in a run, or why it is left out.
  `create table direct_debit_items (
    company_id int8 not null,
    run_id text not null,
    collection_id text not null,
    position int8 not null,
    amount_minor int8 not null,
    left_out text,
    file int8,
    payment_ref text,
    end_to_end text,
    collect_on text,
    sequence text,
    rejected text,
    primary key (company_id, run_id, collection_id),
    foreign key (company_id, run_id) references direct_debit_runs (company_id, id),
    foreign key (company_id, collection_id) references collections (company_id, id)
  )`,
  `create index direct_debit_items_collection on direct_debit_items (company_id, collection_id)`,
  `create index direct_debit_items_payment on direct_debit_items (company_id, payment_ref)
    where payment_ref is not null`,
  `create index direct_debit_items_end on direct_debit_items (company_id, end_to_end)
    where end_to_end is not null`,

  // A file for the bank, as it was approved.
  `create table direct_debit_files (
    company_id int8 not null,
    run_id text not null,
    number int8 not null,
    message_ref text not null,
    scheme text not null,
    format text not null,
    count int8 not null,
    sum_minor int8 not null,
    sha256 text not null,
    content text not null,
    refused_because text,
    created_at text not null,
    primary key (company_id, run_id, number),
    unique (company_id, message_ref),
    foreign key (company_id, run_id) references direct_debit_runs (company_id, id)
  )`,
]
