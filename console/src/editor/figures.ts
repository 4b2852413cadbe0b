import type { TaxCategory } from '@billwright/money'
import { formatMicro, formatMinor, isCurrency, parseMicro } from '@billwright/money'
import { supplyDay } from '@billwright/rules/taxes'
import type { Calculation, TaxGroup, Totals } from '@billwright/totals'
import { TAX_PRESETS } from '../../../src/company/settings/tax.ts'
import { AppError, type Fault } from '../../../src/kernel/errors.ts'
import { inWholeUnits } from '../../../src/kernel/fields/durations.ts'
import { checkDates, InputReader } from '../../../src/sales/contents/input.ts'
import { adjustmentsOf } from '../../../src/sales/contents/item-adjustments.ts'
import { payableMinor, withPayable } from '../../../src/sales/contents/totals/payable.ts'
import { calculate } from '../../../src/sales/contents/totals/totals.ts'
import type { Settings } from '../api/queries.ts'
import type { Body } from './body.ts'

/** The totals of the document, as decimals of its currency. */
export interface Figures {
  readonly items: readonly string[]
  readonly totals: Readonly<Record<Exclude<keyof Totals, 'payableMinor'>, string>>
  /** What the customer keeps of the total and pays to the tax office; null: nothing. */
  readonly kept: string | null
  readonly payable: string
  readonly taxes: readonly {
    readonly category: string
    readonly rate: string
    readonly taxable: string
    readonly amount: string
  }[]
}

/** `figures` is null if no total is possible, e.g. in an unknown currency. */
export interface Outcome {
  readonly figures: Figures | null
  readonly faults: readonly Fault[]
}

/**
 * Calculates with the code of the service, so that totals and faults are the same. Unreadable
 * numbers count as zero. Deselected items of a quote have only a total of their own.
 */
export function outcomeOf(
  body: Body,
  settings: Settings,
  isCounted: (index: number) => boolean = () => true,
): Outcome {
  const { currency } = body
  const reader = new InputReader({
    currency,
    taxes: {
      defaultTax: {
        category: settings.defaultTax.category as TaxCategory,
        rateMicro: parseMicro(settings.defaultTax.rate),
      },
      taxPresets: TAX_PRESETS.change([], settings.taxPresets, '', () => {}),
      day: supplyDay({
        deliveryDate: body.delivery_date,
        periodEnd: body.period_end,
        issueDate: body.issue_date,
      }),
    },
    newItemId: () => '',
  })
  const items = reader.items(body.items, new Set())
  const discounts = reader.adjustments(body.discounts, '/discounts', items)
  const charges = reader.adjustments(body.charges, '/charges', items)
  checkDates({ periodStart: body.period_start, periodEnd: body.period_end }, reader)
  const faults = faultsOf(() => reader.finish())
  if (!isCurrency(currency)) return { figures: null, faults }
  try {
    const { prices_include_tax: pricesIncludeTax, rounding } = body
    const all = items.map((item) => ({ ...inWholeUnits(item), adjustments: adjustmentsOf(item) }))
    const counted = all.filter((_, index) => isCounted(index))
    const settled = { currency, pricesIncludeTax, rounding }
    const whole = calculate({ ...settled, items: counted, discounts, charges })
    const totals = withPayable(whole, {
      currency,
      charges,
      italy: { withholding: readable(body.italy) },
    })
    const each = calculate({ ...settled, items: all, discounts: [], charges: [] })
    return { figures: figuresOf({ ...whole, totals, items: each.items }, currency), faults }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const tooLarge = { pointer: '/items', code: error.code, message: error.message }
    return { figures: null, faults: [...faults, tooLarge] }
  }
}

/** Without a rate or an amount that is not typed in full yet. */
function readable({ withholding }: Body['italy']) {
  if (withholding === null) return null
  const isRead = [withholding.rate, withholding.amount ?? '0'].every((it) =>
    /^\d{1,12}(\.\d{1,2})?$/.test(it),
  )
  return isRead ? withholding : null
}

function faultsOf(finish: () => void): readonly Fault[] {
  try {
    finish()
    return []
  } catch (error) {
    if (error instanceof AppError) return error.faults
    throw error
  }
}

function figuresOf({ items, totals, taxes }: Calculation, currency: string): Figures {
  const text = (minor: bigint) => formatMinor(minor, currency)
  return {
    items: items.map(({ totalMinor }) => text(totalMinor)),
    totals: Object.fromEntries(
      Object.entries(totals).map(([name, minor]) => [name, text(minor)]),
    ) as Figures['totals'],
    kept: totals.payableMinor === undefined ? null : text(totals.totalMinor - totals.payableMinor),
    payable: text(payableMinor(totals)),
    taxes: taxes.map((tax: TaxGroup) => ({
      category: tax.category,
      rate: formatMicro(tax.rateMicro),
      taxable: text(tax.taxableMinor),
      amount: text(tax.amountMinor),
    })),
  }
}
