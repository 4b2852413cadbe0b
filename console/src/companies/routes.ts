import type { QueryClient } from '@tanstack/react-query'
import { createRoute, redirect } from '@tanstack/react-router'
import { sessionQuery } from '../api/queries.ts'
import { Failure } from '../shell/failure.tsx'
import { lazyPage } from '../shell/lazy-page.ts'
import { appRoute, rootRoute } from '../shell/roots.tsx'

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

/** The usage of the company itself, among the pages about access. */
export const ownUsageRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/access/usage',
  component: lazyPage(() => import('./usage/own.tsx'), 'OwnUsage'),
})

async function requirePerson(
  { queries }: { readonly queries: QueryClient },
  { pathname }: { readonly pathname: string },
): Promise<void> {
  const session = await queries.ensureQueryData(sessionQuery)
  if (session === null) throw redirect({ to: '/sign-in', search: { to: pathname } })
}
