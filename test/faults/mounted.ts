import { execFileSync } from 'node:child_process'
import { startClients } from './clients.ts'
import { checkSqlite, readEvents, readInvoices, verify } from './final-state.ts'
import { type Fault, ms, Skipped, sleep, until } from './harness.ts'
import { countsOf, createHistory } from './history.ts'
import { judge } from './judge.ts'
import { type Answer, call, isOverloaded } from './request.ts'

const CLIENTS = 8
const FAULT_MS = 3_000
const RECOVERY_MAX_MS = 5_000
/** `overloaded`: the machine is too slow for the load, which is no fault of the disk. */
const CODES = ['storage_unavailable', 'overloaded']

/** A small file system in memory. Throws `Skipped` where this user may not make one. */
export function mountMemory(it: Fault, size: string): string {
  const folder = it.folder()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0700`, 'tmpfs', folder], {
      stdio: 'ignore',
    })
  } catch {
    throw new Skipped('This needs a separate tmpfs, which only root may mount.')
  }
  it.after(() => execFileSync('umount', ['--lazy', folder]))
  return folder
}

interface Outage {
  /** The data directory, on a separate file system. */
  readonly dataDir: string
  begin(pid: number): Promise<void> | void
  end(): Promise<void> | void
}

/**
 * Writes until the disk fails, reads while it does, and writes again once it works: writes answer
 * 503 `storage_unavailable` with `Retry-After`, reads go on, nothing acknowledged is lost (C23).
 */
export async function outageUnderLoad(it: Fault, outage: Outage): Promise<string> {
  const { dataDir } = outage
  const service = await it.service({ dataDir })
  await service.ready()
  const history = createHistory()
  const clients = startClients({ count: CLIENTS, history, url: () => service.url })
  await until('some writes', () => history.count() > 50)
  const { json: known } = await writeOnce(service.url)
  await outage.begin(service.pid)
  await until('a refused write', () =>
    history.all().some(({ code }) => code === 'storage_unavailable'),
  )
  const begunAt = performance.now()
  let reads = 0
  while (performance.now() - begunAt < FAULT_MS) {
    reads += 1
    for (const path of [
      `/invoices/${known.id}`,
      '/invoices?limit=10',
      `/invoices/${known.id}/html`,
    ]) {
      const answer = await call(service.url, 'GET', path)
      if (answer.status !== 200 && !isOverloaded(answer))
        it.finding(`GET ${path} while the disk fails: ${answer.status} ${answer.text}`)
    }
    judgeRefusal(it, await writeOnce(service.url))
    await sleep(50)
  }
  await outage.end()
  const healedMs = await until('a write', async () => (await writeOnce(service.url)).status === 201)
  if (healedMs > RECOVERY_MAX_MS) it.finding(`writes work only ${ms(healedMs)} after the disk does`)
  await until('more writes', async () => (await writeOnce(service.url)).status === 201)
  await clients.stop()
  const invoices = (await readInvoices(service.url)).filter(({ metadata }) => metadata.op)
  const events = await readEvents(service.url)
  const operations = history.all()
  it.findings(judge({ operations, invoices, events, isUnavailableRefusal: true }))
  for (const { status, code, kind } of operations)
    if (status !== null && status >= 500 && !CODES.includes(code ?? ''))
      it.finding(`${kind} answered ${status} ${code}`)
  it.findings(await verify({ DATA_DIR: dataDir }))
  it.findings(checkSqlite(`${dataDir}/billwright.db`))
  const refused = operations.filter(({ code }) => code === 'storage_unavailable').length
  return `${countsOf(operations)}, ${refused} × 503, ${reads} × 3 reads; writes again after ${ms(healedMs)}`
}

/** A draft, so that the numbers are those of the clients alone. */
function writeOnce(url: string): Promise<Answer> {
  const body = {
    customer: { name: 'Fernweh Books' },
    items: [{ description: 'Design' }],
  }
  return call(url, 'POST', '/invoices', { body })
}

/** A write may still fit; what does not is refused in this way and no other. */
function judgeRefusal(it: Fault, answer: Answer): void {
  const { status, json, headers } = answer
  if (status === 201 || isOverloaded(answer)) return
  const isRight = status === 503 && json?.code === 'storage_unavailable'
  if (!isRight) it.finding(`a write while the disk fails: ${status} ${json?.code}`)
  else if (!headers.get('retry-after')) it.finding('503 without Retry-After')
}
