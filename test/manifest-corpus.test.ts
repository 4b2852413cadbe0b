import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MANIFEST_BYTES_MAX } from '../src/company/templates/install/inner/manifest-syntax.ts'
import { parseManifest, resolveManifestUrls } from '../src/company/templates/install/manifest.ts'
import { AppError } from '../src/kernel/errors.ts'
import { createOutboundClient, type OutboundClient } from '../src/platform/outbound/client.ts'

const SECURITY = join(import.meta.dirname, '../../shared/security')
const CORPUS = join(SECURITY, 'manifests.jsonl')
const TEMPLATES = join(import.meta.dirname, '../../shared/templates')
const SKIPPED = ' (skipped: the shared corpus is not beside the project)'

interface Row {
  readonly id: string
  readonly group: string
  readonly input?: string
  readonly pieces?: readonly (readonly [string, number])[]
  readonly expect: 'accept' | 'refuse' | 'policy'
}

/**
 * What the corpus leaves open and is accepted here: ids that look like numbers or dates but are
 * text.
 */
const ACCEPTED_BY_CHOICE = new Set(['man-042', 'man-048'])

const isThere = existsSync(CORPUS)
const read = <T>(path: string): readonly T[] =>
  isThere
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line))
    : []
const rows = read<Row>(CORPUS)

/** `{i}` is the index of a repeated piece; the placeholder is an address to fetch. */
const sourceOf = ({ input, pieces = [] }: Row): string =>
  (
    input ??
    pieces
      .map(([text, count]) =>
        Array.from({ length: count }, (_, index) => text.replaceAll('{i}', String(index))).join(''),
      )
      .join('')
  ).replaceAll('{HTML_URL}', 'https://example.com/index.html')

const outcomeOf = (bytes: Uint8Array): unknown => {
  try {
    return parseManifest(bytes)
  } catch (error) {
    return error
  }
}

describe.skipIf(!isThere)(`manifests of the shared corpus${isThere ? '' : SKIPPED}`, () => {
  test.each(rows)('$id $group: $expect', (row) => {
    const outcome = outcomeOf(new TextEncoder().encode(sourceOf(row)))
    if (row.expect === 'accept' || ACCEPTED_BY_CHOICE.has(row.id)) {
      expect(outcome).toMatchObject({ version: '1.0.0', html: { path: 'index.html' } })
    } else {
      expect(outcome).toBeInstanceOf(AppError)
      expect(outcome).toMatchObject({
        code: /^manifest_(invalid|too_large)$/.exec((outcome as AppError).code)?.[0],
      })
    }
    expect(Object.keys(Object.prototype)).toEqual([])
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })
})

const real = existsSync(TEMPLATES)
  ? readdirSync(TEMPLATES).filter((name) => name.includes('.manifest.'))
  : []

describe.skipIf(real.length === 0)(
  `manifests in the wild${real.length === 0 ? SKIPPED : ''}`,
  () => {
    test.each(real)('%s', (name) => {
      const source = readFileSync(join(TEMPLATES, name))
      const outcome = outcomeOf(source)
      // The guide's YAML shows a placeholder where a digest belongs: the one fault there is.
      if (source.includes('<hex-digest>'))
        expect(outcome).toMatchObject({
          faults: [{ pointer: '/html/sha256', code: 'wrong_format' }],
        })
      else expect(outcome).toMatchObject({ version: '1.0.0', html: { path: 'index.html' } })
    })
  },
)

interface Served {
  readonly id: string
  readonly group: string
  readonly path: string
  readonly expect: 'accept' | 'refuse'
}

/** Whether an id belongs to a built-in template is known where templates are kept, not here. */
const FOR_INSTALLING = new Set(['fetch-108', 'fetch-109'])
/**
 * Left open by the corpus: a large manifest and a version with a space (what the plus of a query
 * stands for) are refused; names that other systems reserve are accepted.
 */
const CHOICES = new Map([
  ['fetch-096', false],
  ['fetch-112', true],
  ['fetch-128', false],
  ['fetch-141', true],
])
const served = read<Served>(join(SECURITY, 'ssrf-scenarios.jsonl')).filter(
  ({ id, group }) => group === 'manifest' && !FOR_INSTALLING.has(id),
)

describe.skipIf(!isThere)(`manifests served by a hostile origin${isThere ? '' : SKIPPED}`, () => {
  let server: ChildProcess
  let origin = ''
  let client: OutboundClient

  beforeAll(async () => {
    server = spawn(process.execPath, [join(SECURITY, 'evil-server.mjs')])
    if (!server.stdout) throw new Error('The server has no output to read its address from.')
    const [line] = await once(server.stdout, 'data')
    origin = String(line).trim().replace('listening ', '')
    client = createOutboundClient({ allow: [new URL(origin).host] })
  })
  afterAll(async () => {
    await client.close()
    server.kill()
  })

  /** What installing does before anything is stored. */
  const fetchTemplate = async (url: string) => {
    const file = await client.send({ url, limitBytes: MANIFEST_BYTES_MAX })
    const { html } = resolveManifestUrls(parseManifest(file.body), file.url)
    const { body } = await client.send({ url: html.url, limitBytes: 131_072 })
    const digest = createHash('sha256').update(body).digest('hex')
    return (html.sha256 ?? digest) === digest
  }

  test.each(served)('$id $expect', async ({ id, path, expect: expected }) => {
    const outcome = await fetchTemplate(origin + path).catch((error: unknown) => error)
    if (typeof outcome !== 'boolean') expect(outcome).toBeInstanceOf(AppError)
    expect(outcome === true).toBe(CHOICES.get(id) ?? expected === 'accept')
  })
})
