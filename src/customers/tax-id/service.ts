import { AppError } from '../../errors.ts'
import { checkIfMatch } from '../../http/etag.ts'
import { laterOf } from '../../platform/clock.ts'
import type { OutboundClient } from '../../platform/outbound/client.ts'
import { transaction } from '../../record/transaction.ts'
import type { ReadWork } from '../../record/work.ts'
import type { SettingsService } from '../../settings/service.ts'
import type { Customer } from '../customer.ts'
import { recordCustomer } from '../journal.ts'
import * as repository from '../repository.ts'
import { type Change, customerEtag } from '../service.ts'
import { toCheck } from './status.ts'
import { askVies } from './vies.ts'

export interface TaxIdDeps {
  readonly settings: Pick<SettingsService, 'current'>
  readonly outbound: OutboundClient
}

export type TaxIdService = ReturnType<typeof createTaxIdService>

export function createTaxIdService({ settings, outbound }: TaxIdDeps) {
  return {
    /** Asks the EU's service, without a transaction, and keeps the answer with the customer. */
    async check(work: ReadWork, { id, ifMatch }: Change): Promise<Customer> {
      const asked = await repository.requireCustomer(work, id)
      checkIfMatch(ifMatch, customerEtag(asked))
      if (asked.taxId === null) throw taxIdMissing()
      const { companyTaxId } = await settings.current(work)
      const answer = await askVies(outbound, asked.taxId, companyTaxId)
      return transaction(work, async (work) => {
        const before = await repository.lockCustomer(work, id)
        if (before.taxId !== asked.taxId) return before
        const version = before.version + 1
        const updatedAt = laterOf(work.at, before.updatedAt)
        const taxIdCheck = toCheck(work.at, before.name, answer)
        const after = { ...before, taxIdCheck, version, updatedAt }
        await repository.saveCustomer(work, before, after)
        recordCustomer(work, 'customer.updated', after)
        return after
      })
    },
  }
}

const taxIdMissing = (): AppError =>
  new AppError('conflict', 'tax_id_missing', 'The customer has no tax id. Enter it first.')
