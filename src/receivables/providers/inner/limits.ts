import { pause, stopwatch } from '../../../platform/clock.ts'

/** Requests of one process to one provider at the same time. */
const PARALLEL = 4

/** Lets the requests of one process to one provider pass one after the other, at most so many a second. */
export class RequestLimit {
  private readonly elapsedMs = stopwatch()
  private readonly spacingMs: number
  private readonly waiting: (() => void)[] = []
  private nextMs = 0
  private running = 0

  constructor(perSecond: number) {
    this.spacingMs = 1000 / perSecond
  }

  async run<T>(request: () => Promise<T>): Promise<T> {
    if (this.running >= PARALLEL) await new Promise<void>((go) => this.waiting.push(go))
    else this.running += 1
    try {
      const nowMs = this.elapsedMs()
      const startMs = Math.max(nowMs, this.nextMs)
      this.nextMs = startMs + this.spacingMs
      if (startMs > nowMs) await pause(startMs - nowMs)
      return await request()
    } finally {
      const next = this.waiting.shift()
      if (next) next()
      else this.running -= 1
    }
  }

  /** Sends nothing for this time, because the provider asked for it. */
  holdFor(seconds: number): void {
    this.nextMs = Math.max(this.nextMs, this.elapsedMs() + seconds * 1000)
  }
}
