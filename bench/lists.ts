import { join } from 'node:path'
import type { Engine } from '../src/platform/database/db.ts'
import { type Figure, inTurns } from './measure.ts'
import { deepCursor } from './seed.ts'
import { seededDatabase } from './seeded.ts'
import { API, type Served, startedCpuMs, startService } from './service.ts'
import type { SizedOptions } from './stored.ts'

/** Page sizes from here on take turns, so that no two requests are the same. */
const LIMIT_MIN = 26
const WARM_UP = 10
const ROUNDS = 5
const TIMES = 8
/** So many have enough of everything that is asked for: with less a page is another one. */
const COMPARED_FROM = 1000

/** Pages of 50 on average, at all sizes in turns; each is compared with that of the first great one. */
export async function benchLists({ place, engines, sizes }: SizedOptions): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const engine of engines) {
    const services: Served[] = []
    try {
      for (const total of sizes) {
        const url = await seededDatabase(place, engine, total)
        services.push(await startService(url, join(place.folder, `data-${engine}-${total}`)))
      }
      for (const [name, values] of await measurePages(services, sizes))
        figures.push(...toFigures({ name, engine, sizes, values }))
    } finally {
      for (const service of services) await service.stop()
    }
  }
  return figures
}

interface Measured extends Pick<SizedOptions, 'sizes'> {
  readonly name: string
  readonly engine: Engine
  readonly values: readonly number[]
}

function toFigures({ name, engine, sizes, values }: Measured): readonly Figure[] {
  const base = sizes.findIndex((size) => size >= COMPARED_FROM)
  const compared = { first: values[base] ?? Number.NaN, firstName: `at ${sizes[base]}` }
  return sizes.map((invoices, at) => ({
    part: 'lists',
    name,
    engine,
    invoices,
    value: values[at] ?? Number.NaN,
    unit: 'ms CPU',
    ...(base >= 0 && at > base ? compared : {}),
  }))
}

/** By the name of each page its CPU time at each size. */
async function measurePages(
  services: readonly Served[],
  sizes: readonly number[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  const options = { rounds: ROUNDS, times: TIMES, warmUp: WARM_UP, cpuMs: startedCpuMs }
  const read = (service: Served, query: string) => {
    let limit = LIMIT_MIN
    return () => service.json('GET', `${API}/invoices?limit=${limit++}${query}`)
  }
  // The code itself is slow at first, whatever the size.
  for (const query of ['&sort=created_at', '&sort=-created_at', '&sort=due_date']) {
    const works = services.map((service) => read(service, query))
    await inTurns(works, { ...options, rounds: 0, warmUp: 7 * WARM_UP })
  }
  const taken = new Map<string, readonly number[]>()
  for (const name of Object.keys(pagesOf(1))) {
    const works = services.map((service, at) => read(service, pagesOf(sizes[at] ?? 0)[name] ?? ''))
    taken.set(name, await inTurns(works, options))
  }
  return taken
}

/** The lists to read among so many. */
const pagesOf = (total: number): Readonly<Record<string, string>> => ({
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
  'search: a number': `&q=${String(Math.floor(total / 2) + 1).padStart(7, '0')}`,
  'search: a frequent word': '&q=consult',
  'search: one in 200': '&q=zinc',
  'search: one in 200, by total': '&q=zinc&sort=total',
  'search: one in 400': '&q=tin',
  'search: one in 1000': '&q=project777',
  'search: a customer': '&q=customer+000005',
  'search: nothing': '&q=xylophone',
})
