import { join } from 'node:path'
import { startClients } from './clients.ts'
import { readInvoices, verify } from './final-state.ts'
import { fault, ms, sleep, until } from './harness.ts'
import { countsOf, createHistory } from './history.ts'
import { judge } from './judge.ts'
import { startPostgresPair } from './postgres-pair.ts'
import { call } from './request.ts'

const CLIENTS = 16
const BEFORE_MS = 5_000
const DOWN_MS = 1_000
const AFTER_MS = 5_000
const READY_MAX_MS = 5_000

/**
 * Two processes write to a PostgreSQL with a synchronous replica. The first server is killed, the
 * replica takes over: what was acknowledged is there, and nobody restarted a process.
 */
await fault(async (it) => {
  const pair = await startPostgresPair()
  it.after(() => pair.dispose())
  await pair.createDatabase('billwright')
  const env = { DATABASE_URL: pair.url('billwright') }
  const services = [await it.service({ env }), await it.service({ env })]
  for (const service of services) await service.ready()
  const history = createHistory(join(it.folder(), 'history.jsonl'))
  let turn = 0
  const url = () => services[turn++ % services.length]?.url ?? ''
  const clients = startClients({ count: CLIENTS, history, keyed: 0.7, url })
  it.after(() => clients.stop())

  await sleep(BEFORE_MS)
  const before = countsOf(history.all())
  await pair.killPrimary()
  await sleep(DOWN_MS)
  await pair.promote()
  const tookMs = await Promise.all(
    services.map((service) => until('a change after the promotion', () => canWrite(service.url))),
  )
  await sleep(AFTER_MS)
  await clients.stop()

  const slowest = Math.max(...tookMs)
  if (slowest > READY_MAX_MS) it.finding(`writes took ${ms(slowest)} to go on`)
  for (const [at, { pid, child }] of services.entries())
    if (child.exitCode !== null || pid !== child.pid) it.finding(`process ${at} ended`)
  const [service] = services
  const invoices = await readInvoices(service?.url ?? '')
  it.findings(judge({ operations: history.all(), invoices }))
  it.findings(await verify(env))
  return `promoted after ${ms(DOWN_MS)}, both processes write again ${ms(slowest)} later, without a restart; before: ${before}; in all: ${countsOf(history.all())}, ${invoices.length} invoices`
})

async function canWrite(url: string): Promise<boolean> {
  return await call(url, 'POST', '/customers', { body: { name: 'Probe' }, timeoutMs: 10_000 }).then(
    ({ status }) => status === 201,
    () => false,
  )
}
