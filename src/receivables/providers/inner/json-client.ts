import { AppError } from '../../../kernel/errors.ts'
import { isRefusal, providerRefused, providerUnreachable } from '../errors.ts'
import type { Facts } from '../port.ts'
import { jsonObject } from './signature.ts'

/* What providers without an SDK have in common: JSON over HTTP, and what its answers mean. */

export type Json = Readonly<Record<string, unknown>>

interface JsonAnswer {
  readonly status: number
  readonly isOk: boolean
  /** Null: the answer has no JSON. */
  readonly json: Json | null
}

/**
 * Sends a request, and reads an answer in JSON. A refusal is an answer; a refused key, and whatever
 * leaves the outcome unknown, is an error: `provider_failed`, `provider_unreachable`.
 */
export async function askJson(
  send: typeof fetch,
  url: string,
  init: {
    readonly method: string
    readonly headers: Readonly<Record<string, string>>
    readonly body?: string
  },
): Promise<JsonAnswer> {
  const answer = await send(url, init).catch((error: unknown) => {
    throw error instanceof AppError ? providerUnreachable(error) : error
  })
  const { status, ok: isOk } = answer
  const json = jsonObject(new Uint8Array(await answer.arrayBuffer()))
  if (status === 401 || status === 403) throw providerRefused()
  if (status >= 500 || status === 429) throw providerUnreachable()
  if (json === null && status !== 204 && status !== 404 && status !== 410)
    throw providerUnreachable()
  return { status, isOk, json }
}

/** A body, which makes the call a `POST`, and the key with which a repeated call gives the same object. */
export interface Given {
  readonly body?: object | string
  readonly key?: string
  readonly method?: 'DELETE' | 'PATCH'
}

interface JsonInterface {
  readonly send: typeof fetch
  /** Address without the slash before a path. */
  readonly base: string
  readonly headers: () => Promise<Readonly<Record<string, string>>>
  readonly keyHeader: string
  /** What a refusal says; or the path of the object that an earlier call with this key made. */
  readonly refused: (
    json: Json,
    at: { readonly status: number; readonly path: string },
  ) => AppError | { readonly madeBefore: string }
}

/** Calls of one interface. They resolve to undefined if there is no such object. */
export function jsonCalls({ send, base, headers, keyHeader, refused }: JsonInterface) {
  return async function call<Answer>(path: string, given: Given = {}): Promise<Answer | undefined> {
    const { body, key, method = body === undefined ? 'GET' : 'POST' } = given
    const { status, isOk, json } = await askJson(send, `${base}/${path}`, {
      method,
      headers: {
        accept: 'application/json',
        ...(await headers()),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { [keyHeader]: key }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    if (status === 404 || status === 410 || json === null) return undefined
    if (isOk) return json as Answer
    const found = refused(json, { status, path })
    if ('madeBefore' in found) return call(found.madeBefore)
    throw found
  }
}

/** What a call made. Without it in the answer, the outcome is unknown. */
export function made<Answer>(answer: Answer | undefined): Answer {
  if (answer === undefined) throw providerUnreachable()
  return answer
}

/** Undefined: the provider refused the call. */
export const unlessRefused = <Answer>(call: Promise<Answer>): Promise<Answer | undefined> =>
  call.catch((error: unknown) => {
    if (!isRefusal(error)) throw error
    return undefined
  })

/** What ending a page came to, by the facts afterwards. */
export const endedAs = (facts: Facts | null): 'expired' | 'pending' | 'paid' =>
  facts?.status === 'paid' || facts?.status === 'pending' ? facts.status : 'expired'
