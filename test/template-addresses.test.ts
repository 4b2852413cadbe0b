import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  htmlOf,
  manifestOf,
  type Origin,
  startOrigin,
  storedTemplates,
} from '../src/templates/routes.testing.ts'
import { startTestApp, type TestApp } from './harness.ts'
import { hasCorpus, SECURITY, WITHOUT_CORPUS } from './security-corpus.ts'

interface Address {
  readonly id: string
  readonly url: string
  readonly expect: string
  readonly stage: string
}

interface Manifest {
  readonly id: string
  readonly group: string
  readonly input?: string
  readonly pieces?: readonly (readonly [string, number])[]
  readonly expect: 'accept' | 'refuse' | 'policy'
  readonly max_ms?: number
}

const readRows = <Row>(name: string): readonly Row[] =>
  hasCorpus
    ? readFileSync(join(SECURITY, name), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line))
    : []

/** Those that are refused by how they are written; what a name resolves to is tried elsewhere. */
const refused = readRows<Address>('ssrf-urls.jsonl').filter(
  (row) => row.expect === 'refuse' && row.stage === 'url',
)
const manifests = readRows<Manifest>('manifests.jsonl')
const REFUSALS = ['url_refused', 'manifest_invalid', 'invalid_request']
/** Generous: what explodes takes minutes, on any machine. */
const MANIFEST_MAX_MS = 1_000

describe.skipIf(!hasCorpus)(
  `what a manifest's address may hide${hasCorpus ? '' : WITHOUT_CORPUS}`,
  () => {
    let origin: Origin
    let app: TestApp
    let stored: unknown
    beforeAll(async () => {
      origin = await startOrigin()
      app = await startTestApp('sqlite', { OUTBOUND_ALLOW: origin.host })
      stored = await storedTemplates(app.db)
    })
    afterAll(async () => {
      await app.close()
      await origin.close()
    })

    const install = (url: string) => app.call('POST', '/templates/install-from-manifest', { url })

    test.each(
      refused,
    )('$id is refused in the request, for the HTML and for an asset: $url', async ({ url }) => {
      const direct = await install(url)
      expect(direct.statusCode, direct.body).toBe(422)
      expect(REFUSALS).toContain(direct.json().code)
      const places = [{ html: { path: 'index.html', url } }, { assets: [{ path: 'a.png', url }] }]
      for (const fields of places) {
        origin.serve({ '/m.json': manifestOf(fields), '/index.html': htmlOf() })
        const inside = await install(origin.url('/m.json'))
        expect(inside.statusCode, inside.body).toBeGreaterThanOrEqual(400)
        expect(inside.statusCode).not.toBe(500)
        // What is no absolute address there may be a relative one, and is not found.
        expect([...REFUSALS, 'upstream_status']).toContain(inside.json().code)
      }
      expect(await storedTemplates(app.db)).toEqual(stored)
    })

    test.each(
      manifests.filter(({ expect: outcome }) => outcome === 'refuse'),
    )('$id is refused in time, and nothing is stored: $group', async ({
      input,
      pieces = [],
      max_ms: maxMs,
    }) => {
      const source =
        input ??
        pieces
          .map(([text, count]) =>
            Array.from({ length: count }, (_, at) => text.replaceAll('{i}', String(at))).join(''),
          )
          .join('')
      const body = source.replaceAll('{HTML_URL}', origin.url('/index.html'))
      origin.serve({ '/m.yaml': body, '/index.html': htmlOf() })
      const start = performance.now()
      const response = await install(origin.url('/m.yaml'))
      expect(performance.now() - start).toBeLessThan(Math.max(maxMs ?? 0, MANIFEST_MAX_MS))
      expect([413, 422], response.body).toContain(response.statusCode)
      expect(await storedTemplates(app.db)).toEqual(stored)
      expect(Object.keys(Object.prototype)).toEqual([])
    })
  },
)
