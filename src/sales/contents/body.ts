import type { Contents } from './contents.ts'
import { declaredView } from './fields.ts'
import { amountsView } from './view.ts'

/** Contents as the body of a request that would give them, without deducted deposits. */
export function toBody(contents: Contents) {
  const { items, discounts, charges } = amountsView(contents)
  return {
    ...declaredView(contents),
    ...(contents.template ? { template: { id: contents.template.id } } : {}),
    items: items
      .filter(({ deducts }) => deducts === null)
      .map(({ id: _id, total: _total, deducts: _deducts, ...item }) => item),
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
