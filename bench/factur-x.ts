/**
 * What the hybrid form of an invoice costs on top of its PDF: `node bench/factur-x.ts [path to a browser]`.
 * Both are made in turn in one run, so that a busy machine slows both alike.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtInTemplate } from '../src/company/templates/inner/builtin.ts'
import { compile } from '../src/company/templates/language/render.ts'
import { toFacturX } from '../src/einvoicing/documents/inner/hybrid/factur-x.ts'
import { sampleCase } from '../src/paper/printing/samples/sample-cases.ts'
import { documentView } from '../src/paper/printing/view.ts'
import { createPdfRenderer } from '../src/platform/browser/pdf/renderer.ts'

const WARM_UP = 10
const SAMPLES = 40

const [chromiumPath = null] = process.argv.slice(2)
const cacheDir = await mkdtemp(join(tmpdir(), 'billwright-bench-'))
const renderer = createPdfRenderer({
  chromiumPath,
  remoteUrl: null,
  concurrency: 1,
  cacheDir,
  log: () => {},
})
const template = compile(builtInTemplate('minimalist-clean').html)

/** As large as the XML of an invoice of that many items, and about as easy to pack. */
const xmlOf = (items: number): string =>
  Array.from({ length: items }, (_, index) => {
    const terms = '<ram:SpecifiedLineTradeAgreement/>'.repeat(30)
    return `<Line><ram:LineID>${index}</ram:LineID>${terms}<Net>${(index * 7919) % 10_007}</Net></Line>`
  }).join('\n')

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

async function measure(name: 'simple' | 'three-pages', items: number): Promise<void> {
  const html = template.render(documentView(sampleCase(name)))
  const xml = xmlOf(items)
  const print = () => renderer.print(html)
  const hybrid = async () =>
    toFacturX({
      pdf: await renderer.print(html),
      xml,
      level: 'EN 16931',
      title: 'Invoice',
      author: 'Seller',
      language: 'en',
      modifiedAt: '2026-11-21T00:00:00Z',
    })
  for (let at = 0; at < WARM_UP; at += 1) await hybrid()
  const times: { plain: number[]; hybrid: number[] } = { plain: [], hybrid: [] }
  for (let at = 0; at < SAMPLES; at += 1) {
    for (const [kind, work] of Object.entries({ plain: print, hybrid })) {
      const start = performance.now()
      await work()
      times[kind === 'plain' ? 'plain' : 'hybrid'].push(performance.now() - start)
    }
  }
  const [plainMs, hybridMs] = [median(times.plain), median(times.hybrid)]
  const ratio = ((hybridMs / plainMs - 1) * 100).toFixed(1)
  console.log(
    `${name}: PDF ${plainMs.toFixed(1)} ms, hybrid ${hybridMs.toFixed(1)} ms, ${ratio} % more ` +
      `(medians of ${SAMPLES}; XML ${(xml.length / 1024).toFixed(0)} KiB)`,
  )
}

try {
  await measure('simple', 4)
  await measure('three-pages', 38)
} finally {
  await renderer.close()
  await rm(cacheDir, { recursive: true, force: true })
}
