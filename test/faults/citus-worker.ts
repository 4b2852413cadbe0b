import { execSync } from 'node:child_process'
import {
  CITUS_URL,
  createDistributedDatabase,
  isUp,
  listWorkers,
  placesOf,
  type Worker,
} from '../citus-cluster.ts'
import { startClients } from './clients.ts'
import { fault, Skipped, seconds, sleep } from './harness.ts'
import { countsOf, nowMs } from './history.ts'
import { judgeTenant, makeTenants, OWNER, verifyAll } from './tenants.ts'

const { CITUS_KILL = '', CITUS_START = '' } = process.env
const CLIENTS = 4
const PAUSE_MS = 500
const AWAY_S = 5
const AFTER_S = 5

/**
 * One worker of Citus is killed and started again, by two commands, while sixteen companies write:
 * those on another worker notice nothing, and no company loses what it was acknowledged.
 */
await fault(async (it) => {
  if ([CITUS_URL, CITUS_KILL, CITUS_START].includes(''))
    throw new Skipped(
      'DATABASE_URL_CITUS, and CITUS_KILL and CITUS_START, commands that kill and start one worker, are not set.',
    )
  const database = await createDistributedDatabase()
  it.after(() => database.drop())
  const dataDir = it.folder()
  const { email, password } = OWNER
  const env = { DATABASE_URL: database.url, ADMIN_EMAIL: email, ADMIN_PASSWORD: password }
  const service = await it.service({ dataDir, env })
  await service.ready()
  const tenants = await makeTenants(service.url)
  const places = await placesOf(database.url)
  const clients = tenants.map(({ headers, history }) =>
    startClients({
      ...{ count: CLIENTS, history, headers, pauseMs: PAUSE_MS },
      url: () => service.url,
    }),
  )
  await sleep(seconds(AWAY_S) * 1000)
  const killedMs = nowMs()
  execSync(CITUS_KILL)
  const killed = await workerThatIsDown()
  await sleep(seconds(AWAY_S) * 1000)
  execSync(CITUS_START)
  while (!(await isUp(killed))) await sleep(100)
  const startedMs = nowMs()
  await sleep(seconds(AFTER_S) * 1000)
  await Promise.all(clients.map((each) => each.stop()))

  const isOn = (company: string, worker: Worker) => {
    const place = places.get(company)
    return place?.nodename === worker.nodename && place.nodeport === worker.nodeport
  }
  const others = tenants.filter(({ company }) => !isOn(company, killed))
  if (others.length === 0 || others.length === tenants.length)
    it.finding(`Of ${tenants.length} companies, ${others.length} are on another worker.`)
  for (const { company, history } of others)
    for (const { kind, outcome, status, start, end } of history.all())
      if (outcome !== 'ok' && end > killedMs && start < startedMs)
        it.finding(`${company} is on another worker, and ${kind} was answered with ${status}`)
  for (const tenant of tenants) {
    if (!tenant.history.all().some(({ outcome, start }) => outcome === 'ok' && start > startedMs))
      it.finding(`${tenant.company}: nothing was acknowledged after the worker was back`)
    it.findings(await judgeTenant(service.url, tenant))
  }
  it.findings(await verifyAll({ DATA_DIR: dataDir, ...env }))
  const operations = tenants.flatMap(({ history }) => history.all())
  const awayMs = Math.round(startedMs - killedMs)
  return `a worker away for ${awayMs} ms, ${others.length} of ${tenants.length} companies elsewhere, ${countsOf(operations)}`
})

async function workerThatIsDown(): Promise<Worker> {
  for (const worker of await listWorkers()) if (!(await isUp(worker))) return worker
  throw new Error('CITUS_KILL ended, and all workers are up.')
}
