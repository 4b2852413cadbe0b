import { isDeepStrictEqual } from 'node:util'
import { formatMinor } from '@billwright/money'
import { textsIn } from '@billwright/rules/default-texts'
import { supplyDay } from '@billwright/rules/taxes'
import type { CalculationInput, ItemTax } from '@billwright/totals'
import type { Settings } from '../../company/settings/settings.ts'
import { onDay } from '../../company/settings/tax.ts'
import { addDays } from '../../kernel/calendar.ts'
import type { DocumentAdjustment, Item } from '../contents/contents.ts'
import { changeDeclared, copiedInto, EMPTY, type InvoiceKind } from '../contents/fields.ts'
import {
  checkDates,
  type DocumentAdjustmentDraft,
  InputReader,
  type ItemDraft,
} from '../contents/input.ts'
import { adjustmentsOf } from '../contents/item-adjustments.ts'
import { withPayable } from '../contents/totals/payable.ts'
import { calculate } from '../contents/totals/totals.ts'
import type { Customer } from '../customers/customer.ts'
import { dueBeforeIssue } from './errors.ts'
import { fromBook, withBookDefaults } from './inner/address-book.ts'
import type { InvoiceCreateBody, InvoiceUpdateBody } from './input-schema.ts'
import type { InvoiceType, RecurringOrigin, StoredInvoice } from './invoice.ts'
import { isDueBeforeIssue } from './lifecycle.ts'

/** The sources of a draft's defaults. */
export interface DraftContext {
  readonly settings: Settings
  readonly customer: Customer
  readonly today: string
  readonly now: string
  readonly newItemId: () => string
  readonly recurring?: RecurringOrigin | undefined
}

const ZERO_TOTALS = {
  subtotalMinor: 0n,
  discountMinor: 0n,
  chargeMinor: 0n,
  netMinor: 0n,
  taxMinor: 0n,
  roundingMinor: 0n,
  totalMinor: 0n,
}

/** What a draft has not: a number, parties of its own, and all that happens after issuing. */
export const UNISSUED = {
  version: 1,
  status: 'draft',
  number: null,
  series: null,
  sequence: null,
  seller: null,
  buyer: null,
  paidMinor: 0n,
  creditedMinor: 0n,
  shareNonce: null,
  publishedAt: null,
  mail: null,
  issuedAt: null,
} as const satisfies Partial<StoredInvoice>

/** A new draft from a request, with the defaults of the customer and the settings. */
export function newDraft(
  id: string,
  body: InvoiceCreateBody,
  context: DraftContext,
): StoredInvoice {
  const draft = blankDraft(id, body, context)
  return edit(draft, withBookDefaults(body, draft, context.customer), context)
}

/** The draft without contents: its values from the customer and the settings. */
export function blankDraft(
  id: string,
  body: Pick<InvoiceCreateBody, 'type' | 'issue_date' | 'currency'>,
  { settings, customer, now, today, recurring }: DraftContext,
): StoredInvoice {
  const issueDate = body.issue_date ?? today
  const type = (body.type ?? 'invoice') as InvoiceType
  const days = customer.paymentTermsDays ?? settings.paymentTermsDays
  const language = customer.language ?? settings.locale
  const texts = textsIn(settings, language)
  return {
    ...EMPTY,
    ...UNISSUED,
    id,
    type,
    customerId: customer.id,
    issueDate,
    dueDate: type === 'invoice' ? addDays(issueDate, days) : null,
    currency: body.currency ?? customer.currency ?? settings.currency,
    language,
    reference: customer.reference,
    customFields: customer.customFields.length > 0 ? customer.customFields : settings.customFields,
    corrects: null,
    ...(recurring ? { recurring } : {}),
    pricesIncludeTax: settings.pricesIncludeTax,
    rounding: settings.rounding,
    items: [],
    discounts: [],
    charges: [],
    taxes: [],
    totals: ZERO_TOTALS,
    terms: type === 'invoice' ? texts.terms : null,
    notes: texts.notes,
    template: null,
    createdAt: now,
    updatedAt: now,
  }
}

/** The invoice with the fields of `body`, and with new totals. */
export function edit(
  stored: StoredInvoice,
  given: InvoiceUpdateBody,
  context: Pick<DraftContext, 'settings' | 'customer' | 'newItemId'>,
): StoredInvoice {
  const { customer } = context
  const isOthers = stored.customerId !== customer.id
  const body = isOthers ? withBookDefaults(given, stored, customer) : given
  const invoice = withTextsIn(stored, body.language, context.settings)
  const currency = body.currency ?? invoice.currency
  const day = supplyDayAfter(invoice, body)
  const taxes = { ...context.settings, day }
  const reader = new InputReader({ currency, taxes, newItemId: context.newItemId })
  const retaxed = <T extends { readonly tax: ItemTax }>(entry: T): T =>
    invoice.status === 'draft' ? reader.retax(entry) : entry
  const onFault = reader.fault.bind(reader)
  const items = body.items
    ? reader
        .items(body.items, new Set(invoice.items.map(({ id }) => id)))
        .map((item) => ({ ...item, ...deductionOf(invoice, item.id) }))
    : invoice.items.map(retaxed).map((item) => ({
        ...item,
        discount: item.discount && reader.rescale(item.discount, invoice.currency),
        ...(item.charge && {
          charge: { ...item.charge, value: reader.rescale(item.charge.value, invoice.currency) },
        }),
      }))
  const adjust = (name: 'discounts' | 'charges') => {
    const given = withoutReadAmounts(body[name], invoice, name)
    if (given) return reader.adjustments(given, `/${name}`, items)
    return reader.inCurrency(invoice[name].map(retaxed), invoice.currency)
  }
  const edited = {
    ...invoice,
    ...fromBook(invoice, changeDeclared(invoice, body, onFault), { body, customer, onFault }),
    template: templateAfter(invoice, body, context.settings),
    customerId: customer.id,
    discounts: adjust('discounts'),
    charges: adjust('charges'),
    items,
  }
  checkDates(edited, reader)
  reader.finish()
  const isMoved = edited.dueDate !== stored.dueDate || edited.issueDate !== stored.issueDate
  if (isMoved && isDueBeforeIssue(edited) && body.allow_early_due !== true)
    throw dueBeforeIssue(edited)
  return withTotals(edited)
}

/**
 * With another language, a draft gets the default texts of that language instead of its old ones.
 */
function withTextsIn(
  invoice: StoredInvoice,
  language: string | undefined,
  settings: Settings,
): StoredInvoice {
  if (language === undefined || invoice.status !== 'draft' || invoice.type !== 'invoice')
    return invoice
  const [before, after] = [textsIn(settings, invoice.language), textsIn(settings, language)]
  const { terms, notes } = invoice
  return {
    ...invoice,
    terms: terms === before.terms ? after.terms : terms,
    notes: notes === before.notes ? after.notes : notes,
  }
}

/** A response adds the amount to a percentage, and a client may send both back. */
function withoutReadAmounts(
  bodies: InvoiceUpdateBody['discounts'],
  { currency, ...invoice }: StoredInvoice,
  name: 'discounts' | 'charges',
): InvoiceUpdateBody['discounts'] {
  return bodies?.map((body, index) => {
    const before = invoice[name][index]
    if (body.percent === undefined || !before) return body
    const { amount, ...rest } = body
    return amount === formatMinor(before.amountMinor, currency) ? rest : body
  })
}

/** A version comes from a response, which also contains the template from the settings. */
function templateAfter(
  { template }: StoredInvoice,
  { template: given }: InvoiceUpdateBody,
  { templateId }: Settings,
): StoredInvoice['template'] {
  if (given === undefined) return template
  if (given === null) return null
  const isReadBack = given.version !== undefined && template === null && given.id === templateId
  return isReadBack ? null : { id: given.id, version: null }
}

/** A deduction item stays one: issuing compares it with the deposit. */
const deductionOf = ({ items }: StoredInvoice, id: string) => {
  const deducts = items.find((item) => item.id === id)?.deducts
  return deducts === undefined ? {} : { deducts }
}

/** The day of prices and taxes, after a request that may change any date. */
export const supplyDayAfter = (invoice: StoredInvoice, body: InvoiceUpdateBody): string =>
  supplyDay({
    deliveryDate: body.delivery_date === undefined ? invoice.deliveryDate : body.delivery_date,
    periodEnd: body.period_end === undefined ? invoice.periodEnd : body.period_end,
    issueDate: body.issue_date ?? invoice.issueDate,
  })

type Uncomputed = Omit<StoredInvoice, 'items' | 'discounts' | 'charges'> & {
  readonly items: readonly ItemDraft[]
  readonly discounts: readonly DocumentAdjustmentDraft[]
  readonly charges: readonly DocumentAdjustmentDraft[]
}

/** The one place where an invoice gets its totals. */
export function withTotals(invoice: Uncomputed): StoredInvoice {
  const { items, discounts, charges } = invoice
  const result = calculate(calculationOf(invoice))
  const computed = (
    drafts: readonly DocumentAdjustmentDraft[],
    amounts: readonly { readonly amountMinor: bigint }[],
  ): readonly DocumentAdjustment[] =>
    drafts.map((draft, index) => ({ ...draft, amountMinor: amounts[index]?.amountMinor ?? 0n }))
  return {
    ...invoice,
    items: items.map(
      (item, index): Item => ({ ...item, totalMinor: result.items[index]?.totalMinor ?? 0n }),
    ),
    discounts: computed(discounts, result.discounts),
    charges: computed(charges, result.charges),
    taxes: result.taxes,
    totals: withPayable(result, invoice),
  }
}

/** The input of `calculate` from an invoice. */
export const calculationOf = (invoice: Uncomputed): CalculationInput => ({
  currency: invoice.currency,
  pricesIncludeTax: invoice.pricesIncludeTax,
  rounding: invoice.rounding,
  items: invoice.items.map((item) => ({
    ...item,
    adjustments: adjustmentsOf(item),
  })),
  discounts: invoice.discounts,
  charges: invoice.charges,
})

/** The quote that a draft bills, and its data as a deposit. */
export interface BillOrigin {
  readonly quoteId: string
  readonly kind?: InvoiceKind
  readonly depositFor?: string
}

/** A draft from contents: they are copied, and items keep their ids. */
export const billing = (
  content: StoredInvoice,
  { id, ...origin }: BillOrigin & { readonly id: string },
  context: DraftContext,
): StoredInvoice => {
  const copy = duplicate(content, id, context)
  const items = copy.items.map((item, index) => ({
    ...item,
    id: content.items[index]?.id ?? item.id,
  }))
  return withTotals({ ...copy, items, ...origin })
}

/** A draft with the same customer, items, prices and texts, but without the history. */
export function duplicate(source: StoredInvoice, id: string, context: DraftContext): StoredInvoice {
  const { settings, customer, today, now, newItemId } = context
  const days = customer.paymentTermsDays ?? settings.paymentTermsDays
  const { recurring: _, quoteId: __, files: ___, ...content } = source
  // A deposit is deducted only once, so a copy has only the items of the order.
  const items = source.items.filter(({ deducts }) => deducts === undefined)
  const copy: StoredInvoice = {
    ...content,
    ...copiedInto('duplicate', source),
    ...UNISSUED,
    numberSeries: customer.numberSeries,
    id,
    issueDate: today,
    dueDate: addDays(today, days),
    items: items.map((item) => ({ ...item, id: newItemId() })),
    template: source.template && { id: source.template.id, version: null },
    createdAt: now,
    updatedAt: now,
  }
  const isWhole = items.length === source.items.length
  return withTaxesOf(isWhole ? copy : withTotals(copy), settings)
}

/** The draft with the taxes of its presets on the day of supply. */
function withTaxesOf(draft: StoredInvoice, settings: Settings): StoredInvoice {
  const taxes = { ...settings, day: supplyDay(draft) }
  const retaxed = <T extends { readonly tax: ItemTax }>(entry: T): T => ({
    ...entry,
    tax: onDay(entry.tax, taxes),
  })
  const parts = {
    items: draft.items.map(retaxed),
    discounts: draft.discounts.map(retaxed),
    charges: draft.charges.map(retaxed),
  }
  const { items, discounts, charges } = draft
  if (isDeepStrictEqual(parts, { items, discounts, charges })) return draft
  return withTotals({ ...draft, ...parts })
}
