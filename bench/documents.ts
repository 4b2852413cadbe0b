import { join } from 'node:path'
import { createPdfRenderer } from '../src/platform/pdf-renderer.ts'
import { ITEMS } from './lists.ts'
import { type Figure, loaded, median, timed } from './measure.ts'
import type { Place } from './place.ts'
import { API, type Json, startedCpuMs, startService } from './service.ts'

const WARM_UP = 8
const PRINTS = 24
const SECONDS = 4

/** PDFs of the service beside prints of the same HTML by the same kind of browser, alone. */
export async function benchDocuments(place: Place): Promise<Figure[]> {
  const url = await place.newDatabase('sqlite')
  const service = await startService(url, join(place.folder, 'data-documents'))
  const customer = await service.json('POST', `${API}/customers`, { name: 'Fernweh Books' })
  const make = (items: readonly object[]): Promise<Json> =>
    service.json('POST', `${API}/invoices`, { customer_id: customer.id, items })
  const short: Json[] = []
  for (let at = 0; at < 2 * PRINTS + WARM_UP; at += 1)
    short.push(await make(ITEMS.map((item) => ({ ...item, unit_price: String(at + 1) }))))
  const long: Json[] = []
  for (let at = 0; at < 4; at += 1)
    long.push(await make(Array.from({ length: 300 }, () => ({ ...ITEMS[0], quantity: at + 1 }))))
  const pdf = ({ id }: Json) => service.call('GET', `${API}/invoices/${id}/pdf`)
  const html = async ({ id }: Json) =>
    (await service.call('GET', `${API}/invoices/${id}/html`)).body.toString()
  const texts = await Promise.all(short.slice(0, PRINTS).map(html))

  const [cold = Number.NaN] = await timed(() => pdf(short.at(-1)), { times: 1, warmUp: 0 })
  const each = (invoices: readonly Json[]) => {
    let at = 0
    return () => pdf(invoices[at++ % invoices.length])
  }
  await timed(each(short.slice(2 * PRINTS)), { times: WARM_UP, warmUp: 0 })
  const renderer = createPdfRenderer({
    chromiumPath: process.env.CHROMIUM_PATH ?? null,
    remoteUrl: null,
    concurrency: 1,
    cacheDir: join(place.folder, 'cache'),
    log: () => {},
  })
  let at = 0
  const print = () => renderer.print(texts[at++ % texts.length] ?? '')
  await timed(print, { times: WARM_UP, warmUp: 0 })
  // In turns, so that what others do on the machine meets both alike.
  const [ours, bare]: [number[], number[]] = [[], []]
  const next = each(short.slice(0, PRINTS))
  for (let turn = 0; turn < PRINTS; turn += 1) {
    ours.push(...(await timed(next, { times: 1, warmUp: 0 })))
    bare.push(...(await timed(print, { times: 1, warmUp: 0 })))
  }
  await renderer.close()
  const again = await timed(() => pdf(short[0]), { times: 60 })
  const many = await timed(each(long), { times: long.length, warmUp: 0 })
  const reading = await loaded(() => html(short[0]), {
    atOnce: 8,
    seconds: SECONDS,
    cpuMs: startedCpuMs,
  })
  const first = median(ours)
  const figures: Figure[] = [
    { part: 'documents', name: 'PDF, the first', value: cold, unit: 'ms' },
    {
      part: 'documents',
      name: 'PDF, 1 page, warm',
      value: first,
      unit: 'ms',
      limit: median(bare),
      limitName: 'a bare print',
    },
    {
      part: 'documents',
      name: 'PDF, read again',
      value: median(again),
      unit: 'ms',
      limit: first,
      limitName: 'printed',
    },
    {
      part: 'documents',
      name: 'PDF, 300 items',
      value: median(many),
      unit: 'ms',
      limit: first,
      limitName: '1 page',
    },
    { part: 'documents', name: 'HTML', value: 1000 / reading.cpuMs, unit: '/s of CPU' },
  ]
  for (const atOnce of [1, 4, 8]) {
    let turn = 0
    // Another text each time: nothing is read from the cache.
    const fresh = async () => {
      const { id } = short[turn++ % short.length]
      await service.json('PUT', `${API}/invoices/${id}`, { notes: String(performance.now()) })
      await service.call('GET', `${API}/invoices/${id}/pdf`)
    }
    const load = await loaded(fresh, { atOnce, seconds: SECONDS, cpuMs: startedCpuMs })
    figures.push({
      part: 'documents',
      name: `PDFs, ${atOnce} at once`,
      value: load.perSecond,
      unit: '/s',
    })
  }
  await service.stop()
  return figures
}
