import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { appRoute } from '../shell/roots.tsx'

export const startRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/start',
  component: lazyPage(() => import('./start.tsx'), 'Start'),
})
