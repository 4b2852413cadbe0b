import { enqueue } from '../../core/jobs/queue.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { AppError } from '../../kernel/errors.ts'
import { requireCustomer } from '../../sales/customers/read.ts'
import * as repository from './inner/learned-repository.ts'
import * as waitingRepository from './inner/waiting-repository.ts'
import { MATCH_ENTRIES, matchJob } from './kinds.ts'

/** The accounts that a customer has paid from. */
export async function listPayerAccounts(
  work: ReadWork,
  customerId: string,
): Promise<readonly repository.LearnedAccount[]> {
  await requireCustomer(work, customerId)
  return repository.listLearned(work, customerId)
}

export function forgetPayerAccount(
  work: ReadWork,
  { customerId, iban }: { readonly customerId: string; readonly iban: string },
): Promise<void> {
  return transaction(work, async (work) => {
    await requireCustomer(work, customerId)
    if (!(await repository.forget(work, customerId, iban)))
      throw new AppError(
        'not_found',
        'payer_account_not_found',
        'The customer has no learned account with this IBAN.',
      )
    await waitingRepository.markNaming(work, [iban])
    await enqueue(work, MATCH_ENTRIES, [matchJob()])
  })
}
