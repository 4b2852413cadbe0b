import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine } from '../src/platform/database/db.ts'
import { ROOT } from '../test/source-files.ts'
import { median } from './measure.ts'
import { analyze, onServer, type Place } from './place.ts'
import { ITEMS } from './seeded.ts'
import {
  API,
  endedCpuMs,
  entryIn,
  type Json,
  type Served,
  startedCpuMs,
  startService,
} from './service.ts'

/** Drafts before the first reading. */
const STORED = Number(process.env.BENCH_STORED ?? 1000)
/** Invoices that are created, issued and paid, to see what they take on the disk. */
const PAID = 500
/** `BENCH_IDLE_MINUTES=5` to see whether the browser's memory is free again. */
const IDLE_MINUTES = Number(process.env.BENCH_IDLE_MINUTES ?? 0)
const PDFS = 24
const PDFS_AT_ONCE = 4
const VERIFIED_TIMES = 3
const ROUNDS = 10
const TIMES = 24
const STARTS = 3
const REST_MS = 3000

interface Against {
  readonly commit: string
  /** Names of operations; then nothing else is measured. */
  readonly only: RegExp | undefined
}

/**
 * Another commit and this tree in turns, so that what others do on the machine meets both alike. Prints
 * a table of medians, and of the medians of the ratios of each round.
 */
export async function benchAgainst(
  place: Place,
  engines: readonly Engine[],
  { commit, only }: Against,
): Promise<void> {
  const operations = OPERATIONS.filter(({ name }) => only?.test(name) ?? true)
  const folders = [folderOf(commit), ROOT]
  for (const engine of engines) {
    console.log(
      `\n| ${engine}, ms at ${commit} → here | wall | ratio | CPU | ratio | Invio 2.1, CPU |\n|---|---|---|---|---|---|`,
    )
    const sides: Side[] = []
    try {
      for (const [at, root] of folders.entries())
        sides.push(await openSide(place, { engine, root, name: `${engine}-${at}` }))
      for (const operation of operations)
        print(operation.name, await inRounds(sides, operation), operation.invioMs)
      for (const side of sides) await printPaid(side)
      if (only !== undefined) continue
      await printProcesses(sides)
      print('PDF of a changed invoice, 4 at once', await printed(sides))
      print('verify', verified(sides))
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
    await service.json('PUT', path(side.drafts[at]), { status: 'sent' })
    const invoice = await service.json('POST', `${path(side.drafts[at])}/publish`)
    side.tokens.push(invoice.share_token)
  })
  side.drafts.splice(0, 100)
  await analyze(url)
  return side
}

async function create(side: Side, fields: object, ids: string[]): Promise<void> {
  const body = { customer_id: side.customerId, items: ITEMS, ...fields }
  ids.push((await side.service.json('POST', `${API}/invoices`, body)).id)
}

interface Operation {
  readonly name: string
  /**
   * CPU time of Invio 2.1 for the same, in ms, quoted: measured once on two cores with SQLite and 1,000 invoices, where
   * reads had a pause of 2 ms before them.
   */
  readonly invioMs?: number
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

/** In one request; a commit that has none for both needs two. */
async function issueAndPublish({ service, drafts }: Side): Promise<void> {
  const id = drafts.pop()
  const { status } = await service.json('POST', `${path(id)}/publish`, { issue: true })
  if (status === 'draft') await service.json('PUT', path(id), { status: 'sent' })
}

const path = (id: string | undefined): string => `${API}/invoices/${id}`

const write = ({ neighbor, customerId }: Side) =>
  neighbor.json('PATCH', `${API}/customers/${customerId}`, { phone: String(performance.now()) })

const OPERATIONS: readonly Operation[] = [
  { name: 'create', invioMs: 9.8, work: (side) => create(side, {}, side.drafts) },
  {
    name: 'create, 16 at once',
    invioMs: 11.4,
    atOnce: 16,
    work: (side) => create(side, {}, side.drafts),
  },
  { name: 'create and issue', work: (side) => create(side, { status: 'sent' }, side.issued) },
  { name: 'issue', invioMs: 3.75, work: issue },
  { name: 'issue, 16 at once', atOnce: 16, work: issue },
  { name: 'publish', invioMs: 5.75, work: publish },
  { name: 'publish, 16 at once', atOnce: 16, work: publish },
  { name: 'issue and publish', work: issueAndPublish },
  {
    name: 'payment',
    work: ({ service, issued }) =>
      service.json('POST', `${path(issued.shift())}/payments`, { amount: '10.00' }),
  },
  {
    name: 'update (PATCH)',
    invioMs: 24,
    work: ({ service, drafts }, at) =>
      service.json('PATCH', path(drafts[at]), { notes: String(performance.now()) }),
  },
  { name: 'get', work: get },
  { name: 'list', work: list },
  { name: 'get after a write', invioMs: 3.4, before: write, work: get },
  {
    name: 'public JSON after a write',
    invioMs: 1.66,
    before: write,
    work: ({ service, tokens }, at) => read(service, `${API}/public/invoices/${tokens[at]}`),
  },
  {
    name: 'HTML after a write',
    invioMs: 3.7,
    before: write,
    work: ({ service, drafts }, at) => read(service, `${path(drafts[at])}/html`),
  },
  { name: 'list after a write', invioMs: 12.4, before: write, work: list },
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

function print(
  name: string,
  [old = [], now = []]: readonly (readonly Reading[])[],
  invioMs?: number,
): void {
  const cells = (['wallMs', 'cpuMs'] as const).flatMap((key) => {
    const ratios = now.map((it, round) => it[key] / (old[round]?.[key] ?? Number.NaN))
    const of = (readings: readonly Reading[]) => median(readings.map((it) => it[key])).toFixed(2)
    return [`${of(old)} → ${of(now)}`, `${median(ratios).toFixed(2)} ×`]
  })
  console.log(`| ${[name, ...cells, invioMs ?? ''].join(' | ')} |`)
}

/** Starts in turns on the filled database, the first requests after them, and the memory of all processes. */
async function printProcesses(sides: readonly Side[]): Promise<void> {
  const memory = new Map<string, number[][]>()
  const remember = (when: string, at: number, { own, children }: Memory) => {
    const all = memory.get(when) ?? sides.map(() => [])
    all[at]?.push(own + children)
    memory.set(when, all)
  }
  const starts = new Map<string, Reading[][]>()
  for (let round = 0; round <= STARTS; round += 1) {
    for (const [at, { url, dataDir, root, drafts }] of sides.entries()) {
      const service = await startService(url, dataDir, root)
      const began = { wallMs: service.startMs, cpuMs: service.cpuMs() }
      const readings: [string, Reading][] = [['start to /readyz', began]]
      const add = async (name: string, work: () => Promise<unknown>) => {
        const [cpu, wall] = [service.cpuMs(), performance.now()]
        await work()
        const wallMs = performance.now() - wall
        readings.push([name, { wallMs, cpuMs: service.cpuMs() - cpu }])
      }
      await add('first get after a start', () => read(service, path(drafts[0])))
      await new Promise((resolve) => setTimeout(resolve, REST_MS))
      remember('idle', at, service.memoryMiB())
      await add('first PDF after a start', () => read(service, `${path(drafts[round])}/pdf`))
      remember('after a PDF', at, service.memoryMiB())
      if (round === STARTS && IDLE_MINUTES > 0) {
        await new Promise((resolve) => setTimeout(resolve, IDLE_MINUTES * 60_000))
        remember(`${IDLE_MINUTES} minutes after a PDF`, at, service.memoryMiB())
      }
      await service.stop()
      for (const [name, reading] of round > 0 ? readings : []) {
        const all = starts.get(name) ?? sides.map(() => [])
        all[at]?.push(reading)
        starts.set(name, all)
      }
    }
  }
  for (const [name, readings] of starts) print(name, readings)
  for (const [when, values] of memory) {
    const [old = Number.NaN, now = Number.NaN] = values.map(median)
    const ratio = (now / old).toFixed(2)
    console.log(
      `| memory, ${when}, MiB | ${old.toFixed(0)} → ${now.toFixed(0)} | ${ratio} × | | | |`,
    )
  }
}

type Memory = ReturnType<Served['memoryMiB']>

/** Of each side in turns: each PDF after a change, with the CPU of the browser. */
async function printed(sides: readonly Side[]): Promise<readonly (readonly Reading[])[]> {
  const readings = sides.map((): Reading[] => [])
  for (let round = 0; round <= STARTS; round += 1) {
    for (const [at, { service, drafts }] of sides.entries()) {
      const ids = drafts.slice(0, PDFS)
      for (const id of ids) await service.json('PATCH', path(id), { notes: `${round}, ${id}` })
      const [cpu, wall] = [startedCpuMs(), performance.now()]
      await atOnce(PDFS_AT_ONCE, ids.length, (index) => read(service, `${path(ids[index])}/pdf`))
      const wallMs = (performance.now() - wall) / ids.length
      const reading = { wallMs, cpuMs: (startedCpuMs() - cpu) / ids.length }
      if (round > 0) readings[at]?.push(reading)
    }
  }
  return readings
}

/** `billwright verify` on the filled database, with the start of its process. */
function verified(sides: readonly Side[]): readonly (readonly Reading[])[] {
  const readings = sides.map((): Reading[] => [])
  for (let round = 0; round < VERIFIED_TIMES; round += 1) {
    for (const [at, { url, dataDir, root }] of sides.entries()) {
      const { PATH = '', HOME = '' } = process.env
      const env = { PATH, HOME, DATABASE_URL: url, DATA_DIR: dataDir }
      const [cpu, wall] = [endedCpuMs(), performance.now()]
      const args = ['--disable-warning=ExperimentalWarning', entryIn(root, 'cli/main'), 'verify']
      const { status, stderr } = spawnSync(process.execPath, args, { env, cwd: root })
      if (status !== 0) throw new Error(`verify failed in ${root}: ${stderr}`)
      const wallMs = performance.now() - wall
      readings[at]?.push({ wallMs, cpuMs: endedCpuMs() - cpu })
    }
  }
  return readings
}

/** What invoices take on the disk that were created, issued and paid. */
async function printPaid(side: Side): Promise<void> {
  const { engine, url, service, root } = side
  const before = await bytesOf(engine, url)
  await atOnce(PDFS_AT_ONCE, PAID, async () => {
    const ids: string[] = []
    await create(side, { status: 'sent' }, ids)
    await service.json('PUT', path(ids[0]), { status: 'paid' })
  })
  const bytes = (await bytesOf(engine, url)) - before
  console.error(`10 000 paid invoices, ${root}: ${((bytes / PAID) * 1e-2).toFixed(1)} MB`)
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
