import type { Work } from '../../core/record/work.ts'
import { balanceOf } from '../ledger/account.ts'
import { lockAccount } from './inner/repository.ts'

/** The money on account in a currency. The account stays locked until the transaction ends. */
export async function lockBalance(
  work: Work,
  customerId: string,
  currency: string,
): Promise<bigint> {
  await lockAccount(work, customerId)
  return balanceOf(work, customerId, currency)
}
