import { isVatNumberOfEu, partsOf } from '@billwright/einvoice/tax-ids'
import type { Data } from '@billwright/sdk'
import type { Invoice } from '../../api/invoices.ts'
import { itemsOf } from '../../api/items.ts'
import { isUsualRate } from './rates.ts'

/** Where to fix a finding: a field of the draft, its customer or the settings. */
export interface Place {
  readonly resource: 'invoice' | 'customer' | 'settings'
  /** A JSON pointer into it. */
  readonly pointer: string
}

export type Finding =
  | {
      readonly code:
        | 'no_tax_id'
        | 'no_seller_address'
        | 'no_buyer_address'
        | 'no_buyer_tax_id'
        | 'no_bank_account'
        | 'no_total'
        | 'due_before_issue'
        | 'no_supply_day'
        | 'eu_business_taxed'
        | 'discount_too_large'
        | 'foreign_terms'
        | 'foreign_notes'
      readonly place: Place
    }
  | { readonly code: 'unusual_rate'; readonly rate: string; readonly place: Place }
  | { readonly code: 'period_closed'; readonly until: string; readonly place: Place }
  | { readonly code: 'duplicate'; readonly id: string; readonly number: string }
  | { readonly code: 'rule'; readonly message: string; readonly isFatal: boolean; place: Place }

/** The part of the draft that the checks read. */
export interface Given {
  readonly invoice: Pick<
    Invoice,
    | 'id'
    | 'type'
    | 'issue_date'
    | 'due_date'
    | 'delivery_date'
    | 'period_start'
    | 'period_end'
    | 'kind'
    | 'delivery'
    | 'currency'
    | 'language'
    | 'terms'
    | 'notes'
    | 'customer_id'
    | 'items'
    | 'discounts'
    | 'taxes'
    | 'totals'
  >
  readonly customer: Pick<Data<'getCustomer'>, 'address' | 'tax_id'>
  readonly settings: Pick<
    Data<'getSettings'>,
    | 'companyTaxId'
    | 'companyTaxNumber'
    | 'taxNumbers'
    | 'companyAddress'
    | 'bankAccount'
    | 'paymentInstructions'
    | 'defaultTax'
    | 'defaultTerms'
    | 'defaultNotes'
    | 'locale'
    | 'taxPresets'
  >
  /** Invoices of the customer with the same total and currency. */
  readonly alike: readonly {
    readonly id: string
    readonly number: string | null
    readonly status: string
    readonly issue_date: string
  }[]
  readonly validation: Data<'validateInvoice'> | null
  /** The last closed day. */
  readonly closedUntil: string | null
  /** Whether a profile is required; else only the warnings about the paper count. */
  readonly isEInvoice: boolean
}

/** Where the law asks for the day of supply, except up to this total (§ 33 UStDV; § 11 (6) UStG of Austria). */
const SMALL_AMOUNTS = new Map([
  ['DE', 250],
  ['AT', 400],
])
/** Characters without a font, and codes for payers that are left out. */
const OF_PAPER: readonly string[] = ['6.2.11.8', 'payment_part']
const ALIKE_DAYS = 45
const DAY_MS = 86_400_000
const settings = (pointer: string): Place => ({ resource: 'settings', pointer })
const customer = (pointer: string): Place => ({ resource: 'customer', pointer })
const invoice = (pointer: string): Place => ({ resource: 'invoice', pointer })

/** The unusual parts of a draft, the worst first. Only a broken rule and a closed day prevent issuing. */
export function findingsOf(given: Given): readonly Finding[] {
  // The checks below find the same as the warnings of the service itself, in the words of the console.
  const rules = (given.validation?.errors ?? [])
    .filter(({ rule, level }) => level === 'error' || !rule.startsWith('BW-'))
    .filter(({ rule }) => given.isEInvoice || OF_PAPER.includes(rule))
    .map(
      ({ message, level, resource, pointer }): Finding => ({
        code: 'rule',
        message,
        isFatal: level === 'error',
        place: { resource, pointer },
      }),
    )
  const own = [
    ...ofSeller(given),
    ...ofBuyer(given),
    ...ofTexts(given),
    ...ofAmounts(given),
    ...ofDiscounts(given),
    ...(lacksSupplyDay(given)
      ? [{ code: 'no_supply_day', place: invoice('/delivery_date') } as const]
      : []),
  ]
  const { closedUntil: until } = given
  const isClosed = until !== null && given.invoice.issue_date <= until
  const closed = {
    code: 'period_closed',
    until: until ?? '',
    place: invoice('/issue_date'),
  } as const
  return [
    ...(isClosed ? [closed] : []),
    ...rules.filter(isFatal),
    ...own,
    ...rules.filter((it) => !isFatal(it)),
  ]
}

/** Whether the service refuses to issue the draft. */
export const isFatal = (it: Finding): boolean =>
  it.code === 'period_closed' || (it.code === 'rule' && it.isFatal)

function* ofSeller({ invoice: { type, taxes, totals }, settings: of }: Given): Generator<Finding> {
  const hasTax = taxes.some(({ rate }) => Number(rate) > 0)
  if (hasTax && !of.companyTaxId && !of.companyTaxNumber && of.taxNumbers.length === 0)
    yield { code: 'no_tax_id', place: settings('/companyTaxId') }
  if (!of.companyAddress.line1 || !of.companyAddress.city)
    yield { code: 'no_seller_address', place: settings('/companyAddress/line1') }
  const { iban, number, bankName } = of.bankAccount
  const isToPay = type === 'invoice' && Number(totals.total) > 0
  if (isToPay && !iban && !number && !bankName && !of.paymentInstructions)
    yield { code: 'no_bank_account', place: settings('/bankAccount/iban') }
}

function* ofBuyer({ invoice: draft, customer: of, settings: own }: Given): Generator<Finding> {
  const { taxes } = draft
  if (!of.address.city || !(of.address.line1 || of.address.postal_code))
    yield { code: 'no_buyer_address', place: customer('/address/line1') }
  const isReverse = taxes.some(({ category }) => category === 'AE' || category === 'K')
  if (isReverse && !of.tax_id) yield { code: 'no_buyer_tax_id', place: customer('/tax_id') }
  if (isTaxedAbroad(draft, of, own.companyAddress.countryCode))
    yield { code: 'eu_business_taxed', place: invoice('/items/0/tax') }
}

/** A business in another EU country pays the tax of the seller, although nothing is delivered here. */
function isTaxedAbroad(
  { taxes, delivery }: Given['invoice'],
  { address, tax_id: id }: Given['customer'],
  home: string | null,
): boolean {
  const isBusiness = isVatNumberOfEu(id)
  const country = address.country_code ?? (isBusiness ? (partsOf(id)?.country ?? null) : null)
  if (!isBusiness || home === null || country === null || country === home) return false
  const isInEu = [home, country].every((code) => isVatNumberOfEu(`${code}1`))
  const isDeliveredHere = delivery?.address?.country_code === home
  return (
    isInEu &&
    !isDeliveredHere &&
    taxes.some(({ category, rate }) => category === 'S' && isUsualRate(rate, [home]))
  )
}

/** § 14 UStG, § 11 UStG of Austria, except on small amounts and before delivery. */
function lacksSupplyDay({ invoice: of, settings: { companyAddress } }: Given): boolean {
  const { type, kind, delivery_date: day, period_start: from, period_end: to, totals } = of
  const smallAmount = SMALL_AMOUNTS.get(companyAddress.countryCode ?? '')
  if (smallAmount === undefined || type !== 'invoice' || kind === 'prepayment') return false
  const isSmall = Math.abs(Number(totals.total)) <= smallAmount
  const isOnItems = itemsOf(of).every(({ period_start, period_end }) => period_start || period_end)
  return !day && !from && !to && !isSmall && !isOnItems
}

/** Where a discount makes an amount negative that is not negative without it. */
function* ofDiscounts({ invoice: { items, discounts, taxes, totals } }: Given): Generator<Finding> {
  const code = 'discount_too_large'
  const isNegative = (amount: string) => Number(amount) < 0
  const wrong = items.findIndex(
    (line) =>
      line.kind === 'item' && line.discount && isNegative(line.total) && !isNegative(line.quantity),
  )
  if (wrong >= 0) yield { code, place: invoice(`/items/${wrong}/discount`) }
  const isWhole = [totals.total, ...taxes.map(({ taxable }) => taxable)].some(isNegative)
  const isByItems = itemsOf({ items }).some(({ total }) => isNegative(total))
  if (discounts.length > 0 && isWhole && !isByItems) yield { code, place: invoice('/discounts/0') }
}

/** The settings have their texts in one language only. */
function* ofTexts({ invoice: of, settings: { locale, ...settings } }: Given): Generator<Finding> {
  const languageOf = (tag: string) => tag.split('-')[0]
  if (languageOf(of.language) === languageOf(locale)) return
  if (of.terms && of.terms === settings.defaultTerms)
    yield { code: 'foreign_terms', place: invoice('/terms') }
  if (of.notes && of.notes === settings.defaultNotes)
    yield { code: 'foreign_notes', place: invoice('/notes') }
}

function* ofAmounts({
  invoice: { id, issue_date: day, due_date: due, items, totals },
  customer: { address },
  settings: { companyAddress, defaultTax, taxPresets },
  alike,
}: Given): Generator<Finding> {
  if (Number(totals.total) === 0) yield { code: 'no_total', place: invoice('/items') }
  if (due !== null && due < day) yield { code: 'due_before_issue', place: invoice('/due_date') }
  const own = [defaultTax.rate, ...taxPresets.flatMap(({ rates }) => rates.map(({ rate }) => rate))]
  const countries = [companyAddress.countryCode, address.country_code]
  const seen = new Set<string>()
  for (const [index, line] of items.entries()) {
    if (line.kind !== 'item') continue
    const { tax } = line
    const isKnown = tax.category !== 'S' || own.some((rate) => Number(rate) === Number(tax.rate))
    if (isKnown || seen.has(tax.rate) || isUsualRate(tax.rate, countries)) continue
    seen.add(tax.rate)
    yield { code: 'unusual_rate', rate: tax.rate, place: invoice(`/items/${index}/tax`) }
  }
  const before = alike.find(
    (it) =>
      it.id !== id &&
      it.number !== null &&
      it.status !== 'void' &&
      Math.abs(Date.parse(it.issue_date) - Date.parse(day)) <= ALIKE_DAYS * DAY_MS,
  )
  if (before) yield { code: 'duplicate', id: before.id, number: before.number ?? '' }
}
