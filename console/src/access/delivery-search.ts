const STATUSES = ['pending', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof STATUSES)[number]

/** Filters of the delivery log, as in the URL. */
export interface DeliverySearch {
  readonly status?: DeliveryStatus
  /** Only deliveries of this event. */
  readonly event?: string
  /** The selected delivery. */
  readonly delivery?: string
}

/** Keeps the valid parameters of a URL and drops the rest. */
export function toDeliverySearch(search: Readonly<Record<string, unknown>>): DeliverySearch {
  const status = STATUSES.find((it) => it === search.status)
  const idOf = (name: 'event' | 'delivery', pattern: RegExp) => {
    const value = search[name]
    return typeof value === 'string' && pattern.test(value) ? { [name]: value } : {}
  }
  return {
    ...(status && { status }),
    ...idOf('event', /^evt_[\da-f-]{36}$/),
    ...idOf('delivery', /^dlv_[\da-f-]{36}$/),
  }
}
