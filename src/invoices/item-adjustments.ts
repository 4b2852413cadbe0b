import type { Item } from './invoice.ts'
import type { ItemAdjustment } from './totals/totals.ts'

/** An item's discount and charge as the arithmetic takes them. */
export const adjustmentsOf = ({
  discount,
  charge,
}: Pick<Item, 'discount' | 'charge'>): readonly ItemAdjustment[] => [
  ...(discount ? [{ kind: 'discount', value: discount } as const] : []),
  ...(charge ? [{ kind: 'charge', value: charge.value } as const] : []),
]
