import { currentSettings } from '../../company/settings/read.ts'
import type { RunningJob } from '../../core/jobs/handler.ts'
import { enqueue } from '../../core/jobs/queue.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { AppError } from '../../kernel/errors.ts'
import { dayOf, instant, laterOf, secondsAfter } from '../../platform/clock.ts'
import { callProvider } from '../providers/call.ts'
import { allProviders, noteReconciled, requireProvider } from '../providers/change.ts'
import type { Changes } from '../providers/port.ts'
import type { Provider } from '../providers/provider.ts'
import type { Checkout } from './checkout.ts'
import { fetchCheckout, now, requireCheckout } from './follow.ts'
import { checkoutOfRef } from './hints.ts'
import * as repository from './inner/checkout-repository.ts'
import { RECONCILE } from './kinds.ts'
import { differs } from './provider-payment.ts'
import { readBooked } from './read.ts'

/* Even if the hooks of weeks are lost, the provider's lists of changes lead to the right books. */

const DAY_SECONDS = 86_400
/** A run begins this long before the last one, because a provider may list changes late. */
const OVERLAP_SECONDS = 2 * DAY_SECONDS
const LOOK_BACK_SECONDS = 90 * DAY_SECONDS
/** Ids of differing payments that are stored: enough to find the reason. */
const DIFFERENCES_MAX = 50

/** Starts the reconciliation with a provider now, from an instant or since the last one. */
export async function syncProvider(
  work: ReadWork,
  id: string,
  since: string | null,
): Promise<Provider> {
  const provider = await requireProvider(work, id)
  await transaction(work, (work) =>
    enqueue(work, RECONCILE, [{ key: id, payload: { providerId: id, since }, group: id }]),
  )
  return provider
}

const NIGHT_HOURS = 3

/** Starts the reconciliation of each provider that had none since 3 o'clock, in the company's time zone. */
export async function reconcileNightly(work: ReadWork): Promise<void> {
  const { timeZone } = await currentSettings(work)
  const nightOf = (at: string) => dayOf(secondsAfter(at, -NIGHT_HOURS * 3600), timeZone)
  for (const { id, reconciledUntil } of await allProviders(work))
    if (reconciledUntil === null || nightOf(reconciledUntil) < nightOf(work.at))
      await syncProvider(work, id, null)
}

/**
 * The job: fetches everything that changed at a provider, then compares what is booked with what the
 * provider said. Only a run that reaches its end counts.
 */
export async function reconcile(
  work: ReadWork,
  {
    payload: { providerId, since },
    signal,
  }: RunningJob<{ readonly providerId: string; readonly since: string | null }>,
): Promise<null> {
  const provider = await requireProvider(work, providerId)
  const until = instant(work.app.clock)
  const last = secondsAfter(provider.reconciledUntil ?? provider.createdAt, -OVERLAP_SECONDS)
  const oldest = secondsAfter(until, -LOOK_BACK_SECONDS)
  // A later start would leave days out that nobody looks at again.
  const from = laterOf(since === null || since > last ? last : since, oldest)
  const looked = await lookAtChanges(work, { provider, from, until, signal })
  // A page that expired unpaid is not a change of a payment, so not every provider lists it.
  for (const id of await repository.listUnsettled(work, { providerId, since: oldest }))
    if (!looked.has(id) && !signal.aborted)
      await orRefused(async () => fetchCounted(work, await requireCheckout(work, id)))
  if (signal.aborted) return null
  const differing = await listDiffering(work, providerId)
  await transaction(now(work), (work) => noteReconciled(work, providerId, { until, differing }))
  return null
}

interface Span {
  readonly provider: Provider
  readonly from: string
  readonly until: string
  readonly signal: AbortSignal
}

/** Returns the checkouts that it fetched, each once. */
async function lookAtChanges(
  work: ReadWork,
  { provider, from, until, signal }: Span,
): Promise<ReadonlySet<string>> {
  const refs = new Set<string>()
  const looked = new Set<string>()
  let cursor: string | null = null
  do {
    const after: string | null = cursor
    const page: Changes = await callProvider(now(work), provider, (port) =>
      port.changes(from, until, after),
    )
    for (const ref of page.refs) {
      if (refs.has(ref) || signal.aborted) continue
      refs.add(ref)
      const checkout = await orRefused(() => checkoutOfRef(now(work), provider.id, ref))
      if (!checkout || looked.has(checkout.id)) continue
      looked.add(checkout.id)
      await orRefused(() => fetchCounted(work, checkout))
    }
    cursor = page.next
  } while (cursor !== null && !signal.aborted)
  return looked
}

/** A change that no hook or poll had told of is counted. */
async function fetchCounted(work: ReadWork, before: Checkout): Promise<void> {
  const after = await fetchCheckout(now(work), before)
  if (after.version !== before.version)
    work.app.counters.countPayment('reconciliation_found_total', {})
}

/** One object that the provider refuses must not hide the others. A refused key ends the run. */
async function orRefused<T>(run: () => Promise<T>): Promise<T | undefined> {
  try {
    return await run()
  } catch (error) {
    const isOfOne =
      error instanceof AppError &&
      error.code === 'provider_failed' &&
      error.details.provider_code !== 'unauthorized'
    if (isOfOne) return undefined
    throw error
  }
}

/** The payments of a provider whose bookings are not what the provider said. */
async function listDiffering(work: ReadWork, providerId: string): Promise<readonly string[]> {
  const found: string[] = []
  for await (const batch of readBooked(work, providerId))
    for (const { payment, bookings } of batch)
      if (differs(payment, bookings)) found.push(payment.id)
  return found.slice(0, DIFFERENCES_MAX)
}
