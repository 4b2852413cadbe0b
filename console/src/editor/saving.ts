import type { Fault } from '@billwright/sdk'
import { api, apiOf, call, isProblem } from '../api/client.ts'
import type { Invoice } from '../api/invoices.ts'
import type { Quote } from '../api/quotes.ts'
import { lastChange } from '../components/actor.ts'
import type { Kind } from './form.ts'

/** The body for an invoice, or for a credit note, which has no items. */
export interface Sendable {
  readonly issue_date: string
  readonly customer_id?: string
  readonly items?: readonly object[]
}

/** The saved draft, and the body that it was made from. */
export interface Saved {
  readonly id: string
  readonly etag: string | undefined
  readonly body: Sendable
}

/** The state of saving a draft. */
export type SaveState =
  | { readonly kind: 'clean'; readonly at: Date | null }
  | { readonly kind: 'waiting' | 'saving' | 'incomplete' | 'faulty' }
  | { readonly kind: 'refused'; readonly faults: readonly Fault[]; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'conflict'; readonly theirs: Theirs }
  | { readonly kind: 'deleted' }

/** Changes that another person saved meanwhile. */
export interface Theirs extends Version {
  readonly by: string | null
  readonly at: string | null
}

/**
 * A save without an answer. It is sent again unchanged with the same key: newer content would
 * create a second draft or conflict with the first save.
 */
export interface Save {
  readonly body: Sendable
  /** The row keys of `body.items`. */
  readonly rows: readonly string[]
  readonly idempotencyKey: string
}

const changes = apiOf(call)

/** The operations of each kind. */
const OPERATIONS = {
  invoice: { create: 'createInvoice', patch: 'patchInvoice', read: 'getInvoice' },
  quote: { create: 'createQuote', patch: 'patchQuote', read: 'getQuote' },
} as const

/** Creates the draft, or sends the fields that differ from the last save. */
export async function send(
  kind: Kind,
  { body, idempotencyKey }: Save,
  saved: Saved | null,
): Promise<Version> {
  const { create, patch } = OPERATIONS[kind]
  try {
    const { data, etag } = await (saved === null
      ? changes.request(create, { body: asTyped(kind, body) as never, idempotencyKey })
      : changes.request(patch, {
          path: { id: saved.id },
          body: asTyped(kind, changesOf(saved.body, body)) as never,
          idempotencyKey,
          ...(saved.etag !== undefined && { ifMatch: saved.etag }),
        }))
    return { document: data, etag }
  } catch (error) {
    const id = isProblem(error, 'idempotency_answer_lost') ? error.problem?.resource_id : undefined
    // Saved: the answer is the current state of the service.
    if (typeof id === 'string') return readVersion(kind, id)
    throw error
  }
}

/** The check before issuing shows a due date before the issue date, and people confirm it there. */
const asTyped = (kind: Kind, body: object): object =>
  kind === 'invoice' ? { ...body, allow_early_due: true } : body

export interface Version {
  readonly document: Invoice | Quote
  readonly etag: string | undefined
}

export async function readVersion(kind: Kind, id: string): Promise<Version> {
  const { data, etag } = await api.request(OPERATIONS[kind].read, { path: { id } })
  return { document: data, etag }
}

/** The fields of `after` that differ from `before`. */
export const changesOf = (before: object, after: object): Readonly<Record<string, unknown>> => {
  const known = new Map(Object.entries(before))
  return Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(known.get(name)),
    ),
  )
}

/** The other version, and who saved it when. */
export async function readTheirs(kind: Kind, id: string): Promise<Theirs> {
  const [version, log] = await Promise.all([
    readVersion(kind, id),
    api.listEvents({ query: { resource_id: id, sort: '-created_at', limit: 100 } }),
  ])
  return { ...version, ...lastChange(log.data) }
}
