/** A sleep that can be cut short. */
export interface Alarm {
  /** Ends the current `wait`, or the next one. */
  ring(): void
  /** Resolves after `ms`, or when the alarm rings, and says whether it rang. */
  wait(ms: number): Promise<boolean>
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
      const hasRung = isRung
      isRung = false
      return hasRung
    },
  }
}
