import { get, listAll } from './final-state.ts'
import { until } from './harness.ts'
import type { FinalEvent } from './judge.ts'
import type { Delivery } from './receiver.ts'

const ALL_MS = 150_000

/** Waits until no delivery is pending any more; how many milliseconds that took. */
export async function allDelivered(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  const [webhook] = await listAll(url, '/webhooks', headers)
  return await until(
    'every delivery',
    async () => {
      const path = `/webhooks/${webhook?.id}/deliveries?status=pending&limit=1`
      const page = await get(url, path, headers)
      return page.data.length === 0
    },
    ALL_MS,
  )
}

/**
 * What a webhook for everything should have got and did not, or got in another order. The harness
 * names the company before there is a webhook: that event is delivered to nobody.
 */
export function deliveryFaults(
  all: readonly FinalEvent[],
  deliveries: readonly Delivery[],
): readonly string[] {
  const events = all.filter(({ type, sequence }) => type !== 'settings.updated' || sequence > 1)
  const taken = new Set(deliveries.filter(({ status }) => status === 200).map(({ id }) => id))
  const byId = new Map(events.map((event) => [event.id, event]))
  const lost = events.filter(({ id }) => !taken.has(id))
  const forged = deliveries.filter(({ isSigned }) => !isSigned)
  const unknown = deliveries.filter(({ id }) => !byId.has(id))
  const stale = deliveries.filter(({ skewSeconds }) => skewSeconds > 60)
  return [
    ...lost.map(({ id, type }) => `${type} (${id}) was never delivered`),
    ...forged.map(({ id }) => `${id} came with a signature that does not verify`),
    ...unknown.map(({ id, type }) => `${type} (${id}) was delivered and never happened`),
    ...stale.map(({ id, skewSeconds }) => `${id} was signed ${skewSeconds} s before it came`),
    ...orderFaults(byId, deliveries),
  ]
}

/** Of one resource no event is seen for the first time before an earlier one was taken. */
function orderFaults(
  byId: ReadonlyMap<string, FinalEvent>,
  deliveries: readonly Delivery[],
): readonly string[] {
  const latest = new Map<string, number>()
  const seen = new Set<string>()
  return deliveries.flatMap(({ id, type, resource }) => {
    const sequence = byId.get(id)?.sequence ?? 0
    if (seen.has(id)) return []
    seen.add(id)
    const before = latest.get(resource) ?? 0
    latest.set(resource, Math.max(before, sequence))
    return sequence < before ? [`${type} of ${resource} came after a later event`] : []
  })
}
