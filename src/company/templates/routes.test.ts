import { readFileSync } from 'node:fs'
import { TEMPLATE_BYTES_MAX } from '@billwright/templates'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givens } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { withParts, workOn } from '../../../test/work.ts'
import { openDatabase } from '../../platform/database/db.ts'
import type { Objects } from '../../platform/objects/objects.ts'
import { createOutboundClient } from '../../platform/outbound/client.ts'
import { installFromManifest } from './change.ts'
import {
  compiledTemplate,
  listKnownAssets,
  measureTemplates,
  readAsset,
  readAssets,
} from './read.ts'
import {
  digest,
  htmlOf,
  manifestOf,
  type Origin,
  pictureOf,
  startOrigin,
  storedTemplates,
} from './routes.testing.ts'

// A font that no built-in template uses, so that only the template can have brought it.
const FONT = readFileSync(
  new URL(
    '../../../node_modules/@expo-google-fonts/noto-sans-mono/700Bold/NotoSansMono_700Bold.ttf',
    import.meta.url,
  ),
)
const ISSUED = { status: 'sent' }

describe.each(ENGINES)('templates (%s)', (engine) => {
  let origin: Origin
  let app: TestApp
  let given: ReturnType<typeof givens>
  beforeAll(async () => {
    origin = await startOrigin()
    app = await startTestApp(engine, { OUTBOUND_ALLOW: origin.host })
    given = givens(app)
    await given.settings({ companyName: 'Fernweh Press', companyAddress: { countryCode: 'DE' } })
  })
  afterAll(async () => {
    await app.close()
    await origin.close()
  })

  const create = (body: object, query = '') => app.call('POST', `/templates${query}`, body)
  const get = (id: string) => app.call('GET', `/templates/${id}`)
  const remove = (id: string, headers = {}) =>
    app.call('DELETE', `/templates/${id}`, undefined, headers)
  const asset = (path: string) => app.send({ url: `/api/v1/_template-assets/${path}` })
  const installed = async (id: string, html = htmlOf(), version = '1.0.0') =>
    expect((await create({ id, html, version })).statusCode).toBeLessThan(202)
  const install = async (files: Parameters<Origin['serve']>[0]) => {
    origin.serve(files)
    const url = origin.url('/manifest.json')
    return app.call('POST', '/templates/install-from-manifest', { url })
  }

  describe('raw HTML', () => {
    test('201: default id, name and version', async () => {
      const response = await create({ name: 'Grün & Blau', html: htmlOf() })
      expect(response.statusCode, response.body).toBe(201)
      expect(response.json()).toMatchObject({
        id: 'gru-n-blau',
        name: 'Grün & Blau',
        version: '1.0.0',
        source: 'upload',
        isDefault: false,
        sha256: digest(htmlOf()),
        html: htmlOf(),
      })
      expect((await get('gru-n-blau')).json()).toEqual(response.json())
    })

    test('200: the same again changes nothing, other content becomes the next version', async () => {
      await create({ id: 'next', html: htmlOf() })
      const before = await storedTemplates(app.tables)
      expect((await create({ id: 'next', name: 'Other', html: htmlOf() })).statusCode).toBe(200)
      expect(await storedTemplates(app.tables)).toEqual(before)
      const changed = await create({ id: 'next', html: htmlOf({ mark: 'B' }) })
      expect(changed.statusCode).toBe(200)
      expect(changed.json()).toMatchObject({ version: '1.0.1', versions: ['1.0.0', '1.0.1'] })
    })

    test('409: a version or a built-in template is never replaced', async () => {
      await create({ id: 'fixed', version: '1.0.0', html: htmlOf() })
      const before = await storedTemplates(app.tables)
      const other = await create({ id: 'fixed', version: '1.0.0', html: htmlOf({ mark: 'B' }) })
      expect(other.json()).toMatchObject({ status: 409, code: 'version_exists' })
      const builtIn = await create({ id: 'minimalist-clean', html: htmlOf() })
      expect(builtIn.json()).toMatchObject({ status: 409, code: 'template_protected' })
      expect(await storedTemplates(app.tables)).toEqual(before)
    })

    test('413: one byte more than 131 072', async () => {
      const bytes = TEMPLATE_BYTES_MAX
      expect((await create({ id: 'full', html: htmlOf({ bytes }) })).statusCode).toBe(201)
      const response = await create({ id: 'over', html: htmlOf({ bytes: bytes + 1 }) })
      expect(response.json()).toMatchObject({ status: 413, code: 'template_too_large' })
    })

    test.each([
      [{ id: '../evil', html: '<p>x' }, 'invalid_request'],
      [{ id: 'a..b', html: '<p>x' }, 'invalid_request'],
      [{ id: 'A', html: '<p>x' }, 'invalid_request'],
      [{ id: 'a\u0000', html: '<p>x' }, 'invalid_request'],
      [{ id: 'a', version: '1/2', html: '<p>x' }, 'invalid_request'],
      [{ id: 'a', name: 'a\u0000', html: '<p>x' }, 'invalid_request'],
      [{ id: 'a', html: '' }, 'invalid_request'],
      [{ id: 'a', html: 7 }, 'invalid_request'],
      [{ id: 'a', html: '<p>x', isDefault: true }, 'invalid_request'],
      [{ id: 'a', html: ' \n ' }, 'invalid_request'],
      [{ id: 'a', html: '{{#open}}' }, 'template_invalid'],
      [{ id: 'a', html: '{{> partial}}' }, 'template_invalid'],
      [{ id: 'a', html: '<p {{x}}>' }, 'template_unsafe'],
    ])('422: %j', async (body, code) => {
      const before = await storedTemplates(app.tables)
      const response = await create(body)
      expect(response.json()).toMatchObject({ status: 422, code })
      expect(await storedTemplates(app.tables)).toEqual(before)
    })

    test('422: strict=true, with the blocked code', async () => {
      const html =
        '<p>a</p><img src="https://evil.example/1"><p style="background:url(//evil)">b</p>'
      const response = await create({ id: 'strict', html }, '?strict=true')
      expect(response.json()).toMatchObject({ code: 'template_unsafe' })
      expect(response.json().removed).toHaveLength(2)
      expect((await get('strict')).statusCode).toBe(404)
    })
  })

  test('the list has no HTML and overlays the active id, which is stored nowhere else', async () => {
    await installed('listed')
    const entries = async () => (await app.call('GET', '/templates')).json().data
    const defaults = async () =>
      (await entries())
        .filter(({ isDefault }: { readonly isDefault: boolean }) => isDefault)
        .map(({ id }: { readonly id: string }) => id)
    const [first, second] = await entries()
    expect([first.id, second.id]).toEqual(['minimalist-clean', 'professional-modern'])
    expect(first).toMatchObject({ builtIn: true, source: 'builtin', license: 'MIT' })
    for (const entry of await entries()) expect(entry).not.toHaveProperty('html')
    expect(await defaults()).toEqual(['minimalist-clean'])
    await given.settings({ templateId: 'listed' })
    expect(await defaults()).toEqual(['listed'])
    expect((await get('listed')).json()).toMatchObject({ isDefault: true })
    await given.settings({ templateId: 'minimalist-clean' })
    expect(await defaults()).toEqual(['minimalist-clean'])
  })

  test('304 and 412: a template has an ETag, which its versions and the settings change', async () => {
    await installed('tagged')
    const etag = String((await get('tagged')).headers.etag)
    const again = await app.call('GET', '/templates/tagged', undefined, { 'if-none-match': etag })
    expect(again.statusCode).toBe(304)
    await installed('tagged', htmlOf({ mark: 'B' }), '1.0.1')
    expect((await get('tagged')).headers.etag).not.toBe(etag)
    expect((await remove('tagged', { 'if-match': etag })).statusCode).toBe(412)
    expect((await get('tagged')).statusCode).toBe(200)
  })

  describe('deleting', () => {
    test('204: the template and its files are gone; the next time 404', async () => {
      await installed('short-lived')
      expect((await asset('short-lived/1.0.0/index.html')).statusCode).toBe(200)
      const response = await remove('short-lived')
      expect(response.statusCode).toBe(204)
      expect(response.body).toBe('')
      expect((await get('short-lived')).statusCode).toBe(404)
      expect((await asset('short-lived/1.0.0/index.html')).statusCode).toBe(404)
      expect((await remove('short-lived')).json()).toMatchObject({ code: 'template_not_found' })
      expect((await create({ id: 'short-lived', html: htmlOf() })).statusCode).toBe(201)
    })

    test('the active one: minimalist-clean becomes active', async () => {
      await installed('active')
      await given.settings({ templateId: 'active' })
      expect((await remove('active')).statusCode).toBe(204)
      const settings = await app.call('GET', '/settings')
      expect(settings.json()).toMatchObject({ templateId: 'minimalist-clean' })
      expect((await get('minimalist-clean')).json()).toMatchObject({ isDefault: true })
    })

    test('another one: the active one stays', async () => {
      await installed('bystander')
      await given.settings({ templateId: 'professional-modern' })
      await remove('bystander')
      expect((await app.call('GET', '/settings')).json().templateId).toBe('professional-modern')
      await given.settings({ templateId: 'minimalist-clean' })
    })

    test.each(['minimalist-clean', 'professional-modern', 'compact'])('409: %s', async (id) => {
      expect((await remove(id)).json()).toMatchObject({ status: 409, code: 'template_protected' })
      expect((await get(id)).statusCode).toBe(200)
    })

    test.each(['none', '__proto__', '..%2f', 'A', '%00'])('404 or 422: %s', async (id) => {
      expect([404, 422]).toContain((await remove(id)).statusCode)
    })

    test('a template that is deleted and made active at the same time: the active one exists', async () => {
      for (let round = 0; round < 5; round += 1) {
        await installed('raced', htmlOf({ mark: String(round) }), `1.0.${round}`)
        const made = app.call('PATCH', '/settings', { templateId: 'raced' })
        await Promise.all([made, remove('raced')])
        const { templateId } = (await app.call('GET', '/settings')).json()
        expect((await get(templateId)).statusCode).toBe(200)
      }
    })
  })

  describe('invoices that are issued', () => {
    const html = async (id: string) => (await app.call('GET', `/invoices/${id}/html`)).body

    test('keep the version they were issued with: after an upgrade, and after its deletion', async () => {
      await installed('pinned', htmlOf({ mark: 'FIRST' }))
      await given.settings({ templateId: 'pinned' })
      const issued = await given.invoice(ISSUED)
      const draft = await given.invoice()
      const spare = await given.invoice()
      expect(issued.template).toEqual({ id: 'pinned', version: '1.0.0' })
      await installed('pinned', htmlOf({ mark: 'SECOND' }), '1.1.0')
      const later = await given.put(spare.id, ISSUED)
      expect(later.template).toEqual({ id: 'pinned', version: '1.1.0' })
      expect(await html(issued.id)).toContain(`FIRST ${issued.number}`)
      expect(await html(draft.id)).toContain('SECOND')

      await installed('pinned', htmlOf({ mark: 'THIRD' }), '1.2.0')
      const published = await given.publish(issued.id)
      expect((await remove('pinned')).statusCode).toBe(204)
      expect((await get('pinned')).statusCode).toBe(404)
      expect(await html(issued.id)).toContain(`FIRST ${issued.number}`)
      expect(await html(later.id)).toContain(`SECOND ${later.number}`)
      expect(await html(draft.id)).not.toMatch(/FIRST|SECOND|THIRD/)
      expect((await given.read(draft.id)).template.id).toBe('minimalist-clean')
      const shared = await app.send({
        url: `/api/v1/public/invoices/${published.share_token}/html`,
      })
      expect(shared.body).toContain(`FIRST ${issued.number}`)
      const versions = await app.tables
        .selectFrom('template_versions')
        .select('version')
        .where('template_id', '=', 'pinned')
        .orderBy('version')
        .execute()
      expect(versions.map(({ version }) => version)).toEqual(['1.0.0', '1.1.0'])
      const other = { id: 'pinned', version: '1.0.0', html: htmlOf({ mark: 'FORGED' }) }
      expect((await create(other)).json()).toMatchObject({ code: 'version_exists' })
    })
  })

  test('an invoice issued while its template is deleted prints, because its version is pinned', async () => {
    for (let round = 0; round < 5; round += 1) {
      await installed('leaving', htmlOf({ mark: `ROUND${round}` }), `1.0.${round}`)
      await given.settings({ templateId: 'leaving' })
      const draft = await given.invoice()
      const [issued] = await Promise.all([given.put(draft.id, ISSUED), remove('leaving')])
      const { statusCode, body } = await app.call('GET', `/invoices/${draft.id}/html`)
      expect(statusCode, body.slice(0, 200)).toBe(200)
      expect(body).toContain(issued.number)
    }
    expect((await app.call('GET', '/settings')).json().templateId).toBe('minimalist-clean')
  })

  describe('assets', () => {
    const SEAL = pictureOf(8)
    const HTML = [
      '<style>@font-face { font-family: Own; src: url(fonts/own.ttf) }',
      'h1 { font-family: Own } body { background: url("./seal.png") }</style>',
      `<h1>{{invoiceNumber}}</h1><p style="background-image: url('seal.png')">x</p>`,
    ].join('\n')
    const files = {
      '/manifest.json': manifestOf({
        id: 'with-assets',
        assets: [
          { path: 'fonts/own.ttf', url: 'own.ttf' },
          { path: 'seal.png', url: 'seal.png' },
        ],
      }),
      '/index.html': HTML,
      '/own.ttf': FONT,
      '/seal.png': SEAL,
    }
    const BASE = '/api/v1/_template-assets/with-assets/1.0.0'

    beforeAll(async () => {
      const response = await install(files)
      expect(response.statusCode, response.body).toBe(201)
      expect(response.json().removed).toEqual([])
    })

    test('200: bytes as installed, a type from their content, and headers that disarm', async () => {
      const kinds = [
        ['fonts/own.ttf', 'font/ttf', FONT],
        ['seal.png', 'image/png', SEAL],
      ] as const
      for (const [path, type, bytes] of kinds) {
        const response = await asset(`with-assets/1.0.0/${path}`)
        expect(response.statusCode).toBe(200)
        expect(response.headers).toMatchObject({
          'content-type': type,
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
          'cache-control': 'public, max-age=31536000, immutable',
        })
        expect(Buffer.compare(response.rawPayload, Buffer.from(bytes))).toBe(0)
      }
    })

    test("200: the template's own HTML is text, and the sanitized one", async () => {
      const response = await asset('with-assets/1.0.0/index.html')
      expect(response.headers['content-type']).toBe('text/plain; charset=utf-8')
      expect(response.body).toBe((await get('with-assets')).json().html)
    })

    test.each([
      'with-assets/1.0.0/none.png',
      'with-assets/1.0.0/',
      'with-assets/1.0.0/fonts',
      'with-assets/1.0.0/fonts/',
      'with-assets/1.0.0/SEAL.png',
      'with-assets/1.0.0/%2e%2e%2fseal.png',
      'with-assets/1.0.0/seal.png%00',
      'with-assets/1.0.0/seal.png%20',
      'with-assets/1.0.1/seal.png',
      'with-assets/latest/seal.png',
      'other/1.0.0/seal.png',
      '__proto__/1.0.0/seal.png',
      'with-assets%00/1.0.0/seal.png',
    ])('404: %s', async (path) => {
      expect((await asset(path)).statusCode).toBe(404)
    })

    test('in HTML they are linked, in CSS and in style attributes', async () => {
      const issued = await given.invoice(ISSUED)
      const path = `/invoices/${issued.id}/html?template=with-assets`
      const { body } = await app.call('GET', path)
      expect(body).toContain(`url('${BASE}/fonts/own.ttf')`)
      expect(body).toContain(`url('${BASE}/seal.png')`)
      expect(body).toMatch(new RegExp(`style="[^"]*url\\([^)]*${BASE}/seal\\.png`))
      expect(body).not.toMatch(/url\((?:&quot;|")?(?:\.\/)?(?:fonts|seal)/)
    })

    test('in the PDF they are embedded, and nothing is fetched', async () => {
      const issued = await given.invoice(ISSUED)
      origin.requests.length = 0
      const plain = await app.call('GET', `/invoices/${issued.id}/pdf`)
      const own = await app.call('GET', `/invoices/${issued.id}/pdf?template=with-assets`)
      expect(own.statusCode, own.body.slice(0, 500)).toBe(200)
      const fonts = (pdf: Buffer) => pdf.toString('latin1').match(/NotoSansMono-Bold/g) ?? []
      expect(fonts(plain.rawPayload)).toHaveLength(0)
      expect(fonts(own.rawPayload).length).toBeGreaterThan(0)
      const pictures = own.rawPayload.toString('latin1').match(/\/Subtype\s*\/Image/g) ?? []
      expect(pictures.length).toBeGreaterThan(0)
      expect(origin.requests).toEqual([])
    })

    test('an older version keeps its own after an upgrade', async () => {
      await install({
        ...files,
        '/manifest.json': manifestOf({ id: 'with-assets', version: '1.0.1', assets: [] }),
        '/index.html': htmlOf(),
      })
      expect((await asset('with-assets/1.0.0/seal.png')).statusCode).toBe(200)
      expect((await asset('with-assets/1.0.1/seal.png')).statusCode).toBe(404)
    })
  })

  describe('previews', () => {
    const preview = (id: string, body: object | undefined) =>
      app.call('POST', `/templates/${id}/preview`, body)

    test('200: with sample data, in the language asked for, and with a real invoice', async () => {
      await installed('shown')
      const sample = await preview('shown', {})
      expect(sample.statusCode, sample.body).toBe(200)
      expect(sample.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(sample.headers['content-security-policy']).toContain('sandbox allow-same-origin')
      expect(sample.body).toMatch(/<h1>A \S+<\/h1><p>/)
      expect((await preview('shown', { language: 'de' })).body).not.toBe(sample.body)
      const { id, number } = await given.invoice(ISSUED)
      expect((await preview('shown', { invoice_id: id })).body).toContain(`<h1>A ${number}</h1>`)
    })

    test('404: no such template, no such invoice', async () => {
      expect((await preview('none', {})).statusCode).toBe(404)
      await installed('shown')
      expect((await preview('shown', { invoice_id: 'inv_none' })).statusCode).toBe(404)
    })
  })

  test('a customer’s text is printed as text', async () => {
    await installed('hostile')
    const texts = [
      '{{#items}}{{description}}{{/items}}',
      '{{{notes}}} {{companyName}} {{=<% %>=}}',
      '</style><script>alert(1)</script>',
      `"><img src=x onerror='alert(1)'>`,
      '&#123;&#123;notes}} $& $1 $`',
    ]
    const items = texts.map((description) => ({ description, quantity: '1', unit_price: '1.00' }))
    const { id } = await given.invoice({ items, notes: texts.join('\n') })
    for (const template of ['hostile', 'minimalist-clean', 'professional-modern']) {
      const { body } = await app.call('GET', `/invoices/${id}/html?template=${template}`)
      for (const text of texts) expect(asText(body)).toContain(text)
      expect(body).not.toMatch(/<script|<img src=x/)
    }
  })

  test('scopes: anybody with a key reads, only an administrator installs and deletes', async () => {
    await installed('scoped')
    const writer = await given.key('read', 'write', 'issue')
    const reading = ['/templates', '/templates/scoped']
    for (const path of reading)
      expect((await app.call('GET', path, undefined, writer)).statusCode).toBe(200)
    const changes = [
      ['POST', '/templates', { id: 'x', html: htmlOf() }],
      ['POST', '/templates/install-from-manifest', { url: origin.url('/manifest.json') }],
      ['POST', '/templates/load-from-file', { path: 'a.html' }],
      ['DELETE', '/templates/scoped', undefined],
    ] as const
    for (const [method, path, body] of changes) {
      expect((await app.call(method, path, body, writer)).statusCode).toBe(403)
      const nobody = await app.send({ method, url: `/api/v1${path}`, payload: body ?? {} })
      expect(nobody.statusCode).toBe(401)
    }
  })

  test('larger assets go to the object store, and nothing else is handed out in their place', async () => {
    const kept = new Map<string, Uint8Array>()
    const store: Objects = {
      get: async (key) => kept.get(key) ?? null,
      put: async (key, bytes) => void kept.set(key, bytes),
      delete: async () => {},
      async *list() {},
      close: async () => {},
    }
    const work = withParts(app.work(), { objects: { store, secret: 'of the installation' } })
    const [large, small] = [pictureOf(200), pictureOf(8)]
    origin.serve({
      '/manifest.json': manifestOf({
        id: 'stored',
        assets: ['large.png', 'small.png'].map((path) => ({ path, url: path })),
      }),
      '/index.html': htmlOf(),
      '/large.png': large,
      '/small.png': small,
    })
    const before = await measureTemplates(work)
    await installFromManifest(work, origin.url('/manifest.json'), { strict: true })

    expect([...kept.keys()]).toEqual([`1/file/${digest(large)}`])
    const { bytes } = await measureTemplates(work)
    expect(bytes - before.bytes).toBe(large.length + small.length + htmlOf().length)
    const read = (path: string) => readAsset(work, { id: 'stored', version: '1.0.0', path })
    expect(Buffer.from((await read('large.png')).bytes).equals(large)).toBe(true)
    expect(Buffer.from((await read('small.png')).bytes).equals(small)).toBe(true)
    const hashes = await listKnownAssets(work, [digest(large), 'other'])
    expect([...hashes]).toEqual([digest(large)])
    const { content } = await compiledTemplate(work, { id: 'stored', version: '1.0.0' })
    const printed = await readAssets(work, content)
    kept.clear()
    expect(await readAssets(work, content)).toBe(printed)
    await expect(read('large.png')).rejects.toMatchObject({ code: 'file_store_away' })
  })

  test('two installs of one version at once, through two pools: one row, and no error', async () => {
    const db = openDatabase(app.config.database)
    const outbound = createOutboundClient({ allow: [origin.host] })
    const other = withParts(workOn(db, app.clock), { outbound, config: app.config })
    const callers = [app.work(), other]
    const urls = ['a', 'b'].map((name) => origin.url(`/${name}.json`))
    const race = async (version: string, bodies: readonly [string, string]) => {
      origin.serve({
        '/a.json': manifestOf({ id: 'twice', version, html: { path: 'i.html', url: 'a.html' } }),
        '/b.json': manifestOf({ id: 'twice', version, html: { path: 'i.html', url: 'b.html' } }),
        '/a.html': bodies[0],
        '/b.html': bodies[1],
      })
      const runs = [...callers, ...callers].map((work, index) =>
        installFromManifest(work, urls[index % 2] ?? '', { strict: false }),
      )
      return Promise.allSettled(runs)
    }
    const same = await race('1.0.0', [htmlOf(), htmlOf()])
    expect(same.map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'))
    const created = same.filter((it) => it.status === 'fulfilled' && it.value.created)
    expect(created).toHaveLength(1)

    const mixed = await race('2.0.0', [htmlOf({ mark: 'LEFT' }), htmlOf({ mark: 'RIGHT' })])
    const refusals = mixed.flatMap((it) => (it.status === 'rejected' ? [it.reason.code] : []))
    expect(refusals).toEqual(['version_exists', 'version_exists'])
    const { html, sha256, isDefault, versions } = (await get('twice')).json()
    expect({ isDefault, versions }).toEqual({ isDefault: false, versions: ['1.0.0', '2.0.0'] })
    expect([htmlOf({ mark: 'LEFT' }), htmlOf({ mark: 'RIGHT' })]).toContain(html)
    expect(sha256).toBe(digest(html))
    expect((await asset('twice/2.0.0/i.html')).body).toBe(html)
    await outbound.close()
    await db.destroy()
  })
})

/** What a reader sees of a document, near enough. */
const asText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(
      /&(lt|gt|quot|amp|#39|#x27|#96|#x60|#123|#125);/g,
      (_whole, name: string) => NAMED[name] ?? '',
    )

const NAMED: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  amp: '&',
  '#39': "'",
  '#x27': "'",
  '#96': '`',
  '#x60': '`',
  '#123': '{',
  '#125': '}',
}
