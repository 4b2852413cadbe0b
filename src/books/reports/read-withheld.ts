import { currentSettings } from '../../company/settings/read.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { dayOf } from '../../platform/clock.ts'
import { inTurn, onReplica } from '../../platform/database/db.ts'
import { findCustomers } from '../../sales/customers/read.ts'
import { listClaimIds, listClaims } from './inner/claims.ts'
import { type PeriodLength, periodsOf, rowsOf, summed, type WithheldRow } from './withheld.ts'

const IDS_AT_ONCE = 5_000
const CLAIMS_AT_ONCE = 250

export interface WithheldReport {
  readonly year: string
  readonly by: PeriodLength
  readonly rows: readonly NamedRow[]
  /** All rows of a kind and currency. */
  readonly sums: readonly WithheldRow[]
}

export interface NamedRow extends WithheldRow {
  readonly customerName: string
  readonly taxId: string | null
}

export interface WithheldQuery {
  /** Default: this year, in the company's time zone. */
  readonly year?: string | undefined
  readonly by?: PeriodLength | undefined
}

/** The tax that customers withheld in a year, by period, customer, kind and currency. */
export async function readWithheld(
  asked: ReadWork,
  { year: given, by = 'year' }: WithheldQuery,
): Promise<WithheldReport> {
  const work = await onReplica(asked)
  const today = dayOf(work.at, (await currentSettings(work)).timeZone)
  const year = given ?? today.slice(0, 4)
  const rows = await inTurn(work, () => rowsIn(work, { year, by }))
  const sums = summed(rows, ({ kind, currency }) => `${kind} ${currency}`)
  return { year, by, rows: await named(work, rows), sums }
}

async function rowsIn(
  work: ReadWork,
  { year, by }: Pick<WithheldReport, 'year' | 'by'>,
): Promise<readonly WithheldRow[]> {
  const periods = periodsOf(year, by)
  const days = { from: `${year}-01-01`, to: `${year}-12-31` }
  let rows: readonly WithheldRow[] = []
  let after = ''
  for (;;) {
    const ids = await listClaimIds(work, days, { after, limit: IDS_AT_ONCE })
    for (let at = 0; at < ids.length; at += CLAIMS_AT_ONCE) {
      const claims = await listClaims(work, ids.slice(at, at + CLAIMS_AT_ONCE))
      const found = claims.flatMap((claim) => rowsOf(claim, periods))
      rows = summed([...rows, ...found], keyOf)
    }
    if (ids.length < IDS_AT_ONCE) return rows
    after = ids.at(-1) ?? ''
  }
}

const keyOf = ({ period, customerId, kind, currency }: WithheldRow): string =>
  [period, customerId, kind, currency].join(' ')

/** By period, then by the name of the customer. */
async function named(work: ReadWork, rows: readonly WithheldRow[]): Promise<readonly NamedRow[]> {
  const ids = [...new Set(rows.map(({ customerId }) => customerId))]
  const customers = new Map<string, { readonly name: string; readonly taxId: string | null }>()
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE)
    for (const it of await findCustomers(work, ids.slice(at, at + IDS_AT_ONCE)))
      customers.set(it.id, it)
  const all = rows.map((row) => {
    const { name = '', taxId = null } = customers.get(row.customerId) ?? {}
    return { ...row, customerName: name, taxId }
  })
  const order = ({ period, customerName, customerId, kind, currency }: NamedRow) =>
    [period, customerName.toLowerCase(), customerId, kind, currency].join('\n')
  return all.toSorted((one, other) => (order(one) < order(other) ? -1 : 1))
}
