import { createRoute } from '@tanstack/react-router'
import { toQuoteSearch } from '../api/quote-search.ts'
import { toNewSearch } from '../editor/new-search.ts'
import { lazyPage } from '../shell/lazy-page.ts'
import { appRoute } from '../shell/roots.tsx'

const listRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/quotes',
  validateSearch: toQuoteSearch,
  component: lazyPage(() => import('./list.tsx'), 'QuoteList'),
})

const newRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/quotes/new',
  validateSearch: toNewSearch,
  component: lazyPage(() => import('./edit.tsx'), 'NewQuote'),
})

const detailRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/quotes/$id',
  validateSearch: ({ ask }: Readonly<Record<string, unknown>>): { ask?: 'invoice' } =>
    ask === 'invoice' ? { ask } : {},
  component: lazyPage(() => import('./detail.tsx'), 'QuoteDetail'),
})

const editRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/quotes/$id/edit',
  component: lazyPage(() => import('./edit.tsx'), 'EditQuote'),
})

export const quoteRoutes = [listRoute, newRoute, detailRoute, editRoute] as const
