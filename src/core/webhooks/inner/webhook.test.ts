import { describe, expect, test } from 'vitest'
import { signedHeaders } from './signature.ts'
import { isFailing, NO_HEALTH, rotate, validSecrets, type Webhook } from './webhook.ts'

const WEBHOOK: Webhook = {
  id: 'whk_1',
  version: 1,
  url: 'https://hooks.example.org/',
  description: null,
  eventTypes: ['*'],
  status: 'enabled',
  pausedReason: null,
  pausedAt: null,
  secretNonce: 'first',
  previousSecrets: [],
  health: NO_HEALTH,
  createdAt: '2026-11-21T09:30:00.000Z',
  updatedAt: '2026-11-21T09:30:00.000Z',
}

describe('nothing but failures', () => {
  const since = '2026-11-21T09:30:00.000Z'
  const daysLater = (days: number) => Date.parse(since) + days * 86_400_000
  test.each([
    [{ failingSince: null, failures: 0 }, 9, false],
    [{ failingSince: since, failures: 10 }, 3, true],
    [{ failingSince: since, failures: 9 }, 30, false],
    [{ failingSince: since, failures: 5_000 }, 2.99, false],
  ])('%j after %d days: failing %s', (health, days, expected) => {
    expect(isFailing({ ...NO_HEALTH, ...health }, daysLater(days))).toBe(expected)
  })
})

test('four former secrets sign, and while they do there is no fifth', () => {
  const times = { now: '2026-11-21T10:00:00.000Z', until: '2026-11-22T10:00:00.000Z' }
  const rotated = ['2', '3', '4', '5'].reduce(
    (webhook, nonce) => rotate(webhook, { nonce, ...times }),
    WEBHOOK,
  )
  const known = ['4', '3', '2', WEBHOOK.secretNonce]
  expect(validSecrets(rotated, times.now).map(({ nonce }) => nonce)).toEqual(known)
  expect(() => rotate(rotated, { nonce: '6', ...times })).toThrow('Five secrets are already active')
  expect(validSecrets(rotated, times.until)).toEqual([])
  const later = { nonce: '6', now: times.until, until: '2026-11-23T10:00:00.000Z' }
  expect(rotate(rotated, later).previousSecrets.map(({ nonce }) => nonce)).toEqual(['5'])
})

/** From the tests of the reference libraries of Standard Webhooks. */
test('signs the reference vector', () => {
  const secrets = { derive: () => 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }
  const at = new Date(1_614_265_330_999)
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at, body: '{"test": 2432232314}' }
  expect(signedHeaders(WEBHOOK, message, secrets)).toEqual({
    'webhook-id': message.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})
