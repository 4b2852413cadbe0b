import type { webhooks } from './schema.ts'

export type EventType = keyof webhooks

/** The body of a webhook, typed by its `type`: `if (event.type === 'payment.recorded') event.data.amount`. */
export type WebhookEvent = webhooks[EventType]

/** The headers of a request, of `fetch` or of Node. */
export type WebhookHeaders =
  | Pick<Headers, 'get'>
  | Readonly<Record<string, string | readonly string[] | undefined>>

export interface VerifyOptions {
  /** How far the clocks may differ; default 300. */
  readonly toleranceSeconds?: number | undefined
  /** Milliseconds since the epoch; default: now. */
  readonly now?: number | undefined
}

/** The request is not from Billwright, was changed in transit, or is too old. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
}

const TOLERANCE_SECONDS = 300
const PREFIX = 'whsec_'

/**
 * Checks the signature of a request and returns its event.
 *
 * @param body the exact bytes or text of the request, not parsed JSON
 * @param secret `whsec_…`, which the service shows once
 * @throws WebhookVerificationError
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
  { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    headerOf(headers, `webhook-${name}`),
  )
  if (!id || !timestamp || !signatures)
    throw new WebhookVerificationError(
      'The headers webhook-id, -timestamp and -signature are missing.',
    )
  const ageSeconds = Math.abs(now / 1000 - Number(timestamp))
  if (!(ageSeconds <= toleranceSeconds))
    throw new WebhookVerificationError('The timestamp is too old or too new. Check your clock.')
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const key = await keyOf(secret, 'verify')
  const signed = bytesOf(`${id}.${timestamp}.${text}`)
  const given = signatures.split(' ').filter((it) => it.startsWith('v1,'))
  for (const signature of given) {
    const bytes = fromBase64(signature.slice(3))
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed))) return JSON.parse(text)
  }
  throw new WebhookVerificationError(
    'The signature does not match. Pass the raw body, and the secret of this webhook.',
  )
}

/** The headers that Billwright would send with a body, to test your receiver. */
export async function signWebhook(
  body: string,
  secret: string,
  { id = 'evt_test', now = Date.now() }: { readonly id?: string; readonly now?: number } = {},
): Promise<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> {
  const timestamp = String(Math.floor(now / 1000))
  const key = await keyOf(secret, 'sign')
  const mac = await crypto.subtle.sign('HMAC', key, bytesOf(`${id}.${timestamp}.${body}`))
  const signature = btoa(String.fromCharCode(...new Uint8Array(mac)))
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined
  const value = (headers as Readonly<Record<string, unknown>>)[name]
  return typeof value === 'string' ? value : undefined
}

async function keyOf(secret: string, use: 'sign' | 'verify') {
  const bytes = fromBase64(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret)
  if (!bytes) throw new WebhookVerificationError('The secret is not base64. It begins with whsec_.')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [use])
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(new TextEncoder().encode(text))

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
  } catch {
    return undefined
  }
}
