import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../roots.tsx'
import { toListSearch } from './list-search.ts'

const WANTED = ['issue', 'send', 'pay'] as const
type Wanted = (typeof WANTED)[number]

const listRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/invoices',
  validateSearch: toListSearch,
  component: lazyRouteComponent(() => import('./list.tsx'), 'InvoiceList'),
})

/** `draft`: where the new invoice is kept since it was saved for the first time. */
const newRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/invoices/new',
  validateSearch: ({ draft, customer_id }: Readonly<Record<string, unknown>>) => ({
    ...(typeof draft === 'string' && { draft }),
    ...(typeof customer_id === 'string' && { customer_id }),
  }),
  component: lazyRouteComponent(() => import('./editor/new.tsx'), 'NewInvoice'),
})

/** `ask`: what a person wants to do with it. */
const detailRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/invoices/$id',
  validateSearch: (search: Readonly<Record<string, unknown>>): { readonly ask?: Wanted } => {
    const ask = WANTED.find((it) => it === search.ask)
    return ask === undefined ? {} : { ask }
  },
  component: lazyRouteComponent(() => import('./detail.tsx'), 'InvoiceDetail'),
})

const editRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/invoices/$id/edit',
  component: lazyRouteComponent(() => import('./editor/edit.tsx'), 'EditInvoice'),
})

export const invoiceRoutes = [listRoute, newRoute, detailRoute, editRoute] as const
