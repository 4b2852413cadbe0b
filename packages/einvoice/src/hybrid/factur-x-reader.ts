import { type PdfFile, readPdfFile } from '../pdf/file.ts'
import { UnreadablePdf } from '../pdf/filters.ts'
import {
  isArray,
  isDictionary,
  isReference,
  isString,
  type PdfDictionary,
  type PdfValue,
} from '../pdf/objects.ts'

/** Attachment names of Factur-X and ZUGFeRD, newest first. */
const FILE_NAMES = [
  'factur-x.xml',
  'xrechnung.xml',
  'zugferd-invoice.xml', // ZUGFeRD 2.0; version 1.0 used capitals.
]

const XML_BYTES_MAX = 10 * 1024 * 1024
const NODES_MAX = 2_000
/** Larger reports have their pages in the PDF, not hundreds of files. */
const FILES_MAX = 50

/** An XML file that a PDF has attached. */
export interface AttachedXml {
  /** Unique in its PDF. */
  readonly name: string
  /** Whether Factur-X or ZUGFeRD gives an e-invoice this name. */
  readonly isNamedInvoice: boolean
  readonly bytes: Uint8Array
}

/**
 * The XML files in any PDF, first those with the names of Factur-X and ZUGFeRD, the newest name
 * first. Throws `LockedPdf` for a PDF with a password, and `UnreadablePdf` if the file is not a PDF
 * or if the only files cannot be read.
 */
export function attachedXmls(pdf: Uint8Array): readonly AttachedXml[] {
  const file = readPdfFile(pdf)
  const found = xmlsAmong(attachmentsOf(file), file)
  // Some programs attach it to a page instead.
  return found.length > 0 ? found : xmlsAmong(file.values().flatMap(attachmentsIn), file)
}

/** The attachments in a value of the file. */
function attachmentsIn(value: PdfValue): readonly PdfDictionary[] {
  if (isArray(value)) return value.flatMap(attachmentsIn)
  if (!isDictionary(value)) return []
  return value.entries.has('EF') ? [value] : [...value.entries.values()].flatMap(attachmentsIn)
}

function xmlsAmong(attachments: readonly PdfDictionary[], file: PdfFile): readonly AttachedXml[] {
  const found: (AttachedXml & { readonly rank: number })[] = []
  let fault: UnreadablePdf | undefined
  for (const attachment of attachments.slice(0, FILES_MAX)) {
    const names = namesOf(file, attachment)
    const plainNames = names.map((it) => it.toLowerCase())
    const rank = FILE_NAMES.findIndex((name) => plainNames.includes(name))
    try {
      const bytes = dataOf(file, attachment)
      if (!bytes || (rank < 0 && !isXml(bytes))) continue
      if (found.some((it) => Buffer.compare(it.bytes, bytes) === 0)) continue
      const name = uniqueAmong(found, names.find((it) => it !== '') ?? 'file.xml')
      found.push({ name, bytes, isNamedInvoice: rank >= 0, rank })
    } catch (error) {
      if (!(error instanceof UnreadablePdf)) throw error
      fault = error
    }
  }
  if (found.length === 0 && fault) throw fault
  const order = ({ rank }: { readonly rank: number }) => (rank < 0 ? FILE_NAMES.length : rank)
  return found.sort((one, other) => order(one) - order(other))
}

function uniqueAmong(others: readonly AttachedXml[], name: string): string {
  const isTaken = (it: string) => others.some((other) => other.name === it)
  if (!isTaken(name)) return name
  let number = 2
  while (isTaken(`${name} (${number})`)) number += 1
  return `${name} (${number})`
}

/** Begins like XML in UTF-8 or UTF-16, perhaps after a byte order mark and blanks. */
const isXml = (bytes: Uint8Array): boolean =>
  /^(?:\xef\xbb\xbf|\xfe\xff|\xff\xfe)?[\0\s]*</.test(
    Buffer.from(bytes.subarray(0, 1024)).toString('latin1'),
  )

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
    return isString(value) ? decoded(value.bytes) : ''
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
