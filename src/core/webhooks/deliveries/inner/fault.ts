/** Why an attempt failed: as a code for programs, and as a sentence. */
export interface Fault {
  readonly reason: string
  readonly text: string
}

/** One column has both: `reason: sentence`. */
export const toStored = (fault: Fault | null): string | null =>
  fault && `${fault.reason}: ${fault.text}`

export function fromStored(stored: string | null): Fault | null {
  if (stored === null) return null
  const end = stored.indexOf(': ')
  return { reason: stored.slice(0, end), text: stored.slice(end + ': '.length) }
}
