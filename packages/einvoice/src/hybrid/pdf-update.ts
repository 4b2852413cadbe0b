import { inflateSync } from 'node:zlib'
import {
  isDictionary,
  isName,
  isReference,
  type PdfDictionary,
  type PdfReference,
  writeValue,
} from '../pdf/objects.ts'
import { PdfScanner } from '../pdf/scanner.ts'

/** A PDF with a plain-text cross-reference table, as Chromium writes it, ready for appending. */
export interface ClassicPdf {
  readonly bytes: Uint8Array
  /** The bytes as Latin-1: one character per byte. */
  readonly text: string
  readonly trailer: PdfDictionary
  readonly root: PdfReference
  readonly catalog: PdfDictionary
  readonly info: { readonly reference: PdfReference; readonly entries: PdfDictionary }
  /** The first free object number. */
  readonly size: number
  readonly startXref: number
  /** The unpacked contents of a stream as Latin-1; null for another value or compression. */
  stream(number: number): string | null
}

export interface PdfObject {
  readonly number: number
  /** A stream's dictionary without its length. */
  readonly dictionary: PdfDictionary
  readonly stream?: Uint8Array
}

const XREF_ENTRY = /(\d{10}) (\d{5}) ([nf])[ \r\n]{2}/y

/**
 * Throws a plain `Error` for PDFs that Chromium does not write: a cross-reference stream,
 * encryption, an earlier update.
 */
export function readClassicPdf(bytes: Uint8Array): ClassicPdf {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  if (!text.startsWith('%PDF-1.')) throw new Error('Not a PDF.')
  const startXref = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text.slice(-200))?.[1])
  const scanner = new PdfScanner(text, startXref)
  if (!Number.isInteger(startXref) || !scanner.takes('xref')) {
    throw new Error('The PDF has no cross-reference table.')
  }
  const offsets = readOffsets(text, scanner)
  const trailer = scanner.value()
  if (!isDictionary(trailer)) throw new Error('The PDF has no trailer.')
  for (const key of ['Encrypt', 'Prev', 'XRefStm']) {
    if (trailer.entries.has(key)) throw new Error(`The trailer of the PDF has /${key}.`)
  }
  const dictionaryAt = (reference: PdfReference): PdfDictionary =>
    readObject(text, offsets.get(reference.number) ?? text.length, reference)
  const root = trailer.entries.get('Root')
  const info = trailer.entries.get('Info')
  const size = trailer.entries.get('Size')
  if (!isReference(root) || !isReference(info) || typeof size !== 'number') {
    throw new Error('The trailer of the PDF is not complete.')
  }
  return {
    bytes,
    text,
    trailer,
    root,
    catalog: dictionaryAt(root),
    info: { reference: info, entries: dictionaryAt(info) },
    size,
    startXref,
    stream: (number) => readStream(text, offsets.get(number) ?? text.length),
  }
}

/** The offset of each object, from the only section of the table (ISO 32000-1, 7.5.4). */
function readOffsets(text: string, scanner: PdfScanner): ReadonlyMap<number, number> {
  const first = scanner.value()
  const count = scanner.value()
  if (first !== 0 || typeof count !== 'number') throw new Error('The table of the PDF is in parts.')
  const offsets = new Map<number, number>()
  scanner.skipBlanks()
  XREF_ENTRY.lastIndex = scanner.at
  for (let number = 0; number < count; number += 1) {
    const entry = XREF_ENTRY.exec(text)
    if (!entry) throw new Error('The table of the PDF is broken.')
    if (entry[3] === 'n') offsets.set(number, Number(entry[1]))
    scanner.at = XREF_ENTRY.lastIndex
  }
  if (!scanner.takes('trailer')) throw new Error('The table of the PDF is in parts.')
  return offsets
}

function readObject(text: string, offset: number, { number }: PdfReference): PdfDictionary {
  const scanner = new PdfScanner(text, offset)
  if (!scanner.takes(`${number} 0 obj`)) throw new Error(`The PDF has no object ${number}.`)
  const value = scanner.value()
  if (!isDictionary(value)) throw new Error(`Object ${number} of the PDF is no dictionary.`)
  return value
}

function readStream(text: string, offset: number): string | null {
  const head = /^\d+ 0 obj/.exec(text.slice(offset, offset + 20))?.[0]
  if (head === undefined) return null
  const scanner = new PdfScanner(text, offset + head.length)
  const value = scanner.value()
  if (!isDictionary(value) || !scanner.takes('stream\n')) return null
  const length = value.entries.get('Length')
  const filter = value.entries.get('Filter') ?? null
  if (typeof length !== 'number') return null
  const data = text.slice(scanner.at, scanner.at + length)
  if (filter === null) return data
  const isInflatable = isName(filter) && filter.name === 'FlateDecode'
  return isInflatable ? inflateSync(Buffer.from(data, 'latin1')).toString('latin1') : null
}

/**
 * Appends new and changed objects to the PDF (ISO 32000-1, 7.5.6) and leaves existing bytes
 * unchanged. The new trailer is the old one with size, predecessor and `trailer`.
 */
export function appendUpdate(
  pdf: ClassicPdf,
  objects: readonly PdfObject[],
  trailer: Readonly<Record<'ID', readonly [string, string]>>,
): Uint8Array {
  const sorted = objects.toSorted((a, b) => a.number - b.number)
  const parts: Uint8Array[] = [pdf.bytes]
  let length = pdf.bytes.length
  const push = (part: Uint8Array | string) => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part
    parts.push(bytes)
    length += bytes.length
  }
  if (pdf.bytes.at(-1) !== 0x0a) push('\n')
  const offsets = sorted.map((object) => {
    const offset = length
    pushObject(push, object)
    return offset
  })
  const startXref = length
  push(xrefSections(sorted, offsets))
  push(trailerOf(pdf, sorted, trailer.ID))
  push(`startxref\n${startXref}\n%%EOF\n`)
  return Buffer.concat(parts)
}

function pushObject(
  push: (part: Uint8Array | string) => void,
  { number, dictionary, stream }: PdfObject,
): void {
  push(`${number} 0 obj\n`)
  if (stream === undefined) {
    push(`${writeValue(dictionary)}\nendobj\n`)
    return
  }
  const entries = new Map([...dictionary.entries, ['Length', stream.length]])
  push(`${writeValue({ kind: 'dictionary', entries })}\nstream\n`)
  push(stream)
  push('\nendstream\nendobj\n')
}

/** One subsection for each run of consecutive numbers; every entry has twenty bytes. */
function xrefSections(objects: readonly PdfObject[], offsets: readonly number[]): string {
  let text = 'xref\n'
  objects.forEach(({ number }, index) => {
    if (objects[index - 1]?.number !== number - 1) {
      text += `${number} ${runLength(objects.slice(index))}\n`
    }
    text += `${String(offsets[index]).padStart(10, '0')} 00000 n \n`
  })
  return text
}

function runLength(objects: readonly PdfObject[]): number {
  const first = objects[0]?.number ?? 0
  const end = objects.findIndex(({ number }, index) => number !== first + index)
  return end === -1 ? objects.length : end
}

function trailerOf(
  pdf: ClassicPdf,
  objects: readonly PdfObject[],
  id: readonly [string, string],
): string {
  const size = Math.max(pdf.size, (objects.at(-1)?.number ?? 0) + 1)
  const entries = new Map([
    ...pdf.trailer.entries,
    ['Size', size] as const,
    ['Prev', pdf.startXref] as const,
    ['ID', id.map((bytes) => ({ kind: 'string', bytes }) as const)] as const,
  ])
  return `trailer\n${writeValue({ kind: 'dictionary', entries })}\n`
}
