import { copyView } from '../../../core/files/file.ts'
import { view } from '../../../kernel/fields/field.ts'
import { sha256 } from '../../../platform/ids.ts'
import { declaredRecord } from '../../contents/fields.ts'
import { BUYER_FIELDS, SELLER_FIELDS } from '../../contents/parties.ts'
import type { StoredInvoice } from '../invoice.ts'
import { invoiceAmountsView } from '../view.ts'

/** An invoice in wire names, for comparing and showing revisions. */
export const auditViewOf = (invoice: StoredInvoice): Readonly<Record<string, unknown>> => ({
  type: invoice.type,
  number: invoice.number,
  status: invoice.status,
  customer_id: invoice.customerId,
  customer: invoice.buyer && view(BUYER_FIELDS, invoice.buyer),
  seller: invoice.seller && { ...view(SELLER_FIELDS, invoice.seller), logo: invoice.seller.logoId },
  ...declaredRecord(invoice),
  corrects: invoice.corrects?.number ?? null,
  recurring: invoice.recurring ?? null,
  quote_id: invoice.quoteId ?? null,
  files: invoice.files?.map(copyView) ?? [],
  ...invoiceAmountsView(invoice),
  template: invoice.template,
  // Without the token and its random part, because more people read a revision than the link.
  share: invoice.shareNonce && sha256(invoice.shareNonce),
})
