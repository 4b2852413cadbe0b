import { expect, test } from 'vitest'
import { afterCheck, type Domain, toHost } from './domain.ts'

test.each([
  ['bills.example.org', 'bills.example.org'],
  [' Bills.Example.ORG. ', 'bills.example.org'],
  ['rechnung.töpferei.example', 'rechnung.xn--tpferei-90a.example'],
  ['localhost', null],
  ['127.0.0.1', null],
  ['[::1]', null],
  ['0x7f.1', null],
  ['a..example.org', null],
  ['-a.example.org', null],
  ['a_b.example.org', null],
  ['https://a.example.org', null],
  ['a.example.org:443', null],
  ['a.example.org/x', null],
  ['a@example.org', null],
  [`${'a.'.repeat(125)}org`, null],
  ['', null],
])('%j: %j', (text, host) => expect(toHost(text)).toBe(host))

test('a domain ends a week after its record was missed, and not before', () => {
  const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T09:30:00.000Z`
  const first: Domain = {
    company: 1n as Domain['company'],
    host: 'bills.example.org',
    token: 'x',
    createdAt: at(1),
    verifiedAt: at(1),
    checkedAt: at(1),
    failingSince: null,
    forLinks: true,
  }
  const missing = afterCheck(first, false, at(2))
  expect(missing).toMatchObject({ failingSince: at(2), verifiedAt: at(1) })
  expect(afterCheck(missing, false, at(8))).toMatchObject({ verifiedAt: at(1) })
  expect(afterCheck(missing, true, at(8))).toMatchObject({ failingSince: null, verifiedAt: at(1) })
  expect(afterCheck(missing, false, at(9))).toMatchObject({ verifiedAt: null })
})
