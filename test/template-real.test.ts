import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile, Fragment } from '@billwright/templates'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { manifestOf, type Origin, startOrigin } from '../src/company/templates/routes.testing.ts'
import { sanitize } from '../src/company/templates/sanitize.ts'
import { traitsOf } from '../src/company/templates/traits.ts'
import { sampleSource } from '../src/paper/printing/samples/sample.ts'
import { documentView } from '../src/paper/printing/view.ts'
import type { ScreenRenderer } from '../src/platform/browser/pdf/renderer.ts'
import { startTestApp, type TestApp } from './harness.ts'
import { hasCorpus, SHARED_TEMPLATES, WITHOUT_CORPUS } from './security-corpus.ts'

const names = hasCorpus
  ? readdirSync(SHARED_TEMPLATES).filter((name) => name.endsWith('.html'))
  : []
/** Of each family the last one is looked at; with `TEMPLATE_REAL=full` all are. */
const looked =
  process.env.TEMPLATE_REAL === 'full'
    ? names
    : names.filter((name, index) => familyOf(name) !== familyOf(names[index + 1] ?? ''))

/** A4 at 96 dots an inch. */
const WIDTH = 794

function familyOf(name: string): string {
  return name.split('.', 1)[0] ?? ''
}

const sourceOf = (name: string): string => readFileSync(join(SHARED_TEMPLATES, name), 'utf8')
/** As a real invoice is printed, of whose logo no size is known. */
const viewOf = (template: string) =>
  documentView({ ...sampleSource('en'), logoSize: null, traits: traitsOf(template) })
const LOGO = /src="(data:[^"]+)"/

/**
 * What the template showed before it was made safe: with the logo as an address in its own `img`, and
 * its scripts, which do not run, left out. Their tags would not pass the renderer.
 */
function before(source: string): string {
  const { logo } = viewOf(source)
  const address = logo instanceof Fragment ? (LOGO.exec(logo.html)?.[1] ?? '') : ''
  const still = source.replace(/<script\b[\s\S]*?<\/script\s*>/gi, '')
  const marked = still.replace(/src="\{\{\s*logoUrl\s*\}\}"/g, 'src="LOGO"')
  return compile(marked).render(viewOf(source)).replaceAll('src="LOGO"', `src="${address}"`)
}

const after = (source: string): string => {
  const { html } = sanitize(source)
  return compile(html).render(viewOf(html))
}

/**
 * The logo is an element of the renderer's own inside of the author's. Rules for `img.brand-logo` do
 * not reach it there: it is drawn in its own size, and what follows moves down by the rest.
 */
const LOGO_IN_ITS_OWN_SIZE = new Set(['minimalist-clean.2025-08-27.8063e50.html'])
const BELOW_THE_LOGO = 300

/** The last rows, `height` of them. */
function lowerPart(picture: PNG, height: number): PNG {
  const part = new PNG({ width: picture.width, height })
  PNG.bitblt(picture, part, 0, picture.height - height, picture.width, height, 0, 0)
  return part
}

/** Pixels of which a channel differs by more than rounding does. */
function differingPixels(a: PNG, b: PNG): number {
  let count = 0
  for (let at = 0; at < a.data.length; at += 4) {
    const isSame = [0, 1, 2].every(
      (channel) => Math.abs((a.data[at + channel] ?? 0) - (b.data[at + channel] ?? 0)) <= 2,
    )
    if (!isSame) count += 1
  }
  return count
}

describe.skipIf(!hasCorpus)(`templates in the wild${hasCorpus ? '' : WITHOUT_CORPUS}`, () => {
  let origin: Origin
  let app: TestApp
  let renderer: ScreenRenderer
  beforeAll(async () => {
    origin = await startOrigin()
    app = await startTestApp('sqlite', { OUTBOUND_ALLOW: origin.host })
    renderer = app.renderer
  })
  afterAll(async () => {
    await app.close()
    await origin.close()
  })

  test.each(
    names,
  )('%s installs from a manifest and as raw HTML, and prints the sample', async (name) => {
    const html = sourceOf(name)
    const id = name.replace(/\.html$/, '')
    origin.serve({ '/m.json': manifestOf({ id, name }), '/index.html': html })
    const url = origin.url('/m.json')
    const fetched = await app.call('POST', '/templates/install-from-manifest', { url })
    expect(fetched.statusCode, fetched.body).toBe(201)
    const sent = await app.call('POST', '/templates', { id: `raw.${id}`.slice(0, 64), html })
    expect(sent.statusCode, sent.body).toBe(201)
    expect(sent.json().html).toBe(fetched.json().html)
    // Some print only the total.
    const codes = fetched.json().warnings.map(({ code }: { readonly code: string }) => code)
    expect(codes.filter((code: string) => code !== 'amount_due_not_printed')).toEqual([])
    for (const { what } of fetched.json().removed)
      expect(what).toMatch(/script|link|img|@import|url|attribute/)

    const preview = await app.call('POST', `/templates/${id}/preview`, { language: 'en' })
    expect(preview.statusCode, preview.body.slice(0, 300)).toBe(200)
    const view = viewOf(fetched.json().html)
    expect(preview.body).toContain(String(view.invoiceNumber))
    expect(preview.body.match(/<img class="logo"[^>]* src="data:image\//g)).toHaveLength(1)
    expect(preview.body).not.toMatch(/<script|<link|\{\{/)
  })

  test.each(looked)('%s looks as it did before it was sanitized', async (name) => {
    const source = sourceOf(name)
    const shots = []
    for (const html of [before(source), after(source)]) {
      const png = await renderer.screenshot(html, { width: WIDTH, fullPage: true })
      shots.push(PNG.sync.read(Buffer.from(png)))
    }
    const [was, is] = shots
    if (!was || !is) throw new Error('There are two pictures.')
    expect(is.width).toBe(was.width)
    if (LOGO_IN_ITS_OWN_SIZE.has(name)) {
      const height = was.height - BELOW_THE_LOGO
      expect(differingPixels(lowerPart(was, height), lowerPart(is, height))).toBe(0)
    } else {
      expect(is.height).toBe(was.height)
      expect(differingPixels(was, is)).toBe(0)
    }
  })
})
