import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { after, paged } from '../api/paging.ts'
import type { DeliverySearch } from './delivery-search.ts'
import type { JobStatus } from './job-search.ts'

/** How often a delivery in progress is read again. */
const WATCH_MS = 5_000

/** First part of all query keys of a resource, so that one change refreshes them all. */
export const KEYS_KEY = ['api-keys']
export const PEOPLE_KEY = ['people']
export const INVITATIONS_KEY = ['invitations']
export const DOMAINS_KEY = ['domains']
export const SUPPORT_KEY = ['support']
export const WEBHOOKS_KEY = ['webhooks']
export const JOBS_KEY = ['jobs']

export const keysQuery = (isRevoked: boolean) =>
  infiniteQueryOptions({
    queryKey: [...KEYS_KEY, 'list', isRevoked],
    queryFn: ({ pageParam, signal }) =>
      api.listApiKeys({
        query: { ...after(pageParam), ...(isRevoked && { revoked: true }) },
        signal,
      }),
    ...paged,
  })

/** A key with its ETag, so that saving does not overwrite another person's change. */
export const keyQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEYS_KEY, 'one', id],
    queryFn: ({ signal }) => api.request('getApiKey', { path: { id }, signal }),
    gcTime: 0,
  })

export const peopleQuery = infiniteQueryOptions({
  queryKey: [...PEOPLE_KEY, 'list'],
  queryFn: ({ pageParam, signal }) => api.listUsers({ query: after(pageParam), signal }),
  ...paged,
})

export const invitationsQuery = infiniteQueryOptions({
  queryKey: [...INVITATIONS_KEY, 'list'],
  queryFn: ({ pageParam, signal }) => api.listInvitations({ query: after(pageParam), signal }),
  ...paged,
})

/** The newest grant is the active one, if there is one. */
export const supportQuery = queryOptions({
  queryKey: SUPPORT_KEY,
  queryFn: ({ signal }) => api.listSupportGrants({ query: { limit: 1 }, signal }),
})

export const domainsQuery = queryOptions({
  queryKey: DOMAINS_KEY,
  queryFn: ({ signal }) => api.listDomains({ signal }),
})

export const personQuery = (id: string) =>
  queryOptions({
    queryKey: [...PEOPLE_KEY, 'one', id],
    queryFn: ({ signal }) => api.request('getUser', { path: { id }, signal }),
    gcTime: 0,
  })

export const webhooksQuery = infiniteQueryOptions({
  queryKey: [...WEBHOOKS_KEY, 'list'],
  queryFn: ({ pageParam, signal }) => api.listWebhooks({ query: after(pageParam), signal }),
  ...paged,
})

export const webhookQuery = (id: string) =>
  queryOptions({
    queryKey: [...WEBHOOKS_KEY, 'one', id],
    queryFn: ({ signal }) => api.request('getWebhook', { path: { id }, signal }),
  })

export const deliveriesQuery = (id: string, { status, event }: DeliverySearch) =>
  infiniteQueryOptions({
    queryKey: [...WEBHOOKS_KEY, 'deliveries', id, status, event],
    queryFn: ({ pageParam, signal }) =>
      api.listWebhookDeliveries({
        path: { id },
        query: {
          ...after(pageParam),
          ...(status && { status }),
          ...(event !== undefined && { event_id: event }),
        },
        signal,
      }),
    ...paged,
    refetchInterval: ({ state: { data } }) =>
      data?.pages[0]?.data.some((it) => it.status === 'pending') ? WATCH_MS : false,
    // The previous data stay until the next ones are read.
    placeholderData: (before) => before,
  })

export const deliveryQuery = (id: string, delivery_id: string) =>
  queryOptions({
    queryKey: [...WEBHOOKS_KEY, 'delivery', id, delivery_id],
    queryFn: ({ signal }) => api.getWebhookDelivery({ path: { id, delivery_id }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.status === 'pending' ? WATCH_MS : false),
  })

export const jobsQuery = (status: JobStatus) =>
  infiniteQueryOptions({
    queryKey: [...JOBS_KEY, 'list', status],
    queryFn: ({ pageParam, signal }) =>
      api.listJobs({ query: { ...after(pageParam), status }, signal }),
    ...paged,
  })
