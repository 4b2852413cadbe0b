import { AmountError, formatMinor, parseMinor } from '@billwright/money'
import { currentSettings } from '../../company/settings/read.ts'
import { SCOPES } from '../../core/http/actor.ts'
import type { VersionedRef } from '../../core/http/etag.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { type Fault, faultList, invalidRequest } from '../../kernel/errors.ts'
import { ruled } from '../../kernel/fields/field.ts'
import { line } from '../../kernel/fields/rules.ts'
import { describeContents } from '../contents/live.ts'
import { hashOfToken } from '../invoices/share-token.ts'
import { quoteChanged, quoteExpired, quoteLinkNotFound, quoteTotalChanged } from './errors.ts'
import { bill, billDeposit, restOf } from './inner/billing.ts'
import { change, NO_EVIDENCE, requireMove, save } from './inner/changes.ts'
import type { StaffAnswerBody } from './inner/input.ts'
import * as repository from './inner/repository.ts'
import { type Answer, countedContent, isExpired, type Quote, withChoices } from './quote.ts'
import { describeQuote, shown, todayOf } from './read.ts'
import type { QuoteDetails } from './view.ts'

const NAME_LENGTH_MIN = 2

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
    document: await describeContents(work, content),
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

async function answer(
  work: Work,
  quote: Quote,
  { given, selected }: { readonly given: Answer; readonly selected: readonly string[] | null },
): Promise<Quote> {
  const to = given.kind === 'accepted' ? 'accepted' : 'declined'
  requireMove(quote, to)
  const name = nameOf(given)
  const optional = given.kind === 'accepted' ? chosen(quote, selected) : quote.optional
  const ids = Object.keys(optional).filter((id) => optional[id])
  const after = await save(work, {
    before: quote,
    after: {
      ...quote,
      status: to,
      optional,
      content: withChoices(quote.content, optional),
      answers: [...quote.answers, { ...given, name, selected: ids }],
      answeredAt: work.at,
    },
    action: to,
  })
  if (to === 'accepted') await billAccepted(byQuote(work, after), after)
  return after
}

/** The name as papers print it: trimmed, one line. */
function nameOf({ kind, name: given }: Answer): string | null {
  const name = given?.trim() ?? ''
  const { onFault, refuse } = faultList()
  if (kind === 'accepted' && given !== null && name.length < NAME_LENGTH_MIN)
    onFault('/name', 'too_short', `Too short: use at least ${NAME_LENGTH_MIN} characters.`, {
      min: NAME_LENGTH_MIN,
    })
  ruled(line, name, '/name', onFault)
  refuse()
  return name || null
}

/** The automatic action of a quote after acceptance. */
async function billAccepted(work: Work, quote: Quote): Promise<void> {
  if (countedContent(quote).items.length === 0) return
  if (quote.onAccept === 'draft_invoice') await bill(work, quote, restOf(quote, []))
  if (quote.onAccept === 'draft_deposit' && quote.depositPercentMicro !== null)
    await billDeposit(work, quote, { kind: 'percent', percentMicro: quote.depositPercentMicro })
}

async function requireRoot(work: ReadWork, token: string): Promise<string> {
  const rootId = await repository.findRootId(work, hashOfToken(work.company, token))
  if (rootId === undefined) throw quoteLinkNotFound()
  return rootId
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
