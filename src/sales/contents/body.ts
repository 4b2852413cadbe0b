import type { Contents } from './contents.ts'
import { declaredView } from './fields.ts'
import { amountsView, ofItems } from './view.ts'

/** Contents as the body of a request that would give them, without deducted deposits. */
export function toBody(contents: Contents) {
  const { items, discounts, charges } = amountsView(contents)
  return {
    ...declaredView(contents),
    ...(contents.template ? { template: { id: contents.template.id } } : {}),
    items: ofItems(
      items.filter((line) => line.kind !== 'item' || line.deducts === null),
      ({ kind: _kind, position: _at, deducts: _deducts, ...item }) => item,
    ).map(({ id: _id, total: _total, ...line }) => line),
    discounts: discounts.map(asked),
    charges: charges.map(asked),
  }
}

/** Either the percentage or the amount, as in a request. */
function asked<T extends { readonly percent?: string; readonly amount: string }>(entry: T) {
  if (entry.percent === undefined) return entry
  const { amount: _, ...rest } = entry
  return rest
}
