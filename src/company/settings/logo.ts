import { assetType } from '../../platform/asset-bytes.ts'
import { sha256 } from '../../platform/ids.ts'
import type { OutboundClient } from '../../platform/outbound/client.ts'
import { invalidLogo, logoTooLarge } from './inner/errors.ts'

const LOGO_BYTES_MAX = 512 * 1024
const ACCEPT = 'image/svg+xml, image/png, image/jpeg, image/webp'
const FETCH_TIMEOUT_MS = 10_000

/** A stored picture: once for each SHA-256 (hex) of its bytes. */
export interface Picture {
  readonly id: string
  readonly mediaType: string
  readonly bytes: Uint8Array
}

/**
 * Reads a data URL, or fetches a web address once. The bytes decide its type, not its name.
 *
 * @throws AppError `invalid_request` at `pointer`, `logo_too_large`, or what the outbound client throws
 */
export async function readLogo(
  text: string,
  pointer: string,
  outbound: Pick<OutboundClient, 'send'>,
): Promise<Picture> {
  if (/^data:/i.test(text)) return toPicture(dataUrlBytes(text, pointer), pointer)
  if (!/^https?:\/\//i.test(text))
    throw invalidLogo(pointer, 'Wrong format: use a data URL or an https URL of an image.')
  const { body } = await outbound.send({
    url: text,
    limitBytes: LOGO_BYTES_MAX,
    timeoutMs: FETCH_TIMEOUT_MS,
    accept: ACCEPT,
  })
  return toPicture(body, pointer)
}

export const toDataUrl = ({ mediaType, bytes }: Omit<Picture, 'id'>): string =>
  `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`

function dataUrlBytes(text: string, pointer: string): Uint8Array {
  const comma = text.indexOf(',')
  const isBase64 = /;\s*base64\s*$/i.test(text.slice(0, Math.max(0, comma)))
  const content = decodePercent(text.slice(comma + 1))
  if (comma < 0 || content === null) throw invalidLogo(pointer, 'The data URL is malformed.')
  if (!isBase64) return Buffer.from(content, 'utf8')
  const compact = content.replace(/\s/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(compact))
    throw invalidLogo(pointer, 'The base64 of the data URL is malformed.')
  return Buffer.from(compact, 'base64')
}

function decodePercent(text: string): string | null {
  try {
    // A bare percent sign is common in pasted drawings that are not encoded.
    return decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, '%25'))
  } catch {
    return null
  }
}

async function toPicture(bytes: Uint8Array, pointer: string): Promise<Picture> {
  if (bytes.length > LOGO_BYTES_MAX) throw logoTooLarge(LOGO_BYTES_MAX)
  const mediaType = rasterType(bytes)
  if (mediaType) return { id: sha256(bytes), mediaType, bytes }
  // With its parsers of HTML and CSS, which the service's daily work does not need.
  const { sanitizeSvg } = await import('./inner/svg/svg.ts')
  const svg = sanitizeSvg(utf8Text(bytes) ?? '')
  if (svg === undefined)
    throw invalidLogo(
      pointer,
      'Unsupported image: use a PNG, JPEG or WebP of at most 8000 pixels per side, or a simple SVG.',
    )
  const safe = Buffer.from(svg, 'utf8')
  return { id: sha256(safe), mediaType: 'image/svg+xml', bytes: safe }
}

function utf8Text(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

function rasterType(bytes: Uint8Array): string | undefined {
  const type = assetType(bytes)
  return type?.startsWith('image/') ? type : undefined
}

/** Whether these bytes are a drawing as the service stores it: nothing in it runs or loads. */
export async function isDrawing(bytes: Uint8Array): Promise<boolean> {
  const { sanitizeSvg } = await import('./inner/svg/svg.ts')
  const text = utf8Text(bytes)
  return text !== null && sanitizeSvg(text) === text
}
