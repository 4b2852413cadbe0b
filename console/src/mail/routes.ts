import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../roots.tsx'
import { toOutboxSearch } from './outbox-search.ts'

const outboxRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/mail',
  validateSearch: toOutboxSearch,
  component: lazyRouteComponent(() => import('./outbox.tsx'), 'Outbox'),
})

const serverRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/mail/server',
  component: lazyRouteComponent(() => import('./server.tsx'), 'MailServer'),
})

const wordsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/mail/words',
  component: lazyRouteComponent(() => import('./message-words.tsx'), 'MessageWords'),
})

export const mailRoutes = [outboxRoute, serverRoute, wordsRoute] as const
