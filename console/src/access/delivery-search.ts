const STATUSES = ['pending', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof STATUSES)[number]

/** What of a delivery log is shown, as it stands in the address. */
export interface DeliverySearch {
  readonly status?: DeliveryStatus
  /** Only what was sent of this event. */
  readonly event?: string
  /** The delivery that is looked at. */
  readonly delivery?: string
}

/** Takes from an address what makes sense, and leaves the rest out. */
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
