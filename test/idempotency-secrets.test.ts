import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, openBrowser } from './browser.ts'
import { givens, type Json } from './givens.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'
import { startPeer } from './peer.ts'
import { everyByte, everyRow } from './stored.ts'
import { type Receiver, startReceiver } from './webhook-receiver.ts'

const EMAIL = 'ada@example.org'
const PASSWORD = 'nine quiet lighthouses'
const NEXT_PASSWORD = 'ten louder lighthouses'
const STEP_MS = 30_000

/** A request that makes, tells or takes a secret, and how it was answered. */
interface Step {
  readonly title: string
  readonly send: (body?: unknown) => ReturnType<TestApp['call']>
  readonly answer: Awaited<ReturnType<TestApp['call']>>
}

describe.each(ENGINES)('Idempotency-Key where answers contain secrets (%s)', (engine) => {
  let app: TestApp
  let receiver: Receiver
  let browser: Browser
  const steps: Step[] = []
  const secrets = new Set<string>()
  const told = (...texts: readonly string[]) => {
    for (const it of texts) secrets.add(it)
  }

  async function step(method: string, path: string, given?: unknown, by?: Browser): Promise<Json> {
    const title = `${method} ${path.replace(/(whk|usr|inv)_[0-9a-f-]+/, ':id')}`
    const key = `key-of-${steps.length}-0123456789`
    told(key)
    const send = (body: unknown = given) =>
      (by ?? app).call(method, path, body, { 'idempotency-key': key })
    const answer = await send()
    expect(answer.statusCode, `${title} ${answer.body}`).toBeLessThan(300)
    for (const { name, value } of answer.cookies) if (name === 'sid') told(value)
    steps.push({ title, send, answer })
    return answer.body === '' ? null : answer.json()
  }

  beforeAll(async () => {
    receiver = await startReceiver()
    app = await startTestApp(engine, { OUTBOUND_ALLOW: receiver.host })
    browser = openBrowser(app)
    await useInvoicesAndKeys()
    await usePeople()
    await useSecondFactor()
    await step('PATCH', `/users/${await ownId()}`, ownPassword, browser)
    await useDeletion()
    told(PASSWORD, NEXT_PASSWORD, ...[...browser.cookies.values()])
  })
  afterAll(async () => {
    await app.close()
    await receiver.close()
  })

  const ownPassword = { password: NEXT_PASSWORD, current_password: PASSWORD }
  const ownId = async (): Promise<string> => (await browser.call('GET', '/session')).json().id

  async function useInvoicesAndKeys(): Promise<void> {
    await givens(app).settings({ companyName: 'Fernweh Press' })
    const { id } = await givens(app).invoice()
    told((await step('POST', `/invoices/${id}/publish`)).share_token)
    const { key } = await step('POST', '/api-keys', { name: 'CI', scopes: ['read'] })
    told(key.slice('bw_live_'.length + 23, -6))
    const webhook = await step('POST', '/webhooks', { url: receiver.url() })
    const rotated = await step('POST', `/webhooks/${webhook.id}/secret`)
    for (const { secret } of [webhook, rotated]) told(secret.slice('whsec_'.length, -1))
    await step('POST', `/webhooks/${webhook.id}/test`)
  }

  async function usePeople(): Promise<void> {
    const { id } = await step('POST', '/users', {
      email: EMAIL,
      role: 'member',
      password: 'first of all lamps',
    })
    await step('PATCH', `/users/${id}`, { password: PASSWORD })
    told('first of all lamps')
    const signedIn = await browser.call(
      'POST',
      '/session',
      { email: EMAIL, password: PASSWORD },
      { 'idempotency-key': 'of-no-use' },
    )
    expect(signedIn.statusCode, signedIn.body).toBe(201)
    told(...signedIn.cookies.map(({ value }) => value))
  }

  async function useSecondFactor(): Promise<void> {
    const { secret } = await step('POST', '/me/totp', { password: PASSWORD }, browser)
    const code = () => generateSync({ secret, epoch: app.clock.now() / 1000 })
    const first = await step('POST', '/me/totp/confirm', { code: code() }, browser)
    app.clock.set(new Date(app.clock.now() + STEP_MS).toISOString())
    const next = await step('POST', '/me/totp/recovery-codes', { code: code() }, browser)
    app.clock.set(new Date(app.clock.now() + STEP_MS).toISOString())
    const codes: readonly string[] = [...first.recovery_codes, ...next.recovery_codes]
    told(secret, ...codes, ...codes.map((it) => it.replaceAll('-', '')))
    await step('POST', '/me/totp/disable', { code: code() }, browser)
  }

  async function useDeletion(): Promise<void> {
    const email = 'bo@example.org'
    await step('POST', '/users', { email, role: 'member', password: PASSWORD })
    const { id } = await step('POST', '/companies', { name: 'Second', owner: email })
    const owner = openBrowser(app)
    await owner.call('POST', '/session', { email, password: PASSWORD })
    await step('DELETE', `/companies/${id}`, { password: PASSWORD }, owner)
  }

  test('each is answered byte for byte again, and done once', async () => {
    const before = await everyRow(app.db)
    const sent = receiver.received.length
    for (const { title, send, answer } of steps) {
      const again = await send()
      expect(again.headers['idempotency-replayed'], `${title} ${again.body}`).toBe('true')
      expect([again.statusCode, again.body], title).toEqual([answer.statusCode, answer.body])
      for (const name of ['location', 'etag', 'cache-control'])
        expect(again.headers[name], title).toBe(answer.headers[name])
    }
    expect(receiver.received.length).toBe(sent)
    expect(await everyRow(app.db)).toBe(before)
  })

  test('a session is never given out again', async () => {
    expect(steps.filter(({ answer }) => answer.cookies.length > 0)).not.toEqual([])
    for (const { title, send } of steps) expect((await send()).cookies, title).toEqual([])
  })

  test('422: the same key with another body', async () => {
    for (const { title, send } of steps) {
      const other = await send({ name: 'another', scopes: ['read'], password: 'x', code: '123456' })
      expect(other.json(), title).toMatchObject({ status: 422 })
      expect(other.json().code, title).toMatch(/^(idempotency_key_reused|invalid_request)$/)
    }
    const other = await steps[1]?.send({ name: 'CI', scopes: ['read', 'write'] })
    expect(other?.json().code).toBe('idempotency_key_reused')
  })

  test('another person with the same key and request gets a separate answer', async () => {
    const admin = await givens(app).key('read', 'admin')
    const given = { 'idempotency-key': 'key-of-1-0123456789', ...admin }
    const theirs = await app.call('POST', '/api-keys', { name: 'CI', scopes: ['read'] }, given)
    expect(theirs.statusCode, theirs.body).toBe(201)
    expect(theirs.body).not.toBe(steps[1]?.answer.body)
    told(theirs.json().key)
  })

  test('a restart forgets nothing', async () => {
    const peer = await startPeer(app)
    const again = await peer.post(
      '/api-keys',
      { name: 'CI', scopes: ['read'] },
      'key-of-1-0123456789',
    )
    await peer.close()
    expect(again.body).toBe(steps[1]?.answer.body)
  })

  test('the database contains none of it', async () => {
    const stored = (await everyByte(app)).toLowerCase()
    expect(stored).toContain('fernweh press')
    expect(secrets.size).toBeGreaterThan(40)
    for (const it of secrets) {
      expect(it.length, it).toBeGreaterThan(9)
      expect(stored.includes(it.toLowerCase()), it).toBe(false)
    }
  })
})
