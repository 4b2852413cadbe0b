import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { appRoute } from '../shell/roots.tsx'
import { toDeliverySearch } from './delivery-search.ts'
import { toJobSearch } from './job-search.ts'
import { toLoginSearch } from './login-search.ts'

const keysRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/access',
  component: lazyPage(() => import('./keys.tsx'), 'Keys'),
})

const commandLineRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/access/command-line',
  validateSearch: toLoginSearch,
  component: lazyPage(() => import('./command-line.tsx'), 'CommandLine'),
})

const peopleRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/access/people',
  component: lazyPage(() => import('./people.tsx'), 'People'),
})

const webhooksRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/access/webhooks',
  component: lazyPage(() => import('./webhooks.tsx'), 'Webhooks'),
})

const webhookRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/access/webhooks/$id',
  validateSearch: toDeliverySearch,
  component: lazyPage(() => import('./webhook.tsx'), 'Webhook'),
})

const jobsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/access/jobs',
  validateSearch: toJobSearch,
  component: lazyPage(() => import('./jobs.tsx'), 'Jobs'),
})

const domainsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/access/domains',
  component: lazyPage(() => import('./domains.tsx'), 'Domains'),
})

export const accessRoutes = [
  keysRoute,
  commandLineRoute,
  peopleRoute,
  webhooksRoute,
  webhookRoute,
  jobsRoute,
  domainsRoute,
] as const
