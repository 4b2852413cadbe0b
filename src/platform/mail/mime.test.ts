import { generateKeyPairSync } from 'node:crypto'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { expect, test } from 'vitest'
import { buildMime, type MailContent } from './mime.ts'

const CONTENT: MailContent = {
  id: 'msg_1',
  messageId: '<msg_1@example.org>',
  inReplyTo: null,
  date: '2026-11-21T09:30:00.000Z',
  from: { name: 'Ink & Stone', address: 'billing@example.org' },
  replyTo: null,
  to: [{ name: 'Größe, "Ltd"', address: 'a@example.com' }],
  cc: [],
  subject: 'Rechnung für Größe',
  text: 'Guten Tag\n.\nBis bald',
  html: '<p>Guten Tag</p>',
  logo: { name: 'logo.png', mediaType: 'image/png', bytes: Buffer.from('png') },
  attachments: [{ name: 'INV-7.pdf', mediaType: 'application/pdf', bytes: Buffer.from('%PDF') }],
  isAutomatic: false,
}

test('the same content has the same bytes', async () => {
  const [one, other] = [await buildMime(CONTENT, null), await buildMime(CONTENT, null)]
  expect(Buffer.from(one).equals(Buffer.from(other))).toBe(true)
})

test('every line ends as SMTP sends it', async () => {
  const bytes = Buffer.from(await buildMime(CONTENT, null)).toString('latin1')
  expect(bytes).not.toMatch(/[^\r]\n/)
})

test('DKIM verifies', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const bytes = await buildMime(CONTENT, { domain: 'example.org', selector: 'bw1', privateKey })
  const { results } = await dkimVerify(Buffer.from(bytes), {
    resolver: async (name: string) => {
      expect(name).toBe('bw1._domainkey.example.org')
      return [[`v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`]]
    },
  })
  expect(results.map(({ status }) => status.result)).toEqual(['pass'])
})
