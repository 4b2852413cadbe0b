import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine } from '../src/platform/database/db.ts'
import { type Figure, type Load, loaded, loadedInTurns } from './measure.ts'
import { analyze, type Place } from './place.ts'
import { ITEMS } from './seeded.ts'
import { API, type Json, type Served, serve, startedCpuMs, startService } from './service.ts'
import { transactionsAlone } from './sql-limit.ts'

const SECONDS = 3
const TURNS = 7
const TURN_SECONDS = 0.6

type Work = () => Promise<unknown>
const AT_ONCE = 16

/** The service with 60 invoices, and what its figures are compared with. */
interface Subject {
  readonly place: Place
  readonly engine: Engine
  readonly url: string
  readonly service: Served
  readonly invoices: readonly Json[]
  readonly draft: object
}

/**
 * Many requests at once, each beside what does the same without the service: a bare server that sends
 * the same bytes, or the same rows written by SQL alone.
 */
export async function benchRequests(place: Place, engine: Engine): Promise<Figure[]> {
  const subject = await prepare(place, engine)
  try {
    return [...(await reading(subject)), ...(await writing(subject))]
  } finally {
    await subject.service.stop()
  }
}

async function prepare(place: Place, engine: Engine): Promise<Subject> {
  const url = await place.newDatabase(engine)
  const service = await startService(url, join(place.folder, `data-requests-${engine}`))
  const customer = await service.json('POST', `${API}/customers`, { name: 'Fernweh Books' })
  const draft = { customer_id: customer.id, items: ITEMS }
  const invoices: Json[] = []
  for (let at = 0; at < 60; at += 1)
    invoices.push(await service.json('POST', `${API}/invoices`, draft))
  await analyze(url)
  return { place, engine, url, service, invoices, draft }
}

async function reading(subject: Subject): Promise<Figure[]> {
  const { service, invoices, engine } = subject
  const [first, second] = invoices
  const published = await service.json('POST', `${API}/invoices/${second.id}/publish`)
  const paths: Readonly<Record<string, string>> = {
    'list of 50': `${API}/invoices?limit=50`,
    get: `${API}/invoices/${first.id}`,
    'public JSON': `${API}/public/invoices/${published.share_token}`,
    HTML: `${API}/invoices/${first.id}/html`,
  }
  const figures: Figure[] = []
  for (const [name, path] of Object.entries(paths)) {
    const bare = await bareServer(subject, path)
    const bytes = () => bare.call('GET', '/bytes')
    const read = () => service.call('GET', path)
    const [made, many] = await inTurns(AT_ONCE, [read, bytes])
    figures.push(cpuFigure(engine, name, made, beside(many)))
    await bare.stop()
  }
  return figures
}

async function writing(subject: Subject): Promise<Figure[]> {
  const { service, invoices, engine, url, draft } = subject
  const create = () => service.json('POST', `${API}/invoices`, draft)
  const alone = await under(1, create)
  const many = await under(AT_ONCE, create)
  let turn = 0
  const next = () => `${API}/invoices/${invoices[turn++ % invoices.length].id}`
  const notes = () => ({ notes: String(performance.now()) })
  const put = await under(AT_ONCE, () => service.json('PUT', next(), notes()))
  const patch = await under(AT_ONCE, () => service.json('PATCH', next(), notes()))
  const limit = await transactionsAlone(engine, url, invoices[0].id)
  const limitName = 'the same rows by SQL alone'
  const compared = { limit: limit.cpuMs, limitName }
  return [
    cpuFigure(engine, 'create, 1 at once', alone, compared),
    cpuFigure(engine, 'create, 16 at once', many, compared),
    {
      part: 'requests',
      name: 'created in a second, 16 at once',
      engine,
      value: many.perSecond,
      unit: '/s',
      limit: limit.perSecond,
      limitName,
    },
    cpuFigure(engine, 'update (PUT), 16 at once', put),
    cpuFigure(engine, 'update (PATCH), 16 at once', patch),
  ]
}

const beside = ({ cpuMs }: Load) => ({ limit: cpuMs, limitName: 'a bare route' })

const cpuFigure = (
  engine: Engine,
  name: string,
  { cpuMs }: Load,
  compared: Pick<Figure, 'limit' | 'limitName'> = {},
): Figure => ({ part: 'requests', name, engine, value: cpuMs, unit: 'ms CPU', ...compared })

const under = (atOnce: number, work: () => Promise<unknown>): Promise<Load> =>
  loaded(work, { atOnce, seconds: SECONDS, cpuMs: startedCpuMs })

const NOTHING: Load = { perSecond: Number.NaN, cpuMs: Number.NaN }

async function inTurns(atOnce: number, works: readonly [Work, Work]): Promise<[Load, Load]> {
  const options = { atOnce, seconds: TURN_SECONDS, turns: TURNS, cpuMs: startedCpuMs }
  const [one = NOTHING, other = NOTHING] = await loadedInTurns(works, options)
  return [one, other]
}

async function bareServer({ place, service }: Subject, path: string): Promise<Served> {
  const file = join(place.folder, 'bytes')
  writeFileSync(file, (await service.call('GET', path)).body)
  return serve(join(import.meta.dirname, 'bare-server.ts'), { BENCH_BYTES: file })
}
