/** A file of an archive. */
export interface Member {
  readonly name: string
  readonly bytes: Uint8Array
}

const VERSION = 20
/** Names are UTF-8. */
const FLAGS = 0x0800
/** 1 January 1980, the first day of the zip format. */
const DAY = 0x21

/** A zip archive (APPNOTE 6.3) without compression, because PDFs are already compressed. */
export function zipOf(members: readonly Member[]): Blob {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const directory: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  for (const { name, bytes } of members) {
    const encoded = new TextEncoder().encode(name)
    // Version, flags, method, time, day, checksum, both sizes, lengths of name and extra field.
    const common = [
      [2, VERSION],
      [2, FLAGS],
      [2, 0],
      [2, 0],
      [2, DAY],
      [4, crc32(bytes)],
      [4, bytes.length],
      [4, bytes.length],
      [2, encoded.length],
      [2, 0],
    ] as const
    const local = [fields([4, 0x04034b50], ...common), encoded, Uint8Array.from(bytes)]
    parts.push(...local)
    // Comment, disk, attributes, and the offset of the file.
    const tail = [
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, offset],
    ] as const
    directory.push(fields([4, 0x02014b50], [2, VERSION], ...common, ...tail), encoded)
    offset += lengthOf(local)
  }
  const count = members.length
  const size = lengthOf(directory)
  const end = fields(
    [4, 0x06054b50],
    [4, 0],
    [2, count],
    [2, count],
    [4, size],
    [4, offset],
    [2, 0],
  )
  return new Blob([...parts, ...directory, end], { type: 'application/zip' })
}

const lengthOf = (parts: readonly Uint8Array[]): number =>
  parts.reduce((sum, { length }) => sum + length, 0)

/** Numbers of two or four bytes, little-endian. */
function fields(...values: readonly (readonly [2 | 4, number])[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(values.reduce((sum, [bytes]) => sum + bytes, 0)))
  let at = 0
  for (const [bytes, value] of values) {
    if (bytes === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += bytes
  }
  return new Uint8Array(view.buffer)
}

const POLYNOMIAL = 0xedb88320
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1
  return crc
})

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (crc >>> 8) ^ (TABLE[(crc ^ byte) & 0xff] ?? 0)
  return (crc ^ 0xffffffff) >>> 0
}
