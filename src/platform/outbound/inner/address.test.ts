import { describe, expect, test } from 'vitest'
import {
  isForbiddenAddress,
  isInRange,
  isOwnAddress,
  isPublicAddress,
  parseRange,
} from './address.ts'

describe('no public address', () => {
  test.each([
    '',
    'localhost',
    '127.1',
    '0x7f000001',
    '2130706433',
    '01.1.1.1',
    '[::1]',
  ])('not in full spelling: "%s"', (text) => expect(isPublicAddress(text)).toBe(false))
})

test('link-local and metadata addresses are forbidden in every form; private ones are not', () => {
  for (const address of ['169.254.1.1', '::ffff:169.254.169.254', 'fe80::1', 'fd00:ec2::254', 'x'])
    expect(isForbiddenAddress(address)).toBe(true)
  for (const address of ['127.0.0.1', '10.0.0.1', '::1', 'fd00::1', '1.1.1.1'])
    expect(isForbiddenAddress(address)).toBe(false)
})

test('a range contains its addresses, also mapped ones, and no others', () => {
  const range = parseRange('10.0.0.0/8')
  if (range === null) throw new Error('The range was not read.')
  expect(isInRange('10.1.2.3', range)).toBe(true)
  expect(isInRange('::ffff:10.1.2.3', range)).toBe(true)
  expect(isInRange('11.0.0.1', range)).toBe(false)
  expect(isInRange('::1', range)).toBe(false)
  for (const text of ['10/8', '10.0.0.0/33', '010.0.0.0/8', 'x/8', '10.0.0.0', 'fe80::1%eth0/64'])
    expect(parseRange(text)).toBeNull()
})

test('an address of this very machine is known, however it is spelled', () => {
  const entry = { netmask: '', mac: '', internal: false, cidr: null }
  const interfaces = {
    eth0: [
      { ...entry, address: '8.8.4.4', family: 'IPv4' as const },
      { ...entry, address: '2620:fe::9', family: 'IPv6' as const, scopeid: 0 },
    ],
  }
  expect(isOwnAddress('8.8.4.4', interfaces)).toBe(true)
  expect(isOwnAddress('::ffff:8.8.4.4', interfaces)).toBe(true)
  expect(isOwnAddress('2620:fe:0::9', interfaces)).toBe(true)
  expect(isOwnAddress('8.8.8.8', interfaces)).toBe(false)
})
