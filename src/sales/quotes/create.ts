import { textsIn } from '@billwright/rules/default-texts'
import { currentSettings } from '../../company/settings/read.ts'
import { copyFiles } from '../../core/files/change.ts'
import type { VersionedRef } from '../../core/http/etag.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { addDays } from '../../kernel/calendar.ts'
import { newId } from '../../platform/ids.ts'
import { describeContents } from '../contents/live.ts'
import { invalidQuoteTransition } from './errors.ts'
import { contentOf, fileOwner, lock, record, saveNames } from './inner/changes.ts'
import type { QuoteCreateBody } from './inner/input.ts'
import * as repository from './inner/repository.ts'
import { depositTerms } from './inner/terms.ts'
import { type Quote, UNOPENED } from './quote.ts'
import { describeQuote, todayOf } from './read.ts'
import type { QuoteDetails } from './view.ts'

export function createQuote(work: ReadWork, body: QuoteCreateBody): Promise<QuoteDetails> {
  return transaction(work, async (work) => {
    const current = await currentSettings(work)
    const { content, optional } = await contentOf(work, null, body)
    const { quoteTerms } = textsIn(current, content.language)
    const { contents } = await describeContents(work, content)
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
      customerName: contents.buyer.name,
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
    const textLines = draft.content.textLines?.map((line) => ({ ...line, id: newId('itm') }))
    const optional = Object.entries(draft.optional).map(([id, is]) => [renamed(id), is])
    return insert(work, {
      ...draft,
      rootId: draft.id,
      revision: 1,
      content: { ...draft.content, items, ...(textLines && { textLines }) },
      optional: Object.fromEntries(optional),
    })
  })
}

async function insert(work: Work, quote: Quote): Promise<QuoteDetails> {
  await repository.insertQuote(work, quote)
  await saveNames(work, { externalIds: [], metadata: {} }, quote)
  record(work, { before: null, after: quote, action: 'created' })
  return describeQuote(work, quote)
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
