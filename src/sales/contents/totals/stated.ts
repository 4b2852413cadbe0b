import { divideRounded } from '@billwright/money'
import type { Contents } from '../contents.ts'
import { isStated, restated } from '../withholdings.ts'
import { withTotals } from './totals.ts'

/* The stated amounts of withholdings in parts of a document. Pure. */

/** The base of each withholding, and the net. */
export interface Bases {
  readonly netMinor: bigint
  readonly baseMinor: readonly bigint[]
}

/** Does not depend on the stated amounts, which may exceed those of a part. */
export function basesOf(contents: Contents): Bases {
  const { netMinor, withheld = [] } = withTotals(restated(contents, () => 0n)).totals
  return { netMinor, baseMinor: withheld.map(({ baseMinor }) => baseMinor) }
}

/** Of a stated amount, the share of a part: by base, or by net if nothing is withheld on. */
export function statedShare(
  statedMinor: bigint,
  at: number,
  { part, whole }: { readonly part: Bases; readonly whole: Bases },
): bigint {
  const base = whole.baseMinor[at] ?? 0n
  const [ofPart, ofWhole] =
    base === 0n ? [part.netMinor, whole.netMinor] : [part.baseMinor[at] ?? 0n, base]
  if (ofWhole === 0n) return statedMinor
  return divideRounded(statedMinor * ofPart, ofWhole)
}

/** A stated amount has no sign: the base has it. */
export const unsigned = (minor: bigint): bigint => (minor < 0n ? -minor : minor)

/** The part of a document with its share of the stated amounts. */
export function withStatedShare<C extends Contents>(part: C, whole: Contents): C {
  if (!isStated(part)) return part
  const bases = { part: basesOf(part), whole: basesOf(whole) }
  return restated(part, (statedMinor, at) => unsigned(statedShare(statedMinor, at, bases)))
}
