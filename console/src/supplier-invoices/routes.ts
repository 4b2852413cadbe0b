import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../roots.tsx'
import { toSupplierInvoiceSearch } from './search.ts'

const listRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/supplier-invoices',
  validateSearch: toSupplierInvoiceSearch,
  component: lazyRouteComponent(() => import('./list.tsx'), 'SupplierInvoiceList'),
})

const detailRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/supplier-invoices/$id',
  component: lazyRouteComponent(() => import('./detail.tsx'), 'SupplierInvoiceDetail'),
})

export const supplierInvoiceRoutes = [listRoute, detailRoute] as const
