import { describe, expect, test } from 'vitest'
import { parseAllowances } from './allow.ts'
import { checkUrl, isReachable } from './policy.ts'

const NOTHING = parseAllowances([])
const check = (url: string, ...allow: string[]) => checkUrl(url, parseAllowances(allow))
const refused = (rule: string) =>
  expect.objectContaining({ code: 'url_refused', details: { rule } })

describe('without allowances', () => {
  test.each([
    ['https://example.com/a?b=c', 'example.com', 443],
    ['HTTPS://EXAMPLE.com:443/', 'example.com', 443],
    ['https://example.com./x', 'example.com', 443],
    ['https://bücher.example.com/', 'xn--bcher-kva.example.com', 443],
    ['https://1.1.1.1/', '1.1.1.1', 443],
    ['https://[2001:4860:4860::8888]/', '2001:4860:4860::8888', 443],
  ])('%s may be asked for', (url, host, port) => {
    expect(checkUrl(url, NOTHING)).toMatchObject({ host, port, reach: 'public' })
  })
})

describe('with allowances', () => {
  test('a named host may be local, on plain http and on its port, and on no other', () => {
    expect(check('http://hooks.lan:8080/', 'hooks.lan:8080')).toMatchObject({ reach: 'named' })
    expect(check('http://HOOKS.lan.:8080/', 'Hooks.lan')).toMatchObject({ reach: 'named' })
    expect(() => check('http://hooks.lan:8081/', 'hooks.lan:8080')).toThrow(refused('scheme'))
    expect(() => check('https://other.lan/', 'hooks.lan')).toThrow(refused('host'))
  })

  test('an address may be named with its port, or by its range', () => {
    expect(check('http://127.0.0.1:8080/', '127.0.0.1:8080').port).toBe(8080)
    expect(check('http://10.1.2.3:99/', '10.0.0.0/8').port).toBe(99)
    expect(check('http://[::1]:8080/', '[::1]:8080').port).toBe(8080)
    expect(check('https://[fd00::1]/', 'fd00::1').port).toBe(443)
    expect(check('http://127.0.0.1:65535/', '127.0.0.1:65535').port).toBe(65_535)
    expect(() => check('http://127.0.0.1:8081/', '127.0.0.1:8080')).toThrow(refused('scheme'))
    expect(() => check('https://11.1.2.3:99/', '10.0.0.0/8')).toThrow(refused('port'))
  })

  test('credentials, odd spellings and link-local addresses stay refused', () => {
    expect(() => check('http://u@127.0.0.1/', '127.0.0.1')).toThrow(refused('credentials'))
    expect(() => check('http://127.1/', '127.0.0.1')).toThrow(refused('host'))
    expect(() => check('ftp://127.0.0.1/', '127.0.0.1')).toThrow(refused('scheme'))
    expect(() => check('http://169.254.169.254/', '0.0.0.0/0')).toThrow(refused('scheme'))
    expect(() => check('https://169.254.169.254/', '169.254.169.254')).toThrow(refused('address'))
  })

  test('a local name may only resolve to an allowed range', () => {
    const allowances = parseAllowances(['172.16.0.0/12'])
    const target = checkUrl('http://receiver:8080/', allowances)
    expect(target.reach).toBe('allowed')
    expect(isReachable(target, '172.17.0.2', allowances)).toBe(true)
    expect(isReachable(target, '10.0.0.1', allowances)).toBe(false)
    expect(isReachable(target, '1.1.1.1', allowances)).toBe(false)
  })

  test('an allowed host may not resolve to the metadata service', () => {
    const allowances = parseAllowances(['hooks.example.org'])
    const target = checkUrl('https://hooks.example.org/', allowances)
    expect(isReachable(target, '10.0.0.1', allowances)).toBe(true)
    expect(isReachable(target, '169.254.169.254', allowances)).toBe(false)
  })
})

test.each([
  '',
  'http://a',
  'a:b',
  'a:0',
  'a:70000',
  '10.0.0.0/33',
  '0177.0.0.1',
  '10',
  'a b',
  '[a]:1',
])('an allowance that cannot be read stops the start: "%s"', (entry) =>
  expect(() => parseAllowances([entry])).toThrow(/^OUTBOUND_ALLOW/))
