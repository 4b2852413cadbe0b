import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { rootRoute } from '../shell/roots.tsx'

/** Only in development; the build removes unused code. */
export const createShowcaseRoute = () =>
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/components',
    component: lazyPage(() => import('./showcase.tsx'), 'Showcase'),
  })
