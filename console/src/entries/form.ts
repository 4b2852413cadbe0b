import type { Args } from '@billwright/sdk'
import { shownDecimal, toDecimal } from '../words/decimal-text.ts'
import type { Language } from '../words/languages.ts'
import { measureOf } from '../words/typed-duration.ts'
import type { Entry } from './queries.ts'

export const KINDS = ['time', 'expense', 'item'] as const
export type Kind = (typeof KINDS)[number]

/** What becomes one item of an invoice. */
export const GROUPINGS = ['none', 'day', 'description', 'product'] as const
export type Grouping = (typeof GROUPINGS)[number]

/** An entry in the form: numbers are texts until they are sent. */
export interface EntryForm {
  readonly kind: Kind
  readonly customer: { readonly id: string; readonly name: string } | null
  readonly date: string
  readonly description: string
  readonly quantity: string
  readonly unit: string
  readonly price: string
  readonly currency: string
  readonly reference: string
  /** Provides the price if none is entered. */
  readonly productId: string | null
}

export const blankEntry = (date: string, currency: string): EntryForm => ({
  kind: 'time',
  customer: null,
  date,
  description: '',
  quantity: '',
  unit: 'HUR',
  price: '',
  currency,
  reference: '',
  productId: null,
})

export const entryForm = (entry: Entry, language: string): EntryForm => ({
  kind: kindOf(entry.kind),
  customer: { id: entry.customer_id, name: entry.customer_name },
  date: entry.date,
  description: entry.description,
  quantity: entry.duration ?? shownDecimal(entry.quantity, language),
  unit: entry.unit ?? '',
  price: entry.unit_price === null ? '' : shownDecimal(entry.unit_price, language),
  currency: entry.currency,
  reference: entry.reference ?? '',
  productId: entry.product_id,
})

const kindOf = (text: string): Kind => KINDS.find((kind) => kind === text) ?? 'item'

/** The next entry often has the same customer, day and price. */
export const afterEntry = (form: EntryForm): EntryForm => ({
  ...form,
  description: '',
  quantity: '',
  reference: '',
  ...(form.productId === null ? {} : { productId: null, price: '' }),
})

export const entryBody = (form: EntryForm, language: Language): Args<'createEntry'>['body'] => ({
  kind: form.kind,
  customer_id: form.customer?.id ?? '',
  date: form.date,
  description: form.description,
  ...(form.quantity.trim() === '' ? {} : { duration: null, ...measureOf(form.quantity, language) }),
  unit: form.unit === '' ? null : form.unit,
  unit_price: form.price.trim() === '' ? null : toDecimal(form.price, language),
  currency: form.currency,
  reference: form.reference === '' ? null : form.reference,
  product_id: form.productId,
})
