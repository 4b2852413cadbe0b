import { createRoute } from '@tanstack/react-router'
import { firstPage } from '../shell/lazy-page.ts'
import { appRoute } from '../shell/roots.tsx'

export const dashboardRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  component: firstPage(() => import('./dashboard.tsx'), 'Dashboard'),
})
