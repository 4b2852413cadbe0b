import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { enter, rootRoute } from '../shell/roots.tsx'

/** Without the frame of the console, whose places are empty yet. */
export const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/start',
  beforeLoad: enter,
  component: lazyPage(() => import('./start.tsx'), 'Start'),
})
