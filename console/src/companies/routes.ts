import type { QueryClient } from '@tanstack/react-query'
import { createRoute, redirect } from '@tanstack/react-router'
import { lazyPage } from '../lazy-page.ts'
import { sessionQuery } from '../queries.ts'
import { rootRoute } from '../roots.tsx'
import { Failure } from '../shell/failure.tsx'

/** The list of companies is outside of every company. */
const companiesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/companies',
  beforeLoad: ({ context, location }) => requirePerson(context, location),
  component: lazyPage(() => import('./companies.tsx'), 'Companies'),
  errorComponent: Failure,
})

const companyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/companies/$id',
  beforeLoad: ({ context, location }) => requirePerson(context, location),
  component: lazyPage(() => import('./company.tsx'), 'CompanyUsage'),
  errorComponent: Failure,
})

export const companyRoutes = [companiesRoute, companyRoute] as const

async function requirePerson(
  { queries }: { readonly queries: QueryClient },
  { pathname }: { readonly pathname: string },
): Promise<void> {
  const session = await queries.ensureQueryData(sessionQuery)
  if (session === null) throw redirect({ to: '/sign-in', search: { to: pathname } })
}
