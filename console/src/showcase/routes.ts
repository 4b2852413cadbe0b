import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../lazy-page.ts'
import { rootRoute } from '../roots.tsx'

/** Only while developing. Unused code is not built. */
export const createShowcaseRoute = () =>
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/components',
    component: lazyPage(() => import('./showcase.tsx'), 'Showcase'),
  })
