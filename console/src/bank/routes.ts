import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { appRoute } from '../shell/roots.tsx'
import { toBankSearch } from './search.ts'

export const bankRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/bank',
  validateSearch: toBankSearch,
  component: lazyPage(() => import('./bank.tsx'), 'Bank'),
})
