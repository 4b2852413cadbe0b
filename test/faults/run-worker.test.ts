import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createMigratedDatabase } from '../databases.ts'
import { runProcess } from './run-worker.ts'

test('a process whose database did not answer is started again', async () => {
  const database = await createMigratedDatabase('postgres')
  onTestFinished(() => database.drop())
  if (database.config.engine !== 'postgres') throw new Error('not PostgreSQL')
  const address = new URL(database.config.url)
  const { hostname, port } = address
  let connections = 0
  const server = createServer((client) => {
    connections += 1
    if (connections === 1) {
      client.destroy()
      return
    }
    const upstream = connect(Number(port), hostname)
    client.on('error', () => upstream.destroy()).pipe(upstream)
    upstream.on('error', () => client.destroy()).pipe(client)
  })
  server.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  address.port = String((server.address() as AddressInfo).port)
  const ended = await runProcess('recurring-worker.ts', {
    FAULT_DATABASE: JSON.stringify({ ...database.config, url: address.href }),
    CLOCK_AT: '2026-11-21T06:00:00.000Z',
  })
  expect(ended).toEqual({ code: 0, signal: null })
  expect(connections).toBeGreaterThan(1)
})
