import { currentSettings } from '../../../company/settings/read.ts'
import { checkIfMatch, type VersionedRef } from '../../../core/http/etag.ts'
import { enqueue } from '../../../core/jobs/queue.ts'
import { transaction } from '../../../core/record/transaction.ts'
import type { ReadWork } from '../../../core/record/work.ts'
import { AppError } from '../../../kernel/errors.ts'
import { laterOf, secondsAfter } from '../../../platform/clock.ts'
import type { Customer } from '../customer.ts'
import { recordCustomer } from '../inner/journal.ts'
import * as repository from '../inner/repository.ts'
import { customerEtag } from '../read.ts'
import { toCheck } from './inner/status.ts'
import { askVies } from './inner/vies.ts'
import { CHECK_TAX_ID, type TaxIdJob, taxIdJob } from './kinds.ts'

/** Seconds until VIES is asked again if it could not answer: four times within 24 hours. */
const PAUSES_SECONDS: readonly number[] = [15 * 60, 2 * 3600, 6 * 3600, 15 * 3600]

/** Asks VIES and stores the answer with the customer. */
export async function checkTaxId(work: ReadWork, { id, ifMatch }: VersionedRef): Promise<Customer> {
  const asked = await repository.requireCustomer(work, id)
  checkIfMatch(ifMatch, customerEtag(asked))
  return ask(work, asked, 0)
}

/** Checks the tax id of a customer in a job. */
export async function checkTaxIdLater(
  work: ReadWork,
  { customerId, failures }: TaxIdJob,
): Promise<void> {
  await ask(work, await repository.requireCustomer(work, customerId), failures)
}

/** Asks without a transaction. If the tax id changed meanwhile, the answer is dropped. */
async function ask(work: ReadWork, asked: Customer, failures: number): Promise<Customer> {
  if (asked.taxId === null) throw taxIdMissing()
  const { companyTaxId, viesCheck } = await currentSettings(work)
  if (viesCheck === 'off') throw checksOff()
  const answer = await askVies(work.app.outbound, asked.taxId, companyTaxId)
  return transaction(work, async (work) => {
    const before = await repository.lockCustomer(work, asked.id)
    if (before.taxId !== asked.taxId) return before
    const version = before.version + 1
    const updatedAt = laterOf(work.at, before.updatedAt)
    const taxIdCheck = toCheck(work.at, before.name, answer)
    const after = { ...before, taxIdCheck, version, updatedAt }
    await repository.saveCustomer(work, before, after)
    const pause = answer?.vies === 'unavailable' ? PAUSES_SECONDS[failures] : undefined
    if (pause !== undefined) {
      const dueAt = secondsAfter(work.at, pause)
      await enqueue(work, CHECK_TAX_ID, [taxIdJob(asked.id, failures + 1, dueAt)])
    }
    recordCustomer(work, 'customer.updated', after)
    return after
  })
}

const checksOff = (): AppError =>
  new AppError(
    'conflict',
    'tax_id_checks_off',
    'The setting `viesCheck` is `off`. Set it to `manual` or `on_issue` first.',
  )

const taxIdMissing = (): AppError =>
  new AppError('conflict', 'tax_id_missing', 'The customer has no tax id. Enter it first.')
