import type { FastifyRequest } from 'fastify'
import type { Company } from '../../../core/companies/company.ts'
import type { Config } from '../../../platform/config.ts'
import type { Access } from '../access.ts'
import { misdirectedRequest, notOnThisDomain } from '../errors.ts'
import { hostGuard, hostName, isOwnName } from '../inner/host-guard.ts'
import { findCompanyByHost } from './domains.ts'

/** The maximum number of host names to remember. */
export const HOSTS_MAX = 10_000

type Address = Pick<Config, 'host' | 'publicUrl'>

/** Paths that customers of the company open, and files that these pages load. */
const PUBLIC = ['/i/', '/q/', '/api/v1/public/', '/_template-assets/']

/**
 * The company whose domain a request names; null: it names the service itself. On a domain only the
 * links of its company work: no console, no sign-in, no other API.
 */
export function companyOfHost(access: Access, config: Address) {
  const guard = hostGuard(config)
  return async (request: FastifyRequest): Promise<Company | null> => {
    const names = namesOf(request)
    const inTarget = hostOfTarget(request)
    // RFC 9112 §3.2.2 prefers the request target, but no honest client sends two different names.
    if (inTarget !== null && !names.has(inTarget)) throw misdirectedRequest(inTarget)
    const found = await Promise.all([...names].map((name) => findBy(name)))
    const companies = found.filter((it) => it !== null)
    const [company] = companies
    if (!company) {
      await guard(request)
      return null
    }
    if (companies.some(({ number }) => number !== company.number))
      throw misdirectedRequest([...names].join(', '))
    const route = request.routeOptions.url ?? ''
    if (!PUBLIC.some((path) => route.startsWith(path))) throw notOnThisDomain()
    return company
  }

  async function findBy(name: string): Promise<Company | null> {
    return isOwnName(config, name) ? null : findCompanyByHost(access, name)
  }
}

/** Every name that a proxy may have used: an additional name can only restrict access. */
const namesOf = ({ headers }: FastifyRequest): ReadonlySet<string> => {
  const forwarded = String(headers['x-forwarded-host'] ?? '').split(',')
  const names = forwarded.map((it) => hostName(it.trim())).filter((it) => it !== '')
  return new Set([hostName(headers.host ?? ''), ...names])
}

/** The host of a request target in absolute form; null: it has only a path. */
function hostOfTarget({ raw: { url = '/' } }: FastifyRequest): string | null {
  if (url.startsWith('/')) return null
  return URL.canParse(url) ? hostName(new URL(url).host) : null
}
