import { isDeepStrictEqual } from 'node:util'
import { deleteExternalIds } from '../../core/external-ids/external-ids.ts'
import { deleteMetadata } from '../../core/external-ids/metadata.ts'
import { deleteFilesOf } from '../../core/files/change.ts'
import { requireScope } from '../../core/http/actor.ts'
import type { VersionedRef } from '../../core/http/etag.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { describeContents } from '../contents/live.ts'
import { quoteLocked } from './errors.ts'
import {
  change,
  contentOf,
  fileOwner,
  lock,
  NAMES,
  record,
  renamed,
  save,
} from './inner/changes.ts'
import type { QuoteUpdateBody } from './inner/input.ts'
import * as repository from './inner/repository.ts'
import { depositTerms } from './inner/terms.ts'
import type { Quote } from './quote.ts'
import type { QuoteDetails } from './view.ts'

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
    const { contents } = await describeContents(work, after.content)
    const shown = { ...after, customerName: contents.buyer.name }
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
