import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../../../../test/browser.ts'
import { givenCompany } from '../../../../test/companies.ts'
import { givens, type Json } from '../../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../../test/harness.ts'
import type { Company } from '../../../core/companies/company.ts'
import { firstCompany, requireCompanyByNumber } from '../../../core/companies/directory.ts'
import { createApiKey } from '../keys/keys.ts'
import { createPerson } from '../people/people.ts'
import { addDomain, checkDomainsAgain, verifyDomain } from './domains.ts'

const HOST = 'bills.suedwind.example'
const MAIN = 'https://main.example'
const PASSWORD = 'nine quiet lighthouses'
const ITEMS = [{ description: 'Cover design', unit_price: '80' }]
const DAY_MS = 24 * 60 * 60 * 1000

describe.each(ENGINES)('own domains (%s)', (engine) => {
  let app: TestApp
  let company: Company
  let key: string
  /** Paths of share links: of the company of the domain, and of the first. */
  let own: string
  let foreign: string
  let cookie: string
  let id: string
  beforeAll(async () => {
    app = await startTestApp(engine, { PUBLIC_URL: MAIN, TRUST_PROXY: 'loopback' })
    company = await requireCompanyByNumber(app.directory, await givenCompany(app.db))
    const scopes = ['read', 'write', 'issue', 'admin'] as const
    const { access } = app.services
    key = (await createApiKey(access, app.work(company), { name: 'k', scopes, expiresAt: null }))
      .text
    const person = { email: 'ada@example.org', name: null, password: PASSWORD, role: 'owner' }
    await createPerson(access, app.work(company), { ...person, role: 'owner' })
    const browser = openBrowser(app)
    await browser.call('POST', '/session', person)
    cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const { invoice, publish } = givens(app)
    foreign = new URL((await publish((await invoice({ status: 'sent' })).id)).share_url).pathname
    await call('PATCH', '/settings', { companyName: 'Südwind' })
    const body = { customer: { name: 'Kiln' }, items: ITEMS, status: 'sent' }
    ;({ id } = await call('POST', '/invoices', body))
    own = new URL((await call('POST', `/invoices/${id}/publish`)).share_url).pathname
  })
  afterAll(() => app.close())

  const ask = (method: string, path: string, body?: object) =>
    app.call(method, path, body, { authorization: `Bearer ${key}` })
  const call = async (method: string, path: string, body?: object): Promise<Json> => {
    const answer = await ask(method, path, body)
    expect(answer.statusCode, answer.body).toBeLessThan(300)
    return answer.body === '' ? null : answer.json()
  }
  const open = (url: string, headers: Record<string, string> = {}) =>
    app.send({ url, headers: { host: HOST, ...headers } })
  const proven = async (host = HOST): Promise<Json> => {
    const { record } = await call('POST', '/domains', { host })
    app.textRecords.set(record.name, record.value)
    return call('POST', `/domains/${host}/verify`)
  }

  test('422, 409, 404: an invalid, existing, unproven or unknown domain', async () => {
    for (const host of ['localhost', '127.0.0.1', 'https://a.example', 'main.example'])
      expect((await ask('POST', '/domains', { host })).statusCode, host).toBe(422)
    const added = await call('POST', '/domains', { host: 'Later.Example.org.' })
    expect(added).toMatchObject({ host: 'later.example.org', status: 'pending' })
    const again = await ask('POST', '/domains', { host: 'later.example.org' })
    expect([again.statusCode, again.json().code]).toEqual([409, 'domain_exists'])
    const unproven = await ask('POST', '/domains/later.example.org/verify')
    expect([unproven.statusCode, unproven.json().code]).toEqual([409, 'domain_unproven'])
    expect(unproven.json().record).toEqual(added.record)
    expect((await open(own, { host: 'later.example.org' })).statusCode).toBe(421)
    const other = await app.call('POST', '/domains/later.example.org/verify')
    expect([other.statusCode, other.json().code]).toEqual([404, 'domain_not_found'])
    expect((await ask('DELETE', '/domains/later.example.org')).statusCode).toBe(204)
    expect((await call('GET', '/domains')).data).toEqual([])
  })

  test('links are made with the domain, and the links of the company open there', async () => {
    expect(await proven()).toMatchObject({ host: HOST, status: 'verified' })
    expect((await call('GET', `/invoices/${id}`)).share_url).toBe(`https://${HOST}${own}`)
    const page = await open(own)
    expect([page.statusCode, page.headers['set-cookie']]).toEqual([200, undefined])
    const token = own.slice('/i/'.length)
    const shared = await open(`/api/v1/public/invoices/${token}`)
    expect(shared.json().links.page).toBe(`https://${HOST}${own}`)
    const html = await open(`/api/v1/public/invoices/${token}/html`)
    expect(html.statusCode).toBe(200)
    const [, font = ''] = /url\("?(\/_template-assets\/[^")]+)/.exec(html.body) ?? []
    expect((await open(font)).headers['content-type']).toBe('font/woff2')
    // It still opens under the address of the service.
    expect((await app.send({ url: own, headers: { host: 'main.example' } })).statusCode).toBe(200)
  })

  test('404: a link of another company, like an unknown link', async () => {
    for (const path of [foreign, `/i/${'x'.repeat(43)}`]) {
      const answer = await open(path)
      expect([path, answer.statusCode]).toEqual([path, 404])
      const json = await open(path.replace('/i/', '/api/v1/public/invoices/'))
      expect([json.statusCode, json.json().code]).toEqual([404, 'share_not_found'])
    }
  })

  test('404 and no cookie: every path but the public ones, with any credential', async () => {
    const paths = ['/', '/sign-in', '/docs', '/healthz', '/readyz', '/metrics', '/openapi.json']
    const api = ['invoices', 'session', 'auth', 'auth/oidc', 'companies', 'openapi.json']
    const inside = [`/c/${company.handle}/invoices`, `/c/${company.handle}/api/v1/invoices`]
    const odd = ['/i', '/I/x', '//i/x', '/i/../invoices', '/%69/x', '/internal/domain?name=x']
    const all = [...paths, ...api.map((it) => `/api/v1/${it}`), ...inside, ...odd]
    const callers = [{}, { cookie }, { authorization: `Bearer ${key}` }, { cookie, origin: MAIN }]
    for (const url of all)
      for (const headers of callers) {
        const sent = { host: HOST, ...headers }
        const answer = await app.server.inject({ url, headers: sent })
        expect([url, answer.statusCode, answer.headers['set-cookie']]).toEqual([
          url,
          404,
          undefined,
        ])
      }
    const signIn = await app.server.inject({
      method: 'POST',
      url: '/api/v1/session',
      headers: { host: HOST, origin: `https://${HOST}` },
      payload: { email: 'ada@example.org', password: PASSWORD },
    })
    expect([signIn.statusCode, signIn.headers['set-cookie']]).toEqual([404, undefined])
  })

  test('404: a browser gets the page of an invalid link, nothing of the console', async () => {
    for (const url of ['/', '/invoices', '/api/v1/nothing', '/nothing-here']) {
      const page = await open(url, { accept: 'text/html', cookie })
      expect([page.statusCode, page.headers['set-cookie']]).toEqual([404, undefined])
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(page.body).toContain('Link not found')
      expect(page.body).not.toMatch(/console|id="root"/)
    }
  })

  test.each([
    ['Host with a port and a point', { host: `${HOST.toUpperCase()}.:443` }, 404],
    ['a forwarded host of the service', { 'x-forwarded-host': 'main.example' }, 404],
    ['a forwarded domain', { host: 'main.example', 'x-forwarded-host': HOST }, 404],
    ['several forwarded hosts', { host: 'main.example', 'x-forwarded-host': `${HOST}, a.b` }, 404],
  ])('host confusion: %s', async (_, headers, status) => {
    const sent = { host: HOST, authorization: `Bearer ${key}`, ...headers }
    const answer = await app.server.inject({ url: '/api/v1/invoices', headers: sent })
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([status, undefined])
  })

  test('421: two companies in one request, and a request target that names another host', async () => {
    const first = { authorization: 'Bearer test-key-0123456789abcdef' }
    const added = await app.call('POST', '/domains', { host: 'nord.example' }, first)
    const { record } = added.json()
    app.textRecords.set(record.name, record.value)
    expect(
      (await app.call('POST', '/domains/nord.example/verify', undefined, first)).statusCode,
    ).toBe(200)
    const mixed = await open(own, { 'x-forwarded-host': 'nord.example' })
    expect([mixed.statusCode, mixed.json().code]).toEqual([421, 'misdirected_request'])
    const port = await listen()
    const get = (target: string, host: string) =>
      raw(port, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    expect(await get(`http://${HOST}/api/v1/invoices`, 'main.example')).toMatch(/^HTTP\/1.1 421 /)
    expect(await get('http://main.example/api/v1/invoices', HOST)).toMatch(/^HTTP\/1.1 421 /)
    expect(await get(`http://${HOST}/api/v1/invoices`, HOST)).toMatch(/^HTTP\/1.1 404 /)
    expect(await get(`http://${HOST}${own}`, HOST)).toMatch(/^HTTP\/1.1 200 /)
  })

  const listen = async (): Promise<number> => {
    await app.server.listen({ port: 0, host: '127.0.0.1' })
    const address = app.server.server.address()
    return typeof address === 'object' && address ? address.port : 0
  }
  const raw = (port: number, request: string): Promise<string> =>
    new Promise((resolve, reject) => {
      let text = ''
      const socket = connect(port, '127.0.0.1', () => socket.write(request))
      socket.on('data', (chunk) => {
        text += chunk
      })
      socket.on('end', () => resolve(text))
      socket.on('error', reject)
    })

  test('only a proxy on this machine may ask which names may get certificates', async () => {
    const inside = { host: 'main.example' }
    const asks = (url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
      app.send({ url, remoteAddress, headers: { ...inside, ...headers } })
    const url = `/internal/domain?domain=${HOST}`
    expect((await asks(url)).statusCode).toBe(200)
    expect((await asks(`/internal/domain?name=${HOST}`)).statusCode).toBe(200)
    expect((await asks('/internal/domain?domain=main.example')).statusCode).toBe(200)
    expect((await asks('/internal/domain?domain=other.example')).statusCode).toBe(404)
    expect((await asks(url, { 'x-forwarded-for': '203.0.113.7' })).statusCode).toBe(404)
    expect((await asks(url, {}, '203.0.113.7')).statusCode).toBe(404)
    expect((await asks(`${url}&secret=guess`, {}, '203.0.113.7')).statusCode).toBe(404)
  })

  test('the company that proves a name gets it; a domain without its record ends after a week', async () => {
    const { access } = app.services
    const first = app.work(await firstCompany(app.directory))
    const claimed = await addDomain(access, first, { host: HOST, forLinks: true })
    app.textRecords.set(`_billwright.${HOST}`, `billwright-domain=${claimed.token}`)
    await verifyDomain(access, first, HOST)
    expect((await call('GET', '/domains')).data[0]).toMatchObject({ host: HOST, status: 'pending' })
    expect((await open(own)).statusCode).toBe(404)
    expect((await open(foreign)).statusCode).toBe(200)
    app.textRecords.delete(`_billwright.${HOST}`)
    const later = (days: number) => new Date(app.clock.now() + days * DAY_MS).toISOString()
    for (const [days, status] of [
      [31, 'failing'],
      [33, 'failing'],
      [39, 'pending'],
    ] as const) {
      await checkDomainsAgain(access, later(days))
      const { data } = (await app.call('GET', '/domains')).json()
      expect(data.find(({ host }: Json) => host === HOST).status).toBe(status)
    }
  })
})
