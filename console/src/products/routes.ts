import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { appRoute } from '../shell/roots.tsx'
import { toProductSearch } from './search.ts'

const listRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/products',
  validateSearch: toProductSearch,
  component: lazyPage(() => import('./list.tsx'), 'ProductList'),
})

const newRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/products/new',
  component: lazyPage(() => import('./edit.tsx'), 'NewProduct'),
})

const editRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/products/$id',
  component: lazyPage(() => import('./edit.tsx'), 'EditProduct'),
})

export const productRoutes = [listRoute, newRoute, editRoute]
