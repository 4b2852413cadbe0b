import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyPluginAsync } from 'fastify'
import { table } from '../../kernel/table.ts'
import { fileOnDemand, readPageFile, servePageFiles } from './inner/files.ts'

/** The folder of the package's OpenAPI reader. Its plugin is not used: see decision 0004. */
const READER = join(dirname(fileURLToPath(import.meta.resolve('@fastify/swagger-ui'))), 'static')

/** `/docs`: the API reference, public and served from this origin. */
export const referenceRoutes: FastifyPluginAsync = async (app) => {
  const files = table({
    '/docs': readPageFile('reference.html'),
    '/docs/reference.js': readPageFile('reference.js'),
    '/docs/reference.css': readPageFile('reference.css'),
    '/docs/swagger-ui.css': fileOnDemand(READER, 'swagger-ui.css'),
    '/docs/swagger-ui-bundle.js': fileOnDemand(READER, 'swagger-ui-bundle.js'),
  })
  servePageFiles(app, files)
}
