import { join } from 'node:path'
import { startClients } from './clients.ts'
import { checkSqlite, readEvents, readInvoices, verify } from './final-state.ts'
import { type Fault, fault, rounds } from './harness.ts'
import { countsOf, createHistory } from './history.ts'
import { judge } from './judge.ts'
import { startPostgres } from './postgres.ts'

const CLIENTS = 64

/**
 * 64 clients create and issue through two processes on one store; some cut their connection, some
 * send what must be refused. Numbers stay unique and gapless (C17).
 */
await fault(async (it) => {
  const postgres = await startPostgres()
  it.after(() => postgres.dispose())
  const url = await postgres.createDatabase('numbers')
  const onSqlite = await twoProcesses(it, 'SQLite', {})
  const onPostgres = await twoProcesses(it, 'PostgreSQL', { DATABASE_URL: url })
  return `${onSqlite}; ${onPostgres}`
})

async function twoProcesses(it: Fault, engine: string, env: Record<string, string>) {
  const dataDir = it.folder()
  const services = [await it.service({ dataDir, env })]
  await services[0]?.ready()
  services.push(await it.service({ dataDir, env }))
  await services[1]?.ready()
  const history = createHistory(join(dataDir, 'history.jsonl'))
  const clients = startClients({
    count: CLIENTS,
    history,
    url: () => services[Math.random() < 0.5 ? 0 : 1]?.url ?? '',
    aborted: 0.05,
    invalid: 0.05,
    kinds: ['create', 'create', 'issue'],
    operations: rounds(10),
    timeoutMs: 60_000,
  })
  await clients.finished
  const [{ url } = { url: '' }] = services
  const [invoices, events] = [await readInvoices(url), await readEvents(url)]
  it.findings(judge({ operations: history.all(), invoices, events }))
  it.findings(await verify({ DATA_DIR: dataDir, ...env }))
  if (env.DATABASE_URL === undefined) it.findings(checkSqlite(join(dataDir, 'billwright.db')))
  const errors = history
    .all()
    .filter(({ status, code }) => status !== null && status >= 500 && code !== 'overloaded')
  for (const { kind, status, code } of errors) it.finding(`${engine}: ${kind} ${status} ${code}`)
  const numbers = invoices.filter(({ number }) => number !== null).length
  return `${engine}: ${countsOf(history.all())}, ${numbers} numbers`
}
