import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { appRoute } from '../shell/roots.tsx'

export const importRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/import',
  component: lazyPage(() => import('./page.tsx'), 'Import'),
})
