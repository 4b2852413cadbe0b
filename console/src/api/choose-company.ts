import type { Data } from '@billwright/sdk'
import type { QueryClient } from '@tanstack/react-query'
import {
  companyOfPage,
  forgetCompany,
  inOtherCompany,
  lastCompany,
  rememberCompany,
  settleOn,
} from './company.ts'
import { companiesQuery, sessionQuery } from './queries.ts'

type Session = Data<'getSession'>

const WITHOUT = /^\/(sign-in|setup|invitation|companies(\/[^/]+)?)$/

/**
 * Redirects a URL without a company to the only or last company. The router shows an error and a
 * retry button if that fails.
 */
export async function chooseCompany(queries: QueryClient): Promise<void> {
  if (companyOfPage() !== null || WITHOUT.test(window.location.pathname)) return
  try {
    const session = await queries.ensureQueryData(sessionQuery)
    const chosen = session && (await companyFor(queries, session))
    if (chosen === null) return
    settleOn(chosen)
    if (session?.company === null) queries.removeQueries({ queryKey: sessionQuery.queryKey })
  } catch {
    return
  }
}

async function companyFor(queries: QueryClient, session: Session): Promise<string | null> {
  if (session.company !== null) return session.company.handle
  const last = lastCompany(session.id)
  if (last !== null || session.companies === 0) return last
  return (await queries.fetchQuery(companiesQuery)).data[0]?.handle ?? null
}

/**
 * Checks that the person belongs to the company before each page. After a sign-in the URL has no
 * company yet, so the page is reloaded.
 */
export async function enterCompany(
  queries: QueryClient,
  session: Session,
  path: string,
): Promise<'in' | 'without'> {
  if (companyOfPage() === null) {
    const chosen = await companyFor(queries, session)
    if (chosen === null) return 'without'
    window.location.replace(inOtherCompany(chosen, path))
    return new Promise(() => {})
  }
  if (session.company === null) {
    forgetCompany(session.id)
    return 'without'
  }
  rememberCompany(session.id, session.company.handle)
  return 'in'
}
