import type { DocumentSource } from '../../paper/printing/document-source.ts'
import { sampleSource } from '../../paper/printing/samples/sample.ts'
import { sampleCase, withItems } from '../../paper/printing/samples/sample-cases.ts'

/** Cases on which templates typically break. */
export const HARD_CASES = [
  'one-item',
  'three-pages',
  'long-words',
  'right-to-left',
  'no-logo',
] as const
type HardCase = (typeof HARD_CASES)[number]

const WORD =
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaftsvorsitz'
const NUMBER = 'AX-4711/0815-2026-11-21-0123456789-0123456789-0123456789'

export function hardCase(name: HardCase): DocumentSource {
  switch (name) {
    case 'one-item':
      return withItems(sampleSource('en'), 1)
    case 'three-pages':
      return sampleCase('three-pages')
    case 'long-words':
      return withLongWords(sampleSource('de'))
    case 'right-to-left':
      return sampleCase('arabic')
    case 'no-logo':
      return { ...sampleSource('en'), logo: null }
  }
}

/** Words longer than any line, in every field for text. */
function withLongWords(source: DocumentSource): DocumentSource {
  const { invoice } = source
  return {
    ...source,
    invoice: {
      ...invoice,
      number: NUMBER,
      seller: { ...invoice.seller, name: `${WORD} mbH` },
      buyer: { ...invoice.buyer, name: WORD, email: `${WORD.toLowerCase()}@example.com` },
      reference: NUMBER,
      items: invoice.items.map((item) => ({ ...item, description: WORD, details: WORD.repeat(2) })),
      terms: WORD,
      notes: WORD.repeat(3),
    },
  }
}
