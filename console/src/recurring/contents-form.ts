import { isItem } from '@billwright/rules/line-kinds'
import { type PaymentTerms, termsOfDays } from '@billwright/rules/payment-terms'
import type { Settings } from '../api/queries.ts'
import { earlyOf } from '../components/early-offers.ts'
import { fromWire, toWire, type WireTerms } from '../components/terms-field.tsx'
import { withholdingTexts } from '../components/withholding-texts.ts'
import type { Customer } from '../customers/queries.ts'
import { bodyOf, type ItemBody, writtenLines } from '../editor/body.ts'
import {
  adjustmentOf,
  blankLine,
  type Form,
  type Line,
  lineOf,
  newForm,
  TEXT_FIELDS,
  textLineOf,
  withCustomer,
} from '../editor/form.ts'
import type { Language } from '../words/languages.ts'
import type { Recurring } from './queries.ts'

/* Converts the contents of a recurring invoice to a form of the invoice editor, and back. */

export type Content = Recurring['invoice']
type Item = Content['items'][number]

interface Context {
  readonly customer: Customer
  readonly settings: Settings
  readonly language: Language
  readonly today: string
}

/** The contents on a day, with all changes up to it, but without the additions of that day. */
export const contentOn = ({ invoice, changes }: Recurring, date: string): Content =>
  Object.assign({}, invoice, ...changes.filter(({ from }) => from <= date).map((it) => it.invoice))

export function formOfContents(content: Partial<Content>, context: Context): Form {
  const { customer, settings, language, today } = context
  const blank = withCustomer(newForm(settings, language, today), customer, settings)
  const texts = TEXT_FIELDS.map((name) => [name, content[name] ?? blank.texts[name]])
  return {
    ...blank,
    texts: Object.fromEntries(texts),
    customFields: content.custom_fields ?? blank.customFields,
    earlyPayment: content.early_payment
      ? earlyOf(content.early_payment, language)
      : blank.earlyPayment,
    cashRounding: content.cash_rounding ?? '',
    withholdings: content.withholdings
      ? withholdingTexts(content.withholdings, language)
      : blank.withholdings,
    currency: content.currency ?? blank.currency,
    language: content.language ?? blank.language,
    pricesIncludeTax: content.prices_include_tax ?? blank.pricesIncludeTax,
    rounding: (content.rounding ?? blank.rounding) as Form['rounding'],
    lines: content.items?.map((item) => lineOfItem(item, context)) ?? blank.lines,
    discounts: content.discounts?.map((it) => adjustmentOf(completed(it), language)) ?? [],
    charges: content.charges?.map((it) => adjustmentOf(completed(it), language)) ?? [],
  }
}

type Adjustment = NonNullable<Content['discounts']>[number]

/** By its name in a response. */
const completed = ({ tax, percent, amount, ...rest }: Adjustment) =>
  ({
    reason: null,
    reason_code: null,
    ...rest,
    ...(percent === undefined ? { amount: String(amount ?? '') } : { percent: String(percent) }),
    tax: {
      category: tax?.category ?? 'S',
      rate: String(tax?.rate ?? ''),
      label: tax?.label ?? null,
      second: secondOf(tax?.second),
    },
  }) as Parameters<typeof adjustmentOf>[0]

function lineOfItem(item: Item, { settings, language, today }: Context): Line {
  if (!isItem(item)) return textLineOf(item)
  const { tax, discount, quantity, unit_price: price, ...rest } = item
  const preset = settings.taxPresets.find(({ key }) => key === tax?.preset)
  const known = preset?.rates.findLast(({ from }) => (from ?? '') <= today)?.rate
  const rate = known ?? tax?.rate
  const line = lineOf(
    {
      ...rest,
      description: item.description ?? '',
      details: item.details ?? null,
      unit: item.unit ?? null,
      quantity: String(quantity ?? '1'),
      unit_price: String(price ?? ''),
      discount: textsOf(discount),
      tax: {
        category: preset?.category ?? tax?.category ?? 'S',
        rate: String(rate ?? ''),
        reason: tax?.reason ?? null,
        reason_code: tax?.reason_code ?? null,
        preset: tax?.preset ?? null,
        label: preset?.label ?? tax?.label ?? null,
        second: preset ? preset.second : secondOf(tax?.second),
      },
    } as Parameters<typeof lineOf>[0],
    language,
  )
  const isOwn = tax === undefined || tax === null
  // Without a product, an item without tax has the tax of the settings.
  if (!isOwn || item.product_id != null) return line
  const { taxRate, taxCategory } = blankLine(settings, language)
  return { ...line, taxRate, taxCategory }
}

const secondOf = (second: NonNullable<Item['tax']>['second']) =>
  second ? { ...second, rate: String(second.rate) } : null

const textsOf = (discount: Item['discount']) =>
  discount == null
    ? null
    : Object.fromEntries(Object.entries(discount).map(([name, value]) => [name, String(value)]))

/** The body of a recurring invoice from the form. */
export function contentsOf(form: Form): Partial<Content> & { readonly items: Content['items'] } {
  const body = bodyOf(form)
  const lines = writtenLines(form)
  // Null would delete the text, and the invoice would get that of the settings.
  const texts = TEXT_FIELDS.map((name) => [name, form.texts[name]])
  return {
    ...Object.fromEntries(texts),
    currency: body.currency,
    language: body.language,
    prices_include_tax: body.prices_include_tax,
    custom_fields: body.custom_fields,
    early_payment: body.early_payment,
    cash_rounding: body.cash_rounding,
    withholdings: body.withholdings,
    discounts: body.discounts,
    charges: body.charges,
    items: body.items.map((item, index) => withoutBlanks(item, lines[index])),
  }
}

const NO_TERMS = { days: null, months: null, day: null, on_day_off: 'keep' }

/** Null deletes those of the recurring invoice. */
export const withTerms = <T extends Partial<Content>>(contents: T, terms: PaymentTerms | null) => ({
  ...contents,
  payment_terms: terms && toWire(terms),
  ...(terms === null && { payment_terms_days: null }),
})

export function termsOfContents({
  payment_terms: terms,
  payment_terms_days: days,
}: Partial<Content>): PaymentTerms | null {
  if (terms) return fromWire({ ...NO_TERMS, ...terms } as WireTerms)
  return days == null ? null : termsOfDays(days)
}

/** Empty fields of an item with a product get the product's values on the billed day. */
function withoutBlanks({ id: _id, ...item }: ItemBody, line: Line | undefined): Item {
  if (item.product_id == null || line === undefined) return item as Item
  const { unit_price, description, ...rest } = item
  return {
    ...rest,
    ...(line.price.trim() !== '' && { unit_price }),
    ...(line.description.trim() !== '' && { description }),
  } as Item
}
