import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../roots.tsx'
import { toEntrySearch } from './search.ts'

export const entriesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/entries',
  validateSearch: toEntrySearch,
  component: lazyRouteComponent(() => import('./list.tsx'), 'EntryList'),
})
