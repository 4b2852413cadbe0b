import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bareTransactions } from './bare-sql.ts'
import { ITEMS } from './lists.ts'
import { type Figure, type Load, loaded } from './measure.ts'
import type { Place } from './place.ts'
import { API, type Json, type Served, serve, startedCpuMs, startService } from './service.ts'

const SECONDS = 3
const AT_ONCE = 16

/** One request after another and many at once, each beside a bare server that sends the same bytes. */
export async function benchRequests(
  place: Place,
  engine: 'sqlite' | 'postgres',
): Promise<Figure[]> {
  const url = await place.newDatabase(engine)
  const service = await startService(url, join(place.folder, `data-requests-${engine}`))
  const customer = await service.json('POST', `${API}/customers`, { name: 'Fernweh Books' })
  const draft = { customer_id: customer.id, items: ITEMS }
  const made: Json[] = []
  for (let at = 0; at < 60; at += 1) made.push(await service.json('POST', `${API}/invoices`, draft))
  const first = made[0]
  const published = await service.json('POST', `${API}/invoices/${made[1].id}/publish`)
  const paths: Readonly<Record<string, string>> = {
    'list of 50': `${API}/invoices?limit=50`,
    get: `${API}/invoices/${first.id}`,
    'public JSON': `${API}/public/invoices/${published.share_token}`,
    HTML: `${API}/invoices/${first.id}/html`,
  }
  const figures: Figure[] = []
  const add = (name: string, { cpuMs }: Load, limit: Load | null, limitName: string) => {
    const compared = limit === null ? {} : { limit: limit.cpuMs, limitName }
    figures.push({ part: 'requests', name, engine, value: cpuMs, unit: 'ms CPU', ...compared })
  }
  for (const [name, path] of Object.entries(paths)) {
    const bare = await bareServer(place, service, path)
    const load = await under(AT_ONCE, () => service.call('GET', path))
    add(name, load, await under(AT_ONCE, () => bare.call('GET', '/bytes')), 'a bare route')
    await bare.stop()
  }
  const create = () => service.json('POST', `${API}/invoices`, draft)
  add('create, 1 at once', await under(1, create), null, '')
  const many = await under(AT_ONCE, create)
  const limit = engine === 'sqlite' ? await bareTransactions(url, first.id) : null
  add('create, 16 at once', many, limit, 'the same rows by SQL alone')
  if (limit)
    figures.push({
      part: 'requests',
      name: 'created in a second, 16 at once',
      engine,
      value: many.perSecond,
      unit: '/s',
      limit: limit.perSecond,
      limitName: 'the same rows by SQL alone',
    })
  const update = () =>
    service.json('PUT', `${API}/invoices/${first.id}`, { notes: String(performance.now()) })
  add('update', await under(1, update), null, '')
  await service.stop()
  return figures
}

const under = (atOnce: number, work: () => Promise<unknown>): Promise<Load> =>
  loaded(work, { atOnce, seconds: SECONDS, cpuMs: startedCpuMs })

async function bareServer(place: Place, service: Served, path: string): Promise<Served> {
  const file = join(place.folder, 'bytes')
  writeFileSync(file, (await service.call('GET', path)).body)
  return serve(join(import.meta.dirname, 'bare-server.ts'), { BENCH_BYTES: file })
}
