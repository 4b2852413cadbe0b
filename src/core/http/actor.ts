import type { FastifyRequest } from 'fastify'
import { AppError } from '../../kernel/errors.ts'
import { secondsAfter } from '../../platform/clock.ts'
import type { Company } from '../companies/company.ts'

export const SCOPES = ['read', 'write', 'issue', 'admin', 'companies'] as const

/**
 * `read` reads, `write` edits drafts, `issue` issues, voids and publishes, `admin` manages
 * settings and access, all within one company. `companies` creates and suspends companies.
 */
export type Scope = (typeof SCOPES)[number]

/** The caller of a request. */
export interface Actor {
  readonly kind: 'key' | 'user' | 'system'
  readonly id: string
  readonly name: string
  readonly scopes: ReadonlySet<Scope>
  /** RFC 3339; of a person with a session. */
  readonly signedInAt?: string
}

/**
 * The caller and the company in the request. Null: none is given, and the caller does not have
 * exactly one.
 */
export interface Caller {
  readonly actor: Actor
  readonly company: Company | null
  /** The refusal of a route that needs a company, if the request has none. */
  readonly refusal?: AppError
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null
    /** The company of the request; null if its route needs none. */
    company: Company | null
    /** The reason why there is none. */
    refusal: AppError | null
  }
  interface FastifyContextConfig {
    /** Required scope or audience. Startup fails for a route without it. */
    access?: Scope | 'public' | 'session'
  }
}

/** The caller of a route that is not public. */
export function actorOf(request: FastifyRequest): Actor {
  if (request.actor) return request.actor
  throw unauthenticated()
}

/** The caller of a route that is not public, with the company that they name. */
export const callerOf = (request: FastifyRequest): Caller => ({
  actor: actorOf(request),
  company: request.company,
})

export function requireScope(actor: Actor, scope: Scope): void {
  if (actor.scopes.has(scope)) return
  throw new AppError(
    'forbidden',
    'missing_scope',
    `You need the scope \`${scope}\` for this. Use a key or account that has it.`,
    { scope },
  )
}

const FRESH_SECONDS = 15 * 60

/** For what only a person may decide, shortly after signing in. Throws `approval_by_person`. */
export function requireFreshPerson({ kind, signedInAt }: Actor, at: string): void {
  const isFresh = signedInAt !== undefined && signedInAt >= secondsAfter(at, -FRESH_SECONDS)
  if (kind === 'user' && isFresh) return
  throw new AppError(
    'forbidden',
    'approval_by_person',
    'Only a person who signed in within the last 15 minutes may do this. Sign in again.',
  )
}

export const unauthenticated = (): AppError =>
  new AppError(
    'unauthenticated',
    'unauthenticated',
    'You are not signed in. Send a valid API key, or sign in.',
  )
