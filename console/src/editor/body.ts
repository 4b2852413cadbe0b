import { isItem } from '@billwright/rules/line-kinds'
import type { InvoiceUpdateBody } from '../../../src/sales/invoices/input-schema.ts'
import { earlyBody } from '../components/early-offers.ts'
import { toWire } from '../components/terms-field.tsx'
import { withholdingBodies } from '../components/withholding-texts.ts'
import { toDecimal } from '../words/decimal-text.ts'
import type { Language } from '../words/languages.ts'
import { measureOf } from '../words/typed-duration.ts'
import {
  type AdjustmentLine,
  DAY_FIELDS,
  type Form,
  isBlank,
  type Line,
  type Offer,
  REFERENCE_FIELDS,
  TEXT_FIELDS,
  termsShown,
} from './form.ts'

export type ItemBody = NonNullable<InvoiceUpdateBody['items']>[number]
type DocumentAdjustment = NonNullable<InvoiceUpdateBody['discounts']>[number]
type TaxBody = NonNullable<ItemBody['tax']>

/** The request body: every field that the editor shows. */
export type Body = ReturnType<typeof bodyOf>

/** With the fields of an invoice. */
export function bodyOf(form: Form) {
  const language = form.typedIn
  const filled = (text: string) => (text.trim() === '' ? null : text)
  const texts = Object.fromEntries(TEXT_FIELDS.map((name) => [name, filled(form.texts[name])]))
  const days = Object.fromEntries(DAY_FIELDS.map((name) => [name, filled(form.days[name])]))
  const references = REFERENCE_FIELDS.map((name) => [name, filled(form.references[name])])
  return {
    ...(form.customer && { customer_id: form.customer.id }),
    ...bookBody(form),
    issue_date: form.issueDate,
    ...(days as Record<(typeof DAY_FIELDS)[number], string | null>),
    ...(texts as Record<(typeof TEXT_FIELDS)[number], string | null>),
    references: Object.fromEntries(references) as Record<string, string | null>,
    italy: {
      document_type: form.italy.document_type || null,
      stamp_duty: toDecimal(form.italy.stamp_duty, language) || null,
    },
    poland: form.poland,
    custom_fields: form.customFields.filter(({ label, value }) => label !== '' || value !== ''),
    early_payment: earlyBody(form.earlyPayment, form.typedIn),
    payment_terms: termsBody(form),
    cash_rounding: filled(form.cashRounding),
    withholdings: withholdingBodies(form.withholdings, language),
    payment: { reference: filled(form.paymentReference) },
    e_invoice_profile: filled(form.profile),
    currency: form.currency,
    language: form.language,
    template: form.template ? { id: form.template } : null,
    prices_include_tax: form.pricesIncludeTax,
    rounding: form.rounding,
    items: writtenLines(form).map((line) => itemOf(line, language)),
    discounts: form.discounts.map((it) => adjustmentBody(it, language)),
    charges: form.charges.map((it) => adjustmentBody(it, language)),
  }
}

/**
 * If the customer's address is deselected, the delivery that it set in the draft is removed, too.
 */
const bookBody = ({ contactId, deliveryAddressId, hasOwnDelivery }: Form) => ({
  ...(contactId !== undefined && { contact_id: contactId }),
  ...(deliveryAddressId !== undefined && { delivery_address_id: deliveryAddressId }),
  ...(deliveryAddressId === null && !hasOwnDelivery && { delivery: null }),
})

/** The body of a quote: with the terms of the offer and the optional items. */
export function quoteBodyOf(form: Form, { validUntil, terms, onAccept, depositPercent }: Offer) {
  const { due_date: _due, tax_point_date: _point, items, ...content } = bodyOf(form)
  const lines = writtenLines(form)
  return {
    ...content,
    items: items.map((item, index) => {
      const choice = lines[index]?.choice
      return choice === 'fixed' ? item : { ...item, optional: true, selected: choice === 'chosen' }
    }),
    valid_until: validUntil === '' ? null : validUntil,
    terms_text: terms.trim() === '' ? null : terms,
    on_accept: onAccept,
    deposit_percent: toDecimal(depositPercent.replace(/%\s*$/, ''), form.typedIn) || null,
  }
}

/** A typed due date replaces the terms. */
const termsBody = (form: Form) => (form.terms && termsShown(form) ? toWire(form.terms) : null)

/** The lines that become items, in this order. */
export const writtenLines = (form: Form): readonly Line[] =>
  form.lines.filter((line) => !isBlank(line))

/** A heading, a text or a subtotal, with the fields that it has. */
const textOf = ({ id, kind, description, details }: Line): ItemBody => ({
  kind,
  description: description.trim() === '' && kind === 'subtotal' ? null : description,
  ...(kind === 'text' && { details: details.trim() === '' ? null : details }),
  ...(id !== undefined && { id }),
})

function itemOf(line: Line, language: Language): ItemBody {
  if (!isItem(line)) return textOf(line)
  const { taxReasonCode, ...rest } = line.rest
  return {
    ...rest,
    description: line.description,
    details: line.details.trim() === '' ? null : line.details,
    ...measureOf(line.quantity, language),
    unit: line.unit === '' ? null : line.unit,
    unit_price: toDecimal(line.price, language) || '0',
    ...(line.priceBase.trim() !== '' && {
      price_base_quantity: toDecimal(line.priceBase, language),
    }),
    discount: line.discount.trim() === '' ? null : shareOrAmount(line.discount, language),
    ...(line.taxPreset === undefined
      ? taxOf(line, language, {
          ...(line.taxReason.trim() !== '' && { reason: line.taxReason }),
          ...(typeof taxReasonCode === 'string' && { reason_code: taxReasonCode }),
        })
      : { tax: { preset: line.taxPreset } }),
    // At the end, so that an item stays equal with and without it.
    ...(line.id !== undefined && { id: line.id }),
  }
}

const adjustmentBody = (it: AdjustmentLine, language: Language): DocumentAdjustment => ({
  ...(it.reason.trim() !== '' && { reason: it.reason }),
  ...(it.reasonCode !== null && { reason_code: it.reasonCode }),
  ...shareOrAmount(it.value, language),
  ...taxOf(it, language, {}),
  ...(it.withhold !== undefined && { withhold: it.withhold }),
})

/** `10 %` is a percentage, anything else an amount. */
function shareOrAmount(text: string, language: Language) {
  const share = text.trim().replace(/%$/, '')
  return share === text.trim()
    ? { amount: toDecimal(share, language) || '0' }
    : { percent: toDecimal(share, language) || '0' }
}

/** Without rate and category the service uses those of the settings or of all items. */
function taxOf(
  { taxRate, taxCategory, taxNames }: Pick<Line, 'taxRate' | 'taxCategory' | 'taxNames'>,
  language: Language,
  reason: Pick<TaxBody, 'reason' | 'reason_code'>,
): { readonly tax?: TaxBody } {
  const rate = toDecimal(taxRate.replace(/%\s*$/, ''), language)
  if (rate === '' && taxCategory === '') return {}
  return {
    tax: {
      ...(taxCategory !== '' && { category: taxCategory }),
      ...(rate !== '' && { rate }),
      ...(taxCategory !== '' && reason),
      ...taxNames,
    },
  }
}
