export const SIGNED = Buffer.from('06092a864886f70d010702', 'hex')
export const DATA = Buffer.from('06092a864886f70d010701', 'hex')

/** An element of DER. */
export function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents)
  const { length } = content
  const size = length < 0x80 ? [length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

/** An element in BER, whose end is marked. */
export const ber = (tag: number, ...contents: readonly Uint8Array[]): Buffer =>
  Buffer.concat([Buffer.from([tag, 0x80]), ...contents, Buffer.from([0, 0])])

export const envelope = (of: typeof der, octets: Buffer): Buffer =>
  of(
    0x30,
    SIGNED,
    of(
      0xa0,
      of(0x30, der(0x02, Buffer.from([1])), der(0x31), of(0x30, DATA, of(0xa0, octets)), der(0x31)),
    ),
  )

/** A file as signed by a program, without the signature itself. */
export const signedFile = (content: Uint8Array): Buffer => envelope(der, der(0x04, content))

const ENVELOPED = Buffer.from('06092a864886f70d010703', 'hex')

/** The beginning of a file as encrypted for the holder of a key. */
export const encryptedFile = (content: Uint8Array): Buffer =>
  der(0x30, ENVELOPED, der(0xa0, der(0x30, der(0x02, Buffer.from([0])), der(0x04, content))))
