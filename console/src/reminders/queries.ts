import type { Data, Entry } from '@billwright/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { INVOICES_KEY } from '../api/invoices.ts'
import { after, paged } from '../api/paging.ts'

/** All query keys of reminders begin with that of invoices, because a payment changes both. */
export const REMINDERS_KEY = [INVOICES_KEY, 'reminders'] as const

export type DueReminder = Entry<'listDueReminders'>
export type InvoiceReminders = Data<'getInvoiceReminders'>
export type Charge = Data<'listLateCharges'>['data'][number]
export type Plan = Data<'getReminderPlan'>
export type Level = Plan['levels'][number]

export const dueQuery = infiniteQueryOptions({
  queryKey: [...REMINDERS_KEY, 'due'],
  queryFn: ({ pageParam, signal }) => api.listDueReminders({ query: after(pageParam), signal }),
  ...paged,
})

export const invoiceRemindersQuery = (id: string) =>
  queryOptions({
    queryKey: [...REMINDERS_KEY, 'one', id],
    queryFn: ({ signal }) => api.getInvoiceReminders({ path: { id }, signal }),
  })

export const chargesQuery = (id: string) =>
  queryOptions({
    queryKey: [...REMINDERS_KEY, 'charges', id],
    queryFn: ({ signal }) => api.listLateCharges({ path: { id }, signal }),
  })

/** The next reminders of the invoices on a page of the list. */
export const nextQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: [...REMINDERS_KEY, 'next', ids],
    queryFn: async ({ signal }) => {
      const query = { invoice_ids: ids.join(',') }
      const { data } = await api.listNextReminders({ query, signal })
      return new Map(data.map((it) => [it.invoice_id, it]))
    },
    enabled: ids.length > 0,
  })

export const plansQuery = queryOptions({
  queryKey: [...REMINDERS_KEY, 'plans'],
  queryFn: ({ signal }) => api.listReminderPlans({ query: { limit: 100 }, signal }),
})

/** A plan with its ETag. */
export const planQuery = (id: string) =>
  queryOptions({
    queryKey: [...REMINDERS_KEY, 'plan', id],
    queryFn: async ({ signal }) => {
      const { data, etag } = await api.request('getReminderPlan', { path: { id }, signal })
      return { plan: data, etag }
    },
  })

export const effectQuery = (id: string, remindFrom: string) =>
  queryOptions({
    queryKey: [...REMINDERS_KEY, 'effect', id, remindFrom],
    queryFn: ({ signal }) =>
      api.getReminderPlanEffect({
        path: { id },
        query: remindFrom === '' ? {} : { remind_from: remindFrom },
        signal,
      }),
  })
