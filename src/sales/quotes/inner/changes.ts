import { isItem } from '@billwright/rules/line-kinds'
import { saveExternalIds } from '../../../core/external-ids/external-ids.ts'
import { saveMetadata } from '../../../core/external-ids/metadata.ts'
import type { FileOwner } from '../../../core/files/file.ts'
import { checkIfMatch, type VersionedRef } from '../../../core/http/etag.ts'
import { recordEvent, recordRevision } from '../../../core/record/journal.ts'
import { changesBetween, stateAfter } from '../../../core/record/state.ts'
import { transaction } from '../../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../../core/record/work.ts'
import { laterOf } from '../../../platform/clock.ts'
import type { Contents } from '../../contents/contents.ts'
import { OPTIONAL_FIELDS } from '../../contents/fields.ts'
import { contentsAfter, requireSeries } from '../../contents/request.ts'
import { invalidQuoteTransition } from '../errors.ts'
import { allowedFrom, type Quote, type QuoteStatus, withChoices } from '../quote.ts'
import { describeQuote, quoteEtag, quoteVersionTag } from '../read.ts'
import { toRow } from '../rows.ts'
import { QUOTE_STATE } from '../state.ts'
import { type QuoteDetails, quoteAuditView, quoteEventData } from '../view.ts'
import type { QuoteUpdateBody } from './input.ts'
import * as repository from './repository.ts'

/** The external ids and metadata for finding a quote. */
type Names = Pick<Contents, 'externalIds' | 'metadata'>

/** Locks all revisions by the first one, and reads the requested one. */
export async function lock(work: Work, { id, ifMatch }: VersionedRef) {
  const { rootId } = await repository.requireQuote(work, id)
  const family = await repository.lockFamily(work, rootId)
  const quote = await repository.requireQuote(work, id)
  if (ifMatch !== undefined && ifMatch !== quoteVersionTag(quote))
    checkIfMatch(ifMatch, quoteEtag(await describeQuote(work, quote)))
  return { quote, family }
}

export async function save(
  work: Work,
  { before, after: changed, action }: Step & { readonly before: Quote; readonly after: Quote },
): Promise<Quote> {
  const after = {
    ...changed,
    version: before.version + 1,
    updatedAt: laterOf(work.at, before.updatedAt),
  }
  // The hash of the revision that was recorded at its opening.
  const hashed = action === 'opened' ? { ...after, documentHash: hashOf(after) } : after
  await repository.updateQuote(work, hashed)
  await saveNames(work, before.content, hashed)
  record(work, { before, after: hashed, action })
  return hashed
}

export async function saveNames(work: Work, before: Names, { id, content }: Quote): Promise<void> {
  const own = { kind: 'quote', id } as const
  const { externalIds, metadata } = content
  await saveExternalIds(work, { ...own, before: before.externalIds, after: externalIds })
  await saveMetadata(work, { ...own, before: before.metadata, after: metadata })
}

/** The contents with their optional items, from a request. */
export async function contentOf(
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
  const plain = items?.map(({ optional, selected, ...item }) =>
    // On a line without an amount they stay, so that reading it refuses them.
    isItem(item) || !(optional || selected) ? item : { ...item, optional, selected },
  )
  const given = { ...rest, ...(plain ? { items: plain } : {}) }
  await requireSeries(work, given, before?.content ?? null, 'quote')
  const edited = await contentsAfter(work, before?.content ?? null, given)
  const optional = items
    ? Object.fromEntries(
        items
          .filter(isItem)
          .flatMap(({ optional, selected = false }, index) =>
            optional ? [[edited.items[index]?.id ?? '', selected] as const] : [],
          ),
      )
    : (before?.optional ?? {})
  return { content: withChoices(edited, optional), optional }
}

export function requireMove(quote: Quote, to: QuoteStatus): void {
  const allowed = allowedFrom(quote.status)
  if (!allowed.includes(to)) throw invalidQuoteTransition(quote.status, to, allowed)
}

export function change(
  work: ReadWork,
  request: VersionedRef,
  decide: (work: Work, quote: Quote, family: readonly Quote[]) => Promise<Quote>,
): Promise<QuoteDetails> {
  return transaction(work, async (work) => {
    const { quote, family } = await lock(work, request)
    return describeQuote(work, await decide(work, quote, family))
  })
}

export const NAMES = OPTIONAL_FIELDS.externalIds.wire

/** External ids are never locked, because they are not part of the offer. */
export const renamed = ({ content }: Quote, body: QuoteUpdateBody): Pick<Quote, 'content'> => {
  const given = body[NAMES]
  return { content: given === undefined ? content : { ...content, externalIds: given ?? [] } }
}

export const NO_EVIDENCE = {
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

export const fileOwner = (id: string): FileOwner => ({ kind: 'quote', id })

const hashOf = (quote: Quote): string => stateAfter(QUOTE_STATE, toRow(quote)).stateHash

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

export function record(work: Work, { before, after, action }: Step): void {
  const quote = after ?? before
  if (!quote) throw new Error('A revision needs a quote.')
  const to = after ? quoteAuditView(after) : {}
  const changes = changesBetween(before ? quoteAuditView(before) : {}, to)
  recordRevision(work, {
    resourceId: quote.id,
    version: quote.version,
    action,
    // The document as opened stays readable in one place.
    changes: action === 'opened' ? { ...changes, document: [null, to] } : changes,
    ...stateAfter(QUOTE_STATE, after && toRow(after)),
  })
  const type = action === 'reopened' ? 'quote.updated' : (`quote.${action}` as const)
  recordEvent(work, { type, resourceId: quote.id, data: quoteEventData(quote) })
}
