import type { Dialect } from './dialect.ts'

export const sales = ({
  bytes,
  sortedText,
  searchKey,
  keyOfInvoices,
  inKey,
}: Dialect): readonly string[] => [
  // sales/customers

  // Receives invoices and quotes. An issued invoice keeps a copy as its `buyer`.
  `create table customers (
    company_id int8 not null,
    id text not null,
    version int8 not null,
    name text not null,
    contact_name text,
    email text,
    phone text,
    line1 text,
    line2 text,
    city text,
    postal_code text,
    region text,
    country_code text,
    tax_id text,
    registration_id text,
    endpoint_scheme text,
    endpoint_id text,
    trading_name text,
    registration_scheme text,
    identifier_scheme text,
    identifier_id text,
    e_invoice_profile text,
    reference text,
    language text,
    currency text,
    payment_terms text,
    payment_terms_days int8,
    notes text,
    metadata text not null,
    archived int8 not null,
    search_text text not null,
    created_at text not null,
    updated_at text not null,
    billing_emails text not null default '[]',
    cc text not null default '[]',
    salutation text,
    email_problem text,
    mail_stop text,
    custom_fields text not null default '[]',
    early_payment text,
    kind text,
    reminder_plan text,
    external_ids text not null default '[]',
    contacts text not null default '[]',
    addresses text not null default '[]',
    number_series text,
    tax_id_check text,
    withholdings text,
    primary key (company_id, id)
  )`,
  `create index customers_name on customers (company_id, name, id)`,
  `create index customers_created on customers (company_id, created_at, id)`,
  `create index customers_reminder_plan on customers (company_id, reminder_plan)
    where reminder_plan is not null`,
  `create index customers_email_problem on customers (company_id, updated_at)
    where email_problem is not null`,
  `create index customers_updated on customers (company_id, updated_at, id)`,
  `create index customers_email on customers (company_id, lower(email)) where email is not null`,
  `create index customers_tax_id on customers (company_id, tax_id) where tax_id is not null`,

  // A word by which a customer is found. Words are bytes of UTF-8: whatever the collation, words
  // that begin alike stand together.
  `create table customer_words (
    company_id int8 not null,
    customer_id text not null,
    word ${bytes} not null,
    primary key (company_id, customer_id, word),
    foreign key (company_id, customer_id) references customers (company_id, id) on delete cascade
  )`,
  `create index customer_words_word on customer_words (company_id, word, customer_id)`,

  // sales/ledger

  // Money that came to or left the account of a customer. Rows are only added.
  `create table account_entries (
    company_id int8 not null,
    id text not null,
    customer_id text not null,
    currency text not null,
    sequence int8 not null,
    kind text not null,
    amount_minor int8 not null,
    balance_minor int8 not null check (balance_minor >= 0),
    invoice_id text,
    payment_id text,
    paid_at text not null,
    method text,
    reference text,
    note text,
    created_at text not null,
    primary key (company_id, id),
    unique (company_id, customer_id, currency, sequence),
    foreign key (company_id, customer_id) references customers (company_id, id)
  )`,
  `create index account_entries_day on account_entries (company_id, customer_id, paid_at, id)`,
  `create index account_entries_month on account_entries (company_id, paid_at)`,

  // sales/products

  // Fills in items of invoices and quotes, which keep a copy of its text, price and tax.
  `create table products (
    company_id int8 not null,
    id text not null,
    version int8 not null,
    name text not null,
    description text,
    item_number text,
    gtin text,
    unit text,
    kind text not null,
    tax_preset text,
    tax_category text,
    tax_rate_micro int8,
    tax_reason text,
    tax_reason_code text,
    tax_label text,
    second_tax_label text,
    second_tax_rate_micro int8,
    accounting_code text,
    metadata text not null,
    archived int8 not null,
    created_at text not null,
    updated_at text not null,
    external_ids text not null default '[]',
    primary key (company_id, id),
    unique (company_id, item_number)
  )`,
  `create index products_name on products (company_id, name, id)`,
  `create index products_created on products (company_id, created_at, id)`,
  `create index products_updated on products (company_id, updated_at, id)`,

  // A price of a product, by currency, quantity and day.
  `create table product_prices (
    company_id int8 not null,
    product_id text not null,
    position int8 not null,
    id text not null,
    currency text not null,
    unit_price_micro int8 not null,
    includes_tax int8 not null,
    min_quantity_micro int8 not null,
    valid_from text,
    primary key (company_id, product_id, position),
    foreign key (company_id, product_id) references products (company_id, id) on delete cascade
  )`,

  // A word by which a product is found.
  `create table product_words (
    company_id int8 not null,
    product_id text not null,
    word ${bytes} not null,
    primary key (company_id, product_id, word),
    foreign key (company_id, product_id) references products (company_id, id) on delete cascade
  )`,
  `create index product_words_word on product_words (company_id, word, product_id)`,

  // A price or discount of a product for one customer.
  `create table customer_prices (
    company_id int8 not null,
    id text not null,
    version int8 not null,
    customer_id text not null,
    product_id text not null,
    currency text,
    unit_price_micro int8,
    includes_tax int8 not null,
    discount_percent_micro int8,
    min_quantity_micro int8 not null,
    valid_from text,
    valid_until text,
    created_at text not null,
    updated_at text not null,
    primary key (company_id, id),
    foreign key (company_id, customer_id) references customers (company_id, id) on delete cascade,
    foreign key (company_id, product_id) references products (company_id, id) on delete cascade
  )`,
  `create index customer_prices_customer on customer_prices (company_id, customer_id, id)`,
  `create index customer_prices_product on customer_prices (company_id, product_id, customer_id)`,

  // sales/entries

  // Time, an expense or another item to bill.
  `create table entries (
    company_id int8 not null,
    id text not null,
    version int8 not null,
    kind text not null,
    customer_id text not null,
    date text not null,
    description text not null,
    quantity_micro int8 not null,
    duration_seconds int8,
    unit text,
    unit_price_micro int8,
    product_id text,
    currency text not null,
    tax text,
    reference text,
    search_text text not null,
    created_at text not null,
    updated_at text not null,
    external_ids text not null default '[]',
    metadata text not null default '{}',
    primary key (company_id, id),
    foreign key (company_id, customer_id) references customers (company_id, id),
    foreign key (company_id, product_id) references products (company_id, id)
  )`,
  `create index entries_date on entries (company_id, date, id)`,
  `create index entries_created on entries (company_id, created_at, id)`,
  `create index entries_customer on entries (company_id, customer_id, date, id)`,
  `create index entries_product on entries (company_id, product_id)`,
  `create index entries_updated on entries (company_id, updated_at, id)`,

  // sales/invoices

  // Where a series of numbers stands.
  `create table number_series (
    company_id int8 not null,
    key text not null,
    last_value int8 not null,
    skipped int8 not null default 0,
    primary key (company_id, key)
  )`,

  // A series of numbers besides those of the settings.
  `create table document_series (
    company_id int8 not null,
    id text not null,
    version int8 not null,
    kind text not null,
    key text not null,
    name text not null,
    pattern text not null,
    reset text not null,
    start int8 not null,
    archived int8 not null,
    created_at text not null,
    updated_at text not null,
    primary key (company_id, id),
    unique (company_id, kind, key)
  )`,

  // A draft, invoice or credit note. Issuing gives it a number and freezes its content.
  `create table invoices (
    company_id int8 not null,
    id text not null,
    version int8 not null,
    type text not null,
    number text,
    status text not null,
    customer_id text not null,
    customer_name text not null,
    seller text,
    buyer text,
    issue_date text not null,
    due_date text,
    due_days int8,
    delivery_date text,
    period_start text,
    period_end text,
    currency text not null,
    language text not null,
    reference text,
    order_reference text,
    corrects_id text,
    prices_include_tax int8 not null,
    rounding text not null,
    optional_fields text,
    subtotal_minor int8 not null,
    discount_minor int8 not null,
    charge_minor int8 not null,
    net_minor int8 not null,
    tax_minor int8 not null,
    rounding_minor int8 not null,
    total_minor int8 not null,
    paid_minor int8 not null,
    credited_minor int8 not null default 0,
    terms text,
    notes text,
    internal_notes text,
    metadata text not null,
    template_id text,
    template_version text,
    share_nonce text,
    share_hash text,
    published_at text,
    search_text text not null,
    created_at text not null,
    updated_at text not null,
    issued_at text,
    series text,
    sequence int8,
    ${searchKey}
    mail_status text,
    mail_at text,
    recurring_id text,
    recurring_date text,
    recurring_n int8,
    quote_id text,
    deposit_for text,
    payable_minor int8,
    number_order ${sortedText} not null default '',
    ${keyOfInvoices},
    foreign key (company_id, customer_id) references customers (company_id, id),
    foreign key (company_id, corrects_id) references invoices (company_id, id)
  )`,
  `create index invoices_customer on invoices (company_id, customer_id, issue_date, id)`,
  `create index invoices_status on invoices (company_id, status, issue_date, id)`,
  `create index invoices_currency on invoices (company_id, currency, issue_date, id)`,
  // The orders of the list. Invoices without a date come first.
  `create index invoices_total on invoices (company_id, total_minor, id)`,
  `create index invoices_due_date_or_none on invoices (company_id, (coalesce(due_date, '')), id)`,
  `create index invoices_created on invoices (company_id, created_at, id)`,
  `create index invoices_issue_date on invoices (company_id, issue_date, id)`,
  `create index invoices_updated on invoices (company_id, updated_at, id)`,
  // Partial indexes come last: of equally good indexes, SQLite takes the newest. A draft has no number
  // and no link, so creating it writes none of these.
  `create unique index invoices_number on invoices (company_id, number) where number is not null`,
  `create unique index invoices_sequence on invoices (company_id, series, sequence)
    where sequence is not null`,
  `create unique index invoices_share on invoices (company_id, share_hash)
    where share_hash is not null`,
  // For the invoices that became overdue: few among many that are paid.
  `create index invoices_sent_due on invoices (company_id, due_date) where status = 'sent'`,
  `create index invoices_published on invoices (company_id, issue_date, id)
    where share_nonce is not null`,
  `create index invoices_credit_notes on invoices (company_id, issue_date, id)
    where type = 'credit_note'`,
  `create index invoices_partially_paid on invoices (company_id, issue_date, id)
    where paid_minor > 0 and total_minor > paid_minor + credited_minor`,
  // Ends with the id, by which credit notes are sorted: else SQLite reads all in that order.
  `create index invoices_corrects on invoices (company_id, corrects_id, id)
    where corrects_id is not null`,
  `create index invoices_recurring on invoices (company_id, recurring_id, issue_date, id)
    where recurring_id is not null`,
  `create index invoices_quote on invoices (company_id, quote_id, id) where quote_id is not null`,
  `create index invoices_deposit on invoices (company_id, deposit_for, id)
    where deposit_for is not null`,
  `create index invoices_order_reference on invoices (company_id, order_reference, issue_date, id)
    where order_reference is not null`,
  `create index invoices_refund_due on invoices (company_id, issue_date, id)
    where coalesce(payable_minor, total_minor) < paid_minor + credited_minor`,
  `create index invoices_number_order on invoices (company_id, number_order, id)`,

  // One line of an invoice, with its own copy of text, price and tax.
  `create table invoice_items (
    company_id int8 not null,
    invoice_id text not null,
    position int8 not null,
    id text not null,
    description text not null,
    details text,
    quantity_micro int8 not null,
    unit text,
    unit_price_micro int8 not null,
    discount_kind text,
    discount_value int8,
    charge_kind text,
    charge_value int8,
    charge_reason text,
    tax_category text not null,
    tax_rate_micro int8 not null,
    tax_reason text,
    tax_reason_code text,
    optional_fields text,
    total_minor int8 not null,
    credits_item_id text,
    credits_quantity_micro int8,
    tax_preset text,
    tax_label text,
    second_tax_label text,
    second_tax_rate_micro int8,
    deducts_id text,
    primary key (company_id, invoice_id, position),
    foreign key (company_id, invoice_id) references invoices (company_id, id) on delete cascade
  )${inKey}`,
  `create index invoice_items_deducts on invoice_items (company_id, deducts_id, invoice_id)
    where deducts_id is not null`,

  // A discount or charge on a whole invoice.
  `create table invoice_adjustments (
    company_id int8 not null,
    invoice_id text not null,
    position int8 not null,
    sort text not null,
    reason text,
    reason_code text,
    value_kind text not null,
    value int8 not null,
    tax_category text not null,
    tax_rate_micro int8 not null,
    tax_reason text,
    tax_reason_code text,
    amount_minor int8 not null,
    tax_preset text,
    tax_label text,
    second_tax_label text,
    second_tax_rate_micro int8,
    withhold text,
    primary key (company_id, invoice_id, position),
    foreign key (company_id, invoice_id) references invoices (company_id, id) on delete cascade
  )${inKey}`,

  // The tax of an invoice at one rate. `second` is `yes` for a tax besides the first of an item.
  `create table invoice_taxes (
    company_id int8 not null,
    invoice_id text not null,
    position int8 not null,
    category text not null,
    rate_micro int8 not null,
    reason text,
    reason_code text,
    label text,
    second text,
    taxable_minor int8 not null,
    amount_minor int8 not null,
    primary key (company_id, invoice_id, position),
    foreign key (company_id, invoice_id) references invoices (company_id, id) on delete cascade
  )${inKey}`,

  // A product that an invoice names: the key keeps it from deletion.
  `create table invoice_products (
    company_id int8 not null,
    invoice_id text not null,
    product text not null,
    primary key (company_id, invoice_id, product),
    foreign key (company_id, invoice_id) references invoices (company_id, id) on delete cascade,
    foreign key (company_id, product) references products (company_id, id)
  )`,
  `create index invoice_products_product on invoice_products (company_id, product, invoice_id)`,

  // A payment or refund of an invoice.
  `create table payments (
    company_id int8 not null,
    id text not null,
    invoice_id text not null,
    kind text not null default 'payment',
    amount_minor int8 not null,
    paid_at text not null,
    method text,
    reference text,
    note text,
    automatic int8 not null,
    created_at text not null,
    account_entry_id text,
    source text,
    discount_minor int8 not null default 0,
    fee_minor int8 not null default 0,
    write_off_minor int8 not null default 0,
    withheld_minor int8 not null default 0,
    received_minor int8,
    received_currency text,
    reverses_id text,
    bank_entry_id text,
    credited_before_minor int8 not null default 0,
    credit_note_id text,
    primary key (company_id, id),
    foreign key (company_id, invoice_id) references invoices (company_id, id) on delete cascade
  )`,
  `create index payments_invoice on payments (company_id, invoice_id)`,
  `create index payments_paid on payments (company_id, paid_at, id)`,
  `create index payments_created on payments (company_id, created_at, id)`,
  // A payment that a provider reports twice is recorded once.
  `create unique index payments_source on payments (company_id, source, reference)
    where source is not null`,
  `create index payments_reference on payments (company_id, reference, paid_at, id)
    where reference is not null`,
  // A payment is returned once.
  `create unique index payments_reverses on payments (company_id, reverses_id)
    where reverses_id is not null`,
  `create index payments_bank_entry on payments (company_id, bank_entry_id)
    where bank_entry_id is not null`,

  // A search of the list of invoices that a person keeps under a name.
  `create table invoice_views (
    company_id int8 not null,
    id text not null,
    version int8 not null,
    owner_id text not null,
    name text not null,
    filters text not null,
    shared int8 not null,
    created_at text not null,
    updated_at text not null,
    primary key (company_id, id)
  )`,
  `create index invoice_views_owner on invoice_views (company_id, owner_id, id)`,

  // sales/entries, with keys of invoices

  // The item that bills an entry. An entry without one is open.
  `create table entry_billings (
    company_id int8 not null,
    entry_id text not null,
    invoice_id text not null,
    item_id text not null,
    primary key (company_id, entry_id),
    foreign key (company_id, entry_id) references entries (company_id, id),
    foreign key (company_id, invoice_id) references invoices (company_id, id) on delete cascade
  )`,
  `create index entry_billings_invoice on entry_billings (company_id, invoice_id)`,

  // sales/quotes

  // One revision of a quote. All revisions of a quote share its `root_id`.
  `create table quotes (
    company_id int8 not null,
    id text not null,
    root_id text not null,
    revision int8 not null,
    version int8 not null,
    number text,
    series text,
    sequence int8,
    status text not null,
    customer_id text not null,
    customer_name text not null,
    issue_date text not null,
    valid_until text,
    currency text not null,
    total_minor int8 not null,
    terms_text text,
    on_accept text not null,
    content text not null,
    optional_items text not null,
    share_nonce text,
    share_hash text,
    document_hash text,
    pdf_sha256 text,
    answers text not null,
    search_text text not null,
    opened_at text,
    answered_at text,
    created_at text not null,
    updated_at text not null,
    deposit_percent_micro int8,
    number_order ${sortedText} not null default '',
    primary key (company_id, id),
    foreign key (company_id, customer_id) references customers (company_id, id)
  )`,
  `create unique index quotes_number on quotes (company_id, number)`,
  `create unique index quotes_revision on quotes (company_id, root_id, revision)`,
  `create unique index quotes_share on quotes (company_id, share_hash)`,
  `create index quotes_customer on quotes (company_id, customer_id)`,
  `create index quotes_created on quotes (company_id, created_at, id)`,
  `create index quotes_status on quotes (company_id, status, valid_until)`,
  `create index quotes_answered on quotes (company_id, answered_at) where answered_at is not null`,
  `create index quotes_updated on quotes (company_id, updated_at, id)`,
  `create index quotes_issued on quotes (company_id, issue_date, id)`,
  `create index quotes_total on quotes (company_id, total_minor, id)`,
  `create index quotes_customer_name on quotes (company_id, customer_name, id)`,
  `create index quotes_number_order on quotes (company_id, number_order, id)`,

  // A word by which a quote is found.
  `create table quote_words (
    company_id int8 not null,
    quote_id text not null,
    word ${bytes} not null,
    primary key (company_id, quote_id, word),
    foreign key (company_id, quote_id) references quotes (company_id, id) on delete cascade
  )`,
  `create index quote_words_word on quote_words (company_id, word, quote_id)`,
]
