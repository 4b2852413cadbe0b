import { startClients } from './clients.ts'
import { allDelivered, deliveryFaults } from './deliveries.ts'
import { readEvents, readInvoices, verify } from './final-state.ts'
import { type Fault, fault, ms, rounds, type Service, sleep } from './harness.ts'
import { countsOf, createHistory } from './history.ts'
import { judge } from './judge.ts'
import { startPostgres } from './postgres.ts'
import { startReceiver } from './receiver.ts'
import { call, isOverloaded } from './request.ts'

const PROCESSES = 3
const KILL_EVERY_MS = 2_000

interface Member {
  service: Service
  isUp: boolean
}

/**
 * Three processes share one PostgreSQL and one of them is killed every two seconds: reads of the
 * others do not fail, nothing acknowledged is lost, and every event is delivered in order (C17, C29).
 */
await fault(async (it) => {
  const postgres = await startPostgres()
  it.after(() => postgres.dispose())
  const receiver = await startReceiver(it, () => 'take')
  const dataDir = it.folder()
  const env = {
    DATABASE_URL: await postgres.createDatabase('three'),
    OUTBOUND_ALLOW: receiver.allow,
  }
  const members: Member[] = []
  for (let n = 0; n < PROCESSES; n++) {
    const service = await it.service({ dataDir, env })
    await service.ready()
    members.push({ service, isUp: true })
  }
  const anyUrl = () => pick(members)?.service.url ?? ''
  await receiver.register(anyUrl())
  const history = createHistory()
  const reads = { count: 0, cut: 0 }
  let isOver = false
  const clients = startClients({ count: 6, history, url: anyUrl, pauseMs: 50 })
  const reading = Promise.all([0, 1].map(() => readOn(it, members, reads, () => isOver)))
  const kills = rounds(15)
  for (let round = 0; round < kills; round++) {
    await sleep(KILL_EVERY_MS)
    await replace(it, members, () => it.service({ dataDir, env }))
  }
  await clients.stop()
  isOver = true
  await reading
  const url = anyUrl()
  const emptiedMs = await allDelivered(url)
  const [invoices, events] = [await readInvoices(url), await readEvents(url)]
  it.findings(judge({ operations: history.all(), invoices, events }))
  it.findings(deliveryFaults(events, receiver.deliveries))
  it.findings(await verify({ DATA_DIR: dataDir, ...env }))
  const attempts = receiver.deliveries.length
  return `${kills} kills, ${countsOf(history.all())}, ${reads.count} reads of which ${reads.cut} were cut by a kill, ${events.length} events in ${attempts} deliveries, the last ${ms(emptiedMs)} after the end`
})

function pick(members: readonly Member[]): Member | undefined {
  const up = members.filter(({ isUp }) => isUp)
  return up[Math.floor(Math.random() * up.length)]
}

/** Kills one that is up and starts another in its place; nobody waits for that one. */
async function replace(it: Fault, members: Member[], start: () => Promise<Service>) {
  const member = pick(members)
  if (!member || members.filter(({ isUp }) => isUp).length < 2) return
  member.isUp = false
  await member.service.kill()
  member.service = await start()
  member.service.ready().then(
    () => {
      member.isUp = true
    },
    (error: Error) => it.finding(error.message),
  )
}

/** Reads from a process that is up. Only connections to a killed process fail. */
async function readOn(
  it: Fault,
  members: readonly Member[],
  reads: { count: number; cut: number },
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    const member = pick(members)
    const service = member?.service
    if (!service) continue
    reads.count += 1
    try {
      const answer = await call(service.url, 'GET', '/invoices?limit=20')
      if (answer.status !== 200 && !isOverloaded(answer))
        it.finding(`a read answered ${answer.status} ${answer.json?.code}`)
    } catch (error) {
      reads.cut += 1
      if (member.service === service && member.isUp)
        it.finding(`a read failed: ${causeOf(error)}. It printed: ${service.output().slice(-500)}`)
    }
    await sleep(30)
  }
}

const causeOf = (error: unknown): unknown => (error instanceof Error && error.cause) || error
