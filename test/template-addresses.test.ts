import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  htmlOf,
  manifestOf,
  type Origin,
  startOrigin,
  storedTemplates,
} from '../src/company/templates/routes.testing.ts'
import { ALL_REFUSED_URLS } from '../src/platform/outbound/addresses.testing.ts'
import { startTestApp, type TestApp } from './harness.ts'
import { hasCorpus, SECURITY } from './security-corpus.ts'

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

/** Those of the corpus that are refused by how they are written; what a name resolves to is tried elsewhere. */
const refused = readRows<Address>('ssrf-urls.jsonl').filter(
  (row) => row.expect === 'refuse' && row.stage === 'url',
)
const manifests = readRows<Manifest>('manifests.jsonl')
const REFUSALS = ['url_refused', 'manifest_invalid', 'invalid_request']
/** Generous: what explodes takes minutes, on any machine. */
const WITHOUT_ADDRESSES = hasCorpus ? '' : ' (skipped: they are not beside the project)'

describe("what a manifest's address may hide", () => {
  let origin: Origin
  let app: TestApp
  let stored: unknown
  beforeAll(async () => {
    origin = await startOrigin()
    app = await startTestApp('sqlite', { OUTBOUND_ALLOW: origin.host })
    stored = await storedTemplates(app.tables)
  })
  afterAll(async () => {
    await app.close()
    await origin.close()
  })

  const install = (url: string) => app.call('POST', '/templates/install-from-manifest', { url })

  /** It is refused in the request, for the HTML and for an asset. */
  async function expectRefused(url: string): Promise<void> {
    const direct = await install(url)
    expect(direct.statusCode, `${url} ${direct.body}`).toBe(422)
    expect(REFUSALS, url).toContain(direct.json().code)
    const places = [{ html: { path: 'index.html', url } }, { assets: [{ path: 'a.png', url }] }]
    for (const fields of places) {
      origin.serve({ '/m.json': manifestOf(fields), '/index.html': htmlOf() })
      const inside = await install(origin.url('/m.json'))
      // What is no absolute address there may be a relative one, and is not found.
      expect([...REFUSALS, 'upstream_status'], `${url} ${inside.body}`).toContain(
        inside.json().code,
      )
    }
    expect(await storedTemplates(app.tables)).toEqual(stored)
  }

  test('every URL that the outbound guard refuses is refused in each place', async () => {
    // Blanks around a value belong to the manifest and not to the URL.
    const urls = ALL_REFUSED_URLS.filter((url) => url === url.trim())
    for (const url of urls) await expectRefused(url)
  })

  test.skipIf(!hasCorpus)(`every collected URL likewise${WITHOUT_ADDRESSES}`, async () => {
    for (const { url } of refused) await expectRefused(url)
  })

  test.skipIf(!hasCorpus).each(manifests.filter(({ expect: outcome }) => outcome === 'refuse'))(
    '$id is refused, and nothing is stored: $group',
    async ({ input, pieces = [] }) => {
      const source =
        input ??
        pieces
          .map(([text, count]) =>
            Array.from({ length: count }, (_, at) => text.replaceAll('{i}', String(at))).join(''),
          )
          .join('')
      const body = source.replaceAll('{HTML_URL}', origin.url('/index.html'))
      origin.serve({ '/m.yaml': body, '/index.html': htmlOf() })
      const response = await install(origin.url('/m.yaml'))
      expect([413, 422], response.body).toContain(response.statusCode)
      expect(await storedTemplates(app.tables)).toEqual(stored)
      expect(Object.keys(Object.prototype)).toEqual([])
    },
  )
})
