import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../src/platform/database/db.ts'
import { createMigratedDatabase, ENGINES, openAsOwner, type TestDatabase } from './databases.ts'
import { type Service, startService } from './faults/harness.ts'
import { API_KEY } from './faults/request.ts'
import type { Json } from './givens.ts'
import { reaching } from './providers/app.ts'
import { type PlayedStripe, playStripe } from './providers/stripe.ts'

/** As pino counts. */
const DEBUG = 20
const EMAIL = 'owner@secret-mail.example'
const PASSWORD = 'a long password nobody logs'
const PERSON = { name: 'Valentina Geheim', email: 'valentina@secret-mail.example' }

/** All that is logged while people, programs and customers do what they do, and much of it fails. */
describe.each(ENGINES)('the log (%s)', (engine) => {
  let database: TestDatabase
  let db: Db
  let service: Service
  let stripe: PlayedStripe
  let folder: string
  let output = ''
  const secrets = new Map<string, string>()

  beforeAll(async () => {
    database = await createMigratedDatabase(engine)
    const { config } = database
    db = openAsOwner(config)
    stripe = await playStripe()
    folder = mkdtempSync(join(tmpdir(), 'billwright-logs-'))
    service = await startService({
      dataDir: folder,
      env: {
        ADMIN_EMAIL: EMAIL,
        ADMIN_PASSWORD: PASSWORD,
        LOG_LEVEL: 'trace',
        SHUTDOWN_GRACE_SECONDS: '0',
        ...reaching({ stripe }),
        DATABASE_URL: config.engine === 'postgres' ? config.url : `sqlite:${config.path}`,
      },
    })
    for (const stream of [service.child.stdout, service.child.stderr])
      stream?.on('data', (text: string) => {
        output += text
      })
    await service.ready(90_000)
    await use()
    await service.stop()
  })
  afterAll(async () => {
    await service.kill()
    rmSync(folder, { recursive: true, force: true })
    await db.destroy()
    await database.drop()
    await stripe.close()
  })

  const send = (path: string, init: RequestInit = {}) => fetch(`${service.url}${path}`, init)
  const call = (method: string, path: string, body?: unknown, headers = {}) =>
    send(`/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${API_KEY}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })

  async function use(): Promise<void> {
    await send('/healthz')
    for (const [name, value] of Object.entries({ API_KEY, EMAIL, PASSWORD, ...PERSON }))
      secrets.set(name, value)
    await signIn()
    const key: Json = await (
      await call('POST', '/api-keys', { name: 'Nightly', scopes: ['read'] })
    ).json()
    secrets.set('made key', String(key.key ?? key.secret ?? key.token))
    await send('/api/v1/customers', {
      headers: { authorization: `Bearer ${secrets.get('made key')}` },
    })
    await send(`/api/v1/customers?q=${PERSON.email}`, {
      headers: { authorization: 'Bearer bw_live_x' },
    })
    await call('GET', `/customers?q=${encodeURIComponent(PERSON.name)}`)
    await call('POST', '/customers', `{"name":"${PERSON.name}",`)
    await call('POST', '/customers', { ...PERSON, emial: PERSON.email })
    await share()
    await useProvider()
    await useMandate()
    await failWithin()
  }

  async function signIn(): Promise<void> {
    const post = (password: string) =>
      send('/api/v1/session', {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: service.url },
        body: JSON.stringify({ email: EMAIL, password }),
      })
    await post('a wrong password of theirs')
    secrets.set('wrong password', 'a wrong password of theirs')
    const cookies = (await post(PASSWORD)).headers.getSetCookie()
    expect(cookies.length).toBeGreaterThan(0)
    for (const [at, cookie] of cookies.entries())
      secrets.set(`cookie ${at}`, /=([^;]*)/.exec(cookie)?.[1] ?? '')
    const cookie = cookies.map((it) => it.replace(/;.*/, '')).join('; ')
    await send('/api/v1/customers', { headers: { cookie } })
  }

  async function share(): Promise<void> {
    const items = [{ description: 'Design', quantity: '1', unit_price: '1.00' }]
    const made = await call('POST', '/invoices', { customer: PERSON, currency: 'EUR', items })
    const { id }: Json = await made.json()
    const { share_token: token }: Json = await (
      await call('POST', `/invoices/${id}/publish`)
    ).json()
    secrets.set('share token', token)
    for (const path of [`/api/v1/public/invoices/${token}`, `/i/${token}`, `/i/${token}/more?x=1`])
      await send(path)
    await send(`/api/v1/public/invoices/${token}/pdf`)
    await call('POST', `/invoices/${id}/unpublish`)
    await send(`/api/v1/public/invoices/${token}`)
  }

  /** A key that the provider takes, then refuses; a forged hook; a page on which a customer pays. */
  async function useProvider(): Promise<void> {
    const hookSecret = 'whsec_of_the_log_test'
    const body = { kind: 'stripe', label: 'Stripe', api_key: 'sk_test_keyofthelogtest' }
    for (const [name, value] of Object.entries({ 'provider key': body.api_key, hookSecret }))
      secrets.set(name, value)
    const made = await call('POST', '/payment-providers', { ...body, hook_secrets: [hookSecret] })
    const { id }: Json = await made.json()
    await call('POST', '/payment-providers', { ...body, api_keys: body.api_key })
    await call('POST', `/payment-providers/${id}/test`)
    await send(`/hooks/${id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': `t=1,v1=${hookSecret}` },
      body: JSON.stringify({ id: hookSecret }),
    })
    const items = [{ description: 'Design', quantity: '1', unit_price: '10.00' }]
    const given = { customer: { name: 'Payer' }, currency: 'EUR', items, status: 'sent' }
    const invoice: Json = await (await call('POST', '/invoices', given)).json()
    const opened = await call('POST', `/invoices/${invoice.id}/checkout`, {})
    const { url }: Json = await opened.json()
    secrets.set('page of the provider', new URL(url).pathname)
    stripe.refusesKeys = true
    await call('POST', `/payment-providers/${id}/test`)
    await call('POST', `/payment-providers/${id}/sync`)
  }

  async function useMandate(): Promise<void> {
    const iban = 'DE17123456780000000001'
    secrets.set('account of the customer', iban)
    const { id }: Json = await (await call('POST', '/customers', { name: 'Debtor' })).json()
    const evidence = { kind: 'paper' }
    const mandate = { signed_on: '2026-01-02', account_holder: PERSON.name, iban, evidence }
    for (const it of [mandate, { ...mandate, iban: `${iban}1` }, { ...mandate, ibans: iban }])
      await call('POST', `/customers/${id}/payment-methods`, { mandate: it })
  }

  /** The database refuses a row and says which; a table is gone. */
  async function failWithin(): Promise<void> {
    await sql`create unique index names on customers (email)`.execute(db)
    await call('POST', '/customers', PERSON)
    expect((await call('POST', '/customers', PERSON)).status).toBe(500)
    await sql`alter table customers rename to gone`.execute(db)
    expect((await call('POST', '/customers', PERSON)).status).toBe(500)
  }

  test('has a line for each request, and the failure', () => {
    const lines = service
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
    const requests = lines
      .map((line) => JSON.parse(line))
      .filter(({ route }) => route !== undefined)
    expect(requests.length).toBeGreaterThan(15)
    for (const request of requests)
      expect(request).toMatchObject({
        id: expect.stringMatching(/^req_/),
        status: expect.any(Number),
      })
    expect(output).toContain('request failed')
  })

  test('logs frequent health checks below the usual level', () => {
    const probes = output.split('\n').filter((line) => line.includes('"route":"/healthz"'))
    expect(probes.map((line) => JSON.parse(line).level)).toEqual([DEBUG])
  })

  test('contains no key, cookie, token, password, name or address', () => {
    expect(secrets.size).toBeGreaterThan(7)
    for (const [name, secret] of secrets) {
      expect(secret.length, name).toBeGreaterThan(9)
      expect(output.includes(secret), `${name} is in the log`).toBe(false)
    }
    expect(output).not.toContain(encodeURIComponent(EMAIL))
  })
})
