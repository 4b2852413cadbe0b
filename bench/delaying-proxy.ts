/** A proxy before a PostgreSQL whose port is its argument: each message to the server comes `BENCH_DELAY_MS` later. */
import { connect, createServer } from 'node:net'

const DELAY_MS = Number(process.env.BENCH_DELAY_MS ?? 0.5)
/** Timers of Node are whole milliseconds. */
const NAP_MS = 0.1

interface Waiting {
  readonly dueMs: number
  readonly send: () => void
}

const target = Number(process.argv[2])
const cell = new Int32Array(new SharedArrayBuffer(4))
const queue: Waiting[] = []
let isRunning = false

/** Between two naps it takes what has come. */
function run(): void {
  while ((queue[0]?.dueMs ?? Infinity) <= performance.now()) queue.shift()?.send()
  isRunning = queue.length > 0
  if (!isRunning) return
  Atomics.wait(cell, 0, 0, NAP_MS)
  setImmediate(run)
}

const server = createServer({ noDelay: true }, (client) => {
  const upstream = connect({ port: target, host: '127.0.0.1', noDelay: true })
  const end = () => {
    client.destroy()
    upstream.destroy()
  }
  for (const socket of [client, upstream]) socket.on('error', end).on('close', end)
  client.on('data', (bytes) => {
    queue.push({ dueMs: performance.now() + DELAY_MS, send: () => void upstream.write(bytes) })
    if (!isRunning) setImmediate(run)
    isRunning = true
  })
  upstream.on('data', (bytes) => void client.write(bytes))
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(typeof address === 'object' && address ? address.port : 0)
})
