import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../lazy-page.ts'
import { rootRoute } from '../roots.tsx'

/** Only while developing. What nobody calls is not built. */
export const createShowcaseRoute = () =>
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/components',
    component: lazyPage(() => import('./showcase.tsx'), 'Showcase'),
  })
