import type { ReadWork, Work } from '../../core/record/work.ts'
import { newId } from '../../platform/ids.ts'
import { callProvider } from '../providers/call.ts'
import { requireProvider } from '../providers/change.ts'
import type { SavedMethod } from '../providers/port.ts'
import { recordMethod } from './change.ts'
import * as repository from './inner/repository.ts'
import type { Consent, PaymentMethod } from './method.ts'

/** A method that a provider keeps since the customer paid with it and agreed to later charges. Once for each. */
export async function keepMethod(
  work: Work,
  {
    customerId,
    providerId,
    saved,
    consent,
  }: {
    readonly customerId: string
    readonly providerId: string
    readonly saved: SavedMethod
    readonly consent: Consent
  },
): Promise<void> {
  if (await repository.findByRef(work, providerId, saved.ref)) return
  const isFirst = (await repository.findUsual(work, customerId)) === undefined
  const method: PaymentMethod = {
    ...saved,
    ...{ id: newId('pmd'), version: 1, customerId, via: 'provider', providerId, consent },
    ...{
      status: 'active',
      isDefault: isFirst,
      mandate: null,
      lastUsedOn: null,
      endedAt: null,
      problem: null,
    },
    createdAt: work.at,
    updatedAt: work.at,
  }
  await repository.insertMethod(work, method)
  recordMethod(work, 'payment_method.activated', method)
}

/** Asks the provider to forget a method that ended. */
export async function revokeMethod(work: ReadWork, id: string): Promise<void> {
  const { providerId, ref } = await repository.requireMethod(work, id)
  if (providerId === null || ref === null) return
  const provider = await requireProvider(work, providerId)
  await callProvider(work, provider, async (port) => port.revoke?.(ref))
}
