import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Kysely } from 'kysely'
import { PNG } from 'pngjs'
import type { Tables } from '../../platform/database/tables.ts'

interface OriginFile {
  readonly body: string | Uint8Array
  /** Empty: the header is not sent. */
  readonly type?: string
}

/** A web server for tests that serves the given files. */
export interface Origin {
  /** `127.0.0.1:port`, for `OUTBOUND_ALLOW`. */
  readonly host: string
  readonly requests: string[]
  url(path: string): string
  /** Serves only these files from now on. */
  serve(files: Readonly<Record<string, OriginFile | string | Uint8Array>>): void
  close(): Promise<void>
}

export async function startOrigin(): Promise<Origin> {
  let files = new Map<string, OriginFile>()
  const requests: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    requests.push(path)
    answer(response, files.get(path))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    requests,
    url: (path) => `http://${host}${path}`,
    serve: (served) => {
      requests.length = 0
      files = new Map(
        Object.entries(served).map(([path, file]) => [
          path,
          typeof file === 'string' || file instanceof Uint8Array ? { body: file } : file,
        ]),
      )
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function answer(response: ServerResponse, file: OriginFile | undefined): void {
  if (file === undefined) {
    response.writeHead(404).end()
    return
  }
  const body = Buffer.from(file.body)
  const type = file.type === undefined ? {} : { 'content-type': file.type }
  response.writeHead(200, { ...type, 'content-length': body.length }).end(body)
}

export const digest = (bytes: string | Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex')

/** A template that the sanitizer leaves unchanged, optionally of `bytes` bytes. */
export function htmlOf({ mark = 'A', bytes = 0 } = {}): string {
  const start =
    '<!DOCTYPE html>\n<html>\n<head><title>{{title}}</title></head>\n' +
    `<body><h1>${mark} {{invoiceNumber}}</h1>{{#items}}<p>{{description}}</p>{{/items}}<p>`
  const end = '</p>\n</body></html>'
  return start + 'x'.repeat(Math.max(0, bytes - start.length - end.length)) + end
}

export const manifestOf = (fields: object = {}): string =>
  JSON.stringify({
    schema: 1,
    id: 'acme',
    name: 'Acme',
    version: '1.0.0',
    html: { path: 'index.html', url: 'index.html' },
    ...fields,
  })

/** An incompressible image with `side` pixels per side. */
export function pictureOf(side: number): Uint8Array {
  const picture = new PNG({ width: side, height: side })
  let state = 1
  for (let index = 0; index < picture.data.length; index += 1) {
    state = (state * 48_271) % 2_147_483_647
    picture.data[index] = state & 0xff
  }
  return PNG.sync.write(picture)
}

/** Everything that installing may change, to prove that it did not. */
export async function storedTemplates(tables: Kysely<Tables>): Promise<unknown> {
  const [templates, versions, assets, settings] = await Promise.all([
    tables.selectFrom('templates').selectAll().orderBy('id').execute(),
    tables
      .selectFrom('template_versions')
      .selectAll()
      .orderBy('template_id')
      .orderBy('version')
      .execute(),
    tables
      .selectFrom('template_assets')
      .select(['template_id', 'version', 'path', 'sha256'])
      .orderBy('template_id')
      .orderBy('version')
      .orderBy('path')
      .execute(),
    tables.selectFrom('settings').selectAll().execute(),
  ])
  return { templates, versions, assets, settings }
}
