import { join } from 'node:path'
import { type Figure, median } from './measure.ts'
import { analyze, type Engine, type Place } from './place.ts'
import { ITEMS } from './seeded.ts'
import { API, type Served, startService } from './service.ts'

/** `ROUNDS=1` for a quick look. Each round creates 1000 invoices in both ways. */
const ROUNDS = Number(process.env.ROUNDS ?? 5)
const AT_ONCE = 1000
/** Bulk is to be at least so many times as fast. */
const TIMES_AS_FAST = 5

/** Creating many invoices with one request, and with a request for each, in turns. */
export async function benchBulk(place: Place, engine: Engine): Promise<Figure[]> {
  const url = await place.newDatabase(engine)
  const service = await startService(url, join(place.folder, `data-bulk-${engine}`))
  try {
    const { id } = await service.json('POST', `${API}/customers`, { name: 'Fernweh Books' })
    const items = Array.from({ length: 100 }, () => ({ customer_id: id, items: ITEMS }))
    await service.json('POST', `${API}/invoices/bulk`, { items })
    await analyze(url)
    const figures: Figure[] = []
    for (const status of ['draft', 'sent'])
      figures.push(await compared(service, { id, status, engine }))
    return figures
  } finally {
    await service.stop()
  }
}

async function compared(
  service: Served,
  { id, status, engine }: { readonly id: string; readonly status: string; readonly engine: Engine },
): Promise<Figure> {
  const bodies = Array.from({ length: AT_ONCE }, (_, at) => ({
    ...{ customer_id: id, items: ITEMS, status, reference: `Project ${at}` },
  }))
  const oneByOneMs: number[] = []
  const bulkMs: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    oneByOneMs.push(
      await msOf(async () => {
        for (const body of bodies) await service.json('POST', `${API}/invoices`, body)
      }),
    )
    bulkMs.push(
      await msOf(async () => {
        const { failed } = await service.json('POST', `${API}/invoices/bulk`, { items: bodies })
        if (failed > 0) throw new Error(`${failed} invoices were refused.`)
      }),
    )
  }
  return {
    ...{ part: 'bulk', engine, name: `an invoice among ${AT_ONCE} (${status})`, unit: 'ms' },
    value: median(bulkMs) / AT_ONCE,
    limit: median(oneByOneMs) / AT_ONCE / TIMES_AS_FAST,
    limitName: `one by one, by ${TIMES_AS_FAST}`,
  }
}

async function msOf(work: () => Promise<void>): Promise<number> {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}
