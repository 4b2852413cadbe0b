import { AppError } from '../../../kernel/errors.ts'
import { providerRefused, providerUnreachable } from '../errors.ts'
import { jsonObject } from './signature.ts'

export type Json = Readonly<Record<string, unknown>>

export interface JsonAnswer {
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
