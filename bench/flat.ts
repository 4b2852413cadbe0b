import { join } from 'node:path'
import type { Figure } from './measure.ts'
import type { Place } from './place.ts'
import { ITEMS } from './seeded.ts'
import { API, type Served, startService } from './service.ts'

const PRINTED = 2000
const SAMPLED_EVERY = 250
const AT_ONCE = 4

interface Sample {
  readonly printed: number
  readonly own: number
  readonly children: number
}

/** The memory of the service and of its browser while 2 000 different invoices are printed. */
export async function benchFlat(place: Place): Promise<Figure[]> {
  const url = await place.newDatabase('sqlite')
  const service = await startService(url, join(place.folder, 'data-flat'))
  const ids = await createInvoices(service)
  const samples = await print(service, ids)
  await service.stop()
  return samples.flatMap(({ printed, own, children }) => [
    figure(`the service, after ${printed} PDFs`, own, samples[0]?.own),
    figure(`the browser, after ${printed} PDFs`, children, samples[0]?.children),
  ])
}

const figure = (name: string, value: number, first: number | undefined): Figure => ({
  part: 'flat',
  name,
  value,
  unit: 'MiB',
  ...(first === undefined ? {} : { limit: first, limitName: `after ${SAMPLED_EVERY}` }),
})

async function createInvoices(service: Served): Promise<readonly string[]> {
  const customer = await service.json('POST', `${API}/customers`, { name: 'Fernweh Books' })
  const ids: string[] = []
  for (let at = 0; at < PRINTED; at += 1) {
    const body = { customer_id: customer.id, items: ITEMS, notes: `Order ${at}` }
    ids.push((await service.json('POST', `${API}/invoices`, body)).id)
  }
  return ids
}

async function print(service: Served, ids: readonly string[]): Promise<readonly Sample[]> {
  const samples: Sample[] = []
  for (let from = 0; from < ids.length; from += SAMPLED_EVERY) {
    const waiting = ids.slice(from, from + SAMPLED_EVERY)
    const lane = async () => {
      for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) await printOne(service, id)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
    samples.push({ printed: from + SAMPLED_EVERY, ...service.memoryMiB() })
  }
  return samples
}

async function printOne(service: Served, id: string): Promise<void> {
  const { status } = await service.call('GET', `${API}/invoices/${id}/pdf`)
  if (status !== 200) throw new Error(`A PDF was answered with ${status}.`)
}
