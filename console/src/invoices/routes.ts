import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../roots.tsx'
import { toListSearch } from './list-search.ts'

const listRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/invoices',
  validateSearch: toListSearch,
  component: lazyRouteComponent(() => import('./list.tsx'), 'InvoiceList'),
})

export const invoiceRoutes = [listRoute]
