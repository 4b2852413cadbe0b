import { subtotalsOf, type TextKind } from '@billwright/rules/line-kinds'

/* Headings, texts and subtotals stand beside the items, so that no sum can count them. */

/** A line without an amount of its own. */
export interface TextLine {
  readonly id: string
  readonly kind: TextKind
  /** Null on a subtotal: the word of the document's language. */
  readonly description: string | null
  /** Only of a text. */
  readonly details: string | null
  /** How many items stand before it. */
  readonly at: number
}

/** Items with the lines between them. */
export interface Lined<I> {
  readonly items: readonly I[]
  /** In their order; absent if there are none. */
  readonly textLines?: readonly TextLine[]
}

/** A line of a document in its place. */
export type Line<I> =
  | { readonly kind: 'item'; readonly item: I; readonly index: number }
  | (TextLine & {
      /** The sum of the items since the last subtotal or heading, in minor units. */
      readonly sumMinor: bigint
    })

/** All lines in their order. `totalOf`: what an item adds to a subtotal, in minor units. */
export function linesIn<I>(
  { items, textLines = [] }: Lined<I>,
  totalOf: (item: I) => bigint = () => 0n,
): readonly Line<I>[] {
  const before = (at: number) => textLines.filter((line) => placeOf(line, items) === at)
  const lines = [
    ...items.flatMap((item, index) => [
      ...before(index),
      { kind: 'item' as const, item, index, totalMinor: totalOf(item) },
    ]),
    ...before(items.length),
  ]
  const sums = subtotalsOf(lines.map((line) => ({ totalMinor: 0n, ...line })))
  return lines.map((line, index) =>
    line.kind === 'item' ? line : { ...line, sumMinor: sums[index] ?? 0n },
  )
}

/** Where an item stands among all lines, from 0, as requests and answers have them. */
export function placeAmongLines(document: Lined<unknown>, index: number): number {
  if (!document.textLines) return index
  return linesIn(document).findIndex((line) => line.kind === 'item' && line.index === index)
}

const placeOf = ({ at }: TextLine, { length }: readonly unknown[]): number => Math.min(at, length)

/** The document with these items only. A section whose items are all gone goes with them. */
export function keepItems<D extends Lined<unknown>>(
  document: D,
  isKept: (item: D['items'][number]) => boolean,
): D {
  const { items, textLines = [] } = document
  const kept = items.filter(isKept)
  if (textLines.length === 0) return { ...document, items: kept }
  const gone = emptySections(document, isKept)
  return {
    ...document,
    items: kept,
    textLines: textLines
      .filter(({ id }) => !gone.has(id))
      .map((line) => ({ ...line, at: items.slice(0, line.at).filter(isKept).length })),
  }
}

/** The ids of the lines in sections that had items and keep none. A heading begins a section. */
function emptySections(
  document: Lined<unknown>,
  isKept: (item: unknown) => boolean,
): ReadonlySet<string> {
  const sections: Line<unknown>[][] = [[]]
  for (const line of linesIn(document)) {
    if (line.kind === 'heading') sections.push([])
    sections.at(-1)?.push(line)
  }
  const empty = sections.filter((section) => {
    const items = section.flatMap((line) => (line.kind === 'item' ? [line.item] : []))
    return items.length > 0 && !items.some(isKept)
  })
  return new Set(empty.flat().flatMap((line) => (line.kind === 'item' ? [] : [line.id])))
}
