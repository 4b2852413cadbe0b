import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../roots.tsx'
import { toCustomerSearch, toStatementSearch } from './search.ts'

const listRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/customers',
  validateSearch: toCustomerSearch,
  component: lazyRouteComponent(() => import('./list.tsx'), 'CustomerList'),
})

const newRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/customers/new',
  component: lazyRouteComponent(() => import('./edit.tsx'), 'NewCustomer'),
})

const detailRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/customers/$id',
  validateSearch: toStatementSearch,
  component: lazyRouteComponent(() => import('./detail.tsx'), 'CustomerDetail'),
})

const editRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/customers/$id/edit',
  component: lazyRouteComponent(() => import('./edit.tsx'), 'EditCustomer'),
})

export const customerRoutes = [listRoute, newRoute, detailRoute, editRoute]
