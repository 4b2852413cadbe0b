import type { NotFoundPage } from '../../core/http/problem.ts'
import { builtPage, CONSOLE_POLICY } from './inner/page.ts'

/** The console's router says that the page is not there, and shows ways on. Null: it is not built. */
export function notFoundPage(folder?: string): NotFoundPage {
  const page = builtPage(folder)
  return (_request, reply) =>
    page &&
    reply
      .code(404)
      .header('content-security-policy', CONSOLE_POLICY)
      .header('cache-control', 'no-store')
      .type(page.type)
      .send(page.text)
}
