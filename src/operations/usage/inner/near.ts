import type { LimitName } from '@billwright/rules/limits'

/** The level of the warning. */
const NEAR_PERCENT = 80

/** Rounded down, so that 100 means used up. */
export const percentOf = (used: number, max: number): number =>
  max === 0 ? 100 : Number((BigInt(used) * 100n) / BigInt(max))

export interface Counted {
  readonly name: LimitName
  readonly used: number
  readonly max: number
}

/** A limit above the warning level. */
export interface NearLimit extends Counted {
  readonly percent: number
  readonly since: string
}

/** The stored form: since when a limit is near, and whether it was reached. */
export type Noted = Readonly<
  Partial<Record<LimitName, { readonly since: string; readonly isReached: boolean }>>
>

/** @param at since when those are near that were not noted before */
export const nearOf = (
  counted: readonly Counted[],
  noted: Noted,
  at: string,
): readonly NearLimit[] =>
  counted
    .map((it) => ({ ...it, percent: percentOf(it.used, it.max) }))
    .filter(({ percent }) => percent >= NEAR_PERCENT)
    .map((it) => ({ ...it, since: noted[it.name]?.since ?? at }))

const isReached = ({ percent }: Pick<NearLimit, 'percent'>): boolean => percent >= 100

export const toNoted = (near: readonly NearLimit[]): Noted =>
  Object.fromEntries(near.map((it) => [it.name, { since: it.since, isReached: isReached(it) }]))

/** The limits that have newly come near or been reached. */
export const newsOf = (near: readonly NearLimit[], noted: Noted): readonly NearLimit[] =>
  near.filter((it) => {
    const before = noted[it.name]
    return before === undefined || (isReached(it) && !before.isReached)
  })
