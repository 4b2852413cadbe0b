import { DEBTOR_DIED, isReturnCode, type ReturnRule, returnRuleOf } from '@billwright/sepa'
import { currentSettings } from '../../company/settings/read.ts'
import type { Work } from '../../core/record/work.ts'
import { stopMail } from '../../sales/customers/change.ts'
import { claimForCollections, giveClaimsBack, listClaimed } from '../checkout/claims.ts'
import { noteOnMethod } from '../methods/change.ts'
import { isDebit, isFinal, noticeDaysOf, type PaymentMethod } from '../methods/method.ts'
import { lockMethod } from '../methods/read.ts'
import { recordCollection, saveChange, saveChanges, tellCustomer } from './change.ts'
import {
  type Attempt,
  type Collection,
  endToEndOf,
  hasAttemptLeft,
  nextAttemptOn,
} from './collection.ts'
import { claimHeld } from './errors.ts'
import * as repository from './inner/repository.ts'

/* What became of an attempt. Each takes locked collections. */

export interface Submission {
  readonly before: Collection
  readonly runId: string
  readonly day: string
  readonly amountMinor: bigint
}

/** They are on their way to the bank. The claims of their invoices are taken. */
export async function noteSubmitted(work: Work, list: readonly Submission[]): Promise<void> {
  const changes = list.map((it) => ({ before: it.before, change: submitted(work, it) }))
  for (const after of await saveChanges(work, changes))
    recordCollection(work, 'collection.submitted', after)
}

function submitted(
  work: Work,
  { before, runId, day, amountMinor }: Submission,
): Partial<Collection> {
  const endToEnd = endToEndOf(before)
  const attempt: Attempt = {
    n: before.attempts.length + 1,
    at: work.at,
    day,
    noticeAt: before.notice?.sentAt ?? null,
    outcome: 'submitted',
    code: null,
    ref: endToEnd,
  }
  return {
    status: 'submitted',
    amountMinor,
    nextOn: day,
    runId,
    endToEnd,
    paymentId: null,
    onAccountMinor: 0n,
    attempts: [...before.attempts, attempt],
  }
}

/** The bank did not process the file, so the attempts are deleted. */
export async function noteWithdrawn(work: Work, list: readonly Collection[]): Promise<void> {
  await giveClaimsBack(
    work,
    list.map(({ id }) => id),
  )
  const changes = list.map((before) => ({ before, change: withdrawn(before) }))
  await saveChanges(work, changes)
}

const withdrawn = ({ notice, nextOn, attempts }: Collection): Partial<Collection> => ({
  status: 'announced',
  nextOn: notice?.collectOn ?? nextOn,
  runId: null,
  endToEnd: null,
  attempts: attempts.slice(0, -1),
  problems: [],
})

/** The money arrived. `paymentId`: the payment on the invoice; null: all of it is on the account. */
export async function noteCollected(
  work: Work,
  before: Collection,
  booked: Pick<Collection, 'paymentId' | 'onAccountMinor'>,
): Promise<Collection> {
  await giveClaimsBack(work, [before.id])
  const method = await lockMethod(work, before.methodId)
  await noteOnMethod(work, method, {
    lastUsedOn: before.nextOn,
    ...usedMandate(method),
  })
  const after = await saveChange(work, before, {
    status: 'collected',
    ...booked,
    nextOn: null,
    attempts: withLast(before.attempts, { outcome: 'collected', code: null }),
    problems: [],
  })
  recordCollection(work, 'collection.collected', after)
  return after
}

/** More of the same money: a part went to the customer's account. */
export const noteBesides = (
  work: Work,
  before: Collection,
  { paymentId, onAccountMinor }: Pick<Collection, 'paymentId' | 'onAccountMinor'>,
): Promise<Collection> =>
  saveChange(work, before, {
    paymentId: paymentId ?? before.paymentId,
    onAccountMinor: before.onAccountMinor + onAccountMinor,
  })

function usedMandate({ mandate, status }: PaymentMethod): Parameters<typeof noteOnMethod>[2] {
  if (mandate === null) return {}
  const isUsedUp = mandate.type === 'one_off' || mandate.isFinal
  return {
    mandate: { ...mandate, wasCollected: true },
    ...(isUsedUp && !isFinal(status) && { status: 'used_up' as const }),
  }
}

/** Undoes a booking: the collection is on its way again, and claims its invoice. Throws `claim_held`. */
export async function noteUncollected(work: Work, before: Collection): Promise<Collection> {
  await claimAgain(work, before)
  const method = await lockMethod(work, before.methodId)
  if (method.status === 'used_up') await noteOnMethod(work, method, { status: 'active' })
  return saveChange(work, before, {
    ...onItsWay(before),
    paymentId: null,
    onAccountMinor: 0n,
  })
}

/**
 * Undoes a return: restores the collection as it was before. Does nothing if the collection was submitted
 * again, or another one collects the invoice meanwhile. Throws `claim_held`.
 */
export async function noteUnreturned(work: Work, before: Collection): Promise<Collection> {
  const last = before.attempts.at(-1)
  const wasCollected = last?.outcome === 'returned'
  if (!wasCollected && last?.outcome !== 'failed') return before
  if (!wasCollected) {
    const active = await repository.findActive(work, before.invoiceId)
    if (active && active.id !== before.id) return before
    await claimAgain(work, before)
  }
  const method = await lockMethod(work, before.methodId)
  const { code } = last
  if (method.status === returnRuleOf(code).method && method.problem === code)
    await noteOnMethod(work, method, { status: 'active', problem: null })
  return saveChange(work, before, {
    ...(wasCollected
      ? {
          ...{ status: 'collected', nextOn: null },
          attempts: withLast(before.attempts, { outcome: 'collected', code: null }),
        }
      : onItsWay(before)),
    endedBecause: null,
    problems: [],
  })
}

const onItsWay = ({
  attempts,
}: Collection): Pick<Collection, 'status' | 'nextOn' | 'attempts'> => ({
  status: 'submitted',
  nextOn: attempts.at(-1)?.day ?? null,
  attempts: withLast(attempts, { outcome: 'submitted', code: null }),
})

async function claimAgain(work: Work, { id, invoiceId }: Collection): Promise<void> {
  if ((await listClaimed(work, [invoiceId])).size > 0) throw claimHeld()
  await claimForCollections(work, [{ invoiceId, collectionId: id }])
}

/** The bank says nothing about it. */
export const noteUnconfirmed = (work: Work, before: Collection): Promise<Collection> =>
  saveChange(work, before, { problems: ['debit_unconfirmed'] })

export interface Failure {
  readonly code: string | null
  /** The day on which the bank or the provider says so. */
  readonly day: string
  /** What the code asks for; absent: as in the table of the banks' codes. */
  readonly rule?: FailureRule
}

/** What follows a failure. */
export interface FailureRule extends Pick<ReturnRule, 'method' | 'most' | 'tellsCustomer'> {
  /** Why the collection ends, unless there is a next attempt. */
  readonly because: string
}

/** By the table of the banks' codes. */
export const bankRuleOf = (code: string | null): FailureRule => ({
  ...returnRuleOf(code),
  because: code ?? 'refused',
})

/** The attempt was refused, or its money was taken back. The code decides what follows. */
export async function noteFailed(
  work: Work,
  before: Collection,
  { code, day, rule = bankRuleOf(code) }: Failure,
): Promise<Collection> {
  const wasCollected = before.status === 'collected'
  await giveClaimsBack(work, [before.id])
  const method = await lockMethod(work, before.methodId)
  if (rule.method !== 'stays' && !isFinal(method.status))
    await noteOnMethod(work, method, { status: rule.method, problem: code })
  const attempts = withLast(before.attempts, {
    outcome: wasCollected ? 'returned' : 'failed',
    code,
  })
  if (code === DEBTOR_DIED) await stopMail(work, before.customerId, 'deceased')
  const next = await nextOf(work, before, { attempts, method, day, rule })
  const problems = [
    // Of a provider's payment, its own problem says so.
    ...(wasCollected && before.via === 'file' ? (['payment_returned'] as const) : []),
    next === null ? ('charge_failed' as const) : ('notice_not_sent' as const),
  ]
  const after = await saveChange(work, before, {
    // The customer must be told again before the next attempt.
    status: next === null ? 'given_up' : 'planned',
    collectOn: next ?? before.collectOn,
    nextOn: next,
    attempts,
    notice: next === null ? before.notice : null,
    endedBecause: next === null ? rule.because : null,
    problems,
  })
  recordCollection(work, wasCollected ? 'collection.returned' : 'collection.failed', after)
  if (next === null) recordCollection(work, 'collection.given_up', after)
  if (before.via === 'file')
    work.app.counters.countPayment('direct_debit_returns_total', { code: knownCode(code) })
  if (rule.tellsCustomer) await tellCustomer(work, after)
  return after
}

/** A code of the table, so that no text of a bank becomes a label. */
const knownCode = (code: string | null): string =>
  code !== null && isReturnCode(code) ? code : 'other'

interface Next {
  readonly attempts: readonly Attempt[]
  readonly method: PaymentMethod
  readonly day: string
  readonly rule: FailureRule
}

/** The day of the next attempt; null: there is none. */
async function nextOf(
  work: Work,
  { id, invoiceId }: Collection,
  { attempts, method, day: today, rule }: Next,
): Promise<string | null> {
  if (rule.method !== 'stays' || method.status !== 'active') return null
  const active = await repository.findActive(work, invoiceId)
  if (active !== undefined && active.id !== id) return null
  const settings = await currentSettings(work)
  const asked = {
    ...{ most: rule.most, retries: settings.collectRetries, today },
    ...{ noticeDays: noticeDaysOf(method, settings), isDebit: isDebit(method) },
  }
  const next = nextAttemptOn(attempts, asked)
  // An earlier collection of the invoice counts, too.
  const all = next === null ? [] : await repository.listAttempts(work, invoiceId)
  return next !== null && hasAttemptLeft(all, next) ? next : null
}

const withLast = (
  attempts: readonly Attempt[],
  change: Pick<Attempt, 'outcome' | 'code'>,
): readonly Attempt[] =>
  attempts.map((it, index) => (index === attempts.length - 1 ? { ...it, ...change } : it))
