import { readFileSync } from 'node:fs'
import { TEMPLATE_BYTES_MAX } from '@billwright/templates'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, startTestApp, type TestApp } from '../../../../test/harness.ts'
import {
  digest,
  htmlOf,
  manifestOf,
  type Origin,
  pictureOf,
  startOrigin,
  storedTemplates,
} from '../routes.testing.ts'

const FONT = readFileSync(
  new URL(
    '../../../../node_modules/@expo-google-fonts/noto-sans-mono/700Bold/NotoSansMono_700Bold.ttf',
    import.meta.url,
  ),
)
const MANIFEST = '/acme/manifest.yaml'

const YAML = `
schema: 1
id: acme-yaml
name: Acme in YAML
version: "1.10"
license: MIT
homepage: https://acme.example/
invio: ">=0.1.0"
html:
  path: index.html
  url: ../files/index.html
  sha256: ${digest(htmlOf())}
`

describe.each(ENGINES)('installing from a manifest (%s)', (engine) => {
  let origin: Origin
  let app: TestApp
  beforeAll(async () => {
    origin = await startOrigin()
    app = await startTestApp(engine, { OUTBOUND_ALLOW: origin.host })
  })
  afterAll(async () => {
    await app.close()
    await origin.close()
  })

  const install = (query = '') =>
    app.call('POST', `/templates/install-from-manifest${query}`, { url: origin.url(MANIFEST) })

  /** Serves one manifest and one template beside it. */
  const serve = (manifest: object, html: string | Uint8Array = htmlOf()) =>
    origin.serve({ [MANIFEST]: manifestOf(manifest), '/acme/index.html': html })

  /** Whatever is refused leaves every row as it was (and there are no files). */
  const expectRefused = async (status: number, code: string, query = '') => {
    const before = await storedTemplates(app.tables)
    const response = await install(query)
    expect(response.json()).toMatchObject({ status, code })
    expect(response.statusCode).toBe(status)
    expect(await storedTemplates(app.tables)).toEqual(before)
    return response.json()
  }

  test('201: YAML, addresses relative to it, and the answer repeats its details', async () => {
    origin.serve({ [MANIFEST]: YAML, '/files/index.html': htmlOf() })
    const response = await install()
    expect(response.statusCode, response.body).toBe(201)
    expect(response.headers.location).toBe('/api/v1/templates/acme-yaml')
    expect(response.json()).toMatchObject({
      id: 'acme-yaml',
      name: 'Acme in YAML',
      version: '1.10',
      versions: ['1.10'],
      source: 'manifest',
      isDefault: false,
      builtIn: false,
      html: htmlOf(),
      sha256: digest(htmlOf()),
      removed: [],
      license: 'MIT',
      homepage: 'https://acme.example/',
      manifestUrl: origin.url(MANIFEST),
    })
    expect(origin.requests).toEqual([MANIFEST, '/files/index.html'])
  })

  test('201, then 200 for the same JSON, which changes nothing', async () => {
    serve({ id: 'again' })
    expect((await install()).statusCode).toBe(201)
    const before = await storedTemplates(app.tables)
    app.clock.set('2026-11-22T10:00:00.000Z')
    const again = await install()
    expect(again.statusCode).toBe(200)
    expect(again.json()).toMatchObject({ versions: ['1.0.0'], isDefault: false })
    expect(await storedTemplates(app.tables)).toEqual(before)
  })

  test('409: the same version with other bytes, or with other assets', async () => {
    serve({ id: 'other' })
    expect((await install()).statusCode).toBe(201)
    serve({ id: 'other' }, htmlOf({ mark: 'B' }))
    expect(await expectRefused(409, 'version_exists')).toMatchObject({
      detail: expect.stringContaining('1.0.0'),
    })
    origin.serve({
      [MANIFEST]: manifestOf({ id: 'other', assets: [{ path: 'a.png', url: 'a.png' }] }),
      '/acme/index.html': htmlOf(),
      '/acme/a.png': pictureOf(2),
    })
    await expectRefused(409, 'version_exists')
  })

  test('200: a new version is added, and is the active template only if the id already was', async () => {
    serve({ id: 'upgrade' })
    await install()
    serve({ id: 'upgrade', version: '1.1.0', name: 'Renamed' }, htmlOf({ mark: 'B' }))
    const second = await install()
    expect(second.statusCode).toBe(200)
    expect(second.json()).toMatchObject({
      name: 'Renamed',
      version: '1.1.0',
      versions: ['1.0.0', '1.1.0'],
      isDefault: false,
    })
    await app.call('PATCH', '/settings', { templateId: 'upgrade' })
    serve({ id: 'upgrade', version: '1.2.0' }, htmlOf({ mark: 'C' }))
    expect((await install()).json()).toMatchObject({ version: '1.2.0', isDefault: true })
    await app.call('PATCH', '/settings', { templateId: 'minimalist-clean' })
  })

  test('200: an earlier version that is installed again is the one to render with', async () => {
    serve({ id: 'back' })
    await install()
    serve({ id: 'back', version: '2.0.0' }, htmlOf({ mark: 'B' }))
    await install()
    serve({ id: 'back' })
    const back = await install()
    expect(back.statusCode).toBe(200)
    expect(back.json()).toMatchObject({ version: '1.0.0', versions: ['1.0.0', '2.0.0'] })
    expect(back.json().html).toContain('<h1>A')
  })

  test('the checksum is that of the bytes as served: right in any case of letters, or 422', async () => {
    const file = { path: 'index.html', url: 'index.html' }
    serve({ id: 'sum', html: { ...file, sha256: digest(htmlOf()).toUpperCase() } })
    expect((await install()).statusCode).toBe(201)
    serve({ id: 'sum-wrong', html: { ...file, sha256: digest('something else') } })
    expect(await expectRefused(422, 'checksum_mismatch')).toMatchObject({
      detail: expect.stringContaining('index.html'),
    })
    for (const sha256 of ['', 'sha256-AAAA', digest('x').slice(1)]) {
      serve({ id: 'sum-wrong', html: { ...file, sha256 } })
      await expectRefused(422, 'manifest_invalid')
    }
  })

  test.each(['minimalist-clean', 'professional-modern'])('409: %s is built in', async (id) => {
    serve({ id })
    await expectRefused(409, 'template_protected')
    serve({ id, version: '9.9.9' })
    await expectRefused(409, 'template_protected')
  })

  test('131 072 bytes pass and 131 073 do not: bytes are counted, not characters', async () => {
    serve({ id: 'large' }, htmlOf({ bytes: TEMPLATE_BYTES_MAX }))
    expect((await install()).statusCode).toBe(201)
    serve({ id: 'wide' }, htmlOf({ bytes: TEMPLATE_BYTES_MAX - 2 }).replace('xxxx', '€€'))
    expect((await install()).statusCode).toBe(201)
    serve({ id: 'too-large' }, htmlOf({ bytes: TEMPLATE_BYTES_MAX + 1 }))
    expect(await expectRefused(413, 'template_too_large')).toMatchObject({
      limitBytes: TEMPLATE_BYTES_MAX,
    })
    serve({ id: 'too-large' }, htmlOf({ bytes: TEMPLATE_BYTES_MAX - 1 }).replace('x', '€'))
    await expectRefused(413, 'template_too_large')
  })

  test('413: a manifest is small', async () => {
    origin.serve({ [MANIFEST]: `${YAML}# ${'x'.repeat(20_000)}` })
    await expectRefused(413, 'manifest_too_large')
  })

  test('422: no template: empty, blanks, a picture, UTF-16, broken UTF-8', async () => {
    const bodies: readonly (readonly [string | Uint8Array, string])[] = [
      ['', 'text/html'],
      [' \n\t', 'text/html'],
      [htmlOf(), 'image/png'],
      [Buffer.from(`\ufeff${htmlOf()}`, 'utf16le'), 'text/html; charset=utf-16le'],
      [Buffer.from([0x3c, 0x70, 0x3e, 0xc0, 0xbc, 0xff]), 'text/html'],
      [`${htmlOf()}\u0000`, 'text/html'],
    ]
    for (const [body, type] of bodies) {
      origin.serve({ [MANIFEST]: manifestOf({ id: 'none' }), '/acme/index.html': { body, type } })
      await expectRefused(422, 'template_invalid')
    }
  })

  test.each([
    'text/html; charset=utf-8',
    'text/plain',
    'application/octet-stream',
    'application/xhtml+xml',
  ])('201: served as %s', async (type) => {
    const id = type.replace(/[^a-z]+/g, '-')
    origin.serve({ [MANIFEST]: manifestOf({ id }), '/acme/index.html': { body: htmlOf(), type } })
    expect((await install()).statusCode).toBe(201)
  })

  test('strict=true refuses blocked code, and lists it', async () => {
    serve({ id: 'strict' }, htmlOf().replace('<p>', '<script>alert(1)</script><p onclick="x()">'))
    expect(await expectRefused(422, 'template_unsafe', '?strict=true')).toMatchObject({
      removed: [
        { what: expect.stringContaining('script'), where: expect.stringContaining('line 4') },
        { what: expect.stringContaining('onclick'), where: expect.stringContaining('line 4') },
      ],
    })
    const made = await install('?strict=false')
    expect(made.statusCode).toBe(201)
    expect(made.json().removed).toHaveLength(2)
    expect(made.json().html).not.toMatch(/<script|onclick/)
  })

  test('502 and 422: an origin that fails, and one that may not be reached', async () => {
    origin.serve({ [MANIFEST]: manifestOf({ id: 'gone' }) })
    await expectRefused(502, 'upstream_status')
    serve({ id: 'inside', html: { path: 'index.html', url: 'http://127.0.0.1:1/index.html' } })
    await expectRefused(422, 'url_refused')
    serve({ id: 'inside', assets: [{ path: 'a.png', url: 'http://169.254.169.254/a.png' }] })
    await expectRefused(422, 'url_refused')
  })

  test('422: every fault of the manifest at once', async () => {
    serve({ id: '../evil', version: '..', assets: [{ path: '../a.png', url: 'a.png' }] })
    const { errors } = await expectRefused(422, 'manifest_invalid')
    expect(errors.map(({ pointer }: { readonly pointer: string }) => pointer)).toEqual([
      '/id',
      '/version',
      '/assets/0/path',
    ])
  })

  describe('assets', () => {
    const PICTURE = pictureOf(4)
    const assets = [
      { path: 'fonts/own.ttf', url: 'own.ttf', sha256: digest(FONT) },
      { path: 'seal.png', url: '../seal.png' },
    ]

    test('are recognized by their bytes, with any name and type', async () => {
      origin.serve({
        [MANIFEST]: manifestOf({ id: 'kinds', assets }),
        '/acme/index.html': htmlOf(),
        '/acme/own.ttf': { body: FONT, type: 'text/html' },
        '/seal.png': { body: PICTURE, type: 'text/javascript' },
      })
      expect((await install()).statusCode).toBe(201)
      const sent = await app.send({ url: '/api/v1/_template-assets/kinds/1.0.0/fonts/own.ttf' })
      expect(sent.headers['content-type']).toBe('font/ttf')
      expect(Buffer.compare(sent.rawPayload, FONT)).toBe(0)
    })

    test('422: anything else, with a right name and a right checksum', async () => {
      for (const bytes of [
        '<svg xmlns="http://www.w3.org/2000/svg"/>',
        '<script>alert(1)</script>',
        '',
        'GIF89a',
        pictureOf(4).slice(0, 20),
      ]) {
        const asset = { path: 'seal.png', url: 'seal.png', sha256: digest(bytes) }
        origin.serve({
          [MANIFEST]: manifestOf({ id: 'kinds-wrong', assets: [asset] }),
          '/acme/index.html': htmlOf(),
          '/acme/seal.png': bytes,
        })
        await expectRefused(422, 'asset_refused')
      }
    })

    test('422 and 502: a wrong checksum, and one that is missing', async () => {
      serve({ id: 'half', assets: [{ ...assets[0], url: 'none.ttf' }] })
      await expectRefused(502, 'upstream_status')
      origin.serve({
        [MANIFEST]: manifestOf({ id: 'half', assets: [{ ...assets[1], sha256: digest('x') }] }),
        '/acme/index.html': htmlOf(),
        '/seal.png': PICTURE,
      })
      await expectRefused(422, 'checksum_mismatch')
    })

    test('413: 2 MiB together pass, one byte more does not', async () => {
      const limitBytes = 2 * 1024 * 1024
      // What follows the end of a PNG is of no consequence to anybody.
      const padded = (bytes: number) => Buffer.concat([PICTURE], bytes)
      const files = (last: number) => ({
        [MANIFEST]: manifestOf({
          id: 'sum-of-assets',
          assets: ['a', 'b'].map((name) => ({ path: `${name}.png`, url: `${name}.png` })),
        }),
        '/acme/index.html': htmlOf(),
        '/acme/a.png': padded(limitBytes - 1_000),
        '/acme/b.png': padded(last),
      })
      origin.serve(files(1_001))
      expect(await expectRefused(413, 'assets_too_large')).toMatchObject({ limitBytes })
      origin.serve(files(1_000))
      expect((await install()).statusCode).toBe(201)
    })
  })
})
