import {
  AmountError,
  apportion,
  divideRounded,
  HUNDRED_PERCENT_MICRO,
  isMinorInRange,
  MICRO,
  MINOR_MAX,
  minorDigits,
  percentOf,
  sumOf,
  TAXED_CATEGORIES,
  withoutTax,
} from '@billwright/money'
import {
  type Adjustment,
  type ItemTax,
  type Rounding,
  rateOf,
  rowKeysOf,
  type TaxGroup,
  type Totals,
  taxKey,
  type Withholding,
  wholeRateOf,
} from './document.ts'
import { keptMinor, withheldOf } from './withholding.ts'

export interface CalculationItem {
  readonly quantityMicro: bigint
  /** Per `priceBaseQuantityMicro` units (EN 16931 BT-149); default: one. */
  readonly unitPriceMicro: bigint
  readonly priceBaseQuantityMicro?: bigint | null
  readonly adjustments: readonly ItemAdjustment[]
  readonly tax: ItemTax
  readonly withhold?: boolean
}

type PricedItem = Omit<CalculationItem, 'tax'>

export interface ItemAdjustment {
  readonly kind: 'discount' | 'charge'
  readonly value: Adjustment
}

/** On the whole document; a percentage applies to the sum of all item totals. */
export interface CalculationAdjustment {
  readonly value: Adjustment
  readonly tax: ItemTax
  readonly withhold?: boolean
}

export interface CalculationInput {
  /** ISO 4217. */
  readonly currency: string
  readonly pricesIncludeTax: boolean
  /** `document`: tax of each group's sum (EN 16931). `line`: the sum of each line's rounded tax. */
  readonly rounding: Rounding
  readonly items: readonly CalculationItem[]
  readonly discounts: readonly CalculationAdjustment[]
  readonly charges: readonly CalculationAdjustment[]
  /** An item, discount or charge with `withhold: false` is left out of their base. */
  readonly withholdings?: readonly Withholding[]
  /** The amount to pay is rounded to a multiple of it, in minor units. */
  readonly cashStepMinor?: bigint | undefined
}

/** `totalMinor` and `amountMinor` include tax if prices do; `netMinor` never does. */
export interface Calculation {
  readonly items: readonly { readonly totalMinor: bigint; readonly netMinor: bigint }[]
  readonly discounts: readonly { readonly amountMinor: bigint; readonly netMinor: bigint }[]
  readonly charges: readonly { readonly amountMinor: bigint; readonly netMinor: bigint }[]
  readonly taxes: readonly TaxGroup[]
  readonly totals: Totals
}

/** The amount of an item, discount or charge in its tax group; discounts count negative. */
interface Entry {
  readonly enteredMinor: bigint
  readonly tax: ItemTax
}

/**
 * All figures of a document, computed as docs/totals.md describes: EN 16931-1 BR-CO-10 to BR-CO-17,
 * and BR-S-08 and BR-S-09 with their equivalents for other categories. The same input always gives
 * the same figures. If all signs are reversed, so are those of the figures.
 *
 * @throws AmountError `too_large` if an amount exceeds 9·10¹⁵ minor units.
 */
export function calculate(input: CalculationInput): Calculation {
  const itemTotals = input.items.map((item) => itemTotalMinor(item, input.currency))
  const subtotalMinor = sumOf(itemTotals)
  const discountAmounts = input.discounts.map(({ value }) => adjustmentMinor(value, subtotalMinor))
  const chargeAmounts = input.charges.map(({ value }) => adjustmentMinor(value, subtotalMinor))

  const items = zip(input.items, itemTotals, ({ tax }, total) => ({ enteredMinor: total, tax }))
  const discounts = zip(input.discounts, discountAmounts, ({ tax }, it) => ({
    enteredMinor: -it,
    tax,
  }))
  const charges = zip(input.charges, chargeAmounts, ({ tax }, it) => ({ enteredMinor: it, tax }))

  const entries = [...items, ...discounts, ...charges]
  const nets = netsOf(entries, input)
  const netOf = (entry: Entry): bigint => nets.get(entry) ?? 0n
  const taxes = taxesOf(entries, netOf, input)
  const figures = {
    items: items.map((it) => ({ totalMinor: it.enteredMinor, netMinor: netOf(it) })),
    discounts: discounts.map((it) => ({ amountMinor: -it.enteredMinor, netMinor: -netOf(it) })),
    charges: charges.map((it) => ({ amountMinor: it.enteredMinor, netMinor: netOf(it) })),
    taxes,
    totals: totalsOf(sumOf([...nets.values()]), taxes, {
      pricesIncludeTax: input.pricesIncludeTax,
      subtotalMinor,
      discountMinor: sumOf(discountAmounts),
      chargeMinor: sumOf(chargeAmounts),
    }),
  }
  checkMagnitudes(figures)
  const withheld = withheldOf(figures, input)
  const { totals } = figures
  const keptOfTotal = keptMinor(withheld, taxes)
  const moreMinor = cashRoundingMinor(totals.totalMinor - keptOfTotal, input.cashStepMinor)
  const totalMinor = totals.totalMinor + moreMinor
  return {
    ...figures,
    totals: {
      ...totals,
      roundingMinor: totals.roundingMinor + moreMinor,
      totalMinor,
      ...(keptOfTotal !== 0n && { payableMinor: totalMinor - keptOfTotal }),
      ...(withheld.length > 0 && { withheld }),
    },
  }
}

/**
 * The amounts of an item's discounts and charges (EN 16931 BT-136, BT-141), in minor units. A
 * percentage applies to quantity × price, before other adjustments.
 */
export function itemAdjustmentsMinor(item: PricedItem, currency: string): readonly bigint[] {
  const price = extendedPrice(item, currency)
  return item.adjustments.map(({ value }) =>
    value.kind === 'amount'
      ? value.amountMinor
      : divideRounded(
          price.numerator * value.percentMicro,
          price.denominator * HUNDRED_PERCENT_MICRO,
        ),
  )
}

/** BT-131: quantity × price ÷ base quantity − discounts + charges, rounded once, at the end. */
export function itemTotalMinor(item: PricedItem, currency: string): bigint {
  const { numerator, denominator } = extendedPrice(item, currency)
  if (item.adjustments.length === 1 && item.adjustments.every(isWholeDiscount)) return 0n
  const amounts = itemAdjustmentsMinor(item, currency)
  const adjusted = zip(item.adjustments, amounts, ({ kind }, it) => (kind === 'charge' ? it : -it))
  return divideRounded(numerator + sumOf(adjusted) * denominator, denominator)
}

/** 100 % off 0.125 is zero. Rounding the discount to 0.13 first would give −0.01. */
const isWholeDiscount = ({ kind, value }: ItemAdjustment): boolean =>
  kind === 'discount' && value.kind === 'percent' && value.percentMicro === HUNDRED_PERCENT_MICRO

/** Quantity × price as an exact fraction of minor units. */
function extendedPrice(item: PricedItem, currency: string) {
  const { quantityMicro, unitPriceMicro, priceBaseQuantityMicro } = item
  return {
    numerator: quantityMicro * unitPriceMicro * 10n ** BigInt(minorDigits(currency)),
    denominator: (priceBaseQuantityMicro ?? MICRO) * MICRO,
  }
}

const adjustmentMinor = (value: Adjustment, baseMinor: bigint): bigint =>
  value.kind === 'amount' ? value.amountMinor : percentOf(baseMinor, value.percentMicro)

/**
 * The net of each entry. Of prices with tax, those with the same taxes are divided together, and
 * their nets add up to the net of their sum, as BR-S-08 requires.
 */
function netsOf(
  entries: readonly Entry[],
  { pricesIncludeTax, rounding }: CalculationInput,
): ReadonlyMap<Entry, bigint> {
  if (!pricesIncludeTax) return new Map(entries.map((entry) => [entry, entry.enteredMinor]))
  const divided = groupedBy(entries, ({ tax }) => taxKey(tax)).flatMap(([first, ...others]) => {
    const alike = [first, ...others]
    const amounts = alike.map(({ enteredMinor }) => enteredMinor)
    const rateMicro = wholeRateOf(first.tax)
    const nets =
      rounding === 'line'
        ? amounts.map((amount) => withoutTax(amount, rateMicro))
        : spreadNet(withoutTax(sumOf(amounts), rateMicro), amounts, rateMicro)
    return zip(alike, nets, (entry, net) => [entry, net] as const)
  })
  return new Map(divided)
}

/** First taxes, then second ones, each by descending rate, then by category and label. */
function taxesOf(
  entries: readonly Entry[],
  netOf: (entry: Entry) => bigint,
  { rounding }: CalculationInput,
): readonly TaxGroup[] {
  const figures = (rateMicro: bigint, alike: readonly Entry[]) => {
    const nets = alike.map(netOf)
    const taxableMinor = sumOf(nets)
    const amountMinor =
      rounding === 'line'
        ? sumOf(nets.map((net) => percentOf(net, rateMicro)))
        : percentOf(taxableMinor, rateMicro)
    return { taxableMinor, amountMinor }
  }
  const first = (alike: Some<Entry>): TaxGroup => {
    const [{ tax }] = alike
    return {
      category: tax.category,
      rateMicro: rateOf(tax),
      ...(tax.label === undefined ? {} : { label: tax.label }),
      reason: reasonOf(alike),
      ...reasonCodeOf(alike),
      ...figures(rateOf(tax), alike),
    }
  }
  const second = (alike: Some<Entry>): readonly TaxGroup[] => {
    const [{ tax }] = alike
    if (!tax.second) return []
    const { label, rateMicro } = tax.second
    const row = { category: tax.category, rateMicro, label, second: true, reason: null } as const
    return [{ ...row, ...figures(rateMicro, alike) }]
  }
  const keyOf = ({ tax }: Entry, at: number): string => rowKeysOf(tax)[at] ?? ''
  return [
    ...groupedBy(entries, (entry) => keyOf(entry, 0))
      .map(first)
      .toSorted(byRate),
    ...groupedBy(entries, (entry) => keyOf(entry, 1))
      .flatMap(second)
      .toSorted(byRate),
  ]
}

const byRate = (a: TaxGroup, b: TaxGroup): number =>
  compare(b.rateMicro, a.rateMicro) ||
  compare(a.category, b.category) ||
  compare(a.label ?? '', b.label ?? '')

type Some<T> = readonly [T, ...T[]]

/** In the order in which the keys first occur. Node 20 has no Map.groupBy. */
function groupedBy<T>(entries: readonly T[], keyOf: (entry: T) => string): readonly Some<T>[] {
  const groups = new Map<string, [T, ...T[]]>()
  for (const entry of entries) {
    const known = groups.get(keyOf(entry))
    if (known) known.push(entry)
    else groups.set(keyOf(entry), [entry])
  }
  return [...groups.values()]
}

/** What is missing to the nearest multiple of the step; halves are rounded away from zero. */
export const cashRoundingMinor = (minor: bigint, stepMinor = 1n): bigint =>
  divideRounded(minor, stepMinor) * stepMinor - minor

/** Nets of the entries of a group that add up to the group's net, as BR-S-08 requires. */
const spreadNet = (netMinor: bigint, grossMinor: readonly bigint[], rateMicro: bigint) =>
  apportion(
    netMinor,
    grossMinor.map((gross) => gross * HUNDRED_PERCENT_MICRO),
    HUNDRED_PERCENT_MICRO + rateMicro,
  )

/** Several reasons are joined; taxed and zero-rated groups have none (BR-S-10, BR-Z-10). */
function reasonOf(entries: readonly Entry[]): string | null {
  const reasons = entries.filter(isExempt).flatMap(({ tax }) => tax.reason ?? [])
  return reasons.length === 0 ? null : [...new Set(reasons)].join('; ')
}

/** A group has one code (BT-121). If the codes of its items differ, only their texts are kept. */
function reasonCodeOf(entries: readonly Entry[]): { readonly reasonCode?: string } {
  const [code, other] = new Set(entries.filter(isExempt).flatMap(({ tax }) => tax.reasonCode ?? []))
  return code === undefined || other !== undefined ? {} : { reasonCode: code }
}

const isExempt = ({ tax }: Entry): boolean =>
  !TAXED_CATEGORIES.has(tax.category) && tax.category !== 'Z'

/** What cannot be split of prices with tax is the rounding (BT-114). */
function totalsOf(
  netMinor: bigint,
  taxes: readonly TaxGroup[],
  {
    pricesIncludeTax,
    ...entered
  }: Pick<Totals, 'subtotalMinor' | 'discountMinor' | 'chargeMinor'> &
    Pick<CalculationInput, 'pricesIncludeTax'>,
): Totals {
  const { subtotalMinor, discountMinor, chargeMinor } = entered
  const taxMinor = sumOf(taxes.map(({ amountMinor }) => amountMinor))
  const totalMinor = pricesIncludeTax
    ? subtotalMinor - discountMinor + chargeMinor
    : netMinor + taxMinor
  const roundingMinor = totalMinor - netMinor - taxMinor
  return { ...entered, netMinor, taxMinor, roundingMinor, totalMinor }
}

/** The database keeps 64-bit integers. Lines are checked too: two huge ones may cancel out. */
function checkMagnitudes({ items, discounts, charges, taxes, totals }: Calculation): void {
  const { withheld: _, ...sums } = totals
  const amounts = [
    ...items.flatMap(({ totalMinor, netMinor }) => [totalMinor, netMinor]),
    ...[...discounts, ...charges].flatMap(({ amountMinor, netMinor }) => [amountMinor, netMinor]),
    ...taxes.flatMap(({ taxableMinor, amountMinor }) => [taxableMinor, amountMinor]),
    ...Object.values(sums),
  ]
  if (amounts.every(isMinorInRange)) return
  throw new AmountError(
    'too_large',
    `An amount exceeds ${MINOR_MAX} minor units. Lower the quantities or prices.`,
  )
}

const compare = <T extends string | bigint>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0)

/** Pairs two lists of the same length. */
function zip<A, B, C>(left: readonly A[], right: readonly B[], join: (a: A, b: B) => C): C[] {
  return left.map((a, index) => {
    const b = right[index]
    if (b === undefined) throw new Error('The lists differ in length.')
    return join(a, b)
  })
}
