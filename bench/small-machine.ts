import { join } from 'node:path'
import { type MailServer, startMailServer } from '../test/mail-server.ts'
import { createControlGroup } from './control-group.ts'
import { type Figure, quantile } from './measure.ts'
import type { Place } from './place.ts'
import { copiedDatabase, ITEMS } from './seeded.ts'
import { API, entryIn, type Json, type Served, serve, startService } from './service.ts'

const INVOICES = 10_000
const PDFS = 60
const BULK = 500
const SECRET = 'a secret that only this bench shares with it'
/** A person's pause before the next job. */
const PAUSE_MS = 50
const SETTLE_MS = 300_000

interface Machine {
  readonly name: string
  readonly limitMiB: number
  /** Whether another machine prints the PDFs. */
  readonly printsElsewhere: boolean
}

const MACHINES: readonly Machine[] = [
  { name: '512 MiB', limitMiB: 512, printsElsewhere: false },
  { name: '256 MiB, PDFs elsewhere', limitMiB: 256, printsElsewhere: true },
]

/**
 * A day of a freelancer and one of a small agency on a machine with one core and little memory, with
 * 10,000 invoices on SQLite. Throws where the system cannot limit memory: it needs Linux and root.
 */
export async function benchSmallMachine(place: Place): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const machine of MACHINES) figures.push(...(await onMachine(place, machine)))
  return figures
}

async function onMachine(place: Place, machine: Machine): Promise<Figure[]> {
  const url = await copiedDatabase(place, 'sqlite', INVOICES)
  const group = createControlGroup(machine.limitMiB)
  if (!group)
    throw new Error('Memory control groups cannot be made here. Run this as root on Linux.')
  const printer = machine.printsElsewhere
    ? await serve(entryIn(process.cwd(), 'main'), { ROLE: 'render', RENDER_SECRET: SECRET })
    : null
  const mail = await startMailServer()
  const enter = (command: readonly string[]) => group.enter(['taskset', '-c', '0', ...command])
  const env = printer ? { RENDER_URL: printer.url, RENDER_SECRET: SECRET } : {}
  const dataDir = join(place.folder, `data-small-${machine.limitMiB}`)
  const service = await startService(url, dataDir, process.cwd(), { env, enter })
  try {
    await prepare(service, mail)
    const named = { part: 'small', engine: 'sqlite', invoices: INVOICES } as const
    const figures: Figure[] = []
    for (const [day, work] of [
      ['a freelancer’s day', freelancerDay],
      ['an agency’s day', agencyDay],
    ] as const) {
      const taken = newTimes()
      await work(service, taken)
      await mailsSent(service)
      const name = `${machine.name}, ${day}`
      figures.push(
        {
          ...named,
          name: `${name}: requests of people, p95`,
          value: quantile(taken.requests, 0.95),
          unit: 'ms',
        },
        { ...named, name: `${name}: a PDF, p95`, value: quantile(taken.pdfs, 0.95), unit: 'ms' },
        { ...named, name: `${name}: refused requests`, value: taken.refused, unit: '' },
        {
          ...named,
          name: `${name}: most memory, with files`,
          value: group.peakMiB(),
          unit: 'MiB',
          limit: machine.limitMiB,
          limitName: 'the limit',
        },
        { ...named, name: `${name}: processes that Linux ended`, value: group.kills(), unit: '' },
      )
    }
    return figures
  } finally {
    await service.stop()
    await printer?.stop()
    await mail.close()
    await group.remove()
  }
}

interface Times {
  readonly requests: number[]
  readonly pdfs: number[]
  refused: number
}

const newTimes = (): Times => ({ requests: [], pdfs: [], refused: 0 })

async function prepare(service: Served, { port, password }: MailServer): Promise<void> {
  await service.json('PATCH', `${API}/settings`, {
    bankAccount: { iban: 'DE89370400440532013000' },
    mailFrom: { name: null, address: 'billing@nord.example' },
    mailPerMinute: 1000,
  })
  await service.json('PUT', `${API}/mail-transport`, {
    host: '127.0.0.1',
    port,
    security: 'none',
    auth: { kind: 'password', username: 'user', password },
  })
}

/** One person, one job after the other: lists, a search, the dashboard, an invoice, its PDF, its mail. */
async function freelancerDay(service: Served, taken: Times): Promise<void> {
  await recurring(service, 20)
  for (let at = 0; at < PDFS; at += 1) await onePersonsJob(service, taken, at)
  await person(service, taken, 'GET', '/invoices/export?format=csv')
}

/** Four people at once, and beside them a bulk of 500, an export and 200 recurring invoices. */
async function agencyDay(service: Served, taken: Times): Promise<void> {
  await recurring(service, 200)
  const people = [0, 1, 2, 3].map(async (desk) => {
    for (let at = 0; at < PDFS / 4; at += 1) await onePersonsJob(service, taken, desk * 1000 + at)
  })
  const { id } = await service.json('POST', `${API}/customers`, { name: 'Fernweh Books' })
  const items = Array.from({ length: BULK }, () => ({
    customer_id: id,
    status: 'sent',
    items: ITEMS,
  }))
  const besides = [
    service.json('POST', `${API}/invoices/bulk`, { items }),
    service.call('GET', `${API}/invoices/export?format=csv`),
    service.call('GET', `${API}/invoices/export?format=json`),
  ]
  await Promise.all([...people, ...besides])
}

async function onePersonsJob(service: Served, taken: Times, at: number): Promise<void> {
  await person(service, taken, 'GET', '/invoices?limit=50')
  await person(service, taken, 'GET', `/invoices?q=${1000 + at}`)
  await person(service, taken, 'GET', '/reports/summary')
  const customer = { name: `Harbour Studio ${at}`, email: `desk${at}@harbour.example` }
  const made = await person(service, taken, 'POST', '/invoices', {
    customer,
    status: 'sent',
    items: ITEMS,
  })
  if (!made) return
  const begin = performance.now()
  const { status } = await service.call('GET', `${API}/invoices/${made.id}/pdf`)
  if (status === 200) taken.pdfs.push(performance.now() - begin)
  else taken.refused += 1
  await person(service, taken, 'POST', `/invoices/${made.id}/send`, {})
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
}

/** A request that a person waits for. Counts a refusal by the service; throws if the request is wrong. */
async function person(
  service: Served,
  taken: Times,
  method: string,
  path: string,
  body?: unknown,
): Promise<Json> {
  const begin = performance.now()
  const answer = await service.call(method, `${API}${path}`, body)
  if (answer.status >= 500) {
    taken.refused += 1
    return null
  }
  if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.body}`)
  taken.requests.push(performance.now() - begin)
  return path.includes('export') ? null : JSON.parse(answer.body.toString())
}

async function recurring(service: Served, count: number): Promise<void> {
  const { id } = await service.json('POST', `${API}/customers`, { name: 'Harbour Hosting' })
  for (let at = 0; at < count; at += 1)
    await service.json('POST', `${API}/recurring-invoices`, {
      name: `Hosting ${at}`,
      customer_id: id,
      action: 'issue',
      schedule: { unit: 'month', start_date: new Date().toISOString().slice(0, 10) },
      invoice: { items: ITEMS },
    })
}

/** Until no message waits. */
async function mailsSent(service: Served): Promise<void> {
  const untilMs = performance.now() + SETTLE_MS
  for (;;) {
    const { data } = await service.json('GET', `${API}/messages?status=queued&limit=1`)
    if (data.length === 0) return
    if (performance.now() > untilMs) throw new Error('Messages still wait.')
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}
