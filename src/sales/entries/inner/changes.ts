import type { ReadWork } from '../../../core/record/work.ts'
import { isDuration } from '../../../kernel/fields/durations.ts'
import { findProducts } from '../../products/read.ts'
import type { Entry } from '../entry.ts'
import type { EntryChange } from '../input.ts'

/**
 * A duration without a unit gets the product's unit. `changeEntry` refuses a duration in a unit
 * other than time, so that 20 minutes are never billed as kilograms.
 */
export async function withUnitOfDuration<Input extends EntryChange>(
  work: ReadWork,
  input: Input,
  { unit, productId }: Pick<Entry, 'unit' | 'productId'>,
): Promise<Input> {
  const id = input.product_id === undefined ? productId : input.product_id
  const isGiven = input.unit === undefined ? unit !== null : input.unit !== null
  const isTimed = isDuration(input.quantity) || input.duration != null
  if (!isTimed || isGiven || !id) return input
  const [product] = await findProducts(work, [id])
  return { ...input, unit: product?.unit ?? 'HUR' }
}
