import { addTargetDays } from '@billwright/sepa'
import { currentSettings } from '../../company/settings/read.ts'
import { type CompanyJob, handle } from '../../core/jobs/handler.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { dayOf } from '../../platform/clock.ts'
import type { Collection } from '../collections/collection.ts'
import { companiesWithActive, listCollectionsWithStatus } from '../collections/read.ts'
import { bookMoney } from './outcome.ts'
import { lockDebits } from './statement.ts'

const AT_ONCE = 500
/** Refusals before settlement are known by then. */
const SETTLED_TARGET_DAYS = 2

/** For companies that import no statements: books what nobody refused. */
export const bookByDueDateJob = (): CompanyJob => ({
  ...handle({ name: 'direct_debit.book', parallel: 1, everySeconds: 60 }, async (work) => {
    const { directDebit, timeZone } = await currentSettings(work)
    if (directDebit.bookOn !== 'due_date') return null
    const today = dayOf(work.at, timeZone)
    const due = { statuses: ['submitted'], via: 'file', until: today } as const
    for (const it of await listCollectionsWithStatus(work, due, AT_ONCE))
      if (isOver(it, today)) await book(work, it.id, today)
    return null
  }),
  isRare: true,
  findDue: companiesWithActive,
})

const isOver = ({ status, via, nextOn }: Collection, today: string): boolean =>
  status === 'submitted' &&
  via === 'file' &&
  nextOn !== null &&
  addTargetDays(nextOn, SETTLED_TARGET_DAYS) <= today

function book(work: ReadWork, id: string, today: string): Promise<void> {
  return transaction(work, async (work) => {
    const it = (await lockDebits(work, [id])).get(id)
    if (it && isOver(it, today)) await bookMoney(work, it, { day: today, note: 'unconfirmed' })
  })
}
