import { inflateSync } from 'node:zlib'
import {
  isDictionary,
  isName,
  isReference,
  type PdfDictionary,
  type PdfValue,
} from './pdf-objects.ts'
import { PdfScanner, PdfSyntaxError } from './pdf-scanner.ts'

/** An unreadable PDF. The message gives the reason. */
export class UnreadablePdf extends Error {}

/** The objects of any PDF. */
export interface PdfFile {
  readonly catalog: PdfDictionary
  /** The value or the object it refers to; null if missing. */
  resolve(value: PdfValue | undefined): PdfValue
  /** The bytes of a stream, inflated. Throws `UnreadablePdf` beyond `bytesMax` or for another filter. */
  stream(value: PdfValue | undefined, bytesMax: number): Uint8Array | null
}

const FILE_BYTES_MAX = 32 * 1024 * 1024
const OBJECT_STREAM_BYTES_MAX = 16 * 1024 * 1024
const OBJECT_STREAMS_BYTES_MAX = 64 * 1024 * 1024
const OBJECTS_MAX = 200_000
const REFERENCES_MAX = 32
const LENGTHS_MAX = 100

interface Found {
  readonly value: PdfValue
  /** The offset of a stream's data. */
  readonly dataAt: number | null
}

/**
 * Finds objects by scanning instead of using the cross-reference table, which has two forms, may be
 * split and is often wrong. The last version of an object counts, because PDF updates are appended.
 * Throws `UnreadablePdf` if the file is not a PDF, is encrypted or too large.
 */
export function readPdfFile(bytes: Uint8Array): PdfFile {
  if (bytes.length > FILE_BYTES_MAX) throw new UnreadablePdf('The PDF is larger than 32 MiB.')
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  if (!text.slice(0, 1024).includes('%PDF-')) throw new UnreadablePdf('The file is not a PDF.')
  const reading = new Reading(text.slice(0, endOf(text)))
  return {
    catalog: reading.catalog(),
    resolve: (value) => reading.resolve(value),
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
  readonly #trailers: PdfDictionary[] = []
  #inflatedBytes = 0
  /** Objects that are integers, by number. */
  #numbers: ReadonlyMap<number, readonly RegExpExecArray[]> | undefined

  constructor(text: string) {
    this.#text = text
    this.#scan()
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
    if (catalog === undefined) throw new UnreadablePdf('The PDF has no catalog.')
    return catalog
  }

  data({ value, dataAt }: Found, bytesMax: number): Uint8Array | null {
    if (!isDictionary(value) || dataAt === null) return null
    const filters = [this.resolve(value.entries.get('Filter'))].flat()
    const raw = Buffer.from(this.#text.slice(dataAt, this.#dataEnd(value, dataAt)), 'latin1')
    if (filters.every((filter) => filter === null)) return withinLimit(raw, bytesMax)
    const [only] = filters
    const parameters = this.resolve(value.entries.get('DecodeParms'))
    if (
      filters.length > 1 ||
      !isName(only) ||
      only.name !== 'FlateDecode' ||
      hasPredictor(parameters)
    ) {
      throw new UnreadablePdf('The PDF uses an unsupported compression.')
    }
    return inflated(raw, bytesMax)
  }

  /** Objects, trailers and object streams in file order. */
  #scan(): void {
    const start = /(?<!\d)(\d{1,10})\s+\d{1,5}\s+obj(?![A-Za-z])|(?<![A-Za-z])trailer(?![A-Za-z])/g
    for (let match = start.exec(this.#text); match !== null; match = start.exec(this.#text)) {
      const scanner = new PdfScanner(this.#text, start.lastIndex)
      try {
        const value = scanner.value()
        const number = match[1]
        if (number === undefined) this.#trailer(value)
        else this.#object(Number(number), value, scanner)
        start.lastIndex = scanner.at
      } catch (error) {
        if (!(error instanceof PdfSyntaxError)) throw error
        // Skips what was read, so that a broken file costs no quadratic time.
        start.lastIndex = Math.max(start.lastIndex, scanner.at)
      }
    }
  }

  #trailer(value: PdfValue): void {
    if (!isDictionary(value)) return
    if (value.entries.has('Encrypt')) throw new UnreadablePdf('The PDF is encrypted.')
    this.#trailers.push(value)
  }

  #object(number: number, value: PdfValue, scanner: PdfScanner): void {
    const dataAt =
      isDictionary(value) && scanner.takes('stream') ? this.#dataStart(scanner.at) : null
    const found = { value, dataAt }
    this.#objects.set(number, found)
    if (dataAt === null || !isDictionary(value)) return
    scanner.at = this.#dataEnd(value, dataAt)
    const type = value.entries.get('Type')
    if (isName(type) && type.name === 'XRef') this.#trailer(value)
    if (isName(type) && type.name === 'ObjStm') this.#unpack(found, value)
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
    this.#numbers ??= Map.groupBy(
      this.#text.matchAll(/(?<!\d)(\d{1,10})\s+\d{1,5}\s+obj\s+(\d{1,10})\s+endobj/g),
      ([, number]) => Number(number),
    )
    return (this.#numbers.get(value.number) ?? [])
      .slice(0, LENGTHS_MAX)
      .map(([, , stated]) => Number(stated))
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
      this.#objects.set(Number(header[index]), { value: scanner.value(), dataAt: null })
      // Overlapping objects could make a small file take hours.
      readLength += scanner.at - at
      if (readLength > text.length) throw new UnreadablePdf('The PDF is damaged.')
    }
  }
}

const hasPredictor = (parameters: PdfValue): boolean =>
  [parameters].flat().some((it) => isDictionary(it) && Number(it.entries.get('Predictor') ?? 1) > 1)

function withinLimit(data: Uint8Array, bytesMax: number): Uint8Array {
  if (data.length > bytesMax)
    throw new UnreadablePdf(`The PDF unpacks to more than ${bytesMax} bytes.`)
  return data
}

function inflated(data: Uint8Array, bytesMax: number): Uint8Array {
  try {
    return inflateSync(data, { maxOutputLength: bytesMax })
  } catch (cause) {
    const isTooLong = cause instanceof RangeError
    const message = isTooLong
      ? `The PDF unpacks to more than ${bytesMax} bytes.`
      : 'The contents of the PDF are damaged.'
    throw new UnreadablePdf(message, { cause })
  }
}
