import { createRoute } from '@tanstack/react-router'
import { firstPage } from '../shell/lazy-page.ts'
import { appRoute } from '../shell/roots.tsx'

/** The currency whose money is shown; without it, the one with most of it. */
const toSearch = ({ currency }: Readonly<Record<string, unknown>>): { currency?: string } =>
  typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? { currency } : {}

export const dashboardRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  validateSearch: toSearch,
  component: firstPage(() => import('./dashboard.tsx'), 'Dashboard'),
})
