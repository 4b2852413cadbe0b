import { searchParts } from '@billwright/rules/folding'
import { etagOf } from '../../core/http/etag.ts'
import {
  type Page,
  type PageQueryInput,
  toPage,
  toPageRequest,
} from '../../core/http/pagination.ts'
import type { ReadWork } from '../../core/record/work.ts'
import type { Message } from '../mail/message.ts'
import type { RecurringInvoice, Run, Status } from './inner/recurring.ts'
import * as repository from './inner/repository.ts'

export { listAttention as listAttentionRecurring } from './inner/repository.ts'

interface RecurringQuery extends PageQueryInput {
  readonly q?: string
  readonly status?: string
  readonly customer_id?: string
  readonly attention?: boolean
  readonly next_before?: string
}

/** A recurring invoice with its last run. */
export interface RecurringDetails {
  readonly recurring: RecurringInvoice
  readonly lastRun: Run | null
}

export const recurringEtag = ({ recurring }: RecurringDetails): string =>
  etagOf(recurring.id, recurring.version)

export async function getRecurring(work: ReadWork, id: string): Promise<RecurringDetails> {
  return detailsOf(work, await repository.requireRecurring(work, id))
}

export async function listRecurring(
  work: ReadWork,
  query: RecurringQuery,
): Promise<Page<RecurringDetails>> {
  const request = toPageRequest(query, 'next')
  const filter = toFilter(query)
  const rows = await repository.listRecurring(work, filter, request)
  const total = query.include ? await repository.countRecurring(work, filter) : null
  const position = (row: RecurringInvoice) => ({
    value: repository.sortValueOf(request.sort, row),
    id: row.id,
  })
  const page = toPage(rows, request, position, total)
  const data: RecurringDetails[] = []
  for (const recurring of page.data) data.push(await detailsOf(work, recurring))
  return { ...page, data }
}

export async function listRuns(
  work: ReadWork,
  id: string,
  query: PageQueryInput,
): Promise<Page<Run>> {
  await repository.requireRecurring(work, id)
  const request = toPageRequest(query, '-date')
  const rows = await repository.listRuns(work, id, request)
  const total = query.include ? await repository.countRuns(work, id) : null
  return toPage(rows, request, ({ date }) => ({ value: date, id: date }), total)
}

/** Since when the first unchecked one is due. */
export function listOverdueSince(work: ReadWork) {
  return repository.findEarliestDue(work)
}

export async function detailsOf(
  work: ReadWork,
  recurring: RecurringInvoice,
): Promise<RecurringDetails> {
  return {
    recurring,
    lastRun: (await repository.findLastRun(work, recurring.id)) ?? null,
  }
}

const toFilter = (query: RecurringQuery): repository.RecurringFilter => ({
  words: searchParts(query.q),
  status: (query.status ?? null) as Status | null,
  customerId: query.customer_id ?? null,
  attention: query.attention ?? null,
  nextBefore: query.next_before ?? null,
})

/** Right before a notice is sent: why it must not be sent anymore, or null. */
export async function reasonNotToNotify(work: ReadWork, { subject }: Pick<Message, 'subject'>) {
  const known = subject && (await repository.findRecurring(work, subject.id))
  if (!known) return 'deleted'
  return known.status === 'active' ? null : 'recurring_stopped'
}
