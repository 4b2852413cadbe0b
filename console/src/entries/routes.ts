import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { appRoute } from '../shell/roots.tsx'
import { toEntrySearch } from './search.ts'

export const entriesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/entries',
  validateSearch: toEntrySearch,
  component: lazyPage(() => import('./list.tsx'), 'EntryList'),
})
