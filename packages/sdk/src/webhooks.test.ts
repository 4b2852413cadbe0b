import { describe, expect, test } from 'vitest'
import { signWebhook, verifyWebhook, WebhookVerificationError } from './webhooks.ts'

const SECRET = 'whsec_c2VjcmV0LW9mLXRoZS13ZWJob29r'
const BODY = JSON.stringify({ id: 'evt_1', type: 'invoice.paid', data: { number: 'INV-ü' } })
const NOW = Date.parse('2026-11-21T09:30:00Z')

describe('verifyWebhook', () => {
  const verify = async (body: string | Uint8Array, more: object = {}, secret = SECRET) => {
    const headers = { ...(await signWebhook(BODY, SECRET, { now: NOW })), ...more }
    return verifyWebhook(body, headers, secret, { now: NOW })
  }

  test('gives the event of a signed body, as text or bytes, with headers of Node or fetch', async () => {
    expect(await verify(BODY)).toMatchObject({ type: 'invoice.paid' })
    expect(await verify(new TextEncoder().encode(BODY))).toEqual(JSON.parse(BODY))
    const headers = new Headers(await signWebhook(BODY, SECRET, { now: NOW }))
    expect(await verifyWebhook(BODY, headers, SECRET, { now: NOW })).toEqual(JSON.parse(BODY))
  })

  test('accepts one of several signatures, as after a rotation', async () => {
    const { 'webhook-signature': own } = await signWebhook(BODY, SECRET, { now: NOW })
    expect(await verify(BODY, { 'webhook-signature': `v1,AAAA ${own}` })).toBeDefined()
  })

  test.each<[string, string, object, string]>([
    ['another body', `${BODY} `, {}, SECRET],
    ['another secret', BODY, {}, 'whsec_b3RoZXI='],
    ['a secret that is not base64', BODY, {}, 'whsec_%'],
    ['an old timestamp', BODY, { 'webhook-timestamp': String(NOW / 1000 - 301) }, SECRET],
    ['no timestamp', BODY, { 'webhook-timestamp': undefined }, SECRET],
    ['a timestamp that is no number', BODY, { 'webhook-timestamp': 'x' }, SECRET],
    ['another id', BODY, { 'webhook-id': 'evt_2' }, SECRET],
    ['a signature of another kind', BODY, { 'webhook-signature': 'v2,AAAA' }, SECRET],
  ])('refuses %s', async (_, body, more, secret) => {
    await expect(verify(body, more, secret)).rejects.toThrow(WebhookVerificationError)
  })
})
