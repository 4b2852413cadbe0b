/* The lines of a document. Only items have amounts. */

export const LINE_KINDS = ['item', 'heading', 'text', 'subtotal'] as const
export type LineKind = (typeof LINE_KINDS)[number]

/** A kind of line without an amount of its own. */
export type TextKind = Exclude<LineKind, 'item'>

export const isLineKind = (text: string): text is LineKind =>
  (LINE_KINDS as readonly string[]).includes(text)

/** Whether a line of a request or an answer is an item, which is also the default. */
export const isItem = ({ kind = 'item' }: { readonly kind?: string | undefined }): boolean =>
  kind === 'item'

interface Counted {
  readonly kind: LineKind
  /** Of an item, in minor units. */
  readonly totalMinor: bigint
}

/**
 * For each line, the sum of the items before it since the last subtotal or heading, in minor units.
 * Only subtotals print it.
 */
export function subtotalsOf(lines: readonly Counted[]): readonly bigint[] {
  let sumMinor = 0n
  return lines.map(({ kind, totalMinor }) => {
    const beforeMinor = sumMinor
    if (kind === 'item') sumMinor += totalMinor
    else if (kind !== 'text') sumMinor = 0n
    return beforeMinor
  })
}
