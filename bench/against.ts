import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine } from '../src/platform/database/db.ts'
import { ROOT } from '../test/source-files.ts'
import { median } from './measure.ts'
import { onServer, type Place } from './place.ts'
import { ITEMS } from './seeded.ts'
import { API, type Json, type Served, startedCpuMs, startService } from './service.ts'

const STORED = 1000
const ROUNDS = 10
const TIMES = 24
const STARTS = 3
const REST_MS = 3000

/**
 * Another commit and this tree in turns, so that what others do on the machine meets both alike. Prints
 * a table of medians, and of the medians of the ratios of each round.
 */
export async function benchAgainst(
  place: Place,
  engines: readonly Engine[],
  commit: string,
): Promise<void> {
  const folders = [folderOf(commit), ROOT]
  for (const engine of engines) {
    console.log(
      `\n| ${engine}, ms at ${commit} → here | wall | ratio | CPU | ratio |\n|---|---|---|---|---|`,
    )
    const sides: Side[] = []
    try {
      for (const [at, root] of folders.entries())
        sides.push(await openSide(place, { engine, root, name: `${engine}-${at}` }))
      for (const operation of OPERATIONS) print(operation.name, await inRounds(sides, operation))
      await printProcesses(sides)
    } finally {
      for (const { service, neighbor } of sides) {
        await neighbor.stop()
        await service.stop()
      }
    }
    await printBytes(sides, 'stopped')
  }
}

/** The sources and packages of a commit; they stay in the temporary folder for the next run. */
export function folderOf(commit: string): string {
  const git = (args: readonly string[]) =>
    execFileSync('git', ['-C', ROOT, ...args], { maxBuffer: 2 ** 30 })
  const id = git(['rev-parse', '--short=7', `${commit}^{commit}`])
    .toString()
    .trim()
  const folder = join(tmpdir(), `billwright-at-${id}`)
  if (!existsSync(join(folder, 'src'))) {
    mkdirSync(folder, { recursive: true })
    execFileSync('tar', ['-x', '-C', folder], { input: git(['archive', id]) })
  }
  if (!existsSync(join(folder, 'node_modules'))) {
    console.error(`Installing the packages of ${id} in ${folder} …`)
    const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder })
    if (status !== 0) {
      rmSync(join(folder, 'node_modules'), { recursive: true, force: true })
      throw new Error(`\`npm ci\` failed. Run it in ${folder}, then run this again.`)
    }
  }
  return folder
}

/** One commit: its service, and a second process on the same database that also writes. */
interface Side {
  readonly engine: Engine
  readonly url: string
  readonly dataDir: string
  readonly root: string
  readonly service: Served
  readonly neighbor: Served
  readonly customerId: string
  readonly emptyBytes: number
  /** Drafts that nothing has happened to, and issued and published invoices. */
  readonly drafts: string[]
  readonly issued: string[]
  readonly tokens: string[]
}

interface Opening {
  readonly engine: Engine
  readonly root: string
  readonly name: string
}

async function openSide(place: Place, { engine, root, name }: Opening): Promise<Side> {
  const url = await place.newDatabase(engine)
  const dataDir = join(place.folder, `data-against-${name}`)
  const service = await startService(url, dataDir, root)
  const neighbor = await startService(url, dataDir, root)
  const customer = await service.json('POST', `${API}/customers`, { name: 'Fernweh Books' })
  const emptyBytes = await bytesOf(engine, url)
  const side: Side = {
    ...{ engine, url, dataDir, root, service, neighbor, emptyBytes },
    ...{ customerId: customer.id, drafts: [], issued: [], tokens: [] },
  }
  await atOnce(16, STORED, () => create(side, {}, side.drafts))
  await printBytes([side], `${STORED} drafts`)
  await atOnce(16, 100, async (at) => {
    const invoice = await service.json('POST', `${API}/invoices/${side.drafts[at]}/publish`)
    side.tokens.push(invoice.share_token)
  })
  side.drafts.splice(0, 100)
  return side
}

async function create(side: Side, fields: object, ids: string[]): Promise<void> {
  const body = { customer_id: side.customerId, items: ITEMS, ...fields }
  ids.push((await side.service.json('POST', `${API}/invoices`, body)).id)
}

interface Operation {
  readonly name: string
  readonly atOnce?: number
  /** Not measured: a change by another process. */
  before?(side: Side): Promise<unknown>
  work(side: Side, at: number): Promise<unknown>
}

const issue = ({ service, drafts }: Side): Promise<Json> =>
  service.json('PUT', path(drafts.shift()), { status: 'sent' })

const publish = ({ service, drafts }: Side): Promise<Json> =>
  service.json('POST', `${path(drafts.pop())}/publish`)

/** A read of another invoice each time. */
const get = ({ service, drafts }: Side, at: number) => read(service, path(drafts[at]))
const list = ({ service }: Side, at: number) =>
  read(service, `${API}/invoices?limit=${20 + (at % 5)}`)

async function read(service: Served, at: string): Promise<void> {
  const { status } = await service.call('GET', at)
  if (status !== 200) throw new Error(`GET ${at}: ${status}`)
}

const path = (id: string | undefined): string => `${API}/invoices/${id}`

const write = ({ neighbor, customerId }: Side) =>
  neighbor.json('PATCH', `${API}/customers/${customerId}`, { phone: String(performance.now()) })

const OPERATIONS: readonly Operation[] = [
  { name: 'create', work: (side) => create(side, {}, side.drafts) },
  { name: 'create, 16 at once', atOnce: 16, work: (side) => create(side, {}, side.drafts) },
  { name: 'create and issue', work: (side) => create(side, { status: 'sent' }, side.issued) },
  { name: 'issue', work: issue },
  { name: 'issue, 16 at once', atOnce: 16, work: issue },
  { name: 'publish', work: publish },
  { name: 'publish, 16 at once', atOnce: 16, work: publish },
  {
    name: 'payment',
    work: ({ service, issued }) =>
      service.json('POST', `${path(issued.shift())}/payments`, { amount: '10.00' }),
  },
  {
    name: 'update (PATCH)',
    work: ({ service, drafts }, at) =>
      service.json('PATCH', path(drafts[at]), { notes: String(performance.now()) }),
  },
  { name: 'get', work: get },
  { name: 'list', work: list },
  { name: 'get after a write', before: write, work: get },
  {
    name: 'public JSON after a write',
    before: write,
    work: ({ service, tokens }, at) => read(service, `${API}/public/invoices/${tokens[at]}`),
  },
  {
    name: 'HTML after a write',
    before: write,
    work: ({ service, drafts }, at) => read(service, `${path(drafts[at])}/html`),
  },
  { name: 'list after a write', before: write, work: list },
]

interface Reading {
  readonly wallMs: number
  readonly cpuMs: number
}

/** Of each side the readings of all rounds. */
async function inRounds(sides: readonly Side[], operation: Operation) {
  for (const side of sides) await measured(side, operation)
  const readings = sides.map((): Reading[] => [])
  for (let round = 0; round < ROUNDS; round += 1) {
    const order = [...sides.entries()]
    for (const [at, side] of round % 2 === 0 ? order : order.toReversed())
      readings[at]?.push(await measured(side, operation))
  }
  return readings
}

async function measured(side: Side, { atOnce: lanes = 1, before, work }: Operation) {
  const sum = { wallMs: 0, cpuMs: 0 }
  const counted = async (run: () => Promise<unknown>) => {
    const [cpu, wall] = [cpuMsOf(side), performance.now()]
    await run()
    sum.wallMs += performance.now() - wall
    sum.cpuMs += cpuMsOf(side) - cpu
  }
  if (!before) await counted(() => atOnce(lanes, TIMES, (at) => work(side, at)))
  for (let at = 0; before && at < TIMES; at += 1) {
    await before(side)
    await counted(() => work(side, at))
  }
  return { wallMs: sum.wallMs / TIMES, cpuMs: sum.cpuMs / TIMES }
}

/** The service, and PostgreSQL where it runs; not the other process that writes. */
const cpuMsOf = ({ engine, service }: Side): number =>
  engine === 'sqlite' ? service.cpuMs() : startedCpuMs()

async function atOnce(lanes: number, times: number, work: (at: number) => Promise<unknown>) {
  let next = 0
  const lane = async () => {
    for (let at = next++; at < times; at = next++) await work(at)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

function print(name: string, [old = [], now = []]: readonly (readonly Reading[])[]): void {
  const cells = (['wallMs', 'cpuMs'] as const).flatMap((key) => {
    const ratios = now.map((it, round) => it[key] / (old[round]?.[key] ?? Number.NaN))
    const of = (readings: readonly Reading[]) => median(readings.map((it) => it[key])).toFixed(2)
    return [`${of(old)} → ${of(now)}`, `${median(ratios).toFixed(2)} ×`]
  })
  console.log(`| ${[name, ...cells].join(' | ')} |`)
}

/** Starts in turns on the filled database, and the memory of all processes at rest. */
async function printProcesses(sides: readonly Side[]): Promise<void> {
  const starts = sides.map((): Reading[] => [])
  const memory = sides.map((): number[] => [])
  for (let round = 0; round <= STARTS; round += 1) {
    for (const [at, { url, dataDir, root }] of sides.entries()) {
      const started = await startService(url, dataDir, root)
      if (round > 0) starts[at]?.push({ wallMs: started.startMs, cpuMs: started.cpuMs() })
      await new Promise((resolve) => setTimeout(resolve, REST_MS))
      const { own, children } = started.memoryMiB()
      memory[at]?.push(own + children)
      await started.stop()
    }
  }
  print('start to /readyz', starts)
  const [old = Number.NaN, now = Number.NaN] = memory.map(median)
  console.log(
    `| idle memory, MiB | ${old.toFixed(0)} → ${now.toFixed(0)} | ${(now / old).toFixed(2)} × | | |`,
  )
}

async function printBytes(sides: readonly Side[], when: string): Promise<void> {
  for (const { engine, url, root, emptyBytes } of sides) {
    const bytes = (await bytesOf(engine, url)) - emptyBytes
    console.error(`${when}, ${root}: ${(bytes / 1e6).toFixed(2)} MB more than empty`)
  }
}

/** With the log of SQLite. */
async function bytesOf(engine: Engine, url: string): Promise<number> {
  if (engine === 'sqlite') {
    const file = url.slice('sqlite:'.length)
    const files = [file, `${file}-wal`].filter((it) => existsSync(it))
    return files.reduce((sum, it) => sum + statSync(it).size, 0)
  }
  const end = url.lastIndexOf('/')
  const [row] = await onServer<{ bytes: string }>(
    url.slice(0, end),
    `select pg_database_size('${url.slice(end + 1)}') as bytes`,
  )
  return Number(row?.bytes)
}
