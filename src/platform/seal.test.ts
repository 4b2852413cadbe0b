import { expect, test } from 'vitest'
import { newSecret } from './ids.ts'
import { seal, sealBytes, unseal, unsealBytes } from './seal.ts'

const secret = newSecret()

test('sealed text opens only in its place with its secret', () => {
  const sealed = seal(secret, 'totp:usr_1', 'hidden ünder')
  expect(sealed).not.toContain('hidden')
  expect(unseal(secret, 'totp:usr_1', sealed)).toBe('hidden ünder')
  expect(unseal(secret, 'totp:usr_2', sealed)).toBeNull()
  expect(unseal(newSecret(), 'totp:usr_1', sealed)).toBeNull()
  expect(seal(secret, 'totp:usr_1', 'hidden ünder')).not.toBe(sealed)
})

test('with any byte changed, or cut short, it does not open', () => {
  const bytes = Buffer.from(seal(secret, 'place', 'text'), 'base64url')
  for (let at = 0; at < bytes.length; at++) {
    const other = Buffer.from(bytes)
    other[at] = (other[at] ?? 0) ^ 1
    expect(unseal(secret, 'place', other.toString('base64url'))).toBeNull()
    expect(unseal(secret, 'place', bytes.subarray(0, at).toString('base64url'))).toBeNull()
  }
})

test('bytes are sealed unchanged, including none', () => {
  for (const bytes of [new Uint8Array(), Uint8Array.of(0, 255, 128)]) {
    const sealed = sealBytes(secret, 'place', bytes)
    expect(unsealBytes(secret, 'place', sealed)).toEqual(Buffer.from(bytes))
    expect(unsealBytes(secret, 'elsewhere', sealed)).toBeNull()
  }
})
