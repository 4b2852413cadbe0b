/** The access point and its documents; see `tables.ts` for the conventions. */
export interface AccessPointTables {
  readonly access_points: AccessPointsTable
  readonly transmissions: TransmissionsTable
}

interface AccessPointsTable {
  readonly version: bigint
  /** Empty: it was deleted. */
  readonly url: string
  readonly token_sealed: string
  /** Since when a received document cannot be accepted, and why. */
  readonly refused_since: string | null
  readonly refused_detail: string | null
  readonly updated_at: string
}

interface TransmissionsTable {
  /** The idempotency key at the provider. */
  readonly id: string
  readonly version: bigint
  readonly invoice_id: string
  readonly number: string
  /** `peppol` or `xrechnung`. */
  readonly format: string
  /** `scheme:id`. */
  readonly recipient: string
  /** `queued`, `sent`, `delivered`, `failed` or `lost`. */
  readonly status: string
  /** Hash of the document in the first attempt; null before it. */
  readonly xml_sha256: string | null
  readonly detail: string | null
  readonly queued_at: string
  readonly created_at: string
  readonly updated_at: string
}
