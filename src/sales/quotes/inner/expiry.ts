import { recordEvent } from '../../../core/record/journal.ts'
import { lastEventsAt } from '../../../core/record/log.ts'
import { transaction } from '../../../core/record/transaction.ts'
import { type ReadWork, SERVICE } from '../../../core/record/work.ts'
import { isExpired, type Quote } from '../quote.ts'
import { quoteEventData } from '../view.ts'
import * as repository from './repository.ts'

const BATCH = 200
const type = 'quote.expired'

/**
 * Emits an event for each quote that expired before `today` and did not change since. Processes
 * may run it at once: the one that locks the quote checks again for another's event.
 */
export async function markExpired(work: ReadWork, today: string): Promise<void> {
  let after = ''
  for (;;) {
    const quotes = await repository.listExpired(work, { today, after, limit: BATCH })
    const told = await lastEventsAt(work, { resourceIds: quotes.map(({ id }) => id), type })
    for (const quote of quotes) if (!isTold(quote, told)) await emit(work, quote, today)
    after = quotes.at(-1)?.id ?? ''
    if (quotes.length < BATCH) return
  }
}

/** A quote that was extended or opened again can expire again. */
const isTold = ({ id, updatedAt }: Quote, told: ReadonlyMap<string, string>): boolean =>
  (told.get(id) ?? '') > updatedAt

const emit = (work: ReadWork, { id, rootId }: Quote, today: string): Promise<void> =>
  transaction(work, async (work) => {
    const family = await repository.lockFamily(work, rootId)
    const quote = family.find((it) => it.id === id)
    if (!quote || !isExpired(quote, today)) return
    if (isTold(quote, await lastEventsAt(work, { resourceIds: [id], type }))) return
    const data = quoteEventData(quote)
    recordEvent({ ...work, actor: SERVICE }, { type, resourceId: id, data })
  })
