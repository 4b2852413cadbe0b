/** Object id of signed data (RFC 5652), as the first member of its sequence. */
const SIGNED_DATA = Buffer.from('06092a864886f70d010702', 'hex')
/** Enveloped, signed and enveloped, encrypted (PKCS #7), and authenticated-enveloped data (RFC 5083). */
const ENCRYPTED_DATA = [
  '06092a864886f70d010703',
  '06092a864886f70d010704',
  '06092a864886f70d010706',
  '060b2a864886f70d0109100117',
].map((id) => Buffer.from(id, 'hex'))
const SEQUENCE = 0x30
const CONTEXT_0 = 0xa0
const OCTETS = 0x04
const OCTETS_IN_PARTS = 0x24
const DEPTH_MAX = 16
const PEM = /^(?:-----BEGIN [A-Z0-9 ]+-----\s*)?MI[A-Za-z0-9+/]{16}/

/** PKCS #7 (.p7m) in DER or BER, or the same in base64. */
export const isSigned = (file: Uint8Array): boolean => hasType(file, SIGNED_DATA)

/** PKCS #7 for the holder of a key. */
export const isEncrypted = (file: Uint8Array): boolean =>
  ENCRYPTED_DATA.some((type) => hasType(file, type))

function hasType(file: Uint8Array, type: Buffer): boolean {
  const bytes = binary(file)
  return bytes[0] === SEQUENCE && bytes.subarray(0, 32).includes(type)
}

/**
 * The signed content without verifying the signature; undefined for any other form. Nesting is
 * limited to 16, and each byte is read at most once per level.
 */
export function contentOfSigned(file: Uint8Array): Uint8Array | undefined {
  const bytes = binary(file)
  const root = elementAt(bytes, { at: 0, end: bytes.length, depth: DEPTH_MAX })
  const [, wrapped] = childrenOf(bytes, root, SEQUENCE)
  const [signed] = childrenOf(bytes, wrapped, CONTEXT_0)
  const [, , encapsulated] = childrenOf(bytes, signed, SEQUENCE)
  const [, content] = childrenOf(bytes, encapsulated, SEQUENCE)
  const [octets] = childrenOf(bytes, content, CONTEXT_0)
  const parts = octets && partsOf(bytes, octets)
  return parts && parts.length > 0 ? Buffer.concat(parts) : undefined
}

/** Some programs send the bytes as base64. */
function binary(file: Uint8Array): Buffer {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  if (!PEM.test(bytes.subarray(0, 100).toString('latin1'))) return bytes
  return Buffer.from(bytes.toString('latin1').replace(/-----[^-]*-----/g, ''), 'base64')
}

interface Element {
  readonly tag: number
  /** Of its content. */
  readonly start: number
  readonly end: number
  /** The offset of the next element. */
  readonly next: number
  readonly depth: number
}

interface Place {
  readonly at: number
  readonly end: number
  readonly depth: number
}

function elementAt(bytes: Buffer, { at, end, depth }: Place): Element | undefined {
  const [tag, first] = [bytes[at], bytes[at + 1]]
  if (tag === undefined || first === undefined || at + 2 > end || depth === 0) return undefined
  // Tags of several bytes do not occur in signed data.
  if ((tag & 0x1f) === 0x1f) return undefined
  if (first === 0x80) return indefinite(bytes, tag, { at: at + 2, end, depth })
  const count = first < 0x80 ? 0 : first & 0x7f
  if (count > 4 || at + 2 + count > end) return undefined
  const length = count === 0 ? first : bytes.readUIntBE(at + 2, count)
  const start = at + 2 + count
  return start + length > end
    ? undefined
    : { tag, start, end: start + length, next: start + length, depth }
}

/** The content ends with two zeros. */
function indefinite(
  bytes: Buffer,
  tag: number,
  { at: start, end, depth }: Place,
): Element | undefined {
  let at = start
  while (at + 2 <= end) {
    if (bytes[at] === 0 && bytes[at + 1] === 0) return { tag, start, end: at, next: at + 2, depth }
    const child = elementAt(bytes, { at, end, depth: depth - 1 })
    if (child === undefined) return undefined
    at = child.next
  }
  return undefined
}

/** The members of an element with that tag; none for any other. */
function childrenOf(bytes: Buffer, parent: Element | undefined, tag: number): readonly Element[] {
  if (parent?.tag !== tag) return []
  const found: Element[] = []
  let at = parent.start
  while (at < parent.end) {
    const child = elementAt(bytes, { at, end: parent.end, depth: parent.depth - 1 })
    if (child === undefined) return []
    found.push(child)
    at = child.next
  }
  return found
}

function partsOf(bytes: Buffer, octets: Element): readonly Buffer[] {
  if (octets.tag === OCTETS) return [bytes.subarray(octets.start, octets.end)]
  return childrenOf(bytes, octets, OCTETS_IN_PARTS).flatMap((part) => partsOf(bytes, part))
}
