import { startClients } from './clients.ts'
import { allDelivered, deliveryFaults } from './deliveries.ts'
import { readEvents, readInvoices } from './final-state.ts'
import { fault, ms, randomBetween, rounds, sleep } from './harness.ts'
import { countsOf, createHistory } from './history.ts'
import { judge } from './judge.ts'
import { type Manner, startReceiver } from './receiver.ts'

const CLIENTS = 4

/** The first attempt of an event ends in any way; a later one is taken, or pauses become minutes. */
const atRandom: Manner = (attempt) => {
  const dice = attempt > 0 ? 1 : Math.random()
  if (dice < 0.01) return 'hang'
  if (dice < 0.15) return 'reset'
  return dice < 0.3 ? 'refuse' : 'take'
}

/**
 * The service is killed between writes and deliveries while the receiver fails at random: every
 * committed change is delivered at least once, signed, in order per resource, and nothing else (C29).
 */
await fault(async (it) => {
  const receiver = await startReceiver(it, atRandom)
  const dataDir = it.folder()
  const start = () => it.service({ dataDir, env: { OUTBOUND_ALLOW: receiver.allow } })
  let service = await start()
  await service.ready()
  await receiver.register(service.url)
  const history = createHistory()
  let up: Promise<string> = Promise.resolve(service.url)
  const clients = startClients({ count: CLIENTS, history, url: () => up, pauseMs: 100 })
  const count = rounds(5)
  for (let round = 0; round < count; round++) {
    await sleep(randomBetween(1_000, 3_000))
    await service.kill()
    const next = await start()
    up = next.ready().then(() => next.url)
    await up
    service = next
  }
  await clients.stop()
  const emptiedMs = await allDelivered(service.url)
  const [invoices, events] = [await readInvoices(service.url), await readEvents(service.url)]
  it.findings(judge({ operations: history.all(), invoices, events }))
  it.findings(deliveryFaults(events, receiver.deliveries))
  const attempts = receiver.deliveries.length
  return `${count} kills, ${countsOf(history.all())}, ${events.length} events in ${attempts} attempts, the last ${ms(emptiedMs)} after the end`
})
