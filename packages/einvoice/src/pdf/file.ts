import { type ObjectId, openedWithoutPassword, type PdfDecryption } from './decryption.ts'
import { decoded, UnreadablePdf } from './filters.ts'
import {
  isArray,
  isDictionary,
  isName,
  isReference,
  isString,
  type PdfDictionary,
  type PdfValue,
} from './objects.ts'
import { PdfScanner, PdfSyntaxError } from './scanner.ts'

/** A PDF without a beginning. */
export class WithoutCatalog extends UnreadablePdf {}

/** A PDF that opens only with a password. */
export class LockedPdf extends UnreadablePdf {}

/** The objects of any PDF. */
export interface PdfFile {
  readonly catalog: PdfDictionary
  /** The value or the object it refers to; null if missing. */
  resolve(value: PdfValue | undefined): PdfValue
  /** Every object, including replaced ones. */
  values(): readonly PdfValue[]
  /** The bytes of a stream, inflated. Throws `UnreadablePdf` beyond `bytesMax` or for another filter. */
  stream(value: PdfValue | undefined, bytesMax: number): Uint8Array | null
}

const FILE_BYTES_MAX = 32 * 1024 * 1024
const OBJECT_STREAM_BYTES_MAX = 16 * 1024 * 1024
const OBJECT_STREAMS_BYTES_MAX = 64 * 1024 * 1024
const OBJECTS_MAX = 200_000
const REFERENCES_MAX = 32
const LENGTHS_MAX = 100

interface Found extends ObjectId {
  readonly value: PdfValue
  /** The offset of a stream's data. */
  readonly dataAt: number | null
}

const XREF = 'XRef'
const isOfType = ({ entries }: PdfDictionary, name: string): boolean => {
  const type = entries.get('Type')
  return isName(type) && type.name === name
}

/**
 * Finds objects by scanning instead of using the cross-reference table, which has two forms, may be
 * split and is often wrong. The last version of an object counts, because PDF updates are appended.
 * Opens encrypted files whose password is empty. Throws `LockedPdf` for another password, and
 * `UnreadablePdf` if the file is not a PDF or too large.
 */
export function readPdfFile(
  bytes: Uint8Array,
  { isWhole = false }: { readonly isWhole?: boolean } = {},
): PdfFile {
  if (bytes.length > FILE_BYTES_MAX) throw new UnreadablePdf('The PDF is larger than 32 MiB.')
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  if (!text.slice(0, 1024).includes('%PDF-')) throw new UnreadablePdf('The file is not a PDF.')
  const reading = new Reading(isWhole ? text : text.slice(0, endOf(text)))
  return {
    catalog: reading.catalog(),
    resolve: (value) => reading.resolve(value),
    values: () => reading.values(),
    stream: (value, bytesMax) => {
      const found = isReference(value) ? reading.found(value.number) : undefined
      return found === undefined ? null : reading.data(found, bytesMax)
    },
  }
}

/** The end of the last part that other readers know: after it there is no cross-reference. */
function endOf(text: string): number {
  const start = text.lastIndexOf('startxref')
  const end = start === -1 ? null : /^startxref\s+\d+\s+%%EOF/.exec(text.slice(start, start + 100))
  return end === null ? text.length : start + end[0].length
}

class Reading {
  readonly #text: string
  readonly #objects = new Map<number, Found>()
  readonly #values: PdfValue[] = []
  #decryption: PdfDecryption | undefined
  readonly #trailers: PdfDictionary[] = []
  #inflatedBytes = 0
  /** Objects that are integers, by number. */
  #numbers: ReadonlyMap<number, readonly number[]> | undefined

  constructor(text: string) {
    this.#text = text
    const found = [...this.#scan()]
    this.#decryption = this.#opened()
    if (this.#decryption) this.#objects.clear()
    for (const it of found) {
      const plain = this.#decrypted(it)
      this.#objects.set(it.number, plain)
      this.#values.push(plain.value)
      if (isDictionary(it.value) && isOfType(it.value, 'ObjStm')) this.#unpack(it, it.value)
    }
  }

  values(): readonly PdfValue[] {
    return this.#values
  }

  found(number: number): Found | undefined {
    return this.#objects.get(number)
  }

  resolve(value: PdfValue | undefined): PdfValue {
    let current = value ?? null
    for (let steps = 0; isReference(current) && steps < REFERENCES_MAX; steps += 1) {
      current = this.#objects.get(current.number)?.value ?? null
    }
    return isReference(current) ? null : current
  }

  catalog(): PdfDictionary {
    const roots = this.#trailers.map(({ entries }) => this.resolve(entries.get('Root')))
    const catalog = roots.findLast(isDictionary)
    if (catalog === undefined) throw new WithoutCatalog('The PDF has no catalog.')
    return catalog
  }

  data({ value, dataAt, ...object }: Found, bytesMax: number): Uint8Array | null {
    if (!isDictionary(value) || dataAt === null) return null
    const raw = Buffer.from(this.#text.slice(dataAt, this.#dataEnd(value, dataAt)), 'latin1')
    const isPlain = !this.#decryption || isOfType(value, XREF) || this.#hasCryptFilter(value)
    const data = isPlain ? raw : (this.#decryption?.stream(raw, object) ?? raw)
    return decoded(data, value, { resolve: (it) => this.resolve(it), bytesMax })
  }

  /** Says how to decrypt the stream itself, usually not at all. */
  #hasCryptFilter({ entries }: PdfDictionary): boolean {
    return [this.resolve(entries.get('Filter'))]
      .flat()
      .some((it) => isName(it) && it.name === 'Crypt')
  }

  #opened(): PdfDecryption | undefined {
    const trailer = this.#trailers.find(({ entries }) => entries.has('Encrypt'))
    if (trailer === undefined) return undefined
    const [encryption, ids] = ['Encrypt', 'ID'].map((it) => this.resolve(trailer.entries.get(it)))
    const firstId = isArray(ids) ? this.resolve(ids[0]) : null
    const id = Buffer.from(isString(firstId) ? firstId.bytes : '', 'latin1')
    const decryption = isDictionary(encryption)
      ? openedWithoutPassword(encryption, id, (it) => this.resolve(it))
      : undefined
    if (decryption === undefined) throw new LockedPdf('The PDF is encrypted.')
    return decryption
  }

  #decrypted(found: Found): Found {
    const decryption = this.#decryption
    if (!decryption) return found
    const plain = (value: PdfValue): PdfValue => {
      if (isArray(value)) return value.map(plain)
      if (isString(value)) {
        const bytes = decryption.string(Buffer.from(value.bytes, 'latin1'), found)
        return { ...value, bytes: bytes.toString('latin1') }
      }
      if (!isDictionary(value)) return value
      const entries = new Map([...value.entries].map(([key, it]) => [key, plain(it)]))
      return { ...value, entries }
    }
    return { ...found, value: plain(found.value) }
  }

  /** Objects and trailers in file order. */
  *#scan(): Generator<Found> {
    const start =
      /(?<!\d)(\d{1,10})\s+(\d{1,5})\s+obj(?![A-Za-z])|(?<![A-Za-z])trailer(?![A-Za-z])/g
    for (let match = start.exec(this.#text); match !== null; match = start.exec(this.#text)) {
      const scanner = new PdfScanner(this.#text, start.lastIndex)
      try {
        const value = scanner.value()
        const [, number, generation] = match
        if (number === undefined) this.#trailer(value)
        else
          yield this.#object(
            { number: Number(number), generation: Number(generation) },
            value,
            scanner,
          )
        start.lastIndex = scanner.at
      } catch (error) {
        if (!(error instanceof PdfSyntaxError)) throw error
        // Skips what was read, so that a broken file costs no quadratic time.
        start.lastIndex = Math.max(start.lastIndex, scanner.at)
      }
    }
  }

  #trailer(value: PdfValue): void {
    if (isDictionary(value)) this.#trailers.push(value)
  }

  #object(object: ObjectId, value: PdfValue, scanner: PdfScanner): Found {
    const dataAt =
      isDictionary(value) && scanner.takes('stream') ? this.#dataStart(scanner.at) : null
    const found = { ...object, value, dataAt }
    this.#objects.set(object.number, found)
    if (dataAt === null || !isDictionary(value)) return found
    scanner.at = this.#dataEnd(value, dataAt)
    if (isOfType(value, XREF)) this.#trailer(value)
    return found
  }

  #dataStart(at: number): number {
    if (this.#text.startsWith('\r\n', at)) return at + 2
    return /[\r\n]/.test(this.#text[at] ?? '') ? at + 1 : at
  }

  /** Uses the stated length if the stream ends there, else searches the next end. */
  #dataEnd({ entries }: PdfDictionary, dataAt: number): number {
    const stated = this.#statedLengths(entries.get('Length'))
      .map((length) => dataAt + length)
      .filter((at) => /^\s*endstream/.test(this.#text.slice(at, at + 16)))
    if (stated.length > 0) return Math.max(...stated)
    const end = this.#text.indexOf('endstream', dataAt)
    return end === -1 ? this.#text.length : end
  }

  /**
   * The length may be a later object. An attached PDF inside the stream may have an object of the
   * same number, so there may be several.
   */
  #statedLengths(value: PdfValue | undefined): readonly number[] {
    const length = this.resolve(value)
    if (typeof length === 'number') return length >= 0 ? [length] : []
    if (!isReference(value)) return []
    this.#numbers ??= numbersIn(this.#text)
    return (this.#numbers.get(value.number) ?? []).slice(0, LENGTHS_MAX)
  }

  /** ISO 32000-1, 7.5.7: pairs of number and offset, then the objects. */
  #unpack(found: Found, { entries }: PdfDictionary): void {
    const first = this.resolve(entries.get('First'))
    const count = this.resolve(entries.get('N'))
    const data = this.data(found, OBJECT_STREAM_BYTES_MAX)
    if (data === null || typeof first !== 'number' || typeof count !== 'number') return
    this.#inflatedBytes += data.length
    if (this.#inflatedBytes > OBJECT_STREAMS_BYTES_MAX) {
      throw new UnreadablePdf('The PDF has too many objects.')
    }
    const text = Buffer.from(data).toString('latin1')
    if (count > OBJECTS_MAX) throw new UnreadablePdf('The PDF has too many objects.')
    const header = text.slice(0, Math.min(first, count * 24)).match(/\d{1,10}/g) ?? []
    let readLength = 0
    for (let index = 0; index + 1 < Math.min(count * 2, header.length); index += 2) {
      const at = first + Number(header[index + 1])
      const scanner = new PdfScanner(text, at)
      const number = Number(header[index])
      const value = scanner.value()
      this.#objects.set(number, { number, generation: 0, value, dataAt: null })
      this.#values.push(value)
      // Overlapping objects could make a small file take hours.
      readLength += scanner.at - at
      if (readLength > text.length) throw new UnreadablePdf('The PDF is damaged.')
    }
  }
}

/** The numbers that are objects of their own, by the number of the object. */
function numbersIn(text: string): ReadonlyMap<number, readonly number[]> {
  const numbers = new Map<number, number[]>()
  for (const [, object, stated] of text.matchAll(
    /(?<!\d)(\d{1,10})\s+\d{1,5}\s+obj\s+(\d{1,10})\s+endobj/g,
  )) {
    const known = numbers.get(Number(object))
    if (known) known.push(Number(stated))
    else numbers.set(Number(object), [Number(stated)])
  }
  return numbers
}
