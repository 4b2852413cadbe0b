import { isDeepStrictEqual } from 'node:util'
import { formatMinor } from '@billwright/money'
import { stepFor } from '@billwright/rules/cash-rounding'
import { textsIn } from '@billwright/rules/default-texts'
import { isPlainDays, type PaymentTerms } from '@billwright/rules/payment-terms'
import { supplyDay } from '@billwright/rules/taxes'
import type { ItemTax } from '@billwright/totals'
import { checkStep } from '../../company/settings/cash-rounding.ts'
import type { Settings } from '../../company/settings/settings.ts'
import { onDay } from '../../company/settings/tax.ts'
import type { Customer } from '../customers/customer.ts'
import type { Contents } from './contents.ts'
import { discountsFromTerms } from './early-payment.ts'
import { changeDeclared, copiedInto, EMPTY, OPTIONAL_FIELDS } from './fields.ts'
import { fromBook, withBookDefaults } from './inner/address-book.ts'
import { checkDates, InputReader } from './input.ts'
import type { ContentsBody } from './input-schema.ts'
import { inOneSpelling } from './one-spelling.ts'
import { keepItems } from './text-lines.ts'
import { withTotals } from './totals/totals.ts'
import { taxView } from './view.ts'
import { checkStated, withoutReadWithheld } from './withholdings.ts'

/** The sources of the defaults of new contents. */
export interface ContentsContext {
  readonly settings: Settings
  readonly customer: Customer
  readonly today: string
  readonly newItemId: () => string
}

interface Editing extends Pick<ContentsContext, 'settings' | 'customer' | 'newItemId'> {
  /** An issued document keeps its taxes; it and a credit note keep their texts in a new language. */
  readonly keeps?: 'texts' | 'texts and taxes' | undefined
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

/** Contents without items: their values come from the customer and the settings. */
export function blankContents(
  body: Pick<ContentsBody, 'issue_date' | 'currency'>,
  { settings, customer, today }: ContentsContext,
): Contents {
  const language = customer.language ?? settings.locale
  const { terms, notes } = textsIn(settings, language)
  return {
    ...EMPTY,
    customerId: customer.id,
    seller: null,
    buyer: null,
    issueDate: body.issue_date ?? today,
    currency: body.currency ?? customer.currency ?? settings.currency,
    language,
    reference: customer.reference,
    paymentTerms: isPlainDays(usualTerms(customer, settings))
      ? null
      : usualTerms(customer, settings),
    customFields: customer.customFields.length > 0 ? customer.customFields : settings.customFields,
    earlyPayment: customer.earlyPayment ?? settings.earlyPayment,
    withholdings: customer.withholdings ?? settings.withholdings,
    cashRounding: stepFor(settings, body.currency ?? customer.currency ?? settings.currency),
    pricesIncludeTax: settings.pricesIncludeTax,
    rounding: settings.rounding,
    items: [],
    discounts: [],
    charges: [],
    taxes: [],
    totals: ZERO_TOTALS,
    terms,
    notes,
    template: null,
  }
}

/** For a document of a known amount to pay: no default of the customer or the settings changes it. */
export const NOTHING_AGREED = {
  [OPTIONAL_FIELDS.earlyPayment.wire]: [],
  [OPTIONAL_FIELDS.withholdings.wire]: [],
  [OPTIONAL_FIELDS.cashRounding.wire]: null,
} satisfies ContentsBody

/** When documents to the customer are due. */
export const usualTerms = (
  customer: Pick<Customer, 'paymentTerms'>,
  settings: Pick<Settings, 'paymentTerms'>,
): PaymentTerms => customer.paymentTerms ?? settings.paymentTerms

/** The blank contents of a new document with the fields of `body`, and with totals. */
export const fillBlank = <C extends Contents>(blank: C, body: ContentsBody, editing: Editing): C =>
  editContents(blank, withBookDefaults(body, blank, editing.customer), editing)

/** The contents with the fields of `body`, and with new totals. */
export function editContents<C extends Contents>(
  stored: C,
  request: ContentsBody,
  { settings, customer, newItemId, keeps }: Editing,
): C {
  const isOthers = stored.customerId !== customer.id
  const asked = isOthers ? withBookDefaults(request, stored, customer) : request
  const body = withoutReadWithheld(asked, stored)
  const spoken = keeps === undefined ? withTextsIn(stored, body.language, settings) : stored
  const currency = body.currency ?? spoken.currency
  const contents = { ...spoken, cashRounding: stepIn(currency, spoken, settings) }
  const taxes = { ...settings, day: supplyDayAfter(contents, body) }
  const reader = new InputReader({ currency, taxes, newItemId })
  const keepsTaxes = keeps === 'texts and taxes'
  const retaxed = <T extends Taxed>(entry: T): T => (keepsTaxes ? entry : reader.retax(entry))
  const kept = <T extends Taxed>(entry: T, sent?: Sent, before?: Taxed): T =>
    keepsTaxes && before && isAsRead(sent, before.tax) ? { ...entry, tax: before.tax } : entry
  const onFault = reader.fault.bind(reader)
  const { textLines: linesBefore = [], ...rest } = contents
  const known = new Set([...contents.items, ...linesBefore].map(({ id }) => id))
  const given = body.items && reader.items(body.items, known)
  const textLines = given ? given.textLines : linesBefore
  const items = given
    ? given.items.map((item) => ({
        ...kept(item, body.items?.find(byId(item.id)), contents.items.find(byId(item.id))),
        ...deductionOf(contents, item.id),
      }))
    : contents.items.map(retaxed).map((item) => ({
        ...item,
        discount: item.discount && reader.rescale(item.discount, contents.currency),
        ...(item.charge && {
          charge: { ...item.charge, value: reader.rescale(item.charge.value, contents.currency) },
        }),
      }))
  const adjust = (name: 'discounts' | 'charges') => {
    const entries = withoutReadAmounts(body[name], contents, name)
    if (entries)
      return reader
        .adjustments(entries, `/${name}`, items)
        .map((entry, index) => kept(entry, entries[index], contents[name][index]))
    return reader.inCurrency(contents[name].map(retaxed), contents.currency)
  }
  const edited = {
    ...(rest as C),
    ...(textLines.length > 0 && { textLines }),
    ...inOneSpelling(
      fromBook(contents, changeDeclared(contents, body, onFault), { body, customer, onFault }),
      body,
      { before: contents, onFault },
    ),
    template: templateAfter(contents, body, settings),
    customerId: customer.id,
    discounts: adjust('discounts'),
    charges: adjust('charges'),
    items,
  }
  const agreed = discountsFromTerms(edited, { isNew: body.terms !== undefined, onFault })
  const { cashRounding: step } = agreed
  if (step) checkStep(step, currency, `/${OPTIONAL_FIELDS.cashRounding.wire}`, onFault)
  checkStated(agreed, (at) => statedPointer(agreed, { at, body, before: stored }), onFault)
  checkDates(agreed, reader)
  reader.finish()
  return withTotals(agreed)
}

interface Taxed {
  readonly tax: ItemTax
}
type Sent = { readonly tax?: object | null } | undefined

const byId = (id: string) => (entry: { readonly id?: string }) => entry.id === id

/** Whether a request sends back the tax of a response. Its preset may give another one by now. */
const isAsRead = (sent: Sent, tax: ItemTax): boolean =>
  isDeepStrictEqual(sent?.tax && { ...sent.tax }, taxView(tax))

/** A copy with the same items, prices and texts, dated today. */
export function copyContents(
  source: Contents,
  { settings, customer, today, newItemId }: ContentsContext,
): Contents {
  // A deposit is deducted only once, so a copy has only the items of the order.
  const { items, textLines = [] } = keepItems(source, ({ deducts }) => deducts === undefined)
  const { discounts, charges, taxes, totals, template } = source
  const copy: Contents = {
    ...copiedInto('duplicate', source),
    customerId: source.customerId,
    seller: null,
    buyer: null,
    numberSeries: customer.numberSeries,
    issueDate: today,
    items: items.map((item) => ({ ...item, id: newItemId() })),
    ...(textLines.length > 0 && {
      textLines: textLines.map((line) => ({ ...line, id: newItemId() })),
    }),
    ...{ discounts, charges, taxes, totals },
    template: template && { id: template.id, version: null },
  }
  const isWhole = items.length === source.items.length
  return withTaxesOf(isWhole ? copy : withTotals(copy), settings)
}

/**
 * With another language, a draft gets the default texts of that language instead of its old ones.
 */
function withTextsIn<C extends Contents>(
  contents: C,
  language: string | undefined,
  settings: Settings,
): C {
  if (language === undefined) return contents
  const [before, after] = [textsIn(settings, contents.language), textsIn(settings, language)]
  const { terms, notes } = contents
  return {
    ...contents,
    terms: terms === before.terms ? after.terms : terms,
    notes: notes === before.notes ? after.notes : notes,
  }
}

/** In another currency, a usual step becomes that of the currency. */
const stepIn = (
  currency: string,
  { currency: before, cashRounding }: Contents,
  settings: Settings,
): Contents['cashRounding'] =>
  currency !== before && cashRounding === stepFor(settings, before)
    ? stepFor(settings, currency)
    : cashRounding

/** Where a request gives the stated amount of a withholding. */
function statedPointer(
  { withholdings, currency }: Contents,
  {
    at,
    body,
    before,
  }: { readonly at: number; readonly body: ContentsBody; readonly before: Contents },
): string {
  const isGiven = body.withholdings !== undefined || body.italy?.withholding !== undefined
  if (!isGiven && currency !== before.currency) return '/currency'
  return withholdings.length > 0
    ? `/${OPTIONAL_FIELDS.withholdings.wire}/${at}/amount`
    : `/${OPTIONAL_FIELDS.italy.wire}/withholding/amount`
}

/** A response adds the amount to a percentage, and a client may send both back. */
function withoutReadAmounts(
  bodies: ContentsBody['discounts'],
  { currency, ...contents }: Contents,
  name: 'discounts' | 'charges',
): ContentsBody['discounts'] {
  return bodies?.map((body, index) => {
    const before = contents[name][index]
    if (body.percent === undefined || !before) return body
    const { amount, ...rest } = body
    return amount === formatMinor(before.amountMinor, currency) ? rest : body
  })
}

/** A version comes from a response, which also contains the template from the settings. */
function templateAfter(
  { template }: Contents,
  { template: given }: ContentsBody,
  { templateId }: Settings,
): Contents['template'] {
  if (given === undefined) return template
  if (given === null) return null
  const isReadBack = given.version !== undefined && template === null && given.id === templateId
  return isReadBack ? null : { id: given.id, version: null }
}

/** A deduction item stays one: issuing compares it with the deposit. */
const deductionOf = ({ items }: Contents, id: string) => {
  const deducts = items.find((item) => item.id === id)?.deducts
  return deducts === undefined ? {} : { deducts }
}

/** The day of prices and taxes, after a request that may change any date. */
export const supplyDayAfter = (contents: Contents, body: ContentsBody): string =>
  supplyDay({
    deliveryDate: body.delivery_date === undefined ? contents.deliveryDate : body.delivery_date,
    periodEnd: body.period_end === undefined ? contents.periodEnd : body.period_end,
    issueDate: body.issue_date ?? contents.issueDate,
  })

/** The draft with the taxes of its presets on the day of supply. */
function withTaxesOf(draft: Contents, settings: Settings): Contents {
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
