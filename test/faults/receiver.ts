import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook as Verifier } from 'standardwebhooks'
import { type Fault, sleep } from './harness.ts'
import { call } from './request.ts'

export interface Delivery {
  /** The header `webhook-id`: the event's id. */
  readonly id: string
  readonly type: string
  readonly resource: string
  readonly status: number
  readonly isSigned: boolean
  /** Seconds by which the signed time was off when it arrived. */
  readonly skewSeconds: number
}

interface Receiver {
  readonly url: string
  /** For the service's `OUTBOUND_ALLOW`. */
  readonly allow: string
  /** Every attempt that arrived whole, in the order of arrival. */
  readonly deliveries: Delivery[]
  /** Makes the webhook and knows its secret from then on. */
  register(serviceUrl: string, headers?: Readonly<Record<string, string>>): Promise<void>
}

/** Longer than anybody waits. */
const HANG_MS = 20_000

/** How to treat an attempt, by how many of the same event came before it. */
export type Manner = (attempt: number) => 'take' | 'refuse' | 'hang' | 'reset'

/** The far side of a webhook. */
export async function startReceiver(it: Fault, manner: Manner): Promise<Receiver> {
  const deliveries: Delivery[] = []
  const attempts = new Map<string, number>()
  let verifier: Verifier | null = null

  const isSigned = (body: string, request: IncomingMessage): boolean => {
    try {
      verifier?.verify(body, request.headers as Record<string, string>)
      return verifier !== null
    } catch {
      return false
    }
  }

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    const id = String(request.headers['webhook-id'])
    const attempt = attempts.get(id) ?? 0
    attempts.set(id, attempt + 1)
    const how = manner(attempt)
    const { type, resource } = JSON.parse(body)
    deliveries.push({
      id,
      type,
      resource: resource.id,
      status: how === 'take' ? 200 : 500,
      isSigned: isSigned(body, request),
      skewSeconds: Math.abs(Date.now() / 1000 - Number(request.headers['webhook-timestamp'])),
    })
    if (how === 'reset') request.socket.resetAndDestroy()
    if (how === 'hang') await sleep(HANG_MS, undefined, { ref: false })
    response.writeHead(how === 'take' ? 200 : 500).end()
  }

  const server = createServer((request, response) => {
    // The sender may be killed while it sends.
    answer(request, response).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  it.after(() => server.close())
  const url = `http://127.0.0.1:${port}/hook`
  return {
    url,
    allow: `127.0.0.1:${port}`,
    deliveries,
    async register(serviceUrl, headers = {}) {
      const body = { url, event_types: ['*'] }
      const {
        status,
        json,
        text: said,
      } = await call(serviceUrl, 'POST', '/webhooks', {
        ...{ body, headers },
      })
      if (status !== 201) throw new Error(`The webhook was refused: ${said}`)
      verifier = new Verifier(json.secret)
    },
  }
}
