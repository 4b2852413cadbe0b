import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine } from '../src/platform/database/db.ts'
import { onServer, type Place } from './place.ts'
import { seedInvoices } from './seed.ts'
import { API, startService } from './service.ts'

export const ITEMS = Array.from({ length: 5 }, (_, at) => ({
  description: `Consulting, week ${at + 1}`,
  quantity: '1.5',
  unit_price: '95',
  tax: { rate: '19' },
}))

/** The address of a database with so many invoices: filled once for a run, or once for all if kept. */
export async function seededDatabase(place: Place, engine: Engine, total: number): Promise<string> {
  const name = `seeded_${total}_${FINGERPRINT}`
  const seeded = await STORES[engine](place, name)
  if (await seeded.isThere()) return seeded.url
  const url = await place.newDatabase(engine)
  const begin = performance.now()
  await fill(place, url, total)
  await seeded.take(url)
  const seconds = (performance.now() - begin) / 1000
  console.error(`${engine}: ${total} invoices in ${seconds.toFixed(0)} s`)
  return seeded.url
}

/** Another of the same contents, to write to. */
export async function copiedDatabase(place: Place, engine: Engine, total: number): Promise<string> {
  const from = await seededDatabase(place, engine, total)
  if (engine === 'sqlite') {
    const to = await place.newDatabase(engine)
    copyFileSync(pathOf(from), pathOf(to))
    return to
  }
  const name = `bench_${process.pid}_copy_${total}`
  await onServer(await place.postgres(), `create database ${name} template ${nameOf(from)}`)
  return `${await place.postgres()}/${name}`
}

/** Of what the contents of a seeded database come from. */
const FINGERPRINT = fingerprintOf([
  join(import.meta.dirname, 'seed.ts'),
  ...filesIn(join(import.meta.dirname, '../migrations')),
])

function filesIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((it) => it.isFile())
  return files.map(({ parentPath, name }) => join(parentPath, name)).toSorted()
}

function fingerprintOf(files: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 8)
}

const pathOf = (url: string): string => url.slice('sqlite:'.length)
const nameOf = (url: string): string => url.slice(url.lastIndexOf('/') + 1)

interface Store {
  readonly url: string
  isThere(): Promise<boolean>
  /** Keeps what was filled, under its name: nothing half filled is ever found there. */
  take(url: string): Promise<void>
}

const STORES: Readonly<Record<Engine, (place: Place, name: string) => Promise<Store>>> = {
  async sqlite({ folder, kept }, name) {
    const path = join(kept ?? folder, `${name}.db`)
    return {
      url: `sqlite:${path}`,
      isThere: async () => existsSync(path),
      take: async (url) => {
        // The folder of the run may be on another disk.
        copyFileSync(pathOf(url), `${path}.part`)
        renameSync(`${path}.part`, path)
      },
    }
  },
  async postgres(place, name) {
    const server = await place.postgres()
    const found = `select 1 as one from pg_database where datname = '${name}'`
    return {
      url: `${server}/${name}`,
      isThere: async () => (await onServer(server, found)).length > 0,
      take: async (url) => {
        await onServer(server, `alter database ${nameOf(url)} rename to ${name}`)
      },
    }
  },
}

async function fill(place: Place, url: string, total: number): Promise<void> {
  const service = await startService(url, join(place.folder, 'data-fill'))
  const invoice = await service.json('POST', `${API}/invoices`, {
    customer: { name: 'Fernweh' },
    items: ITEMS,
  })
  await service.stop()
  await seedInvoices(url, { total, invoiceId: invoice.id })
}
