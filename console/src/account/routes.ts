import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../lazy-page.ts'
import { appRoute } from '../roots.tsx'

export const accountRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/account',
  component: lazyPage(() => import('./account.tsx'), 'Account'),
})
