import pg from 'pg'
import type { PostgresAddress } from './address.ts'

/** To connect to one server, until it has answered. */
export const CONNECT_TIMEOUT_MS = 3_000
const KEEP_ALIVE_AFTER_MS = 10_000
const INT8_OID = 20

export type PostgresRoute = ReturnType<typeof createRoute>

/** Which server is asked next, and which connections are from before the role moved. */
export function createRoute({ servers }: PostgresAddress) {
  const serverOf = new WeakMap<object, string>()
  const eraOf = new WeakMap<object, number>()
  let at = 0
  let home = servers[0]
  let era = 0
  return {
    current: (): string => servers[at] ?? '',
    serverOf: (client: object): string => serverOf.get(client) ?? '',
    made: (client: object, server: string): void => void serverOf.set(client, server),
    isUnknown: (client: object): boolean => !eraOf.has(client),
    /** The first connection to another server than before ends the era of all those before it. */
    admits(client: object): boolean {
      const known = eraOf.get(client)
      if (known !== undefined) return known === era
      const server = serverOf.get(client)
      if (server !== home) era++
      home = server
      eraOf.set(client, era)
      return true
    },
    /** After this connection's server it is the next one's turn, unless that is so already. */
    leave(client: object): void {
      if (servers[at] === serverOf.get(client)) at = (at + 1) % servers.length
    },
    /** Besides, no connection that was made until now is used once more. */
    flee(client: object): void {
      era++
      this.leave(client)
    },
  }
}

/** Connections to the server whose turn it is when they are made. */
export const clientClass = (route: PostgresRoute) =>
  class extends pg.Client {
    constructor() {
      const server = route.current()
      const types = new pg.TypeOverrides()
      types.setTypeParser(INT8_OID, BigInt)
      super({
        connectionString: server,
        fallback_application_name: 'billwright',
        keepAlive: true,
        keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
        types,
      })
      route.made(this, server)
    }

    override connect(): Promise<pg.Client>
    override connect(callback: Connected): void
    override connect(callback?: Connected): Promise<pg.Client> | undefined {
      if (!callback) return super.connect()
      // The pool makes its next connection within the callback, which must not go to this server.
      super.connect((error: Error | null) => {
        if (error) route.leave(this)
        callback(error)
      })
      return undefined
    }
  }

type Connected = (error: Error | null) => void
