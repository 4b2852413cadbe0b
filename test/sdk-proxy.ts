import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** Stands between a client and the service, and loses the answers that a test names. */
export interface LossyProxy {
  readonly url: string
  /** Has the service do the work of the next changes, and cuts the connection instead of answering. */
  loseNext(count: number): void
  /** Sends the head of the next answers to changes, and cuts the connection within the body. */
  cutNext(count: number): void
  /** How many answers were lost. */
  lost(): number
  close(): Promise<void>
}

export async function startLossyProxy(target: string): Promise<LossyProxy> {
  let toLose = 0
  let toCut = 0
  let lost = 0

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const answer = await fetch(`${target}${request.url}`, {
      method: request.method ?? 'GET',
      // `fetch` would unpack a compressed body, but keep the header that says so.
      headers: { ...headersOf(request), 'accept-encoding': 'identity' },
      ...(request.method === 'GET' ? {} : { body: await buffer(request) }),
    })
    const body = Buffer.from(await answer.arrayBuffer())
    if (request.method !== 'GET' && toLose-- > 0) {
      lost++
      request.socket.destroy()
      return
    }
    response.writeHead(answer.status, [...answer.headers].flat())
    if (request.method !== 'GET' && toCut-- > 0) {
      response.write(body.subarray(0, 1), () => request.socket.destroy())
      return
    }
    response.end(body)
  }

  const server = createServer((request, response) => void pass(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    loseNext: (count) => {
      toLose = count
    },
    cutNext: (count) => {
      toCut = count
    },
    lost: () => lost,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Those of the connection are the proxy's own. */
function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const own = ['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding']
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !own.includes(name))
      .map(([name, value]) => [name, String(value)]),
  )
}
