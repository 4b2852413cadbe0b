import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../lazy-page.ts'
import { appRoute } from '../roots.tsx'
import { toEntrySearch } from './search.ts'

export const entriesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/entries',
  validateSearch: toEntrySearch,
  component: lazyPage(() => import('./list.tsx'), 'EntryList'),
})
