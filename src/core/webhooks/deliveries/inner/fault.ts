/** Why an attempt failed: as a code for programs, and as a sentence. */
export interface Fault {
  /** Null: an earlier version stored only the sentence. */
  readonly reason: string | null
  readonly text: string
}

/** One column has both: `reason: sentence`. */
export const toStored = (fault: Fault | null): string | null =>
  fault && (fault.reason === null ? fault.text : `${fault.reason}: ${fault.text}`)

export function fromStored(stored: string | null): Fault | null {
  if (stored === null) return null
  const [, reason, text] = /^([a-z_]+): (.*)$/s.exec(stored) ?? []
  return reason === undefined || text === undefined
    ? { reason: null, text: stored }
    : { reason, text }
}
