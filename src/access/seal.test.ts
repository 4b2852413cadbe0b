import { expect, test } from 'vitest'
import { newSecret } from '../platform/ids.ts'
import { seal, unseal } from './seal.ts'

const secret = newSecret()

test('what is sealed opens in its place under its secret, and nowhere else', () => {
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
