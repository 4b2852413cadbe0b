import { LRUCache } from 'lru-cache'
import { printedNames, readTags, variablesOf } from '../templates/language/language.ts'

/**
 * What a template written for Invio prints. Early ones print the address and the currency by themselves,
 * later ones expect both within other values; some print only the total tax. Each has to add up.
 */
export interface TemplateTraits {
  readonly separateCompanyCity: boolean
  readonly separateCustomerCity: boolean
  readonly currencyInFront: boolean
  /** Whether it prints something of its own where `hasTaxSummary` is true. */
  readonly printsTaxList: boolean
  readonly printsTaxAmount: boolean
  readonly knowsIncludedTax: boolean
  readonly printsAdjustments: boolean
  /** Whether it says itself that the amount due is a refund. */
  readonly namesRefund: boolean
  /** What it writes behind `{{taxRate}}`: a percent sign, mostly. */
  readonly percentSign: string
}

const COMPANY_CITY = /\{\{\s*[#^]?\s*companyPostalCity\s*\}\}/
const CUSTOMER_CITY = /\{\{\s*[#^]?\s*customerPostalCity\s*\}\}/
const CURRENCY_IN_FRONT =
  /\{\{\s*currency\s*\}\}\s*\{\{\s*(?:total|subtotal|unitPrice|lineTotal|taxAmount)\s*\}\}/
const PERCENT_SIGN = /\{\{\s*taxRate\b[^}]*\}\}((?:\s|&nbsp;)?%)/
const TAX_LIST = ['taxes.amount', 'taxSummary.amount', 'hasTaxSummary.taxAmount']

/** Of a template that is written for this view. */
const MODERN: TemplateTraits = {
  separateCompanyCity: false,
  separateCustomerCity: false,
  currencyInFront: false,
  printsTaxList: true,
  printsTaxAmount: true,
  knowsIncludedTax: true,
  printsAdjustments: true,
  namesRefund: true,
  percentSign: '',
}

const KNOWN = new LRUCache<string, TemplateTraits>({ max: 100 })

/** Of a template's source; looked for once in each. */
export function traitsOf(template: string | undefined): TemplateTraits {
  if (template === undefined) return MODERN
  const known = KNOWN.get(template)
  if (known) return known
  const printed = printedNames(readTags(template))
  const variables = variablesOf(template)
  const traits = {
    separateCompanyCity: COMPANY_CITY.test(template),
    separateCustomerCity: CUSTOMER_CITY.test(template),
    currencyInFront: CURRENCY_IN_FRONT.test(template),
    printsTaxList: TAX_LIST.some((name) => printed.has(name)),
    printsTaxAmount: printed.has('taxAmount'),
    knowsIncludedTax: variables.includes('pricesIncludeTax'),
    printsAdjustments: printed.has('adjustments.amount'),
    namesRefund: printed.has('labels.amountDueLabel') || variables.includes('isRefundDue'),
    percentSign: PERCENT_SIGN.exec(template)?.[1]?.replace('&nbsp;', '\u00a0') ?? '',
  }
  KNOWN.set(template, traits)
  return traits
}
