import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { appRoute } from '../shell/roots.tsx'
import { toWithheldSearch } from './search.ts'

const closingRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/books',
  component: lazyPage(() => import('./closing.tsx'), 'Closing'),
})

const withheldRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/books/withheld',
  validateSearch: toWithheldSearch,
  component: lazyPage(() => import('./withheld.tsx'), 'WithheldTax'),
})

export const bookRoutes = [closingRoute, withheldRoute] as const
