import { join } from 'node:path'
import { FIRST_COMPANY } from '../src/core/companies/company.ts'
import { createDirectory, firstCompany } from '../src/core/companies/directory.ts'
import { enqueue } from '../src/core/jobs/queue.ts'
import { createParts } from '../src/core/record/app.ts'
import { transaction } from '../src/core/record/transaction.ts'
import { createWorkFor, SERVICE } from '../src/core/record/work.ts'
import { DELIVER } from '../src/core/webhooks/deliveries/inner/jobs.ts'
import { systemClock } from '../src/platform/clock.ts'
import { readConfig } from '../src/platform/config.ts'
import { migrate, openDatabase } from '../src/platform/database/db.ts'
import { tablesOfAllCompanies } from '../src/platform/database/scope.ts'
import { type Figure, quantile } from './measure.ts'
import { analyze, type Engine, type Place } from './place.ts'
import { ITEMS } from './seeded.ts'
import { API, startService } from './service.ts'

const JOBS = 100_000
const GROUPS = 4
const REQUESTS = 300

/**
 * So many due jobs of webhooks that are gone, which end at once, and what requests take meanwhile: the
 * cost of the queue itself.
 */
export async function benchJobs(place: Place, engine: Engine): Promise<Figure[]> {
  const url = await place.newDatabase(engine)
  const db = openDatabase(readConfig({ DATABASE_URL: url }).database)
  try {
    await migrate(db)
    const clock = systemClock
    const company = await firstCompany(createDirectory({ db, clock }))
    const work = createWorkFor(createParts({ config: readConfig({}), db, clock }))(SERVICE, company)
    const jobs = Array.from({ length: JOBS }, (_, n) => ({
      key: `gone ${n}`,
      group: `gone ${n % GROUPS}`,
      payload: { webhookId: 'gone', lane: `${n}` },
    }))
    await transaction(work, (work) => enqueue(work, DELIVER, jobs))
    await analyze(url)
    const waiting = async () => {
      const { count } = await tablesOfAllCompanies(db)
        .selectFrom('jobs')
        .select((eb) => eb.fn.countAll<bigint>().as('count'))
        .where('company_id', '=', FIRST_COMPANY)
        .where('kind', '=', DELIVER.name)
        .executeTakeFirstOrThrow()
      return Number(count)
    }
    const service = await startService(url, join(place.folder, `data-jobs-${engine}`))
    try {
      const [begin, before] = [performance.now(), await waiting()]
      const customer = await service.json('POST', `${API}/customers`, { name: 'Fernweh Books' })
      const create = { customer_id: customer.id, items: ITEMS }
      const taken: number[] = []
      for (let at = 0; at < REQUESTS; at += 1) {
        const sentAt = performance.now()
        if (at % 2 === 0) await service.json('POST', `${API}/invoices`, create)
        else await service.json('GET', `${API}/invoices?limit=20`)
        taken.push(performance.now() - sentAt)
      }
      const after = await waiting()
      if (after === 0) throw new Error('The jobs ended before the requests.')
      const perSecond = ((before - after) * 1000) / (performance.now() - begin)
      const named = { part: 'jobs', engine } as const
      return [
        { ...named, name: `drained of ${JOBS} due`, value: perSecond, unit: '/s' },
        { ...named, name: 'a request meanwhile, p95', value: quantile(taken, 0.95), unit: 'ms' },
      ]
    } finally {
      await service.stop()
    }
  } finally {
    await db.destroy()
  }
}
