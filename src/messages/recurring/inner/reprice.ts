import {
  divideRounded,
  formatMicro,
  HUNDRED_PERCENT_MICRO,
  parseMicro,
  percentOf,
} from '@billwright/money'
import { isItem } from '@billwright/rules/line-kinds'
import { invalidRequest, type Params } from '../../../kernel/errors.ts'
import { requireNumber } from '../../../kernel/fields/numbers.ts'
import type { Content } from '../input.ts'

/* New prices of items. An amount is rounded to the nearest multiple of `roundTo`, half away from zero. */

interface Reprice {
  /** Percent in millionths, or null with `unitPriceMicro`. */
  readonly percentMicro: bigint | null
  readonly unitPriceMicro: bigint | null
  readonly roundToMicro: bigint | null
}

interface RepriceBody {
  readonly percent?: string | number
  readonly unit_price?: string | number
  readonly round_to?: string | number
}

export function toReprice({ percent, unit_price, round_to }: RepriceBody): Reprice {
  if ((percent === undefined) === (unit_price === undefined))
    throw fault('/percent', 'percent_or_amount', 'Send either `percent` or `unit_price`, not both.')
  const reprice = {
    percentMicro: read(percent, '/percent'),
    unitPriceMicro: read(unit_price, '/unit_price'),
    roundToMicro: read(round_to, '/round_to'),
  }
  const { percentMicro, unitPriceMicro, roundToMicro } = reprice
  if (percentMicro !== null && percentMicro < -HUNDRED_PERCENT_MICRO)
    throw fault('/percent', 'out_of_range', 'Out of range: use at least -100 percent.', {
      min: -100,
    })
  if (unitPriceMicro !== null && unitPriceMicro < 0n)
    throw fault('/unit_price', 'out_of_range', 'Out of range: use a price that is not negative.', {
      min: 0,
    })
  if (roundToMicro !== null && roundToMicro <= 0n)
    throw fault('/round_to', 'out_of_range', 'Out of range: use an amount above 0.', { above: 0 })
  return reprice
}

/** The items with their new prices; only those of one product, if given. */
export const repriced = (
  items: Content['items'],
  reprice: Reprice,
  productId: string | undefined,
): Content['items'] =>
  items.map((item) => {
    if (!isItem(item)) return item
    const isMeant = productId === undefined || item.product_id === productId
    // An item without a price has that of its product on the billed day.
    const hasListPrice = item.product_id != null && item.unit_price === undefined
    if (!isMeant || (hasListPrice && reprice.unitPriceMicro === null)) return item
    const beforeMicro = parseMicro(item.unit_price ?? '0')
    return { ...item, unit_price: formatMicro(newPrice(beforeMicro, reprice)) }
  })

function newPrice(
  beforeMicro: bigint,
  { percentMicro, unitPriceMicro, roundToMicro }: Reprice,
): bigint {
  const raw = unitPriceMicro ?? beforeMicro + percentOf(beforeMicro, percentMicro ?? 0n)
  return roundToMicro === null ? raw : divideRounded(raw, roundToMicro) * roundToMicro
}

const read = (value: string | number | undefined, pointer: string): bigint | null =>
  value === undefined ? null : requireNumber(pointer, () => parseMicro(value))

const fault = (pointer: string, code: string, message: string, params?: Params) =>
  invalidRequest([{ pointer, code, message, params }])
