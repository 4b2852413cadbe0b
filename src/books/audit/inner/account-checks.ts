import { stateHash } from '../../../core/record/state.ts'
import { type CompanyDb, tablesOf } from '../../../platform/database/scope.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { countsAsBilled } from '../../../sales/invoices/billed.ts'
import { ENTRY_STATE } from '../../../sales/ledger/entry.ts'
import { type Break, breakOf } from '../report.ts'
import type { Audited } from './repository.ts'

type Entry = Tables['account_entries']

/**
 * Compares each entry with its revision and with the previous entry, in the order of their
 * accounts.
 */
export function createAccountWalk() {
  let before: Entry | null = null
  return ({ row: entry, last }: Audited<Entry>): readonly Break[] => {
    const isFirst =
      before === null ||
      before.customer_id !== entry.customer_id ||
      before.currency !== entry.currency
    const sequence = isFirst ? 1n : (before?.sequence ?? 0n) + 1n
    const balance = (isFirst ? 0n : (before?.balance_minor ?? 0n)) + entry.amount_minor
    before = entry
    const found = last && stateHash(ENTRY_STATE, entry, Number(last.state_version))
    const name = `Entry ${entry.id} of the account of ${entry.customer_id}`
    const about = { invoiceId: entry.id, revision: last?.sequence ?? null }
    return [
      ...(last && found === last.state_hash
        ? []
        : [breakOf('account_entry', `${name} differs from its revision.`, about)]),
      ...(entry.sequence === sequence
        ? []
        : [
            breakOf('account_entry', `An entry before ${entry.id} is missing.`, {
              ...about,
              field: 'sequence',
              expected: String(sequence),
              found: String(entry.sequence),
            }),
          ]),
      ...(entry.balance_minor === balance && balance >= 0n
        ? []
        : [
            breakOf('account_entry', `The balance after ${name} is wrong or below zero.`, {
              ...about,
              field: 'balance_minor',
              expected: String(balance),
              found: String(entry.balance_minor),
            }),
          ]),
    ]
  }
}

/** Payments whose account entry is missing, belongs to another payment, or has another amount. */
export async function paymentBreaks(scope: CompanyDb): Promise<readonly Break[]> {
  const rows = await tablesOf(scope)
    .selectFrom('payments')
    .leftJoin('account_entries', (join) =>
      join
        .onRef('account_entries.company_id', '=', 'payments.company_id')
        .onRef('account_entries.id', '=', 'payments.account_entry_id')
        .onRef('account_entries.payment_id', '=', 'payments.id'),
    )
    .select(['payments.id', 'payments.invoice_id', 'payments.amount_minor as paid'])
    .select('account_entries.amount_minor as taken')
    .where('payments.account_entry_id', 'is not', null)
    .execute()
  return rows
    .filter(({ paid, taken }) => taken !== -paid)
    .map(({ id, invoice_id, paid, taken }) =>
      breakOf('account_entry', `The account has no entry for payment ${id}.`, {
        invoiceId: invoice_id,
        expected: String(-paid),
        found: taken === null ? null : String(taken),
      }),
    )
}

/** Deposits that more than one invoice deducts, so that their tax is deducted twice. */
export async function depositBreaks(scope: CompanyDb): Promise<readonly Break[]> {
  const rows = await tablesOf(scope)
    .selectFrom('invoice_items')
    .innerJoin('invoices', (join) =>
      join
        .onRef('invoices.company_id', '=', 'invoice_items.company_id')
        .onRef('invoices.id', '=', 'invoice_items.invoice_id'),
    )
    .select('invoice_items.deducts_id')
    .where('invoice_items.deducts_id', 'is not', null)
    .where(countsAsBilled)
    .groupBy('invoice_items.deducts_id')
    .having((e) => e.fn.count('invoices.id').distinct(), '>', 1)
    .execute()
  return rows.map(({ deducts_id: id }) =>
    breakOf('deposit_twice', `More than one invoice deducts the deposit ${id}.`, { invoiceId: id }),
  )
}
