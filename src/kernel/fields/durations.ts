import { divideRounded, formatMicro, MICRO, sumOf } from '@billwright/money'

/* Durations typed as `h:mm` or `h:mm:ss`. Twenty minutes are no decimal fraction of an hour. */

const DURATION = /^(-?)(\d{1,4}):([0-5]\d)(?::([0-5]\d))?$/

/** Seconds of the units in which a duration can be a quantity. */
const SECONDS: ReadonlyMap<string | null, bigint> = new Map([
  ['HUR', 3600n],
  ['MIN', 60n],
  ['SEC', 1n],
])

export const isDuration = (value: unknown): value is string =>
  typeof value === 'string' && DURATION.test(value.trim())

export const isUnitOfTime = (unit: string | null): boolean => SECONDS.has(unit)

/** `0:20` in hours is `0.333333`; the text itself if it is no duration in this unit. */
export function quantityOf(text: string, unit: string): string {
  const [, sign, hours, minutes, seconds = '0'] = DURATION.exec(text.trim()) ?? []
  const perUnit = SECONDS.get(unit)
  if (hours === undefined || minutes === undefined || perUnit === undefined) return text
  const whole = BigInt(hours) * 3600n + BigInt(minutes) * 60n + BigInt(seconds)
  return `${sign}${formatMicro(divideRounded(whole * MICRO, perUnit))}`
}

/**
 * The sum of quantities: in seconds, rounded once, if each of a unit of time is the rounding of whole
 * seconds. So three times 0.333333 hours are 1 hour.
 */
export function sumOfQuantities(quantitiesMicro: readonly bigint[], unit: string | null): bigint {
  const perUnit = SECONDS.get(unit) ?? 1n
  const seconds = quantitiesMicro.map((micro) => divideRounded(micro * perUnit, MICRO))
  const isExact = seconds.every(
    (it, index) => divideRounded(it * MICRO, perUnit) === quantitiesMicro[index],
  )
  return isExact ? divideRounded(sumOf(seconds) * MICRO, perUnit) : sumOf(quantitiesMicro)
}
