import { renderTimeout } from './errors.ts'

/** The result of the work, or `render_timeout` if it takes longer. The work itself continues. */
export async function withDeadline<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(renderTimeout()), Math.max(0, timeoutMs))
  // Abandoned work still fails later, when its page is closed; nobody waits for it then.
  work.catch(() => {})
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
