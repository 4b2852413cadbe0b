import { formatMinor } from '@billwright/money'
import { requireOpen } from '../../company/closing/open.ts'
import { recordEvent, recordRevision } from '../../core/record/journal.ts'
import { stateAfter } from '../../core/record/state.ts'
import type { Work } from '../../core/record/work.ts'
import { type CompanyDb, insertRows, tablesOf } from '../../platform/database/scope.ts'
import { newId } from '../../platform/ids.ts'
import { type AccountEntry, ENTRY_STATE, type NewEntry, toEntry, toRow } from './entry.ts'
import { accountTooSmall } from './errors.ts'

/** The money that a customer has on account in a currency. */
export async function balanceOf(
  scope: CompanyDb,
  customerId: string,
  currency: string,
): Promise<bigint> {
  return (await findLast(scope, customerId, currency))?.balanceMinor ?? 0n
}

/** Adds an entry to a locked account. Throws `period_closed`. */
export async function addAccountEntry(work: Work, added: NewEntry): Promise<AccountEntry> {
  await requireOpen(work, [added.paidAt])
  const last = await findLast(work, added.customerId, added.currency)
  const before = last?.balanceMinor ?? 0n
  const balanceMinor = before + added.amountMinor
  if (balanceMinor < 0n) throw accountTooSmall(before, added.currency)
  const entry = {
    ...added,
    id: newId('acc'),
    sequence: (last?.sequence ?? 0n) + 1n,
    balanceMinor,
    createdAt: work.at,
  }
  await insertRows(work, 'account_entries', [toRow(entry)])
  record(work, entry)
  return entry
}

function record(work: Work, entry: AccountEntry): void {
  const amount = (minor: bigint) => formatMinor(minor, entry.currency)
  recordRevision(work, {
    resourceId: entry.id,
    version: 1,
    action: entry.kind,
    changes: {
      customer_id: [null, entry.customerId],
      invoice_id: [null, entry.invoiceId],
      currency: [null, entry.currency],
      amount: [null, amount(entry.amountMinor)],
      balance: [null, amount(entry.balanceMinor)],
    },
    ...stateAfter(ENTRY_STATE, toRow(entry)),
  })
  const type = 'customer.credit_changed'
  recordEvent(work, { type, resourceId: entry.customerId, data: entryEventData(entry) })
}

/** The newest entry of a customer in a currency. */
async function findLast(
  scope: CompanyDb,
  customerId: string,
  currency: string,
): Promise<AccountEntry | undefined> {
  const row = await tablesOf(scope)
    .selectFrom('account_entries')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('currency', '=', currency)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toEntry(row)
}

/** The data of an event: no references and no texts. */
const entryEventData = (entry: AccountEntry) => ({
  id: entry.customerId,
  entry_id: entry.id,
  kind: entry.kind,
  amount: formatMinor(entry.amountMinor, entry.currency),
  balance: formatMinor(entry.balanceMinor, entry.currency),
  currency: entry.currency,
  invoice_id: entry.invoiceId,
})
