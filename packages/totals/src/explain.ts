import {
  formatMicro,
  formatMinor,
  formatScaled,
  HUNDRED_PERCENT_MICRO,
  MICRO,
  MICRO_DIGITS,
  minorDigits,
  percentOf,
  sumOf,
} from '@billwright/money'
import {
  type Calculation,
  type CalculationInput,
  calculate,
  itemAdjustmentsMinor,
} from './calculate.ts'
import {
  type Adjustment,
  type ItemTax,
  isTaxIn,
  rateOf,
  type TaxGroup,
  taxKey,
  wholeRateOf,
} from './document.ts'
import { splitTaxMinor, withheldFromMinor } from './withholding.ts'

/** One calculation step that a person can repeat by hand. */
export interface Explanation {
  /** Term (BT) or rule (BR) of EN 16931. */
  readonly rule: string
  readonly label: string
  /** Followed by the unrounded value if rounding changed it; `…` if its decimals are infinite. */
  readonly expression: string
  readonly result: string
}

/** An entry of a tax group, as in `docs/totals.md`: discounts count negative. */
interface Entry {
  readonly tax: ItemTax
  readonly enteredMinor: bigint
  readonly netMinor: bigint
}

interface Told {
  readonly input: CalculationInput
  readonly result: Calculation
  readonly entries: readonly Entry[]
  readonly text: (minor: bigint) => string
}

/**
 * Every step from the input to the total, with the results of `calculate` itself. `names` are those of
 * the items, in their order.
 */
export function explain(input: CalculationInput, names: readonly string[]): readonly Explanation[] {
  const result = calculate(input)
  const text = (minor: bigint) => formatMinor(minor, input.currency)
  const told = { input, result, entries: entriesOf(input, result), text }
  return [
    ...names.flatMap((name, index) => itemSteps(told, index, name)),
    sumStep(told, ['BR-CO-10', 'Subtotal (BT-106)'], totalsOf(result.items)),
    ...adjustmentSteps(told, 'discounts'),
    ...adjustmentSteps(told, 'charges'),
    ...combinationSteps(told),
    ...result.taxes.flatMap((group) => groupSteps(told, group)),
    ...totalSteps(told),
    ...payableSteps(told),
  ]
}

/** The step of cash rounding. It precedes the total, which contains it. */
function cashStep({ input, result, text }: Told): Explanation[] {
  const { cashStepMinor } = input
  if (cashStepMinor === undefined) return []
  const { totals } = calculate({ ...input, cashStepMinor: undefined })
  const { totalMinor, payableMinor: before = totalMinor } = totals
  const { payableMinor: after = result.totals.totalMinor } = result.totals
  const label = `Rounding to ${text(cashStepMinor)} (BT-114)`
  return [step('BT-114', label, `${text(after)} − ${text(before)}`, text(after - before))]
}

function itemSteps({ input, result, text }: Told, index: number, name: string): Explanation[] {
  const item = input.items[index]
  if (!item) return []
  const label = `Item ${index + 1}: ${name}`
  const { quantityMicro, unitPriceMicro, priceBaseQuantityMicro: base, adjustments } = item
  const baseMicro = base ?? MICRO
  const price = quantityMicro * unitPriceMicro * MICRO
  const extended = quotient(price, baseMicro, 2 * MICRO_DIGITS)
  const amounts = itemAdjustmentsMinor(item, input.currency)
  const per = baseMicro === MICRO ? '' : ` ÷ ${formatMicro(baseMicro)}`
  const product = `${formatMicro(quantityMicro)} × ${formatMicro(unitPriceMicro)}${per}`
  const total = text(result.items[index]?.totalMinor ?? 0n)
  if (adjustments.some(({ value }) => value.kind === 'percent' && isWhole(value)))
    return [step('BT-131', label, `${product} − 100 %`, total)]
  const parts = adjustments.flatMap(({ kind, value }, at): Explanation[] => {
    if (value.kind === 'amount') return []
    const exact = quotient(price * value.percentMicro, baseMicro, 3 * MICRO_DIGITS + 2)
    const expression = `${extended} × ${formatMicro(value.percentMicro)} %`
    const [sort, term] = kind === 'charge' ? ['Charge', 'BT-141'] : ['Discount', 'BT-136']
    const label = `${sort} on item ${index + 1} (${term})`
    return [step(term, label, unrounded(expression, exact), text(amounts[at] ?? 0n))]
  })
  const isCharge = (at: number): boolean => adjustments[at]?.kind === 'charge'
  const more = amounts.map((amount, at) => ` ${isCharge(at) ? '+' : '−'} ${text(amount)}`).join('')
  const digits = minorDigits(input.currency)
  const rest = amounts.reduce(
    (left, amount, at) =>
      left +
      (isCharge(at) ? amount : -amount) * 10n ** BigInt(2 * MICRO_DIGITS - digits) * baseMicro,
    price,
  )
  const expression = unrounded(`${product}${more}`, quotient(rest, baseMicro, 2 * MICRO_DIGITS))
  return [...parts, step('BT-131', label, expression, total)]
}

const isWhole = ({ percentMicro }: { readonly percentMicro: bigint }): boolean =>
  percentMicro === HUNDRED_PERCENT_MICRO

function adjustmentSteps(told: Told, name: 'discounts' | 'charges'): Explanation[] {
  const { input, result, text } = told
  const [rule, sort, term, one] =
    name === 'discounts'
      ? ['BR-CO-11', 'Discounts', 'BT-107', 'BT-92']
      : ['BR-CO-12', 'Charges', 'BT-108', 'BT-99']
  const amounts = result[name].map(({ amountMinor }) => amountMinor)
  if (amounts.length === 0) return []
  const each = input[name].flatMap(({ value }, index): Explanation[] => {
    if (value.kind === 'amount') return []
    const expression = percentText(result.totals.subtotalMinor, value, input.currency)
    return [step(one, `${sort} ${index + 1} (${one})`, expression, text(amounts[index] ?? 0n))]
  })
  return [...each, sumStep(told, [rule, `${sort} (${term})`], amounts)]
}

const percentText = (
  baseMinor: bigint,
  { percentMicro }: Extract<Adjustment, { kind: 'percent' }>,
  currency: string,
): string => {
  const exact = plain(baseMinor * percentMicro, minorDigits(currency) + MICRO_DIGITS + 2)
  return unrounded(`${formatMinor(baseMinor, currency)} × ${formatMicro(percentMicro)} %`, exact)
}

/** Where items bear two taxes, prices with tax are divided for each combination of taxes. */
function combinationSteps(told: Told): Explanation[] {
  const { input, text, entries } = told
  if (!isDividedByBoth(told) || input.rounding === 'line') return []
  return [...new Set(entries.map(({ tax }) => taxKey(tax)))]
    .map((key) => entries.filter(({ tax }) => taxKey(tax) === key))
    .flatMap((own): Explanation[] => {
      const [first] = own
      if (!first) return []
      const name = bothNames(first.tax)
      const entered = own.map(({ enteredMinor }) => enteredMinor)
      return [
        sumStep(told, ['BT-116', `With tax ${name}`], entered),
        step(
          'BT-116',
          `Net ${name}`,
          netText(sumOf(entered), wholeRateOf(first.tax), input),
          text(sumOf(own.map(({ netMinor }) => netMinor))),
        ),
      ]
    })
}

const isDividedByBoth = ({ input, result }: Told): boolean =>
  input.pricesIncludeTax && result.taxes.some(({ second }) => second)

const nameOf = ({ category, label = category }: TaxGroup | ItemTax, rateMicro: bigint): string =>
  `${label} ${formatMicro(rateMicro)} %`

const bothNames = (tax: ItemTax): string => {
  const first = nameOf(tax, rateOf(tax))
  return tax.second
    ? `${first} + ${nameOf({ ...tax, ...tax.second }, tax.second.rateMicro)}`
    : first
}

/** The taxable amount of a tax, the tax, and the rounding cent. */
function groupSteps(told: Told, group: TaxGroup): Explanation[] {
  const { input, text, entries } = told
  const name = nameOf(group, group.rateMicro)
  const own = entries.filter(({ tax }) => isTaxIn(tax, group))
  if (input.rounding === 'line') return lineSteps(told, { group, own, name })
  const entered = own.map(({ enteredMinor }) => enteredMinor)
  const tax = step(
    'BR-CO-17',
    `Tax ${name} (BT-117)`,
    percentText(
      group.taxableMinor,
      { kind: 'percent', percentMicro: group.rateMicro },
      input.currency,
    ),
    text(group.amountMinor),
  )
  if (!input.pricesIncludeTax || isDividedByBoth(told)) {
    const nets = own.map(({ netMinor }) => netMinor)
    return [sumStep(told, [netRule(group), `Taxable ${name} (BT-116)`], nets), tax]
  }
  const grossMinor = sumOf(entered)
  const rounding = grossMinor - group.taxableMinor - group.amountMinor
  return [
    sumStep(told, ['BT-116', `With tax ${name}`], entered),
    step(
      'BT-116',
      `Taxable ${name} (BT-116)`,
      netText(grossMinor, group.rateMicro, input),
      text(group.taxableMinor),
    ),
    tax,
    ...(rounding === 0n
      ? []
      : [
          step(
            'BT-114',
            `Rounding ${name} (BT-114)`,
            `${text(grossMinor)} − ${text(group.taxableMinor)} − ${text(group.amountMinor)}`,
            text(rounding),
          ),
        ]),
  ]
}

/** Rounded per line: a group's tax is the sum of its lines' taxes. */
function lineSteps(
  told: Told,
  {
    group,
    own,
    name,
  }: { readonly group: TaxGroup; readonly own: readonly Entry[]; readonly name: string },
): Explanation[] {
  const { input, text } = told
  const percent = { kind: 'percent', percentMicro: group.rateMicro } as const
  const taxes = own.map(({ netMinor }) => percentOf(netMinor, group.rateMicro))
  const each = own.flatMap(({ enteredMinor, netMinor, tax: bearer }, index): Explanation[] => {
    const net = step(
      'BT-116',
      `Net of entry ${index + 1} at ${name}`,
      netText(enteredMinor, wholeRateOf(bearer), input),
      text(netMinor),
    )
    const tax = step(
      'BT-117',
      `Tax of entry ${index + 1} at ${name}`,
      percentText(netMinor, percent, input.currency),
      text(taxes[index] ?? 0n),
    )
    return input.pricesIncludeTax && !group.second ? [net, tax] : [tax]
  })
  const nets = own.map(({ netMinor }) => netMinor)
  return [
    ...each,
    sumStep(told, [netRule(group), `Taxable ${name} (BT-116)`], nets),
    sumStep(told, ['BT-117', `Tax ${name} (BT-117)`], taxes),
  ]
}

function totalSteps(told: Told): Explanation[] {
  const { input, text } = told
  const { taxes, totals } = told.result
  const { subtotalMinor, discountMinor, chargeMinor, netMinor, taxMinor, roundingMinor } = totals
  const net = input.pricesIncludeTax
    ? sumStep(
        told,
        ['BR-CO-13', 'Net (BT-109)'],
        taxes.flatMap((it) => (it.second ? [] : [it.taxableMinor])),
      )
    : step(
        'BR-CO-13',
        'Net (BT-109)',
        `${text(subtotalMinor)} − ${text(discountMinor)} + ${text(chargeMinor)}`,
        text(netMinor),
      )
  const rounding = roundingMinor === 0n ? [] : [roundingMinor]
  return [
    net,
    sumStep(
      told,
      ['BR-CO-14', 'Tax (BT-110)'],
      taxes.map((it) => it.amountMinor),
    ),
    ...splitRoundingStep(told),
    ...cashStep(told),
    sumStep(told, ['BR-CO-15', 'Total (BT-112)'], [netMinor, taxMinor, ...rounding]),
  ]
}

/** What cannot be divided of prices with two taxes. */
function splitRoundingStep(told: Told): Explanation[] {
  if (!isDividedByBoth(told)) return []
  const { totals } = calculate({ ...told.input, cashStepMinor: undefined })
  const { subtotalMinor, discountMinor, chargeMinor, netMinor, taxMinor, roundingMinor } = totals
  if (roundingMinor === 0n) return []
  const parts = [subtotalMinor, -discountMinor, chargeMinor, -netMinor, -taxMinor]
  return [
    sumStep(
      told,
      ['BT-114', 'Rounding (BT-114)'],
      parts.filter((it) => it !== 0n),
    ),
  ]
}

/** Each withholding, and what is left of the total for the customer to transfer. */
function payableSteps(told: Told): Explanation[] {
  const { input, result, text } = told
  const { totalMinor, payableMinor, withheld = [] } = result.totals
  // A withholding is of the total before cash rounding.
  const before = { ...told, result: calculate({ ...input, cashStepMinor: undefined }) }
  const each = withheld.flatMap(({ amountMinor }, at): Explanation[] => {
    const withholding = input.withholdings?.[at]
    if (!withholding) return []
    const { base, basePercentMicro, rateMicro, stated } = withholding
    const name = `Withholding ${at + 1}`
    const whole = withheldFromMinor(before.result, input, withholding)
    const from = step('BT-113', `${name} is of the ${base}`, ...withheldFrom(before, base, whole))
    if (stated !== undefined) return [from, step('BT-113', name, 'stated', text(amountMinor))]
    const part =
      basePercentMicro === HUNDRED_PERCENT_MICRO ? '' : ` × ${formatMicro(basePercentMicro)} %`
    const exact = plain(
      whole * basePercentMicro * rateMicro,
      minorDigits(input.currency) + 2 * (MICRO_DIGITS + 2),
    )
    const expression = `${text(whole)}${part} × ${formatMicro(rateMicro)} %`
    return [from, step('BT-113', name, unrounded(expression, exact), text(amountMinor))]
  })
  if (payableMinor === undefined) return each
  const split = splitTaxMinor(result.taxes)
  const kept = [...withheld.map(({ amountMinor }) => amountMinor), ...(split === 0n ? [] : [split])]
  return [
    ...each,
    ...(split === 0n
      ? []
      : [step('BT-113', 'Split payment: tax of category B', text(split), text(split))]),
    sumStep(told, ['BT-115', 'Amount to pay (BT-115)'], [totalMinor, ...kept.map((it) => -it)]),
  ]
}

/** Items, charges and discounts that count, or net, tax and the cent of prices with tax. */
function withheldFrom(
  { input, result, text }: Told,
  base: 'net' | 'total',
  whole: bigint,
): readonly [expression: string, result: string] {
  const { netMinor, taxMinor, roundingMinor } = result.totals
  const counted = (name: 'items' | 'charges' | 'discounts') =>
    result[name].flatMap(({ netMinor: net }, at) =>
      input[name][at]?.withhold === false ? [] : [name === 'discounts' ? -net : net],
    )
  const parts =
    base === 'total'
      ? [netMinor, taxMinor, ...(roundingMinor === 0n ? [] : [roundingMinor])]
      : [...counted('items'), ...counted('charges'), ...counted('discounts')]
  return [sumText(parts, text), text(whole)]
}

function entriesOf(input: CalculationInput, result: Calculation): readonly Entry[] {
  const items = input.items.map(({ tax }, index) => {
    const { totalMinor = 0n, netMinor = 0n } = result.items[index] ?? {}
    return { tax, enteredMinor: totalMinor, netMinor }
  })
  const adjusted = (name: 'discounts' | 'charges', sign: bigint) =>
    input[name].map(({ tax }, index) => {
      const { amountMinor = 0n, netMinor = 0n } = result[name][index] ?? {}
      return { tax, enteredMinor: sign * amountMinor, netMinor: sign * netMinor }
    })
  return [...items, ...adjusted('discounts', -1n), ...adjusted('charges', 1n)]
}

/** BR-S-08 and its equivalents for the other categories; K is named IC there, L and M IG and IP. */
const netRule = ({ category }: TaxGroup): string => {
  const name =
    category === 'K' ? 'IC' : category === 'L' ? 'IG' : category === 'M' ? 'IP' : category
  return `BR-${name}-08`
}

/** Gross ÷ (1 + rate), whose decimals are usually infinite: six decimals and `…`. */
function netText(grossMinor: bigint, rateMicro: bigint, { currency }: CalculationInput) {
  const digits = minorDigits(currency)
  const divisor = HUNDRED_PERCENT_MICRO + rateMicro
  const scaled = grossMinor * HUNDRED_PERCENT_MICRO * 10n ** BigInt(MICRO_DIGITS - digits)
  const value = quotient(scaled, divisor, MICRO_DIGITS)
  const factor = formatMicro(MICRO + rateMicro / 100n)
  return `${formatMinor(grossMinor, currency)} ÷ ${factor} = ${value}`
}

const totalsOf = (items: Calculation['items']): readonly bigint[] =>
  items.map(({ totalMinor }) => totalMinor)

function sumStep(
  { text }: Told,
  [rule, label]: readonly [rule: string, label: string],
  parts: readonly bigint[],
): Explanation {
  return step(rule, label, sumText(parts, text), text(sumOf(parts)))
}

function sumText(parts: readonly bigint[], text: Told['text']): string {
  const [first = 0n, ...others] = parts
  const rest = others.map((part) => (part < 0n ? ` − ${text(-part)}` : ` + ${text(part)}`))
  return `${text(first)}${rest.join('')}`
}

const step = (rule: string, label: string, expression: string, result: string): Explanation => ({
  rule,
  label,
  expression,
  result,
})

const unrounded = (expression: string, exact: string): string => `${expression} = ${exact}`

/** A quotient as a decimal, with `…` if its decimals are infinite. */
const quotient = (numerator: bigint, divisor: bigint, digits: number): string =>
  `${plain(numerator / divisor, digits)}${numerator % divisor === 0n ? '' : '…'}`

/** An exact decimal without zeros at its end. */
const plain = (scaled: bigint, digits: number): string =>
  formatScaled(scaled, digits).replace(/\.?0+$/, (zeros) => (zeros.startsWith('.') ? '' : ''))
