import { join } from 'node:path'
import type { Engine } from '../src/platform/database.ts'
import type { Figure } from './measure.ts'
import type { Place } from './place.ts'
import { deepCursor, seedInvoices } from './seed.ts'
import { API, type Served, startedCpuMs, startService } from './service.ts'

const LIMIT = 'limit=50'
const WARM_UP = 10
const TIMES = 30
export const ITEMS = Array.from({ length: 5 }, (_, at) => ({
  description: `Consulting, week ${at + 1}`,
  quantity: '1.5',
  unit_price: '95',
  tax: { rate: '19' },
}))

export interface ListOptions {
  readonly place: Place
  readonly engines: readonly Engine[]
  readonly sizes: readonly number[]
}

/** Pages of the list at each size; each is compared with the same page of the first size. */
export async function benchLists({ place, engines, sizes }: ListOptions): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const engine of engines) {
    const first = new Map<string, number>()
    for (const total of sizes) {
      for (const [name, ms] of await pagesAt(place, engine, total)) {
        const limit = first.get(name)
        if (limit === undefined) first.set(name, ms)
        const compared = limit === undefined ? {} : { limit, limitName: `at ${sizes[0]}` }
        figures.push({
          part: 'lists',
          name,
          engine,
          invoices: total,
          value: ms,
          unit: 'ms CPU',
          ...compared,
        })
      }
    }
  }
  return figures
}

async function pagesAt(place: Place, engine: Engine, total: number) {
  const url = await place.newDatabase(engine)
  const dataDir = join(place.folder, `data-${engine}-${total}`)
  const filler = await startService(url, dataDir)
  const invoice = await filler.json('POST', `${API}/invoices`, {
    customer: { name: 'Fernweh' },
    items: ITEMS,
  })
  await filler.stop()
  const begin = performance.now()
  await seedInvoices(url, { total, invoiceId: invoice.id })
  console.error(
    `${engine}: ${total} invoices in ${((performance.now() - begin) / 1000).toFixed(0)} s`,
  )
  const service = await startService(url, dataDir)
  try {
    return await measurePages(service, total)
  } finally {
    await service.stop()
  }
}

/** CPU time of the service and the database: what others do on the machine meanwhile adds nothing. */
async function cpuOf(ask: () => Promise<unknown>): Promise<number> {
  for (let at = 0; at < WARM_UP; at += 1) await ask()
  const before = startedCpuMs()
  for (let at = 0; at < TIMES; at += 1) await ask()
  return (startedCpuMs() - before) / TIMES
}

async function measurePages(service: Served, total: number): Promise<readonly [string, number][]> {
  const middle = String(Math.floor(total / 2) + 1).padStart(7, '0')
  const pages: Readonly<Record<string, string>> = {
    'first page': '',
    'deep page': `&cursor=${deepCursor(total)}`,
    'by total': '&sort=-total',
    'filter: drafts': '&status=draft',
    'filter: drafts, by total': '&status=draft&sort=total',
    'filter: void, by number': '&status=void&sort=number',
    'filter: overdue': '&overdue=true',
    'filter: published': '&published=true',
    'filter: one customer, by total':
      '&customer_id=cus_019aa3c1-4a7e-7cc0-8000-000000000005&sort=total',
    'search: a number': `&q=${middle}`,
    'search: a frequent word': '&q=consult',
    'search: one in 200': '&q=zinc',
    'search: one in 1000': '&q=project77',
    'search: a customer': '&q=customer+000005',
    'search: nothing': '&q=xylophone',
  }
  const taken: [string, number][] = []
  // The code itself is slow at first, whatever the size.
  for (let at = 0; at < 10 * WARM_UP; at += 1) await service.json('GET', `${API}/invoices?${LIMIT}`)
  for (const [name, query] of Object.entries(pages)) {
    taken.push([name, await cpuOf(() => service.json('GET', `${API}/invoices?${LIMIT}${query}`))])
  }
  return taken
}
