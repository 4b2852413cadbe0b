import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { appRoute } from '../shell/roots.tsx'

export const accountRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/account',
  component: lazyPage(() => import('./account.tsx'), 'Account'),
})
