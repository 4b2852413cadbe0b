import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { appRoute } from '../shell/roots.tsx'

const listRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/recurring',
  component: lazyPage(() => import('./list.tsx'), 'RecurringList'),
})

const newRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/recurring/new',
  component: lazyPage(() => import('./new.tsx'), 'NewRecurring'),
})

const detailRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/recurring/$id',
  component: lazyPage(() => import('./detail.tsx'), 'RecurringDetail'),
})

const dayOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined

const contentsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/recurring/$id/contents',
  validateSearch: ({ from, extra }: Readonly<Record<string, unknown>>) => ({
    from: dayOf(from),
    extra: dayOf(extra),
  }),
  component: lazyPage(() => import('./contents.tsx'), 'RecurringContents'),
})

export const recurringRoutes = [listRoute, newRoute, detailRoute, contentsRoute] as const
