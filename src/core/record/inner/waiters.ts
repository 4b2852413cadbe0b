import { after, pause } from '../../../platform/clock.ts'
import type { CompanyId } from '../../../platform/database/tables.ts'
import type { Page } from '../../http/pagination.ts'

const LOOK_AGAIN_MS = 250
/** Each waiting request reads the log four times a second. */
const WAITERS_MAX = 100
const WAITERS_OF_A_COMPANY_MAX = 10

interface Wait {
  readonly company: CompanyId
  readonly seconds: number
  /** Whether to end early, because nobody waits for the answer or the service stops. */
  readonly isOver: () => boolean
}

/** Requests of this process that wait for an entry of a list. */
export function createWaiters() {
  const waiting: CompanyId[] = []

  const hasPlace = (company: CompanyId): boolean =>
    waiting.length < WAITERS_MAX &&
    waiting.filter((it) => it === company).length < WAITERS_OF_A_COMPANY_MAX

  return {
    /** Reads repeatedly until the page has an entry. Requests above the limits are answered at once. */
    async firstFilled<T>(
      read: () => Promise<Page<T> | undefined>,
      { company, seconds, isOver }: Wait,
    ): Promise<Page<T> | undefined> {
      let page = await read()
      if (seconds === 0 || !hasPlace(company)) return page
      let isLate = false
      const cancel = after(seconds * 1000, () => {
        isLate = true
      })
      waiting.push(company)
      try {
        while (page?.data.length === 0 && !isOver() && !isLate) {
          await pause(LOOK_AGAIN_MS)
          page = await read()
        }
        return page
      } finally {
        cancel()
        waiting.splice(waiting.indexOf(company), 1)
      }
    },
  }
}
