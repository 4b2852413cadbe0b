import {
  type Page,
  type PageQueryInput,
  toPage,
  toPageRequest,
} from '../../../core/http/pagination.ts'
import type { ReadWork } from '../../../core/record/work.ts'
import { inTurn } from '../../../platform/database/db.ts'
import { requireCustomer } from '../../../sales/customers/read.ts'
import type { AccountBalance, AccountEntry } from '../../../sales/ledger/entry.ts'
import * as repository from './inner/repository.ts'

export interface AccountQuery extends PageQueryInput {
  readonly currency?: string | undefined
}

export interface AccountPage extends Page<AccountEntry> {
  readonly balances: readonly AccountBalance[]
}

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
