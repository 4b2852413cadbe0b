/** A sleep that can be cut short. */
export interface Alarm {
  /** Ends the current `wait`, or the next one. */
  ring(): void
  /** Resolves after `ms`, or when the alarm rings. */
  wait(ms: number): Promise<void>
}

export function createAlarm(): Alarm {
  let isRung = false
  let wake = () => {}
  return {
    ring() {
      isRung = true
      wake()
    },
    async wait(ms) {
      if (!isRung)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      isRung = false
    },
  }
}
