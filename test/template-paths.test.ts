import { execFile, execFileSync } from 'node:child_process'
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  htmlOf,
  manifestOf,
  type Origin,
  startOrigin,
} from '../src/company/templates/routes.testing.ts'
import { API_KEY, ENGINES, startTestApp, type TestApp } from './harness.ts'
import { hasCorpus, SECURITY, WITHOUT_CORPUS } from './security-corpus.ts'

interface Row {
  readonly id: string
  readonly target: 'asset' | 'asset-fs' | 'load-from-file'
  readonly raw: string
  readonly expect: string
}

const CANARY = 'CANARY-do-not-serve'
const isRoot = process.getuid?.() === 0
const rows: readonly Row[] = hasCorpus
  ? readFileSync(join(SECURITY, 'paths.jsonl'), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
  : []
const rowsOf = (target: Row['target']) => rows.filter((row) => row.target === target)

/** As much of a WOFF2 file as tells that it is one. */
function fontOf(): Uint8Array {
  const font = Buffer.alloc(64)
  font.write('wOF2', 0, 'latin1')
  font.writeUInt32BE(font.length, 8)
  font.writeUInt16BE(1, 12)
  return font
}

/** Sends every row byte for byte over a socket, and says which were answered otherwise. */
const sendRaw = (port: number): Promise<string> =>
  new Promise((resolve) => {
    const map = ['/_template-assets', '/public/', '/admin/settings']
      .map((path) => `${path}=/api/v1${path}`)
      .join()
    const script = [join(SECURITY, 'rawget.mjs'), '--port', String(port)]
    execFile(
      process.execPath,
      [...script, '--canary', CANARY, '--map', map],
      (_error, stdout, stderr) => resolve((stdout + stderr).trim()),
    )
  })

/** The states of the corpus that a folder can be in, and what lies around it. */
function fillFolder(root: string): Server {
  mkdirSync(join(root, 'sub'), { recursive: true })
  mkdirSync(join(root, 'dir.html'))
  const files = {
    'corp.html': htmlOf(),
    'index.html': htmlOf(),
    'big.html': htmlOf({ bytes: 131_073 }),
    'exact.html': htmlOf({ bytes: 131_072 }),
    'noperm.html': htmlOf(),
    'evil.html': '<p>a</p><script>alert(1)</script>',
    'app.db': CANARY,
    '../app.db': CANARY,
    '../secret.html': CANARY,
    'name\nwith newline.html': CANARY,
    'big.bin': '',
  }
  for (const [path, content] of Object.entries(files)) writeFileSync(join(root, path), content)
  truncateSync(join(root, 'big.bin'), 10 * 1024 ** 3)
  chmodSync(join(root, 'noperm.html'), 0o000)
  const links = {
    'sib.html': 'index.html',
    fonts2: '/etc',
    linkdir: '/etc',
    'link.html': '../secret.html',
    loop1: 'loop2',
    loop2: 'loop1',
    'zero.html': '/dev/zero',
  }
  for (const [path, target] of Object.entries(links)) symlinkSync(target, join(root, path))
  linkSync(join(root, '../secret.html'), join(root, 'hard.html'))
  execFileSync('mkfifo', [join(root, 'fifo.html')])
  return createServer().listen(join(root, 'sock.html'))
}

describe.skipIf(!hasCorpus).each(ENGINES)(
  `paths of the shared corpus (%s)${hasCorpus ? '' : WITHOUT_CORPUS}`,
  (engine) => {
    let origin: Origin
    let app: TestApp
    let socket: Server
    beforeAll(async () => {
      origin = await startOrigin()
      app = await startTestApp(engine, { OUTBOUND_ALLOW: origin.host })
      socket = fillFolder(app.config.templatesDir)
      origin.serve({
        '/m.json': manifestOf({
          id: 'corp',
          assets: [{ path: 'fonts/inter.woff2', url: 'inter.woff2' }],
        }),
        '/index.html': htmlOf(),
        '/inter.woff2': fontOf(),
      })
      const url = origin.url('/m.json')
      const made = await app.call('POST', '/templates/install-from-manifest', { url })
      expect(made.statusCode, made.body).toBe(201)
    })
    afterAll(async () => {
      socket.close()
      await app.close()
      await origin.close()
    })

    const load = (path: unknown, headers?: Record<string, string>) =>
      app.call('POST', '/templates/load-from-file', { path }, headers)

    test('assets: every raw request is answered as listed, and nothing leaks', async () => {
      await app.server.listen({ port: 0, host: '127.0.0.1' })
      const address = app.server.server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      const count = rowsOf('asset').length
      expect(await sendRaw(port)).toBe(`rawget: ${count}/${count} as expected`)
    })

    test.each(
      rowsOf('asset-fs'),
    )('assets come from the database, not from the disk: $id $raw', async ({ raw }) => {
      const name = raw.split(' ', 1)[0] ?? ''
      for (const path of [name, `${name}/hostname`]) {
        const url = `/api/v1/_template-assets/corp/1.0.0/${encodeURI(path)}`
        expect((await app.send({ url })).statusCode).toBe(404)
      }
      for (const path of [name, `${name}hostname`, 'link.html']) {
        const response = await load(path)
        expect(response.statusCode).toBeLessThan(500)
        expect(response.body).not.toContain(CANARY)
      }
    })

    /** Rows that tell what to do instead of a path. */
    const byHand = new Map<string, () => Promise<void>>([
      ['path-311', async () => expect((await load('zero.html')).statusCode).toBe(422)],
      // The contract's own status for what is too large.
      ['path-309', async () => expect((await load('big.html')).statusCode).toBe(413)],
      // Root may read everything; the file read is still a template.
      [
        'path-314',
        async () =>
          expect(isRoot ? [200, 201] : [422]).toContain((await load('noperm.html')).statusCode),
      ],
      // Swapping while it is read: beside the code, in file.test.ts.
      ['path-315', async () => expect((await load('link.html')).statusCode).toBe(422)],
      [
        'path-322',
        async () => {
          const url = '/api/v1/templates/load-from-file'
          const payload = { path: 'corp.html' }
          expect((await app.send({ method: 'POST', url, payload })).statusCode).toBe(401)
          const { key } = (
            await app.call('POST', '/api-keys', { name: 'reader', scopes: ['read'] })
          ).json()
          const headers = { authorization: `Bearer ${key}` }
          expect((await load('corp.html', headers)).statusCode).toBe(403)
        },
      ],
      [
        'path-323',
        async () => {
          const problems = await Promise.all(
            ['../secret.html', '../none.html', '/etc/shadow', 'none.html', 'link.html'].map(
              async (path) => {
                const { status, code, detail } = (await load(path)).json()
                return { status, code, detail }
              },
            ),
          )
          for (const problem of problems) expect(problem).toEqual(problems[0])
        },
      ],
      // The directory has a default; with nothing in it there is nothing to load.
      ['path-324', async () => expect((await load('none.html')).statusCode).toBe(422)],
      [
        'path-325',
        async () => {
          const loaded = (await load('evil.html')).json()
          const html = readFileSync(join(app.config.templatesDir, 'evil.html'), 'utf8')
          const sent = (await app.call('POST', '/templates', { html })).json()
          expect(loaded.html).toBe(sent.html)
          expect(loaded.removed).toEqual(sent.removed)
        },
      ],
    ])

    test.each(rowsOf('load-from-file'))('loading: $id $expect', async (row) => {
      const special = byHand.get(row.id)
      if (special) return special()
      const isOtherType = /^path-3(?:1[6-9]|2[01])$/.test(row.id)
      const response = isOtherType
        ? await app.send({
            method: 'POST',
            url: '/api/v1/templates/load-from-file',
            headers: {
              authorization: `Bearer ${API_KEY}`,
              'content-type': 'application/json',
            },
            payload: `{"path":${row.raw}}`,
          })
        : await load(row.raw)
      expect(row.expect.split('|'), response.body).toContain(String(response.statusCode))
      expect(response.body).not.toContain(CANARY)
    })
  },
)
