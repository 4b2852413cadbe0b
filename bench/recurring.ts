import { join } from 'node:path'
import { createRecurring } from '../src/messages/recurring/create.ts'
import { systemClock } from '../src/platform/clock.ts'
import { readConfig } from '../src/platform/config.ts'
import { openDatabase } from '../src/platform/database/db.ts'
import { tablesOfAllCompanies } from '../src/platform/database/scope.ts'
import { createCustomer } from '../src/sales/customers/change.ts'
import { openAppAt } from '../test/faults/app-at.ts'
import { type Figure, quantile } from './measure.ts'
import { analyze, type Engine, type Place } from './place.ts'
import { API, startService } from './service.ts'

/** `RECURRING_DUE=10000` for the full size. */
const DUE = Number(process.env.RECURRING_DUE ?? 1000)
const DAY_MS = 86_400_000
const PAUSE_MS = 50
const END_MS = 600_000

/** So many recurring invoices that are due at once and issue, and what requests take meanwhile. */
export async function benchRecurring(place: Place, engine: Engine): Promise<Figure[]> {
  const url = await place.newDatabase(engine)
  const { database } = readConfig({ DATABASE_URL: url })
  await fill(database)
  await analyze(url)
  const service = await startService(url, join(place.folder, `data-recurring-${engine}`))
  const db = openDatabase(database)
  try {
    const begin = performance.now()
    const taken: number[] = []
    for (;;) {
      const sentAt = performance.now()
      await service.json('GET', `${API}/invoices?limit=20`)
      taken.push(performance.now() - sentAt)
      const { count } = await tablesOfAllCompanies(db)
        .selectFrom('recurring_runs')
        .select((eb) => eb.fn.countAll<bigint>().as('count'))
        .executeTakeFirstOrThrow()
      if (Number(count) >= DUE) break
      if (performance.now() - begin > END_MS) throw new Error(`Only ${count} were made.`)
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
    const perSecond = (DUE * 1000) / (performance.now() - begin)
    const named = { part: 'recurring', engine } as const
    return [
      { ...named, name: `invoices made, of ${DUE} due at once`, value: perSecond, unit: '/s' },
      { ...named, name: 'a request meanwhile, p95', value: quantile(taken, 0.95), unit: 'ms' },
    ]
  } finally {
    await db.destroy()
    await service.stop()
  }
}

/** Each is due since yesterday. */
async function fill(database: Parameters<typeof openAppAt>[0]): Promise<void> {
  const twoDaysAgo = systemClock.now() - 2 * DAY_MS
  const start_date = new Date(twoDaysAgo + DAY_MS).toISOString().slice(0, 10)
  const { work, close } = await openAppAt(database, twoDaysAgo)
  const { id } = await createCustomer(work, { name: 'Fernweh Books' })
  for (let n = 0; n < DUE; n++)
    await createRecurring(work, {
      name: `Hosting ${n}`,
      customer_id: id,
      action: 'issue',
      schedule: { unit: 'month', start_date },
      invoice: { items: [{ description: 'Hosting {month_year}', unit_price: '49.00' }] },
    })
  await close()
}
