import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** Stands between the service and a database, and fails as networks do. */
export interface TcpProxy {
  readonly port: number
  /** From now on. A commit gets through and its answer does not: the connection ends, or says nothing. */
  set(mode: ProxyMode): void
  /** Ends the connections, and takes new ones. */
  cut(): void
  close(): Promise<void>
}

type ProxyMode = 'pass' | 'swallow' | 'cut-commit' | 'lose-commit'

export async function startTcpProxy(to: { readonly port: number }): Promise<TcpProxy> {
  let mode: ProxyMode = 'pass'
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(to.port, '127.0.0.1')
    let isDoomed = false
    const end = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', end).on('close', end)
    }
    client.on('data', (bytes) => {
      if (mode === 'swallow') return
      isDoomed ||= mode.endsWith('-commit') && bytes.includes('commit\0')
      upstream.write(bytes)
    })
    upstream.on('data', (bytes) => {
      if (isDoomed && mode === 'cut-commit') return end()
      if (!isDoomed && mode !== 'swallow') client.write(bytes)
    })
  })
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    set: (next) => {
      mode = next
    },
    cut,
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
