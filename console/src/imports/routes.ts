import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../lazy-page.ts'
import { appRoute } from '../roots.tsx'

export const importRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/import',
  component: lazyPage(() => import('./page.tsx'), 'Import'),
})
