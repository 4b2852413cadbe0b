import { join } from 'node:path'
import { startClients } from './clients.ts'
import { readEvents, readInvoices } from './final-state.ts'
import { cpuTimeMs, type Fault, ms, percentile, randomBetween, sleep, until } from './harness.ts'
import { countsOf, createHistory, type History } from './history.ts'
import { judge } from './judge.ts'

const CLIENTS = 16
/** Of CPU time, so that what else the machine does is not counted. */
const READY_MAX_MS = 3_000
const ANSWERS_MAX = 150

interface KillOptions {
  readonly dataDir: string
  readonly env?: Readonly<Record<string, string>>
  readonly rounds: number
  /** What is wrong with the database after a restart. */
  check(): Promise<readonly string[]>
  /** What `billwright verify` finds at the end. */
  verify(): Promise<readonly string[]>
}

/** A moment to kill at: by the clock, and in every other round in the midst of many answers. */
async function momentIn(round: number, history: History): Promise<void> {
  await sleep(randomBetween(50, 800))
  if (round % 2 === 0) return
  const enough = history.count() + randomBetween(1, ANSWERS_MAX)
  await until('enough answers', () => history.count() >= enough)
}

/** Kills the process in the midst of writes and starts it again; resolves to the figures. */
export async function killAgainAndAgain(it: Fault, options: KillOptions): Promise<string> {
  const { dataDir, env = {} } = options
  const history = createHistory(join(dataDir, 'history.jsonl'))
  const readyMs: number[] = []
  const cpuMs: number[] = []
  const start = async () => {
    const service = await it.service({ dataDir, env })
    const ready = service.ready()
    ready.catch(() => {})
    return { ...service, waited: ready, up: ready.then(() => service.url) }
  }
  let service = await start()
  const clients = startClients({ count: CLIENTS, history, url: () => service.up })
  for (let round = 0; round < options.rounds; round++) {
    readyMs.push(await service.waited)
    cpuMs.push(cpuTimeMs(service.pid))
    it.findings(await options.check())
    await momentIn(round, history)
    await service.kill()
    service = await start()
  }
  readyMs.push(await service.waited)
  await clients.stop()
  await clients.stop()
  const invoices = await readInvoices(service.url)
  const events = await readEvents(service.url)
  it.findings(judge({ operations: history.all(), invoices, events }))
  it.findings(await options.verify())
  const [spent, median] = [percentile(cpuMs, 0.5), percentile(readyMs, 0.5)]
  if (spent >= READY_MAX_MS)
    it.finding(`half of the starts took more than ${ms(spent)} of CPU time`)
  return [
    `${options.rounds} kills, ${countsOf(history.all())}`,
    `${invoices.length} invoices and ${events.length} events`,
    `ready after ${ms(median)}, at most ${ms(Math.max(...readyMs))}, ${ms(spent)} of CPU time`,
  ].join('; ')
}
