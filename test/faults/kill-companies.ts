import { join } from 'node:path'
import { CITUS_URL, createDistributedDatabase } from '../citus-cluster.ts'
import { type Clients, startClients } from './clients.ts'
import { checkSqlite } from './final-state.ts'
import { type Fault, fault, randomBetween, rounds, type Service, sleep } from './harness.ts'
import { countsOf } from './history.ts'
import { startPostgres } from './postgres.ts'
import { COMPANIES, judgeTenant, makeTenants, OWNER, verifyAll } from './tenants.ts'

const CLIENTS = 4
const PROCESSES = 2
/** 64 clients without a pause would only measure the queue. */
const PAUSE_MS = 500

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
  for (const [place, tenant] of tenants.entries()) {
    const found = await judgeTenant(anyUrl(), tenant)
    it.findings(found.map((sentence) => `${engine}, company ${place + 1}: ${sentence}`))
  }
  it.findings(await verifyAll({ DATA_DIR: dataDir, ...env }))
  if (engine === 'SQLite') it.findings(checkSqlite(join(dataDir, 'billwright.db')))
  for (const member of members) await member.kill()
  const operations = tenants.flatMap(({ history }) => history.all())
  return `${engine}: ${COMPANIES} companies, ${kills} kills, ${countsOf(operations)}`
}
