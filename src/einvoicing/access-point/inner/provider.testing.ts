import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** A stand-in for a provider over real HTTP, with the interface of docs/access-point.md. */
export interface PlayedProvider {
  readonly host: string
  readonly url: string
  readonly token: string
  /** The accepted documents by key, each once, even if sent several times. */
  readonly taken: Map<string, { readonly xml: string; readonly recipient: string }>
  /** How often a document arrived. */
  sends: number
  /** The state that it reports for accepted documents. */
  status: 'sent' | 'delivered' | 'failed'
  /** Received documents by id. */
  readonly inbox: Map<string, Uint8Array>
  readonly unknown: Set<string>
  /**
   * Answers the next document requests with this status after accepting them, as if the answer was
   * lost.
   */
  readonly broken: number[]
  close(): Promise<void>
}

const json = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

export async function playProvider(): Promise<PlayedProvider> {
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const provider: PlayedProvider = {
    host,
    url: `http://${host}/v1`,
    token: 'provider-token',
    taken: new Map(),
    sends: 0,
    status: 'sent',
    inbox: new Map(),
    unknown: new Set(),
    broken: [],
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    if (request.headers.authorization !== `Bearer ${provider.token}`)
      return void json(response, 401, { detail: 'Unknown token.' })
    const [, , place = '', id = ''] = (request.url ?? '').split('/').map(decodeURIComponent)
    if (place === 'recipients') {
      const isKnown = !provider.unknown.has(id)
      return void json(response, isKnown ? 200 : 404, { formats: ['peppol'] })
    }
    if (place === 'inbox') return inbox(request, response, id)
    if (request.method === 'PUT') {
      provider.sends += 1
      const recipient = String(request.headers['billwright-recipient'])
      if (!provider.taken.has(id)) provider.taken.set(id, { xml: body.toString('utf8'), recipient })
      const broken = provider.broken.shift()
      if (broken !== undefined)
        return void json(response, broken, { detail: `Answered with ${broken}.` })
    }
    const isTaken = provider.taken.has(id)
    json(response, isTaken ? 200 : 404, { status: provider.status, detail: 'As played.' })
  }

  function inbox({ method }: IncomingMessage, response: ServerResponse, id: string): void {
    if (id === '') {
      const documents = [...provider.inbox.keys()].map((it) => ({ id: it }))
      return void json(response, 200, { documents })
    }
    const file = provider.inbox.get(id)
    if (!file) return void json(response, 404, {})
    if (method === 'DELETE') provider.inbox.delete(id)
    response.writeHead(method === 'DELETE' ? 204 : 200).end(method === 'DELETE' ? undefined : file)
  }
  return provider
}
