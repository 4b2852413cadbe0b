import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { Json } from './givens.ts'

/** What arrived at a receiver. */
export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly json: Json
}

export type Answer = (response: ServerResponse, received: Received) => void

/** A server that receives webhooks, on a free port. */
export interface Receiver {
  /** For `OUTBOUND_ALLOW`. */
  readonly host: string
  readonly received: Received[]
  url(path?: string): string
  /** How it answers from now on; 204 at first. */
  answer: Answer
  /** Resolves when that many have arrived. */
  arrived(count: number): Promise<void>
  close(): Promise<void>
}

export const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(code, headers).end(code === 204 ? undefined : `status ${code}`)

export async function startReceiver(): Promise<Receiver> {
  const waiting = new Set<() => void>()
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const one = await read(request)
    received.push(one)
    receiver.answer(response, one)
    for (const look of waiting) look()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const receiver: Receiver = {
    host,
    received,
    url: (path = '/hook') => `http://${host}${path}`,
    answer: status(204),
    arrived: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (received.length < count) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return receiver
}

async function read(request: IncomingMessage): Promise<Received> {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += chunk
  const { url: path = '', headers } = request
  return { path, headers, body, json: body.startsWith('{') ? JSON.parse(body) : null }
}
