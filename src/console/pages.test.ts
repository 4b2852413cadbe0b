import { parse } from 'parse5'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createServer, type Server } from '../http/server.ts'
import { createLogger } from '../platform/logger.ts'
import { referenceRoutes } from './reference.ts'
import { consoleRoutes } from './routes.ts'

const PAGES = ['/', '/setup', '/docs']
const FILES = [
  ['/console/console.js', 'text/javascript'],
  ['/console/forms.js', 'text/javascript'],
  ['/console/console.css', 'text/css'],
  ['/console/icon.svg', 'image/svg+xml'],
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

describe('pages', () => {
  let app: Server
  beforeAll(async () => {
    app = await createServer({
      logger: createLogger('silent'),
      trustProxy: false,
      isHttps: false,
      authenticate: async () => null,
    })
    await app.register(consoleRoutes)
    await app.register(referenceRoutes)
    await app.ready()
  })
  afterAll(() => app.close())

  const read = async (url: string): Promise<readonly Element[]> =>
    elementsOf(parse((await app.inject(url)).body) as unknown as Element)

  test.each(PAGES)('200: %s, without a credential and under the strict policy', async (url) => {
    const { statusCode, headers } = await app.inject(url)
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe|https?:/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('no-referrer')
  })

  test.each(PAGES)('%s has no inline script, style or handler', async (url) => {
    for (const element of await read(url)) {
      const names = (element.attrs ?? []).map(({ name }) => name)
      expect(names.filter((name) => name === 'style' || name.startsWith('on'))).toEqual([])
      if (element.nodeName === 'script') expect(names).toContain('src')
      expect(element.nodeName).not.toBe('style')
    }
  })

  test.each(PAGES)('everything that %s refers to is here', async (url) => {
    const addresses = (await read(url))
      .filter(({ nodeName }) => ['script', 'link', 'img'].includes(nodeName))
      .map((it) => attribute(it, 'src') ?? attribute(it, 'href') ?? '')
    expect(addresses.length).toBeGreaterThan(0)
    for (const address of addresses) {
      expect(address).toMatch(/^\/(console|docs)\//)
      expect((await app.inject(address)).statusCode).toBe(200)
    }
  })

  test.each(PAGES)('every field of %s has a label', async (url) => {
    const elements = await read(url)
    const labelled = elements.filter(({ nodeName }) => nodeName === 'label')
    const inside = new Set(labelled.flatMap(elementsOf))
    const targets = new Set(labelled.map((it) => attribute(it, 'for')))
    const fields = elements.filter(({ nodeName }) => nodeName === 'input')
    for (const field of fields)
      expect(inside.has(field) || targets.has(attribute(field, 'id'))).toBe(true)
  })

  test.each(FILES)('200: %s as %s; 304 while it is the same', async (url, type) => {
    const first = await app.inject(url)
    expect(first.statusCode).toBe(200)
    expect(first.headers['content-type']).toBe(`${type}; charset=utf-8`)
    const { etag } = first.headers
    const again = await app.inject({ url, headers: { 'if-none-match': String(etag) } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test.each([
    '/console/../package.json',
    '/console/%2e%2e/package.json',
    '/docs/index.html',
  ])('404: %s', async (url) => {
    expect((await app.inject(url)).statusCode).toBe(404)
  })
})
