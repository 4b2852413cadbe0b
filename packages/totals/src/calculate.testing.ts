import type { TaxCategory } from '@billwright/money'
import { formatMinor, parseMicro, parseMinor } from '@billwright/money'
import { type CalculationInput, type CalculationItem, calculate } from './calculate.ts'
import type { Adjustment, ItemTax, TaxGroup } from './document.ts'

export const taxOf = (
  rate: string,
  category: TaxCategory = 'S',
  reason: string | null = null,
): ItemTax => ({
  category,
  rateMicro: parseMicro(rate),
  reason,
})

export const item = (
  quantity: string,
  unitPrice: string,
  more: Partial<CalculationItem> = {},
): CalculationItem => ({
  quantityMicro: parseMicro(quantity),
  unitPriceMicro: parseMicro(unitPrice),
  adjustments: [],
  tax: taxOf('19'),
  ...more,
})

export const percent = (it: string): Adjustment => ({
  kind: 'percent',
  percentMicro: parseMicro(it),
})

export const amount = (it: string, currency = 'EUR'): Adjustment => ({
  kind: 'amount',
  amountMinor: parseMinor(it, currency),
})

export const discount = (value: Adjustment) => ({ kind: 'discount', value }) as const
export const charge = (value: Adjustment) => ({ kind: 'charge', value }) as const

export const document = (
  items: readonly CalculationItem[],
  more: Partial<CalculationInput> = {},
): CalculationInput => ({
  currency: 'EUR',
  pricesIncludeTax: false,
  rounding: 'document',
  items,
  discounts: [],
  charges: [],
  ...more,
})

export const itemTotal = (it: CalculationItem, currency = 'EUR'): string =>
  formatMinor(calculate(document([it], { currency })).items[0]?.totalMinor ?? -1n, currency)

/** `net + tax + rounding = total`, to make a case readable at a glance. */
export function sumOf(input: CalculationInput): string {
  const { totals } = calculate(input)
  const text = (minor: bigint) => formatMinor(minor, input.currency)
  const { netMinor, taxMinor, roundingMinor, totalMinor } = totals
  const rounding = roundingMinor === 0n ? '' : ` + ${text(roundingMinor)}`
  return `${text(netMinor)} + ${text(taxMinor)}${rounding} = ${text(totalMinor)}`
}

export const groupText = (it: TaxGroup): string =>
  `${it.category} ${it.rateMicro / 1_000_000n}: ${it.taxableMinor} ${it.amountMinor}`
