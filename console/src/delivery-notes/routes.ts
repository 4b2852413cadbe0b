import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { appRoute } from '../shell/roots.tsx'
import { toDeliveryNoteSearch } from './search.ts'

export const deliveryNotesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/delivery-notes',
  validateSearch: toDeliveryNoteSearch,
  component: lazyPage(() => import('./list.tsx'), 'DeliveryNoteList'),
})
