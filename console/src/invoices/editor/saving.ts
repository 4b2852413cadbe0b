import type { Fault } from '@billwright/sdk'
import { api } from '../../api.ts'
import type { Invoice } from '../queries.ts'

/** What is sent, of an invoice or of a credit note, which has no items of its own. */
export interface Sendable {
  readonly issue_date: string
  readonly customer_id?: string
  readonly items?: readonly object[]
}

/** A draft as the service has it, and what of a body it was made from. */
export interface Saved {
  readonly id: string
  readonly etag: string | undefined
  readonly body: Sendable
}

/** Where the saving of a draft stands. */
export type SaveState =
  | { readonly kind: 'clean'; readonly at: Date | null }
  | { readonly kind: 'waiting' | 'saving' | 'incomplete' | 'faulty' }
  | { readonly kind: 'refused'; readonly faults: readonly Fault[]; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'conflict'; readonly theirs: Theirs }

/** What somebody else saved meanwhile. */
export interface Theirs {
  readonly invoice: Invoice
  readonly etag: string | undefined
  readonly by: string | null
  readonly at: string | null
}

/** Creates the draft, or sends the fields that differ from what was saved last. */
export async function send(
  body: Sendable,
  saved: Saved | null,
): Promise<{ readonly invoice: Invoice; readonly etag: string | undefined }> {
  if (saved === null) {
    const { data, etag } = await api.request('createInvoice', { body: body as never })
    return { invoice: data, etag }
  }
  const { data, etag } = await api.request('patchInvoice', {
    path: { id: saved.id },
    body: changesOf(saved.body, body) as never,
    ...(saved.etag !== undefined && { ifMatch: saved.etag }),
  })
  return { invoice: data, etag }
}

/** The fields of `after` that say something else than in `before`. */
export const changesOf = (before: object, after: object): Readonly<Record<string, unknown>> => {
  const known = new Map(Object.entries(before))
  return Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(known.get(name)),
    ),
  )
}

/** Their version, and who made it when. */
export async function readTheirs(id: string): Promise<Theirs> {
  const [{ data, etag }, log] = await Promise.all([
    api.request('getInvoice', { path: { id } }),
    api.listEvents({ query: { resource_id: id, sort: '-created_at', limit: 1 } }),
  ])
  const [last] = log.data
  return { invoice: data, etag, by: last?.actor.name ?? null, at: last?.created_at ?? null }
}
