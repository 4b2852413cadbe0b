import { afterEach, expect, test, vi } from 'vitest'
import { createMigratedDatabase } from './databases.ts'
import type { Json } from './givens.ts'
import { WAIT } from './patience.ts'
import { type ServiceProcess, startProcess } from './service-process.ts'
import { startReceiver } from './webhook-receiver.ts'

const KEY = 'roles-key-0123456789abcdef'
const SECRET = 'a-secret-of-thirty-two-characters-'

const endings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

async function start(env: Readonly<Record<string, string>>): Promise<ServiceProcess> {
  const service = await startProcess(env)
  endings.push(() => service.dispose())
  return service
}

const json = async (answer: Promise<Response>): Promise<Json> => (await answer).json()

const call = ({ url }: ServiceProcess, method: string, path: string, body?: unknown) =>
  fetch(`${url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

test('a render process prints for a service without a browser', async () => {
  const render = await start({ ROLE: 'render', RENDER_SECRET: SECRET })
  const service = await start({
    API_KEY: KEY,
    RENDER_URL: render.url,
    RENDER_SECRET: SECRET,
    CHROMIUM_PATH: '/no/such/browser',
  })
  await Promise.all([render.ready(), service.ready()])
  const customer = await json(call(service, 'POST', '/customers', { name: 'Ada' }))
  const items = [{ description: 'Design', unit_price: '10' }]
  const body = { customer_id: customer.id, items }
  const invoice = await json(call(service, 'POST', '/invoices', body))
  const printed = await call(service, 'GET', `/invoices/${invoice.id}/pdf`)
  expect(printed.status).toBe(200)
  expect(
    Buffer.from(await printed.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
  expect((await call(render, 'GET', '/invoices')).status).toBe(404)

  await render.exit('SIGTERM')
  const other = await json(call(service, 'POST', '/invoices', body))
  const refused = await json(call(service, 'GET', `/invoices/${other.id}/pdf`))
  expect(refused).toMatchObject({ status: 503, code: 'renderer_unavailable' })
  expect((await call(service, 'GET', `/invoices/${invoice.id}/pdf`)).status).toBe(200)
})

test('a web process answers and leaves the jobs to a jobs process', async () => {
  const database = await createMigratedDatabase('postgres')
  endings.push(() => database.drop())
  const { config } = database
  const DATABASE_URL = config.engine === 'postgres' ? config.url : ''
  const env = { API_KEY: KEY, DATABASE_URL, OUTBOUND_ALLOW: '127.0.0.1' }
  const receiver = await startReceiver()
  endings.push(() => receiver.close())
  const web = await start({ ...env, ROLE: 'web' })
  await web.ready()
  expect((await call(web, 'POST', '/webhooks', { url: receiver.url() })).status).toBe(201)
  expect((await call(web, 'POST', '/customers', { name: 'Ada' })).status).toBe(201)
  const jobs = async () => (await json(call(web, 'GET', '/jobs'))).data
  expect(await jobs()).toMatchObject([{ kind: 'webhook.deliver', status: 'waiting' }])

  const worker = await start({ ...env, ROLE: 'jobs' })
  await worker.ready()
  await vi.waitFor(() => expect(receiver.received.length).toBe(1), WAIT)
  expect((await call(worker, 'GET', '/customers')).status).toBe(404)
  const page = await fetch(worker.url, { headers: { accept: 'text/html' } })
  expect([page.status, page.headers.get('content-type')]).toEqual([
    404,
    'application/problem+json; charset=utf-8',
  ])
  expect((await fetch(`${worker.url}/readyz`)).status).toBe(200)

  await call(web, 'POST', '/customers', { name: 'Grace' })
  await vi.waitFor(() => expect(receiver.received.length).toBe(2), WAIT)
})

test.each([
  [{ ROLE: 'worker' }, 'ROLE must be one of all, web, jobs, render, not "worker".'],
  [{ ROLE: 'jobs' }, 'ROLE=jobs needs PostgreSQL.'],
  [{ ROLE: 'render' }, 'Set RENDER_SECRET to the same value on both sides of RENDER_URL.'],
  [{ RENDER_URL: 'http://render:3000' }, 'Set RENDER_SECRET'],
  [
    { ROLE: 'render', RENDER_SECRET: SECRET, API_KEY: KEY, DATABASE_URL: 'postgres://db/x' },
    'ROLE=render must not have DATABASE_URL, API_KEY. Unset them.',
  ],
  [
    { ROLE: 'render', RENDER_SECRET: SECRET, SMTP_URL: 'smtps://u:p@mail', INTERNAL_SECRET: KEY },
    'ROLE=render must not have INTERNAL_SECRET, SMTP_URL. Unset them.',
  ],
])('78: %j', async (env, sentence) => {
  const service = await start(env)
  expect(await service.exit()).toBe(78)
  expect(service.output()).toContain(sentence)
})
