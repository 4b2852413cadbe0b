import { queryOptions } from '@tanstack/react-query'
import { laterWords } from '../words/language.ts'
import { api } from './client.ts'

const WATCH_MS = 60_000

/** Kinds of resources whose texts are not among the words of the first pages. */
const WORDED_LATER: ReadonlySet<string> = new Set(['job', 'recurring'])

/**
 * The matters that need attention, with the reminders that wait for approval. They also change without the console, so they are read again.
 */
export const attentionQuery = queryOptions({
  queryKey: ['attention'],
  queryFn: async ({ signal }) => {
    const found = await api.listAttention({ query: { limit: 100, include: 'total' }, signal })
    if (found.data.some(({ resource: { type } }) => WORDED_LATER.has(type))) await laterWords()
    if (!found.data.some(({ kind }) => kind === 'reminder')) return { ...found, reminders: [] }
    const reminders = await api.listDueReminders({ query: { limit: 100 }, signal })
    return { ...found, reminders: reminders.data }
  },
  staleTime: 0,
  refetchInterval: WATCH_MS,
})
