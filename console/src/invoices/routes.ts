import { createRoute } from '@tanstack/react-router'
import { firstPage, lazyPage } from '../lazy-page.ts'
import { appRoute } from '../roots.tsx'
import { toNewSearch } from './editor/new-search.ts'
import { toListSearch } from './list-search.ts'

const WANTED = ['issue', 'send', 'pay'] as const
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
  component: lazyPage(() => import('./editor/new.tsx'), 'NewInvoice'),
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
  component: lazyPage(() => import('./editor/edit.tsx'), 'EditInvoice'),
})

export const invoiceRoutes = [listRoute, newRoute, detailRoute, editRoute] as const
