import type { FastifyContextConfig, FastifyRequest } from 'fastify'
import { isThere } from '../../core/companies/company.ts'
import {
  type Directory,
  findCompanyByHandle,
  findCompanyById,
  requireCompanyByNumber,
} from '../../core/companies/directory.ts'
import { companyNotFound } from '../../core/companies/errors.ts'
import type { Actor, Caller } from '../../core/http/actor.ts'
import { unauthenticated } from '../../core/http/actor.ts'
import type { CompanyId } from '../../platform/database/tables.ts'
import type { Access } from './access.ts'
import { type Standing, scopesOf, standingIn } from './inner/standing.ts'
import { ENVIRONMENT_KEY_ID, type IdentifiedKey, identifyKey } from './keys/keys.ts'
import type { User } from './people/user.ts'
import { isSafe } from './same-origin.ts'
import { identifySession } from './sign-in/inner/sign-in.ts'
import { admitSupport, recordSupportUse } from './support/support.ts'

/**
 * Finds the caller of a request: by its bearer key, else by its session cookie, else null. Every
 * invalid credential gets the same refusal, also an invalid key beside a valid cookie. Changes with a
 * cookie must come from our own pages.
 *
 * A key is for one company. A person names theirs in `Billwright-Company`, unless there is only one.
 * An operator may name a company that granted them access.
 */
export function createAuthenticator(access: Access) {
  const { directory } = access
  const ofKey = async (key: IdentifiedKey, request: FastifyRequest): Promise<Caller> => {
    const named = request.headers[COMPANY_HEADER]
    // Whatever a row says: a key of one company manages no others.
    const actor = key.company === null ? key.actor : withoutCompanies(key.actor)
    // A key with this scope manages companies, but works in none of them.
    if (key.company === null) return { actor, company: null, refusal: companyNotFound() }
    const company = await requireCompanyByNumber(directory, key.company)
    const isMeant = named === undefined || (await findNamed(directory, named))?.id === company.id
    if (isMeant && isThere(company)) return { actor, company }
    return { actor, company: null, refusal: companyNotFound() }
  }

  /** An operator with access from an owner of the company. Each use is an event of the company. */
  const admit = async (
    user: User,
    number: CompanyId,
    request: FastifyRequest,
  ): Promise<Caller | null> => {
    const admitted = await admitSupport(access, user, number)
    if (!admitted) return null
    const { method, routeOptions } = request
    const [path = ''] = request.url.split('?', 1)
    if (isInCompany(routeOptions.config.access))
      await recordSupportUse(access, admitted, { method, path })
    return admitted
  }

  const byCookie = async (cookie: string, request: FastifyRequest): Promise<Caller> => {
    const named = await namedCompany(directory, request)
    const found = await identifySession(access, cookie, named)
    if (!found) throw unauthenticated()
    const { user, memberships, session } = found
    if (user.isOperator && named !== null && memberships.length === 0) {
      const admitted = await admit(user, named, request)
      if (admitted) return admitted
    }
    const standing = await standingIn(directory, memberships)
    const { company, refusal } = standing
    const actor = { ...toActor(user, standing), signedInAt: session.createdAt }
    return refusal ? { actor, company, refusal } : { actor, company }
  }

  return async (request: FastifyRequest): Promise<Caller | null> => {
    const { authorization } = request.headers
    if (authorization !== undefined) {
      const key = await byHeader(access, authorization)
      if (!key) throw unauthenticated()
      return ofKey(key, request)
    }
    const cookie = access.cookies.sessionOf(request)
    if (cookie === null) return null
    if (!isSafe(request)) access.cookies.requireOwnPages(request)
    return byCookie(cookie, request)
  }
}

/** The key of the environment belongs to the operator, who also owns the first company. */
const withoutCompanies = (actor: Actor): Actor =>
  actor.id === ENVIRONMENT_KEY_ID || !actor.scopes.has('companies')
    ? actor
    : { ...actor, scopes: new Set([...actor.scopes].filter((it) => it !== 'companies')) }

/** Other routes show no data of a company, or check the membership themselves. */
const isInCompany = (access: FastifyContextConfig['access']): boolean =>
  access !== undefined && !['public', 'session', 'companies'].includes(access)

const COMPANY_HEADER = 'billwright-company'
/** No company has this number. */
const NO_COMPANY = 0n as CompanyId

/** The number of the company in the header; null: no header. */
async function namedCompany(
  directory: Directory,
  { headers }: FastifyRequest,
): Promise<CompanyId | null> {
  const named = headers[COMPANY_HEADER]
  if (named === undefined) return null
  return (await findNamed(directory, named))?.number ?? NO_COMPANY
}

/** By its id, or by its handle, which the console has in its URLs. */
const findNamed = (directory: Directory, named: string | readonly string[]) =>
  findCompanyById(directory, String(named)).then(
    (it) => it ?? findCompanyByHandle(directory, String(named)),
  )

async function byHeader(access: Access, header: string): Promise<IdentifiedKey | null> {
  const token = /^bearer +(\S.*)$/i.exec(header)?.[1]
  return token === undefined ? null : identifyKey(access, token)
}

const toActor = (user: User, standing: Standing): Actor => ({
  kind: 'user',
  id: user.id,
  name: user.name ?? user.email,
  scopes: new Set(scopesOf(user, standing)),
})
