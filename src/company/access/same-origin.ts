import type { FastifyRequest } from 'fastify'

const OWN_SITES = ['same-origin', 'none']
const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS']

export const isSafe = ({ method }: FastifyRequest): boolean => SAFE_METHODS.includes(method)

/**
 * Whether a request comes from this service's own pages: by `Sec-Fetch-Site`, which no page can set,
 * or else by `Origin`. Null: neither header is there, so the client is no browser or a very old one.
 *
 * @param publicUrl the configured origin; behind a proxy the request does not know its own
 */
export function isFromOwnPages(request: FastifyRequest, publicUrl: string | null): boolean | null {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return OWN_SITES.includes(String(site))
  const { origin } = request.headers
  if (origin === undefined) return null
  return origin === publicUrl || origin === `${request.protocol}://${request.host}`
}
