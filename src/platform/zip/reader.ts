import type { Readable } from 'node:stream'
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl'

/** Small files are read whole; a larger manifest is invalid. */
const TEXT_BYTES_MAX = 64 * 1024 * 1024
const LINE_LENGTH_MAX = 64 * 1024 * 1024

/** The files of a zip, read one after another, any number of times. */
export interface ArchiveReader {
  /** Unpacked size of all files together, according to the directory. */
  readonly bytes: number
  readonly names: readonly string[]
  /** Throws if the file does not exist. */
  lines(name: string): AsyncGenerator<string>
  text(name: string): Promise<string>
  /** Whether each file unpacks to the size that the directory states. */
  isSound(): Promise<boolean>
  close(): void
}

/** Opens a zip from a file or bytes. Throws if it is none. */
export async function openArchive(source: string | Buffer): Promise<ArchiveReader> {
  const options = { autoClose: false }
  const zip = await (typeof source === 'string'
    ? openPromise(source, options)
    : fromBufferPromise(source, options))
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
  const require = (name: string): Entry => {
    const entry = entries.get(name)
    if (!entry) throw new Error(`The archive has no ${name}.`)
    return entry
  }
  return {
    bytes: [...entries.values()].reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0),
    names: [...entries.keys()],
    lines: (name) => linesOf(zip, require(name)),
    async text(name) {
      const entry = require(name)
      if (entry.uncompressedSize > TEXT_BYTES_MAX) throw new Error(`${name} is too large.`)
      const chunks: Buffer[] = []
      for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk)
      return Buffer.concat(chunks).toString('utf8')
    },
    isSound: async () => {
      try {
        for (const entry of entries.values()) await drained(await zip.openReadStreamPromise(entry))
        return true
      } catch {
        return false
      }
    },
    close: () => zip.close(),
  }
}

async function drained(source: Readable): Promise<void> {
  for await (const _ of source);
}

/** Only a line feed ends a line: texts of an invoice may contain other separators. */
async function* linesOf(zip: ZipFile, entry: Entry): AsyncGenerator<string> {
  const source: Readable = await zip.openReadStreamPromise(entry)
  source.setEncoding('utf8')
  let rest = ''
  for await (const chunk of source) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > LINE_LENGTH_MAX) throw new Error(`A line of ${entry.fileName} is too long.`)
    yield* lines
  }
  if (rest !== '') yield rest
}

export interface UnpackLimits {
  readonly filesMax: number
  /** Of all files together. */
  readonly bytesMax: number
  /** Unpacked bytes for each packed one. */
  readonly ratioMax: number
}

/** The files of a small archive. Null if one of them exceeds a limit. Throws if it is none. */
export async function unpackAll(
  bytes: Buffer,
  { filesMax, bytesMax, ratioMax }: UnpackLimits,
): Promise<readonly Uint8Array[] | null> {
  const zip = await fromBufferPromise(bytes, { autoClose: false })
  const entries: Entry[] = []
  let sum = 0
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.endsWith('/')) continue
    const { uncompressedSize, compressedSize } = entry
    sum += uncompressedSize
    entries.push(entry)
    if (entries.length > filesMax || sum > bytesMax) return null
    if (uncompressedSize > SMALL && uncompressedSize > compressedSize * ratioMax) return null
  }
  const files: Uint8Array[] = []
  for (const entry of entries) {
    const chunks: Buffer[] = []
    // The stream ends with an error if there is more than the directory states.
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk)
    files.push(Buffer.concat(chunks))
  }
  return files
}

/** Short texts that repeat themselves pack well without being an attack. */
const SMALL = 1024 * 1024
