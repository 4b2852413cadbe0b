import { renderTimeout } from './errors.ts'

/** What the work gives, or `render_timeout` when that takes longer. The work itself goes on. */
export async function withDeadline<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(renderTimeout()), Math.max(0, timeoutMs))
  // Work that is given up still fails later, when its page is ended; nobody waits for it then.
  work.catch(() => {})
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
