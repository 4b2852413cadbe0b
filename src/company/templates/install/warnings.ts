import { escapeContextsOf, printedNames, readTags } from '@billwright/templates'
import { table } from '../../../kernel/table.ts'

/** A required figure that a template does not print. It never prevents installation. */
export interface Warning {
  readonly code: string
  /** One sentence for the author. */
  readonly message: string
}

interface Need {
  /** Printing one of them is enough. */
  readonly names: readonly string[]
  readonly what: string
}

/** Figures required for an invoice to add up or to be legal, by code; docs/templates.md lists them. */
const NEEDS = table<Need>({
  tax_not_printed: {
    names: ['taxAmount', 'taxes.amount', 'taxSummary.amount'],
    what: 'tax (taxAmount, or the amount of each tax), so invoices with tax do not add up',
  },
  total_not_printed: { names: ['total'], what: 'total (total)' },
  amount_due_not_printed: {
    names: ['amountDue', 'payable', 'payText', 'mainAmount', 'paymentSentence'],
    what: 'amount to pay (amountDue, payable or payText). Invoices ask for too much after a withholding or a part payment',
  },
  number_not_printed: {
    names: ['invoiceNumber', 'title', 'details.value', 'facts.value'],
    what: 'invoice number (invoiceNumber)',
  },
  issue_date_not_printed: {
    names: ['issueDate', 'details.value', 'facts.value', 'furtherFacts.value'],
    what: 'issue date (issueDate)',
  },
  seller_not_printed: { names: ['companyName', 'senderLine'], what: 'seller name (companyName)' },
  buyer_not_printed: { names: ['customerName'], what: 'customer name (customerName)' },
})

/**
 * Warnings for a sanitized template. Only text on the page counts; attributes and the title are not
 * on paper.
 */
export function warningsOf(html: string): readonly Warning[] {
  const tags = readTags(html)
  const places = escapeContextsOf(html, tags)
  const printed = printedNames(
    tags.filter((tag) => tag.kind !== 'value' || places.get(tag) === 'text'),
  )
  return Object.entries(NEEDS)
    .filter(([, { names }]) => !names.some((name) => printed.has(name)))
    .map(([code, { what }]) => ({ code, message: `The template does not print the ${what}.` }))
}
