import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordEvent } from '../src/core/record/journal.ts'
import { transaction } from '../src/core/record/transaction.ts'
import { runCommand, startCommand } from './cli-run.ts'
import { givens } from './givens.ts'
import { API_KEY, startTestApp, type TestApp } from './harness.ts'

describe('the command line as a client', () => {
  let app: TestApp
  let home: string
  let url: string
  const run = (args: readonly string[], more: Record<string, string> = {}) =>
    runCommand(args, { env: { HOME: home, ...more } })
  const remote = () => ({ BILLWRIGHT_URL: url, BILLWRIGHT_API_KEY: API_KEY })

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'billwright-home-'))
    app = await startTestApp('sqlite')
    url = await app.server.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    await app.close()
    rmSync(home, { recursive: true, force: true })
  })

  test('api: sends a request by a profile, and reads every page', async () => {
    expect((await run(['api', 'get', '/customers'])).code).toBe(2)
    const set = await run(['profile', 'set', '--url', `${url}/`, '--api-key', API_KEY])
    expect(set.code).toBe(0)
    const file = join(home, '.config/billwright/profiles.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const made = await run(['api', 'post', '/customers', '-d', '{"name":"By hand"}'])
    expect(made.json).toMatchObject({ name: 'By hand' })
    const items = Array.from({ length: 60 }, (_, at) => ({ name: `C${at}` }))
    await app.call('POST', '/customers/bulk', { items })
    const all = await run(['api', 'get', '/customers?limit=25', '--all'])
    expect(all.stdout.trim().split('\n')).toHaveLength(61)
    const names = await run(['profile', 'list'])
    expect(names.stdout).toContain(url)
    expect(names.stdout).not.toContain(API_KEY)
  })

  test('the operations of only a few services are cached', async () => {
    const folder = join(home, '.config/billwright')
    const nameOf = (at: number) => `operations-${String(at).repeat(16)}.json`
    await run(['profile', 'set', '--url', url, '--api-key', API_KEY])
    for (let at = 0; at < 8; at += 1) {
      const path = join(folder, nameOf(at))
      writeFileSync(path, '{}')
      utimesSync(path, 1000 + at, 1000 + at)
    }
    expect((await run(['customers', 'list', '--json'])).code).toBe(0)
    const kept = readdirSync(folder).filter((name) => name.startsWith('operations-'))
    expect(kept).toHaveLength(5)
    expect(kept).toEqual(expect.arrayContaining([nameOf(4), nameOf(5), nameOf(6), nameOf(7)]))
    expect(readdirSync(folder)).toContain('profiles.json')
  })

  test('api: exit codes show the result, and --json prints the problem', async () => {
    const refused = await run(
      ['api', 'post', '/customers', '-d', '{"name":""}', '--json'],
      remote(),
    )
    expect(refused).toMatchObject({ code: 1, json: { code: 'invalid_request' } })
    expect(refused.stderr).toContain('/name: ')
    const key = { ...remote(), BILLWRIGHT_API_KEY: 'wrong' }
    expect((await run(['api', 'get', '/customers'], key)).code).toBe(77)
    const nowhere = { ...remote(), BILLWRIGHT_URL: 'http://127.0.0.1:1' }
    expect((await run(['api', 'get', '/customers'], nowhere)).code).toBe(69)
  })

  test('login: a person confirms the code, and the profile gets a key of these scopes', async () => {
    const file = join(home, '.config/billwright/profiles.json')
    const args = ['login', `${url}/`, '--profile', 'own', '--name', 'ada@laptop']
    const running = startCommand(args, { env: { HOME: home } })
    const said = await running.says(/code: {2}(\S+)/)
    const link = new URL(/Open (\S+)/.exec(said)?.[1] ?? '')
    expect(link.pathname).toBe('/access/command-line')
    expect(link.searchParams.get('name')).toBe('ada@laptop')
    const code = /code: {2}(\S+)/.exec(said)?.[1]
    const confirmed = await app.call('POST', '/api-keys/logins', {
      secret_hash: link.searchParams.get('login'),
      code,
      name: 'ada@laptop',
      scopes: ['read'],
    })
    expect(confirmed.statusCode, confirmed.body).toBe(201)
    const { code: exit, stdout, stderr } = await running.ended
    expect([exit, stdout], stderr).toEqual([0, expect.stringMatching(/to .+ with read\.\n$/)])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect((await run(['api', 'get', '/customers', '--profile', 'own'])).code).toBe(0)
    const refused = ['api', 'post', '/customers', '-d', '{"name":"A"}', '--profile', 'own']
    expect((await run(refused)).code).toBe(77)
    expect((await run(['login', 'nonsense'])).code).toBe(2)
    expect((await run(['login', 'http://127.0.0.1:1'])).code).toBe(69)
  })

  test('the commands of a service: lists, ids, filters, and numbers only with --yes', async () => {
    await app.call('PATCH', '/settings', { companyName: 'Atelier Nord' })
    const metadata = { 'cost-center': 'A 7' }
    const draft = await givens(app).invoice({ customer: { name: 'By Words' }, metadata })
    for (const filter of [
      ['--q', 'by words', '--limit=5'],
      ['--metadata.cost-center', 'A 7'],
    ]) {
      const found = await run(['invoices', 'list', ...filter], remote())
      expect(found.json, found.stderr).toMatchObject({ data: [{ id: draft.id }] })
    }
    const issue = ['invoices', 'issue', draft.id]
    const unasked = await run(issue, remote())
    expect([unasked.code, unasked.stderr]).toEqual([2, expect.stringContaining('--yes')])
    expect((await run([...issue, '--yes'], remote())).json).toMatchObject({ status: 'sent' })
    const paid = ['payments', 'record', draft.id, '--yes', '-d', '{"amount":"1.00"}', '--json']
    expect((await run(paid, remote())).json).toMatchObject({ amount: '1.00' })
    const odd = await run(['invoices', 'list', '--odd', 'x'], remote())
    expect([odd.code, odd.stderr]).toEqual([1, expect.stringContaining('odd')])
    const help = await run(['reports'], remote())
    expect([help.code, help.stdout]).toEqual([2, expect.stringContaining('reports summary')])
    expect((await run(['oddities', 'list'], remote())).code).toBe(2)
  })

  test('files: the name of a file determines its content type', async () => {
    const file = join(home, 'customers.csv')
    writeFileSync(file, 'name,email\nÆther Maps,maps@example.org\n')
    const create = ['imports', 'create', '--kind', 'customers', '-f', file]
    const made = await run(create, remote())
    expect(made.json, made.stderr).toMatchObject({ kind: 'customers', format: 'csv', of: 1 })
    const body = join(home, 'customer.json')
    writeFileSync(body, '{"name":"By file"}')
    const post = ['api', 'post', '/customers', '-f', body]
    expect((await run(post, remote())).json).toMatchObject({ name: 'By file' })
    const none = await run([...create.slice(0, -1), join(home, 'none.csv')], remote())
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('cannot be read')])
  })

  test('listen: 1000 events in order, although both sides restart', async () => {
    const { id } = await givens(app).customer({ name: 'Before' })
    await transaction(app.work(), async (work) => {
      for (let at = 0; at < 1000; at += 1)
        recordEvent(work, { type: 'customer.updated', resourceId: id, data: { at } })
      recordEvent(work, { type: 'customer.deleted', resourceId: id, data: {} })
    })
    const received: { readonly body: string; readonly headers: Record<string, string> }[] = []
    let attempts = 0
    const receiver = await serving(0, async (request, response) => {
      const body = await text(request)
      attempts += 1
      // The program dies now and then before it has taken the event.
      if (attempts % 300 === 0) {
        response.destroy()
        return
      }
      received.push({ body, headers: request.headers as Record<string, string> })
      response.writeHead(204).end()
    })
    const service = await serving(0, answer)
    const env = { ...remote(), BILLWRIGHT_URL: service.url }
    const events = ['--events', 'customer.updated,customer.deleted']
    const options = ['listen', '--forward-to', `${receiver.url}/hooks`, ...events]
    const first = await run([...options, '--from-start', '--until', 'customer.created'], env)
    expect(first.code, first.stderr).toBe(0)
    await service.close()
    const second = run([...options, '--until', 'customer.deleted'], env)
    await new Promise((resolve) => setTimeout(resolve, 3000))
    const again = await serving(service.port, answer)
    const result = await second
    await Promise.all([again.close(), receiver.close()])
    expect(result.code, result.stderr).toBe(0)
    expect(result.stderr).toContain('does not answer')
    const [secret = ''] = /whsec_[A-Za-z0-9+/=]+/.exec(first.stderr) ?? []
    for (const { body, headers } of received.slice(0, 5))
      expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
    const trigger = await run(['trigger', 'payment.recorded', '--forward-to', receiver.url])
    expect([trigger.code, trigger.stderr]).toEqual([1, expect.stringContaining(secret)])
    const places = received.map(({ body }) => JSON.parse(body).data.at)
    const ours = places.filter((it) => it !== undefined)
    expect(ours).toEqual(Array.from({ length: 1000 }, (_, at) => at))
  })

  /** The service behind an address that comes and goes. */
  const answer: RequestListener = async ({ url: path = '/' }, response) => {
    const headers = { host: 'localhost:3000', authorization: `Bearer ${API_KEY}` }
    const given = await app.server.inject({ method: 'GET', url: path, headers })
    response.writeHead(given.statusCode, { 'content-type': 'application/json' }).end(given.body)
  }

  async function serving(wanted: number, listener: RequestListener) {
    const server = createServer(listener)
    await new Promise<void>((resolve) => server.listen(wanted, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const close = async () => {
      server.closeAllConnections()
      server.close()
    }
    return { url: `http://127.0.0.1:${port}`, port, close }
  }

  test('trigger: sends a signed example; completion and --version answer', async () => {
    const bodies: string[] = []
    const receiver = await serving(0, async (request, response) => {
      bodies.push(await text(request))
      response.writeHead(204).end()
    })
    const to = receiver.url
    expect((await run(['trigger', 'payment.recorded', '--forward-to', to])).code).toBe(0)
    expect(JSON.parse(bodies[0] ?? '')).toMatchObject({
      type: 'payment.recorded',
      data: { amount: '50.00' },
    })
    expect((await run(['trigger', 'payment.odd', '--forward-to', to])).code).toBe(2)
    const printed = await run(['listen', '--print-secret'])
    expect([printed.code, printed.stdout.trim()]).toEqual([0, expect.stringMatching(/^whsec_/)])
    expect((await run(['listen'], remote())).code).toBe(2)
    await receiver.close()
    expect((await run(['--version'])).stdout).toMatch(/^\d+\.\d+/)
  })

  test('events resend: sends one event of the log again; events list is a command of the service', async () => {
    const { id } = await givens(app).customer({ name: 'Again' })
    const listed = await run(['events', 'list', '--resource-id', id], remote())
    const [event] = listed.json.data
    const received: { readonly body: string; readonly headers: Record<string, string> }[] = []
    const receiver = await serving(0, async (request, response) => {
      received.push({
        body: await text(request),
        headers: request.headers as Record<string, string>,
      })
      response.writeHead(204).end()
    })
    const resend = ['events', 'resend', event.id, '--to']
    const sent = await run([...resend, receiver.url], remote())
    expect([sent.code, sent.stdout], sent.stderr).toEqual([0, expect.stringContaining('204')])
    await receiver.close()
    const secret = (await run(['listen', '--print-secret'])).stdout.trim()
    const [{ body, headers } = { body: '', headers: {} }] = received
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({
      id: event.id,
      type: 'customer.created',
      data: event.data,
    })
    expect((await run([...resend, receiver.url], remote())).code).toBe(1)
    expect((await run(['events', 'resend', 'evt_none', '--to', 'http://x'], remote())).code).toBe(1)
    expect((await run(['events', 'resend', event.id], remote())).code).toBe(2)
  })

  test('completion: own commands, and those of the service', async () => {
    const words = /^ {4}''\) words='([^']*)'/m
    const { stdout, stderr } = await run(['completion', 'bash'], remote())
    expect(words.exec(stdout)?.[1], stderr).toMatch(/\blisten\b.* \binvoices\b/)
    const alone = await runCommand(['completion', 'bash'], { env: { HOME: join(home, 'new') } })
    expect([alone.code, alone.stderr]).toEqual([0, expect.stringContaining('billwright login')])
    expect(words.exec(alone.stdout)?.[1]).not.toMatch(/\binvoices\b/)
  })
})
