import { join } from 'node:path'
import { systemClock } from '../src/platform/clock.ts'
import { readConfig } from '../src/platform/config.ts'
import { createInvoice } from '../src/sales/invoices/create.ts'
import { openAppAt } from '../test/faults/app-at.ts'
import { type MailServer, startMailServer } from '../test/mail-server.ts'
import { type Figure, quantile } from './measure.ts'
import { analyze, type Engine, type Place } from './place.ts'
import { API, type Served, startService } from './service.ts'

/** `MAIL_SENT=10000` for the full size, which takes eleven minutes at this pace. */
const SENT = Number(process.env.MAIL_SENT ?? 500)
const PER_MINUTE = 1000
const CUSTOMERS = 100
/** As many as one request may send. */
const BATCH = 100
const PAUSE_MS = 50
const WRONG_PASSWORD_MS = 5000

/**
 * So many invoices sent in bulk: the pace, what requests take meanwhile, and memory. The password is
 * wrong for the first of them.
 */
export async function benchMail(place: Place, engine: Engine): Promise<Figure[]> {
  const url = await place.newDatabase(engine)
  const ids = await fill(readConfig({ DATABASE_URL: url }).database)
  await analyze(url)
  const arrivedAt: number[] = []
  const server = await startMailServer()
  server.onData = () => {
    // Thousands of messages would be this process's memory.
    server.received.length = 0
    arrivedAt.push(performance.now())
    return 'accept'
  }
  const service = await startService(url, join(place.folder, `data-mail-${engine}`))
  try {
    await service.json('PATCH', `${API}/settings`, {
      mailFrom: { name: null, address: 'billing@nord.example' },
      mailAttach: { pdf: false },
      mailPerMinute: PER_MINUTE,
      mailPerDay: 1_000_000,
    })
    const sentMs: number[] = []
    const send = async (from: number) => {
      const begin = performance.now()
      await service.json('POST', `${API}/invoices/send`, { ids: ids.slice(from, from + BATCH) })
      sentMs.push((performance.now() - begin) / BATCH)
    }
    await useServer(service, server, 'wrong')
    await send(0)
    await pause(WRONG_PASSWORD_MS)
    await requireOneMatter(service)
    await useServer(service, server, server.password)
    const sending = async () => {
      for (let from = BATCH; from < SENT; from += BATCH) await send(from)
    }
    const cpuBefore = service.cpuMs()
    const [meanwhile] = await Promise.all([watch(service, arrivedAt), sending()])
    const cpuMs = (service.cpuMs() - cpuBefore) / SENT
    const named = { part: 'mail', engine } as const
    return [
      {
        ...named,
        name: 'an invoice, sent with 99 others',
        value: quantile(sentMs, 0.5),
        unit: 'ms',
      },
      {
        ...named,
        name: 'CPU of one message, with that of lists meanwhile',
        value: cpuMs,
        unit: 'ms',
      },
      {
        ...named,
        name: `messages left, of ${SENT}`,
        value: paceOf(arrivedAt),
        unit: '/min',
        limit: PER_MINUTE,
        limitName: 'the pace',
      },
      {
        ...named,
        name: 'most messages in a minute',
        value: mostInMinute(arrivedAt),
        unit: '/min',
        limit: PER_MINUTE,
        limitName: 'the pace',
      },
      {
        ...named,
        name: 'a request meanwhile, p95',
        value: quantile(meanwhile.requests, 0.95),
        unit: 'ms',
      },
      { ...named, name: 'memory after half', value: meanwhile.halfMiB, unit: 'MiB' },
      {
        ...named,
        name: 'memory after all',
        value: meanwhile.endMiB,
        unit: 'MiB',
        limit: meanwhile.halfMiB,
        limitName: 'after half',
      },
    ]
  } finally {
    await service.stop()
    await server.close()
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const useServer = (service: Served, { port }: MailServer, password: string) =>
  service.json('PUT', `${API}/mail-transport`, {
    host: '127.0.0.1',
    port,
    security: 'none',
    auth: { kind: 'password', username: 'user', password },
  })

/** A wrong password fails no message, and is one matter for a person. */
async function requireOneMatter(service: Served): Promise<void> {
  const failed = await service.json('GET', `${API}/messages?status=failed`)
  if (failed.data.length > 0) throw new Error('A wrong password failed a message.')
  const { data } = await service.json('GET', `${API}/attention?kind=message`)
  if (data.length !== 1) throw new Error(`A wrong password is ${data.length} matters.`)
}

/** Asks for a list until all have left. */
async function watch(service: Served, arrivedAt: readonly number[]) {
  const untilMs = performance.now() + (10 * 60_000 * SENT) / PER_MINUTE + 60_000
  const requests: number[] = []
  let halfMiB = Number.NaN
  while (arrivedAt.length < SENT) {
    const begin = performance.now()
    await service.json('GET', `${API}/invoices?limit=20`)
    requests.push(performance.now() - begin)
    if (begin > untilMs) throw new Error(`Only ${arrivedAt.length} left.`)
    if (Number.isNaN(halfMiB) && arrivedAt.length >= SENT / 2) halfMiB = service.memoryMiB().own
    await pause(PAUSE_MS)
  }
  return { requests, halfMiB, endMiB: service.memoryMiB().own }
}

const paceOf = (arrivedAt: readonly number[]): number =>
  (arrivedAt.length * 60_000) / ((arrivedAt.at(-1) ?? 0) - (arrivedAt[0] ?? 0))

/** In any minute. */
const mostInMinute = (arrivedAt: readonly number[]): number =>
  Math.max(
    ...arrivedAt.map((from, index) => {
      const after = arrivedAt.findIndex((at, other) => other > index && at >= from + 60_000)
      return (after < 0 ? arrivedAt.length : after) - index
    }),
  )

/** Issued invoices of several customers, each with a mail server of its own. */
async function fill(database: Parameters<typeof openAppAt>[0]): Promise<readonly string[]> {
  const { work, close } = await openAppAt(database, systemClock.now())
  const ids: string[] = []
  for (let n = 0; n < SENT; n++) {
    const customer = { name: 'Fernweh Books', email: `desk@fernweh${n % CUSTOMERS}.example` }
    const items = [{ description: 'Cover design', unit_price: '49.00' }]
    const { invoice } = await createInvoice(work, { customer, items, status: 'sent' })
    ids.push(invoice.id)
  }
  await close()
  return ids
}
