/**
 * How fast documents are printed: `node bench/pdf.ts [path to a browser]`. One invoice of a page and one
 * of 300 items, warm; then documents per second at 1, 2 and 4 at once, and the memory that takes.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DOCUMENT_FONT_STACK } from '../src/platform/browser/fonts.ts'
import { createPdfRenderer, type PdfRenderer } from '../src/platform/browser/pdf/renderer.ts'

const WARM_UP = 10
const SAMPLES = 60
const THROUGHPUT_JOBS = 120

const row = (at: number) =>
  `<tr><td>${at}<td>Consulting, week ${at}: design, review & Übergabe<td class="n">${at % 7}.5` +
  `<td class="n">95.00<td class="n">${((at % 7) + 0.5) * 95}.00</tr>`

const invoice = (items: number) => `<!doctype html><html lang="en"><meta charset="utf-8">
<title>Invoice 2026-0042</title><style>
@page{size:A4;margin:18mm;@bottom-right{content:counter(page) " / " counter(pages);font-size:8pt}}
body{font:10pt/1.45 ${DOCUMENT_FONT_STACK};color:#1b1f24}
header{display:grid;grid-template-columns:1fr auto;gap:12mm}h1{font-size:22pt;margin:0}
table{width:100%;border-collapse:collapse;margin-top:10mm}thead{background:#12355b;color:#fff}
th,td{padding:2mm;text-align:left;border-bottom:.2mm solid #ccd}tr{break-inside:avoid}
.n{text-align:right;font-variant-numeric:tabular-nums}.total{font-weight:700;font-size:13pt}
</style><header><div><h1>Invoice</h1><p>2026-0042 · 21 November 2026</p></div>
<address>Nordlicht Werkstatt GmbH<br>Hafenstraße 7<br>20457 Hamburg</address></header>
<p>To: <b>Société Générale d'Électricité</b>, Παναγιώτης, Łódź</p>
<table><thead><tr><th>#<th>Item<th class="n">Quantity<th class="n">Price<th class="n">Amount</thead>
<tbody>${Array.from({ length: items }, (_, index) => row(index + 1)).join('')}</tbody></table>
<p class="n total">Total 12,345.67 €</p>`

const [chromiumPath = null] = process.argv.slice(2)
const cacheDir = await mkdtemp(join(tmpdir(), 'billwright-bench-'))

const renderer = (concurrency: number): PdfRenderer =>
  createPdfRenderer({ chromiumPath, remoteUrl: null, concurrency, cacheDir, log: () => {} })

const milliseconds = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN

/** Resident memory (MiB, shared pages counted once) of every process below this one. */
async function memoryMiB(): Promise<number> {
  const parents = new Map<number, number>()
  for (const name of (await readdir('/proc')).filter((it) => /^\d+$/.test(it))) {
    const line = await readFile(`/proc/${name}/stat`, 'latin1').catch(() => '')
    parents.set(Number(name), Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[1]))
  }
  const isOurs = (pid: number): boolean => {
    const parent = parents.get(pid)
    return parent === process.pid || (parent !== undefined && parent > 1 && isOurs(parent))
  }
  let kibibytes = 0
  for (const pid of [...parents.keys()].filter(isOurs)) {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'latin1').catch(() => '')
    kibibytes += Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0)
  }
  return kibibytes / 1024
}

async function measureOne(name: string, html: string, samples: number): Promise<void> {
  const one = renderer(1)
  const cold = await milliseconds(() => one.print(html))
  for (let at = 0; at < WARM_UP; at += 1) await one.print(html)
  const times: number[] = []
  for (let at = 0; at < samples; at += 1) times.push(await milliseconds(() => one.print(html)))
  const bytes = (await one.print(html)).length
  const [median, late] = [quantile(times, 0.5), quantile(times, 0.95)]
  console.log(
    `${name}: cold ${cold.toFixed(0)} ms, warm median ${median.toFixed(1)} ms, ` +
      `p95 ${late.toFixed(1)} ms, ${(bytes / 1024).toFixed(0)} KiB`,
  )
  await one.close()
}

async function measureThroughput(concurrency: number, html: string): Promise<void> {
  const many = renderer(concurrency)
  const lane = async (jobs: number) => {
    for (let at = 0; at < jobs; at += 1) await many.print(html)
  }
  const lanes = (jobs: number) =>
    Promise.all(Array.from({ length: concurrency }, () => lane(jobs / concurrency)))
  await lanes(WARM_UP * concurrency)
  const took = await milliseconds(() => lanes(THROUGHPUT_JOBS))
  const memory = await memoryMiB()
  console.log(
    `${concurrency} at once: ${((THROUGHPUT_JOBS / took) * 1000).toFixed(1)} documents/s, ` +
      `browser ${memory.toFixed(0)} MiB, this process ${(process.memoryUsage.rss() / 2 ** 20).toFixed(0)} MiB`,
  )
  await many.close()
}

try {
  await measureOne('1 page, 5 items', invoice(5), SAMPLES)
  await measureOne('300 items', invoice(300), SAMPLES / 4)
  for (const concurrency of [1, 2, 4]) await measureThroughput(concurrency, invoice(5))
} finally {
  await rm(cacheDir, { recursive: true, force: true })
}
