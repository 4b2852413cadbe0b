import type { Page } from '../http/pagination.ts'
import { pause } from '../platform/clock.ts'

const LOOK_AGAIN_MS = 250
/** Each reads the log four times a second. */
const WAITERS_MAX = 100

interface Wait {
  readonly seconds: number
  /** Whether to end early: nobody waits for the answer, or the service stops. */
  readonly isOver: () => boolean
}

/** Requests of this process that wait for an entry of a list. */
export function createWaiters() {
  let waiting = 0
  return {
    /** Reads until the page has an entry. Beyond the limit, requests get their page at once. */
    async firstFilled<T>(
      read: () => Promise<Page<T> | undefined>,
      { seconds, isOver }: Wait,
    ): Promise<Page<T> | undefined> {
      let page = await read()
      if (waiting >= WAITERS_MAX) return page
      waiting += 1
      try {
        for (let leftMs = seconds * 1000; leftMs > 0; leftMs -= LOOK_AGAIN_MS) {
          if (page?.data.length !== 0 || isOver()) break
          await pause(LOOK_AGAIN_MS)
          page = await read()
        }
        return page
      } finally {
        waiting -= 1
      }
    },
  }
}
