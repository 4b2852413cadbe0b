import type { NotFoundPage } from '../http/problem.ts'
import { builtPage, CONSOLE_POLICY } from './page.ts'

/** Addresses of the API, documents, public links, files and probes: the console has no pages there. */
const NO_PAGES = /^\/(api|docs|i|console|_template-assets|healthz|readyz|metrics)(\/|$)/

/**
 * Answers browsers that ask for a page that is not there: the console's router says so and shows ways
 * on. Null: it is not asked for as a page.
 */
export function notFoundPage(folder?: string): NotFoundPage {
  const page = builtPage(folder)
  return ({ method, url, headers }, reply) => {
    const isPage = method === 'GET' && !NO_PAGES.test(url.split('?', 1)[0] ?? url)
    if (!page || !isPage || !headers.accept?.includes('text/html')) return null
    return reply
      .code(404)
      .header('content-security-policy', CONSOLE_POLICY)
      .header('cache-control', 'no-store')
      .type(page.type)
      .send(page.text)
  }
}
