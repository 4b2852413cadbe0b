import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../roots.tsx'

export const dashboardRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./dashboard.tsx'), 'Dashboard'),
})
