import { join } from 'node:path'
import type { Engine } from '../src/platform/database/db.ts'
import { type Figure, inTurns } from './measure.ts'
import type { Place } from './place.ts'
import { copiedDatabase, ITEMS } from './seeded.ts'
import { API, type Json, type Served, startedCpuMs, startService } from './service.ts'
import { type SqlLimit, sqlLimit } from './sql-limit.ts'
import { bytesPerInvoice } from './stored-bytes.ts'

const WARM_UP = 40
const ROUNDS = 6
const TIMES = 10
const READINGS = WARM_UP + ROUNDS * TIMES

export interface SizedOptions {
  readonly place: Place
  readonly engines: readonly Engine[]
  readonly sizes: readonly number[]
}

/**
 * What concerns one invoice must take the same however many there are: each is measured at all sizes
 * in turns, beside the database alone at that size, and compared with the first size.
 */
export async function benchStored({ place, engines, sizes }: SizedOptions): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const engine of engines) {
    const stores: Store[] = []
    let taken: Awaited<ReturnType<typeof measureAll>>
    try {
      for (const total of sizes) stores.push(await openStore(place, engine, total))
      taken = await measureAll(stores)
    } finally {
      for (const { service } of stores) await service.stop()
    }
    const limits: SqlLimit[] = []
    for (const { url, created } of stores)
      limits.push(await sqlLimit(engine, url, String(created.at(-1))))
    for (const [at, { total, bytes }] of stores.entries()) {
      const common = { part: 'stored', engine, invoices: total }
      for (const { name, beside, values } of taken) {
        const limit = beside && limits[at]?.[beside]
        figures.push({
          ...common,
          name,
          value: values[at] ?? Number.NaN,
          unit: 'ms CPU',
          ...(limit === undefined ? {} : { limit, limitName: 'by SQL alone' }),
          ...(at === 0 ? {} : { first: values[0] ?? Number.NaN, firstName: `at ${sizes[0]}` }),
        })
      }
      const name = 'stored for each invoice of 5 items'
      figures.push({ ...common, name, value: bytes, unit: 'bytes' })
    }
  }
  return figures
}

/** The service over a database of one size, to which this writes: a copy. */
interface Store {
  readonly url: string
  readonly total: number
  /** On the disk, for each of them. */
  readonly bytes: number
  readonly service: Served
  readonly customerId: string
  /** A draft from their middle. */
  readonly middle: string
  /** The ids of what was created here, oldest first, and the tokens of what was published. */
  readonly created: string[]
  readonly tokens: string[]
}

async function openStore(place: Place, engine: Engine, total: number): Promise<Store> {
  const url = await copiedDatabase(place, engine, total)
  const bytes = await bytesPerInvoice(engine, url)
  const service = await startService(url, join(place.folder, `data-stored-${engine}-${total}`))
  const customer = await service.json('POST', `${API}/customers`, { name: 'Fernweh Books' })
  const middle = invoicePath(idAt(Math.floor(total / 20) * 10))
  const kept = { created: [], tokens: [] }
  return { url, total, bytes, service, customerId: customer.id, middle, ...kept }
}

interface Operation {
  readonly name: string
  readonly beside?: keyof SqlLimit
  work(store: Store): () => Promise<unknown>
}

/** Each read is of another invoice, so that no cache of documents or pages helps. */
const OPERATIONS: readonly Operation[] = [
  { name: 'create', beside: 'write', work: (store) => () => create(store) },
  {
    name: 'get',
    beside: 'read',
    work: ({ service, total }) => reading(service, (at) => spread(at, total)),
  },
  {
    name: 'list of 50',
    beside: 'page',
    work: ({ service }) => reading(service, (at) => `${API}/invoices?limit=${at + 1}`),
  },
  { name: 'update', work: (store) => () => note(store, 'PUT') },
  { name: 'patch', work: (store) => () => note(store, 'PATCH') },
  {
    name: 'HTML',
    work: ({ service, total }) => reading(service, (at) => `${spread(at, total)}/html`),
  },
  { name: 'publish', work: (store) => onEach(store, (path) => publish(store, path)) },
  {
    name: 'public JSON',
    beside: 'read',
    work: ({ service, tokens }) => reading(service, (at) => `${API}/public/invoices/${tokens[at]}`),
  },
  {
    name: 'issue',
    work: (store) => onEach(store, (path) => store.service.json('PUT', path, { status: 'sent' })),
  },
]

async function measureAll(stores: readonly Store[]) {
  const taken: { name: string; beside?: keyof SqlLimit; values: readonly number[] }[] = []
  for (const { work, ...operation } of OPERATIONS) {
    const options = { rounds: ROUNDS, times: TIMES, warmUp: WARM_UP, cpuMs: startedCpuMs }
    taken.push({ ...operation, values: await inTurns(stores.map(work), options) })
  }
  // One that was only created: its rows are what the database then writes by itself.
  for (const store of stores) await create(store)
  return taken
}

async function create({ service, customerId, created }: Store): Promise<void> {
  const body = { customer_id: customerId, items: ITEMS }
  const invoice: Json = await service.json('POST', `${API}/invoices`, body)
  created.push(invoice.id)
}

const note = ({ service, middle }: Store, method: string) =>
  service.json(method, middle, { notes: String(performance.now()) })

async function publish({ service, tokens }: Store, path: string): Promise<void> {
  const invoice: Json = await service.json('POST', `${path}/publish`)
  tokens.push(invoice.share_token)
}

/** As many paths as there are readings, each once. */
function reading(service: Served, pathOf: (at: number) => string) {
  let count = 0
  return async () => {
    const path = pathOf(count++)
    const { status } = await service.call('GET', path)
    if (status !== 200) throw new Error(`GET ${path}: ${status}`)
  }
}

/** From all of them alike; of many only each tenth has its parts. */
const spread = (at: number, total: number): string => {
  const place = Math.floor((at * total) / READINGS)
  return invoicePath(idAt(total > READINGS ? Math.floor(place / 10) * 10 : place))
}

/** Each invoice that was created here, once and in turn. */
function onEach({ created }: Store, work: (path: string) => Promise<unknown>) {
  const waiting = [...created]
  return () => work(invoicePath(waiting.shift() ?? ''))
}

const invoicePath = (id: string): string => `${API}/invoices/${id}`
const idAt = (at: number): string => `inv_019aa3c1-4a7e-7cc0-8000-${String(at).padStart(12, '0')}`
