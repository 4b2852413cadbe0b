import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { appRoute } from '../shell/roots.tsx'
import { toSupplierInvoiceSearch } from './search.ts'

const listRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/supplier-invoices',
  validateSearch: toSupplierInvoiceSearch,
  component: lazyPage(() => import('./list.tsx'), 'SupplierInvoiceList'),
})

const detailRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/supplier-invoices/$id',
  component: lazyPage(() => import('./detail.tsx'), 'SupplierInvoiceDetail'),
})

export const supplierInvoiceRoutes = [listRoute, detailRoute] as const
