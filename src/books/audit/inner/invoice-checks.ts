import { sumOf } from '@billwright/money'
import { canonicalJson } from '../../../core/record/canonical-json.ts'
import type { Revision } from '../../../core/record/chain.ts'
import { stateHash } from '../../../core/record/state.ts'
import type { CompanyId } from '../../../platform/database/tables.ts'
import { sha256 } from '../../../platform/ids.ts'
import { cashStepMinor } from '../../../sales/contents/totals/cash-rounding.ts'
import type { StoredInvoice } from '../../../sales/invoices/invoice.ts'
import { auditViewOf } from '../../../sales/invoices/revisions/audit-view.ts'
import { INVOICE_STATE, withoutEmpty } from '../../../sales/invoices/revisions/state.ts'
import {
  toAdjustmentRows,
  toInvoice,
  toInvoiceRow,
  toItemRows,
  toTaxRows,
} from '../../../sales/invoices/rows.ts'
import { tokenOf } from '../../../sales/invoices/share-token.ts'
import { type Break, type BreakKind, breakOf } from '../report.ts'
import type { AuditedInvoice } from './repository.ts'
import type { LastRevision } from './revision-repository.ts'

/** The invoice in the rows; null: the rows contain none. */
export function readInvoice(audited: AuditedInvoice): StoredInvoice | null {
  try {
    return toInvoice(audited)
  } catch {
    return null
  }
}

/** The rows of an invoice, with the values that wrote them. */
interface Installed {
  /** Of share tokens. */
  readonly secret: string
  readonly company: CompanyId
}

/** The faults of one stored invoice, on its own and compared with its last revision. */
export function invoiceBreaks(
  audited: AuditedInvoice,
  stored: StoredInvoice | null,
  installed: Installed,
): readonly Break[] {
  const name = nameOf(audited)
  if (!stored) return [breakOf('invoice_unreadable', `${name} cannot be read.`, about(audited))]
  const found = [
    audited.last
      ? wrongState(audited, stored, audited.last)
      : breakOf('revision_missing', `${name} has no revision.`, about(audited)),
    wrongColumn(audited, stored, installed),
    ...wrongFigures(audited, stored),
  ]
  return found.filter((it) => it !== null)
}

/**
 * The fields that differ from the revisions of the invoice, by wire name. The state hash alone
 * only shows that something differs.
 */
export function changedFields(stored: StoredInvoice, revisions: readonly Revision[]) {
  const recorded: Readonly<Record<string, unknown>> = Object.assign(
    {},
    ...revisions.map(({ changes }) =>
      Object.fromEntries(Object.entries(changes).map(([field, [, after]]) => [field, after])),
    ),
  )
  const record = recordIn(stored)
  return Object.keys(record)
    .map((field) => ({
      field,
      expected: canonicalJson(withoutEmpty(recorded[field]) ?? null),
      found: canonicalJson(withoutEmpty(record[field]) ?? null),
    }))
    .filter(({ expected, found }) => expected !== found)
}

/** A manipulated invoice may have no view: an unknown currency cannot format an amount. */
function recordIn(stored: StoredInvoice): Readonly<Record<string, unknown>> {
  try {
    return auditViewOf(stored)
  } catch {
    return { currency: stored.currency }
  }
}

const about = ({ invoice, last }: AuditedInvoice) => ({
  invoiceId: invoice.id,
  number: invoice.number,
  revision: last?.sequence ?? null,
})

export const nameOf = ({ invoice }: AuditedInvoice): string =>
  invoice.number === null ? `The draft ${invoice.id}` : `Invoice ${invoice.number} (${invoice.id})`

function wrongState(
  audited: AuditedInvoice,
  stored: StoredInvoice,
  last: LastRevision,
): Break | null {
  const found = stateHash(INVOICE_STATE, stored, Number(last.state_version))
  if (found === last.state_hash) return null
  const message =
    found === null
      ? `${nameOf(audited)} was written by a later release. Verify it with that release.`
      : last.action === 'deleted'
        ? `${nameOf(audited)} exists although revision ${last.sequence} deleted it.`
        : `${nameOf(audited)} differs from its last revision, ${last.sequence}.`
  return breakOf('invoice_state', message, { ...about(audited), expected: last.state_hash, found })
}

/**
 * Writing the invoice again must give the stored rows. This also finds changes without a meaning:
 * a blank in the buyer's JSON, a flag of 2, the search text.
 */
function wrongColumn(
  audited: AuditedInvoice,
  stored: StoredInvoice,
  { secret, company }: Installed,
): Break | null {
  const { invoice } = audited
  const { shareNonce } = stored
  const shareHash = shareNonce === null ? null : sha256(tokenOf(secret, stored.id, shareNonce))
  const tables = [
    {
      name: '',
      found: [invoice],
      expected: [toInvoiceRow(company, stored, invoice.customer_name, shareHash)],
    },
    { name: 'items', found: audited.items, expected: toItemRows(stored) },
    { name: 'adjustments', found: audited.adjustments, expected: toAdjustmentRows(stored) },
    { name: 'taxes', found: audited.taxes, expected: toTaxRows(stored) },
  ]
  for (const { name, found, expected } of tables) {
    const difference = firstDifference(found, expected)
    if (!difference) continue
    const field = [name, difference.place].filter((it) => it !== '').join('/')
    return breakOf('invoice_state', `${nameOf(audited)} was changed in \`${field}\`.`, {
      ...about(audited),
      ...difference,
      field,
    })
  }
  return null
}

type Row = Readonly<Record<string, unknown>>

function firstDifference(found: readonly object[], expected: readonly object[]) {
  for (const [index, row] of expected.entries()) {
    const stored = (found[index] ?? {}) as Row
    for (const [column, value] of Object.entries(row)) {
      if (stored[column] === value) continue
      const place = expected.length === 1 ? column : `${index}/${column}`
      return { place, expected: textOf(value), found: textOf(stored[column]) }
    }
  }
  return null
}

const textOf = (value: unknown): string => (value === null ? 'null' : String(value))

/** The total of prices with tax, to which the rounding to a coin may add up to that coin. */
function grossOf(stored: StoredInvoice, afterAll: bigint): bigint {
  const { totalMinor } = stored.totals
  const step = cashStepMinor(stored) ?? 0n
  return totalMinor <= afterAll + step && totalMinor >= afterAll - step ? totalMinor : afterAll
}

/** Only figures and names: a later release may decide differently how they come about. */
function wrongFigures(audited: AuditedInvoice, stored: StoredInvoice): readonly Break[] {
  const { items, discounts, charges, taxes, totals, buyer } = stored
  const afterAll = totals.subtotalMinor - totals.discountMinor + totals.chargeMinor
  const name = nameOf(audited)
  const listed = audited.invoice.customer_name
  const otherName = `${name} is listed under a different customer name than it prints.`
  const otherPaid = `The paid amount of ${name} differs from the sum of its payments.`
  const sums: readonly (readonly [field: string, expected: bigint, found: bigint])[] = [
    ['subtotal_minor', sumOf(items.map((it) => it.totalMinor)), totals.subtotalMinor],
    ['discount_minor', sumOf(discounts.map((it) => it.amountMinor)), totals.discountMinor],
    ['charge_minor', sumOf(charges.map((it) => it.amountMinor)), totals.chargeMinor],
    [
      'net_minor',
      sumOf(taxes.flatMap((it) => (it.second ? [] : [it.taxableMinor]))),
      totals.netMinor,
    ],
    ['tax_minor', sumOf(taxes.map((it) => it.amountMinor)), totals.taxMinor],
    ['total_minor', totals.netMinor + totals.taxMinor + totals.roundingMinor, totals.totalMinor],
    stored.pricesIncludeTax
      ? ['total_minor', grossOf(stored, afterAll), totals.totalMinor]
      : ['net_minor', afterAll, totals.netMinor],
  ]
  const checks: readonly (readonly [BreakKind, string, string, unknown, unknown])[] = [
    ['customer_name', otherName, 'customer_name', buyer?.name ?? listed, listed],
    ['paid_sum', otherPaid, 'paid_minor', audited.paymentsMinor, stored.paidMinor],
    ...sums.map(
      ([field, ...values]) =>
        ['totals', `The totals of ${name} do not add up: \`${field}\`.`, field, ...values] as const,
    ),
  ]
  return checks
    .filter(([, , , expected, found]) => expected !== found)
    .map(([kind, message, field, expected, found]) =>
      breakOf(kind, message, {
        ...about(audited),
        field,
        expected: textOf(expected),
        found: textOf(found),
      }),
    )
}
