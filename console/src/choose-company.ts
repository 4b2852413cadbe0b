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

/** Pages that need no company. */
const WITHOUT = /^\/(sign-in|setup|invitation|companies(\/[^/]+)?)$/

/**
 * Gives an address without a company the person's only or last one. A failure is left to the router,
 * which shows it and offers to try again.
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
 * Before each page of a company: whether its person belongs to it. After signing in, the address has no
 * company yet: the page is loaded anew in theirs.
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
