import type { NotFoundPage } from '../http/problem.ts'
import { builtPage, CONSOLE_POLICY } from './page.ts'

/**
 * Answers browsers that ask for a page that is not there: the console's router says so and shows ways
 * on. Null: it is not asked for as a page.
 */
export function notFoundPage(folder?: string): NotFoundPage {
  const page = builtPage(folder)
  return ({ method, headers }, reply) => {
    const isRead = method === 'GET' || method === 'HEAD'
    if (!page || !isRead || !headers.accept?.includes('text/html')) return null
    return reply
      .code(404)
      .header('content-security-policy', CONSOLE_POLICY)
      .header('cache-control', 'no-store')
      .type(page.type)
      .send(page.text)
  }
}
