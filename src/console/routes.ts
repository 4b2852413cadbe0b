import type { FastifyPluginAsync } from 'fastify'
import { type PageFile, readPageFile, servePageFiles } from './files.ts'

/** The console's pages: `/`, `/setup` and the files they need. */
export const consoleRoutes: FastifyPluginAsync = async (app) => {
  const files: Readonly<Record<string, PageFile>> = {
    '/': readPageFile('index.html'),
    '/setup': readPageFile('setup.html'),
    '/console/console.js': readPageFile('console.js'),
    '/console/forms.js': readPageFile('forms.js'),
    '/console/console.css': readPageFile('console.css'),
    '/console/icon.svg': readPageFile('icon.svg'),
  }
  servePageFiles(app, files)
}
