import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { enter, rootRoute } from '../shell/roots.tsx'

/** The start page has no navigation, because the other pages are still empty. */
export const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/start',
  beforeLoad: enter,
  component: lazyPage(() => import('./start.tsx'), 'Start'),
})
