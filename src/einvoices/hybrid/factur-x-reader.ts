import { type PdfFile, readPdfFile } from './pdf-file.ts'
import {
  isArray,
  isDictionary,
  isReference,
  isString,
  type PdfDictionary,
  type PdfValue,
} from './pdf-objects.ts'

/** Attachment names of Factur-X and ZUGFeRD, newest first. */
const FILE_NAMES = [
  'factur-x.xml',
  'xrechnung.xml',
  'zugferd-invoice.xml', // ZUGFeRD 2.0; version 1.0 used capitals.
]

const XML_BYTES_MAX = 10 * 1024 * 1024
const NODES_MAX = 2_000

/**
 * The XML of a hybrid invoice from any PDF, or null if there is none. Throws `UnreadablePdf` if the
 * file is not a PDF, is encrypted, or has more than 10 MiB of XML.
 */
export function extractFacturX(pdf: Uint8Array): Uint8Array | null {
  const file = readPdfFile(pdf)
  const attachments = attachmentsOf(file)
  for (const name of FILE_NAMES) {
    const found = attachments.find((it) => namesOf(file, it).includes(name))
    const data = found === undefined ? null : dataOf(file, found)
    if (data !== null) return data
  }
  return null
}

/** Files in the name tree and the document's associated files. */
function attachmentsOf(file: PdfFile): readonly PdfDictionary[] {
  const { entries } = file.catalog
  const names = file.resolve(entries.get('Names'))
  const found: PdfDictionary[] = []
  const seen = new Set<number>()
  const waiting: PdfValue[] = [
    entries.get('AF') ?? null,
    isDictionary(names) ? (names.entries.get('EmbeddedFiles') ?? null) : null,
  ]
  // The tree may have cycles, so each object is visited once.
  for (let steps = 0; waiting.length > 0 && steps < NODES_MAX; steps += 1) {
    const next = waiting.shift()
    if (isReference(next)) {
      if (seen.has(next.number)) continue
      seen.add(next.number)
    }
    const value = file.resolve(next)
    if (isArray(value)) waiting.push(...value.slice(0, NODES_MAX))
    if (!isDictionary(value)) continue
    if (value.entries.has('EF')) found.push(value)
    else waiting.push(value.entries.get('Kids') ?? null, value.entries.get('Names') ?? null)
  }
  return found
}

const namesOf = (file: PdfFile, { entries }: PdfDictionary): readonly string[] =>
  ['UF', 'F'].map((key) => {
    const value = file.resolve(entries.get(key))
    return isString(value) ? decoded(value.bytes).toLowerCase() : ''
  })

/** UTF-16 or UTF-8 with a byte order mark, else Latin (ISO 32000-2, 7.9.2.2). */
function decoded(bytes: string): string {
  const buffer = Buffer.from(bytes, 'latin1')
  if (bytes.startsWith('\xfe\xff'))
    return buffer
      .subarray(2, buffer.length & ~1)
      .swap16()
      .toString('utf16le')
  return bytes.startsWith('\xef\xbb\xbf') ? buffer.subarray(3).toString('utf8') : bytes
}

function dataOf(file: PdfFile, { entries }: PdfDictionary): Uint8Array | null {
  const files = file.resolve(entries.get('EF'))
  if (!isDictionary(files)) return null
  return file.stream(files.entries.get('F') ?? files.entries.get('UF'), XML_BYTES_MAX)
}
