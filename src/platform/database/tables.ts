import type { ColumnType, Kysely, Transaction } from 'kysely'
import type { AccessTables, IdempotencyTables } from './inner/tables-access.ts'
import type { AccessPointTables } from './inner/tables-access-point.ts'
import type { AccountTables } from './inner/tables-accounts.ts'
import type { BankTables } from './inner/tables-bank.ts'
import type { CollectionTables } from './inner/tables-collections.ts'
import type { CompanyDirectoryTables, CompanySecretTables } from './inner/tables-companies.ts'
import type { DeliveryNoteTables } from './inner/tables-delivery-notes.ts'
import type { EntryTables } from './inner/tables-entries.ts'
import type { ExternalIdTables } from './inner/tables-external-ids.ts'
import type { FileTables } from './inner/tables-files.ts'
import type { ImportTables } from './inner/tables-imports.ts'
import type { JobTables, PeriodicJobTables } from './inner/tables-jobs.ts'
import type { MailTables } from './inner/tables-mail.ts'
import type { ProductTables } from './inner/tables-products.ts'
import type { ProviderTables } from './inner/tables-providers.ts'
import type { QuoteTables } from './inner/tables-quotes.ts'
import type { RecurringTables } from './inner/tables-recurring.ts'
import type { ReminderTables } from './inner/tables-reminders.ts'
import type { SupplierInvoiceTables } from './inner/tables-supplier-invoices.ts'
import type { UsageTables } from './inner/tables-usage.ts'
import type { WebhookTables } from './inner/tables-webhooks.ts'

declare const COMPANY: unique symbol
/**
 * A company's number in this installation; it never leaves the service. Only `companies/` creates
 * one.
 */
export type CompanyId = bigint & { readonly [COMPANY]: true }

/**
 * The stored form. Every integer is a bigint on both engines (flags are 0 or 1), amounts are minor
 * units, `…_micro` are millionths, dates `YYYY-MM-DD`, instants RFC 3339, JSON is text.
 */
export type Tables = InstallationTables & CompanyTables

/** Tables of the whole installation. */
export interface InstallationTables
  extends AccessTables,
    CompanyDirectoryTables,
    PeriodicJobTables {}

/** The pool, or the open transaction. `of` in scope.ts leads to the tables of companies. */
export type Db = Kysely<InstallationTables>
export type Trx = Transaction<InstallationTables>

/** Tables whose rows belong to one company: `company_id` is the first column of every key. */
type CompanyTables = {
  readonly [Name in keyof RowsOfCompanies]: RowsOfCompanies[Name] & {
    readonly company_id: CompanyId
  }
}
export type CompanyTable = keyof CompanyTables

interface RowsOfCompanies
  extends WebhookTables,
    ExternalIdTables,
    AccessPointTables,
    AccountTables,
    BankTables,
    CollectionTables,
    IdempotencyTables,
    DeliveryNoteTables,
    EntryTables,
    FileTables,
    ImportTables,
    JobTables,
    MailTables,
    ProductTables,
    ProviderTables,
    QuoteTables,
    RecurringTables,
    ReminderTables,
    SupplierInvoiceTables,
    UsageTables,
    CompanySecretTables {
  readonly settings: SettingsTable
  readonly logos: LogosTable
  readonly closings: ClosingsTable
  readonly customers: CustomersTable
  readonly customer_words: CustomerWordsTable
  readonly invoices: InvoicesTable
  readonly invoice_items: InvoiceItemsTable
  readonly invoice_adjustments: InvoiceAdjustmentsTable
  readonly invoice_taxes: InvoiceTaxesTable
  readonly number_series: NumberSeriesTable
  readonly document_series: DocumentSeriesTable
  readonly invoice_views: InvoiceViewsTable
  readonly payments: PaymentsTable
  readonly revisions: RevisionsTable
  readonly heads: HeadsTable
  readonly verified_heads: VerifiedHeadsTable
  readonly events: EventsTable
  readonly templates: TemplatesTable
  readonly template_versions: TemplateVersionsTable
  readonly template_assets: TemplateAssetsTable
}

/** One row for each company, if it ever closed its books or changed them on a past day. */
interface ClosingsTable {
  readonly version: bigint
  /** `YYYY-MM-DD`; null: nothing is closed. */
  readonly closed_until: string | null
  readonly note: string | null
  /** JSON: the sums of documents and payments until then. */
  readonly sums: string | null
  readonly changed_by: string | null
  readonly changed_at: string | null
}

interface SettingsTable {
  readonly version: bigint
  readonly document: string
  readonly updated_at: string
}

interface LogosTable {
  readonly id: string
  readonly media_type: string
  readonly bytes: Uint8Array
}

interface CustomersTable {
  readonly id: string
  readonly version: bigint
  readonly name: string
  readonly contact_name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly line1: string | null
  readonly line2: string | null
  readonly city: string | null
  readonly postal_code: string | null
  readonly region: string | null
  readonly country_code: string | null
  readonly tax_id: string | null
  readonly registration_id: string | null
  readonly endpoint_scheme: string | null
  readonly endpoint_id: string | null
  readonly trading_name: string | null
  readonly registration_scheme: string | null
  readonly identifier_scheme: string | null
  readonly identifier_id: string | null
  readonly e_invoice_profile: string | null
  readonly reference: string | null
  readonly language: string | null
  readonly currency: string | null
  /** JSON. */
  readonly payment_terms: ColumnType<string | null, string | null | undefined>
  readonly payment_terms_days: bigint | null
  /** JSON: the answer of VIES about the tax id. */
  readonly tax_id_check: ColumnType<string | null, string | null | undefined>
  readonly number_series: ColumnType<string | null, string | null | undefined>
  /** JSON. */
  readonly custom_fields: ColumnType<string, string | undefined>
  readonly early_payment: string | null
  /** JSON. */
  readonly withholdings: ColumnType<string | null, string | null | undefined>
  readonly notes: string | null
  readonly metadata: string
  readonly archived: bigint
  /** JSON. */
  readonly billing_emails: string
  readonly cc: string
  readonly salutation: string | null
  readonly kind: string | null
  /** An id, `default` or `none`. */
  readonly reminder_plan: string | null
  /** JSON. */
  readonly external_ids: ColumnType<string, string | undefined>
  /** JSON. */
  readonly contacts: ColumnType<string, string | undefined>
  readonly addresses: ColumnType<string, string | undefined>
  /** JSON: the address that bounced, and why. */
  readonly email_problem: string | null
  /** JSON: why no automatic message goes to the customer. */
  readonly mail_stop: string | null
  readonly search_text: string
  readonly created_at: string
  readonly updated_at: string
}

/** The searchable words of a customer, for the search of invoices. */
interface CustomerWordsTable {
  readonly customer_id: string
  /** In UTF-8. */
  readonly word: Uint8Array
}

interface InvoicesTable {
  readonly id: string
  readonly version: bigint
  readonly type: string
  readonly number: string | null
  /** Orders the numbers numerically. */
  readonly number_order: string
  readonly status: string
  readonly customer_id: string
  readonly customer_name: string
  readonly seller: string | null
  readonly buyer: string | null
  readonly issue_date: string
  readonly due_date: string | null
  /** The usual number of days that computed the due date; null: a person or payment terms said it. */
  readonly due_days: bigint | null
  readonly delivery_date: string | null
  readonly period_start: string | null
  readonly period_end: string | null
  readonly currency: string
  readonly language: string
  readonly reference: string | null
  readonly order_reference: string | null
  readonly corrects_id: string | null
  readonly prices_include_tax: bigint
  readonly rounding: string
  /** JSON of the rarely used fields, by wire name; null: none is set. */
  readonly optional_fields: string | null
  readonly subtotal_minor: bigint
  readonly discount_minor: bigint
  readonly charge_minor: bigint
  readonly net_minor: bigint
  readonly tax_minor: bigint
  readonly rounding_minor: bigint
  readonly total_minor: bigint
  /** What the customer transfers; null: the total. */
  readonly payable_minor: bigint | null
  readonly paid_minor: bigint
  /** Total of issued credit notes; changes only when a credit note is issued or voided. */
  readonly credited_minor: bigint
  readonly terms: string | null
  readonly notes: string | null
  readonly internal_notes: string | null
  readonly metadata: string
  readonly template_id: string | null
  readonly template_version: string | null
  readonly share_nonce: string | null
  readonly share_hash: string | null
  readonly published_at: string | null
  readonly search_text: string
  readonly created_at: string
  readonly updated_at: string
  readonly issued_at: string | null
  /** The row of `number_series` and the value it assigned. */
  readonly series: string | null
  readonly sequence: bigint | null
  /** The recurring invoice that created it, its day, and its position in the series. */
  readonly recurring_id: string | null
  readonly recurring_date: string | null
  readonly recurring_n: bigint | null
  /** The quote that it bills. */
  readonly quote_id: string | null
  /** For a deposit: the quote, or a key that a person chose. */
  readonly deposit_for: string | null
  /** State and time of the newest message with it. */
  readonly mail_status: string | null
  readonly mail_at: string | null
}

interface InvoiceItemsTable {
  readonly invoice_id: string
  readonly position: bigint
  readonly id: string
  readonly description: string
  readonly details: string | null
  readonly quantity_micro: bigint
  readonly unit: string | null
  readonly unit_price_micro: bigint
  readonly discount_kind: string | null
  /** Millionths of a percent, or minor units, depending on `discount_kind`. */
  readonly discount_value: bigint | null
  readonly charge_kind: string | null
  readonly charge_value: bigint | null
  readonly charge_reason: string | null
  readonly tax_category: string
  readonly tax_rate_micro: bigint
  readonly tax_reason: string | null
  readonly tax_reason_code: string | null
  readonly tax_preset: string | null
  readonly tax_label: string | null
  readonly second_tax_label: string | null
  readonly second_tax_rate_micro: bigint | null
  readonly optional_fields: string | null
  readonly total_minor: bigint
  /** On a credit note: the invoice's item and the credited quantity; 0 for an amount. */
  readonly credits_item_id: string | null
  readonly credits_quantity_micro: bigint | null
  /** On a final invoice: the deposit that the item deducts. */
  readonly deducts_id: string | null
}

interface InvoiceAdjustmentsTable {
  readonly invoice_id: string
  readonly position: bigint
  /** `discount` or `charge`. */
  readonly sort: string
  readonly reason: string | null
  readonly reason_code: string | null
  readonly value_kind: string
  readonly value: bigint
  readonly tax_category: string
  readonly tax_rate_micro: bigint
  readonly tax_reason: string | null
  readonly tax_reason_code: string | null
  readonly tax_preset: string | null
  readonly tax_label: string | null
  readonly second_tax_label: string | null
  readonly second_tax_rate_micro: bigint | null
  readonly amount_minor: bigint
  /** `yes` or `no`, if withholdings do not count it as usual. */
  readonly withhold: string | null
}

interface InvoiceTaxesTable {
  readonly invoice_id: string
  readonly position: bigint
  readonly category: string
  readonly rate_micro: bigint
  readonly reason: string | null
  readonly reason_code: string | null
  readonly label: string | null
  /** `yes` for a tax besides the first of an item. */
  readonly second: string | null
  readonly taxable_minor: bigint
  readonly amount_minor: bigint
}

/** A number series besides those of the settings. */
interface DocumentSeriesTable {
  readonly id: string
  readonly version: bigint
  readonly kind: string
  readonly key: string
  readonly name: string
  readonly pattern: string
  readonly reset: string
  readonly start: bigint
  readonly archived: bigint
  readonly created_at: string
  readonly updated_at: string
}

/** A person's saved search of the list of invoices. */
interface InvoiceViewsTable {
  readonly id: string
  readonly version: bigint
  readonly owner_id: string
  readonly name: string
  /** JSON of query parameters. */
  readonly filters: string
  readonly shared: bigint
  readonly created_at: string
  readonly updated_at: string
}

interface NumberSeriesTable {
  readonly key: string
  /** Count of assigned numbers. */
  readonly last_value: bigint
  /** Count of skipped numbers, which were already in use. */
  readonly skipped: bigint
}

interface RevisionsTable {
  /** Position in the chain, from 1 without gaps. */
  readonly sequence: bigint
  readonly invoice_id: string
  readonly version: bigint
  readonly action: string
  readonly actor_kind: string
  readonly actor_id: string
  readonly actor_name: string
  readonly at: string
  /** Canonical JSON: field → [before, after]; empty if it is packed. */
  readonly changes: string
  readonly changes_packed: Uint8Array | null
  /** The version of the hashed projection. */
  readonly state_version: bigint
  /** SHA-256 of the projection after the change. */
  readonly state_hash: string
  readonly previous_hash: string
  readonly hash: string
}

/** The head of a company's record. Its row is locked last in every transaction that adds to it. */
interface HeadsTable {
  readonly revision_sequence: bigint
  readonly revision_hash: string
  readonly event_sequence: bigint
  /** Of the last event, in hex; the genesis before the first one. */
  readonly event_hash: string
  /** Since when nothing may be recorded, because the company moved to another installation. */
  readonly frozen_at: ColumnType<string | null, string | null | undefined>
}

/** The position of the head when the company was last verified without a fault. */
interface VerifiedHeadsTable {
  readonly revision_sequence: bigint
  readonly revision_hash: string
  readonly verified_at: string
}

interface EventsTable {
  /** Position in the log, from 1 without gaps, in the order of the commits. */
  readonly sequence: bigint
  readonly id: string
  readonly type: string
  readonly resource_type: string
  readonly resource_id: string
  readonly actor_kind: string
  readonly actor_id: string
  readonly actor_name: string
  readonly at: string
  /** JSON; empty if it is packed. */
  readonly data: string
  readonly data_packed: Uint8Array | null
  /** See `core/record/event-chain.ts`. */
  readonly hash: Uint8Array
}

interface PaymentsTable {
  readonly id: string
  readonly invoice_id: string
  readonly kind: string
  readonly amount_minor: bigint
  readonly paid_at: string
  readonly method: string | null
  readonly reference: string | null
  /** The system that gave the reference. */
  readonly source: string | null
  readonly note: string | null
  /** 1: created by the status `paid`, and deleted when that is undone. */
  readonly automatic: bigint
  /** The entry of the customer's account that it came from, or returned to. */
  readonly account_entry_id: string | null
  /** These settle the invoice beside the amount; with the opposite sign where money is returned. */
  readonly discount_minor: bigint
  readonly fee_minor: bigint
  readonly write_off_minor: bigint
  readonly withheld_minor: bigint
  /** What the bank credited in another currency. */
  readonly received_minor: bigint | null
  readonly received_currency: string | null
  /** The payment that it takes back. */
  readonly reverses_id: string | null
  /** The entry of the bank that it was booked from, or linked to. */
  readonly bank_entry_id: string | null
  /** What was credited when it was recorded. */
  readonly credited_before_minor: bigint
  /** The credit note that takes a share of the discounts back, or gives it again. */
  readonly credit_note_id: string | null
  readonly created_at: string
}

interface TemplatesTable {
  readonly id: string
  readonly name: string
  readonly source: string
  readonly current_version: string
  readonly license: string | null
  readonly homepage: string | null
  readonly manifest_url: string | null
  readonly created_at: string
  readonly updated_at: string
  /** Set on deletion if issued invoices still pin one of its versions. */
  readonly deleted_at: string | null
}

interface TemplateVersionsTable {
  readonly template_id: string
  readonly version: string
  readonly html: string
  /** SHA-256 of the original HTML before sanitizing. */
  readonly sha256: string
  readonly removed: string
  readonly created_at: string
  /** When the first invoice was issued with it: then the version outlives its template. */
  readonly pinned_at: string | null
}

interface TemplateAssetsTable {
  readonly template_id: string
  readonly version: string
  readonly path: string
  readonly media_type: string
  readonly sha256: string
  /** Empty: in the object store. */
  readonly bytes: Uint8Array
  /** Null: all bytes are in the row. */
  readonly size: bigint | null
}
