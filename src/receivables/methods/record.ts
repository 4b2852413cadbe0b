import { maskedIban } from '@billwright/sepa'
import { currentSettings } from '../../company/settings/read.ts'
import { requireFile } from '../../core/files/read.ts'
import { enqueue } from '../../core/jobs/queue.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { dayOf } from '../../platform/clock.ts'
import { isUniqueViolation } from '../../platform/database/db.ts'
import { newId } from '../../platform/ids.ts'
import type { Customer } from '../../sales/customers/customer.ts'
import { requireCustomer, requireCustomerToName } from '../../sales/customers/read.ts'
import { recordMethod } from './change.ts'
import { creditorOf } from './creditor.ts'
import { mandateExists, notForConsumers, signedInFuture, tooManyMethods } from './errors.ts'
import * as repository from './inner/repository.ts'
import type { MethodCreate } from './inner/schema.ts'
import { SEND_MANDATE_COPY } from './kinds.ts'
import { changedMandate } from './mandates.ts'
import { type Consent, hasEvidence, type Mandate, type PaymentMethod } from './method.ts'

/** Methods that have not ended. */
const METHODS_MAX = 50

/** Records a mandate that the customer gave on paper, or signed on a page. */
export function createMandate(
  work: ReadWork,
  customerId: string,
  {
    mandate: said,
    default: isDefault,
    consent = null,
  }: MethodCreate & { readonly consent?: Consent | null },
): Promise<PaymentMethod> {
  return transaction(work, async (work) => {
    const settings = await currentSettings(work)
    const { id } = await requireCustomer(work, customerId)
    await requireCustomerToName(work, id)
    const customer = await requireCustomer(work, id)
    if ((await repository.countLive(work, id)) >= METHODS_MAX) throw tooManyMethods(METHODS_MAX)
    const today = dayOf(work.at, settings.timeZone)
    const faults = [
      said.signed_on > today ? signedInFuture() : null,
      said.scheme === 'B2B' && customer.kind !== 'business' ? notForConsumers() : null,
    ]
    const count = await repository.countMethods(work, id)
    const reference = said.reference ?? (await freeReference(work, customer, count))
    const mandate = changedMandate(
      emptyMandate(said),
      { ...said, reference },
      { today, creditorIban: creditorOf(settings).iban, faults },
    )
    if (mandate.evidenceFileId !== null)
      await requireFile(work, { kind: 'customer', id }, mandate.evidenceFileId)
    if (isDefault === true) await repository.clearDefault(work, id)
    const given: PaymentMethod = {
      id: newId('pmd'),
      version: 1,
      customerId: id,
      via: 'file',
      providerId: null,
      ref: null,
      kind: 'sepa_debit',
      label: maskedIban(mandate.iban),
      status: 'pending',
      isDefault: isDefault === true,
      mandate,
      consent,
      expiresOn: null,
      lastUsedOn: null,
      endedAt: null,
      problem: null,
      createdAt: work.at,
      updatedAt: work.at,
    }
    const isReady = hasEvidence(given) && !settings.confirmMandates
    const method: PaymentMethod = isReady ? { ...given, status: 'active' } : given
    await repository.insertMethod(work, method)
    if (consent !== null)
      await enqueue(work, SEND_MANDATE_COPY, [{ key: given.id, payload: { methodId: given.id } }])
    if (isReady) recordMethod(work, 'payment_method.activated', method)
    return repository.requireMethod(work, method.id)
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? mandateExists(said.reference ?? '') : error
  })
}

const emptyMandate = (said: MethodCreate['mandate']): Mandate => ({
  reference: '',
  scheme: said.scheme === 'B2B' ? 'B2B' : 'CORE',
  type: said.type === 'one_off' ? 'one_off' : 'recurring',
  signedOn: said.signed_on,
  accountHolder: said.account_holder,
  iban: said.iban,
  bic: null,
  address: null,
  noticeDays: null,
  evidenceFileId: null,
  b2bConfirmedOn: null,
  firstOn: null,
  lastOn: null,
  wasCollected: false,
  isFinal: false,
  told: null,
  untold: null,
  handedIn: null,
  amendments: [],
})

/** `M`, the customer's number or the end of its id, and a count. */
export async function freeReference(
  work: ReadWork,
  customer: Customer,
  count: number,
): Promise<string> {
  const own = (customer.reference ?? '').replace(/[^A-Za-z0-9-]/g, '').slice(0, NUMBER_MAX)
  const name = own === '' ? customer.id.slice(-12).toUpperCase() : own
  for (let at = count + 1; ; at += 1) {
    const reference = `M${name}-${at}`
    const taken = await repository.findByReference(work, reference)
    if (!taken) return reference
  }
}
const NUMBER_MAX = 24
