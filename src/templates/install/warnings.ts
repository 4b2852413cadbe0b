import { escapeContextsOf } from '../language/escape-contexts.ts'
import { printedNames, readTags } from '../language/language.ts'

/** Something that an invoice needs and a template does not print. Installing never refuses it. */
export interface Warning {
  readonly code: string
  /** One sentence, for the author. */
  readonly message: string
}

interface Need {
  /** One of them is enough. */
  readonly names: readonly string[]
  readonly message: string
}

/** Without these an invoice does not add up, or is none under the law. By code; docs/templates.md lists them. */
const NEEDS: Readonly<Record<string, Need>> = {
  tax_not_printed: {
    names: ['taxAmount', 'taxes.amount', 'taxSummary.amount'],
    message:
      'The template does not print the tax (taxAmount, or the amount of each tax), so invoices with tax do not add up.',
  },
  total_not_printed: {
    names: ['total'],
    message: 'The template does not print the total (total).',
  },
  number_not_printed: {
    names: ['invoiceNumber', 'title', 'details.value'],
    message: 'The template does not print the invoice number (invoiceNumber).',
  },
  issue_date_not_printed: {
    names: ['issueDate', 'details.value'],
    message: 'The template does not print the issue date (issueDate).',
  },
  seller_not_printed: {
    names: ['companyName'],
    message: 'The template does not print the seller name (companyName).',
  },
  buyer_not_printed: {
    names: ['customerName'],
    message: 'The template does not print the customer name (customerName).',
  },
}

/**
 * Of a template that is safe. Only what stands in the text of the page counts: the rest, such as an
 * attribute or the title of the window, is not on the paper.
 */
export function warningsOf(html: string): readonly Warning[] {
  const tags = readTags(html)
  const places = escapeContextsOf(html, tags)
  const printed = printedNames(
    tags.filter((tag) => tag.kind !== 'value' || places.get(tag) === 'text'),
  )
  return Object.entries(NEEDS)
    .filter(([, { names }]) => !names.some((name) => printed.has(name)))
    .map(([code, { message }]) => ({ code, message }))
}
