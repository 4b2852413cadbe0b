import { printedNames, readTags, variablesOf } from '@billwright/templates'

/**
 * How a template prints its totals. Early templates for Invio print address and currency
 * separately, later ones expect both within other values, and some print only the total tax. All
 * must add up.
 */
export interface TemplateTraits {
  readonly separateCompanyCity: boolean
  readonly separateCustomerCity: boolean
  readonly currencyInFront: boolean
  /** Whether it prints its own text if `hasTaxSummary` is true. */
  readonly printsTaxList: boolean
  readonly printsTaxAmount: boolean
  readonly knowsIncludedTax: boolean
  readonly printsAdjustments: boolean
  /** Whether it labels a negative amount due as a refund. */
  readonly namesRefund: boolean
  /** Otherwise the terms, or the text beside the total, name what the customer keeps. */
  readonly printsWithholdings: boolean
  /** Otherwise the row for the cent of prices with tax includes it. */
  readonly printsCashRounding: boolean
  /** Otherwise the terms, or the text beside the total, name the rounding. */
  readonly printsRounding: boolean
  /** Whether it prints amounts without tax, to which the rounding of prices with tax belongs. */
  readonly printsNet: boolean
  readonly printsTerms: boolean
  /** Otherwise the terms of a quote are among its notes. */
  readonly printsQuoteTerms: boolean
  /** Whether the currency is in the head of the table, so that rows print amounts without it. */
  readonly headsNameCurrency: boolean
  /** Otherwise payment terms follow the due date in brackets. */
  readonly printsDueTerms: boolean
  /** The text after `{{taxRate}}`, usually a percent sign. */
  readonly percentSign: string
}

const COMPANY_CITY = /\{\{\s*[#^]?\s*companyPostalCity\s*\}\}/
const CUSTOMER_CITY = /\{\{\s*[#^]?\s*customerPostalCity\s*\}\}/
const CURRENCY_IN_FRONT =
  /\{\{\s*currency\s*\}\}\s*\{\{\s*(?:total|subtotal|unitPrice|lineTotal|taxAmount)\s*\}\}/
const PERCENT_SIGN = /\{\{\s*taxRate\b[^}]*\}\}((?:\s|&nbsp;)?%)/
const TAX_LIST = ['taxes.amount', 'taxSummary.amount', 'hasTaxSummary.taxAmount']
const DUE_TERMS = ['dueTerms', 'details.value', 'furtherDetails.value', 'facts.value']

/** Traits of a template written for Billwright. */
export const OWN_TRAITS: TemplateTraits = {
  separateCompanyCity: false,
  separateCustomerCity: false,
  currencyInFront: false,
  printsTaxList: true,
  printsTaxAmount: true,
  knowsIncludedTax: true,
  printsAdjustments: true,
  namesRefund: true,
  printsWithholdings: true,
  printsCashRounding: true,
  printsRounding: true,
  printsNet: true,
  printsTerms: true,
  printsQuoteTerms: true,
  headsNameCurrency: false,
  printsDueTerms: true,
  percentSign: '',
}

/** Detects the traits in a template's source. */
export function traitsOf(template: string): TemplateTraits {
  const printed = printedNames(readTags(template))
  const variables = variablesOf(template)
  return {
    separateCompanyCity: COMPANY_CITY.test(template),
    separateCustomerCity: CUSTOMER_CITY.test(template),
    currencyInFront: CURRENCY_IN_FRONT.test(template),
    printsTaxList: TAX_LIST.some((name) => printed.has(name)),
    printsTaxAmount: printed.has('taxAmount'),
    knowsIncludedTax: variables.includes('pricesIncludeTax'),
    printsAdjustments: printed.has('adjustments.amount'),
    namesRefund: printed.has('labels.amountDueLabel') || variables.includes('isRefundDue'),
    printsWithholdings: printed.has('withholdings.amount'),
    printsCashRounding: printed.has('cashRounding'),
    printsRounding: printed.has('rounding'),
    printsNet: printed.has('net') || printed.has('taxes.taxable'),
    printsTerms: printed.has('paymentTerms'),
    printsQuoteTerms: printed.has('quoteTerms'),
    headsNameCurrency: printed.has('currencySign'),
    printsDueTerms: DUE_TERMS.some((name) => printed.has(name)),
    percentSign: PERCENT_SIGN.exec(template)?.[1]?.replace('&nbsp;', '\u00a0') ?? '',
  }
}
