import { indexForm, numberOrder } from '@billwright/rules/folding'
import type { NewRow } from '../../platform/database/scope.ts'
import { fromStoredText, toStoredText } from '../contents/stored.ts'
import type { OnAccept, Quote, QuoteStatus } from './quote.ts'

export const toRow = (quote: Quote): NewRow<'quotes'> => ({
  id: quote.id,
  root_id: quote.rootId,
  revision: BigInt(quote.revision),
  version: BigInt(quote.version),
  number: quote.number,
  number_order: numberOrder(quote.number),
  series: quote.series,
  sequence: quote.sequence,
  status: quote.status,
  customer_id: quote.content.customerId,
  customer_name: quote.customerName,
  issue_date: quote.content.issueDate,
  valid_until: quote.validUntil,
  currency: quote.content.currency,
  total_minor: quote.content.totals.totalMinor,
  terms_text: quote.termsText,
  on_accept: quote.onAccept,
  deposit_percent_micro: quote.depositPercentMicro,
  content: toStoredText(quote.content),
  optional_items: JSON.stringify(quote.optional),
  share_nonce: quote.shareNonce,
  share_hash: quote.shareHash,
  document_hash: quote.documentHash,
  pdf_sha256: quote.pdfSha256,
  answers: JSON.stringify(quote.answers),
  search_text: searchTextOf(quote),
  opened_at: quote.openedAt,
  answered_at: quote.answeredAt,
  created_at: quote.createdAt,
  updated_at: quote.updatedAt,
})

const searchTextOf = ({ number, customerName, content }: Quote): string =>
  indexForm(
    [
      number ?? '',
      customerName,
      content.reference ?? '',
      ...content.items.map(({ description }) => description),
    ].join('\n'),
  )

export const toQuote = (row: NewRow<'quotes'>): Quote => ({
  id: row.id,
  rootId: row.root_id,
  revision: Number(row.revision),
  version: Number(row.version),
  number: row.number ?? null,
  series: row.series ?? null,
  sequence: row.sequence ?? null,
  status: row.status as QuoteStatus,
  customerName: row.customer_name,
  validUntil: row.valid_until ?? null,
  termsText: row.terms_text ?? null,
  onAccept: row.on_accept as OnAccept,
  depositPercentMicro: row.deposit_percent_micro ?? null,
  content: fromStoredText(row.content),
  optional: JSON.parse(row.optional_items),
  shareNonce: row.share_nonce ?? null,
  shareHash: row.share_hash ?? null,
  documentHash: row.document_hash ?? null,
  pdfSha256: row.pdf_sha256 ?? null,
  answers: JSON.parse(row.answers),
  openedAt: row.opened_at ?? null,
  answeredAt: row.answered_at ?? null,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
