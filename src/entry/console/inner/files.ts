import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { isNotModified, sendNotModified } from '../../../core/http/etag.ts'
import { table } from '../../../kernel/table.ts'
import { sha256 } from '../../../platform/ids.ts'

/** A file in the form in which it is sent. */
export interface PageFile {
  readonly type: string
  readonly text: string
  readonly etag: string
}

const FOLDER = join(import.meta.dirname, '../../../../console')
const ETAG_LENGTH = 32

/** Only our own files, and no frames: a page with a sign-in runs no other script. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const TYPES = table<string>({
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
})

/** Reads a file of the `console` folder. */
export const readPageFile = (name: string): PageFile => readFile(FOLDER, name)

/** Reads a file once, at startup, so that no request can name another file. */
export function readFile(folder: string, name: string): PageFile {
  const text = readFileSync(join(folder, name), 'utf8')
  return { type: typeOf(name), text, etag: `"${sha256(text).slice(0, ETAG_LENGTH)}"` }
}

function typeOf(name: string): string {
  const type = TYPES[extname(name)]
  if (type === undefined) throw new Error(`${name} has no media type here.`)
  return type
}

/** A large, rarely requested file, which is read at the first request. */
export function fileOnDemand(folder: string, name: string): PageFile {
  let file: PageFile | undefined
  const read = () => {
    file ??= readFile(folder, name)
    return file
  }
  return {
    type: typeOf(name),
    get text() {
      return read().text
    },
    get etag() {
      return read().etag
    },
  }
}

/**
 * Serves files by URL. Browsers store them and revalidate each time, so an update is visible at
 * once.
 */
export function servePageFiles(
  app: FastifyInstance,
  files: Readonly<Record<string, PageFile>>,
  policy: string = PAGE_POLICY,
): void {
  for (const [url, file] of Object.entries(files)) {
    app.get(
      url,
      { config: { access: 'public' }, schema: { hide: true } },
      async (request, reply) => {
        const { type, text, etag } = file
        reply.header('content-security-policy', policy)
        reply.header('etag', etag).header('cache-control', 'no-cache')
        if (isNotModified(request.headers['if-none-match'], etag)) return sendNotModified(reply)
        return reply.type(type).send(text)
      },
    )
  }
}
