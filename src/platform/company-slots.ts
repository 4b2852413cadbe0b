import { overloaded } from '../kernel/errors.ts'
import { createFairQueue, QueueFull } from './fair-queue.ts'

const AT_ONCE = 2
const WAITING_MAX = 20
const WAIT_MS = 30_000

/** Each company may run two long tasks at once; more wait in the company's own queue. */
interface CompanySlots {
  /** Returns a function to call at the end. Throws 503 if too many wait, or one waits too long. */
  enter(company: bigint): Promise<() => void>
  run<T>(company: bigint, work: () => Promise<T>): Promise<T>
}

export function createCompanySlots(): CompanySlots {
  const queue = createFairQueue({
    slots: Infinity,
    slotsPerKey: AT_ONCE,
    waitingMax: WAITING_MAX,
  })
  const enter = (company: bigint) =>
    queue.enter(WAIT_MS, company).catch((error: unknown) => {
      throw error instanceof QueueFull ? overloaded() : error
    })
  return {
    enter,
    async run(company, work) {
      const leave = await enter(company)
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
