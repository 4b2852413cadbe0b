import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../roots.tsx'

const listRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/recurring',
  component: lazyRouteComponent(() => import('./list.tsx'), 'RecurringList'),
})

const detailRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/recurring/$id',
  component: lazyRouteComponent(() => import('./detail.tsx'), 'RecurringDetail'),
})

export const recurringRoutes = [listRoute, detailRoute] as const
