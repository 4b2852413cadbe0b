import { createRoute } from '@tanstack/react-router'
import { toListSearch } from '../api/invoice-search.ts'
import { toNewSearch } from '../editor/new-search.ts'
import { firstPage, lazyPage } from '../shell/lazy-page.ts'
import { appRoute } from '../shell/roots.tsx'

const WANTED = ['issue', 'send', 'pay', 'credit'] as const
type Wanted = (typeof WANTED)[number]

const listRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/invoices',
  validateSearch: toListSearch,
  component: firstPage(() => import('./list.tsx'), 'InvoiceList'),
})

const newRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/invoices/new',
  validateSearch: toNewSearch,
  component: lazyPage(() => import('./edit.tsx'), 'NewInvoice'),
})

/** `ask`: the action that a link asks for. */
const detailRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/invoices/$id',
  validateSearch: (search: Readonly<Record<string, unknown>>): { readonly ask?: Wanted } => {
    const ask = WANTED.find((it) => it === search.ask)
    return ask === undefined ? {} : { ask }
  },
  component: lazyPage(() => import('./detail.tsx'), 'InvoiceDetail'),
})

const editRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/invoices/$id/edit',
  component: lazyPage(() => import('./edit.tsx'), 'EditInvoice'),
})

export const invoiceRoutes = [listRoute, newRoute, detailRoute, editRoute] as const
