import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compile, type View } from '@billwright/templates'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  ATTACKS,
  HARMLESS,
  HOSTILE_VALUES,
} from '../packages/templates/src/sanitizer/cases.testing.ts'
import { sanitize } from '../src/company/templates/sanitize.ts'
import { AppError } from '../src/kernel/errors.ts'
import { findBrowser } from './chromium.ts'
import { openProbe, type PrintedPage, type Probe } from './inert.ts'
import {
  hasCorpus,
  readBenign,
  readVectors,
  SAMPLE,
  SECURITY,
  viewOf,
  WITHOUT_CORPUS,
} from './security-corpus.ts'

/** The quick set of the collection, 900 vectors; `SANITIZER_TIERS=all` takes all 2200. */
const TIER_MAX = process.env.SANITIZER_TIERS === 'all' ? Number.POSITIVE_INFINITY : 1
const ROOT = join(import.meta.dirname, '..')
const HOSTILE = `javascript:alert(1)//"'><img src=x onerror=alert(1)></style></title>;}*{background:url(//evil.example)}{{{notes}}}`

const folder = mkdtempSync(join(tmpdir(), 'sanitizer-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const browser = await findBrowser()
const withoutBrowser = browser ? '' : ' (skipped: no Chromium; name one in CHROMIUM_PATH)'
const skipped = browser === null || !hasCorpus
const reason = hasCorpus ? withoutBrowser : WITHOUT_CORPUS

const environment = {
  ...process.env,
  ...(browser?.libraryDir ? { LD_LIBRARY_PATH: browser.libraryDir } : {}),
  CHROMIUM_PATH: browser?.path ?? '',
  ORACLE_MODULES: ROOT,
}

/** The printed page, or none if the template is refused, which must be with a code. */
function rendered(id: string, source: string, viewFor: (html: string) => View): PrintedPage[] {
  try {
    const { html } = sanitize(source)
    return [{ id, html: compile(html).render(viewFor(html)) }]
  } catch (error) {
    if (error instanceof AppError) return []
    throw error
  }
}

/** One line to every reader: some take the Unicode separators for ends of lines. */
const toLine = (page: PrintedPage): string =>
  JSON.stringify(page).replace(
    /[\u0085\u2028\u2029]/g,
    (it) => `\\u${it.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** What a real browser finds wrong with pages: scripts, requests, elements, addresses. */
async function findingsIn(all: readonly PrintedPage[]): Promise<readonly unknown[]> {
  const pages = distinct(all)
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

/** A place of every kind for a value. */
const EVERY_PLACE = `<title>{{v}}</title><style>.a { color: {{v}}; --b: {{v}} } .c::before { content: "{{v}}" }</style>
  <p title="{{v}}" id="{{v}}" class="a {{v}}" style="color: {{v}}; background: {{v}}">{{v}}</p>
  <a href="{{v}}">x</a><a href="{{companyUrl}}">x</a>
  <table>{{v}}<tr><td>{{{v}}}</td></tr></table>`

/** The template printed with usual values and, where it has tags, with one that breaks out. */
const bothWays = (id: string, source: string, usual: View): readonly PrintedPage[] => [
  ...rendered(id, source, () => usual),
  ...(source.includes('{{') ? rendered(`${id} hostile`, source, (it) => viewOf(it, HOSTILE)) : []),
]

/** Of templates that come out the same, one: what is left of many attacks is nothing. */
const distinct = (pages: readonly PrintedPage[]): readonly PrintedPage[] => [
  ...new Map(pages.map((page) => [page.html, page])).values(),
]

describe.skipIf(browser === null)(`our own cases in a real browser${withoutBrowser}`, () => {
  let probe: Probe
  beforeAll(async () => {
    if (browser) probe = await openProbe(browser)
  })
  afterAll(() => probe?.close())

  test.each([
    ['<img src="x" onerror="alert(1)">', ['a dialog', 'a script', 'a request', '<img>']],
    ['<script>alert(1)</script>', ['a dialog', 'a script']],
    ['<p onmouseover="alert(1)">a</p>', ['a dialog', 'the attribute onmouseover']],
    ['<a href="javascript:alert(1)">a</a>', ['a dialog', 'a link to javascript:']],
    ['<style>@import "https://evil.example/a.css"</style>', ['a request']],
    ['<p style="background: url(//evil.example/a)">a</p>', ['a request']],
    ['<meta http-equiv="refresh" content="0;url=https://evil.example/">', ['a request']],
    ['<svg><set attributeName="x"/></svg>', ['<svg> of another kind']],
    ['<form><input></form>', ['<form>', '<input>']],
    ['<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>', ['a dialog']],
  ])('the probe notices %s', async (html, expected) => {
    const found = await probe.findingsIn([{ id: 'raw', html }])
    for (const what of expected) expect(found.join('\n')).toContain(`raw: ${what}`)
  })

  test('no attack runs, loads or leaves anything', async () => {
    const pages = ATTACKS.flatMap(({ id, source }) => bothWays(id, source, SAMPLE))
    expect(pages.length).toBeGreaterThan(200)
    expect(await probe.findingsIn(distinct(pages))).toEqual([])
  })

  test('harmless templates run nothing either, with any values', async () => {
    const pages = HARMLESS.flatMap(({ id, source }) => bothWays(id, source, SAMPLE))
    expect(await probe.findingsIn(pages)).toEqual([])
  })

  test('no value runs, loads or leaves anything', async () => {
    const source = `${EVERY_PLACE}<a href="mailto:{{v}}">x</a>`
    const pages = HOSTILE_VALUES.flatMap((v) => rendered(v, source, () => ({ v, companyUrl: v })))
    expect(pages).toHaveLength(HOSTILE_VALUES.length)
    expect(await probe.findingsIn(pages)).toEqual([])
  })
})

describe(`collected cases in a real browser${reason}`, () => {
  test.skipIf(skipped)('no vector runs, loads or leaves anything', async () => {
    const vectors = readVectors().filter(({ tier }) => tier <= TIER_MAX)
    const pages = vectors.flatMap(({ id, kind, input, data }) => {
      if (kind === 'data') return []
      return bothWays(id, input, data ?? SAMPLE)
    })
    expect(await findingsIn(pages)).toEqual([])
  })

  test.skipIf(skipped)('no value runs, loads or leaves anything', async () => {
    const pages = readVectors()
      .filter(({ kind, tier }) => kind === 'data' && tier <= TIER_MAX)
      .flatMap(({ id, input }) => rendered(id, EVERY_PLACE, () => ({ v: input, companyUrl: 'x' })))
    expect(await findingsIn(pages)).toEqual([])
  })

  test.skipIf(skipped)('harmless templates look as they should', async () => {
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
        expect(await page.evaluate(`(${LOST_IN})(${JSON.stringify(row.keep)})`), row.name).toEqual(
          [],
        )
      }
    } finally {
      await started.close()
    }
  })
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
