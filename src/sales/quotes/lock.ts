import type { VersionedRef } from '../../core/http/etag.ts'
import type { Work } from '../../core/record/work.ts'
import { lock } from './inner/changes.ts'
import * as repository from './inner/repository.ts'
import type { Quote } from './quote.ts'

/** For a change by another room, in its transaction. */
export async function lockQuoteForChange(work: Work, change: VersionedRef): Promise<Quote> {
  return (await lock(work, change)).quote
}

/** Locks a quote with its revisions until the transaction ends; false if it does not exist. */
export async function lockQuote(work: Work, { id, rootId }: Quote): Promise<boolean> {
  return (await repository.lockFamily(work, rootId)).some((quote) => quote.id === id)
}
