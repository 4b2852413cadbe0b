import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../roots.tsx'

export const startRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/start',
  component: lazyRouteComponent(() => import('./start.tsx'), 'Start'),
})
