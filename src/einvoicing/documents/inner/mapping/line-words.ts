import { linesIn } from '../../../../sales/contents/text-lines.ts'
import type { Invoice } from '../../../../sales/invoices/invoice.ts'

/** The headings and texts that travel with an item, because e-invoices have items only. */
export interface LineWords {
  readonly headings: readonly string[]
  /** Texts between the heading and the item, and texts of a document's beginning. */
  readonly before: readonly string[]
  readonly after: readonly string[]
}

export const NO_WORDS: LineWords = { headings: [], before: [], after: [] }

/**
 * For each item: a heading belongs to the next item, a text to the item before it in its section,
 * else to the next one. Subtotals do not travel.
 */
export function lineWordsOf(invoice: Pick<Invoice, 'items' | 'textLines'>): readonly LineWords[] {
  const words: { headings: string[]; before: string[]; after: string[] }[] = []
  let next = { headings: [] as string[], before: [] as string[], after: [] as string[] }
  for (const line of linesIn(invoice)) {
    if (line.kind === 'item') {
      words.push(next)
      next = { headings: [], before: [], after: [] }
      continue
    }
    const text = [line.description, line.details].filter(Boolean).join('\n')
    const last = next.headings.length === 0 ? words.at(-1) : undefined
    if (line.kind === 'heading') next.headings.push(text)
    else if (line.kind === 'text') (last?.after ?? next.before).push(text)
  }
  words.at(-1)?.after.push(...next.headings, ...next.before)
  return words
}

/** BT-127 of an item: its own note among the words that travel with it. */
export const noteWith = (note: string | undefined, words: LineWords): string | undefined =>
  [...words.headings, ...textsOf(note, words)].join('\n') || undefined

/** The lines of an item's own note among the texts beside it, without headings. */
export const notesWith = (note: string | null, words: LineWords): readonly string[] =>
  textsOf(note, words)
    .flatMap((text) => text.split('\n'))
    .filter((text) => text.trim() !== '')

const textsOf = (note: string | null | undefined, { before, after }: LineWords) => [
  ...before,
  ...(note == null ? [] : [note]),
  ...after,
]
