import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../roots.tsx'
import { toProductSearch } from './search.ts'

const listRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/products',
  validateSearch: toProductSearch,
  component: lazyRouteComponent(() => import('./list.tsx'), 'ProductList'),
})

const newRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/products/new',
  component: lazyRouteComponent(() => import('./edit.tsx'), 'NewProduct'),
})

const editRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/products/$id',
  component: lazyRouteComponent(() => import('./edit.tsx'), 'EditProduct'),
})

export const productRoutes = [listRoute, newRoute, editRoute]
