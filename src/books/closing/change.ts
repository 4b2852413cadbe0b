import type { Closing } from '../../company/closing/closing.ts'
import { lockClosing, readClosing, saveClosing } from '../../company/closing/open.ts'
import { currentSettings } from '../../company/settings/read.ts'
import { isFirst } from '../../core/companies/company.ts'
import { checkIfMatch, etagOf } from '../../core/http/etag.ts'
import { recordEvent } from '../../core/record/journal.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { addDays } from '../../kernel/calendar.ts'
import { dayOf } from '../../platform/clock.ts'
import { readBookSums } from '../reports/book-sums.ts'
import { alreadyClosed, notClosed, notPast } from './inner/errors.ts'
import { bookSumsView } from './sums-view.ts'

/** Every company has such a resource, so the tag contains the company. */
export const booksEtag = ({ company }: Pick<ReadWork, 'company'>, { version }: Closing): string =>
  etagOf(isFirst(company) ? 'books' : `books-${company.id}`, version)

export const readBooks = (work: ReadWork): Promise<Closing> => readClosing(work)

/**
 * Closes the books until a past day: documents and payments until then no longer change.
 *
 * @throws AppError `not_past`, `already_closed`
 */
export function closeBooks(
  work: ReadWork,
  { until, note, ifMatch }: { readonly until: string; readonly note: string | null } & IfMatch,
): Promise<Closing> {
  return transaction(work, async (work) => {
    const before = await lockClosing(work)
    checkIfMatch(ifMatch, booksEtag(work, before))
    const today = dayOf(work.at, (await currentSettings(work)).timeZone)
    if (until >= today) throw notPast(addDays(today, -1))
    if (before.until !== null && until <= before.until) throw alreadyClosed(before.until)
    const sums = bookSumsView(await readBookSums(work, until))
    return save(work, before, { until, note, sums })
  })
}

/**
 * Opens the days after `to` again; null: all days. The reason stays in the event.
 *
 * @throws AppError `not_closed`
 */
export function reopenBooks(
  work: ReadWork,
  { to, reason, ifMatch }: { readonly to: string | null; readonly reason: string } & IfMatch,
): Promise<Closing> {
  return transaction(work, async (work) => {
    const before = await lockClosing(work)
    checkIfMatch(ifMatch, booksEtag(work, before))
    if (before.until === null || (to !== null && to >= before.until)) throw notClosed(before.until)
    const sums = to === null ? null : bookSumsView(await readBookSums(work, to))
    return save(work, before, { until: to, note: reason, sums })
  })
}

interface IfMatch {
  readonly ifMatch: string | undefined
}

async function save(
  work: Work,
  before: Closing,
  change: Pick<Closing, 'until' | 'note' | 'sums'>,
): Promise<Closing> {
  const closing: Closing = {
    ...change,
    version: before.version + 1,
    changedBy: work.actor.name,
    changedAt: work.at,
  }
  await saveClosing(work, closing)
  const { until, note, version } = closing
  const isClosed = until !== null && (before.until === null || until > before.until)
  recordEvent(work, {
    type: isClosed ? 'books.closed' : 'books.reopened',
    resourceId: 'books',
    data: { closed_until: until, closed_until_before: before.until, note, version },
  })
  return closing
}
