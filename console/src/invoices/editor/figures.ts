import { AppError, type Fault } from '../../../../src/errors.ts'
import { checkDates } from '../../../../src/invoices/calendar.ts'
import { InputReader } from '../../../../src/invoices/input.ts'
import type { TaxGroup, Totals } from '../../../../src/invoices/invoice.ts'
import { adjustmentsOf } from '../../../../src/invoices/item-adjustments.ts'
import { type Calculation, calculate } from '../../../../src/invoices/totals/totals.ts'
import { isCurrency } from '../../../../src/money/currencies.ts'
import { formatMicro, parseMicro } from '../../../../src/money/decimal.ts'
import { formatMinor } from '../../../../src/money/minor.ts'
import type { TaxCategory } from '../../../../src/money/tax.ts'
import { supplyDay, TAX_PRESETS } from '../../../../src/settings/tax.ts'
import type { Body } from './body.ts'
import type { Settings } from './form.ts'

/** The totals of the document, as decimals of its currency. */
export interface Figures {
  readonly items: readonly string[]
  readonly totals: Readonly<Record<keyof Totals, string>>
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
    const all = items.map((item) => ({ ...item, adjustments: adjustmentsOf(item) }))
    const counted = all.filter((_, index) => isCounted(index))
    const settled = { currency, pricesIncludeTax, rounding }
    const whole = calculate({ ...settled, items: counted, discounts, charges })
    const each = calculate({ ...settled, items: all, discounts: [], charges: [] })
    return { figures: figuresOf({ ...whole, items: each.items }, currency), faults }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const tooLarge = { pointer: '/items', code: error.code, message: error.message }
    return { figures: null, faults: [...faults, tooLarge] }
  }
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
    taxes: taxes.map((tax: TaxGroup) => ({
      category: tax.category,
      rate: formatMicro(tax.rateMicro),
      taxable: text(tax.taxableMinor),
      amount: text(tax.amountMinor),
    })),
  }
}
