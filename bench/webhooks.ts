import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Figure, Load } from './measure.ts'
import type { Place } from './place.ts'
import { ITEMS } from './seeded.ts'
import { API, type Served, startedCpuMs, startService } from './service.ts'

const EVENTS = 300
const WARM_UP = 100
const LONGEST_MS = 60_000

/**
 * From the first of many events to the last delivery, to a receiver on this machine; beside a process
 * that does nothing but post the same bytes. What a delivery takes is what creating takes more with it.
 */
export async function benchWebhooks(place: Place): Promise<Figure[]> {
  const receiver = await startReceiver()
  const service = await startService(
    await place.newDatabase('sqlite'),
    join(place.folder, 'data-webhooks'),
  )
  try {
    const customer = await service.json('POST', `${API}/customers`, { name: 'Fernweh Books' })
    const create = () =>
      service.json('POST', `${API}/invoices`, { customer_id: customer.id, items: ITEMS })
    for (let at = 0; at < WARM_UP; at += 1) await create()
    const alone = await costOf(create, async () => {})
    await subscribe(service, receiver.url)
    const delivered = await costOf(create, () => receiver.received(EVENTS))
    const bare = await post(place, receiver)
    return [
      {
        part: 'webhooks',
        name: 'created and delivered',
        value: delivered.perSecond,
        unit: '/s',
        limit: bare.perSecond,
        limitName: 'the same bytes, posted',
      },
      {
        part: 'webhooks',
        name: 'one delivery',
        value: delivered.cpuMs - alone.cpuMs,
        unit: 'ms CPU',
        limit: bare.cpuMs,
        limitName: 'the same bytes, posted',
      },
    ]
  } finally {
    await service.stop()
    receiver.close()
  }
}

const subscribe = (service: Served, url: string) =>
  service.json('POST', `${API}/webhooks`, { url, event_types: ['invoice.created'] })

async function costOf(create: () => Promise<unknown>, done: () => Promise<void>): Promise<Load> {
  const [begin, before] = [performance.now(), startedCpuMs()]
  for (let at = 0; at < EVENTS; at += 1) await create()
  await done()
  const cpuMs = (startedCpuMs() - before) / EVENTS
  return { perSecond: (EVENTS * 1000) / (performance.now() - begin), cpuMs }
}

interface Receiver {
  readonly url: string
  /** Of the last that came. */
  body(): Buffer
  /** Waits for so many, but not forever. */
  received(count: number): Promise<void>
  close(): void
}

async function startReceiver(): Promise<Receiver> {
  let count = 0
  let last = Buffer.alloc(0)
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      last = Buffer.concat(chunks)
      count += 1
      response.end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/`,
    body: () => last,
    async received(wanted) {
      const untilMs = performance.now() + LONGEST_MS
      while (count < wanted && performance.now() < untilMs)
        await new Promise((resolve) => setTimeout(resolve, 10))
      if (count < wanted) throw new Error(`Of ${wanted} events ${count} were delivered.`)
    },
    close: () => server.close(),
  }
}

/** The bytes of the last delivery, posted to the same receiver by a process that does nothing else. */
async function post(place: Place, receiver: Receiver): Promise<Load> {
  const file = join(place.folder, 'delivery')
  writeFileSync(file, receiver.body())
  const script = join(import.meta.dirname, 'poster.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [script], {
    env: { BENCH_BYTES: file, BENCH_URL: receiver.url, BENCH_COUNT: String(EVENTS) },
  })
  return JSON.parse(stdout) as Load
}
