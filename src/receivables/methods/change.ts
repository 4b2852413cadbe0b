import type { EventType } from '@billwright/rules/events'
import { maskedIban } from '@billwright/sepa'
import { currentSettings } from '../../company/settings/read.ts'
import { requireFile } from '../../core/files/read.ts'
import { checkIfMatch, type VersionedRef } from '../../core/http/etag.ts'
import { enqueue } from '../../core/jobs/queue.ts'
import { recordEvent } from '../../core/record/journal.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { dayOf, laterOf } from '../../platform/clock.ts'
import { isUniqueViolation } from '../../platform/database/db.ts'
import { creditorOf } from './creditor.ts'
import { evidenceMissing, mandateExists, methodEnded, methodNotReady } from './errors.ts'
import * as repository from './inner/repository.ts'
import type { MethodPatch } from './inner/schema.ts'
import { REVOKE_METHOD } from './kinds.ts'
import { changedMandate } from './mandates.ts'
import {
  hasEvidence,
  isFinal,
  type Mandate,
  type MethodStatus,
  type PaymentMethod,
  STOPPED_BY_CUSTOMER,
  type Via,
} from './method.ts'
import { methodEtag } from './read.ts'
import { methodEventData } from './view.ts'

export function changeMethod(
  work: ReadWork,
  request: VersionedRef,
  { mandate: said, default: isDefault }: MethodPatch,
): Promise<PaymentMethod> {
  return transaction(work, async (work) => {
    const before = await lockUsable(work, request)
    const settings = await currentSettings(work)
    const today = dayOf(work.at, settings.timeZone)
    const mandate =
      said && before.mandate
        ? changedMandate(before.mandate, said, {
            today,
            creditorIban: creditorOf(settings).iban,
          })
        : before.mandate
    const fileId = mandate?.evidenceFileId ?? null
    if (fileId !== null && fileId !== before.mandate?.evidenceFileId)
      await requireFile(work, { kind: 'customer', id: before.customerId }, fileId)
    if (isDefault === true) await repository.clearDefault(work, before.customerId)
    const isReady = before.status === 'pending' && fileId !== null && !settings.confirmMandates
    return save(work, before, {
      mandate,
      label: mandate ? maskedIban(mandate.iban) : before.label,
      isDefault: isDefault ?? before.isDefault,
      status: isReady ? 'active' : before.status,
    })
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? mandateExists(said?.reference ?? '') : error
  })
}

/** A person has compared the mandate with its evidence. */
export function confirmMethod(work: ReadWork, request: VersionedRef): Promise<PaymentMethod> {
  return transaction(work, async (work) => {
    const before = await lockUsable(work, request)
    if (before.status !== 'pending') return before
    if (!hasEvidence(before)) throw evidenceMissing()
    return save(work, before, { status: 'active' })
  })
}

export function suspendMethod(
  work: ReadWork,
  request: VersionedRef,
  { reason }: { readonly reason?: string },
): Promise<PaymentMethod> {
  return transaction(work, async (work) => {
    const before = await lockUsable(work, request)
    if (before.status === 'pending') throw methodNotReady(before.status)
    return save(work, before, { status: 'suspended', problem: reason ?? null })
  })
}

export function resumeMethod(work: ReadWork, request: VersionedRef): Promise<PaymentMethod> {
  return transaction(work, async (work) => {
    const before = await lockUsable(work, request)
    if (before.status === 'pending') throw methodNotReady(before.status)
    return save(work, before, { status: 'active', problem: null })
  })
}

export function cancelMethod(work: ReadWork, request: VersionedRef): Promise<PaymentMethod> {
  return transaction(work, async (work) => {
    const before = await lockSeen(work, request)
    if (before.status === 'canceled') return before
    if (isFinal(before.status)) throw methodEnded(before.status)
    if (before.via === 'provider')
      await enqueue(work, REVOKE_METHOD, [{ key: before.id, payload: { methodId: before.id } }])
    return save(work, before, { status: 'canceled', isDefault: false })
  })
}

/** The customer ends what they agreed to on a page, at once and without a reason. */
export function stopMethods(work: ReadWork, customerId: string, via: Via): Promise<void> {
  return transaction(work, async (work) => {
    for (const { id } of await repository.listLive(work, customerId, via)) {
      const before = await repository.lockMethod(work, id)
      if (isFinal(before.status) || before.consent === null) continue
      if (via === 'provider')
        await enqueue(work, REVOKE_METHOD, [{ key: id, payload: { methodId: id } }])
      const problem = STOPPED_BY_CUSTOMER
      await save(work, before, { status: 'canceled', isDefault: false, problem })
    }
  })
}

/** What a collection did to a locked method. */
export function noteOnMethod(
  work: Work,
  before: PaymentMethod,
  change: {
    readonly mandate?: Mandate | null
    readonly status?: MethodStatus
    readonly problem?: string | null
    readonly lastUsedOn?: string | null
  },
): Promise<PaymentMethod> {
  return save(work, before, change)
}

/** What a file did to locked mandates, in one statement. */
export const noteOnMandates = (
  work: Work,
  list: readonly { readonly before: PaymentMethod; readonly mandate: Mandate }[],
): Promise<void> =>
  repository.saveMethods(
    work,
    list.map(({ before, mandate }) => changed(work, before, { mandate })),
  )

async function save(
  work: Work,
  before: PaymentMethod,
  change: Partial<PaymentMethod>,
): Promise<PaymentMethod> {
  const after = changed(work, before, change)
  await repository.saveMethods(work, [after])
  if (after.status !== before.status) {
    if (after.status === 'active') recordMethod(work, 'payment_method.activated', after)
    else if (after.status === 'suspended') recordMethod(work, 'payment_method.suspended', after)
    else if (isFinal(after.status)) recordMethod(work, 'payment_method.ended', after)
  }
  return repository.requireMethod(work, after.id)
}

const changed = (
  work: Work,
  before: PaymentMethod,
  change: Partial<PaymentMethod>,
): PaymentMethod => ({
  ...before,
  ...change,
  endedAt: isFinal(change.status ?? before.status) ? (before.endedAt ?? work.at) : null,
  version: before.version + 1,
  updatedAt: laterOf(work.at, before.updatedAt),
})

async function lockSeen(work: Work, { id, ifMatch }: VersionedRef): Promise<PaymentMethod> {
  const method = await repository.lockMethod(work, id)
  checkIfMatch(ifMatch, methodEtag(method))
  return method
}

async function lockUsable(work: Work, request: VersionedRef): Promise<PaymentMethod> {
  const method = await lockSeen(work, request)
  if (isFinal(method.status)) throw methodEnded(method.status)
  return method
}

export const recordMethod = (work: Work, type: EventType, it: PaymentMethod): void =>
  recordEvent(work, { type, resourceId: it.id, data: methodEventData(it) })
