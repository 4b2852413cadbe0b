import type { OutboundClient, OutboundResponse } from '../../../platform/outbound/client.ts'
import { providerRefused, providerUnusable } from './errors.ts'

/**
 * A provider of an access point. The one adapter speaks HTTP; docs/access-point.md has its
 * contract.
 */
export interface Provider {
  /** Whether the network delivers invoices to an address. */
  lookUp(address: string): Promise<boolean>
  /** Accepts a document once for each key. */
  send(document: Outgoing): Promise<Delivery>
  status(key: string): Promise<Delivery>
  /** Ids of received documents that are not deleted yet, oldest first. */
  listReceived(): Promise<readonly string[]>
  fetchReceived(id: string): Promise<Uint8Array>
  deleteReceived(id: string): Promise<void>
}

interface Outgoing {
  readonly key: string
  /** `scheme:id`. */
  readonly recipient: string
  readonly xml: string
}

interface Delivery {
  readonly status: 'sent' | 'delivered' | 'failed'
  /** The provider's message. */
  readonly detail: string | null
}

export interface Connection {
  readonly url: string
  readonly token: string
}

const ANSWER_BYTES_MAX = 256 * 1024
const DOCUMENT_BYTES_MAX = 5 * 1024 * 1024
const TIMEOUT_MS = 20_000
const DETAIL_LENGTH_MAX = 500
const RECEIVED_MAX = 100

interface Call {
  readonly method: 'GET' | 'PUT' | 'DELETE'
  readonly path: readonly string[]
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly limitBytes?: number
}

/** The adapter for the documented HTTP interface. */
export function createHttpProvider(
  outbound: Pick<OutboundClient, 'send'>,
  { url, token }: Connection,
): Provider {
  const call = ({ method, path, body, headers, limitBytes = ANSWER_BYTES_MAX }: Call) =>
    outbound.send({
      url: `${url.replace(/\/+$/, '')}/${path.map(encodeURIComponent).join('/')}`,
      method,
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(body === undefined ? {} : { body }),
      limitBytes,
      timeoutMs: TIMEOUT_MS,
      answerTimeoutMs: TIMEOUT_MS,
      redirects: 0,
    })

  return {
    async lookUp(address) {
      const answer = await call({ method: 'GET', path: ['recipients', address] })
      if (answer.status === 404) return false
      requireSuccess(answer)
      return true
    },

    async send({ key, recipient, xml }) {
      const headers = { 'content-type': 'application/xml', 'billwright-recipient': recipient }
      const answer = await call({ method: 'PUT', path: ['documents', key], body: xml, headers })
      // The provider refuses the document for good. Other failures may be temporary.
      if (answer.status === 422) return { status: 'failed', detail: detailIn(answer) }
      requireSuccess(answer)
      return deliveryIn(answer)
    },

    async status(key) {
      const answer = await call({ method: 'GET', path: ['documents', key] })
      requireSuccess(answer)
      return deliveryIn(answer)
    },

    async listReceived() {
      const answer = await call({ method: 'GET', path: ['inbox'] })
      requireSuccess(answer)
      const { documents } = jsonIn(answer)
      if (!Array.isArray(documents)) throw providerUnusable('`documents` is no list')
      return documents
        .slice(0, RECEIVED_MAX)
        .map((it) => (it as { readonly id?: unknown } | null)?.id)
        .map((id) => {
          if (typeof id === 'string' && id !== '' && id.length <= 200) return id
          throw providerUnusable('a document has no id')
        })
    },

    async fetchReceived(id) {
      const path = ['inbox', id]
      const answer = await call({ method: 'GET', path, limitBytes: DOCUMENT_BYTES_MAX + 1 })
      requireSuccess(answer)
      return answer.body
    },

    async deleteReceived(id) {
      const answer = await call({ method: 'DELETE', path: ['inbox', id] })
      if (answer.status !== 404) requireSuccess(answer)
    },
  }
}

function requireSuccess(answer: OutboundResponse): void {
  const { status } = answer
  if (status < 200 || status > 299) throw providerRefused(status, detailIn(answer))
}

const STATUSES: readonly string[] = ['sent', 'delivered', 'failed']

function deliveryIn(answer: OutboundResponse): Delivery {
  const { status } = jsonIn(answer)
  if (typeof status !== 'string' || !STATUSES.includes(status))
    throw providerUnusable('it has no `status`')
  return { status: status as Delivery['status'], detail: detailIn(answer) }
}

function jsonIn({ body }: OutboundResponse): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(Buffer.from(body).toString('utf8'))
    if (typeof read === 'object' && read !== null) return read as Record<string, unknown>
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw providerUnusable('it is no JSON object')
}

/** Text that any database stores. */
function detailIn({ body }: OutboundResponse): string | null {
  try {
    const { detail } = JSON.parse(Buffer.from(body).toString('utf8')) as { detail?: unknown }
    return typeof detail === 'string'
      ? detail
          .replace(/[^\P{Cc}\t\n\r]/gu, '\ufffd')
          .slice(0, DETAIL_LENGTH_MAX)
          .toWellFormed()
      : null
  } catch {
    return null
  }
}
