import {
  formatMinor,
  isCurrency,
  MICRO,
  MICRO_DIGITS,
  parseMicro,
  parseMinor,
  parseScaled,
} from '@billwright/money'
import { isLineKind, type LineKind, type TextKind } from '@billwright/rules/line-kinds'
import { withholdOf } from '@billwright/rules/withholding'
import { type Adjustment, type ItemTax, taxKey } from '@billwright/totals'
import type { DefaultTax } from '../../company/settings/settings.ts'
import { onDay, readTax, type TaxBody, type TaxPreset } from '../../company/settings/tax.ts'
import { type Fault, invalidRequest, type OnFault } from '../../kernel/errors.ts'
import {
  durationQuantity,
  isDuration,
  isUnitOfTime,
  quantityOf,
} from '../../kernel/fields/durations.ts'
import { change, ruled } from '../../kernel/fields/field.ts'
import { numberOr } from '../../kernel/fields/numbers.ts'
import { unitCode } from '../../kernel/fields/units.ts'
import type { Contents, DocumentAdjustment, Item, ItemCharge } from './contents.ts'
import { EMPTY_ITEM, OPTIONAL_ITEM_FIELDS } from './fields.ts'
import type { AdjustmentBody, DocumentAdjustmentBody, ItemBody } from './input-schema.ts'
import type { Lined, TextLine } from './text-lines.ts'

/** An item before its total is computed. */
export type ItemDraft = Omit<Item, 'totalMinor'>
export type DocumentAdjustmentDraft = Omit<DocumentAdjustment, 'amountMinor'>

/**
 * Beyond this limit, a value in millionths does not fit the database's 64 bits with room for
 * arithmetic.
 */
const MICRO_MAX = 10n ** 18n
const HUNDRED_PERCENT_MICRO = 100_000_000n
const PRICE_DIGITS_MAX = 10
const FINER_THAN_MICRO = 10n ** BigInt(PRICE_DIGITS_MAX - MICRO_DIGITS)

/** The context for reading the taxes of items. */
interface Taxes {
  readonly defaultTax: DefaultTax
  readonly taxPresets: readonly TaxPreset[]
  /** The day of supply. */
  readonly day: string
}

/** Turns a request into exact values and collects every fault with its pointer. */
export class InputReader {
  readonly #faults: Fault[] = []
  readonly #currency: string
  readonly #taxes: Taxes
  readonly #newItemId: () => string

  constructor(options: {
    readonly currency: string
    readonly taxes: Taxes
    readonly newItemId: () => string
  }) {
    this.#currency = options.currency
    this.#taxes = options.taxes
    this.#newItemId = options.newItemId
    if (!isCurrency(this.#currency))
      this.fault(
        '/currency',
        'unknown_currency',
        `${this.#currency} is not an ISO 4217 currency code. Use a code such as EUR.`,
      )
  }

  readonly fault: OnFault = (pointer, code, message, params) => {
    this.#faults.push({ pointer, code, message, params })
  }

  /** Throws everything found so far, at once. */
  finish(): void {
    if (this.#faults.length > 0) throw invalidRequest(this.#faults)
  }

  /** The items, and apart from them the lines without amounts. `known`: ids that may be kept. */
  items(bodies: readonly ItemBody[], known: ReadonlySet<string>): Required<Lined<ItemDraft>> {
    const used = new Set<string>()
    const items: ItemDraft[] = []
    const textLines: TextLine[] = []
    for (const [index, body] of bodies.entries()) {
      const at = `/items/${index}`
      const id = this.#idOf(body, known, used)
      const kind = kindOf(body)
      if (kind === 'item') items.push(this.#item(body, at, id))
      else textLines.push({ ...this.#textLine(body, kind, at), id, at: items.length })
    }
    return { items, textLines }
  }

  adjustments(
    bodies: readonly DocumentAdjustmentBody[],
    pointer: string,
    items: readonly ItemDraft[],
  ): readonly DocumentAdjustmentDraft[] {
    return bodies.map((body, index) => {
      const at = `${pointer}/${index}`
      const tax = body.tax ? this.#tax(body.tax, `${at}/tax`) : this.#onlyTax(items, `${at}/tax`)
      const value = this.#signed(body, at)
      const reason = optional(body.reason)
      const withhold = withholdOf(reason, body.withhold)
      return { reason, ...coded(body.reason_code), value, tax, ...withhold }
    })
  }

  /** Writes amounts in the digits of another currency, when a draft's currency changes. */
  inCurrency<T extends { readonly value: Adjustment }>(
    entries: readonly T[],
    from: string,
  ): readonly T[] {
    return entries.map((entry) => ({ ...entry, value: this.rescale(entry.value, from) }))
  }

  /** The preset's tax on the day of supply. A typed tax stays. */
  retax<T extends { readonly tax: ItemTax }>(entry: T): T {
    return entry.tax.preset === undefined ? entry : { ...entry, tax: onDay(entry.tax, this.#taxes) }
  }

  rescale(value: Adjustment, from: string): Adjustment {
    if (value.kind === 'percent' || from === this.#currency || !isCurrency(this.#currency))
      return value
    const text = formatMinor(value.amountMinor, from)
    return { kind: 'amount', amountMinor: this.#minor(text, '/currency') }
  }

  #idOf(body: ItemBody, known: ReadonlySet<string>, used: Set<string>): string {
    const keepsId = body.id !== undefined && known.has(body.id) && !used.has(body.id)
    const id = keepsId && body.id !== undefined ? body.id : this.#newItemId()
    used.add(id)
    return id
  }

  #textLine(body: ItemBody, kind: TextKind, at: string) {
    for (const [name, value] of Object.entries(body))
      if (value != null && !FIELDS_OF[kind].includes(name))
        this.fault(`${at}/${name}`, 'not_for_kind', `A ${kind} has no \`${name}\`. Leave it out.`)
    const description = this.#description(body, kind, at)
    return { kind, description, details: kind === 'text' ? optional(body.details) : null }
  }

  #description(body: ItemBody, kind: LineKind, at: string): string | null {
    const description = optional(body.description)
    if (description === null && kind !== 'subtotal')
      this.fault(
        `${at}/description`,
        'required',
        'The description is missing. Enter a description.',
      )
    return description
  }

  #item(body: ItemBody, at: string, id: string): ItemDraft {
    const price = this.#price(body.unit_price ?? '0', `${at}/unit_price`)
    if (price.micro < 0n)
      this.fault(
        `${at}/unit_price`,
        'out_of_range',
        'The price is negative. Use a negative quantity instead (EN 16931 BR-27).',
        { reason: 'negative_price' },
      )
    const description = this.#description(body, 'item', at) ?? ''
    const onFault = this.fault
    const optionals = change(OPTIONAL_ITEM_FIELDS, {
      before: EMPTY_ITEM,
      given: body,
      at,
      onFault,
    })
    const { periodStart, periodEnd } = optionals
    const given = body.unit ? ruled(unitCode, body.unit, `${at}/unit`, onFault) : null
    const { durationSeconds } = optionals
    const unit = durationSeconds === null ? given : (given ?? 'HUR')
    const quantity = body.quantity ?? '1'
    const isTime = isDuration(quantity) && (unit === null || isUnitOfTime(unit))
    if (periodStart !== null && periodEnd !== null && periodEnd < periodStart)
      this.fault(
        `${at}/period_end`,
        'out_of_range',
        'Out of range: use a day on or after period_start (EN 16931 BR-30).',
        { from: periodStart },
      )
    const quantityMicro = this.#micro(
      isTime ? quantityOf(quantity, unit ?? 'HUR') : quantity,
      `${at}/quantity`,
    )
    return {
      id,
      description,
      details: optional(body.details),
      quantityMicro:
        durationSeconds === null
          ? quantityMicro
          : durationQuantity(durationSeconds, {
              unit: unit ?? 'HUR',
              givenMicro: body.quantity === undefined ? null : quantityMicro,
              at,
              onFault,
            }),
      unit: isTime ? (unit ?? 'HUR') : unit,
      unitPriceMicro: price.micro,
      discount: body.discount ? this.#adjustment(body.discount, `${at}/discount`) : null,
      ...(body.charge ? { charge: this.#charge(body.charge, `${at}/charge`) } : {}),
      tax: body.tax ? this.#tax(body.tax, `${at}/tax`) : this.#usualTax(),
      ...optionals,
      priceBaseQuantityMicro: perUnits(optionals.priceBaseQuantityMicro, price.units),
    }
  }

  /** A price of more than six decimals is exact as one of ten to ten thousand units. */
  #price(value: string | number, pointer: string): { micro: bigint; units: bigint } {
    let units = 1n
    const scaled = this.#exact(() => parseScaled(value, PRICE_DIGITS_MAX), pointer)
    while ((scaled * units) % FINER_THAN_MICRO !== 0n) units *= 10n
    const micro = (scaled * units) / FINER_THAN_MICRO
    if (micro <= MICRO_MAX && micro >= -MICRO_MAX) return { micro, units }
    this.fault(pointer, 'too_large', 'The number is too large. Use a smaller one.')
    return { micro: 0n, units: 1n }
  }

  #charge(body: NonNullable<ItemBody['charge']>, at: string): ItemCharge {
    return { value: this.#adjustment(body, at), reason: optional(body.reason) }
  }

  /** For an item, whose quantity has the sign. */
  #adjustment(body: AdjustmentBody, at: string): Adjustment {
    const value = this.#signed(body, at)
    const isNegative = (value.kind === 'percent' ? value.percentMicro : value.amountMinor) < 0n
    if (isNegative)
      this.fault(`${at}/${value.kind}`, 'out_of_range', 'Out of range: use 0 or more.', { min: 0 })
    return value
  }

  /** A negative value takes back a discount or charge of an earlier document. */
  #signed({ percent, amount }: AdjustmentBody, at: string): Adjustment {
    if ((percent === undefined) === (amount === undefined))
      this.fault(at, 'percent_or_amount', 'Send either `percent` or `amount`, not both.')
    if (percent === undefined)
      return { kind: 'amount', amountMinor: this.#minor(amount ?? '0', `${at}/amount`) }
    const percentMicro = this.#micro(percent, `${at}/percent`)
    if (percentMicro > HUNDRED_PERCENT_MICRO || percentMicro < -HUNDRED_PERCENT_MICRO)
      this.fault(`${at}/percent`, 'out_of_range', 'Out of range: use at most 100 percent.', {
        max: 100,
      })
    return { kind: 'percent', percentMicro }
  }

  #tax(body: TaxBody, at: string): ItemTax {
    return readTax(body, this.#taxes, at, this.fault)
  }

  /** The tax of a discount may be omitted if the items are unambiguous. */
  #onlyTax(items: readonly ItemDraft[], at: string): ItemTax {
    const [first] = items
    const same = new Set(items.map(({ tax }) => taxKey(tax))).size < 2
    if (!same)
      this.fault(
        at,
        'required',
        'The items have several tax rates. Choose the one that applies here.',
      )
    return first?.tax ?? this.#usualTax()
  }

  #usualTax(): ItemTax {
    return { ...this.#taxes.defaultTax, reason: null }
  }

  #micro(value: string | number, pointer: string): bigint {
    const micro = this.#exact(() => parseMicro(value), pointer)
    if (micro >= -MICRO_MAX && micro <= MICRO_MAX) return micro
    this.fault(pointer, 'too_large', 'The number is too large. Use a smaller one.')
    return 0n
  }

  #minor(value: string | number, pointer: string): bigint {
    if (!isCurrency(this.#currency)) return 0n
    return this.#exact(() => parseMinor(value, this.#currency), pointer)
  }

  #exact(parse: () => bigint, pointer: string): bigint {
    return numberOr(pointer, (...fault) => this.fault(...fault), parse) ?? 0n
  }
}

/** The schema admits no other kind. */
const kindOf = ({ kind = 'item' }: ItemBody): LineKind => (isLineKind(kind) ? kind : 'item')

/** The fields of a line without an amount. */
const FIELDS_OF: Readonly<Record<TextKind, readonly string[]>> = {
  heading: ['id', 'kind', 'description'],
  text: ['id', 'kind', 'description', 'details'],
  subtotal: ['id', 'kind', 'description'],
}

const perUnits = (given: bigint | null, units: bigint): bigint | null =>
  given === null && units === 1n ? null : (given ?? MICRO) * units

/** The code, or nothing: a field without code is stored as before there were codes. */
const coded = (code: string | null | undefined) => (code ? { reasonCode: code } : {})

/** Trims the text; blank text counts as missing. */
export function optional(text: string | null | undefined): string | null {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? null : trimmed
}

type Dated = Pick<Contents, 'periodStart' | 'periodEnd'>

/** The order of the dates of an invoice; the console uses the same code. */
export function checkDates({ periodStart, periodEnd }: Dated, reader: InputReader): void {
  if (periodStart !== null && periodEnd !== null && periodEnd < periodStart)
    reader.fault(
      '/period_end',
      'out_of_range',
      'Out of range: use a day on or after period_start (EN 16931 BR-29).',
      { from: periodStart },
    )
}
