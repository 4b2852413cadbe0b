import { unreadable } from '../einvoice-error.ts'

/** Supported encodings: UTF-8, UTF-16 and those of old German programs. */
const ENCODINGS: ReadonlySet<string> = new Set([
  'utf-8',
  'us-ascii',
  'iso-8859-1',
  'iso-8859-15',
  'windows-1252',
])
const DECLARED = /^<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z][\w.-]*)["']/
const DECLARATION_BYTES_MAX = 200

/** @throws EInvoiceError `einvoice_unreadable` for an unsupported encoding or invalid bytes */
export function decodeXml(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes)
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (cause) {
    throw unreadable(`It has bytes that are invalid in ${encoding}.`, { reason: 'encoding', cause })
  }
}

/** The byte order mark overrides the declaration, as XML requires. */
function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const start = Buffer.from(bytes.subarray(0, DECLARATION_BYTES_MAX)).toString('latin1')
  const declared = DECLARED.exec(start)?.[1]?.toLowerCase() ?? 'utf-8'
  if (first === 0 || second === 0 || declared.startsWith('utf-16'))
    throw unreadable('UTF-16 needs a byte order mark.', { reason: 'encoding' })
  if (!ENCODINGS.has(declared))
    throw unreadable(`The encoding ${declared} is not supported. Use UTF-8.`, {
      reason: 'encoding',
    })
  return declared
}
