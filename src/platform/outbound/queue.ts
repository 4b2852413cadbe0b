import { outboundBusy } from './errors.ts'

export interface OutboundQueue {
  /**
   * Resolves when it is one's turn, to what ends it. `outbound_busy` when full or waited too long.
   */
  enter(): Promise<() => void>
}

export interface QueueLimits {
  readonly active: number
  readonly waiting: number
  readonly waitMs: number
}

/** First come, first served. A slow origin can use up its share of sockets, never the process. */
export function createOutboundQueue({ active, waiting, waitMs }: QueueLimits): OutboundQueue {
  let running = 0
  const line: (() => void)[] = []
  const busy = () => outboundBusy(Math.ceil(waitMs / 1000))

  const leaveOnce = () => {
    let hasLeft = false
    return () => {
      if (hasLeft) return
      hasLeft = true
      const next = line.shift()
      // The place is handed over, so that nobody slips in between.
      if (next) next()
      else running -= 1
    }
  }

  const turnInLine = () =>
    new Promise<void>((resolve, reject) => {
      const turn = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        line.splice(line.indexOf(turn), 1)
        reject(busy())
      }, waitMs)
      line.push(turn)
    })

  return {
    async enter() {
      if (running < active) running += 1
      else if (line.length >= waiting) throw busy()
      else await turnInLine()
      return leaveOnce()
    },
  }
}
