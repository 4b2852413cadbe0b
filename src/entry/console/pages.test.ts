import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { parse } from 'parse5'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createServer, type Server } from '../../core/http/server.ts'
import { createLogger } from '../../platform/logger.ts'
import { notFoundPage } from './not-found.ts'
import { referenceRoutes } from './reference.ts'
import { consoleRoutes } from './routes.ts'

const SOURCES = join(import.meta.dirname, '../../../console/src')
const SCRIPT = `export const answer = ${'4'.repeat(2_000)}\n`
const ID = '019a9e2c-6f04-7c3b-9d52-6f5d5b7f2a10'

const REFERENCE_FILES = [
  ['/docs/reference.js', 'text/javascript'],
  ['/docs/reference.css', 'text/css'],
  ['/docs/swagger-ui.css', 'text/css'],
  ['/docs/swagger-ui-bundle.js', 'text/javascript'],
] as const

interface Element {
  readonly nodeName: string
  readonly attrs?: readonly { readonly name: string; readonly value: string }[]
  readonly childNodes?: readonly Element[]
}

/** Every element below and including this one. */
const elementsOf = (node: Element): readonly Element[] => [
  node,
  ...(node.childNodes ?? []).flatMap(elementsOf),
]

const attribute = ({ attrs = [] }: Element, name: string): string | undefined =>
  attrs.find((it) => it.name === name)?.value

/** Every address of the console's router, as its sources have it; one page is for development only. */
const ADDRESSES = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('routes.ts'))
  .flatMap((name) => [...readFileSync(join(SOURCES, name), 'utf8').matchAll(/\bpath: '([^']+)'/g)])
  .map(([, path = '']) => path.replace(/\$\w+/g, ID))
  .filter((path) => path !== '/components')

/** A console as it is built: small, and with everything that makes it one. */
function buildConsole(folder: string): void {
  mkdirSync(join(folder, 'assets'))
  const page = '<!doctype html><title>Billwright</title><div id="root"></div>'
  const script = '<script type="module" src="/console/assets/main-a1b2c3.js"></script>'
  writeFileSync(join(folder, 'index.html'), page + script)
  writeFileSync(join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  const asset = join(folder, 'assets/main-a1b2c3.js')
  writeFileSync(asset, SCRIPT)
  writeFileSync(`${asset}.br`, brotliCompressSync(SCRIPT))
  writeFileSync(`${asset}.gz`, gzipSync(SCRIPT))
  writeFileSync(join(folder, '.built-from'), 'of no concern to anybody')
}

async function serve(folder: string): Promise<Server> {
  const app = await createServer({
    logger: createLogger('silent'),
    trustProxy: false,
    isHttps: false,
    authenticate: async () => null,
    notFoundPages: { unknown: notFoundPage(folder), onDomain: () => null },
  })
  await app.register(consoleRoutes, { folder })
  await app.register(referenceRoutes)
  await app.ready()
  return app
}

describe('the console', () => {
  let app: Server
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'billwright-console-'))
    buildConsole(folder)
    app = await serve(folder)
  })
  afterAll(async () => {
    await app.close()
    rmSync(folder, { recursive: true })
  })

  test('its router has the addresses that are tested here', () => {
    expect(ADDRESSES).toEqual(expect.arrayContaining(['/', '/sign-in', '/setup', '/account']))
    expect(ADDRESSES.filter((it) => !it.startsWith('/'))).toEqual([])
  })

  test.each(
    ADDRESSES,
  )('200: %s is the page, for everybody, under the strict policy', async (url) => {
    const { statusCode, headers, body } = await app.inject(url)
    expect(statusCode).toBe(200)
    expect(body).toContain('<div id="root">')
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/^default-src 'none'; script-src 'self';/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/https?:|unsafe-eval|\*/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('no-referrer')
  })

  test.each(['/console', '/console/'])('302: %s redirects to the console', async (url) => {
    const { statusCode, headers } = await app.inject(url)
    expect([statusCode, headers.location]).toEqual([302, '/'])
  })

  test('304: the unchanged page; browsers revalidate it each time', async () => {
    const { headers } = await app.inject('/invoices')
    expect(headers['cache-control']).toBe('no-cache')
    const ifSame = { 'if-none-match': String(headers.etag) }
    const again = await app.inject({ url: '/invoices', headers: ifSame })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test.each([
    ['br', 'gzip, deflate, br', brotliCompressSync(SCRIPT)],
    ['gzip', 'gzip, deflate', gzipSync(SCRIPT)],
    [undefined, 'identity', Buffer.from(SCRIPT)],
  ])('200: compressed scripts (%s), cached for a year', async (name, accepted, bytes) => {
    const url = '/console/assets/main-a1b2c3.js'
    const answer = await app.inject({ url, headers: { 'accept-encoding': accepted } })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-encoding']).toBe(name)
    expect(answer.headers['content-type']).toMatch(/^(text|application)\/javascript/)
    expect(answer.headers['cache-control']).toMatch(/max-age=31536000.*immutable/)
    expect(answer.rawPayload.equals(bytes)).toBe(true)
  })

  test('200: the icon', async () => {
    const { statusCode, headers } = await app.inject('/console/icon.svg')
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/svg+xml; charset=utf-8'])
  })

  test.each([
    '/nothing-here',
    '/console/index.html',
    '/console/.built-from',
    '/console/assets/',
    '/console/assets/main-other.js',
    '/console/assets/../.built-from',
    '/console/assets/%2e%2e/.built-from',
    '/console/assets/..%2f.built-from',
    '/console/assets/..%5c.built-from',
    '/console/../package.json',
    '/console/%2e%2e/package.json',
    '/docs/index.html',
  ])('404: %s', async (url) => {
    const { statusCode, body } = await app.inject(url)
    expect(statusCode).toBe(404)
    expect(body).not.toContain('of no concern')
  })
})

describe('an address that is not there', () => {
  const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
  let app: Server
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'billwright-console-'))
    buildConsole(folder)
    app = await serve(folder)
  })
  afterAll(async () => {
    await app.close()
    rmSync(folder, { recursive: true })
  })
  const ask = (url: string, accept: string, method: 'GET' | 'POST' = 'GET') =>
    app.inject({ method, url, headers: { accept } })

  test.each([
    '/invoces',
    '/a/b/c?d=e',
    '/settings.html',
    '/api',
    '/api/v1/invoces',
    '/console/nothing',
    '/console/assets/old.js',
    '/docs/nothing',
    '/i',
    '/_template-assets/a/b/c',
    '/healthz/x',
  ])('404: a browser gets the console at %s', async (url) => {
    const { statusCode, headers, body } = await ask(url, BROWSER)
    expect(statusCode).toBe(404)
    expect(body).toContain('<div id="root">')
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  })

  test.each([
    ['/invoces', '*/*', 'GET'],
    ['/invoces', 'application/json', 'GET'],
    ['/invoces', BROWSER, 'POST'],
    ['/api/v1/invoces', '*/*', 'GET'],
    ['/api/v1/invoces', 'application/json', 'GET'],
    ['/console/nothing', '*/*', 'GET'],
  ] as const)('404: %s as %s (%s) is a problem document', async (url, accept, method) => {
    const { statusCode, headers } = await ask(url, accept, method)
    expect(statusCode).toBe(404)
    expect(headers['content-type']).toMatch(/^application\/problem\+json/)
  })
})

describe('pages that are there without a build', () => {
  let app: Server
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'billwright-console-'))
    app = await serve(folder)
  })
  afterAll(async () => {
    await app.close()
    rmSync(folder, { recursive: true })
  })
  const read = async (url: string): Promise<readonly Element[]> =>
    elementsOf(parse((await app.inject(url)).body) as unknown as Element)

  test.each(['/', '/invoices/new'])('200: %s shows that the console is not built', async (url) => {
    const { statusCode, body } = await app.inject(url)
    expect(statusCode).toBe(200)
    expect(body).toContain('The console is not built')
  })

  test.each([
    '/',
    '/docs',
  ])('%s has a policy without anything inline, and keeps to it', async (url) => {
    const { headers } = await app.inject(url)
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/)
    expect(policy).not.toMatch(/unsafe|https?:/)
    for (const element of await read(url)) {
      const names = (element.attrs ?? []).map(({ name }) => name)
      expect(names.filter((name) => name === 'style' || name.startsWith('on'))).toEqual([])
      if (element.nodeName === 'script') expect(names).toContain('src')
      expect(element.nodeName).not.toBe('style')
    }
  })

  test('everything that the reference refers to is here', async () => {
    const addresses = (await read('/docs'))
      .filter(({ nodeName }) => ['script', 'link', 'img'].includes(nodeName))
      .map((it) => attribute(it, 'src') ?? attribute(it, 'href') ?? '')
      .filter((it) => it.startsWith('/docs/'))
    expect(addresses.length).toBeGreaterThan(2)
    for (const address of addresses) expect((await app.inject(address)).statusCode).toBe(200)
  })

  test.each(REFERENCE_FILES)('200: %s as %s; 304 if it is unchanged', async (url, type) => {
    const first = await app.inject(url)
    expect(first.statusCode).toBe(200)
    expect(first.headers['content-type']).toBe(`${type}; charset=utf-8`)
    const ifSame = { 'if-none-match': String(first.headers.etag) }
    const again = await app.inject({ url, headers: ifSame })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })
})
