import { Webhook as Signer } from 'standardwebhooks'
import { hmacSha256 } from '../../../platform/ids.ts'
import { validSecrets, type Webhook } from './webhook.ts'

/**
 * Signing secrets are derived, not stored: HMAC-SHA-256 over the webhook's id and a random nonce
 * with a secret of the company. So the table alone, or a copy of it, cannot sign.
 */
interface WebhookSecrets {
  /** `whsec_` and 32 bytes in base64, the format of Standard Webhooks 1.0. */
  derive(webhookId: string, nonce: string): string
}

export const createWebhookSecrets = (key: string): WebhookSecrets => ({
  derive(webhookId, nonce) {
    const bytes = Buffer.from(hmacSha256(key, `${webhookId}.${nonce}`), 'base64url')
    return `whsec_${bytes.toString('base64')}`
  },
})

interface Message {
  readonly id: string
  readonly at: Date
  readonly body: string
}

/**
 * The headers of Standard Webhooks 1.0: HMAC-SHA-256 over `id.timestamp.body`, once per currently
 * valid secret, separated by spaces, so that a receiver may use either during a rotation.
 */
export function signedHeaders(webhook: Webhook, message: Message, secrets: WebhookSecrets) {
  const { id, at, body } = message
  const previous = validSecrets(webhook, at.toISOString()).map(({ nonce }) => nonce)
  const signatures = [webhook.secretNonce, ...previous].map((nonce) =>
    new Signer(secrets.derive(webhook.id, nonce)).sign(id, at, body),
  )
  return {
    'webhook-id': id,
    'webhook-timestamp': String(BigInt(at.getTime()) / 1000n),
    'webhook-signature': signatures.join(' '),
  }
}
