import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyPluginAsync } from 'fastify'
import { fileOnDemand, type PageFile, readPageFile, servePageFiles } from './files.ts'

/**
 * Where the package keeps the reader of OpenAPI documents. Its plugin is not used: see the decision
 * 0004.
 */
const READER = join(dirname(fileURLToPath(import.meta.resolve('@fastify/swagger-ui'))), 'static')

/**
 * `/docs`: a page to read and try the API, public like the service; all of it is served
 * here.
 */
export const referenceRoutes: FastifyPluginAsync = async (app) => {
  const files: Readonly<Record<string, PageFile>> = {
    '/docs': readPageFile('reference.html'),
    '/docs/reference.js': readPageFile('reference.js'),
    '/docs/reference.css': readPageFile('reference.css'),
    '/docs/swagger-ui.css': fileOnDemand(READER, 'swagger-ui.css'),
    '/docs/swagger-ui-bundle.js': fileOnDemand(READER, 'swagger-ui-bundle.js'),
  }
  servePageFiles(app, files)
}
