import { formatMinor } from '@billwright/money'
import {
  type Page,
  type PageQueryInput,
  toPage,
  toPageRequest,
} from '../../core/http/pagination.ts'
import { recordEvent, recordRevision } from '../../core/record/journal.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { inTurn } from '../../platform/database/db.ts'
import { newId } from '../../platform/ids.ts'
import { lockAccount } from '../customers/change.ts'
import { requireCustomer } from '../customers/read.ts'
import {
  type AccountBalance,
  type AccountEntry,
  ENTRY_STATE_VERSION,
  entryStateHash,
  type NewEntry,
  toRow,
} from './entry.ts'
import { accountTooSmall } from './errors.ts'
import * as repository from './inner/repository.ts'
import { entryEventData } from './view.ts'

export interface AccountQuery extends PageQueryInput {
  readonly currency?: string | undefined
}

export interface AccountPage extends Page<AccountEntry> {
  readonly balances: readonly AccountBalance[]
}
export { findReceipt } from './inner/repository.ts'

export async function listAccountEntries(
  work: ReadWork,
  customerId: string,
  query: AccountQuery,
): Promise<AccountPage> {
  await requireCustomer(work, customerId)
  const request = toPageRequest(query, '-created_at')
  const filter = { customerId, currency: query.currency ?? null }
  const sorted = request.sort === 'created_at' ? 'createdAt' : 'paidAt'
  return inTurn(work, async () => {
    const balances = await repository.listBalances(work, customerId)
    const rows = await repository.listEntries(work, filter, request)
    const total = query.include ? await repository.countEntries(work, filter) : null
    const page = toPage(rows, request, (row) => ({ value: row[sorted], id: row.id }), total)
    return { ...page, balances }
  })
}

/** The balance, locked until the transaction ends. */
export async function lockBalance(
  work: Work,
  customerId: string,
  currency: string,
): Promise<bigint> {
  await lockAccount(work, customerId)
  return (await repository.findLast(work, customerId, currency))?.balanceMinor ?? 0n
}

/** Adds an entry to a locked account. */
export async function addAccountEntry(work: Work, added: NewEntry): Promise<AccountEntry> {
  const last = await repository.findLast(work, added.customerId, added.currency)
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
  await repository.insertEntry(work, entry)
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
    stateVersion: ENTRY_STATE_VERSION,
    stateHash: entryStateHash(toRow(entry), ENTRY_STATE_VERSION) ?? '',
  })
  const type = 'customer.credit_changed'
  recordEvent(work, { type, resourceId: entry.customerId, data: entryEventData(entry) })
}
