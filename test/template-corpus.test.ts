import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  ATTACKS,
  HARMLESS,
  HOSTILE_VALUES,
} from '../packages/templates/src/sanitizer/cases.testing.ts'
import { manifestOf, type Origin, startOrigin } from '../src/company/templates/routes.testing.ts'
import { sanitize } from '../src/company/templates/sanitize.ts'
import { AppError } from '../src/kernel/errors.ts'
import { findBrowser } from './chromium.ts'
import { givens } from './givens.ts'
import { startTestApp, type TestApp } from './harness.ts'
import { openProbe } from './inert.ts'
import { hasCorpus, readVectors, SECURITY } from './security-corpus.ts'

const IS_FULL = process.env.TEMPLATE_CORPUS === 'full'
/**
 * Of the collection, how many templates are stored and printed, and at how many pages a real browser
 * looks; all of them with `TEMPLATE_CORPUS=full`. The sanitizer's own tests read the whole collection.
 */
const STORED_EVERY = IS_FULL ? 1 : 3
const LOOKED_AT_EVERY = IS_FULL ? 1 : 4
const ROOT = join(import.meta.dirname, '..')
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-same-origin"

const HOSTILE = [
  `"'><img src=x onerror=alert(1)>`,
  '</style></title><script>alert(1)</script>',
  'javascript:alert(1)',
  ';}*{background:url(//evil.example/a)}',
  '{{{notes}}}{{#items}}{{description}}{{/items}}',
]

interface Source {
  readonly id: string
  readonly input: string
}

/** Of the templates, how many come by all three ways: the ways are few, the templates many. */
const BY_ALL_WAYS_EVERY = IS_FULL ? 8 : 3

const ours = (cases: readonly { readonly source: string }[], kind: string): readonly Source[] =>
  cases.map(({ source }, index) => ({ id: `${kind}-${index}`, input: source }))
/** A collection comes on top, where it lies beside the project. */
const vectors = readVectors()
const templates: readonly Source[] = [
  ...ours(ATTACKS, 'attack'),
  ...ours(HARMLESS, 'harmless'),
  ...vectors
    .filter(({ kind, input }) => kind !== 'data' && input.isWellFormed())
    .filter((_, index) => index % STORED_EVERY === 0),
]
const values = [
  ...HOSTILE_VALUES,
  ...vectors.filter(({ kind }) => kind === 'data').map(({ input }) => input),
]

const browser = await findBrowser()
const withoutBrowser = ' (skipped: no Chromium; name one in CHROMIUM_PATH)'

interface Page {
  readonly id: string
  readonly html: string
}

const outcomes = new Map<string, unknown>()

/** What sanitizing the same text here gives: its result, or the code of its refusal. */
function expected({ id, input }: Source): unknown {
  if (!outcomes.has(id)) outcomes.set(id, sanitized(input))
  return outcomes.get(id)
}

function sanitized(input: string): unknown {
  if (input.trim() === '') return { code: 'template_invalid' }
  try {
    return sanitize(input)
  } catch (error) {
    if (error instanceof AppError) return { code: error.code }
    throw error
  }
}

describe('the three ways in', () => {
  let folder: string
  let origin: Origin
  let app: TestApp
  let invoiceId: string
  const pages: Page[] = []

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'template-corpus-'))
    origin = await startOrigin()
    app = await startTestApp('sqlite', { OUTBOUND_ALLOW: origin.host })
    mkdirSync(app.config.templatesDir, { recursive: true })
    const given = givens(app)
    await given.settings({ companyName: HOSTILE[0], companyContact: HOSTILE[2] })
    const made = await given.invoice({
      customer: { name: HOSTILE[1], contact_name: HOSTILE[3], phone: HOSTILE[2] },
      items: HOSTILE.map((description) => ({ description, quantity: '1', unit_price: '1.00' })),
      notes: HOSTILE.join('\n'),
      terms: HOSTILE[4],
      reference: HOSTILE[0],
    })
    invoiceId = made.id
  })
  afterAll(async () => {
    await app.close()
    await origin.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** The result for a template: its stored and removed parts, or an error code. */
  const outcome = ({ statusCode, json }: { statusCode: number; json: () => unknown }): unknown => {
    const body = json() as { html: string; removed: unknown; code: string; errors?: unknown }
    if (statusCode < 300) return { html: body.html, removed: body.removed }
    expect([413, 422]).toContain(statusCode)
    return { code: body.code }
  }

  const send = async (vector: Source) => {
    const body = { id: `raw-${vector.id}`, html: vector.input, version: '1.0.0' }
    const told = outcome(await app.call('POST', '/templates', body))
    // Control characters and nothing at all are refused before anybody reads the template.
    return JSON.stringify(told).includes('invalid_request') ? { code: 'template_invalid' } : told
  }
  const load = async ({ id, input }: Source) => {
    const path = `${id}.html`
    writeFileSync(join(app.config.templatesDir, path), input)
    return outcome(await app.call('POST', '/templates/load-from-file', { path, id: `file-${id}` }))
  }
  const install = async ({ id, input }: Source) => {
    origin.serve({ '/m.json': manifestOf({ id: `url-${id}` }), '/index.html': input })
    const url = origin.url('/m.json')
    return outcome(await app.call('POST', '/templates/install-from-manifest', { url }))
  }

  test('raw HTML: each is stored as the sanitizer leaves it, and printed by the real path', async () => {
    for (const vector of templates) {
      expect(await send(vector), vector.id).toEqual(expected(vector))
      const response = await app.call('POST', `/templates/raw-${vector.id}/preview`, {
        invoice_id: invoiceId,
      })
      if (response.statusCode !== 200) {
        expect([404, 422], response.body).toContain(response.statusCode)
        continue
      }
      expect(response.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': POLICY,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      })
      pages.push({ id: vector.id, html: response.body })
    }
    expect(pages.length).toBeGreaterThan(templates.length / 2)
  })

  test('file and manifest give the same, byte for byte', async () => {
    for (const vector of templates.filter((_, index) => index % BY_ALL_WAYS_EVERY === 0)) {
      const same = expected(vector)
      expect(await load(vector), vector.id).toEqual(same)
      expect(await install(vector), vector.id).toEqual(same)
    }
  })

  test('each value is printed as the text it is, by the built-in templates', async () => {
    const printed: string[] = []
    for (const input of values) {
      const response = await app.call('POST', '/invoices', invoiceWith([input]))
      if (response.statusCode === 201) printed.push(input)
      else expect([400, 422], input).toContain(response.statusCode)
    }
    expect(printed.length).toBeGreaterThan(HOSTILE_VALUES.length / 2)
    const made = await app.call('POST', '/invoices', invoiceWith(printed))
    for (const template of ['minimalist-clean', 'professional-modern']) {
      const path = `/invoices/${made.json().id}/html?template=${template}`
      const { body } = await app.call('GET', path)
      const text = plain(textOf(parse(body)))
      for (const value of printed) expect(text).toContain(plain(value))
      pages.push({ id: `data ${template}`, html: body })
    }
  })

  test.skipIf(browser === null)(
    `a browser finds nothing in what is served, without its policy and with it${
      browser === null ? withoutBrowser : ''
    }`,
    async () => {
      if (browser === null) return
      const probe = await openProbe(browser)
      const own = pages.filter(({ id }) => /^(attack|harmless)-/.test(id))
      expect(await probe.findingsIn(own.filter((_page, index) => index % 4 === 0))).toEqual([])
      await probe.close()
      if (!hasCorpus) return
      const sample = pages.filter(
        ({ id }, index) => index % LOOKED_AT_EVERY === 0 || id.startsWith('data '),
      )
      expect(await findings(sample, [])).toEqual([])
      const fewer = sample.filter((_page, index) => index % 4 === 0)
      expect(await findings(fewer, ['--csp', POLICY])).toEqual([])
    },
  )

  /** What the oracle reports, level medium and up. */
  async function findings(sample: readonly Page[], options: readonly string[]) {
    const [input, output] = [join(folder, 'pages.jsonl'), join(folder, 'report.jsonl')]
    writeFileSync(input, sample.map(toLine).join('\n'))
    const script = [join(SECURITY, 'oracle.mjs'), '--in', input, '--out', output, ...options]
    const env = {
      ...process.env,
      ...(browser?.libraryDir ? { LD_LIBRARY_PATH: browser.libraryDir } : {}),
      CHROMIUM_PATH: browser?.path ?? '',
      ORACLE_MODULES: ROOT,
    }
    const log = await new Promise<string>((resolve) => {
      execFile(process.execPath, [...script, '--jobs', '2'], { env }, (_error, stdout, stderr) =>
        resolve(stdout + stderr),
      )
    })
    const lines = readFileSync(output, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
    expect(lines, log).toHaveLength(sample.length)
    return lines.map((line) => JSON.parse(line)).filter(({ ok }) => ok !== true)
  }
})

const invoiceWith = (values: readonly string[]) => ({
  customer: { name: 'Fernweh Books' },
  items: values.map((description) => ({ description, quantity: '1', unit_price: '1.00' })),
  notes: values.join('\n').slice(0, 2_000).toWellFormed(),
})

const textOf = (node: DefaultTreeAdapterTypes.Node): string =>
  'value' in node
    ? node.value
    : 'childNodes' in node
      ? node.childNodes.map((child) => textOf(child)).join('')
      : ''

/** Blanks are the template's own to lay out. */
const plain = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** One line to every reader: some take the Unicode separators for ends of lines. */
const toLine = (page: Page): string =>
  JSON.stringify(page).replace(
    /[\u0085\u2028\u2029]/g,
    (it) => `\\u${it.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
