import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { crossSiteRequest } from './errors.ts'
import { isFromOwnPages } from './same-origin.ts'
import { SESSION_SECONDS } from './session.ts'
import { DEVICE_SECONDS } from './throttle.ts'

export interface SignInCookies {
  readonly session: string
  readonly device: string
}

export type Cookies = ReturnType<typeof createCookies>

/**
 * The two cookies of a browser: `sid`, which is the session, and `device`, which only says that
 * this browser signed in before (see `throttle.ts`). Behind TLS both are `Secure` and carry the
 * prefix `__Host-`, which keeps other hosts of the same domain from setting them; and only that
 * name is read.
 */
export function createCookies({ publicUrl }: Pick<Config, 'publicUrl'>) {
  const isSecure = (request: FastifyRequest): boolean =>
    request.protocol === 'https' || publicUrl?.startsWith('https:') === true
  const nameOf = (request: FastifyRequest, name: string): string =>
    isSecure(request) ? `__Host-${name}` : name
  const read = (request: FastifyRequest, name: string): string | null =>
    request.cookies[nameOf(request, name)] ?? null
  const options = (request: FastifyRequest) =>
    ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(request) }) as const

  return {
    sessionOf: (request: FastifyRequest) => read(request, 'sid'),
    deviceOf: (request: FastifyRequest) => read(request, 'device'),

    save(request: FastifyRequest, reply: FastifyReply, { session, device }: SignInCookies): void {
      const common = options(request)
      reply.setCookie(nameOf(request, 'sid'), session, { ...common, maxAge: SESSION_SECONDS })
      reply.setCookie(nameOf(request, 'device'), device, { ...common, maxAge: DEVICE_SECONDS })
    },

    /** Ends the session's cookie. That of the device stays: it opens nothing. */
    clear(request: FastifyRequest, reply: FastifyReply): void {
      reply.clearCookie(nameOf(request, 'sid'), options(request))
    },

    /** A change by a signed-in browser must come from our own pages, and say so. */
    requireOwnPages(request: FastifyRequest): void {
      if (isFromOwnPages(request, publicUrl) !== true) throw crossSiteRequest()
    },

    /**
     * A hook for signing in: other sites may not sign people in as somebody else; scripts may sign
     * in.
     */
    async refuseOtherSites(request: FastifyRequest): Promise<void> {
      if (isFromOwnPages(request, publicUrl) === false) throw crossSiteRequest()
    },
  }
}
