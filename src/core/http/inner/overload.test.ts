import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createServer, type Server } from '../server.ts'
import { connectionsMaxOf } from './overload.ts'

let app: Server
let delayMs: number
let release: () => void

beforeEach(async () => {
  delayMs = 0
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  app = await createServer({
    logger: pino({ level: 'silent' }),
    trustProxy: false,
    authenticate: async () => null,
    pressure: {
      eventLoopDelayMs: () => delayMs,
      openFilesMax: null,
      begin: () => {},
      stop: () => {},
    },
  })
  app.get('/slow', { config: { access: 'public' } }, () => gate.then(() => ({})))
  app.get('/quick', { config: { access: 'public' } }, async () => ({}))
  app.get('/health', { config: { access: 'public', rateLimit: false } }, async () => ({}))
  await app.ready()
})
afterEach(() => app.close())

const statusOf = async (url: string) => (await app.inject({ url })).statusCode

const SLOW_MS = 1_500

const inProgress = async (count: number) => {
  const waiting = Array.from({ length: count }, () => statusOf('/slow'))
  await new Promise((resolve) => setImmediate(resolve))
  return waiting
}

test('503: a process that is late with many clients, which still answers health checks', async () => {
  await inProgress(100)
  delayMs = SLOW_MS
  const refused = await app.inject({ url: '/quick' })
  expect(refused.json()).toMatchObject({ status: 503, code: 'overloaded' })
  expect(refused.headers['retry-after']).toBe('2')
  expect(await statusOf('/health')).toBe(200)
  delayMs = 0
  expect(await statusOf('/quick')).toBe(200)
})

test('a few clients are never refused, however late the process is', async () => {
  delayMs = SLOW_MS
  await inProgress(50)
  for (let at = 0; at < 200; at++) expect(await statusOf('/quick')).toBe(200)
})

test('503: more than 1000 requests at once, until some are answered', async () => {
  const waiting = await inProgress(1_000)
  expect(await statusOf('/quick')).toBe(503)
  expect(await statusOf('/health')).toBe(200)
  release()
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([200]))
  expect(await statusOf('/quick')).toBe(200)
})

test('not found and refused requests are counted only while they run', async () => {
  for (let at = 0; at < 1_100; at++) await statusOf('/nowhere')
  expect(await statusOf('/quick')).toBe(200)
})

test.each([
  [null, 20_000],
  [64, 24],
  [1_024, 984],
  [1_048_576, 20_000],
])('with %s open files there are at most %d connections', (openFilesMax, connections) => {
  expect(connectionsMaxOf({ openFilesMax })).toBe(connections)
})
