import { statSync } from 'node:fs'
import { join } from 'node:path'
import { ITEMS } from './lists.ts'
import { type Figure, loaded } from './measure.ts'
import type { Place } from './place.ts'
import { API, startedCpuMs, startService } from './service.ts'

const CREATED = 500

/** The start, the memory of the service without its browser, and what an invoice takes on the disk. */
export async function benchProcess(place: Place): Promise<Figure[]> {
  const url = await place.newDatabase('sqlite')
  const dataDir = join(place.folder, 'data-process')
  await (await startService(url, dataDir)).stop()
  const before = startedCpuMs()
  const service = await startService(url, dataDir)
  const startCpuMs = startedCpuMs() - before
  await new Promise((resolve) => setTimeout(resolve, 3000))
  const idle = service.memoryMiB()
  const customer = await service.json('POST', `${API}/customers`, { name: 'Fernweh Books' })
  const draft = { customer_id: customer.id, items: ITEMS }
  const path = url.slice('sqlite:'.length)
  const empty = statSync(path).size
  for (let at = 0; at < CREATED; at += 1) await service.json('POST', `${API}/invoices`, draft)
  const read = () => service.call('GET', `${API}/invoices?limit=50`)
  await loaded(read, { atOnce: 16, seconds: 3, cpuMs: startedCpuMs })
  const busy = service.memoryMiB()
  await service.stop()
  const figure = (name: string, value: number, unit: string): Figure => ({
    part: 'process',
    name,
    value,
    unit,
  })
  return [
    figure('start to the first answer, warm', service.startMs, 'ms'),
    figure('CPU of that start', startCpuMs, 'ms CPU'),
    figure('memory, idle', idle.own, 'MiB'),
    figure('memory of the browser, idle', idle.children, 'MiB'),
    figure('memory after reading lists', busy.own, 'MiB'),
    figure('stored for each draft of 5 items', (statSync(path).size - empty) / CREATED, 'bytes'),
  ]
}
