export const ASSET_TYPES = [
  'font/woff2',
  'font/ttf',
  'image/png',
  'image/jpeg',
  'image/webp',
] as const
type AssetType = (typeof ASSET_TYPES)[number]

/** In pixels. */
interface ImageSize {
  readonly width: number
  readonly height: number
}

/** Limit per side: a few hundred bytes can make a browser use gigabytes. */
const IMAGE_SIDE_PIXELS_MAX = 8_000

const FONT_TABLES_MAX = 64

/**
 * Detects the type from the bytes, never from a name or header. Null for an unsupported type, a
 * truncated header or an image that is too large.
 */
export function assetType(bytes: Uint8Array): AssetType | null {
  if (isWoff2(bytes)) return 'font/woff2'
  if (isTrueType(bytes)) return 'font/ttf'
  const image = readImage(bytes)
  return image && isSane(image) ? image.type : null
}

/** The size of a PNG, JPEG or WebP image from its header, or null. */
export function imageSize(bytes: Uint8Array): ImageSize | null {
  const image = readImage(bytes)
  return image && { width: image.width, height: image.height }
}

interface Image extends ImageSize {
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp'
}

const isSane = ({ width, height }: ImageSize): boolean =>
  width >= 1 && height >= 1 && width <= IMAGE_SIDE_PIXELS_MAX && height <= IMAGE_SIDE_PIXELS_MAX

const readImage = (bytes: Uint8Array): Image | null =>
  readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes)

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Whether these ASCII (or Latin-1) characters are at `offset`. */
const hasText = (bytes: Uint8Array, offset: number, text: string): boolean =>
  bytes.length >= offset + text.length &&
  [...text].every((character, index) => bytes[offset + index] === character.charCodeAt(0))

/** WOFF2 §4.1: signature, flavor, then the length of the file. */
function isWoff2(bytes: Uint8Array): boolean {
  if (!hasText(bytes, 0, 'wOF2') || bytes.length < 48) return false
  const view = viewOf(bytes)
  return view.getUint32(8) === bytes.length && hasTables(view.getUint16(12))
}

/** OpenType, table directory: TrueType outlines only; every table must be within the file. */
function isTrueType(bytes: Uint8Array): boolean {
  if (!(hasText(bytes, 0, '\x00\x01\x00\x00') || hasText(bytes, 0, 'true'))) return false
  if (bytes.length < 12) return false
  const view = viewOf(bytes)
  const tables = view.getUint16(4)
  if (!hasTables(tables) || bytes.length < 12 + tables * 16) return false
  return Array.from({ length: tables }, (_, index) => 12 + index * 16).every(
    (entry) => view.getUint32(entry + 8) + view.getUint32(entry + 12) <= bytes.length,
  )
}

const hasTables = (count: number): boolean => count >= 1 && count <= FONT_TABLES_MAX

/** PNG §5.2 and §11.2.2: the signature, then IHDR, which must come first and has 13 bytes. */
function readPng(bytes: Uint8Array): Image | null {
  if (!hasText(bytes, 0, '\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR') || bytes.length < 33) return null
  const view = viewOf(bytes)
  return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) }
}

/** JPEG (ITU-T T.81 B.1): reads segments up to the frame header, which has the size. */
function readJpeg(bytes: Uint8Array): Image | null {
  if (!hasText(bytes, 0, '\xff\xd8\xff')) return null
  const view = viewOf(bytes)
  let offset = 2
  while (offset + 9 <= bytes.length) {
    if (bytes[offset] !== 0xff) return null
    const marker = bytes[offset + 1] ?? 0
    if (marker === 0xff) {
      // Fill bytes may precede a marker.
      offset += 1
    } else if (isFrame(marker)) {
      return {
        type: 'image/jpeg',
        height: view.getUint16(offset + 5),
        width: view.getUint16(offset + 7),
      }
    } else if (isSegment(marker) && view.getUint16(offset + 2) >= 2) {
      offset += 2 + view.getUint16(offset + 2)
    } else {
      return null
    }
  }
  return null
}

/** SOF0 to SOF15, except DHT, JPG and DAC. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Segments allowed before the frame: tables, application data and comments, but not the scan. */
const isSegment = (marker: number): boolean =>
  marker === 0xc4 || marker === 0xcc || (marker >= 0xdb && marker <= 0xef) || marker === 0xfe

/** WebP (RFC 9649 §2): a RIFF file whose first chunk is lossy, lossless or extended. */
function readWebp(bytes: Uint8Array): Image | null {
  if (!hasText(bytes, 0, 'RIFF') || !hasText(bytes, 8, 'WEBP') || bytes.length < 30) return null
  const view = viewOf(bytes)
  if (view.getUint32(4, true) + 8 > bytes.length) return null
  if (hasText(bytes, 12, 'VP8X'))
    return webp(1 + (view.getUint32(24, true) & 0xffffff), 1 + (view.getUint32(26, true) >>> 8))
  if (hasText(bytes, 12, 'VP8L') && bytes[20] === 0x2f) {
    const bits = view.getUint32(21, true)
    return webp(1 + (bits & 0x3fff), 1 + ((bits >>> 14) & 0x3fff))
  }
  if (hasText(bytes, 12, 'VP8 ') && hasText(bytes, 23, '\x9d\x01\x2a'))
    return webp(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff)
  return null
}

const webp = (width: number, height: number): Image => ({ type: 'image/webp', width, height })
