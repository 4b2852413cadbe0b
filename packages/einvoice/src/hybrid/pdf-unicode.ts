import { deflateSync } from 'node:zlib'
import { pdfDictionary, pdfName } from '../pdf/objects.ts'
import type { ClassicPdf, PdfObject } from './pdf-update.ts'

/** Checks the characters that the fonts of a PDF assign to glyphs. */
export interface UnicodeMaps {
  /** Corrected versions of the maps that PDF/A forbids. */
  readonly mended: readonly PdfObject[]
  /** ISO 19005-3, 6.2.11.7: levels A and U require standard characters. */
  readonly isComplete: boolean
}

/** U+0000, U+FEFF and U+FFFE are forbidden in maps (6.2.11.7.2). */
const FORBIDDEN = /^(?:0000|FEFF|FFFE)$/

/**
 * Chromium maps parts of letters (a dot, a hook, a moved sign) to U+0000; /ActualText around them
 * has the letters. WORD JOINER is as invisible but allowed, and does not split words in readers
 * without /ActualText.
 */
const NO_CHARACTER = '2060'

const REFERENCE = /\/ToUnicode (\d+) 0 R/g
const CHARACTER = /^(<[0-9A-F]+>) <((?:[0-9A-F]{4})+)>$/gm
const ENTRY = /^<([0-9A-F]+)>(?: <([0-9A-F]+)>)? <((?:[0-9A-F]{4})+)>$/gm

/** Reads the ToUnicode maps (ISO 32000-1, 9.10.3) of all fonts, in the form that Chromium writes. */
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

/** Whether a range has a private-use character (6.2.11.7.3) or a forbidden one. */
function isUnknown([, from = '', to = from, text = '']: RegExpExecArray): boolean {
  const first = Number.parseInt(text.slice(-4), 16)
  const last = first + Number.parseInt(to, 16) - Number.parseInt(from, 16)
  const has = (low: number, high = low) => first <= high && last >= low
  const isPrivate = has(0xe000, 0xf8ff) || /^DB[89A-F]/.test(text)
  return isPrivate || has(0) || has(0xfeff) || has(0xfffe)
}
