import type { Company } from './core/companies/company.ts'
import type { Actor, Caller } from './core/http/actor.ts'
import { createServer } from './core/http/server.ts'
import { type ReadRoute, readEverything } from './operations/lifecycle/read-back.ts'
import { createLogger } from './platform/logger.ts'
import { type RouteOptions, registerApi } from './routes.ts'

/**
 * Reads an imported company before it opens, from a server of its own that listens nowhere. Resolves to
 * what cannot be read, or to null.
 */
export async function readCompany(options: RouteOptions, company: Company): Promise<string | null> {
  const reader: Caller = { actor: READER, company }
  const server = await createServer({
    logger: createLogger('silent'),
    trustProxy: false,
    authenticate: async () => reader,
  })
  const routes: ReadRoute[] = []
  server.addHook('onRoute', ({ method, url, config }) => {
    if (method === 'GET') routes.push({ url, access: config?.access })
  })
  try {
    await registerApi(server, options)
    await server.ready()
    return await readEverything(server, routes)
  } finally {
    await server.close()
  }
}

const READER: Actor = {
  kind: 'system',
  id: 'import',
  name: 'Import',
  scopes: new Set(['read', 'admin']),
}
