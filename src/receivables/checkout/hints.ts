import { enqueue } from '../../core/jobs/queue.ts'
import { onePerApp } from '../../core/record/app.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { instant, secondsAfter } from '../../platform/clock.ts'
import { callProvider } from '../providers/call.ts'
import { noteHook, requireProvider } from '../providers/change.ts'
import { badSignature } from '../providers/errors.ts'
import { kindOf } from '../providers/kinds.ts'
import type { HookRequest } from '../providers/port.ts'
import type { Provider } from '../providers/provider.ts'
import type { Checkout } from './checkout.ts'
import { bindRef, requireCheckout } from './follow.ts'
import * as repository from './inner/checkout-repository.ts'
import { FOLLOW_CHECKOUT, TAKE_HINT } from './kinds.ts'

const NOTED_SECONDS = 60

/**
 * Stores what a hook told, as jobs. It is only a hint: the job asks the provider. Hints of the same
 * object that wait are one job. Resolves to the status of the answer. Throws `bad_signature`.
 */
export async function takeHook(
  work: ReadWork,
  providerId: string,
  hook: Pick<HookRequest, 'body' | 'headers'>,
): Promise<number> {
  const provider = await requireProvider(work, providerId)
  const nowSeconds = Date.parse(work.at) / 1000
  const { hookSecrets: secrets } = provider
  const { readHook, traits } = kindOf(provider)
  const request = { ...hook, secrets, nowSeconds }
  const hints = readHook(request)
  if (hints === null || !(await isVerified(work, provider, request))) {
    countHook(work, provider, 'refused')
    if (traits.refusedHookStatus === undefined) throw badSignature()
    return traits.refusedHookStatus
  }
  await transaction(work, async (work) => {
    await noteHook(work, provider.id, secondsAfter(work.at, -NOTED_SECONDS))
    const jobs = hints.map(({ ref }) => ({
      key: `${provider.id}:${ref}`,
      payload: { providerId: provider.id, ref },
      group: provider.id,
    }))
    await enqueue(work, TAKE_HINT, jobs)
  })
  countHook(work, provider, 'accepted')
  return 200
}

const countHook = (
  { app }: ReadWork,
  { kind: provider }: Pick<Provider, 'kind'>,
  outcome: 'accepted' | 'refused' | 'foreign',
): void => app.counters.countPayment('hooks_total', { provider, outcome })

/** Throws `provider_unreachable`: then the provider sends the hook again. */
async function isVerified(work: ReadWork, provider: Provider, request: HookRequest) {
  if (kindOf(provider).traits.verifiesHooks !== true) return true
  return callProvider(work, provider, async (port) => (await port.verifyHook?.(request)) === true)
}

/** So many unknown objects are read at a provider in an hour. The nightly run finds the others. */
const MISSES_MAX = 60
/** `2026-05-04T10` of an instant. */
const HOUR_LENGTH = 13

/** Counts the foreign objects that hooks named, in this process: any sender can name more. */
const missesOf = onePerApp(({ clock }) => {
  const counts = new Map<string, { hour: string; count: number }>()
  return (providerId: string) => {
    const hour = instant(clock).slice(0, HOUR_LENGTH)
    const last = counts.get(providerId)
    const now = last?.hour === hour ? last : { hour, count: 0 }
    counts.set(providerId, now)
    return {
      isOver: () => now.count >= MISSES_MAX,
      add: () => {
        now.count += 1
      },
    }
  }
})

/** Finds the checkout of an object, and asks for its facts. */
export async function takeHint(
  work: ReadWork,
  { providerId, ref }: { readonly providerId: string; readonly ref: string },
): Promise<void> {
  const isKnown = (await repository.findByRef(work, providerId, ref)) !== undefined
  if (!isKnown && missesOf(work.app)(providerId).isOver()) return
  const checkout = await checkoutOfRef(work, providerId, ref)
  if (!checkout) {
    countHook(work, await requireProvider(work, providerId), 'foreign')
    return missesOf(work.app)(providerId).add()
  }
  await transaction(work, (work) => repository.noteTold(work, checkout.id))
  await followNow(work, providerId, checkout.id)
}

/**
 * The checkout of a session or payment at the provider. An object that names no checkout of ours is
 * ignored: undefined.
 */
export async function checkoutOfRef(
  work: ReadWork,
  providerId: string,
  ref: string,
): Promise<Checkout | undefined> {
  const known = await repository.findByRef(work, providerId, ref)
  if (known !== undefined) return requireCheckout(work, known)
  const provider = await requireProvider(work, providerId)
  const facts = await callProvider(work, provider, (port) => port.read(ref))
  const named = facts?.checkoutId ?? null
  const checkout = named === null ? undefined : await repository.findCheckout(work, named)
  if (!facts || checkout?.providerId !== providerId) return undefined
  // The ref may be that of a payment of the checkout.
  return checkout.ref === null ? bindRef(work, checkout, facts.ref) : checkout
}

const followNow = (work: ReadWork, group: string, checkoutId: string): Promise<void> =>
  transaction(work, (work) =>
    enqueue(work, FOLLOW_CHECKOUT, [{ key: checkoutId, payload: { checkoutId }, group }]),
  )
