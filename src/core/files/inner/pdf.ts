import {
  isArray,
  isDictionary,
  isName,
  isReference,
  isString,
  type PdfDictionary,
  type PdfFile,
  PdfScanner,
  PdfSyntaxError,
  type PdfValue,
  readPdfFile,
  UnreadablePdf,
  WithoutCatalog,
} from '@billwright/einvoice/pdf'
import { DangerousFile } from '../dangerous.ts'

/** The attachments of a PDF. Check them together with the PDF. */
export type AttachedFiles = readonly Uint8Array[]

/** Actions of ISO 32000-2, 12.6.4 that stay in the document or follow a link. */
const ALLOWED_ACTIONS = new Set(['GoTo', 'URI', 'Named', 'SetOCGState'])
const ALLOWED_LINKS = /^(https?|mailto|tel):/i
const LINK_SCHEME = /^[\0-\x20]*[A-Za-z][A-Za-z0-9+.-]*:/
/** Annotations that play something. */
const FORBIDDEN_SUBTYPES = new Set(['3D', 'Movie', 'RichMedia', 'Screen', 'Sound'])
/** Entries of scripts, forms of another format, and media that have programs. */
const FORBIDDEN_KEYS = ['JS', 'JavaScript', 'XFA', 'RichMediaContent', 'RichMediaSettings']
/** Names that are long enough to be told from compressed data. */
const FORBIDDEN_NAMES = new Set([
  'JavaScript',
  'Launch',
  'SubmitForm',
  'ImportData',
  'GoToR',
  'GoToE',
  'GoTo3DView',
  'Rendition',
  'RichMedia',
  'RichMediaExecute',
])

/** Of actions that follow each other. */
const CHAIN_MAX = 10
const ATTACHED_MAX = 50
const ATTACHED_BYTES_MAX = 20 * 1024 * 1024
/** Reading a broken file costs at most so many times its length. */
const SCAN_FACTOR = 8

/**
 * Refuses a PDF that has more than pages, links and files. It looks at every object, also those that
 * are packed, encrypted without a password, or replaced later, because programs differ in what they
 * open.
 *
 * @throws DangerousFile
 */
export function checkPdf(bytes: Uint8Array): AttachedFiles {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  refuseKinds(text)
  for (const value of valuesIn(text)) refuseActive(value, () => null)
  const file = read(bytes)
  if (file === null) return []
  const attached = new Map<number, Uint8Array>()
  for (const value of file.values()) {
    refuseActive(value, (it) => file.resolve(it))
    collectAttached(value, file, attached)
  }
  return [...attached.values()]
}

const unchecked = () =>
  new DangerousFile(
    'The PDF is damaged, has a password or is of a kind that cannot be checked. Save it again without a password.',
  )

function read(bytes: Uint8Array): PdfFile | null {
  try {
    return readPdfFile(bytes, { isWhole: true })
  } catch (error) {
    // Nothing opens it, and what can be seen was looked at.
    if (error instanceof WithoutCatalog) return null
    if (error instanceof UnreadablePdf || error instanceof PdfSyntaxError) throw unchecked()
    throw error
  }
}

const active = () =>
  new DangerousFile('The PDF has scripts, sends data, or opens programs or other files.')

/** Kinds of actions wherever they are, also between objects. */
function refuseKinds(text: string): void {
  for (const [, name = ''] of text.matchAll(/\/(?:S|#53)[\0\s]*\/([A-Za-z0-9#]{4,80})/g))
    if (FORBIDDEN_NAMES.has(unescaped(name))) throw active()
}

/** In what no reader understands in the same way. */
function refuseNames(text: string): void {
  for (const [, name = ''] of text.matchAll(/\/([A-Za-z0-9#]{2,80})/g))
    if (FORBIDDEN_NAMES.has(unescaped(name)) || FORBIDDEN_KEYS.includes(unescaped(name)))
      throw active()
}

const unescaped = (name: string): string =>
  name.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )

/** What may follow the place where an object breaks. */
const BROKEN_LENGTH = 1_000

/** The value behind each `obj` and `trailer`, also inside of streams. */
function* valuesIn(text: string): Generator<PdfValue> {
  let left = text.length * SCAN_FACTOR
  for (const { index, 0: word } of text.matchAll(/(?<!end)obj|trailer/g)) {
    const start = index + word.length
    const scanner = new PdfScanner(text, start)
    try {
      yield scanner.value()
    } catch (error) {
      if (!(error instanceof PdfSyntaxError)) throw error
      if (
        text
          .slice(start, start + 20)
          .trimStart()
          .startsWith('<<')
      )
        refuseNames(text.slice(start, Math.min(scanner.at, start + left) + BROKEN_LENGTH))
    }
    left -= scanner.at - start
    if (left < 0) throw unchecked()
  }
}

type Resolve = (value: PdfValue | undefined) => PdfValue

function refuseActive(value: PdfValue, resolve: Resolve): void {
  if (isName(value) && FORBIDDEN_NAMES.has(value.name)) throw active()
  if (isArray(value)) for (const it of value) refuseActive(it, resolve)
  if (!isDictionary(value)) return
  const { entries } = value
  if (FORBIDDEN_KEYS.some((key) => (entries.get(key) ?? null) !== null)) throw active()
  const name = (key: string) => resolved(entries.get(key), resolve)
  const [type, subtype] = [name('Type'), name('Subtype')]
  if (isName(subtype) && FORBIDDEN_SUBTYPES.has(subtype.name)) throw active()
  if (isName(type) && type.name === 'Action') refuseAction(value, resolve)
  for (const action of actionsOf(value, resolve)) refuseAction(action, resolve)
  for (const action of automaticIn(value, resolve)) refuseLinks(action, resolve)
  for (const it of entries.values()) refuseActive(it, resolve)
}

/** On opening, clicking and events, and what follows. Other dictionaries may have these entries, too. */
function actionsOf({ entries }: PdfDictionary, resolve: Resolve): readonly PdfDictionary[] {
  const value = (key: string) => resolved(entries.get(key), resolve)
  const [next, events] = [value('Next'), value('AA')]
  const found = [
    ...['OpenAction', 'A', 'PA'].map(value),
    ...(isArray(next) ? next : [next]),
    ...(isDictionary(events) ? events.entries.values() : []),
  ]
  return found
    .map((it) => resolved(it, resolve))
    .filter(isDictionary)
    .filter((it) => it.entries.has('S'))
}

/** On opening a document or page, and other events without a click. */
function automaticIn({ entries }: PdfDictionary, resolve: Resolve): readonly PdfDictionary[] {
  const events = resolved(entries.get('AA'), resolve)
  return [entries.get('OpenAction'), ...(isDictionary(events) ? events.entries.values() : [])]
    .map((it) => resolved(it, resolve))
    .filter(isDictionary)
}

/** A link that nobody clicks tells its server who reads the document. */
function refuseLinks(action: PdfDictionary, resolve: Resolve, left = CHAIN_MAX): void {
  const kind = resolved(action.entries.get('S'), resolve)
  if (left === 0 || (isName(kind) && kind.name === 'URI')) throw active()
  const next = resolved(action.entries.get('Next'), resolve)
  for (const it of isArray(next) ? next : [next]) {
    const following = resolved(it, resolve)
    if (isDictionary(following)) refuseLinks(following, resolve, left - 1)
  }
}

function refuseAction({ entries }: PdfDictionary, resolve: Resolve): void {
  const kind = resolved(entries.get('S'), resolve)
  if (kind === null) return
  if (!isName(kind) || !ALLOWED_ACTIONS.has(kind.name)) throw active()
  const link = resolved(entries.get('URI'), resolve)
  if (isString(link) && LINK_SCHEME.test(link.bytes) && !ALLOWED_LINKS.test(link.bytes.trim()))
    throw active()
}

const resolved = (value: PdfValue | undefined, resolve: Resolve): PdfValue =>
  isReference(value) ? resolve(value) : (value ?? null)

/** Adds the attached files in a value, by the numbers of their objects. */
function collectAttached(value: PdfValue, file: PdfFile, attached: Map<number, Uint8Array>): void {
  if (isArray(value)) for (const it of value) collectAttached(it, file, attached)
  if (!isDictionary(value)) return
  const files = file.resolve(value.entries.get('EF'))
  for (const it of isDictionary(files) ? files.entries.values() : []) {
    if (!isReference(it) || attached.has(it.number)) continue
    attached.set(it.number, bytesOf(it, file))
    const size = [...attached.values()].reduce((sum, { length }) => sum + length, 0)
    if (attached.size > ATTACHED_MAX || size > ATTACHED_BYTES_MAX) throw unchecked()
  }
  for (const it of value.entries.values()) collectAttached(it, file, attached)
}

function bytesOf(reference: PdfValue, file: PdfFile): Uint8Array {
  try {
    return file.stream(reference, ATTACHED_BYTES_MAX) ?? new Uint8Array()
  } catch (error) {
    if (error instanceof UnreadablePdf) throw unchecked()
    throw error
  }
}
