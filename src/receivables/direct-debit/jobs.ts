import { addTargetDays } from '@billwright/sepa'
import { currentSettings } from '../../company/settings/read.ts'
import { type CompanyJob, handle } from '../../core/jobs/handler.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { dayOf } from '../../platform/clock.ts'
import type { Collection } from '../collections/collection.ts'
import { noteUnconfirmed } from '../collections/outcome.ts'
import {
  companiesWithActive,
  listCollectionsWithStatus,
  lockCollection,
} from '../collections/read.ts'
import { bookMoney } from './outcome.ts'
import { lockDebits } from './statement.ts'

const AT_ONCE = 500
/** Refusals before settlement are known by then. */
const SETTLED_TARGET_DAYS = 2

/** Statements have shown it by then. */
const SEEN_TARGET_DAYS = 5

/**
 * For companies that import no statements: books what nobody refused. For the others: notes what no
 * statement shows.
 */
export const bookByDueDateJob = (): CompanyJob => ({
  ...handle({ name: 'direct_debit.book', parallel: 1, everySeconds: 60 }, async (work) => {
    const { directDebit, timeZone } = await currentSettings(work)
    const isByDay = directDebit.bookOn === 'due_date'
    const today = dayOf(work.at, timeZone)
    const due = { statuses: ['submitted'], via: 'file', until: today } as const
    for (const it of await listCollectionsWithStatus(work, due, AT_ONCE))
      if (isByDay && isOver(it, today, SETTLED_TARGET_DAYS)) await book(work, it.id, today)
      else if (!isByDay && isUnseen(it, today)) await note(work, it.id, today)
    return null
  }),
  isRare: true,
  findDue: companiesWithActive,
})

const isOver = ({ status, via, nextOn }: Collection, today: string, days: number): boolean =>
  status === 'submitted' &&
  via === 'file' &&
  nextOn !== null &&
  addTargetDays(nextOn, days) <= today

/** A person who acknowledged it is not told again. */
const isUnseen = (it: Collection, today: string): boolean =>
  isOver(it, today, SEEN_TARGET_DAYS) &&
  it.updatedAt.slice(0, today.length) < addTargetDays(it.nextOn ?? today, SEEN_TARGET_DAYS)

function note(work: ReadWork, id: string, today: string): Promise<void> {
  return transaction(work, async (work) => {
    const it = await lockCollection(work, id)
    if (isUnseen(it, today)) await noteUnconfirmed(work, it)
  })
}

function book(work: ReadWork, id: string, today: string): Promise<void> {
  return transaction(work, async (work) => {
    const it = (await lockDebits(work, [id])).get(id)
    if (it && isOver(it, today, SETTLED_TARGET_DAYS))
      await bookMoney(work, it, { day: today, note: 'unconfirmed' })
  })
}
