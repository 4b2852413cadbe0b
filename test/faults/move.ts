import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { runCommand } from '../cli-run.ts'
import { entryOf } from '../entry.ts'
import type { Json } from '../givens.ts'
import { ITEMS } from './clients.ts'
import { allDelivered, deliveryFaults } from './deliveries.ts'
import { listAll, readEvents } from './final-state.ts'
import { type Fault, fault, ms, type Service, sleep } from './harness.ts'
import { startPostgres } from './postgres.ts'
import { startReceiver } from './receiver.ts'
import { call, isOverloaded, request } from './request.ts'

const OWNER = { email: 'owner@example.org', password: 'nine quiet lighthouses' }
/** Of the company before it moves. */
const INVOICES = Number(process.env.MOVE_INVOICES ?? 300)
const BULK = 100
const INVOICE = { customer: { name: 'Fernweh Books' }, items: ITEMS, status: 'sent' }
const CHANGE_EVERY_MS = 50
const CLOSED_MAX_MS = 5_000
const LOAD_MS = 5_000
const KILLED_AFTER_MS = 4_000
const MOVING = ['company_moving', 'company_not_found', 'unauthenticated']

type Headers = Readonly<Record<string, string>>
type Env = Record<string, string>

/**
 * A company moves to another server while 20 invoices a second are issued in it and a webhook listens; the
 * command is killed and repeated. The company is closed for 5 seconds at most, and nothing is lost.
 */
await fault(async (it) => {
  const servers = [await startPostgres(['-c', 'wal_level=logical']), await startPostgres()] as const
  for (const server of servers) it.after(() => server.dispose())
  const receiver = await startReceiver(it, () => 'take')
  const here = await start(it, await servers[0].createDatabase('here'), receiver.allow)
  const there = await start(it, await servers[1].createDatabase('there'), receiver.allow)
  const { id, headers } = await makeCompany(here.service)
  const link = await fill(here.service, headers)
  const before = await readEvents(here.service.url, headers)
  await receiver.register(here.service.url, headers)

  const writers = write([here.service, there.service], headers)
  await sleep(LOAD_MS)
  const args = ['company', 'move', id, '--to', there.env.DATABASE_URL ?? '']
  await killed(args, here.env)
  const startedMs = performance.now()
  const { code, stderr } = await runCommand([...args, '--json'], { env: here.env })
  const tookMs = performance.now() - startedMs
  if (code !== 0) throw new Error(`The move ended with ${code}: ${stderr}`)
  await sleep(LOAD_MS)
  const { numbers, closedMs, others } = await writers.stop()

  if (closedMs > CLOSED_MAX_MS) it.finding(`it was closed for ${ms(closedMs)}`)
  it.findings(others)
  const { url } = there.service
  const found = await listAll(url, '/invoices', headers)
  const known = new Set(found.map(({ number }) => number))
  const lost = numbers.filter((number) => !known.has(number))
  it.findings(lost.map((number) => `${number} was acknowledged and is lost`))
  await allDelivered(url, headers)
  const events = (await readEvents(url, headers)).filter(({ sequence }) => sequence > before.length)
  it.findings(deliveryFaults(events, receiver.deliveries))
  if ((await request(url, 'GET', link)).status !== 200) it.finding('the shared link does not open')
  it.findings(await verifyAll(here.env, 1))
  it.findings(await verifyAll(there.env, 2))
  return `${found.length} invoices, the command took ${ms(tookMs)}, closed for ${ms(closedMs)}, ${numbers.length} acknowledged meanwhile, ${receiver.deliveries.length} deliveries`
})

async function start(
  it: Fault,
  url: string,
  allow: string,
): Promise<{ readonly service: Service; readonly env: Env }> {
  const own = { ADMIN_EMAIL: OWNER.email, ADMIN_PASSWORD: OWNER.password }
  const env: Env = { DATABASE_URL: url, OUTBOUND_ALLOW: allow, ...own }
  const service = await it.service({ dataDir: it.folder(), env })
  await service.ready()
  return { service, env: { DATA_DIR: service.dataDir, ...env } }
}

/** A company with a key of every scope, which moves with it. */
async function makeCompany({ url }: Service): Promise<{ id: string; headers: Headers }> {
  const origin = { origin: url }
  const session = await request(url, 'POST', '/api/v1/session', { body: OWNER, headers: origin })
  const cookies = session.headers.getSetCookie().map((it) => it.replace(/;.*/, ''))
  const { id } = await created(url, {}, '/companies', { name: 'Second', owner: OWNER.email })
  const asOwner = { ...origin, cookie: cookies.join('; '), 'billwright-company': String(id) }
  const body = { name: 'Clients', scopes: ['read', 'write', 'issue', 'admin'] }
  const key = await request(url, 'POST', '/api/v1/api-keys', { body, headers: asOwner })
  if (key.status !== 201) throw new Error(`A key was refused: ${key.text}`)
  const headers = { authorization: `Bearer ${key.json.key}` }
  await call(url, 'PATCH', '/settings', { headers, body: { companyName: 'Second GmbH' } })
  return { id, headers }
}

/** Many invoices, and the path of the public page of one. */
async function fill({ url }: Service, headers: Headers): Promise<string> {
  const items = Array.from({ length: BULK }, () => INVOICE)
  for (let made = 0; made < INVOICES; made += BULK) {
    const body = { items: items.slice(0, INVOICES - made) }
    const { status, json } = await call(url, 'POST', '/invoices/bulk', { headers, body })
    if (status !== 200 || json.failed > 0) throw new Error(`${status}: ${JSON.stringify(json)}`)
  }
  const { id } = await created(url, headers, '/invoices', INVOICE)
  const { share_url } = await created(url, headers, `/invoices/${id}/publish`, {})
  return new URL(share_url).pathname
}

async function created(url: string, headers: Headers, path: string, body: object): Promise<Json> {
  const { status, json, text } = await call(url, 'POST', path, { headers, body })
  if (status >= 300) throw new Error(`POST ${path} answered ${status}: ${text}`)
  return json
}

/** Issues invoices in the first service, and in the second one as soon as the first has none. */
function write([from, to]: readonly [Service, Service], headers: Headers) {
  const numbers: string[] = []
  const others: string[] = []
  let isOver = false
  let hasMoved = false
  let firstRefusedMs = 0
  let lastRefusedMs = 0
  const issue = ({ url }: Service) => call(url, 'POST', '/invoices', { headers, body: INVOICE })
  const once = async () => {
    let answer = await issue(hasMoved ? to : from)
    if (MOVING.includes(answer.json?.code)) {
      if (firstRefusedMs === 0) firstRefusedMs = performance.now()
      // As a proxy does that knows both; the key opens the second one once the company is there.
      answer = await issue(to)
      if (answer.status === 201) hasMoved = true
      else lastRefusedMs = performance.now()
      if (MOVING.includes(answer.json?.code)) return
    }
    if (answer.status === 201) numbers.push(answer.json.number)
    else if (!isOverloaded(answer)) others.push(`POST /invoices: ${answer.status} ${answer.text}`)
  }
  const all: Promise<void>[] = []
  const loop = (async () => {
    while (!isOver) {
      all.push(once())
      await sleep(CHANGE_EVERY_MS)
    }
  })()
  return {
    async stop() {
      isOver = true
      await loop
      await Promise.all(all)
      return { numbers, others, closedMs: lastRefusedMs - firstRefusedMs }
    },
  }
}

/** Runs the command for some seconds and kills it. */
async function killed(args: readonly string[], env: Env): Promise<void> {
  const main = entryOf('entry/cli/main')
  const child = spawn(process.execPath, [main, ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: 'ignore',
  })
  const exited = once(child, 'exit')
  await Promise.race([exited, sleep(KILLED_AFTER_MS)])
  child.kill('SIGKILL')
  await exited
}

/** What `billwright verify --all` finds wrong with any company. */
async function verifyAll(env: Env, companies: number): Promise<readonly string[]> {
  const { code, stderr, json } = await runCommand(['verify', '--all', '--json'], { env })
  const isWhole = code === 0 && json?.ok === true && json.verified === companies
  return isWhole ? [] : [`verify --all ended with ${code}: ${stderr} ${JSON.stringify(json)}`]
}
