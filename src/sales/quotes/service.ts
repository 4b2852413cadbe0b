import { isDeepStrictEqual } from 'node:util'
import { AmountError, formatMicro, formatMinor, parseMicro, parseMinor } from '@billwright/money'
import { currentSettings } from '../../company/settings/service.ts'
import { textsIn } from '../../company/settings/texts-in.ts'
import { requireIssuing } from '../../core/companies/errors.ts'
import { originOfLinks } from '../../core/companies/links.ts'
import { deleteExternalIds, saveExternalIds } from '../../core/external-ids/external-ids.ts'
import { deleteMetadata, saveMetadata } from '../../core/external-ids/metadata.ts'
import type { FileOwner } from '../../core/files/file.ts'
import { copyFiles, deleteFilesOf } from '../../core/files/service.ts'
import { requireScope, SCOPES } from '../../core/http/actor.ts'
import { checkIfMatch, etagOf, etagOfBytes, type VersionedRef } from '../../core/http/etag.ts'
import { byId } from '../../core/http/expand.ts'
import { storedInstant, valuesOf } from '../../core/http/filters.ts'
import { numberOrder } from '../../core/http/folding.ts'
import { invalidCursor, type Page, toPage, toPageRequest } from '../../core/http/pagination.ts'
import { canonicalJson } from '../../core/record/canonical-json.ts'
import { recordEvent, recordRevision } from '../../core/record/journal.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { type Fault, faultList, invalidRequest, type Params } from '../../kernel/errors.ts'
import { requireNumber } from '../../kernel/fields/numbers.ts'
import { dayOf, laterOf } from '../../platform/clock.ts'
import { newId, newSecret } from '../../platform/ids.ts'
import type { Customer } from '../customers/customer.ts'
import { findCustomers } from '../customers/service.ts'
import { addDays } from '../invoices/calendar.ts'
import type { DepositPart } from '../invoices/deposits/amounts.ts'
import { isDeposit } from '../invoices/deposits/deposits.ts'
import { OPTIONAL_FIELDS } from '../invoices/fields.ts'
import type { StoredInvoice } from '../invoices/invoice.ts'
import { seriesOf } from '../invoices/series/service.ts'
import {
  billContent,
  describeContent,
  editContent,
  freezeContent,
  listBilledQuotes,
  listInvoicesOfQuote,
  listOpenDeposits,
  nextNumber,
  requireRoomForInvoice,
} from '../invoices/service.ts'
import { deriveShareToken, hashOfToken } from '../invoices/share-token.ts'
import type { InvoiceDetails } from '../invoices/view.ts'
import {
  invalidQuoteTransition,
  quoteChanged,
  quoteExpired,
  quoteInvoiced,
  quoteLinkNotFound,
  quoteLocked,
  quoteNotAccepted,
  quoteNumberTaken,
  quoteOverinvoiced,
  quoteTotalChanged,
} from './errors.ts'
import { markExpired } from './inner/expiry.ts'
import type {
  InvoiceMode,
  QuoteCreateBody,
  QuoteInvoiceBody,
  QuoteUpdateBody,
  StaffAnswerBody,
} from './inner/input.ts'
import * as repository from './inner/repository.ts'
import type { QuoteQuery } from './inner/schema.ts'
import {
  type Billed,
  billedOf,
  depositOf,
  exceeds,
  hasRoom,
  leftOf,
  type Part,
  partOf,
} from './invoicing.ts'
import {
  type Answer,
  acceptanceOf,
  allowedFrom,
  countedContent,
  isExpired,
  type OnAccept,
  type Quote,
  type QuoteStatus,
  UNOPENED,
  withChoices,
} from './quote.ts'
import { toRow } from './rows.ts'
import { QUOTE_STATE_VERSION, quoteStateHash } from './state.ts'
import { type QuoteDetails, quoteAuditView, quoteEventData, quoteView } from './view.ts'

const PERCENT_MICRO = 100_000_000n

/** The external ids and metadata for finding a quote. */
type Names = Pick<StoredInvoice, 'externalIds' | 'metadata'>

/** The invoices that bill a quote. */
type Billing = readonly StoredInvoice[]

/** An answer by the link, with what the page showed and what proves the answer. */
export interface LinkAnswer {
  readonly kind: 'accepted' | 'declined'
  readonly revision: number
  readonly documentHash: string
  readonly name: string | null
  readonly email: string | null
  readonly note: string | null
  /** Null: the preselected ones. */
  readonly selected: readonly string[] | null
  /** The total that the page showed; null: that of the preselected items. */
  readonly total: string | null
  readonly address: string
  readonly browser: string | null
  readonly consent: string | null
}

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

/** For a change by another slice, in its transaction. */
export async function lockQuoteForChange(work: Work, change: VersionedRef): Promise<Quote> {
  return (await lock(work, change)).quote
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
  const isByTotal = request.sort === 'total'
  if (isByTotal && request.after && !/^-?\d{1,18}$/.test(request.after.value ?? ''))
    throw invalidCursor()
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

export function createQuote(work: ReadWork, body: QuoteCreateBody): Promise<QuoteDetails> {
  return transaction(work, async (work) => {
    const current = await currentSettings(work)
    const { content, optional } = await contentOf(work, null, body)
    const { quoteTerms } = textsIn(current, content.language)
    const { invoice } = await describeContent(work, content)
    const id = newId('quo')
    const until = addDays(content.issueDate, current.quoteValidDays)
    return insert(work, {
      id,
      rootId: id,
      revision: 1,
      version: 1,
      number: null,
      series: null,
      sequence: null,
      status: 'draft',
      customerName: invoice.buyer.name,
      validUntil: body.valid_until === undefined ? until : body.valid_until,
      termsText: body.terms_text === undefined ? quoteTerms : body.terms_text,
      ...depositTerms(body, { onAccept: 'nothing', depositPercentMicro: null }),
      content,
      optional,
      ...UNOPENED,
      createdAt: work.at,
      updatedAt: work.at,
    })
  })
}

export function updateQuote(
  work: ReadWork,
  request: VersionedRef,
  body: QuoteUpdateBody,
): Promise<QuoteDetails> {
  return change(work, request, async (work, before) => {
    const named = Object.keys(body)
    const changeable = before.status === 'open' ? ['valid_until', NAMES] : [NAMES]
    const frozen = named.filter((name) => !changeable.includes(name))
    const isDraft = before.status === 'draft'
    if (!isDraft && frozen.length > 0) throw quoteLocked(frozen)
    if (!isDraft && named.includes('valid_until')) requireScope(work.actor, 'issue')
    const content = isDraft ? await contentOf(work, before, body) : renamed(before, body)
    const after: Quote = {
      ...before,
      ...content,
      ...(body.valid_until === undefined ? {} : { validUntil: body.valid_until }),
      ...(body.terms_text === undefined ? {} : { termsText: body.terms_text }),
      ...depositTerms(body, before),
    }
    if (isDeepStrictEqual(after, before)) return before
    const { invoice } = await describeContent(work, after.content)
    const shown = { ...after, customerName: invoice.buyer.name }
    return save(work, { before, after: shown, action: 'updated' })
  })
}

export function deleteQuote(work: ReadWork, request: VersionedRef): Promise<void> {
  return transaction(work, async (work) => {
    const { quote } = await lock(work, request)
    if (quote.status !== 'draft') throw quoteLocked(['number'])
    await deleteFilesOf(work, fileOwner(quote.id))
    await repository.deleteQuote(work, quote.id)
    await deleteExternalIds(work, 'quote', quote.id)
    await deleteMetadata(work, 'quote', quote.id)
    record(work, { before: quote, after: null, action: 'deleted' })
  })
}

export function openQuote(work: ReadWork, request: VersionedRef): Promise<QuoteDetails> {
  return change(work, request, async (work, draft, family) => {
    requireIssuing(work)
    requireMove(draft, 'open')
    if (draft.status !== 'draft') throw invalidQuoteTransition(draft.status, 'open', [])
    if (isExpired({ ...draft, status: 'open' }, await todayOf(work)))
      throw quoteExpired(draft.validUntil ?? '')
    const content = await freezeContent(work, draft.content, fileOwner(draft.id))
    const before = family.findLast(({ revision }) => revision < draft.revision)
    if (before) await supersede(work, before)
    const opened = {
      ...draft,
      ...(before ? await numberAfter(work, family, draft) : await firstNumber(work, draft)),
      content: withChoices(content, draft.optional),
      customerName: content.buyer?.name ?? draft.customerName,
      status: 'open' as const,
      openedAt: work.at,
    }
    return save(work, { before: draft, after: opened, action: 'opened' })
  })
}

/** The locked quote, if it can be sent to its customer. */
export function requireOpenQuote(work: ReadWork, request: VersionedRef): Promise<QuoteDetails> {
  return change(work, request, async (_work, quote) => {
    if (quote.status !== 'open' && quote.status !== 'accepted')
      throw invalidQuoteTransition(quote.status, 'sent', allowedFrom(quote.status))
    return quote
  })
}

export function reviseQuote(work: ReadWork, request: VersionedRef): Promise<QuoteDetails> {
  return transaction(work, async (work) => {
    const { quote, family } = await lock(work, request)
    const isNewest = family.at(-1)?.id === quote.id
    if (!isNewest || !['open', 'declined'].includes(quote.status))
      throw invalidQuoteTransition(quote.status, 'revised', [])
    const draft = await draftOf(work, quote)
    await copyFiles(work, fileOwner(quote.id), fileOwner(draft.id))
    return insert(work, { ...draft, revision: quote.revision + 1 })
  })
}

/** A new quote, which is no revision of the other. */
export function duplicateQuote(work: ReadWork, request: VersionedRef): Promise<QuoteDetails> {
  return transaction(work, async (work) => {
    const { quote } = await lock(work, request)
    const draft = await draftOf(work, quote)
    const ids = new Map(draft.content.items.map(({ id }) => [id, newId('itm')]))
    const renamed = (id: string) => ids.get(id) ?? id
    const items = draft.content.items.map((item) => ({ ...item, id: renamed(item.id) }))
    const optional = Object.entries(draft.optional).map(([id, is]) => [renamed(id), is])
    return insert(work, {
      ...draft,
      rootId: draft.id,
      revision: 1,
      content: { ...draft.content, items },
      optional: Object.fromEntries(optional),
    })
  })
}

export function withdrawQuote(work: ReadWork, request: VersionedRef): Promise<QuoteDetails> {
  return change(work, request, async (work, before) => {
    requireMove(before, 'withdrawn')
    const after = { ...before, status: 'withdrawn' as const }
    return save(work, { before, after, action: 'withdrawn' })
  })
}

/** Records an answer that a person of the company got from the customer. */
export function answerQuote(
  work: ReadWork,
  request: VersionedRef,
  { kind, body }: { readonly kind: 'accepted' | 'declined'; readonly body: StaffAnswerBody },
): Promise<QuoteDetails> {
  return change(work, request, (work, quote) =>
    answer(work, quote, {
      given: {
        ...NO_EVIDENCE,
        kind,
        at: body.at === undefined ? work.at : new Date(body.at).toISOString(),
        by: 'staff',
        name: body.name ?? null,
        note: body.note ?? null,
        documentHash: quote.documentHash,
        pdfSha256: quote.pdfSha256,
        language: quote.content.language,
      },
      selected: body.selected ?? null,
    }),
  )
}

export function reopenQuote(work: ReadWork, request: VersionedRef): Promise<QuoteDetails> {
  return change(work, request, async (work, before) => {
    if (before.status === 'draft') throw invalidQuoteTransition('draft', 'open', ['open'])
    requireMove(before, 'open')
    if ((await listInvoicesOfQuote(work, before.id)).length > 0) throw quoteInvoiced()
    const reopened: Answer = {
      ...NO_EVIDENCE,
      kind: 'reopened',
      at: work.at,
      by: 'staff',
      documentHash: before.documentHash,
      language: before.content.language,
    }
    const answers = [...before.answers, reopened]
    const after = { ...before, status: 'open' as const, answers, answeredAt: null }
    return save(work, { before, after, action: 'reopened' })
  })
}

/** Creates the draft invoice of the rest, or of the requested parts. */
export function invoiceQuote(
  work: ReadWork,
  request: VersionedRef,
  body: QuoteInvoiceBody,
): Promise<InvoiceDetails> {
  return transaction(work, async (work) => {
    const { quote } = await lock(work, request)
    const isReady = quote.status === 'accepted' || (quote.status === 'open' && body.force)
    if (!isReady) throw quoteNotAccepted(quote.status)
    await requireRoomForInvoice(work)
    const billing = await listInvoicesOfQuote(work, quote.id)
    const content = countedContent(quote)
    const mode = (body.mode ?? 'rest') as InvoiceMode
    if (mode === 'final') return billFinal(work, quote, { billing, asked: body.deposits })
    if (mode === 'deposit') {
      const part = readDeposit(body, quote)
      if (!body.allow_more) requireRoom(content, billing, depositOf(content, part))
      return billDeposit(work, quote, part)
    }
    const next = mode === 'rest' ? restOf(quote, billing) : readItems(body, content, billing)
    if (next.items.length === 0) throw nothingLeft()
    if (!body.allow_more && billing.some(isDeposit)) requireRoom(content, billing, next)
    return bill(work, quote, next)
  })
}

/** Records once that a quote expired, and again after its last day changed. */
export async function markQuotesExpired(work: ReadWork): Promise<void> {
  await markExpired(work, await todayOf(work))
}

/** Locks a quote with its revisions until the transaction ends; false if it does not exist. */
export async function lockQuote(work: Work, { id, rootId }: Quote): Promise<boolean> {
  return (await repository.lockFamily(work, rootId)).some((quote) => quote.id === id)
}

/** The quote that a link opens; any fault of the token gives the same 404. */
export async function findSharedQuote(
  work: ReadWork,
  token: string,
  revision?: number,
): Promise<QuoteDetails> {
  const rootId = await requireRoot(work, token)
  const family = await repository.listFamily(work, rootId)
  return describeQuote(work, shown(family, revision))
}

/** The open quote with the totals of these optional items; stores nothing. */
export async function withSelection(
  work: ReadWork,
  details: QuoteDetails,
  selected: readonly string[],
): Promise<QuoteDetails> {
  const { quote } = details
  if (quote.status !== 'open') return details
  const optional = chosen(quote, selected)
  const content = withChoices(quote.content, optional)
  return {
    ...details,
    quote: { ...quote, optional, content },
    document: await describeContent(work, content),
  }
}

/** Repeating the same answer has no further effect. */
export async function answerQuoteByLink(
  work: ReadWork,
  token: string,
  given: LinkAnswer,
): Promise<QuoteDetails> {
  const rootId = await requireRoot(work, token)
  return transaction(work, async (work) => {
    const quote = shown(await repository.lockFamily(work, rootId), undefined)
    if (given.revision !== quote.revision || given.documentHash !== quote.documentHash)
      throw quoteChanged()
    if (quote.status === given.kind) return describeQuote(work, quote)
    if (isExpired(quote, await todayOf(work))) throw quoteExpired(quote.validUntil ?? '')
    if (given.kind === 'accepted') requireShownTotal(quote, given)
    const { evidenceKeepAddress } = await currentSettings(work)
    const { selected, revision: _, ...said } = given
    const after = await answer(work, quote, {
      given: {
        ...said,
        at: work.at,
        by: 'customer',
        address: evidenceKeepAddress ? said.address : null,
        pdfSha256: quote.pdfSha256,
        language: quote.content.language,
        selected: [],
      },
      selected,
    })
    return describeQuote(work, after)
  })
}

/** Stores the hash of the printed PDF of an opened quote. */
export async function recordQuotePrinted(
  work: ReadWork,
  quote: Quote,
  pdfSha256: string,
): Promise<void> {
  if (quote.pdfSha256 === pdfSha256 || quote.documentHash === null) return
  await transaction(work, async (work) => {
    const { quote: before } = await lock(work, { id: quote.id, ifMatch: undefined })
    // An answer refers to the PDF that was printed before it.
    if (before.status !== 'open' || before.pdfSha256 === pdfSha256) return
    await repository.updateQuote(work, { ...before, pdfSha256 })
    recordRevision(work, {
      resourceId: before.id,
      version: before.version,
      action: 'printed',
      changes: { pdf_sha256: [before.pdfSha256, pdfSha256] },
      stateVersion: QUOTE_STATE_VERSION,
      stateHash: hashOf(work, before),
    })
  })
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
    document: await describeContent(work, quote.content),
    family,
    invoices: quote.status === 'draft' ? [] : await listInvoicesOfQuote(work, quote.id),
    acceptedOn: acceptance && dayOf(acceptance.at, timeZone),
    shareToken,
    shareUrl:
      shareToken === null ? null : `${originOfLinks(work.app.publicUrl, work)}/q/${shareToken}`,
  }
}

/** Locks all revisions by the first one, and reads the requested one. */
async function lock(work: Work, { id, ifMatch }: VersionedRef) {
  const { rootId } = await repository.requireQuote(work, id)
  const family = await repository.lockFamily(work, rootId)
  const quote = await repository.requireQuote(work, id)
  if (ifMatch !== undefined && ifMatch !== quoteVersionTag(quote))
    checkIfMatch(ifMatch, quoteEtag(await describeQuote(work, quote)))
  return { quote, family }
}

async function insert(work: Work, quote: Quote): Promise<QuoteDetails> {
  await repository.insertQuote(work, quote)
  await saveNames(work, { externalIds: [], metadata: {} }, quote)
  record(work, { before: null, after: quote, action: 'created' })
  return describeQuote(work, quote)
}

async function save(
  work: Work,
  { before, after: changed, action }: Step & { readonly before: Quote; readonly after: Quote },
): Promise<Quote> {
  const after = {
    ...changed,
    version: before.version + 1,
    updatedAt: laterOf(work.at, before.updatedAt),
  }
  // The hash of the revision that was recorded at its opening.
  const hashed = action === 'opened' ? { ...after, documentHash: hashOf(work, after) } : after
  await repository.updateQuote(work, hashed)
  await saveNames(work, before.content, hashed)
  record(work, { before, after: hashed, action })
  return hashed
}

async function saveNames(work: Work, before: Names, { id, content }: Quote): Promise<void> {
  const own = { kind: 'quote', id } as const
  const { externalIds, metadata } = content
  await saveExternalIds(work, { ...own, before: before.externalIds, after: externalIds })
  await saveMetadata(work, { ...own, before: before.metadata, after: metadata })
}

/** The contents with their optional items, from a request. */
async function contentOf(
  work: ReadWork,
  before: Quote | null,
  body: QuoteUpdateBody,
): Promise<Pick<Quote, 'content' | 'optional'>> {
  const {
    valid_until: _until,
    terms_text: _terms,
    on_accept: _accept,
    deposit_percent: _percent,
    items,
    ...rest
  } = body
  const plain = items?.map(({ optional: _optional, selected: _selected, ...item }) => item)
  const given = { ...rest, ...(plain ? { items: plain } : {}) }
  const edited = await editContent(work, before?.content ?? null, given)
  const optional = items
    ? Object.fromEntries(
        items.flatMap((item, index) =>
          item.optional ? [[edited.items[index]?.id ?? '', item.selected ?? false] as const] : [],
        ),
      )
    : (before?.optional ?? {})
  return { content: withChoices(edited, optional), optional }
}

async function todayOf(work: ReadWork): Promise<string> {
  return dayOf(work.at, (await currentSettings(work)).timeZone)
}

function requireMove(quote: Quote, to: QuoteStatus): void {
  const allowed = allowedFrom(quote.status)
  if (!allowed.includes(to)) throw invalidQuoteTransition(quote.status, to, allowed)
}

function change(
  work: ReadWork,
  request: VersionedRef,
  decide: (work: Work, quote: Quote, family: readonly Quote[]) => Promise<Quote>,
): Promise<QuoteDetails> {
  return transaction(work, async (work) => {
    const { quote, family } = await lock(work, request)
    return describeQuote(work, await decide(work, quote, family))
  })
}

async function answer(
  work: Work,
  quote: Quote,
  { given, selected }: { readonly given: Answer; readonly selected: readonly string[] | null },
): Promise<Quote> {
  const to = given.kind === 'accepted' ? 'accepted' : 'declined'
  requireMove(quote, to)
  const optional = given.kind === 'accepted' ? chosen(quote, selected) : quote.optional
  const ids = Object.keys(optional).filter((id) => optional[id])
  const after = await save(work, {
    before: quote,
    after: {
      ...quote,
      status: to,
      optional,
      content: withChoices(quote.content, optional),
      answers: [...quote.answers, { ...given, selected: ids }],
      answeredAt: work.at,
    },
    action: to,
  })
  if (to === 'accepted') await billAccepted(byQuote(work, after), after)
  return after
}

/** The automatic action of a quote after acceptance. */
async function billAccepted(work: Work, quote: Quote): Promise<void> {
  if (quote.onAccept === 'draft_invoice') await bill(work, quote, restOf(quote, []))
  if (quote.onAccept === 'draft_deposit' && quote.depositPercentMicro !== null)
    await billDeposit(work, quote, { kind: 'percent', percentMicro: quote.depositPercentMicro })
}

function bill(
  work: Work,
  quote: Quote,
  content: StoredInvoice,
  origin: Omit<Parameters<typeof billContent>[2], 'quoteId'> = {},
): Promise<InvoiceDetails> {
  const { references } = content
  const named = { ...references, salesOrder: references.salesOrder ?? quote.number }
  return billContent(work, { ...content, references: named }, { ...origin, quoteId: quote.id })
}

function billDeposit(work: Work, quote: Quote, part: DepositPart): Promise<InvoiceDetails> {
  return bill(work, quote, depositOf(countedContent(quote), part), {
    kind: 'prepayment',
    depositFor: quote.id,
  })
}

async function billFinal(
  work: Work,
  quote: Quote,
  { billing, asked }: { readonly billing: Billing; readonly asked: readonly string[] | undefined },
): Promise<InvoiceDetails> {
  const rest = restOf(quote, billing)
  if (rest.items.length === 0) throw nothingLeft()
  const drafts = billing.filter((it) => isDeposit(it) && it.status === 'draft')
  if (drafts.length > 0)
    throw quoteOverinvoiced('A deposit is still a draft. Issue or delete it first.', {
      reason: 'deposit_draft',
    })
  const depositIds = asked ?? (await listOpenDeposits(work, quote.id))
  return bill(work, quote, rest, { depositIds })
}

function restOf(quote: Quote, billing: readonly StoredInvoice[]): StoredInvoice {
  const content = countedContent(quote)
  const billed = billedOf(content, billing)
  const parts = billed.map((it) => ({ itemId: it.itemId, quantityMicro: leftOf(it) }))
  return partOf(content, billed, parts)
}

/** The newest opened revision, or the requested one. */
function shown(family: readonly Quote[], revision: number | undefined): Quote {
  const opened = family.filter(({ status }) => status !== 'draft')
  const found =
    revision === undefined ? opened.at(-1) : opened.find((quote) => quote.revision === revision)
  if (!found) throw quoteLinkNotFound()
  return found
}

async function requireRoot(work: ReadWork, token: string): Promise<string> {
  const rootId = await repository.findRootId(work, hashOfToken(work.company, token))
  if (rootId === undefined) throw quoteLinkNotFound()
  return rootId
}

/** A draft with the contents of a quote, dated today. */
async function draftOf(work: Work, quote: Quote): Promise<Quote> {
  const { quoteValidDays } = await currentSettings(work)
  const issueDate = await todayOf(work)
  const { files: _, ...content } = quote.content
  const { template } = content
  return {
    ...quote,
    id: newId('quo'),
    version: 1,
    number: null,
    series: null,
    sequence: null,
    status: 'draft',
    validUntil: addDays(issueDate, quoteValidDays),
    content: {
      ...content,
      externalIds: [],
      seller: null,
      buyer: null,
      issueDate,
      template: template && { id: template.id, version: null },
    },
    ...UNOPENED,
    createdAt: work.at,
    updatedAt: work.at,
  }
}

async function supersede(work: Work, before: Quote): Promise<void> {
  if (before.status === 'declined' || before.status === 'superseded') return
  if (before.status !== 'open') throw invalidQuoteTransition(before.status, 'superseded', [])
  const after = { ...before, status: 'superseded' as const }
  await save(work, { before, after, action: 'superseded' })
}

async function firstNumber(work: Work, draft: Quote) {
  const { quoteNumbering } = await currentSettings(work)
  const { numberSeries: key, issueDate } = draft.content
  const numbers = await seriesOf(work, { kind: 'quote', key, issueDate }, quoteNumbering)
  const used = { isUsed: repository.isNumberUsed, list: repository.listNumbers }
  const shareNonce = newSecret()
  const token = await deriveShareToken(work, draft.id, shareNonce)
  return {
    ...(await nextNumber(work, numbers, used)),
    shareNonce,
    shareHash: hashOfToken(work.company, token),
  }
}

async function numberAfter(work: Work, family: readonly Quote[], { revision }: Quote) {
  const number = `${family[0]?.number}-${revision}`
  if (await repository.isNumberUsed(work, number)) throw quoteNumberTaken(number)
  return { number }
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

const NAMES = OPTIONAL_FIELDS.externalIds.wire

/** External ids are never locked, because they are not part of the offer. */
const renamed = ({ content }: Quote, body: QuoteUpdateBody): Pick<Quote, 'content'> => {
  const given = body[NAMES]
  return { content: given === undefined ? content : { ...content, externalIds: given ?? [] } }
}

const NO_EVIDENCE = {
  name: null,
  email: null,
  note: null,
  address: null,
  browser: null,
  documentHash: null,
  pdfSha256: null,
  consent: null,
  selected: [],
  total: null,
}

/** The service, on behalf of an accepted quote. */
const byQuote = (work: Work, { id, number }: Quote): Work => ({
  ...work,
  actor: { kind: 'system', id, name: `Quote ${number}`, scopes: new Set(SCOPES) },
})

/** The optional items with the customer's selection. */
/** Refuses a price that the customer did not see. */
function requireShownTotal(quote: Quote, { selected, total }: LinkAnswer): void {
  const { currency, totals } = quote.content
  const now = withChoices(quote.content, chosen(quote, selected)).totals.totalMinor
  const seen = total === null ? totals.totalMinor : parseTotal(total, currency)
  if (seen !== now) throw quoteTotalChanged(formatMinor(now, currency), currency)
}

function parseTotal(total: string, currency: string): bigint | null {
  try {
    return parseMinor(total, currency)
  } catch (error) {
    if (error instanceof AmountError) return null
    throw error
  }
}

function chosen(quote: Quote, selected: readonly string[] | null): Quote['optional'] {
  if (selected === null) return quote.optional
  const faults = selected.flatMap((id, index): Fault[] =>
    Object.hasOwn(quote.optional, id)
      ? []
      : [
          {
            pointer: `/selected/${index}`,
            code: 'unknown_item',
            message: 'Unknown item: use the id of an optional item of this quote.',
          },
        ],
  )
  if (faults.length > 0) throw invalidRequest(faults)
  return Object.fromEntries(Object.keys(quote.optional).map((id) => [id, selected.includes(id)]))
}

function readItems(
  body: QuoteInvoiceBody,
  content: StoredInvoice,
  billing: Billing,
): StoredInvoice {
  const billed = billedOf(content, billing)
  const parts = readParts(body, billed)
  if (!body.allow_more) requireLeft(billed, parts)
  return partOf(content, billed, parts)
}

function readParts(body: QuoteInvoiceBody, billed: readonly Billed[]): readonly Part[] {
  const { onFault: fault, refuse } = faultList()
  const given = body.items ?? []
  if (given.length === 0) fault('/items', 'required', 'Name the items to invoice.')
  const parts = given.map(({ id, quantity, percent }, index): Part => {
    const at = `/items/${index}`
    const item = billed.find(({ itemId }) => itemId === id)
    const none = { itemId: id, quantityMicro: 0n }
    if (given.findIndex((other) => other.id === id) < index) {
      fault(`${at}/id`, 'duplicate', 'Duplicate: list each item once.')
      return none
    }
    if (!item) {
      fault(`${at}/id`, 'unknown_item', 'Unknown item: use the id of an item of this quote.')
      return none
    }
    if (quantity !== undefined && percent !== undefined) {
      fault(at, 'quantity_or_percent', 'Send either `quantity` or `percent`, not both.')
      return none
    }
    if (quantity === undefined && percent === undefined)
      return { itemId: id, quantityMicro: leftOf(item) }
    const name = quantity === undefined ? 'percent' : 'quantity'
    try {
      const value = parseMicro(quantity ?? percent ?? '')
      const product = quantity === undefined ? item.quantityMicro * value : value * PERCENT_MICRO
      if (product % PERCENT_MICRO !== 0n)
        fault(`${at}/percent`, 'too_precise', 'The quantity would need more than 6 decimals.')
      const quantityMicro = product / PERCENT_MICRO
      const isOnSide = item.quantityMicro < 0n ? quantityMicro < 0n : quantityMicro > 0n
      if (!isOnSide)
        fault(
          `${at}/${name}`,
          'out_of_range',
          'Out of range: use a quantity above 0, or below 0 for a negative item.',
          {
            reason: 'part',
          },
        )
      return { itemId: id, quantityMicro }
    } catch (error) {
      if (!(error instanceof AmountError)) throw error
      fault(`${at}/${name}`, error.code, error.message, error.params)
      return none
    }
  })
  refuse()
  return parts
}

/** The deposit of a request, else that of the quote. */
function readDeposit(
  { percent, total }: QuoteInvoiceBody,
  { depositPercentMicro, content }: Quote,
): DepositPart {
  if (percent !== undefined && total !== undefined)
    throw invalidRequest([
      {
        pointer: '/total',
        code: 'percent_or_total',
        message: 'Send either `percent` or `total`, not both.',
      },
    ])
  if (total !== undefined) {
    const totalMinor = requireNumber('/total', () => parseMinor(total, content.currency))
    if (totalMinor <= 0n) throw outOfRange('/total', 'use an amount above zero.', { above: 0 })
    return { kind: 'total', totalMinor }
  }
  if (percent !== undefined)
    return { kind: 'percent', percentMicro: readPercent(percent, '/percent') }
  if (depositPercentMicro === null)
    throw invalidRequest([
      { pointer: '/percent', code: 'required', message: 'Send `percent` or `total`.' },
    ])
  return { kind: 'percent', percentMicro: depositPercentMicro }
}

/** The action after acceptance, and the percentage of its deposit. */
function depositTerms(
  body: Pick<QuoteUpdateBody, 'on_accept' | 'deposit_percent'>,
  before: Pick<Quote, 'onAccept' | 'depositPercentMicro'>,
): Pick<Quote, 'onAccept' | 'depositPercentMicro'> {
  const { on_accept, deposit_percent: percent } = body
  const onAccept = (on_accept ?? before.onAccept) as OnAccept
  const depositPercentMicro =
    percent === undefined
      ? before.depositPercentMicro
      : percent === null
        ? null
        : readPercent(percent, '/deposit_percent')
  if (onAccept === 'draft_deposit' && depositPercentMicro === null)
    throw invalidRequest([
      {
        pointer: '/deposit_percent',
        code: 'required',
        message: 'Send `deposit_percent`, the percentage of the deposit that acceptance drafts.',
      },
    ])
  return { onAccept, depositPercentMicro }
}

function readPercent(percent: string | number, pointer: string): bigint {
  const micro = requireNumber(pointer, () => parseMicro(percent))
  if (micro <= 0n || micro > PERCENT_MICRO)
    throw outOfRange(pointer, 'use more than 0 and at most 100 percent.', { above: 0, max: 100 })
  return micro
}

const outOfRange = (pointer: string, what: string, params: Params) =>
  invalidRequest([{ pointer, code: 'out_of_range', message: `Out of range: ${what}`, params }])

const nothingLeft = () =>
  quoteOverinvoiced('Invoices bill the whole quote. Nothing is left.', { reason: 'nothing_left' })

/** Refuses to bill more than the quote while deposits bill a part of it. */
function requireRoom(content: StoredInvoice, billing: Billing, next: StoredInvoice): void {
  if (hasRoom(content, [...billing, next])) return
  throw quoteOverinvoiced(
    'With the deposits, invoices would bill more than the quote. Use `final` to deduct them, or send `allow_more`.',
  )
}

function requireLeft(billed: readonly Billed[], parts: readonly Part[]): void {
  for (const { itemId, quantityMicro } of parts) {
    const item = billed.find((it) => it.itemId === itemId)
    if (item && exceeds(item.invoicedMicro + quantityMicro, item.quantityMicro))
      throw quoteOverinvoiced(
        `Of item ${itemId}, ${formatMicro(leftOf(item))} is left to invoice. Send \`allow_more\` to bill more.`,
        { reason: 'item', quantity: formatMicro(leftOf(item)) },
      )
  }
}

const fileOwner = (id: string): FileOwner => ({ kind: 'quote', id })

const hashOf = (work: Work, quote: Quote): string =>
  quoteStateHash(toRow(work.companyId, quote), QUOTE_STATE_VERSION) ?? ''

type Action =
  | 'created'
  | 'updated'
  | 'deleted'
  | 'opened'
  | 'accepted'
  | 'declined'
  | 'reopened'
  | 'withdrawn'
  | 'superseded'

interface Step {
  readonly before: Quote | null
  readonly after: Quote | null
  readonly action: Action
}

function record(work: Work, { before, after, action }: Step): void {
  const quote = after ?? before
  if (!quote) throw new Error('A revision needs a quote.')
  const from = before ? quoteAuditView(before) : {}
  const to = after ? quoteAuditView(after) : {}
  const differs = Object.entries(to).filter(
    ([name, value]) => canonicalJson(from[name] ?? null) !== canonicalJson(value ?? null),
  )
  const changes = Object.fromEntries(
    differs.map(([name, value]) => [name, [from[name] ?? null, value ?? null] as const]),
  )
  recordRevision(work, {
    resourceId: quote.id,
    version: quote.version,
    action,
    // The document as opened stays readable in one place.
    changes: action === 'opened' ? { ...changes, document: [null, to] } : changes,
    stateVersion: QUOTE_STATE_VERSION,
    stateHash: after ? hashOf(work, after) : '',
  })
  const type = action === 'reopened' ? 'quote.updated' : (`quote.${action}` as const)
  recordEvent(work, { type, resourceId: quote.id, data: quoteEventData(quote) })
}
