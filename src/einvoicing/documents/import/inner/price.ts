import {
  type Allowance,
  type Decimal,
  decimal,
  formatCents,
  formatDecimal,
  type Line,
  microOfDecimal,
  REASON_CHARGE,
  REASON_DISCOUNT,
} from '@billwright/einvoice'
import {
  AmountError,
  divideRounded,
  formatMicro,
  isCurrency,
  MICRO,
  MICRO_DIGITS,
  minorDigits,
  parseMicro,
  sumOf,
} from '@billwright/money'
import type { AdjustmentBody, ItemBody } from '../../../../sales/contents/input-schema.ts'
import { given, type ImportReport } from './report.ts'

type Pricing = Pick<
  ItemBody,
  'quantity' | 'unit_price' | 'price_base_quantity' | 'discount' | 'charge'
>

interface Priced {
  readonly quantityMicro: bigint
  readonly unitPriceMicro: bigint
  readonly baseMicro: bigint
}

const MICRO_PER_CENT = 10_000n
const FINER_DIGITS_MAX = 4
const BASE_MAX_MICRO = 10n ** 15n
const HUNDRED_PERCENT_MICRO = 100_000_000n

/**
 * Quantity and price as an item stores them: per unit, in millionths, not negative, with one
 * discount and one charge. Other forms are converted to the same total and reported.
 */
export function priceInput(
  line: Line,
  at: string,
  options: { readonly currency: string; readonly report: ImportReport },
): Pricing {
  const { report } = options
  const found = asGiven(line) ?? perUnit(line, at, report) ?? asOne(line, at, report)
  return given<Pricing>({
    quantity: formatMicro(found.quantityMicro),
    unit_price: formatMicro(found.unitPriceMicro),
    price_base_quantity: found.baseMicro === MICRO ? undefined : formatMicro(found.baseMicro),
    ...adjustmentsInput(line, found, { at, ...options }),
  })
}

/** As in the file. A price of more than six decimals becomes one of ten to ten thousand units. */
function asGiven({ price, quantity }: Line): Priced | undefined {
  const base = microOfDecimal(price.baseQuantity ?? ONE)
  if (base === undefined || base <= 0n) return undefined
  const more = Math.max(0, price.net.scale - MICRO_DIGITS)
  if (more > FINER_DIGITS_MAX) return undefined
  const units = 10n ** BigInt(more)
  const unitPrice = microOfDecimal(decimal(price.net.digits * units, price.net.scale))
  return unitPrice === undefined
    ? undefined
    : fitting(microOfDecimal(quantity), unitPrice, base * units)
}

/** Price per unit, rounded to six decimals if the line total stays the same. */
function perUnit(line: Line, at: string, report: ImportReport): Priced | undefined {
  const { numerator, denominator } = unitPriceMicro(line.price)
  if (denominator === 0n) return undefined
  const found = fitting(microOfDecimal(line.quantity), divideRounded(numerator, denominator), MICRO)
  if (found === undefined || numerator % denominator === 0n) return found
  const cents = divideRounded(found.quantityMicro * found.unitPriceMicro, MICRO * MICRO_PER_CENT)
  if (cents !== beforeAdjustments(line)) return undefined
  report.add(`${at}/price/net`, 'Rounded to six decimals; the line total stays the same.')
  return found
}

/** The last resort: quantity 1 at the whole price. */
function asOne(line: Line, at: string, report: ImportReport): Priced {
  const { quantity, price } = line
  const per = price.baseQuantity ? ` per ${formatDecimal(price.baseQuantity)}` : ''
  report.add(
    `${at}/quantity`,
    `${formatDecimal(quantity)} at ${formatDecimal(price.net)}${per} has too many decimals. The item has quantity 1 and the whole price.`,
  )
  const cents = beforeAdjustments(line)
  return {
    quantityMicro: cents < 0n ? -1_000_000n : 1_000_000n,
    unitPriceMicro: abs(cents) * 10_000n,
    baseMicro: MICRO,
  }
}

/** Price ÷ base quantity in millionths, as a fraction. */
function unitPriceMicro({ net, baseQuantity = ONE }: Line['price']) {
  return {
    numerator: net.digits * 10n ** BigInt(6 + baseQuantity.scale),
    denominator: baseQuantity.digits * 10n ** BigInt(net.scale),
  }
}

const ONE: Decimal = { digits: 1n, scale: 0 }

/** A negative price becomes a negative quantity (BR-27). */
function fitting(
  quantity: bigint | undefined,
  price: bigint,
  baseMicro: bigint,
): Priced | undefined {
  const isWhole = quantity !== undefined && [quantity, price].every(isStorable)
  if (!isWhole || baseMicro > BASE_MAX_MICRO) return undefined
  const quantityMicro = price < 0n ? -quantity : quantity
  return { quantityMicro, unitPriceMicro: abs(price), baseMicro }
}

function isStorable(micro: bigint): boolean {
  try {
    return parseMicro(formatMicro(micro)) === micro
  } catch (error) {
    if (error instanceof AmountError) return false
    throw error
  }
}

const beforeAdjustments = ({ netCents, allowances, charges }: Line): bigint =>
  netCents + centsOf(allowances) - centsOf(charges)

interface Place {
  readonly at: string
  readonly currency: string
  readonly report: ImportReport
}

/** One discount and one charge, neither negative: a negative allowance becomes a charge. */
function adjustmentsInput(line: Line, found: Priced, { at, currency, report }: Place) {
  const { allowances, charges } = line
  const added = [...charges, ...negated(allowances)].filter(({ amountCents }) => amountCents > 0n)
  const taken = [...allowances, ...negated(charges)].filter(({ amountCents }) => amountCents > 0n)
  for (const [index, it] of taken.entries())
    report.leave(
      `${at}/allowances/${index}/reason`,
      it.reason,
      'A discount on an item has no place for its reason.',
    )
  leaveCodes(taken, REASON_DISCOUNT, `${at}/allowances`, report)
  leaveCodes(added, REASON_CHARGE, `${at}/charges`, report)
  const reasons = added.flatMap(({ reason = [] }) => reason)
  return {
    discount: taken.length === 0 ? undefined : amountInput(taken, found, currency),
    charge:
      added.length === 0
        ? undefined
        : {
            ...amountInput(added, found, currency),
            ...(reasons.length > 0 && {
              reason: report.text(`${at}/charges/0/reason`, reasons.join(', '), 200) ?? null,
            }),
          },
  }
}

const negated = (allowances: readonly Allowance[]): readonly Allowance[] =>
  allowances.map((it) => ({ ...it, amountCents: -it.amountCents }))

function leaveCodes(
  adjustments: readonly Allowance[],
  usual: string,
  at: string,
  report: ImportReport,
): void {
  for (const [index, { reasonCode }] of adjustments.entries())
    if (reasonCode !== usual) report.leave(`${at}/${index}/reasonCode`, reasonCode)
}

/** A percentage if it gives exactly this amount, else the amount. */
function amountInput(
  adjustments: readonly Allowance[],
  { quantityMicro, unitPriceMicro: price, baseMicro }: Priced,
  currency: string,
): AdjustmentBody {
  const [first, ...others] = adjustments
  const percent = first?.percent && microOfDecimal(first.percent)
  const cents = centsOf(adjustments)
  if (percent === undefined || others.length > 0 || percent > HUNDRED_PERCENT_MICRO)
    return { amount: formatCents(cents) }
  const share = divideRounded(
    quantityMicro * price * percent,
    baseMicro * MICRO_PER_CENT * HUNDRED_PERCENT_MICRO,
  )
  const isSame = share === cents && isCurrency(currency) && minorDigits(currency) === 2
  return isSame ? { percent: formatMicro(percent) } : { amount: formatCents(cents) }
}

const centsOf = (adjustments: readonly Allowance[]): bigint =>
  sumOf(adjustments.map(({ amountCents }) => amountCents))

const abs = (value: bigint): bigint => (value < 0n ? -value : value)
