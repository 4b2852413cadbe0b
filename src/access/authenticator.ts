import type { FastifyRequest } from 'fastify'
import { type Actor, unauthenticated } from '../http/actor.ts'
import { isSafe } from './same-origin.ts'
import type { AccessService } from './service.ts'

/**
 * Who makes a request: by its bearer key, else by its session cookie, else nobody (null). A
 * credential that is there and does not open anything is refused with one answer, whatever is wrong
 * with it; a bad key next to a good cookie too. A change by cookie must come from our own pages.
 */
export function createAuthenticator({ access }: { readonly access: AccessService }) {
  return async (request: FastifyRequest): Promise<Actor | null> => {
    const { authorization } = request.headers
    if (authorization !== undefined) return required(await byHeader(access, authorization))
    const cookie = access.cookies.sessionOf(request)
    if (cookie === null) return null
    if (!isSafe(request)) access.cookies.requireOwnPages(request)
    return required(await access.signIn.identify(cookie))
  }
}

async function byHeader({ keys }: AccessService, header: string): Promise<Actor | null> {
  const token = /^bearer +(\S.*)$/i.exec(header)?.[1]
  return token === undefined ? null : keys.identify(token)
}

function required(actor: Actor | null): Actor {
  if (actor) return actor
  throw unauthenticated()
}
