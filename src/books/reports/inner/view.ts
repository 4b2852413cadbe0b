import { formatMinor } from '@billwright/money'
import { toCsv } from '../../../core/render/cells.ts'
import type { NamedRow, WithheldReport } from '../read-withheld.ts'
import type { WithheldRow } from '../withheld.ts'

export const withheldView = ({ year, by, rows, sums }: WithheldReport) => ({
  year: Number(year),
  by,
  data: rows.map(rowView),
  sums: sums.map(figuresView),
})

const rowView = (row: NamedRow) => ({
  period: row.period,
  customer_id: row.customerId,
  customer_name: row.customerName,
  tax_id: row.taxId,
  ...figuresView(row),
})

/** Unstated tax has no base: a payment names only its amount. */
function figuresView(row: WithheldRow) {
  const { kind, currency, documents } = row
  const base = (minor: bigint) => (kind === 'unstated' ? null : formatMinor(minor, currency))
  return {
    kind,
    currency,
    documents,
    base: base(row.baseMinor),
    withheld: formatMinor(row.withheldMinor, currency),
    paid_base: base(row.paidBaseMinor),
    paid_withheld: formatMinor(row.paidWithheldMinor, currency),
  }
}

const COLUMNS = [
  'period',
  'customer_id',
  'customer_name',
  'tax_id',
  'kind',
  'currency',
  'documents',
  'base',
  'withheld',
  'paid_base',
  'paid_withheld',
] as const satisfies readonly (keyof ReturnType<typeof rowView>)[]

export const withheldCsv = ({ rows }: WithheldReport): string =>
  toCsv([COLUMNS, ...rows.map(rowView).map((row) => COLUMNS.map((column) => row[column]))])
