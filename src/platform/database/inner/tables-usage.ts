/** Usage of companies, and their figures. */
export interface UsageTables {
  readonly usage_days: UsageDaysTable
  readonly figures_at: FiguresAtTable
  readonly figures: FiguresTable
}

interface UsageDaysTable {
  /** `YYYY-MM-DD`, in UTC. */
  readonly day: string
  readonly requests: bigint
  readonly pdfs: bigint
  /** Null: not measured on this day. */
  readonly row_count: bigint | null
  readonly byte_count: bigint | null
}

/** When the figures of a company were last counted, and those without a currency. */
interface FiguresAtTable {
  readonly counted_at: string
  /** For its `figures`, in the time zone of the company. */
  readonly day: string
  /** The last position of its event log. */
  readonly event_sequence: bigint
  readonly drafts: bigint
  /** Documents issued in the month of `day`. */
  readonly issued: bigint
  /** When the last event happened. */
  readonly active_at: string | null
  /** JSON: the limits above the warning level, and since when. */
  readonly limits_near: string | null
}

/** Amounts in minor units at the end of a day on which anything changed. */
interface FiguresTable {
  readonly currency: string
  readonly day: string
  readonly outstanding_count: bigint
  readonly outstanding: bigint
  readonly overdue_count: bigint
  readonly overdue: bigint
}
