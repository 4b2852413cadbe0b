import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { appRoute } from '../shell/roots.tsx'
import { toOutboxSearch } from './outbox-search.ts'

const outboxRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/mail',
  validateSearch: toOutboxSearch,
  component: lazyPage(() => import('./outbox.tsx'), 'Outbox'),
})

const serverRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/mail/server',
  component: lazyPage(() => import('./server.tsx'), 'MailServer'),
})

const wordsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/mail/words',
  component: lazyPage(() => import('./message-words.tsx'), 'MessageWords'),
})

export const mailRoutes = [outboxRoute, serverRoute, wordsRoute] as const
