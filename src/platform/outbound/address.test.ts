import { describe, expect, test } from 'vitest'
import {
  isForbiddenAddress,
  isInRange,
  isOwnAddress,
  isPublicAddress,
  parseRange,
} from './address.ts'

describe('addresses of the public internet', () => {
  test.each([
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2001:4860:4860::8888',
    '2620:fe::fe',
    '::ffff:1.1.1.1',
    '64:ff9b::1.1.1.1',
  ])('%s', (address) => expect(isPublicAddress(address)).toBe(true))
})

describe('addresses that are not public', () => {
  test.each([
    '0.0.0.0',
    '10.255.255.255',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.255',
    '168.63.129.16',
    '169.254.169.254',
    '172.16.0.0',
    '172.31.255.255',
    '192.0.0.192',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.0.0',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '64:ff9b::10.0.0.1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:2::1',
    '2001:20::1',
    '2001:db8::1',
    '2002:101:101::1',
    '3fff::1',
    '5f00::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    '2001:4860:4860::8888%eth0',
    'fec0::1',
    'ff0e::1',
  ])('%s', (address) => expect(isPublicAddress(address)).toBe(false))

  test.each([
    '',
    'localhost',
    '127.1',
    '0x7f000001',
    '2130706433',
    '01.1.1.1',
    '[::1]',
  ])('what is not an address in full spelling: "%s"', (text) =>
    expect(isPublicAddress(text)).toBe(false))
})

test('link-local and metadata addresses are forbidden in every form; private ones are not', () => {
  for (const address of ['169.254.1.1', '::ffff:169.254.169.254', 'fe80::1', 'fd00:ec2::254', 'x'])
    expect(isForbiddenAddress(address)).toBe(true)
  for (const address of ['127.0.0.1', '10.0.0.1', '::1', 'fd00::1', '1.1.1.1'])
    expect(isForbiddenAddress(address)).toBe(false)
})

test('a range holds its addresses, mapped ones too, and no others', () => {
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
