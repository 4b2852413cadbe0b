import { LRUCache } from 'lru-cache'

/**
 * Templates written for Invio come in two ages. Early ones print `{{companyAddress}}` alone and put
 * `{{currency}}` before plain amounts; later ones print the town as `{{companyPostalCity}}` and take
 * amounts that already carry their currency. Both have to look right.
 */
export interface TemplateTraits {
  readonly separateCompanyCity: boolean
  readonly separateCustomerCity: boolean
  readonly currencyInFront: boolean
}

const COMPANY_CITY = /\{\{\s*[#^]?\s*companyPostalCity\s*\}\}/
const CUSTOMER_CITY = /\{\{\s*[#^]?\s*customerPostalCity\s*\}\}/
const CURRENCY_IN_FRONT =
  /\{\{\s*currency\s*\}\}\s*\{\{\s*(?:total|subtotal|unitPrice|lineTotal|taxAmount)\s*\}\}/

const KNOWN = new LRUCache<string, TemplateTraits>({ max: 100 })

/** Of a template's source; looked for once in each. */
export function traitsOf(template = ''): TemplateTraits {
  const known = KNOWN.get(template)
  if (known) return known
  const traits = {
    separateCompanyCity: COMPANY_CITY.test(template),
    separateCustomerCity: CUSTOMER_CITY.test(template),
    currencyInFront: CURRENCY_IN_FRONT.test(template),
  }
  KNOWN.set(template, traits)
  return traits
}
