import { createRoute } from '@tanstack/react-router'
import { firstPage } from '../lazy-page.ts'
import { appRoute } from '../roots.tsx'

export const dashboardRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  component: firstPage(() => import('./dashboard.tsx'), 'Dashboard'),
})
