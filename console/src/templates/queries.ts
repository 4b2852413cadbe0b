import type { Data } from '@billwright/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { missingCharacters } from '../components/missing-characters.tsx'

/** First part of all query keys of templates. */
export const TEMPLATES_KEY = 'templates'

export type TemplateEntry = Data<'listTemplates'>['data'][number]
export type Template = Data<'getTemplate'>

export const templatesQuery = queryOptions({
  queryKey: [TEMPLATES_KEY, 'list'],
  queryFn: async ({ signal }) => (await api.listTemplates({ signal })).data,
})

/** A template with its HTML and its ETag. */
export const templateQuery = (id: string) =>
  queryOptions({
    queryKey: [TEMPLATES_KEY, 'one', id],
    queryFn: async ({ signal }) => {
      const { data, etag } = await api.request('getTemplate', { path: { id }, signal })
      return { template: data, etag }
    },
  })

/** A sample document of this company, and its characters without a font. */
export const previewQuery = (id: string, language?: string) =>
  queryOptions({
    queryKey: [TEMPLATES_KEY, 'preview', id, language ?? ''],
    queryFn: async ({ signal }) => {
      const { data, headers } = await api.request('previewTemplate', {
        path: { id },
        body: { settings: {}, ...(language === undefined ? {} : { language }) },
        idempotencyKey: null,
        signal,
      })
      return { html: data, missing: missingCharacters(headers) }
    },
  })
