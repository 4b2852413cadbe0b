import { divideRounded, formatMicro, MICRO, sumOf } from '@billwright/money'
import { type TNull, type TString, type TUnion, Type } from 'typebox'
import type { OnFault } from '../errors.ts'
import type { Field } from './field.ts'
import { nullable } from './shapes.ts'

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

/** Seconds of the units that a `duration` can be of. */
const DURATION_SECONDS: ReadonlyMap<string | null, bigint> = new Map([...SECONDS, ['DAY', 86_400n]])

/** Seconds of a `duration` from 0:00 to 9999:59:59; null: another text. */
export function secondsOf(text: string): bigint | null {
  const [, sign, hours, minutes, seconds = '0'] = DURATION.exec(text.trim()) ?? []
  if (sign !== '' || hours === undefined || minutes === undefined) return null
  return BigInt(hours) * 3600n + BigInt(minutes) * 60n + BigInt(seconds)
}

const DURATION_MAX = 36_000_000n

/** `0:20`, or `0:20:30` with seconds; null: longer than a `duration` can be. */
export function durationText(seconds: bigint): string | null {
  if (seconds >= DURATION_MAX) return null
  const two = (value: bigint) => String(value).padStart(2, '0')
  const text = `${seconds / 3600n}:${two((seconds / 60n) % 60n)}`
  return seconds % 60n === 0n ? text : `${text}:${two(seconds % 60n)}`
}

/** Hours, minutes, seconds or days, in millionths; null: no unit of time. */
export function quantityOfSeconds(seconds: bigint, unit: string): bigint | null {
  const perUnit = DURATION_SECONDS.get(unit)
  return perUnit === undefined ? null : divideRounded(seconds * MICRO, perUnit)
}

interface Measured {
  readonly unit: string
  /** The quantity beside the duration; null: none. */
  readonly givenMicro: bigint | null
  /** Prefix of pointers. */
  readonly at: string
  readonly onFault: OnFault
}

/** The quantity of a duration. Another one beside it is refused, as is a unit that is none of time. */
export function durationQuantity(
  seconds: bigint,
  { unit, givenMicro, at, onFault }: Measured,
): bigint {
  const quantityMicro = quantityOfSeconds(seconds, unit)
  if (quantityMicro === null)
    onFault(`${at}/unit`, 'no_time_unit', 'A duration needs the unit HUR, MIN, SEC or DAY.')
  else if (givenMicro !== null && givenMicro !== quantityMicro)
    onFault(
      `${at}/quantity`,
      'duration_differs',
      'The quantity differs from the duration. Send only one of them.',
    )
  return quantityMicro ?? 0n
}

interface Timed {
  readonly durationSeconds?: bigint | null
  readonly quantityMicro: bigint
  readonly unit: string | null
  readonly priceBaseQuantityMicro: bigint | null
}

/**
 * With a duration in whole minutes or seconds and the price for as many as its unit has, so that nothing
 * is rounded: 0:20 h at 80.00 is 20 MIN at 80.00 for 60 (EN 16931 BT-129, BT-149).
 */
export function inWholeUnits<T extends Timed>(item: T): T {
  const { durationSeconds: seconds = null, unit, priceBaseQuantityMicro: base } = item
  const perUnit = DURATION_SECONDS.get(unit)
  if (seconds === null || perUnit === undefined) return item
  const isInMinutes = seconds % 60n === 0n && perUnit >= 60n
  const size = isInMinutes ? 60n : 1n
  const baseMicro = (perUnit / size) * (base ?? MICRO)
  return {
    ...item,
    quantityMicro: (seconds / size) * MICRO,
    unit: isInMinutes ? 'MIN' : 'SEC',
    priceBaseQuantityMicro: baseMicro === MICRO ? base : baseMicro,
  }
}

/** A duration instead of a quantity: text on the wire, exact seconds in code. */
export const duration = <W extends string>(
  wire: W,
): Field<W, bigint | null, TUnion<[TString, TNull]>> => ({
  wire,
  kind: 'text',
  input: nullable(
    Type.String({
      maxLength: 20,
      description:
        '`h:mm` or `h:mm:ss`, instead of `quantity`, with the unit HUR (the default), MIN, SEC or DAY. Totals are computed from the seconds.',
    }),
  ),
  output: nullable(Type.String()),
  empty: null,
  change(_before, given, at, onFault) {
    if (given === null || given === '') return null
    const seconds = secondsOf(String(given))
    if (seconds === null)
      onFault(at, 'wrong_format', 'Wrong format: use hours and minutes, e.g. 1:20 or 0:20:30.', {
        reason: 'time',
      })
    return seconds
  },
  load: (stored) => (typeof stored === 'string' ? secondsOf(stored) : null),
  store: (value) => (value === null ? undefined : durationText(value)),
  view: (value) => (value === null ? null : durationText(value)),
})
