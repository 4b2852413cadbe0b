import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import { isDictionary, isName, isString, type PdfDictionary, type PdfValue } from './objects.ts'

/** Decrypts the strings and streams of one object. */
export interface PdfDecryption {
  string(bytes: Buffer, object: ObjectId): Buffer
  stream(bytes: Buffer, object: ObjectId): Buffer
}

export interface ObjectId {
  readonly number: number
  readonly generation: number
}

type Resolve = (value: PdfValue | undefined) => PdfValue
type Cipher = 'none' | 'rc4' | 'aes'

/** ISO 32000-1, 7.6.3.3: fills the empty password. */
const PADDING = Buffer.from(
  '28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a',
  'hex',
)
const NOTHING = Buffer.alloc(0)
const IV_BYTES = 16
const NO_IV = Buffer.alloc(IV_BYTES)

/**
 * How to decrypt a PDF whose user password is empty, as many programs write it to forbid changes
 * (ISO 32000-2, 7.6: RC4 and AES, revisions 2 to 6); undefined if it needs a password or another
 * method.
 */
export function openedWithoutPassword(
  { entries }: PdfDictionary,
  firstId: Buffer,
  resolve: Resolve,
): PdfDecryption | undefined {
  const value = (name: string) => resolve(entries.get(name))
  const number = (name: string) => Number(value(name) ?? 0)
  const filter = value('Filter')
  if (!isName(filter) || filter.name !== 'Standard') return undefined
  const [version, revision] = [number('V'), number('R')]
  const bytes = (name: string) => {
    const it = value(name)
    return isString(it) ? Buffer.from(it.bytes, 'latin1') : NOTHING
  }
  const key =
    version === 5
      ? keyOfAes256(revision, bytes('U'), bytes('UE'))
      : keyOfMd5({
          revision,
          length: lengthOf(version, number('Length')),
          owner: bytes('O'),
          user: bytes('U'),
          permissions: number('P'),
          isMetadataPlain: value('EncryptMetadata') === false,
          firstId,
        })
  if (key === undefined) return undefined
  const cipherOf = (name: string): Cipher =>
    version < 4 ? 'rc4' : cipherNamed(value(name), value('CF'), resolve)
  const [ofStrings, ofStreams] = [cipherOf('StrF'), cipherOf('StmF')]
  const decrypt = (cipher: Cipher, data: Buffer, object: ObjectId): Buffer =>
    cipher === 'none'
      ? data
      : cipher === 'rc4'
        ? rc4(objectKey(key, object, cipher), data)
        : aes(version === 5 ? key : objectKey(key, object, cipher), data)
  return {
    string: (data, object) => decrypt(ofStrings, data, object),
    stream: (data, object) => decrypt(ofStreams, data, object),
  }
}

const lengthOf = (version: number, bits: number): number =>
  version === 1 ? 5 : version === 4 ? 16 : Math.min(16, Math.max(5, (bits || 40) >> 3))

function cipherNamed(filter: PdfValue, filters: PdfValue, resolve: Resolve): Cipher {
  if (!isName(filter) || filter.name === 'Identity' || !isDictionary(filters)) return 'none'
  const used = resolve(filters.entries.get(filter.name))
  const method = isDictionary(used) ? resolve(used.entries.get('CFM')) : null
  if (!isName(method) || method.name === 'None') return 'none'
  return method.name === 'V2' ? 'rc4' : 'aes'
}

interface Md5Input {
  readonly revision: number
  readonly length: number
  readonly owner: Buffer
  readonly user: Buffer
  readonly permissions: number
  readonly isMetadataPlain: boolean
  readonly firstId: Buffer
}

/** Algorithm 2, proved by algorithm 6; undefined if the password is not empty. */
function keyOfMd5(given: Md5Input): Buffer | undefined {
  const { revision, length, owner, user, firstId } = given
  const permissions = Buffer.alloc(4)
  permissions.writeInt32LE(given.permissions | 0)
  const marks = revision >= 4 && given.isMetadataPlain ? Buffer.alloc(4, 0xff) : NOTHING
  let key = md5(PADDING, owner.subarray(0, 32), permissions, firstId, marks)
  for (let round = 0; revision >= 3 && round < 50; round += 1) key = md5(key.subarray(0, length))
  key = key.subarray(0, length)
  if (revision < 3) return rc4(key, PADDING).equals(user.subarray(0, 32)) ? key : undefined
  let proof = md5(PADDING, firstId)
  for (let round = 0; round < 20; round += 1)
    proof = rc4(
      key.map((byte) => byte ^ round),
      proof,
    )
  return proof.equals(user.subarray(0, 16)) ? key : undefined
}

/** Algorithm 2.A; undefined if the password is not empty. */
function keyOfAes256(revision: number, user: Buffer, encrypted: Buffer): Buffer | undefined {
  if (user.length < 48 || encrypted.length < 32) return undefined
  const hash = (salt: Buffer) => (revision < 6 ? sha(256, salt) : hardenedHash(salt))
  if (!hash(user.subarray(32, 40)).equals(user.subarray(0, 32))) return undefined
  return decipher('aes-256-cbc', hash(user.subarray(40, 48)), NO_IV, encrypted.subarray(0, 32))
}

/** Algorithm 2.B with an empty password. */
function hardenedHash(salt: Buffer): Buffer {
  let key = sha(256, salt)
  for (let round = 0, last = 0; round < 64 || last > round - 32; round += 1) {
    const repeated = Buffer.concat(Array.from({ length: 64 }, () => key))
    const data = encipher(key.subarray(0, 16), key.subarray(16, 32), repeated)
    const remainder = data.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3
    key = sha(([256, 384, 512] as const)[remainder] ?? 256, data)
    last = data.at(-1) ?? 0
  }
  return key.subarray(0, 32)
}

/** Algorithm 1. */
function objectKey(key: Buffer, { number, generation }: ObjectId, cipher: Cipher): Buffer {
  const id = Buffer.alloc(5)
  id.writeUIntLE(number % 2 ** 24, 0, 3)
  id.writeUInt16LE(generation % 2 ** 16, 3)
  const salt = cipher === 'aes' ? Buffer.from('sAlT', 'latin1') : NOTHING
  return md5(key, id, salt).subarray(0, Math.min(16, key.length + 5))
}

function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index)
  const at = (index: number): number => state[index & 255] ?? 0
  const swap = (one: number, other: number) => {
    const kept = at(one)
    state[one] = at(other)
    state[other] = kept
  }
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + at(i) + (key[i % key.length] ?? 0)) & 255
    swap(i, j)
  }
  const out = Buffer.from(data)
  for (let n = 0, i = 0, j = 0; n < out.length; n += 1) {
    i = (i + 1) & 255
    j = (j + at(i)) & 255
    swap(i, j)
    out[n] = (out[n] ?? 0) ^ at(at(i) + at(j))
  }
  return out
}

/** CBC behind its initial vector; the last byte counts what fills the last block. */
function aes(key: Buffer, data: Buffer): Buffer {
  const length = data.length - (data.length % IV_BYTES)
  if (length <= IV_BYTES) return NOTHING
  const name = key.length === 32 ? 'aes-256-cbc' : 'aes-128-cbc'
  const plain = decipher(name, key, data.subarray(0, IV_BYTES), data.subarray(IV_BYTES, length))
  const fill = plain.at(-1) ?? 0
  return fill <= IV_BYTES ? plain.subarray(0, plain.length - fill) : plain
}

function decipher(name: string, key: Buffer, iv: Buffer, data: Buffer): Buffer {
  const it = createDecipheriv(name, key, iv).setAutoPadding(false)
  return Buffer.concat([it.update(data), it.final()])
}

function encipher(key: Buffer, iv: Buffer, data: Buffer): Buffer {
  const it = createCipheriv('aes-128-cbc', key, iv).setAutoPadding(false)
  return Buffer.concat([it.update(data), it.final()])
}

const sha = (bits: 256 | 384 | 512, data: Buffer): Buffer =>
  createHash(`sha${bits}`).update(data).digest()

const md5 = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash('md5')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
