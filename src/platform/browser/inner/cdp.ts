import type { Readable, Writable } from 'node:stream'

export type CdpParams = Readonly<Record<string, unknown>>

export interface CdpEvent {
  readonly method: string
  readonly params: CdpParams
  /** Absent for events of the browser itself. */
  readonly sessionId: string | undefined
}

/** A connection to a browser that speaks the Chrome DevTools Protocol. */
export interface Cdp {
  /** Sends a command. Throws `CdpRefused` if the browser refuses, `CdpGone` if the connection breaks. */
  send(method: string, params?: CdpParams, sessionId?: string): Promise<CdpParams>
  /** Calls the listener for every event until the returned function is called. */
  listen(listener: (event: CdpEvent) => void): () => void
  /** Resolves once either end closes the connection. */
  readonly closed: Promise<void>
  close(): void
}

/** The browser answered a command with an error. */
class CdpRefused extends Error {}

/** The browser went away: crashed, killed or closed. */
class CdpGone extends Error {}

interface Wire {
  write(message: string): void
  close(): void
}

interface Waiting {
  readonly method: string
  readonly resolve: (result: CdpParams) => void
  readonly reject: (error: Error) => void
}

/** A PDF of 200 pages with a photograph on each stays below this. */
const MESSAGE_MAX_BYTES = 256 * 1024 * 1024

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const record = (value: unknown): CdpParams => (isRecord(value) ? value : {})

/** Undefined for a message outside the protocol: then the other end is no browser. */
function parsed(text: string): CdpParams | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * Speaks over a pair of pipes, with messages that end in NUL: there is no port that other users could
 * reach.
 */
export function cdpOverPipes(toBrowser: Writable, fromBrowser: Readable): Cdp {
  const line = cdpOver({
    write: (message) => void toBrowser.write(`${message}\0`),
    close: () => {
      toBrowser.destroy()
      fromBrowser.destroy()
    },
  })
  let parts: Buffer[] = []
  let partsBytes = 0
  fromBrowser.on('data', (chunk: Buffer) => {
    let start = 0
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      parts.push(chunk.subarray(start, end))
      line.received(Buffer.concat(parts).toString('utf8'))
      parts = []
      partsBytes = 0
      start = end + 1
    }
    if (start < chunk.length) parts.push(chunk.subarray(start))
    partsBytes += chunk.length - start
    if (partsBytes > MESSAGE_MAX_BYTES) line.cut()
  })
  // A killed browser shows as EPIPE or ECONNRESET here; `closed` reports it.
  for (const stream of [toBrowser, fromBrowser]) {
    stream.on('error', line.cut)
    stream.on('close', line.cut)
  }
  fromBrowser.on('end', line.cut)
  return line.cdp
}

/** Speaks to a remote browser at a `ws://` or `wss://` address. */
export async function cdpOverWebSocket(url: string): Promise<Cdp> {
  const socket = new WebSocket(url)
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve(), { once: true })
    socket.addEventListener('error', () => reject(new CdpGone('No browser answers there.')), {
      once: true,
    })
  })
  const line = cdpOver({
    write: (message) => socket.send(message),
    close: () => socket.close(),
  })
  socket.addEventListener('message', ({ data }) => {
    if (typeof data === 'string') line.received(data)
  })
  socket.addEventListener('close', line.cut)
  return line.cdp
}

function cdpOver(wire: Wire) {
  const waiting = new Map<number, Waiting>()
  const listeners = new Set<(event: CdpEvent) => void>()
  const closed = Promise.withResolvers<void>()
  let isOpen = true
  let lastId = 0

  const cut = () => {
    if (!isOpen) return
    isOpen = false
    for (const { method, reject } of waiting.values())
      reject(new CdpGone(`${method}: browser gone`))
    waiting.clear()
    listeners.clear()
    wire.close()
    closed.resolve()
  }

  const received = (text: string) => {
    const message = parsed(text)
    if (!message) return cut()
    if (typeof message.id === 'number') return settle(message.id, message)
    const event: CdpEvent = {
      method: String(message.method),
      params: record(message.params),
      sessionId: typeof message.sessionId === 'string' ? message.sessionId : undefined,
    }
    for (const listener of [...listeners]) listener(event)
  }

  const settle = (id: number, message: CdpParams) => {
    const one = waiting.get(id)
    if (!one) return
    waiting.delete(id)
    if (!isRecord(message.error)) return one.resolve(record(message.result))
    one.reject(new CdpRefused(`${one.method}: ${String(message.error.message)}`))
  }

  const cdp: Cdp = {
    send: (method, params = {}, sessionId) =>
      new Promise((resolve, reject) => {
        if (!isOpen) return reject(new CdpGone(`${method}: browser gone`))
        lastId += 1
        waiting.set(lastId, { method, resolve, reject })
        const id = lastId
        wire.write(JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) }))
      }),
    listen: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    closed: closed.promise,
    close: cut,
  }
  return { cdp, received, cut }
}
