import type { Work } from '../../../core/record/work.ts'
import type { Contents } from '../../contents/contents.ts'
import { billContent } from '../../invoices/bill.ts'
import type { DepositPart } from '../../invoices/deposits/amounts.ts'
import type { InvoiceDetails } from '../../invoices/view.ts'
import { billedOf, depositOf, leftOf, partOf } from '../invoicing.ts'
import { countedContent, type Quote } from '../quote.ts'

export function bill(
  work: Work,
  quote: Quote,
  content: Contents,
  origin: Omit<Parameters<typeof billContent>[2], 'quoteId'> = {},
): Promise<InvoiceDetails> {
  const { references } = content
  const named = { ...references, salesOrder: references.salesOrder ?? quote.number }
  return billContent(work, { ...content, references: named }, { ...origin, quoteId: quote.id })
}

export function billDeposit(work: Work, quote: Quote, part: DepositPart): Promise<InvoiceDetails> {
  return bill(work, quote, depositOf(countedContent(quote), part), {
    kind: 'prepayment',
    depositFor: quote.id,
  })
}

export function restOf(quote: Quote, billing: readonly Contents[]): Contents {
  const content = countedContent(quote)
  const billed = billedOf(content, billing)
  const parts = billed.map((it) => ({ itemId: it.itemId, quantityMicro: leftOf(it) }))
  return partOf(content, billed, parts)
}
