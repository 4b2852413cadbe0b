import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { appRoute } from '../shell/roots.tsx'
import { toCustomerSearch, toStatementSearch } from './search.ts'

const listRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/customers',
  validateSearch: toCustomerSearch,
  component: lazyPage(() => import('./list.tsx'), 'CustomerList'),
})

const newRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/customers/new',
  component: lazyPage(() => import('./edit.tsx'), 'NewCustomer'),
})

const detailRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/customers/$id',
  validateSearch: toStatementSearch,
  component: lazyPage(() => import('./detail.tsx'), 'CustomerDetail'),
})

const editRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/customers/$id/edit',
  component: lazyPage(() => import('./edit.tsx'), 'EditCustomer'),
})

export const customerRoutes = [listRoute, newRoute, detailRoute, editRoute]
