import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storedTemplates } from '../src/company/templates/routes.testing.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'
import { hasCorpus, SECURITY, WITHOUT_CORPUS } from './security-corpus.ts'

/** What the shared scenarios ask of installing as a whole; the numbers are theirs. */
describe.skipIf(!hasCorpus).each(ENGINES)(
  `installing from a hostile origin (%s)${hasCorpus ? '' : WITHOUT_CORPUS}`,
  (engine) => {
    let server: ChildProcess
    let origin = ''
    let app: TestApp
    beforeAll(async () => {
      server = spawn(process.execPath, [join(SECURITY, 'evil-server.mjs')])
      if (!server.stdout) throw new Error('The server has no output to read its address from.')
      const [line] = await once(server.stdout, 'data')
      origin = String(line).trim().replace('listening ', '')
      app = await startTestApp(engine, { OUTBOUND_ALLOW: new URL(origin).host })
    })
    afterAll(async () => {
      await app.close()
      server.kill()
    })

    const install = (path: string) =>
      app.call('POST', '/templates/install-from-manifest', { url: origin + path })
    const withHtml = (path: string, more = '') =>
      `/manifest?html=${encodeURIComponent(path)}${more}`

    test.each([
      ['fetch-009', withHtml('/html?n=0'), 422, 'template_invalid'],
      ['fetch-080', withHtml('/type?t=image/png'), 422, 'template_invalid'],
      ['fetch-083', withHtml('/utf16'), 422, 'template_invalid'],
      ['fetch-084', withHtml('/bad-utf8'), 422, 'template_invalid'],
      ['fetch-108', '/manifest?id=professional-modern', 409, 'template_protected'],
      ['fetch-109', '/manifest?id=minimalist-clean', 409, 'template_protected'],
    ])('%s: refused, and nothing changed (fetch-147)', async (_id, path, status, code) => {
      const before = await storedTemplates(app.tables)
      expect((await install(path)).json()).toMatchObject({ status, code })
      expect(await storedTemplates(app.tables)).toEqual(before)
    })

    test.each([
      withHtml('/html?n=131073'),
      withHtml('/endless'),
      withHtml('/reset'),
      withHtml('/gzip'),
      withHtml('/loop'),
      withHtml('/status?s=500'),
      '/manifest?sha=bad',
      '/manifest?pad=1048576',
      '/manifest?html=file:///etc/passwd',
      '/manifest?html=http://169.254.169.254/',
    ])('fetch-147: nothing of %s remains, and an installed template is unchanged', async (path) => {
      await install('/manifest?id=kept&sha=ok')
      const before = await storedTemplates(app.tables)
      const response = await install(`${path}&id=kept&version=2.0.0`)
      expect(response.statusCode, response.body).toBeGreaterThanOrEqual(400)
      expect(response.statusCode).not.toBe(500)
      expect(await storedTemplates(app.tables)).toEqual(before)
    })

    test.each([
      '/type?t=text/plain',
      '/type?t=application/octet-stream',
      '/html?n=131072',
    ])('accepted: %s', async (path) => {
      const id = path.replace(/[^a-z0-9]+/g, '-').slice(1)
      const response = await install(withHtml(path, `&id=${id}`))
      expect(response.statusCode, response.body).toBe(201)
    })

    test('fetch-148: the same version twice at once: one row, and never the default', async () => {
      const answers = await Promise.all([1, 2, 3].map(() => install('/manifest?sha=ok&id=once')))
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 201])
      const { versions, isDefault } = (await app.call('GET', '/templates/once')).json()
      expect({ versions, isDefault }).toEqual({ versions: ['1.0.0'], isDefault: false })
    })

    test('fetch-149: a new version keeps the active template, and the old files', async () => {
      await install('/manifest?sha=ok&id=upgraded')
      await app.call('PATCH', '/settings', { templateId: 'upgraded' })
      expect((await install('/manifest?sha=ok&id=upgraded&version=1.0.1')).statusCode).toBe(200)
      expect((await app.call('GET', '/settings')).json().templateId).toBe('upgraded')
      for (const version of ['1.0.0', '1.0.1']) {
        const url = `/api/v1/_template-assets/upgraded/${version}/index.html`
        expect((await app.send({ url })).statusCode).toBe(200)
      }
    })
  },
)

type Stats = Readonly<Record<string, { readonly requests: number }>>

describe.skipIf(!hasCorpus)(
  `fifty installs from a slow origin${hasCorpus ? '' : WITHOUT_CORPUS}`,
  () => {
    test('fetch-150: others are served, four wait for it, the rest is refused', async () => {
      const server = spawn(process.execPath, [join(SECURITY, 'evil-server.mjs')])
      const [line] = await once(server.stdout, 'data')
      const origin = String(line).trim().replace('listening ', '')
      const app = await startTestApp('sqlite', { OUTBOUND_ALLOW: new URL(origin).host })
      const body = { url: `${origin}/slow-body?every=1000` }
      const answers: { readonly status: number; readonly code: string }[] = []
      const installs = Array.from({ length: 50 }, async () => {
        const response = await app.call('POST', '/templates/install-from-manifest', body)
        answers.push(response.json())
        if (response.statusCode === 429) expect(response.headers['retry-after']).toBeDefined()
      })
      // Not longer: after a while those that wait for the origin end, too.
      while (answers.length < 30) {
        expect((await app.call('GET', '/templates')).statusCode).toBe(200)
        await new Promise(setImmediate)
      }
      for (const answer of answers.slice(0, 30))
        expect(answer).toMatchObject({ status: 429, code: 'outbound_busy' })
      const requests = async (): Promise<number | undefined> => {
        const stats = (await (await fetch(`${origin}/__stats`)).json()) as Stats
        return stats['/slow-body']?.requests
      }
      await expect.poll(requests).toBe(4)
      await app.close()
      await Promise.all(installs)
      for (const { status } of answers) expect([429, 502, 503]).toContain(status)
      server.kill()
    })
  },
)
