import type { TaxCategory } from '@billwright/money'
import { formatMicro, formatMinor, isCurrency, parseMicro } from '@billwright/money'
import { isItem } from '@billwright/rules/line-kinds'
import { supplyDay } from '@billwright/rules/taxes'
import { type Calculation, splitTaxMinor, type TaxGroup, type Totals } from '@billwright/totals'
import { TAX_PRESETS } from '../../../src/company/settings/tax.ts'
import type { Withholding } from '../../../src/company/settings/withholdings.ts'
import { AppError, type Fault } from '../../../src/kernel/errors.ts'
import { inWholeUnits } from '../../../src/kernel/fields/durations.ts'
import { OPTIONAL_FIELDS } from '../../../src/sales/contents/fields.ts'
import { checkDates, InputReader } from '../../../src/sales/contents/input.ts'
import { adjustmentsOf } from '../../../src/sales/contents/item-adjustments.ts'
import { linesIn } from '../../../src/sales/contents/text-lines.ts'
import { cashStepMinor } from '../../../src/sales/contents/totals/cash-rounding.ts'
import { checkKept, payableMinor } from '../../../src/sales/contents/totals/payable.ts'
import { calculate, counted as withWithhold } from '../../../src/sales/contents/totals/totals.ts'
import { checkStated, sharesOf } from '../../../src/sales/contents/withholdings.ts'
import type { Settings } from '../api/queries.ts'
import type { Body } from './body.ts'

/** The totals of the document, as decimals of its currency. */
export interface Figures {
  /** Of each line: a subtotal has its sum, a heading and a text nothing. */
  readonly items: readonly string[]
  readonly totals: Readonly<Record<Exclude<keyof Totals, 'payableMinor' | 'withheld'>, string>>
  /** What the customer keeps of the total and pays to the tax office. */
  readonly withheld: readonly {
    readonly name: string | null
    readonly rate: string
    readonly base: string
    readonly amount: string
  }[]
  readonly splitTax: string
  readonly payable: string
  readonly taxes: readonly {
    readonly category: string
    readonly rate: string
    readonly label: string | null
    readonly second: boolean
    readonly taxable: string
    readonly amount: string
  }[]
}

const STEP = OPTIONAL_FIELDS.cashRounding

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
  const { items, textLines } = reader.items(body.items, new Set())
  const places = body.items.flatMap((line, place) => (isItem(line) ? [place] : []))
  const isSummed = (index: number) => isCounted(places[index] ?? 0)
  const discounts = reader.adjustments(body.discounts, '/discounts', items)
  const charges = reader.adjustments(body.charges, '/charges', items)
  const withholdings = OPTIONAL_FIELDS.withholdings.change(
    [],
    body.withholdings,
    '/withholdings',
    reader.fault,
  )
  checkStated({ withholdings, currency }, (at) => `/withholdings/${at}/amount`, reader.fault)
  checkDates({ periodStart: body.period_start, periodEnd: body.period_end }, reader)
  const faults = faultsOf(() => reader.finish())
  if (!isCurrency(currency)) return { figures: null, faults }
  try {
    const { prices_include_tax: pricesIncludeTax, rounding } = body
    const all = items.map((item) => ({ ...inWholeUnits(item), adjustments: adjustmentsOf(item) }))
    const counted = all.filter((_, index) => isSummed(index))
    const settled = { currency, pricesIncludeTax, rounding }
    const cashRounding = STEP.load(body.cash_rounding)
    const adjusted = {
      ...settled,
      discounts: discounts.map(withWithhold),
      charges: charges.map(withWithhold),
    }
    const shares = sharesOf({ withholdings, currency })
    const { withheld = [] } = calculate({ ...adjusted, items: all, withholdings: shares }).totals
    const whole = calculate({
      ...adjusted,
      items: counted,
      // A stated amount is that of all items, and the selected ones have their share.
      withholdings:
        counted.length === all.length
          ? shares
          : shares.map(({ stated, ...share }, at) => ({
              ...share,
              ...(stated && { stated: { ...stated, ofMinor: withheld[at]?.baseMinor ?? 0n } }),
            })),
      cashStepMinor: cashStepMinor({ cashRounding, currency }),
    })
    checkKept(whole.totals, currency)
    const each = calculate({ ...settled, items: all, discounts: [], charges: [] })
    const lines = linesIn({ items: [...each.items.entries()], textLines }, ([index, item]) =>
      isSummed(index) ? item.totalMinor : 0n,
    ).map((line) => {
      if (line.kind === 'item') return formatMinor(line.item[1].totalMinor, currency)
      return line.kind === 'subtotal' ? formatMinor(line.sumMinor, currency) : ''
    })
    return { figures: { ...figuresOf(whole, withholdings, currency), items: lines }, faults }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const pointer = error.code === 'withheld_too_large' ? '/withholdings' : '/items'
    const tooLarge = { pointer, code: error.code, message: error.message }
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

function figuresOf(
  { totals, taxes }: Pick<Calculation, 'totals' | 'taxes'>,
  withholdings: readonly Withholding[],
  currency: string,
): Omit<Figures, 'items'> {
  const { payableMinor: _, withheld = [], ...sums } = totals
  const text = (minor: bigint) => formatMinor(minor, currency)
  return {
    totals: Object.fromEntries(
      Object.entries(sums).map(([name, minor]) => [name, text(minor)]),
    ) as Figures['totals'],
    withheld: withholdings.map(({ name, rateMicro }, at) => ({
      name,
      rate: formatMicro(rateMicro ?? 0n),
      base: text(withheld[at]?.baseMinor ?? 0n),
      amount: text(withheld[at]?.amountMinor ?? 0n),
    })),
    splitTax: text(splitTaxMinor(taxes)),
    payable: text(payableMinor(totals)),
    taxes: taxes.map((tax: TaxGroup) => ({
      category: tax.category,
      rate: formatMicro(tax.rateMicro),
      label: tax.label ?? null,
      second: tax.second ?? false,
      taxable: text(tax.taxableMinor),
      amount: text(tax.amountMinor),
    })),
  }
}
