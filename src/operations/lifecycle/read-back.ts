import type { FastifyInstance } from 'fastify'
import type { Access } from '../../core/http/access.ts'

/** A route that reads a company. */
export interface ReadRoute {
  readonly url: string
  readonly access: Access | undefined
}

/** They make files, and read rows that other routes read, too. */
const FILES = /\/(pdf|raw|export|html|xml|preview|verify)$|\/audit\/|\/reports\/|:format/

const PAGE = 100
const FAULT = 500

/**
 * Reads every list of a company and each of its entries, as its owner will. Answers the first path
 * with an answer of 500 or above; null: none.
 */
export async function readEverything(
  server: Pick<FastifyInstance, 'inject'>,
  routes: readonly ReadRoute[],
): Promise<string | null> {
  const readable = routes
    .filter(({ access, url }) => ['read', 'admin'].includes(access ?? '') && !FILES.test(url))
    .map(({ url }) => url)
  for (const url of readable.filter((it) => !it.includes(':'))) {
    const items = readable.filter((it) => it.startsWith(`${url}/:`) && it.split(':').length === 2)
    const failing = await readList(server, url, items)
    if (failing !== null) return failing
  }
  return null
}

async function readList(
  server: Pick<FastifyInstance, 'inject'>,
  url: string,
  items: readonly string[],
): Promise<string | null> {
  let query = `?limit=${PAGE}`
  for (;;) {
    const answer = await read(server, `${url}${query}`)
    // A resource without pages takes no limit.
    const { statusCode, body } = answer.statusCode === 422 ? await read(server, url) : answer
    if (statusCode >= FAULT) return url
    const page = statusCode === 200 ? toPage(body) : {}
    for (const entry of Array.isArray(page.data) ? page.data : [])
      for (const item of items) {
        const path = item.replace(/:\w+/, encodeURIComponent(String(entry?.id ?? '')))
        if ((await read(server, path)).statusCode >= FAULT) return path
      }
    if (typeof page.next_cursor !== 'string') return null
    query = `?limit=${PAGE}&cursor=${encodeURIComponent(page.next_cursor)}`
  }
}

const read = (server: Pick<FastifyInstance, 'inject'>, url: string) =>
  server.inject({ url, headers: { host: 'localhost' } })

function toPage(body: string): {
  readonly data?: unknown
  readonly next_cursor?: unknown
} {
  try {
    return Object(JSON.parse(body))
  } catch {
    return {}
  }
}
