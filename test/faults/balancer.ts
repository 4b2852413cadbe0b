import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

/** What stands before several processes: sends each request to one that says it is ready. */
interface Balancer {
  readonly url: string
  /** Requests that were sent once more, to another process. */
  retries(): number
  close(): Promise<void>
}

const CHECK_EVERY_MS = 250
const TRIES_MAX = 4

/**
 * Takes turns. Like other balancers it asks `/readyz` from time to time, keeps connections open, and
 * sends a request again when its connection was refused or closed before it was used, and, if doing
 * it twice does no harm, when it was closed before the answer.
 */
export async function startBalancer(targets: readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true })
  const ready = new Set(targets)
  let turn = 0
  let retries = 0

  const pick = (tried: readonly string[]) => {
    const fresh = targets.filter((target) => !tried.includes(target))
    const best = fresh.filter((target) => ready.has(target))
    const from = best.length > 0 ? best : fresh.length > 0 ? fresh : targets
    return from[turn++ % from.length] ?? ''
  }

  function pass(from: IncomingMessage, body: Buffer, to: ServerResponse, tried: readonly string[]) {
    const target = pick(tried)
    const { method, headers } = from
    const onward = request(target + from.url, { method, headers, agent }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers))
      answer.pipe(to)
      answer.on('error', () => to.destroy())
    })
    onward.on('error', (error: NodeJS.ErrnoException) => {
      const isUnsent = error.code === 'ECONNREFUSED' || onward.reusedSocket
      const isRepeatable = isUnsent || method === 'GET' || headers['idempotency-key'] !== undefined
      if (to.headersSent || !isRepeatable || tried.length + 1 >= TRIES_MAX) {
        to.destroy(error)
        return
      }
      retries++
      pass(from, body, to, [...tried, target])
    })
    onward.end(body)
  }

  const server = createServer(async (from, to) => {
    const chunks: Buffer[] = []
    for await (const chunk of from) chunks.push(chunk)
    pass(from, Buffer.concat(chunks), to, [])
  })
  const checks = setInterval(() => {
    for (const target of targets)
      isReady(target).then((is) => (is ? ready.add(target) : ready.delete(target)))
  }, CHECK_EVERY_MS)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    retries: () => retries,
    async close() {
      clearInterval(checks)
      agent.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Without the renderer: these processes need not print to be of use. */
const isReady = (target: string): Promise<boolean> =>
  fetch(`${target}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    async (answer) => {
      const { checks } = (await answer.json()) as { checks: Record<string, { ok: boolean }> }
      return Object.entries(checks).every(([name, { ok }]) => ok || name === 'renderer')
    },
    () => false,
  )

/** A connection's own headers are not passed on. */
const endToEnd = ({ connection, 'keep-alive': _, ...headers }: IncomingMessage['headers']) =>
  headers
