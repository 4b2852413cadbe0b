import type { OPERATIONS } from './operations.ts'
import type { components, operations } from './schema.ts'

/** An RFC 9457 problem document, the body of every error. */
export type Problem = components['schemas']['Problem']

/** The `operationId`s of the reference. */
export type OperationId = keyof typeof OPERATIONS & keyof operations

type Call<Id extends OperationId> = (typeof OPERATIONS)[Id]

/** The operations that accept an `Idempotency-Key`. */
export type ChangeId = {
  [Id in OperationId]: Call<Id> extends `${string} keyed` ? Id : never
}[OperationId]

/** The options of every call. */
export interface CallOptions {
  /** Ends the call and its retries. */
  readonly signal?: AbortSignal | undefined
  /** Time limit of one attempt. */
  readonly timeoutMs?: number | undefined
  /** Headers of this call, e.g. `traceparent`. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** How often to repeat a call whose connection failed or that the service could not answer. */
  readonly retries?: number | undefined
  /** Change the resource only if it still has this ETag; otherwise 412 `precondition_failed`. */
  readonly ifMatch?: string | undefined
  /**
   * The key of a change; random by default. Set your own to repeat the call in another process.
   * Null: no key, and then no retries.
   */
  readonly idempotencyKey?: string | null | undefined
}

/** A file as the body, with its media type unless a `Blob` has one. Text is sent as UTF-8. */
type Upload<MediaType> =
  | { readonly body: Blob; readonly contentType?: MediaType | undefined }
  | { readonly body: ArrayBuffer | Uint8Array | string; readonly contentType: MediaType }

type Body<Id extends OperationId> = operations[Id] extends {
  readonly requestBody: { readonly content: infer Content }
}
  ? Content extends { readonly 'application/json': infer B }
    ? { readonly body: B }
    : Upload<keyof Content>
  : operations[Id] extends {
        readonly requestBody?: { readonly content: { readonly 'application/json': infer B } }
      }
    ? { readonly body?: B | undefined }
    : { readonly body?: never }

/** The parameters of an operation by their place, its body, and the options. */
export type Args<Id extends OperationId> = Pick<operations[Id]['parameters'], 'path' | 'query'> &
  Body<Id> &
  CallOptions

/** The other arguments of a call; optional if nothing in them is required. */
export type ArgsList<Id extends OperationId> =
  Record<never, never> extends Args<Id> ? [args?: Args<Id>] : [args: Args<Id>]

type Success = 200 | 201 | 202

type Json<Responses> = {
  [Status in keyof Responses & Success]: Responses[Status] extends {
    readonly content: { readonly 'application/json': infer Data }
  }
    ? Data
    : never
}[keyof Responses & Success]

/** What an operation returns: JSON, text (HTML, CSV, XML), bytes (PDF, archives) or nothing. */
export type Data<Id extends OperationId> =
  Call<Id> extends `${string} json${string}`
    ? Json<operations[Id]['responses']>
    : Call<Id> extends `${string} text${string}`
      ? string
      : Call<Id> extends `${string} bytes${string}`
        ? Uint8Array
        : undefined

/** A response with the values of its headers. */
export interface Answer<T> {
  readonly data: T
  readonly status: number
  /** Version of the resource, for `ifMatch`. */
  readonly etag: string | undefined
  /** Whether this is the stored response to an earlier request with the same key. */
  readonly isReplayed: boolean
  readonly headers: Headers
}

interface Page {
  readonly data: readonly unknown[]
  readonly next_cursor: string | null
}

/** The operations that return a page of a list. */
export type ListId = {
  [Id in OperationId]: 'cursor' extends keyof NonNullable<operations[Id]['parameters']['query']>
    ? Data<Id> extends Page
      ? Id
      : never
    : never
}[OperationId]

export type Entry<Id extends ListId> =
  Data<Id> extends { readonly data: readonly (infer E)[] } ? E : never

export type Methods = {
  readonly [Id in OperationId]: (...args: ArgsList<Id>) => Promise<Data<Id>>
}
