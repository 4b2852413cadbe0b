import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyPluginAsync } from 'fastify'
import { PAGE_POLICY, readFile, servePageFiles } from './inner/files.ts'
import { BUILT, builtPage, CONSOLE_POLICY } from './inner/page.ts'

const NOT_BUILT = join(import.meta.dirname, '../../../console/not-built')

/** Paths of the console's router. All others are 404; `not-found.ts` answers browsers. */
const PAGES = [
  '/',
  '/c/*',
  '/companies',
  '/companies/*',
  '/invitation',
  '/password-reset',
  '/sign-in',
  '/setup',
  '/account',
  '/invoices',
  '/invoices/*',
  '/customers',
  '/customers/*',
  '/entries',
  '/supplier-invoices',
  '/supplier-invoices/*',
  '/products',
  '/products/*',
  '/quotes',
  '/quotes/*',
  '/delivery-notes',
  '/bank',
  '/bank/*',
  '/books',
  '/books/*',
  '/recurring',
  '/recurring/*',
  '/reminders',
  '/reminders/*',
  '/mail',
  '/mail/*',
  '/templates',
  '/templates/*',
  '/settings',
  '/settings/*',
  '/start',
  '/import',
  '/access',
  '/access/*',
]

/** The console: one page at every address of its router, and the files that it is made of. */
export const consoleRoutes: FastifyPluginAsync<{ readonly folder?: string }> = async (
  app,
  { folder = BUILT },
) => {
  const built = builtPage(folder)
  const page = built ?? readFile(NOT_BUILT, 'index.html')
  const pages = Object.fromEntries(PAGES.map((url) => [url, page]))
  servePageFiles(app, pages, built ? CONSOLE_POLICY : PAGE_POLICY)
  if (!built) return
  // The console's files are below this path, and people guess it.
  app.get('/console', { schema: { hide: true } }, (_, reply) => reply.redirect('/'))
  servePageFiles(app, { '/console/icon.svg': readFile(folder, 'icon.svg') })
  const root = join(folder, 'assets')
  await app.register(fastifyStatic, {
    root,
    serve: false,
    // Compressed at build time; their names change with their content.
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
  })
  // One route, because a route for each of some 900 files would take half of the startup time.
  const names = new Set(readdirSync(root))
  app.get<{ Params: { name: string } }>(
    '/console/assets/:name',
    { schema: { hide: true } },
    ({ params: { name } }, reply) =>
      names.has(name) ? reply.sendFile(name) : reply.callNotFound(),
  )
}
