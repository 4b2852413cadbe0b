import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { AppError } from '../src/errors.ts'
import { type BrowserBinary, browserBinaries } from '../src/platform/browser/binary.ts'
import { compile, type View } from '../src/templates/language/render.ts'
import { sanitizeTemplate } from '../src/templates/sanitizer/sanitize.ts'
import {
  hasCorpus,
  readBenign,
  readVectors,
  SAMPLE,
  SECURITY,
  viewOf,
  WITHOUT_CORPUS,
} from './security-corpus.ts'

/** All vectors, or with `SANITIZER_TIERS=quick` the part that takes a third of the time. */
const TIER_MAX = process.env.SANITIZER_TIERS === 'quick' ? 1 : Number.POSITIVE_INFINITY
const TIMEOUT_MS = 10 * 60_000
const ROOT = join(import.meta.dirname, '..')
const HOSTILE = `javascript:alert(1)//"'><img src=x onerror=alert(1)></style></title>;}*{background:url(//evil.example)}{{{notes}}}`

const folder = mkdtempSync(join(tmpdir(), 'sanitizer-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function findBrowser(): Promise<BrowserBinary | null> {
  if (!hasCorpus) return null
  const cacheDir = join(ROOT, 'data', 'browser')
  for await (const binary of browserBinaries(process.env.CHROMIUM_PATH ?? null, cacheDir)) {
    return binary
  }
  return null
}

const browser = await findBrowser()
const skipped = browser === null
const reason = hasCorpus
  ? skipped
    ? ' (skipped: no Chromium; name one in CHROMIUM_PATH)'
    : ''
  : WITHOUT_CORPUS

const environment = {
  ...process.env,
  ...(browser?.libraryDir ? { LD_LIBRARY_PATH: browser.libraryDir } : {}),
  CHROMIUM_PATH: browser?.path ?? '',
  ORACLE_MODULES: ROOT,
}

interface Rendered {
  readonly id: string
  readonly html: string
}

/** The printed page, or none if the template is refused, which must be with a code. */
function rendered(id: string, source: string, viewFor: (html: string) => View): Rendered[] {
  try {
    const { html } = sanitizeTemplate(source)
    return [{ id, html: compile(html).render(viewFor(html)) }]
  } catch (error) {
    if (error instanceof AppError) return []
    throw error
  }
}

/** One line to every reader: some take the Unicode separators for ends of lines. */
const toLine = (page: Rendered): string =>
  JSON.stringify(page).replace(
    /[\u0085\u2028\u2029]/g,
    (it) => `\\u${it.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** What a real browser finds wrong with pages: scripts, requests, elements, addresses. */
async function findingsIn(pages: readonly Rendered[]): Promise<readonly unknown[]> {
  const [input, output] = [join(folder, 'pages.jsonl'), join(folder, 'report.jsonl')]
  writeFileSync(input, pages.map(toLine).join('\n'))
  const options = ['--in', input, '--out', output, '--jobs', '2', '--quiet']
  const oracle = spawn(process.execPath, [join(SECURITY, 'oracle.mjs'), ...options], {
    cwd: ROOT,
    env: environment,
    stdio: 'inherit',
  })
  await once(oracle, 'exit')
  const report = readFileSync(output, 'utf8').split('\n').filter(Boolean)
  expect(report).toHaveLength(pages.length)
  return report.map((line) => JSON.parse(line)).filter(({ ok }) => ok !== true)
}

describe(`in a real browser${reason}`, () => {
  test.skipIf(skipped)(
    'no vector runs, loads or leaves anything',
    async () => {
      const vectors = readVectors().filter(({ tier }) => tier <= TIER_MAX)
      const pages = vectors.flatMap(({ id, kind, input, data }) => {
        if (kind === 'data') return []
        const own = rendered(id, input, () => data ?? SAMPLE)
        if (!input.includes('{{')) return own
        return [...own, ...rendered(`${id} hostile`, input, (html) => viewOf(html, HOSTILE))]
      })
      expect(await findingsIn(pages)).toEqual([])
    },
    TIMEOUT_MS,
  )

  test.skipIf(skipped)(
    'no value runs, loads or leaves anything',
    async () => {
      const source = `<title>{{v}}</title><style>.a { color: {{v}}; --b: {{v}} } .c::before { content: "{{v}}" }</style>
        <p title="{{v}}" id="{{v}}" class="a {{v}}" style="color: {{v}}; background: {{v}}">{{v}}</p>
        <a href="{{v}}">x</a><a href="{{companyUrl}}">x</a><table>{{v}}<tr><td>{{{v}}}</td></tr></table>`
      const pages = readVectors()
        .filter(({ kind, tier }) => kind === 'data' && tier <= TIER_MAX)
        .flatMap(({ id, input }) => rendered(id, source, () => ({ v: input, companyUrl: 'x' })))
      expect(await findingsIn(pages)).toEqual([])
    },
    TIMEOUT_MS,
  )

  test.skipIf(skipped)(
    'harmless templates look as they should',
    async () => {
      const started = await chromium.launch({
        executablePath: browser?.path ?? '',
        env: environment,
        chromiumSandbox: false,
      })
      try {
        const page = await started.newPage({ javaScriptEnabled: true })
        for (const row of readBenign()) {
          const [printed] = rendered(row.id, row.input, () => row.data ?? SAMPLE)
          expect(printed, row.name).toBeDefined()
          await page.setContent(printed?.html ?? '')
          expect(
            await page.evaluate(`(${LOST_IN})(${JSON.stringify(row.keep)})`),
            row.name,
          ).toEqual([])
        }
      } finally {
        await started.close()
      }
    },
    TIMEOUT_MS,
  )
})

/** Runs in the page and answers what should be there and is not. A text, for it knows another world. */
const LOST_IN = `(keep) => {
  const styles = (keep.style ?? []).flatMap(([selector, property, expected]) => {
    const element = document.querySelector(selector)
    const found = element && getComputedStyle(element).getPropertyValue(property)
    return found === expected ? [] : [selector + ' ' + property + ': ' + found]
  })
  return [
    ...(keep.select ?? []).filter((selector) => !document.querySelector(selector)),
    ...(keep.text ?? []).filter((part) => !document.body.textContent.includes(part)),
    ...styles,
  ]
}`
