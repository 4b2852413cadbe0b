import { newKey } from '../components/row-key.ts'
import { shownDecimal, toDecimal } from '../words/decimal-text.ts'
import type { Product } from './queries.ts'

/** A price in the form. */
export interface PriceLine {
  /** Key of the row on the screen; never sent. */
  readonly key: string
  readonly id: string | null
  readonly currency: string
  readonly price: string
  readonly includesTax: boolean
  readonly minQuantity: string
  readonly from: string
}

const TEXTS = ['name', 'description', 'item_number', 'gtin', 'unit', 'accounting_code'] as const
export type TextName = (typeof TEXTS)[number]

/** A product in the form. */
export interface ProductForm {
  readonly texts: Readonly<Record<TextName, string>>
  readonly kind: string
  /** Empty: the tax of the settings; `preset:KEY`; or the category of a rate. */
  readonly tax: string
  readonly rate: string
  readonly reason: string
  /** Sent back unchanged until the category changes. */
  readonly reasonCode: string | null
  /** Label and second tax, likewise. */
  readonly names: Pick<NonNullable<Product['tax']>, 'label' | 'second'>
  readonly prices: readonly PriceLine[]
}

const PRESET = 'preset:'
export const presetChoice = (key: string): string => `${PRESET}${key}`
export const hasRate = (tax: string): boolean => tax !== '' && !tax.startsWith(PRESET)

export const blankPrice = (currency: string): PriceLine => ({
  key: newKey(),
  id: null,
  currency,
  price: '',
  includesTax: false,
  minQuantity: '',
  from: '',
})

export function newProductForm(currency: string): ProductForm {
  const texts = Object.fromEntries(TEXTS.map((name) => [name, ''])) as Record<TextName, string>
  const tax = { tax: '', rate: '', reason: '', reasonCode: null, names: {} }
  return { texts, kind: 'service', ...tax, prices: [blankPrice(currency)] }
}

export function productForm(product: Product, language: string): ProductForm {
  const { kind, tax, prices } = product
  const texts = Object.fromEntries(TEXTS.map((name) => [name, product[name] ?? '']))
  return {
    texts: texts as Record<TextName, string>,
    kind,
    tax: tax?.preset === undefined ? (tax?.category ?? '') : presetChoice(tax.preset),
    rate: shownDecimal(tax?.rate ?? '', language),
    reason: tax?.reason ?? '',
    reasonCode: tax?.reason_code ?? null,
    names: { ...(tax?.label && { label: tax.label }), ...(tax?.second && { second: tax.second }) },
    prices: prices.map((it) => ({
      key: newKey(),
      id: it.id,
      currency: it.currency,
      price: shownDecimal(it.unit_price, language),
      includesTax: it.includes_tax,
      minQuantity: it.min_quantity === '1' ? '' : shownDecimal(it.min_quantity, language),
      from: it.from ?? '',
    })),
  }
}

/** The prices that are not blank, in this order. */
export const writtenPrices = ({ prices }: ProductForm): readonly PriceLine[] =>
  prices.filter(({ price }) => price.trim() !== '')

export function productBody(form: ProductForm, language: string) {
  const filled = (text: string) => (text.trim() === '' ? null : text)
  const texts = Object.fromEntries(TEXTS.map((name) => [name, filled(form.texts[name])]))
  return {
    ...(texts as Record<TextName, string | null>),
    name: form.texts.name,
    kind: form.kind as 'goods' | 'service',
    tax: taxOf(form, language),
    prices: writtenPrices(form).map(({ id, currency, price, includesTax, minQuantity, from }) => ({
      ...(id !== null && { id }),
      currency,
      unit_price: toDecimal(price, language),
      includes_tax: includesTax,
      min_quantity: toDecimal(minQuantity, language) || '1',
      from: filled(from),
    })),
  }
}

function taxOf({ tax, rate, reason, reasonCode, names }: ProductForm, language: string) {
  if (tax === '') return null
  if (!hasRate(tax)) return { preset: tax.slice(PRESET.length) }
  const category = tax as 'S'
  return {
    category,
    rate: toDecimal(rate, language) || '0',
    ...(reason.trim() !== '' && { reason }),
    ...(reasonCode !== null && { reason_code: reasonCode }),
    ...names,
  }
}
