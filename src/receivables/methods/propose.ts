import { faultOfMandateReference } from '@billwright/sepa'
import { currentSettings } from '../../company/settings/read.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { requireCustomer } from '../../sales/customers/read.ts'
import { creditorOf } from './creditor.ts'
import { notForConsumers, referenceInvalid } from './errors.ts'
import * as repository from './inner/repository.ts'
import { freeReference } from './record.ts'

export interface MandateProposal {
  readonly reference: string
  readonly scheme: 'CORE' | 'B2B'
  readonly type: 'recurring' | 'one_off'
  readonly accountHolder: string
  readonly creditorId: string
  readonly creditorName: string
}

export interface ProposalQuery {
  readonly reference?: string
  readonly scheme?: string
  readonly type?: string
}

/**
 * What the next mandate of a customer would say. Stores nothing, so another mandate may get the reference
 * first. Throws `creditor_incomplete`, `business_mandate_only`, `mandate_reference_invalid`.
 */
export async function proposeMandate(
  work: ReadWork,
  customerId: string,
  { reference, scheme, type }: ProposalQuery,
): Promise<MandateProposal> {
  const creditor = creditorOf(await currentSettings(work))
  const customer = await requireCustomer(work, customerId)
  if (scheme === 'B2B' && customer.kind !== 'business') throw notForConsumers()
  const fault = reference === undefined ? null : faultOfMandateReference(reference)
  if (fault !== null) throw referenceInvalid(fault)
  const count = await repository.countMethods(work, customer.id)
  return {
    reference: reference ?? (await freeReference(work, customer, count)),
    scheme: scheme === 'B2B' ? 'B2B' : 'CORE',
    type: type === 'one_off' ? 'one_off' : 'recurring',
    accountHolder: customer.name,
    creditorId: creditor.id,
    creditorName: creditor.name,
  }
}

/**
 * The mandate that a customer can sign on the page of an invoice; null: none, because it is turned off, the
 * company is no creditor, or there is one already.
 */
export async function findSignable(
  work: ReadWork,
  customerId: string,
): Promise<MandateProposal | null> {
  const { mandateByPage, bankAccount } = await currentSettings(work)
  if (!mandateByPage || bankAccount.iban === null || bankAccount.creditorId === null) return null
  const live = await repository.listLive(work, customerId, 'file')
  if (live.some(({ status }) => status !== 'suspended')) return null
  return proposeMandate(work, customerId, {})
}
