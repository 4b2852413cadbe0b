import { nextNumber } from '../../company/settings/numbering/next.ts'
import { currentSettings } from '../../company/settings/read.ts'
import { seriesOf } from '../../company/settings/series/change.ts'
import { requireIssuing } from '../../core/companies/errors.ts'
import type { VersionedRef } from '../../core/http/etag.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { newSecret } from '../../platform/ids.ts'
import { requireItem } from '../contents/errors.ts'
import { freezeContents } from '../contents/live.ts'
import { listInvoicesOfQuote } from '../invoices/read.ts'
import { deriveShareToken, hashOfToken } from '../invoices/share-token.ts'
import { invalidQuoteTransition, quoteExpired, quoteInvoiced, quoteNumberTaken } from './errors.ts'
import { change, fileOwner, NO_EVIDENCE, requireMove, save } from './inner/changes.ts'
import { markExpired } from './inner/expiry.ts'
import * as repository from './inner/repository.ts'
import { type Answer, allowedFrom, isExpired, type Quote, withChoices } from './quote.ts'
import { todayOf } from './read.ts'
import type { QuoteDetails } from './view.ts'

export function openQuote(work: ReadWork, request: VersionedRef): Promise<QuoteDetails> {
  return change(work, request, async (work, draft, family) => {
    requireIssuing(work)
    requireMove(draft, 'open')
    if (draft.status !== 'draft') throw invalidQuoteTransition(draft.status, 'open', [])
    const today = await todayOf(work)
    const { issueDate } = draft.content
    // A quote of tomorrow cannot have been valid until today.
    if (isExpired({ ...draft, status: 'open' }, issueDate > today ? issueDate : today))
      throw quoteExpired(draft.validUntil ?? '')
    requireItem(draft.content)
    const content = await freezeContents(work, draft.content, fileOwner(draft.id))
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

export function withdrawQuote(work: ReadWork, request: VersionedRef): Promise<QuoteDetails> {
  return change(work, request, async (work, before) => {
    requireMove(before, 'withdrawn')
    const after = { ...before, status: 'withdrawn' as const }
    return save(work, { before, after, action: 'withdrawn' })
  })
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

/** Records once that a quote expired, and again after its last day changed. */
export async function markQuotesExpired(work: ReadWork): Promise<void> {
  await markExpired(work, await todayOf(work))
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
