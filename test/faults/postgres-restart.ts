import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../service-process.ts'
import { ROOT } from '../source-files.ts'
import { startClients } from './clients.ts'
import { readInvoices, verify } from './final-state.ts'
import { fault, ms, sleep, until } from './harness.ts'
import { countsOf, createHistory } from './history.ts'
import { judge } from './judge.ts'
import { type Postgres, startPostgres } from './postgres.ts'
import { call } from './request.ts'

const CLIENTS = 16
const READY_MAX_MS = 5_000
const STORM_MS = 10_000
const STORM_EVERY_MS = 200
const CHAOS_PROXY = join(ROOT, '../shared/security/chaos-proxy.mjs')
const HANG_MS = 5_000

/** How each is asked for, and how long it lasts. `cut-reply/1`: a commit is sent, its answer lost. */
const NETWORK_FAULTS: readonly (readonly [string, number])[] = [
  ['cut-reply/1', 500],
  ['cut-reply/40', 500],
  ['cut-reply/1', 500],
  ['reset', 500],
  ['refuse', 1_000],
  ['delay/300', 2_000],
  ['hang', HANG_MS],
]

/**
 * PostgreSQL crashes, restarts and drops connections, and the network between it and the
 * service fails in several ways, while 16 clients write. Nothing that was acknowledged may be lost,
 * nothing with a key may happen twice, and all works again within 5 s of the database's return.
 */
await fault(async (it) => {
  const postgres = await startPostgres()
  it.after(() => postgres.dispose())
  const url = await postgres.createDatabase('billwright')
  const proxy = existsSync(CHAOS_PROXY) ? await startChaosProxy(postgres) : null
  it.after(() => proxy?.child.kill('SIGKILL'))
  const through = proxy ? url.replace(`:${postgres.port}`, `:${proxy.port}`) : url
  const folder = it.folder()
  const service = await it.service({ env: { DATABASE_URL: through } })
  await service.ready()
  const history = createHistory(join(folder, 'history.jsonl'))
  const clients = startClients({ count: CLIENTS, history, keyed: 0.7, url: () => service.url })
  it.after(() => clients.stop())
  const figures: string[] = []

  /** From the moment the database can work again until the first change is acknowledged. */
  const recovered = async (what: string) => {
    const took = await until(`a change after ${what}`, () => canWrite(service.url))
    if (took > READY_MAX_MS) it.finding(`after ${what} the service took ${ms(took)}`)
    figures.push(`${what} ${ms(took)}`)
  }

  for (const mode of ['immediate', 'fast'] as const) {
    await sleep(1_000)
    await postgres.stop(mode)
    await sleep(500)
    await postgres.start()
    await recovered(`restart (${mode})`)
  }
  const cut = await storm(postgres)
  await recovered(`${cut} killed connections`)
  for (const [path, lastsMs] of proxy ? NETWORK_FAULTS : []) {
    await sleep(500)
    await proxy?.control(path)
    await sleep(lastsMs)
    await proxy?.control('pass')
    await recovered(path)
  }

  await clients.stop()
  it.findings(judge({ operations: history.all(), invoices: await readInvoices(service.url) }))
  it.findings(await verify({ DATABASE_URL: url }))
  const without = proxy ? '' : '; the network was left alone, chaos-proxy.mjs is not here'
  return `writes again after: ${figures.join(', ')}; ${countsOf(history.all())}${without}`
})

/** A change that is asked for once each time, so that a slow answer does not hide a quick one. */
async function canWrite(url: string): Promise<boolean> {
  const body = { name: 'Probe' }
  return await call(url, 'POST', '/customers', { body, timeoutMs: 10_000 }).then(
    ({ status }) => status === 201,
    () => false,
  )
}

async function storm(postgres: Postgres): Promise<number> {
  let cut = 0
  for (const untilMs = performance.now() + STORM_MS; performance.now() < untilMs; ) {
    const rows = await postgres.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'billwright' and datname = 'billwright'`,
    )
    cut += rows.length
    await sleep(STORM_EVERY_MS)
  }
  return cut
}

interface ChaosProxy {
  readonly child: ChildProcess
  readonly port: number
  control(path: string): Promise<unknown>
}

async function startChaosProxy({ port: to }: Postgres): Promise<ChaosProxy> {
  const [port, control] = [await freePort(), await freePort()]
  const args = ['--listen', port, '--to', `127.0.0.1:${to}`, '--control', control]
  const child = spawn(process.execPath, [CHAOS_PROXY, ...args.map(String)], { stdio: 'ignore' })
  const ask = (path: string) => fetch(`http://127.0.0.1:${control}/${path}`)
  await until('the proxy', () =>
    ask('stat').then(
      () => true,
      () => false,
    ),
  )
  return { child, port, control: ask }
}
