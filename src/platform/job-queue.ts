/** Lets a few jobs run at once and a few more wait their turn, in order. */
export interface JobQueue {
  /** Runs the job now or in its turn. Throws `QueueFull` at once, or after waiting `waitMs`. */
  run<T>(job: () => Promise<T>, waitMs: number): Promise<T>
  /** Resolves once nothing runs or waits. */
  drained(): Promise<void>
}

export class QueueFull extends Error {}

export function createJobQueue(slots: number, waitingMax: number): JobQueue {
  const waiting = new Set<() => void>()
  const idle = new Set<() => void>()
  let running = 0

  const turn = (waitMs: number) =>
    new Promise<void>((resolve, reject) => {
      if (waiting.size >= waitingMax) return reject(new QueueFull('Too many jobs are waiting.'))
      const timer = setTimeout(() => {
        waiting.delete(start)
        reject(new QueueFull('The job waited too long.'))
      }, waitMs)
      const start = () => {
        clearTimeout(timer)
        resolve()
      }
      waiting.add(start)
    })

  /** Hands the slot to the next in line, so that nobody can slip in between. */
  const leave = () => {
    const [next] = waiting
    if (next) {
      waiting.delete(next)
      next()
      return
    }
    running -= 1
    if (running > 0) return
    for (const resolve of idle) resolve()
    idle.clear()
  }

  return {
    run: async (job, waitMs) => {
      if (running < slots) running += 1
      else await turn(waitMs)
      try {
        return await job()
      } finally {
        leave()
      }
    },
    drained: () =>
      new Promise((resolve) => {
        if (running === 0) resolve()
        else idle.add(resolve)
      }),
  }
}
