import { inflateSync } from 'node:zlib'
import { table } from '../table.ts'
import { isDictionary, isName, type PdfDictionary, type PdfValue } from './objects.ts'

/** An unreadable PDF. The message gives the reason. */
export class UnreadablePdf extends Error {}

export interface Decoding {
  readonly resolve: (value: PdfValue | undefined) => PdfValue
  /** Of the bytes after each filter. */
  readonly bytesMax: number
}

const FILTERS_MAX = 4

/**
 * The data of a stream after its filters (ISO 32000-1, 7.4). Throws `UnreadablePdf` beyond the
 * limit, for broken data and for filters of pictures.
 */
export function decoded(raw: Buffer, { entries }: PdfDictionary, decoding: Decoding): Uint8Array {
  const { resolve, bytesMax } = decoding
  const list = (name: string) => [resolve(entries.get(name))].flat().map(resolve)
  const filters = list('Filter').filter((it) => it !== null)
  const parameters = list('DecodeParms')
  if (filters.length > FILTERS_MAX) throw unsupported()
  return filters.reduce<Buffer>(
    (data, filter, index) => {
      const step = isName(filter) ? STEPS[filter.name] : undefined
      if (!step || hasPredictor(parameters[index], resolve)) throw unsupported()
      return withinLimit(step(data, bytesMax), bytesMax)
    },
    withinLimit(raw, bytesMax),
  )
}

type Step = (data: Buffer, bytesMax: number) => Buffer

const STEPS = table<Step>({
  FlateDecode: inflated,
  Fl: inflated,
  ASCIIHexDecode: hexadecimal,
  AHx: hexadecimal,
  ASCII85Decode: base85,
  A85: base85,
  /** Names another encryption; that of the whole file was applied before. */
  Crypt: (data) => data,
})

const unsupported = () => new UnreadablePdf('The PDF uses an unsupported compression.')

const hasPredictor = (parameters: PdfValue | undefined, resolve: Decoding['resolve']): boolean =>
  isDictionary(parameters) && Number(resolve(parameters.entries.get('Predictor')) ?? 1) > 1

function withinLimit(data: Buffer, bytesMax: number): Buffer {
  if (data.length > bytesMax)
    throw new UnreadablePdf(`The PDF unpacks to more than ${bytesMax} bytes.`)
  return data
}

function inflated(data: Buffer, bytesMax: number): Buffer {
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

function hexadecimal(data: Buffer): Buffer {
  const [digits = ''] = data.toString('latin1').replace(/\s+/g, '').split('>')
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex')
}

/** Five characters are four bytes; `z` is four zeros; `~>` ends the data. */
function base85(data: Buffer): Buffer {
  const [text = ''] = data.toString('latin1').replace(/\s+/g, '').replace(/z/g, '!!!!!').split('~>')
  const groups = text.match(/.{1,5}/gs) ?? []
  return Buffer.concat(
    groups.map((group) => {
      const value = [...group.padEnd(5, 'u')].reduce(
        (sum, it) => sum * 85 + it.charCodeAt(0) - 33,
        0,
      )
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32BE(value >>> 0)
      return bytes.subarray(0, group.length - 1)
    }),
  )
}
