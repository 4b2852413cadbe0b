import { join } from 'node:path'
import { createPdfRenderer, type PdfRenderer } from '../src/platform/browser/pdf/renderer.ts'
import { type Figure, loaded, median, timed } from './measure.ts'
import type { Place } from './place.ts'
import { ITEMS } from './seeded.ts'
import { API, type Json, type Served, startedCpuMs, startService } from './service.ts'

const WARM_UP = 10
const PRINTS = 30
const LONG_PRINTS = 4
const LONG_ITEMS = 300
const AGAIN = 300
const PAGES = 600
/** Rendered before: by then the code is as fast as it gets. */
const PAGES_BEFORE = 2000
const SECONDS = 4

/** PDFs and pages of the service, beside prints of the same HTML by the same kind of browser, alone. */
export async function benchDocuments(place: Place): Promise<Figure[]> {
  const url = await place.newDatabase('sqlite')
  const service = await startService(url, join(place.folder, 'data-documents'))
  const renderer = createPdfRenderer({
    chromiumPath: process.env.CHROMIUM_PATH ?? null,
    remoteUrl: null,
    concurrency: 1,
    cacheDir: join(place.folder, 'cache'),
    log: () => {},
  })
  try {
    const bench = await documentsOf(service)
    return [
      ...(await measurePrinting(bench, renderer)),
      ...(await measurePages(bench)),
      ...(await measureThroughput(bench)),
    ]
  } finally {
    await renderer.close()
    await service.stop()
  }
}

interface Documents {
  readonly service: Served
  /** So many invoices that nobody has read yet. */
  make(count: number, body?: object): Promise<readonly Json[]>
  pdf(invoice: Json): Promise<unknown>
  html(invoice: Json): Promise<string>
  json(invoice: Json): Promise<unknown>
}

/** A company whose invoices carry a payment code, as those of most do. */
async function documentsOf(service: Served): Promise<Documents> {
  const bankAccount = { iban: 'DE89370400440532013000' }
  await service.json('PATCH', `${API}/settings`, { companyName: 'Atelier Nord', bankAccount })
  const customer = await service.json('POST', `${API}/customers`, { name: 'Fernweh Books' })
  let made = 0
  const read = async ({ id }: Json, form = '') => {
    const { status, body } = await service.call('GET', `${API}/invoices/${id}${form}`)
    if (status !== 200) throw new Error(`${form} was answered with ${status}.`)
    return body
  }
  return {
    service,
    async make(count, body = {}) {
      const invoices: Json[] = []
      for (let at = 0; at < count; at += 1) {
        made += 1
        const invoice = { customer_id: customer.id, items: ITEMS, notes: `Order ${made}`, ...body }
        invoices.push(await service.json('POST', `${API}/invoices`, invoice))
      }
      return invoices
    },
    pdf: (invoice) => read(invoice, '/pdf'),
    html: async (invoice) => (await read(invoice, '/html')).toString(),
    json: read,
  }
}

const each = (invoices: readonly Json[], work: (invoice: Json) => Promise<unknown>) => {
  let at = 0
  return () => work(invoices[at++ % invoices.length])
}

const figure = (
  name: string,
  value: number,
  limit?: { readonly value: number; readonly name: string },
): Figure => ({
  part: 'documents',
  name,
  value,
  unit: 'ms',
  ...(limit ? { limit: limit.value, limitName: limit.name } : {}),
})

async function measurePrinting(bench: Documents, renderer: PdfRenderer): Promise<Figure[]> {
  const { make, pdf, json } = bench
  const [cold = Number.NaN] = await timed(each(await make(1), pdf), { times: 1, warmUp: 0 })
  const drafts = await make(WARM_UP + PRINTS)
  const issued = await make(WARM_UP + PRINTS, { status: 'sent' })
  const bareOf = async (invoices: readonly Json[]) =>
    each(await Promise.all(invoices.map(bench.html)), (html) => renderer.print(html))
  const [bareDraft, bareIssued] = [await bareOf(drafts), await bareOf(issued)]
  const [draft = 0, ofDraft = 0, first = 0, ofIssued = 0] = await medians([
    each(drafts, pdf),
    bareDraft,
    each(issued, pdf),
    bareIssued,
  ])
  const long = await make(LONG_PRINTS, {
    items: Array.from({ length: LONG_ITEMS }, () => ITEMS[0]),
  })
  const many = await timed(each(long, pdf), { times: LONG_PRINTS, warmUp: 0 })
  const [read] = issued
  const reading = { times: AGAIN, warmUp: AGAIN }
  const again = median(await timed(() => pdf(read), reading))
  const asJson = median(await timed(() => json(read), reading))
  const bare = (value: number) => ({ value, name: 'a bare print' })
  return [
    figure('PDF, the first', cold),
    figure('PDF of a draft, 1 page, warm', draft, bare(ofDraft)),
    figure('PDF of an issued invoice, 1 page, warm', first, bare(ofIssued)),
    figure('PDF, read again', again, { value: first, name: 'printed' }),
    figure('PDF, read again, beside JSON', again, { value: asJson, name: 'GET as JSON' }),
    figure(`PDF, ${LONG_ITEMS} items`, median(many), { value: first, name: '1 page' }),
  ]
}

/** In turns, so that what others do on the machine meets all alike. */
async function medians(works: readonly (() => Promise<unknown>)[]): Promise<readonly number[]> {
  for (const work of works) await timed(work, { times: WARM_UP, warmUp: 0 })
  const taken = works.map((): number[] => [])
  for (let turn = 0; turn < PRINTS; turn += 1) {
    for (const [index, work] of works.entries())
      taken[index]?.push(...(await timed(work, { times: 1, warmUp: 0 })))
  }
  return taken.map(median)
}

const LANES = 8

/** Each of them once. */
async function inLanes(
  invoices: readonly Json[],
  work: (invoice: Json) => Promise<unknown>,
): Promise<void> {
  const waiting = [...invoices]
  const lane = async () => {
    for (let it = waiting.pop(); it !== undefined; it = waiting.pop()) await work(it)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

/** CPU of the service for a page with its request: rendered for it, and read again. */
async function measurePages({ service, make, html }: Documents): Promise<Figure[]> {
  const perSecond = (name: string, cpuMs: number): Figure => ({
    ...figure(name, 1000 / cpuMs),
    unit: '/s of CPU',
  })
  const rendered = async (status: string) => {
    const invoices = await make(PAGES + PAGES_BEFORE, { status })
    await inLanes(invoices.slice(PAGES), html)
    const before = service.cpuMs()
    await inLanes(invoices.slice(0, PAGES), html)
    return (service.cpuMs() - before) / PAGES
  }
  const drafts = await rendered('draft')
  const issued = await rendered('sent')
  const [invoice] = await make(1)
  const options = { atOnce: LANES, seconds: SECONDS, cpuMs: service.cpuMs }
  const again = await loaded(() => html(invoice), options)
  return [
    perSecond('HTML of a draft, rendered', drafts),
    perSecond('HTML with a payment code, rendered', issued),
    perSecond('HTML, read again', again.cpuMs),
  ]
}

/** Another text each time: nothing is read from the cache. */
async function measureThroughput({ service, make, pdf }: Documents): Promise<Figure[]> {
  const invoices = await make(2 * PRINTS)
  const fresh = async (invoice: Json) => {
    const notes = String(performance.now())
    await service.json('PUT', `${API}/invoices/${invoice.id}`, { notes })
    await pdf(invoice)
  }
  const figures: Figure[] = []
  for (const atOnce of [1, 4, 8]) {
    const options = { atOnce, seconds: SECONDS, cpuMs: startedCpuMs }
    const load = await loaded(each(invoices, fresh), options)
    figures.push({ ...figure(`PDFs, ${atOnce} at once`, load.perSecond), unit: '/s' })
  }
  return figures
}
