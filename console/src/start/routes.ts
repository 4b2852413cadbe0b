import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../lazy-page.ts'
import { appRoute } from '../roots.tsx'

export const startRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/start',
  component: lazyPage(() => import('./start.tsx'), 'Start'),
})
