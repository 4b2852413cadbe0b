/** Providers of payments, their checkouts, and the payments at them. */
export interface ProviderTables {
  readonly payment_providers: PaymentProvidersTable
  readonly checkouts: CheckoutsTable
  readonly checkout_shares: CheckoutSharesTable
  readonly checkout_claims: CheckoutClaimsTable
  readonly provider_payments: ProviderPaymentsTable
  readonly provider_refunds: ProviderRefundsTable
  readonly provider_disputes: ProviderDisputesTable
  readonly provider_bookings: ProviderBookingsTable
}

interface PaymentProvidersTable {
  readonly id: string
  readonly version: bigint
  readonly kind: string
  readonly label: string
  /** 0 or 1. */
  readonly enabled: bigint
  readonly priority: bigint
  /** A list as JSON; empty: all. */
  readonly methods: string
  readonly currencies: string
  readonly countries: string
  /** Amounts as decimals, in the currency of the invoice. */
  readonly minimum: string | null
  readonly maximum: string | null
  /** A list as JSON; empty: all. */
  readonly uses: string
  readonly statement_text: string | null
  readonly mode: string
  readonly account: string | null
  readonly api_key_sealed: string
  /** A list as JSON, sealed. */
  readonly hook_secrets_sealed: string
  readonly hook_last_at: string | null
  readonly reconciled_until: string | null
  /** Until then nothing is asked, because the provider refused the key. */
  readonly refused_until: string | null
  /** Since then no call was answered. */
  readonly unreachable_since: string | null
  /** Ids of payments whose bookings are not what the provider said, as JSON. */
  readonly differing: string
  readonly created_at: string
  readonly updated_at: string
}

interface CheckoutsTable {
  readonly id: string
  readonly version: bigint
  readonly provider_id: string
  readonly customer_id: string
  readonly method: string | null
  readonly status: string
  /** 1: it has the claims of its invoices. */
  readonly live: bigint
  readonly amount_minor: bigint
  readonly currency: string
  /** The amount in the text that the provider was sent. */
  readonly asked: string
  readonly ref: string | null
  readonly url: string | null
  readonly opened_by: string
  /** As JSON. */
  readonly consent: string | null
  readonly charged: string | null
  readonly language: string
  readonly expires_at: string
  readonly pending_since: string | null
  /** As JSON. */
  readonly failure: string | null
  readonly closed_because: string | null
  /** When a hook first told of it. */
  readonly told_at: string | null
  /** How often the provider was asked, and the number of the question with the stored answer. */
  readonly asks: bigint
  readonly asks_seen: bigint
  readonly created_at: string
  readonly updated_at: string
}

interface CheckoutSharesTable {
  readonly checkout_id: string
  readonly position: bigint
  readonly invoice_id: string
  readonly amount_minor: bigint
  readonly discount_minor: bigint
}

/** Either a checkout or a collection. */
interface CheckoutClaimsTable {
  readonly invoice_id: string
  readonly checkout_id: string | null
  readonly collection_id: string | null
}

interface ProviderPaymentsTable {
  readonly id: string
  readonly version: bigint
  readonly provider_id: string
  readonly ref: string
  readonly checkout_id: string
  readonly customer_id: string
  readonly status: string
  readonly amount_minor: bigint
  readonly currency: string
  readonly paid_at: string | null
  readonly method: string | null
  readonly fee_minor: bigint | null
  readonly fee_currency: string | null
  /** Lists as JSON. */
  readonly problems: string
  readonly acknowledged: string
  readonly created_at: string
  readonly updated_at: string
}

interface ProviderRefundsTable {
  readonly id: string
  readonly version: bigint
  readonly provider_payment_id: string
  /** Null: the provider has not answered yet. */
  readonly ref: string | null
  readonly status: string
  readonly amount_minor: bigint
  /** The invoice whose payment was refunded; null: the payment as a whole. */
  readonly invoice_id: string | null
  readonly made_by: string
  readonly reason: string | null
  readonly failure: string | null
  readonly fee_minor: bigint | null
  readonly fee_currency: string | null
  readonly created_at: string
  readonly updated_at: string
}

interface ProviderDisputesTable {
  readonly id: string
  readonly version: bigint
  readonly provider_payment_id: string
  readonly ref: string
  readonly status: string
  readonly amount_minor: bigint
  /** 1: the provider took the money. */
  readonly withdrawn: bigint
  readonly reason: string | null
  readonly answer_by: string | null
  readonly fee_minor: bigint | null
  readonly fee_currency: string | null
  readonly created_at: string
  readonly updated_at: string
}

interface ProviderBookingsTable {
  readonly provider_payment_id: string
  readonly key: string
  readonly position: bigint
  readonly kind: string
  readonly place: string
  /** Signed. */
  readonly amount_minor: bigint
  readonly invoice_id: string | null
  readonly payment_id: string | null
  readonly account_entry_id: string | null
  readonly created_at: string
}
