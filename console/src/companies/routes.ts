import { createRoute, redirect } from '@tanstack/react-router'
import { lazyPage } from '../lazy-page.ts'
import { sessionQuery } from '../queries.ts'
import { rootRoute } from '../roots.tsx'
import { Failure } from '../shell/failure.tsx'

/** Outside of every company: here one chooses one. */
export const companiesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/companies',
  beforeLoad: async ({ context: { queries }, location: { pathname } }) => {
    const session = await queries.ensureQueryData(sessionQuery)
    if (session === null) throw redirect({ to: '/sign-in', search: { to: pathname } })
  },
  component: lazyPage(() => import('./companies.tsx'), 'Companies'),
  errorComponent: Failure,
})
