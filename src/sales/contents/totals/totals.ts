import { AmountError } from '@billwright/money'
import {
  type Calculation,
  type CalculationInput,
  calculate as calculateTotals,
} from '@billwright/totals'
import { AppError } from '../../../kernel/errors.ts'
import { inWholeUnits } from '../../../kernel/fields/durations.ts'
import type { Contents, DocumentAdjustment, Item } from '../contents.ts'
import type { DocumentAdjustmentDraft, ItemDraft } from '../input.ts'
import { adjustmentsOf } from '../item-adjustments.ts'
import { sharesOf, type Withholds } from '../withholdings.ts'
import { cashStepMinor } from './cash-rounding.ts'
import { checkKept, isWithheldOn } from './payable.ts'

/** All figures of a document, see `@billwright/totals`. @throws AppError `amount_too_large` */
export function calculate(input: CalculationInput): Calculation {
  try {
    return calculateTotals(input)
  } catch (error) {
    if (!(error instanceof AmountError)) throw error
    throw new AppError(
      'invalid',
      'amount_too_large',
      'An amount is too large to be stored exactly. Lower the quantities or prices.',
    )
  }
}

/** Contents before their totals are computed. */
interface Uncomputed
  extends Pick<Contents, 'currency' | 'pricesIncludeTax' | 'rounding'>,
    Withholds,
    Partial<Pick<Contents, 'cashRounding'>> {
  readonly items: readonly ItemDraft[]
  readonly discounts: readonly DocumentAdjustmentDraft[]
  readonly charges: readonly DocumentAdjustmentDraft[]
}

/** The one place where a document gets its totals. */
export function withTotals<C extends Uncomputed>(contents: C) {
  const { items, discounts, charges } = contents
  const result = calculate(calculationOf(contents))
  const computed = (
    drafts: readonly DocumentAdjustmentDraft[],
    amounts: readonly { readonly amountMinor: bigint }[],
  ): readonly DocumentAdjustment[] =>
    drafts.map((draft, index) => ({ ...draft, amountMinor: amounts[index]?.amountMinor ?? 0n }))
  return {
    ...contents,
    items: items.map(
      (item, index): Item => ({ ...item, totalMinor: result.items[index]?.totalMinor ?? 0n }),
    ),
    discounts: computed(discounts, result.discounts),
    charges: computed(charges, result.charges),
    taxes: result.taxes,
    totals: checkKept(result.totals, contents.currency),
  }
}

/** The input of `calculate` from the contents of a document. */
export const calculationOf = (contents: Uncomputed): CalculationInput => ({
  currency: contents.currency,
  pricesIncludeTax: contents.pricesIncludeTax,
  rounding: contents.rounding,
  items: contents.items.map((item) => ({
    ...inWholeUnits(item),
    adjustments: adjustmentsOf(item),
  })),
  discounts: contents.discounts.map(counted),
  charges: contents.charges.map(counted),
  withholdings: sharesOf(contents),
  cashStepMinor: cashStepMinor(contents),
})

/** With what withholdings count of it. */
export const counted = <T extends DocumentAdjustmentDraft>(entry: T) => ({
  ...entry,
  withhold: isWithheldOn(entry),
})
