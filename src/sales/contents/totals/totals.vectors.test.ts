import { existsSync, readFileSync } from 'node:fs'
import {
  MICRO,
  minorDigits,
  parseMicro,
  parseMinor,
  percentOf,
  TAX_CATEGORIES,
  type TaxCategory,
} from '@billwright/money'
import type { CalculationInput, CalculationItem, ItemTax } from '@billwright/totals'
import { describe, expect, test } from 'vitest'
import { calculate } from './totals.ts'

interface VectorAdjustment {
  readonly is_charge: boolean
  readonly amount: string
  readonly base_amount: string | null
  readonly percent: string | null
  readonly vat_category: string | null
  readonly vat_rate: string | null
}

interface VectorLine {
  readonly quantity: string
  readonly unit_price: string
  readonly price_base_quantity: string | null
  readonly allowances_charges: readonly VectorAdjustment[]
  readonly vat_category: string
  readonly vat_rate: string | null
  readonly expected_net: string
}

interface Vector {
  readonly id: string
  readonly minor_units: number
  readonly kind: string
  readonly tags: readonly string[]
  readonly currency: string
  readonly lines: readonly VectorLine[]
  readonly document_allowances_charges: readonly VectorAdjustment[]
  readonly expected: {
    readonly line_total: string
    readonly allowance_total: string | null
    readonly charge_total: string | null
    readonly tax_exclusive: string
    readonly tax_total: string | null
    readonly tax_inclusive: string
    readonly prepaid: string | null
    readonly rounding: string | null
    readonly payable: string
    readonly vat_breakdown: readonly {
      readonly category: string
      readonly rate: string | null
      readonly taxable: string
      readonly tax: string
    }[]
  }
}

const FILE = new URL('../../../../../shared/einvoice/vectors.json', import.meta.url)
const VECTORS: readonly Vector[] = existsSync(FILE)
  ? (JSON.parse(readFileSync(FILE, 'utf8')) as { vectors: Vector[] }).vectors
  : []

/** Categories of Malaysia and Singapore, by what they do: taxed, zero-rated, untaxed. */
const FOREIGN_CATEGORIES: Readonly<Record<string, TaxCategory>> = {
  HVG: 'S',
  LVG: 'S',
  SA: 'S',
  SE: 'S',
  SR: 'S',
  ZR: 'Z',
  NG: 'O',
}

const categoryOf = (code: string | null): TaxCategory => {
  const category = TAX_CATEGORIES.find((it) => it === code) ?? FOREIGN_CATEGORIES[code ?? '']
  if (category === undefined) throw new Error(`The vectors have a new tax category: ${code}`)
  return category
}

const taxOf = (it: Pick<VectorLine | VectorAdjustment, 'vat_category' | 'vat_rate'>): ItemTax => ({
  category: categoryOf(it.vat_category),
  rateMicro: parseMicro(it.vat_rate ?? '0'),
  reason: null,
})

/** Prices of more than six decimals are exact again when stated per thousand (BT-149). */
function priceOf({ unit_price, price_base_quantity }: VectorLine) {
  const [whole = '', decimals = ''] = unit_price.split('.')
  const base = parseMicro(price_base_quantity ?? '1')
  const tooLong = decimals.replace(/0+$/, '').length > 6
  if (!tooLong) return { unitPriceMicro: parseMicro(unit_price), priceBaseQuantityMicro: base }
  return {
    unitPriceMicro: parseMicro(`${whole}${decimals.slice(0, 3)}.${decimals.slice(3)}`),
    priceBaseQuantityMicro: base * 1000n,
  }
}

/** Documents may take a percentage of any base they name; ours are of the price or the subtotal. */
function adjustmentOf(it: VectorAdjustment, currency: string, ourBaseMinor: bigint | null) {
  const baseMinor = it.base_amount === null ? null : parseMinor(it.base_amount, currency)
  if (it.percent === null || baseMinor === null || baseMinor !== ourBaseMinor) {
    return { kind: 'amount', amountMinor: parseMinor(it.amount, currency) } as const
  }
  return { kind: 'percent', percentMicro: parseMicro(it.percent) } as const
}

function itemOf(line: VectorLine, { kind, currency }: Vector): CalculationItem {
  const tax = taxOf(line)
  if (kind === 'exact_totals') {
    const unitPriceMicro = parseMicro(line.expected_net)
    return { quantityMicro: MICRO, unitPriceMicro, adjustments: [], tax }
  }
  const price = priceOf(line)
  const quantityMicro = parseMicro(line.quantity)
  const product = quantityMicro * price.unitPriceMicro * 10n ** BigInt(minorDigits(currency))
  const divisor = price.priceBaseQuantityMicro * MICRO
  const baseMinor = product % divisor === 0n ? product / divisor : null
  const adjustments = line.allowances_charges.map((it) => ({
    kind: it.is_charge ? ('charge' as const) : ('discount' as const),
    value: adjustmentOf(it, currency, baseMinor),
  }))
  return { quantityMicro, ...price, adjustments, tax }
}

function inputOf(vector: Vector): CalculationInput {
  const subtotalMinor = parseMinor(vector.expected.line_total, vector.currency)
  const adjustmentsOf = (isCharge: boolean) =>
    vector.document_allowances_charges
      .filter((it) => it.is_charge === isCharge)
      .map((it) => ({ value: adjustmentOf(it, vector.currency, subtotalMinor), tax: taxOf(it) }))
  return {
    currency: vector.currency,
    pricesIncludeTax: false,
    rounding: 'document',
    items: vector.lines.map((line) => itemOf(line, vector)),
    discounts: adjustmentsOf(false),
    charges: adjustmentsOf(true),
  }
}

function expectedOf({ lines, expected, currency }: Vector) {
  const minor = (value: string | null): bigint => parseMinor(value ?? '0', currency)
  return {
    items: lines.map(({ expected_net }) => minor(expected_net)),
    subtotal: minor(expected.line_total),
    discount: minor(expected.allowance_total),
    charge: minor(expected.charge_total),
    net: minor(expected.tax_exclusive),
    tax: minor(expected.tax_total),
    total: minor(expected.tax_inclusive),
    due: minor(expected.payable),
    taxes: expected.vat_breakdown
      .map(
        ({ category, rate, taxable, tax }) =>
          `${categoryOf(category)} ${parseMicro(rate ?? '0')}: ${minor(taxable)} ${minor(tax)}`,
      )
      .sort(),
  }
}

function computedOf(vector: Vector) {
  const { items, taxes, totals } = calculate(inputOf(vector))
  const { prepaid, rounding } = vector.expected
  const minor = (value: string | null) =>
    parseMinor(value?.replace('+', '') ?? '0', vector.currency)
  return {
    items: items.map(({ netMinor }) => netMinor),
    subtotal: totals.subtotalMinor,
    discount: totals.discountMinor,
    charge: totals.chargeMinor,
    net: totals.netMinor,
    tax: totals.taxMinor,
    total: totals.totalMinor,
    due: totals.totalMinor - minor(prepaid) + minor(rounding),
    taxes: taxes
      .map((it) => `${it.category} ${it.rateMicro}: ${it.taxableMinor} ${it.amountMinor}`)
      .sort(),
  }
}

/**
 * None is left out. In the 14 of kind `exact_totals` the lines' nets are the input, as their
 * documents round them otherwise; percentages of a base that is neither price nor subtotal go in as
 * amounts.
 */
describe.skipIf(VECTORS.length === 0)(
  'figures of real invoices, to the last digit (skipped where vectors.json is absent)',
  () => {
    test('all 192 are of a kind that is computed', () => {
      const kinds = Object.groupBy(VECTORS, ({ kind }) => kind)
      expect(Object.keys(kinds).sort()).toEqual(['exact', 'exact_totals'])
      expect(kinds.exact).toHaveLength(178)
      expect(kinds.exact_totals).toHaveLength(14)
    })

    test.each(
      VECTORS.map((vector) => [vector.kind, vector.id, vector] as const),
    )('%s: %s', (_kind, _id, vector) => {
      expect(minorDigits(vector.currency)).toBe(vector.minor_units)
      expect(computedOf(vector)).toEqual(expectedOf(vector))
    })

    test('percentages that are ours are computed, not copied', () => {
      const computed = VECTORS.flatMap((vector) => {
        const { items, discounts, charges } = inputOf(vector)
        return [...items.flatMap(({ adjustments }) => adjustments), ...discounts, ...charges]
      }).filter(({ value }) => value.kind === 'percent' && value.percentMicro !== 0n)
      expect(computed.length).toBeGreaterThan(20)
    })

    test('rounding tax per line gives other taxes in the cases known for it', () => {
      const otherwise = VECTORS.filter((vector) => {
        const { taxes } = calculate({ ...inputOf(vector), rounding: 'line' })
        return taxes.some((it) => it.amountMinor !== percentOf(it.taxableMinor, it.rateMicro))
      })
      const known = VECTORS.filter(({ tags }) =>
        tags.includes('per-line-tax-rounding-would-differ'),
      )
      expect(known.filter((vector) => !otherwise.includes(vector))).toEqual([])
      expect(known).toHaveLength(13)
    })
  },
)
