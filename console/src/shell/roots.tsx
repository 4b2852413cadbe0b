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

interface Opened {
  readonly context: { readonly queries: QueryClient }
  readonly location: {
    readonly pathname: string
    readonly searchStr: string
    readonly hash: string
  }
  readonly preload: boolean
}

/** Before a page of a company: the person is signed in and in that company. */
export async function enter({ context: { queries }, location, preload }: Opened): Promise<void> {
  // Entering a company reloads the page, and a link that is only pointed at must not do that.
  if (preload) return
  const session = await queries.ensureQueryData(sessionQuery)
  const { pathname, searchStr, hash } = location
  // The result of single sign-on follows the `#`.
  if (session === null)
    throw redirect({ to: '/sign-in', search: { to: pathname + searchStr }, hash })
  const place = await enterCompany(queries, session, pathname + searchStr + hashOf(hash))
  if (place === 'without') throw redirect({ to: '/companies' })
}

/** The routes for signed-in people. */
export const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'app',
  beforeLoad: enter,
  component: lazyRouteComponent(() => import('./shell.tsx'), 'Shell'),
})
