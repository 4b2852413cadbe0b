import { type Clock, instant } from '../../../../platform/clock.ts'
import { seal, unseal } from '../../../../platform/seal.ts'

interface Ending {
  readonly expiresAt: string
}

/** The browser stores it for some minutes and cannot read it; no table has it. */
export const sealUntil = (secret: string, place: string, value: Ending): string =>
  seal(secret, place, JSON.stringify(value))

/** Null: it was not sealed here, or it has expired. */
export function unsealInTime<T>(
  secret: string,
  place: string,
  sealed: string,
  clock: Clock,
): (T & Ending) | null {
  const text = unseal(secret, place, sealed)
  const value = text === null ? null : (JSON.parse(text) as T & Ending)
  return value !== null && value.expiresAt > instant(clock) ? value : null
}
