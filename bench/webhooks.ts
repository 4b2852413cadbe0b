import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { ITEMS } from './lists.ts'
import type { Figure } from './measure.ts'
import type { Place } from './place.ts'
import { API, startService } from './service.ts'

const EVENTS = 300
const LONGEST_MS = 60_000

/** From the first of many events to the last delivery, to a receiver on this machine. */
export async function benchWebhooks(place: Place): Promise<Figure[]> {
  const service = await startService(
    await place.newDatabase('sqlite'),
    join(place.folder, 'data-webhooks'),
  )
  let received = 0
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => {
      received += 1
      response.end()
    })
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const address = receiver.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const customer = await service.json('POST', `${API}/customers`, { name: 'Fernweh Books' })
  await service.json('POST', `${API}/webhooks`, {
    url: `http://127.0.0.1:${port}/`,
    event_types: ['invoice.created'],
  })
  const begin = performance.now()
  for (let at = 0; at < EVENTS; at += 1)
    await service.json('POST', `${API}/invoices`, { customer_id: customer.id, items: ITEMS })
  while (received < EVENTS && performance.now() - begin < LONGEST_MS)
    await new Promise((resolve) => setTimeout(resolve, 10))
  const perSecond = (received * 1000) / (performance.now() - begin)
  await service.stop()
  receiver.close()
  return [{ part: 'webhooks', name: 'created and delivered', value: perSecond, unit: '/s' }]
}
