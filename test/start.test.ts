import { createServer } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { WAIT } from './patience.ts'
import { freePort, type ServiceProcess, startProcess } from './service-process.ts'

const API_KEY = 'a-key-for-the-start-test-0123456789'
const running: ServiceProcess[] = []

async function start(...args: Parameters<typeof startProcess>): Promise<ServiceProcess> {
  const service = await startProcess(...args)
  running.push(service)
  return service
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.dispose()))
})

describe('npm start', () => {
  test('prints its address and how to sign in, answers, and stops on SIGTERM', async () => {
    const service = await start()
    await service.ready()
    expect((await fetch(`${service.url}/readyz`)).status).toSatisfy((it) => [200, 503].includes(it))
    const ready = await (await fetch(`${service.url}/readyz`)).json()
    expect(ready).toMatchObject({
      checks: { database: { ok: true }, migrations: { ok: true }, renderer: {} },
    })
    expect(await service.exit('SIGTERM')).toBe(0)
    expect(service.output()).toContain(`Billwright is ready at ${service.url}`)
    expect(service.output()).toMatch(/set it up {2}http:\/\/127\.0\.0\.1:\d+\/setup#[\w-]{43} /)
  })

  test('with --demo: fills itself and names a link that opens an invoice', async () => {
    const service = await start({}, ['--demo'])
    await service.ready()
    const link = await waitFor(() => /demo +(http\S+)/.exec(service.output())?.[1])
    const response = await fetch(link)
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('INV-')
  })

  test('the started service has its worker threads, which read uploaded files', async () => {
    const service = await start({ API_KEY })
    await service.ready()
    const post = async (path: string, type: string, body: string) => {
      const headers = { authorization: `Bearer ${API_KEY}`, 'content-type': `application/${type}` }
      const answer = await fetch(`${service.url}/api/v1${path}`, { method: 'POST', headers, body })
      return answer.json()
    }
    const unknown = { code: 'einvoice_format_unknown' }
    expect(await post('/invoices/import', 'xml', '<Letter/>')).toMatchObject(unknown)
    expect(await post('/supplier-invoices', 'xml', '<Letter/>')).toMatchObject(unknown)
    const database = `SQLite format 3\0${' '.repeat(500)}`
    const unreadable = { code: 'invio_unreadable' }
    expect(await post('/imports?kind=invio', 'vnd.sqlite3', database)).toMatchObject(unreadable)
    const table = { code: 'csv_profile_needed' }
    expect(await post('/bank-files', 'octet-stream', 'a;b\n1;2\n')).toMatchObject(table)
    const template = { id: 'plain', name: 'Plain', html: '<p>{{number}}</p>' }
    expect(await post('/templates', 'json', JSON.stringify(template))).toMatchObject({
      id: 'plain',
    })
  })

  test('SIGINT that arrives twice, from the terminal and from npm, still lets it finish', async () => {
    const service = await start()
    await service.ready()
    const exit = service.exit('SIGINT')
    void service.exit('SIGINT')
    expect(await exit).toBe(0)
  })
})

describe('a start that cannot succeed prints the reason', () => {
  test('78: a value that cannot be used', async () => {
    const service = await start({ RENDER_CONCURRENCY: 'many' })
    expect(await service.exit()).toBe(78)
    expect(service.output()).toBe(
      'Billwright cannot start. RENDER_CONCURRENCY must be a whole number from 1 to 64, not "many".\n',
    )
  })

  test('78: reachable by others while nobody can sign in', async () => {
    const service = await start({ HOST: '0.0.0.0' })
    expect(await service.exit()).toBe(78)
    expect(service.output()).toContain('Set ADMIN_EMAIL and ADMIN_PASSWORD (or API_KEY)')
  })

  test('1: another program listens on the port', async () => {
    const port = await freePort()
    const other = createServer().listen(port, '127.0.0.1')
    try {
      const service = await start({ PORT: String(port) })
      expect(await service.exit()).toBe(1)
      expect(service.output()).toContain('another program uses this port')
      expect(service.output()).toContain('PORT=3001')
    } finally {
      other.close()
    }
  })
})

async function waitFor(look: () => string | undefined): Promise<string> {
  const untilMs = Date.now() + WAIT.timeout
  for (;;) {
    const found = look()
    if (found !== undefined) return found
    if (Date.now() > untilMs) throw new Error('It never appeared.')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
