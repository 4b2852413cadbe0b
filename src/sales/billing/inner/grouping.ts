import { formatMicro, sumOf } from '@billwright/money'
import { durationText, sumOfQuantities } from '../../../kernel/fields/durations.ts'
import type { ItemBody } from '../../contents/input-schema.ts'
import type { Entry } from '../../entries/entry.ts'

export const GROUPINGS = ['none', 'day', 'description', 'product'] as const
export type Grouping = (typeof GROUPINGS)[number]

/** An item of a draft, and the entries that it bills. */
export interface GroupedItem {
  readonly item: ItemBody
  readonly entryIds: readonly string[]
}

const DESCRIPTION_LENGTH_MAX = 1000

/**
 * The items that bill entries, in the order of each item's first entry. Entries become one item
 * only if price, unit, product and tax are the same, so that quantities add up exactly and nothing
 * is rounded.
 */
export function groupEntries(
  entries: readonly Entry[],
  grouping: Grouping,
): readonly GroupedItem[] {
  const groups = Map.groupBy(entries, (entry) =>
    JSON.stringify([
      nameOf(entry, grouping),
      entry.kind,
      entry.unit,
      entry.unitPriceMicro === null ? null : String(entry.unitPriceMicro),
      entry.productId,
      entry.tax,
    ]),
  )
  return [...groups.values()].map((group) => ({
    item: itemOf(group),
    entryIds: group.map(({ id }) => id),
  }))
}

/**
 * The common values of the entries of an item. Without a product, the description identifies it.
 */
function nameOf({ id, date, description, productId }: Entry, grouping: Grouping): string {
  switch (grouping) {
    case 'none':
      return id
    case 'day':
      return date
    case 'description':
      return description
    case 'product':
      return productId ?? description
  }
}

function itemOf(group: readonly Entry[]): ItemBody {
  const days = group.map(({ date }) => date).toSorted()
  const [first] = group
  return {
    description: descriptionOf(group),
    ...measureOf(group),
    period_start: days[0] ?? null,
    period_end: days.at(-1) ?? null,
    ...(first?.unit == null ? {} : { unit: first.unit }),
    ...(first?.unitPriceMicro == null ? {} : { unit_price: formatMicro(first.unitPriceMicro) }),
    ...(first?.productId == null ? {} : { product_id: first.productId }),
    ...(first?.tax == null ? {} : { tax: first.tax }),
  }
}

/** The sum: in seconds if each entry has a duration. */
function measureOf(group: readonly Entry[]): Pick<ItemBody, 'duration' | 'quantity'> {
  const seconds = group.flatMap(({ durationSeconds }) => durationSeconds ?? [])
  const duration = seconds.length === group.length ? durationText(sumOf(seconds)) : null
  if (duration !== null) return { duration }
  const quantities = group.map(({ quantityMicro }) => quantityMicro)
  return { quantity: formatMicro(sumOfQuantities(quantities, group[0]?.unit ?? null)) }
}

/** Each description once, as long as there is room. */
function descriptionOf(group: readonly Entry[]): string {
  let text = ''
  for (const description of new Set(group.map((entry) => entry.description))) {
    const longer = text === '' ? description : `${text}; ${description}`
    if (longer.length > DESCRIPTION_LENGTH_MAX - 2) return `${text} …`
    text = longer
  }
  return text
}
