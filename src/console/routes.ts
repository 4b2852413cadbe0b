import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyPluginAsync } from 'fastify'
import { PAGE_POLICY, readFile, servePageFiles } from './files.ts'

/** What `npm run build -w console` makes. */
const BUILT = join(import.meta.dirname, '../../console/dist')
const NOT_BUILT = join(import.meta.dirname, '../../console/not-built')

/** Where the console's router goes on. All else is 404 here, not an empty page there. */
const PAGES = [
  '/',
  '/sign-in',
  '/setup',
  '/account',
  '/invoices',
  '/invoices/*',
  '/customers',
  '/customers/*',
  '/templates',
  '/templates/*',
  '/settings',
  '/settings/*',
  '/access',
  '/access/*',
]

/** Styles are made while the page runs; scripts come from here alone. */
const CONSOLE_POLICY = PAGE_POLICY.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
  .replace("img-src 'self' data:", "img-src 'self' data: blob:")
  .concat("; frame-src 'self' blob:")

/** The console: one page at every address of its router, and the files that it is made of. */
export const consoleRoutes: FastifyPluginAsync<{ readonly folder?: string }> = async (
  app,
  { folder = BUILT },
) => {
  const isBuilt = existsSync(join(folder, 'index.html'))
  const page = readFile(isBuilt ? folder : NOT_BUILT, 'index.html')
  const pages = Object.fromEntries(PAGES.map((url) => [url, page]))
  servePageFiles(app, pages, isBuilt ? CONSOLE_POLICY : PAGE_POLICY)
  if (!isBuilt) return
  servePageFiles(app, { '/console/icon.svg': readFile(folder, 'icon.svg') })
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/console/assets/',
    // A route for each file that is there: nothing else can be asked for.
    wildcard: false,
    // Compressed once, when they were built; their names change with their content.
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
    decorateReply: false,
  })
}
