import type { Fault } from '@billwright/sdk'
import { api, apiOf, call, isProblem } from '../../api.ts'
import type { Quote } from '../../quotes/queries.ts'
import { lastChange } from '../actor.ts'
import type { Invoice } from '../queries.ts'
import type { Kind } from './form.ts'

/** The body to send, for an invoice or a credit note, which has no items itself. */
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

/** Changes that another person saved meanwhile. */
export interface Theirs extends Version {
  readonly by: string | null
  readonly at: string | null
}

/**
 * A save without an answer yet. It is sent again unchanged and under the same key: newer content would
 * make a second draft, or conflict with the first save.
 */
export interface Save {
  readonly body: Sendable
  /** The rows of `body.items`, by their keys. */
  readonly rows: readonly string[]
  readonly idempotencyKey: string
}

const changes = apiOf(call)

/** What creates, changes and reads each kind. */
const OPERATIONS = {
  invoice: { create: 'createInvoice', patch: 'patchInvoice', read: 'getInvoice' },
  quote: { create: 'createQuote', patch: 'patchQuote', read: 'getQuote' },
} as const

/** Creates the draft, or sends the fields that differ from what was saved last. */
export async function send(
  kind: Kind,
  { body, idempotencyKey }: Save,
  saved: Saved | null,
): Promise<Version> {
  const { create, patch } = OPERATIONS[kind]
  try {
    const { data, etag } = await (saved === null
      ? changes.request(create, { body: body as never, idempotencyKey })
      : changes.request(patch, {
          path: { id: saved.id },
          body: changesOf(saved.body, body) as never,
          idempotencyKey,
          ...(saved.etag !== undefined && { ifMatch: saved.etag }),
        }))
    return { document: data, etag }
  } catch (error) {
    const id = isProblem(error, 'idempotency_answer_lost') ? error.problem?.resource_id : undefined
    // It was saved: what the service has now is what the answer said.
    if (typeof id === 'string') return readVersion(kind, id)
    throw error
  }
}

export interface Version {
  readonly document: Invoice | Quote
  readonly etag: string | undefined
}

export async function readVersion(kind: Kind, id: string): Promise<Version> {
  const { data, etag } = await api.request(OPERATIONS[kind].read, { path: { id } })
  return { document: data, etag }
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
export async function readTheirs(kind: Kind, id: string): Promise<Theirs> {
  const [version, log] = await Promise.all([
    readVersion(kind, id),
    api.listEvents({ query: { resource_id: id, sort: '-created_at', limit: 100 } }),
  ])
  return { ...version, ...lastChange(log.data) }
}
