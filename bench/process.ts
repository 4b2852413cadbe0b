import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Figure, loaded } from './measure.ts'
import type { Place } from './place.ts'
import { ITEMS } from './seeded.ts'
import { API, type Json, type Served, serve, startedCpuMs, startService } from './service.ts'

const CREATED = 500
const PRINTED = 40
const PRINTED_AT_ONCE = 4
/** By then it has done what it does after the start. */
const REST_MS = 3000

/** The start, the memory at rest and under load, and what an invoice takes on the disk. */
export async function benchProcess(place: Place): Promise<Figure[]> {
  const url = await place.newDatabase('sqlite')
  const dataDir = join(place.folder, 'data-process')
  const bytes = join(place.folder, 'bytes')
  writeFileSync(bytes, '{}')
  const bare = await startedTwice(() =>
    serve(join(import.meta.dirname, 'bare-server.ts'), { BENCH_BYTES: bytes }),
  )
  const started = await startedTwice(() => startService(url, dataDir))
  const path = url.slice('sqlite:'.length)
  const empty = statSync(path).size
  const loads = await memoryUnderLoads(started.server)
  await started.server.stop()
  await bare.server.stop()
  const stored = (statSync(path).size - empty) / CREATED
  return [
    figure('start to the first answer, warm', started.startMs, 'ms', bare.startMs),
    figure('CPU of that start', started.cpuMs, 'ms CPU', bare.cpuMs),
    figure('memory, idle', started.idle.own, 'MiB', bare.idle.own),
    figure('memory of the browser, idle', started.idle.children, 'MiB'),
    ...loads,
    figure('stored for each draft of 5 items', stored, 'bytes'),
  ]
}

/** The second start, which finds compiled sources, migrated tables and a warm disk. */
async function startedTwice(start: () => Promise<Served>) {
  await (await start()).stop()
  const before = startedCpuMs()
  const server = await start()
  const cpuMs = startedCpuMs() - before
  await new Promise((resolve) => setTimeout(resolve, REST_MS))
  return { server, startMs: server.startMs, cpuMs, idle: server.memoryMiB() }
}

/** After creating, after reading lists, and after printing. */
async function memoryUnderLoads(service: Served): Promise<Figure[]> {
  const customer = await service.json('POST', `${API}/customers`, { name: 'Fernweh Books' })
  const made: Json[] = []
  for (let at = 0; at < CREATED; at += 1)
    made.push(await service.json('POST', `${API}/invoices`, draftOf(customer.id)))
  const created = service.memoryMiB()
  let at = 0
  const read = () => service.call('GET', `${API}/invoices?limit=${1 + (at++ % 100)}`)
  await loaded(read, { atOnce: 16, seconds: 3, cpuMs: startedCpuMs })
  const listed = service.memoryMiB()
  const waiting = made.slice(0, PRINTED)
  const lane = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop())
      await service.call('GET', `${API}/invoices/${next.id}/pdf`)
  }
  await Promise.all(Array.from({ length: PRINTED_AT_ONCE }, lane))
  const printed = service.memoryMiB()
  return [
    figure(`memory after creating ${CREATED} invoices`, created.own, 'MiB'),
    figure('memory after reading lists', listed.own, 'MiB'),
    figure(`memory after ${PRINTED} PDFs`, printed.own, 'MiB'),
    figure(`memory of the browser after ${PRINTED} PDFs`, printed.children, 'MiB'),
  ]
}

const draftOf = (customerId: string) => ({ customer_id: customerId, items: ITEMS })

/** `limit`: of a server that does nothing else than answer. */
function figure(name: string, value: number, unit: string, limit?: number): Figure {
  const compared = limit === undefined ? {} : { limit, limitName: 'a bare server' }
  return { part: 'process', name, value, unit, ...compared }
}
