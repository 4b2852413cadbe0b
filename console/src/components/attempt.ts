import { BillwrightError } from '@billwright/sdk'
import type { Call } from '../api/client.ts'

/** Keys of requests without an answer, by their content. */
export type Keys = Map<string, string>

/** 128 bits. `randomUUID` is missing in pages over plain http. */
export const newIdempotencyKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')

/**
 * Gives each request an idempotency key. A request without an answer keeps its key when it is sent
 * again, so it takes effect once. After a refusal the next request has a new key.
 */
export function attemptOf(keys: Keys, call: Call) {
  const used = new Set<string>()
  const keyed: Call = async (id, args = {}) => {
    const { path, query, body, ifMatch } = args
    const content = JSON.stringify([id, path, query, body, ifMatch])
    const idempotencyKey = keys.get(content) ?? newIdempotencyKey()
    keys.set(content, idempotencyKey)
    used.add(content)
    try {
      return await call(id, { ...args, idempotencyKey })
    } catch (error) {
      if (isRefusal(error)) keys.delete(content)
      throw error
    }
  }
  /** After a success, the same content is a new change. */
  const settle = () => {
    for (const content of used) keys.delete(content)
  }
  return { call: keyed, settle }
}

/**
 * Codes of 4xx after which the effect of the request is unknown, or the same key gets another
 * answer later.
 */
const OPEN = ['idempotency_in_flight', 'idempotency_answer_lost', 'not_a_problem']
const OPEN_STATUSES = [401, 408, 429]

/** Whether the service answered that the request had no effect. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof BillwrightError &&
  error.status >= 400 &&
  error.status < 500 &&
  !OPEN_STATUSES.includes(error.status) &&
  !OPEN.includes(error.code)
