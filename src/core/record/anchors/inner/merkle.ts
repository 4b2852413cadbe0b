import { sha256 } from '../../../../platform/ids.ts'

/** The head of a company's chain. */
export interface AnchoredHead {
  /** `com_` and a UUID. */
  readonly companyId: string
  readonly sequence: bigint
  readonly hash: string
}

/** A neighbor on the path from a head to the root. */
export interface PathStep {
  readonly side: 'left' | 'right'
  readonly hash: string
}

export const leafOfHead = ({ companyId, sequence, hash }: AnchoredHead): string =>
  leafOf(['head', companyId, `${sequence}`, hash])

/** The first leaf, so that each root also proves all earlier roots. */
export const leafOfRoot = (previousRoot: string): string => leafOf(['root', previousRoot])

/**
 * The root of a Merkle tree: SHA-256 of pairs, level by level; a node without a neighbor moves up.
 */
export function rootOf(leaves: readonly string[]): string {
  let level = leaves
  while (level.length > 1) level = levelAbove(level)
  return level[0] ?? leafOfRoot('')
}

/** The path from the leaf at that position to the root. */
export function pathOf(leaves: readonly string[], place: number): readonly PathStep[] {
  const path: PathStep[] = []
  let at = place
  for (let level = leaves; level.length > 1; level = levelAbove(level)) {
    const isLeft = at % 2 === 0
    const neighbor = level[isLeft ? at + 1 : at - 1]
    if (neighbor !== undefined) path.push({ side: isLeft ? 'right' : 'left', hash: neighbor })
    at = (at - (at % 2)) / 2
  }
  return path
}

/** The root of a path from a leaf. */
export const rootOfPath = (leaf: string, path: readonly PathStep[]): string =>
  path.reduce(
    (hash, step) => (step.side === 'left' ? nodeOf(step.hash, hash) : nodeOf(hash, step.hash)),
    leaf,
  )

/** The words `leaf` and `node` prevent mistaking one for the other. */
const leafOf = (parts: readonly string[]): string => sha256(`leaf ${JSON.stringify(parts)}`)
const nodeOf = (left: string, right: string): string => sha256(`node ${left} ${right}`)

function levelAbove(level: readonly string[]): readonly string[] {
  const above: string[] = []
  for (let at = 0; at < level.length; at += 2) {
    const [left = '', right] = [level[at], level[at + 1]]
    above.push(right === undefined ? left : nodeOf(left, right))
  }
  return above
}
