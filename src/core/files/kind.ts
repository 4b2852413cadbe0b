import { openArchive } from '../../platform/zip/reader.ts'
import { isStorable } from '../http/text.ts'
import { DangerousFile } from './dangerous.ts'
import { type AttachedFiles, checkPdf } from './inner/pdf.ts'

/** A kind of file that an e-invoice may embed (EN 16931 BT-125). */
export interface FileKind {
  readonly name: string
  readonly mediaType: string
  /** The most common suffix first. */
  readonly suffixes: readonly [string, ...string[]]
}

const PDF: FileKind = { name: 'a PDF', mediaType: 'application/pdf', suffixes: ['pdf'] }
const PNG: FileKind = { name: 'a PNG', mediaType: 'image/png', suffixes: ['png'] }
const JPEG: FileKind = { name: 'a JPEG', mediaType: 'image/jpeg', suffixes: ['jpg', 'jpeg', 'jpe'] }
const CSV: FileKind = { name: 'a CSV', mediaType: 'text/csv', suffixes: ['csv'] }
const XLSX: FileKind = {
  name: 'an XLSX',
  mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  suffixes: ['xlsx'],
}
const ODS: FileKind = {
  name: 'an ODS',
  mediaType: 'application/vnd.oasis.opendocument.spreadsheet',
  suffixes: ['ods'],
}

export const FILE_KINDS: readonly FileKind[] = [PDF, PNG, JPEG, CSV, XLSX, ODS]

export interface KindOptions {
  /** Looks into a PDF, which takes a while. */
  readonly checkPdf?: (bytes: Uint8Array) => AttachedFiles | Promise<AttachedFiles>
  /** How many levels of files in files are accepted. */
  readonly depth?: number
}

/** A PDF with attached files, one of which may be a PDF again. */
const DEPTH_MAX = 2

/**
 * The kind of a file by its bytes alone; null: none that is accepted. Nothing is rendered or run.
 *
 * @throws DangerousFile, or what `checkPdf` throws
 */
export async function kindOfBytes(
  given: Uint8Array,
  options: KindOptions = {},
): Promise<FileKind | null> {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  if (startsWith(bytes, '%PDF-')) return pdf(bytes, options)
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return png(bytes)
  if (startsWith(bytes, '\xff\xd8\xff')) return jpeg(bytes)
  if (startsWith(bytes, 'PK\x03\x04')) return spreadsheet(bytes)
  return isTable(bytes) ? CSV : null
}

const startsWith = (bytes: Buffer, start: string): boolean =>
  bytes.subarray(0, start.length).equals(Buffer.from(start, 'latin1'))

const PDF_TRAILER_BYTES = 1024

async function pdf(bytes: Buffer, options: KindOptions): Promise<FileKind | null> {
  const { depth = DEPTH_MAX } = options
  if (!bytes.subarray(-PDF_TRAILER_BYTES).includes('%%EOF')) return null
  refuseZip(bytes)
  const attached = await (options.checkPdf ?? checkPdf)(bytes)
  if (attached.length > 0 && depth === 0)
    throw new DangerousFile('The PDF has files in files in files.')
  for (const file of attached)
    if (!isPlainXml(file) && !(await kindOfBytes(file, { ...options, depth: depth - 1 })))
      throw new DangerousFile('The PDF has attached a file of a type that is not accepted.')
  return PDF
}

/** Data, such as an e-invoice, and no page. */
function isPlainXml(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes).toString('latin1').replaceAll('\0', '')
  return (
    bytes.length === 0 ||
    (/^(\xef\xbb\xbf|\xfe\xff|\xff\xfe)?\s*</.test(text) &&
      !/<(!doctype|\w*:?(script|html|svg)\b|\?(php|xml-stylesheet))/i.test(text))
  )
}

/** Every byte belongs to a chunk, and the last chunk is the last of the file. */
function png(bytes: Buffer): FileKind | null {
  if (bytes.subarray(12, 16).toString('latin1') !== 'IHDR') return null
  let at = 8
  while (at + 12 <= bytes.length) {
    const end = at + 12 + bytes.readUInt32BE(at)
    const isLast = bytes.subarray(at + 4, at + 8).toString('latin1') === 'IEND'
    if (isLast && end < bytes.length)
      throw new DangerousFile('The PNG goes on after the end of the picture.')
    if (isLast && end === bytes.length) return withoutMarkup(bytes, PNG)
    at = end
  }
  return null
}

/** Cameras add data after the picture, so only another kind of file is refused there. */
function jpeg(bytes: Buffer): FileKind | null {
  if (!bytes.includes(Buffer.from([0xff, 0xd9]))) return null
  refuseZip(bytes)
  return withoutMarkup(bytes, JPEG)
}

function withoutMarkup(bytes: Buffer, kind: FileKind): FileKind {
  if (/<(script|html|\?php)|%PDF-/i.test(bytes.toString('latin1')))
    throw new DangerousFile('The picture has a page or a script inside.')
  return kind
}

const ZIP_END = 'PK\x05\x06'
const ZIP_END_BYTES = 22

/** Programs read a zip from its end, so a file may begin as another kind. */
function refuseZip(bytes: Buffer): void {
  const at = bytes.lastIndexOf(ZIP_END, undefined, 'latin1')
  if (at < 0 || at + ZIP_END_BYTES > bytes.length) return
  const comment = bytes.readUInt16LE(at + ZIP_END_BYTES - 2)
  if (at + ZIP_END_BYTES + comment === bytes.length)
    throw new DangerousFile('The file is a ZIP archive as well.')
}

const MACROS = /^xl\/(vbaProject|macrosheets|embeddings|activeX|ctrlProps)|^(Basic|Scripts)\//i

/** Twenty times the largest file. */
const UNPACKED_MAX_MIB = 100
const ENTRIES_MAX = 10_000

async function spreadsheet(bytes: Buffer): Promise<FileKind | null> {
  const archive = await openArchive(bytes).catch(() => null)
  if (!archive) return null
  try {
    const { names } = archive
    if (names.length > ENTRIES_MAX || archive.bytes > UNPACKED_MAX_MIB * 1024 * 1024)
      throw new DangerousFile(`The spreadsheet unpacks to more than ${UNPACKED_MAX_MIB} MiB.`)
    const kind = names.includes('xl/workbook.xml') ? XLSX : (await isOds(archive)) ? ODS : null
    if (kind && names.some((name) => MACROS.test(name)))
      throw new DangerousFile('The spreadsheet has macros or objects of other programs.')
    return kind && (await archive.isSound()) ? kind : null
  } finally {
    archive.close()
  }
}

const isOds = async ({ names, text }: Awaited<ReturnType<typeof openArchive>>): Promise<boolean> =>
  names.includes('content.xml') &&
  names.includes('mimetype') &&
  (await text('mimetype').catch(() => '')) === ODS.mediaType

/** Text in UTF-8 or in a single-byte encoding, which is no HTML, script or program. */
function isTable(bytes: Buffer): boolean {
  const text = bytes.toString('utf8')
  const read = text.includes('\ufffd') ? bytes.toString('latin1') : text
  const start = read.replace(/^\ufeff/, '').trimStart()
  return start !== '' && isStorable(read) && !/^(<|\{\\rtf|%!|#!|MZ)/.test(start)
}
