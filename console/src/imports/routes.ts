import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../roots.tsx'

export const importRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/import',
  component: lazyRouteComponent(() => import('./page.tsx'), 'Import'),
})
