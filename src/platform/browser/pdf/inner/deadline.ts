import { renderTimeout } from './errors.ts'

/**
 * The result of the work, or an error if it takes longer: `render_timeout` unless another one is given.
 * The work itself continues.
 */
export async function withDeadline<T>(
  work: Promise<T>,
  timeoutMs: number,
  lateError: () => Error = renderTimeout,
): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(lateError()), Math.max(0, timeoutMs))
  // Abandoned work still fails later, when its page is closed; nobody waits for it then.
  work.catch(() => {})
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
