import { numberOrder } from '@billwright/rules/folding'
import { currentSettings } from '../../company/settings/read.ts'
import { originOfLinks } from '../../core/companies/links.ts'
import { etagOf, etagOfBytes } from '../../core/http/etag.ts'
import { byId } from '../../core/http/expand.ts'
import { storedInstant, valuesOf } from '../../core/http/filters.ts'
import { type Page, toPage, toPageRequest } from '../../core/http/pagination.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { dayOf } from '../../platform/clock.ts'
import { describeContents } from '../contents/live.ts'
import type { Customer } from '../customers/customer.ts'
import { findCustomers } from '../customers/read.ts'
import { listBilledQuotes, listInvoicesOfQuote } from '../invoices/read.ts'
import { deriveShareToken } from '../invoices/share-token.ts'
import { quoteLinkNotFound } from './errors.ts'
import * as repository from './inner/repository.ts'
import type { QuoteQuery } from './inner/schema.ts'
import { acceptanceOf, type Quote } from './quote.ts'
import { type QuoteDetails, quoteView } from './view.ts'

export const quoteEtag = (details: QuoteDetails): string =>
  etagOfBytes(JSON.stringify(quoteView(details)))

/** The tag of the stored version, as in lists. `If-Match` accepts it, too. */
export const quoteVersionTag = ({ id, version }: Quote): string => etagOf(id, version)

/** Answered quotes without an invoice, the latest first. */
export async function listAnsweredQuotes(
  work: ReadWork,
  asked: { readonly since: string; readonly limit: number },
): Promise<readonly Quote[]> {
  const answered = await repository.listAnswered(work, asked)
  const ids = answered.map(({ id }) => id)
  const billed = await listBilledQuotes(work, ids)
  return answered.filter(({ id }) => !billed.has(id))
}

export async function getQuote(work: ReadWork, id: string): Promise<QuoteDetails> {
  return describeQuote(work, await repository.requireQuote(work, id))
}

/** The requested customers of these quotes: one query for all. */
export async function expandQuotes(
  work: ReadWork,
  quotes: readonly Quote[],
  names: ReadonlySet<string>,
): Promise<(quote: Quote) => Customer | undefined> {
  const ids = names.has('customer') ? quotes.map(({ content }) => content.customerId) : []
  const found = byId(await findCustomers(work, [...new Set(ids)]))
  return ({ content }) => found.get(content.customerId)
}

export async function listQuotes(
  work: ReadWork,
  query: QuoteQuery,
): Promise<Page<Quote> & { readonly today: string }> {
  const request = toPageRequest(query, query.updated_since ? 'updated_at' : '-created_at')
  const today = await todayOf(work)
  const filter: repository.QuoteFilter = {
    q: query.q,
    statuses: valuesOf(query.status) as repository.QuoteFilter['statuses'],
    customerIds: valuesOf(query.customer_id),
    numbers: valuesOf(query.number),
    updatedSince: storedInstant(query.updated_since) ?? null,
    externalId: query.external_id ?? null,
    metadata: query.metadata ?? {},
    createdFrom: storedInstant(query.created_from) ?? null,
    createdTo: storedInstant(query.created_to) ?? null,
    today,
  }
  const rows = await repository.listQuotes(work, filter, request)
  const total = query.include ? await repository.countQuotes(work, filter) : null
  const position = (quote: Quote) => ({
    value: SORTED_BY[request.sort as keyof typeof SORTED_BY](quote),
    id: quote.id,
  })
  return { ...toPage(rows, request, position, total), today }
}

export async function describeQuote(work: ReadWork, quote: Quote): Promise<QuoteDetails> {
  const family = await repository.listFamily(work, quote.rootId)
  const root = family[0] ?? quote
  const acceptance = acceptanceOf(quote)
  const { timeZone } = await currentSettings(work)
  const shareToken =
    root.shareNonce === null ? null : await deriveShareToken(work, root.id, root.shareNonce)
  return {
    quote,
    document: await describeContents(work, quote.content),
    family,
    invoices: quote.status === 'draft' ? [] : await listInvoicesOfQuote(work, quote.id),
    acceptedOn: acceptance && dayOf(acceptance.at, timeZone),
    shareToken,
    shareUrl:
      shareToken === null ? null : `${originOfLinks(work.app.publicUrl, work)}/q/${shareToken}`,
  }
}

export async function todayOf(work: ReadWork): Promise<string> {
  return dayOf(work.at, (await currentSettings(work)).timeZone)
}

/** The newest opened revision, or the requested one. */
export function shown(family: readonly Quote[], revision: number | undefined): Quote {
  const opened = family.filter(({ status }) => status !== 'draft')
  const found =
    revision === undefined ? opened.at(-1) : opened.find((quote) => quote.revision === revision)
  if (!found) throw quoteLinkNotFound()
  return found
}

/** The value by which a page continues after a quote. */
const SORTED_BY = {
  created_at: ({ createdAt }: Quote) => createdAt,
  updated_at: ({ updatedAt }: Quote) => updatedAt,
  issue_date: ({ content }: Quote) => content.issueDate,
  number: ({ number }: Quote) => numberOrder(number),
  customer_name: ({ customerName }: Quote) => customerName,
  total: ({ content }: Quote) => String(content.totals.totalMinor),
}
