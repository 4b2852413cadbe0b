import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { enterCompany } from '../api/choose-company.ts'
import { sessionQuery } from '../api/queries.ts'
import { lazyPage } from './lazy-page.ts'

export const rootRoute = createRootRouteWithContext<{ readonly queries: QueryClient }>()({
  component: Outlet,
  notFoundComponent: lazyPage(() => import('./not-found.tsx'), 'NotFound'),
})

const hashOf = (hash: string): string => (hash === '' ? '' : `#${hash}`)

/** The routes for signed-in people. */
export const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'app',
  beforeLoad: async ({ context: { queries }, location, preload }) => {
    // Entering a company reloads the page, and a link that is only pointed at must not do that.
    if (preload) return
    const session = await queries.ensureQueryData(sessionQuery)
    const { pathname, searchStr, hash } = location
    // The result of single sign-on follows the `#`.
    if (session === null)
      throw redirect({ to: '/sign-in', search: { to: pathname + searchStr }, hash })
    const place = await enterCompany(queries, session, pathname + searchStr + hashOf(hash))
    if (place === 'without') throw redirect({ to: '/companies' })
  },
  component: lazyRouteComponent(() => import('./shell.tsx'), 'Shell'),
})
