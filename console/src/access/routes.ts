import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../roots.tsx'
import { toDeliverySearch } from './delivery-search.ts'
import { toJobSearch } from './job-search.ts'

const keysRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/access',
  component: lazyRouteComponent(() => import('./keys.tsx'), 'Keys'),
})

const peopleRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/access/people',
  component: lazyRouteComponent(() => import('./people.tsx'), 'People'),
})

const webhooksRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/access/webhooks',
  component: lazyRouteComponent(() => import('./webhooks.tsx'), 'Webhooks'),
})

const webhookRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/access/webhooks/$id',
  validateSearch: toDeliverySearch,
  component: lazyRouteComponent(() => import('./webhook.tsx'), 'Webhook'),
})

const jobsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/access/jobs',
  validateSearch: toJobSearch,
  component: lazyRouteComponent(() => import('./jobs.tsx'), 'Jobs'),
})

export const accessRoutes = [
  keysRoute,
  peopleRoute,
  webhooksRoute,
  webhookRoute,
  jobsRoute,
] as const
