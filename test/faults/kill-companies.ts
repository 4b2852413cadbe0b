import { join } from 'node:path'
import { CITUS_URL, createDistributedDatabase } from '../citus-cluster.ts'
import { runCommand } from '../cli-run.ts'
import type { Json } from '../givens.ts'
import { type Clients, startClients } from './clients.ts'
import { checkSqlite, readEvents, readInvoices } from './final-state.ts'
import { type Fault, fault, randomBetween, rounds, type Service, sleep } from './harness.ts'
import { countsOf, createHistory, type History } from './history.ts'
import { judge } from './judge.ts'
import { startPostgres } from './postgres.ts'
import { call, request } from './request.ts'

const COMPANIES = 16
const CLIENTS = 4
const PROCESSES = 2
const OWNER = { email: 'owner@example.org', password: 'nine quiet lighthouses' }
/** 64 clients without a pause would only measure the queue. */
const PAUSE_MS = 500

interface Tenant {
  readonly headers: Readonly<Record<string, string>>
  readonly history: History
}

/**
 * Sixteen companies write through two processes, one of which is killed every other second: each
 * company has its own numbers and events without a gap, and what it was acknowledged.
 */
await fault(async (it) => {
  const postgres = await startPostgres()
  it.after(() => postgres.dispose())
  const url = await postgres.createDatabase('companies')
  const figures = [
    await kill(it, 'SQLite', {}),
    await kill(it, 'PostgreSQL', { DATABASE_URL: url }),
  ]
  if (CITUS_URL === '')
    return [...figures, 'Citus skipped: DATABASE_URL_CITUS names none'].join('; ')
  const distributed = await createDistributedDatabase()
  it.after(() => distributed.drop())
  figures.push(await kill(it, 'Citus', { DATABASE_URL: distributed.url }))
  return figures.join('; ')
})

async function kill(it: Fault, engine: string, more: Record<string, string>): Promise<string> {
  const dataDir = it.folder()
  const env = { ...more, ADMIN_EMAIL: OWNER.email, ADMIN_PASSWORD: OWNER.password }
  const start = async () => {
    const service = await it.service({ dataDir, env })
    await service.ready()
    return service
  }
  const members: Service[] = []
  for (let n = 0; n < PROCESSES; n++) members.push(await start())
  const anyUrl = () => members[Math.floor(Math.random() * members.length)]?.url ?? ''
  const tenants = await makeTenants(anyUrl())
  const clients: Clients[] = tenants.map(({ headers, history }) =>
    startClients({ count: CLIENTS, history, headers, url: anyUrl, pauseMs: PAUSE_MS }),
  )
  const kills = rounds(15)
  for (let round = 0; round < kills; round++) {
    await sleep(randomBetween(500, 2_500))
    const [killed] = members.splice(round % PROCESSES, 1)
    await killed?.kill()
    members.push(await start())
  }
  await Promise.all(clients.map((each) => each.stop()))
  for (const [place, { headers, history }] of tenants.entries()) {
    const invoices = await readInvoices(anyUrl(), headers)
    const events = await readEvents(anyUrl(), headers)
    const found = judge({ operations: history.all(), invoices, events })
    it.findings(found.map((sentence) => `${engine}, company ${place + 1}: ${sentence}`))
  }
  it.findings(await verifyAll({ DATA_DIR: dataDir, ...env }))
  if (engine === 'SQLite') it.findings(checkSqlite(join(dataDir, 'billwright.db')))
  for (const member of members) await member.kill()
  const operations = tenants.flatMap(({ history }) => history.all())
  return `${engine}: ${COMPANIES} companies, ${kills} kills, ${countsOf(operations)}`
}

/** Companies with a key each, made as an operator makes them. */
async function makeTenants(url: string): Promise<readonly Tenant[]> {
  const origin = { origin: url }
  const session = await request(url, 'POST', '/api/v1/session', { body: OWNER, headers: origin })
  const cookie = session.headers
    .getSetCookie()
    .map((it) => it.replace(/;.*/, ''))
    .join('; ')
  const tenants: Tenant[] = []
  for (let place = 1; place <= COMPANIES; place++) {
    const company = await made(url, '/companies', { name: `No. ${place}`, owner: OWNER.email })
    const headers = { ...origin, cookie, 'billwright-company': company.id }
    const body = { name: 'Clients', scopes: ['read', 'write', 'issue', 'admin'] }
    const asOwner = { body, headers }
    const key = await request(url, 'POST', '/api/v1/api-keys', asOwner)
    if (key.status !== 201) throw new Error(`A key was refused: ${key.text}`)
    const own = { authorization: `Bearer ${key.json.key}` }
    await call(url, 'PATCH', '/settings', { headers: own, body: { companyName: company.name } })
    tenants.push({ headers: own, history: createHistory() })
  }
  return tenants
}

async function made(url: string, path: string, body: object): Promise<Json> {
  const { status, json, text } = await call(url, 'POST', path, { body })
  if (status !== 201) throw new Error(`POST ${path} answered ${status}: ${text}`)
  return json
}

/** What `billwright verify --all` finds wrong with any company. */
async function verifyAll(env: Record<string, string>): Promise<readonly string[]> {
  const options = ['verify', '--all', '--parallel', '4', '--json']
  const { code, stderr, json } = await runCommand(options, { env })
  const isWhole = code === 0 && json?.ok === true && json.verified === COMPANIES + 1
  return isWhole ? [] : [`verify --all ended with ${code}: ${stderr} ${JSON.stringify(json)}`]
}
