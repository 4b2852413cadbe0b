import { deflateSync } from 'node:zlib'
import { pdfDictionary, pdfName } from './pdf-objects.ts'
import type { ClassicPdf, PdfObject } from './pdf-update.ts'

/** What the fonts of a PDF say about the characters of their glyphs. */
export interface UnicodeMaps {
  /** The maps that PDF/A forbids as they are, mended. */
  readonly mended: readonly PdfObject[]
  /** ISO 19005-3, 6.2.11.7: levels A and U ask for characters that everyone knows. */
  readonly isComplete: boolean
}

/** U+0000, U+FEFF and U+FFFE, which no map may have (6.2.11.7.2). */
const FORBIDDEN = /^(?:0000|FEFF|FFFE)$/

/**
 * Chromium maps to U+0000 what is only a part of a letter: a dot, a hook, a sign that moved. The content
 * around it says the letters (/ActualText). WORD JOINER is as empty, is allowed, and parts no word where
 * a reader does not know /ActualText.
 */
const NO_CHARACTER = '2060'

const REFERENCE = /\/ToUnicode (\d+) 0 R/g
const CHARACTER = /^(<[0-9A-F]+>) <((?:[0-9A-F]{4})+)>$/gm
const ENTRY = /^<([0-9A-F]+)>(?: <([0-9A-F]+)>)? <((?:[0-9A-F]{4})+)>$/gm

/** Reads the ToUnicode maps (ISO 32000-1, 9.10.3) of all fonts, in the form in which Chromium writes them. */
export function unicodeMapsOf(pdf: ClassicPdf): UnicodeMaps {
  const numbers = new Set([...pdf.text.matchAll(REFERENCE)].map(([, number]) => Number(number)))
  const maps = [...numbers].map((number) => {
    const before = pdf.stream(number) ?? ''
    const after = before.replace(CHARACTER, (_, code: string, text: string) => {
      return `${code} <${text.replace(/.{4}/g, (unit) => (FORBIDDEN.test(unit) ? NO_CHARACTER : unit))}>`
    })
    return { number, before, after }
  })
  return {
    mended: maps.filter(({ before, after }) => before !== after).map(toObject),
    isComplete: maps.every(({ after }) => ![...after.matchAll(ENTRY)].some(isUnknown)),
  }
}

const toObject = ({ number, after }: { readonly number: number; readonly after: string }) => ({
  number,
  dictionary: pdfDictionary({ Filter: pdfName('FlateDecode') }),
  stream: deflateSync(Buffer.from(after, 'latin1')),
})

/** Whether a range has a character for private use (6.2.11.7.3), or one that is forbidden. */
function isUnknown([, from = '', to = from, text = '']: RegExpExecArray): boolean {
  const first = Number.parseInt(text.slice(-4), 16)
  const last = first + Number.parseInt(to, 16) - Number.parseInt(from, 16)
  const has = (low: number, high = low) => first <= high && last >= low
  const isPrivate = has(0xe000, 0xf8ff) || /^DB[89A-F]/.test(text)
  return isPrivate || has(0) || has(0xfeff) || has(0xfffe)
}
