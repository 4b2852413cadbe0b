import type { ItemAdjustment } from '@billwright/totals'
import type { Item } from './contents.ts'

/** An item's discount and charge in the form for the arithmetic. */
export const adjustmentsOf = ({
  discount,
  charge,
}: Pick<Item, 'discount' | 'charge'>): readonly ItemAdjustment[] => [
  ...(discount ? [{ kind: 'discount', value: discount } as const] : []),
  ...(charge ? [{ kind: 'charge', value: charge.value } as const] : []),
]
