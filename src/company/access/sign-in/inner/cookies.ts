import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../../../platform/config.ts'
import { crossSiteRequest } from '../../errors.ts'
import { FLOW_SECONDS } from '../../oidc/inner/flow.ts'
import { isFromOwnPages } from '../../same-origin.ts'
import { SESSION_SECONDS } from './session.ts'
import { DEVICE_SECONDS } from './throttle.ts'

export interface SignInCookies {
  readonly session: string
  readonly device: string
}

export type Cookies = ReturnType<typeof createCookies>

/**
 * The cookies of a browser: `sid` (the session), `device` (this browser signed in before; see
 * `throttle.ts`), and for some minutes `oidc`. Behind TLS they are `Secure` and carry the prefix
 * `__Host-`, so that other hosts of the domain cannot set them. Then only that name is read.
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
  const renew = (request: FastifyRequest, reply: FastifyReply, session: string | null): void => {
    if (session === null) return
    const limits = { ...options(request), maxAge: SESSION_SECONDS }
    reply.setCookie(nameOf(request, 'sid'), session, limits)
  }

  return {
    sessionOf: (request: FastifyRequest) => read(request, 'sid'),
    deviceOf: (request: FastifyRequest) => read(request, 'device'),

    /** The browser keeps it while the person signs in at the provider. */
    flowOf: (request: FastifyRequest) => read(request, 'oidc'),

    saveFlow(request: FastifyRequest, reply: FastifyReply, value: string): void {
      reply.setCookie(nameOf(request, 'oidc'), value, { ...options(request), maxAge: FLOW_SECONDS })
    },

    clearFlow(request: FastifyRequest, reply: FastifyReply): void {
      reply.clearCookie(nameOf(request, 'oidc'), options(request))
    },

    /** Sets the session's cookie if it has a new value. */
    renew,

    /** Sets no cookie while the sign-in is not complete. */
    save(request: FastifyRequest, reply: FastifyReply, given: SignInCookies | null): void {
      if (given === null) return
      const { session, device } = given
      const common = options(request)
      renew(request, reply, session)
      reply.setCookie(nameOf(request, 'device'), device, { ...common, maxAge: DEVICE_SECONDS })
    },

    /** Deletes the session's cookie. The cookie `device` stays, because it grants no access. */
    clear(request: FastifyRequest, reply: FastifyReply): void {
      reply.clearCookie(nameOf(request, 'sid'), options(request))
    },

    /** A change by a signed-in browser must come from our own pages, and its headers must say so. */
    requireOwnPages(request: FastifyRequest): void {
      if (isFromOwnPages(request, publicUrl) !== true) throw crossSiteRequest()
    },

    /**
     * A hook for signing in: other sites must not sign people in to another account; scripts may
     * sign in.
     */
    async refuseOtherSites(request: FastifyRequest): Promise<void> {
      if (isFromOwnPages(request, publicUrl) === false) throw crossSiteRequest()
    },
  }
}
