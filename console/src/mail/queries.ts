import type { Args, Data } from '@billwright/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type Api, api } from '../api/client.ts'
import { after, paged } from '../api/paging.ts'
import type { OutboxSearch } from './outbox-search.ts'

/** How often the state of a waiting message is read again. */
const WATCH_MS = 4_000
/** How often the outbox is read again: mail that was sent may still come back. */
const LOOK_MS = 60_000

/** First part of all query keys about e-mail. */
export const MAIL_KEY = ['mail']

export type Message = Data<'getMessage'>
export type SendBody = NonNullable<Args<'sendInvoice'>['body']>
export type Preview = Data<'previewInvoiceMessage'>

const isOpen = ({ status }: { readonly status: string }) =>
  status === 'queued' || status === 'sending'

export const messagesQuery = ({ message: _, ...filters }: OutboxSearch) =>
  infiniteQueryOptions({
    queryKey: [...MAIL_KEY, 'list', filters],
    queryFn: ({ pageParam, signal }) =>
      api.listMessages({ query: { ...filters, ...after(pageParam) }, signal }),
    ...paged,
    placeholderData: (before) => before,
    refetchInterval: ({ state: { data } }) =>
      data?.pages[0]?.data.some(isOpen) ? WATCH_MS : LOOK_MS,
  })

export const messageQuery = (id: string) =>
  queryOptions({
    queryKey: [...MAIL_KEY, 'one', id],
    queryFn: async ({ signal }) => {
      const { data, etag } = await api.request('getMessage', { path: { id }, signal })
      return { message: data, etag }
    },
    refetchInterval: ({ state: { data } }) => (data && isOpen(data.message) ? WATCH_MS : false),
  })

/** The messages about a document, newest first. */
export const messagesAboutQuery = (subject_id: string) =>
  queryOptions({
    queryKey: [...MAIL_KEY, 'about', subject_id],
    queryFn: ({ signal }) => api.listMessages({ query: { subject_id, limit: 100 }, signal }),
  })

/** What is sent, and its name. */
export type Subject = Named &
  (
    | { readonly kind: 'invoice' | 'quote' | 'delivery_note' }
    | { readonly kind: 'receipt'; readonly paymentId: string }
    | { readonly kind: 'statement'; readonly from?: string; readonly to?: string }
  )

interface Named {
  readonly id: string
  readonly number: string | null
}

export const previewQuery = (subject: Subject, body: SendBody) =>
  queryOptions({
    queryKey: [...MAIL_KEY, 'preview', subject, body],
    queryFn: ({ signal }): Promise<Preview> => {
      const path = { id: subject.id }
      const request = { path, body, idempotencyKey: null, signal }
      switch (subject.kind) {
        case 'quote':
          return api.previewQuoteMessage(request)
        case 'delivery_note':
          return api.previewDeliveryNoteMessage(request)
        case 'receipt':
          return api.previewReceiptMessage({
            ...request,
            path: { ...path, payment_id: subject.paymentId },
          })
        case 'statement':
          return api.previewStatementMessage({
            ...request,
            body: { ...body, ...periodOf(subject) },
          })
        default:
          return api.previewInvoiceMessage(request)
      }
    },
    gcTime: 0,
    placeholderData: (before) => before,
  })

export function sendSubject(api: Api, subject: Subject, body: SendBody) {
  const path = { id: subject.id }
  switch (subject.kind) {
    case 'quote':
      return api.sendQuote({ path, body })
    case 'delivery_note':
      return api.sendDeliveryNote({ path, body })
    case 'receipt':
      return api.sendReceipt({ path: { ...path, payment_id: subject.paymentId }, body })
    case 'statement':
      return api.sendStatement({ path, body: { ...body, ...periodOf(subject) } })
    default:
      return api.sendInvoice({ path, body })
  }
}

const periodOf = ({ from, to }: { readonly from?: string; readonly to?: string }) => ({
  ...(from !== undefined && { from }),
  ...(to !== undefined && { until: to }),
})

export const transportQuery = queryOptions({
  queryKey: [...MAIL_KEY, 'transport'],
  queryFn: async ({ signal }) => {
    const { data, etag } = await api.request('getMailTransport', { signal })
    return { transport: data, etag }
  },
})

export const checkQuery = queryOptions({
  queryKey: [...MAIL_KEY, 'check'],
  queryFn: ({ signal }) => api.checkMailTransport({ signal }),
  enabled: false,
})

export const templatesQuery = queryOptions({
  queryKey: [...MAIL_KEY, 'templates'],
  queryFn: ({ signal }) => api.listMessageTemplates({ signal }),
})

interface Place {
  readonly kind: string
  readonly language: string
}

export const templatePreviewQuery = (
  path: Place,
  body: { readonly subject: string; readonly body: string },
) =>
  queryOptions({
    queryKey: [...MAIL_KEY, 'template preview', path, body],
    queryFn: ({ signal }) =>
      api.previewMessageTemplate({ path, body, idempotencyKey: null, signal }),
    gcTime: 0,
    placeholderData: (before) => before,
  })
