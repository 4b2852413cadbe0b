import { generateSync } from 'otplib'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writeKey } from '../src/company/access/keys/api-key.ts'
import { loginCode, loginKeyId } from '../src/company/access/keys/login.ts'
import { ensureFirstRun } from '../src/company/access/set-up/first-run.ts'
import { newSecret, sha256 } from '../src/platform/ids.ts'
import { type Browser, openBrowser } from './browser.ts'
import { givenCompany } from './companies.ts'
import type { Json } from './givens.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'
import { CLIENT, type IdentityProvider, startIdentityProvider } from './identity-provider.ts'
import { runNow } from './jobs.ts'
import { type MailServer, startMailServer } from './mail-server.ts'

const PUBLIC_URL = 'https://bills.example.org'
const CALLBACK = '/api/v1/auth/oidc/callback'
const ADDRESS = 'ada@example.org'
const STRANGERS = 'nine quiet lighthouses'
const OWN = 'ten louder lighthouses'
const STEP_MS = 30_000

/** Ways in which a stranger gets an account for an address. Each returns the signed-in stranger. */
const WAYS = [
  'a copied invitation',
  'the set-up link',
  'an admin',
  'ADMIN_EMAIL of before',
] as const
/** How the person with the address proves that it is theirs. */
const PROOFS = ['a mailed link', 'single sign-on'] as const

describe.each(ENGINES)('addresses that somebody proves (%s)', (engine) => {
  let app: TestApp
  let server: MailServer
  let provider: IdentityProvider

  beforeEach(async () => {
    server = await startMailServer()
    provider = await startIdentityProvider({ redirectUri: `${PUBLIC_URL}${CALLBACK}` })
    provider.accounts.set('ada', { email: ADDRESS, email_verified: true, name: 'Ada' })
  })
  afterEach(async () => {
    await app.close()
    await server.close()
    await provider.close()
  })

  const start = async (env: Record<string, string> = {}) => {
    app = await startTestApp(engine, {
      PUBLIC_URL,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      SMTP_URL: server.url,
      MAIL_FROM: 'Atelier Nord <billing@nord.example>',
      ...env,
    })
  }
  const call = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const answer = await app.call(method, path, body)
    return { status: answer.statusCode, ...(answer.body === '' ? {} : answer.json()) }
  }
  const signIn = (browser: Browser, password: string) =>
    browser.call('POST', '/session', { email: ADDRESS, password })
  const statusOf = async (browser: Browser) => (await browser.call('GET', '/session')).statusCode
  const nextStep = () => app.clock.set(new Date(app.clock.now() + STEP_MS).toISOString())
  const codeOf = (secret: string) => generateSync({ secret, epoch: app.clock.now() / 1000 })
  const keyStatus = async (key: string) =>
    (
      await app.send({
        url: '/api/v1/customers',
        headers: { host: 'bills.example.org', authorization: `Bearer ${key}` },
      })
    ).statusCode
  const mailedToken = async (): Promise<string> => {
    await app.services.access.settled()
    await runNow(app, 'mail.sweep')
    await app.services.jobRunner.runDue()
    const { text } = await PostalMime.parse(server.received.at(-1)?.bytes ?? '')
    return /\/(?:invitation|password-reset)#([\w.-]+)/.exec(text ?? '')?.[1] ?? ''
  }

  const takeAccount = async (way: (typeof WAYS)[number]): Promise<Browser> => {
    const browser = openBrowser(app)
    if (way === 'a copied invitation') {
      const { token } = await call('POST', '/invitations', { email: ADDRESS, role: 'admin' })
      const body = { token, password: STRANGERS }
      expect((await browser.call('POST', '/invitations/accept', body)).statusCode).toBe(200)
      return browser
    }
    if (way === 'the set-up link') {
      const config = { ...app.config, apiKey: null }
      const { setupToken } = await ensureFirstRun({ db: app.db, clock: app.clock, config })
      const body = { token: setupToken, email: ADDRESS, password: STRANGERS }
      expect((await browser.call('POST', '/setup', body)).statusCode).toBe(201)
      return browser
    }
    if (way === 'an admin') {
      const body = { email: ADDRESS, password: STRANGERS, role: 'owner' }
      expect((await call('POST', '/users', body)).status).toBe(201)
    } else {
      const admin = { email: ADDRESS, password: STRANGERS }
      const config = { ...app.config, admin }
      await ensureFirstRun({ db: app.db, clock: app.clock, config })
    }
    expect((await signIn(browser, STRANGERS)).statusCode).toBe(201)
    return browser
  }

  /** What a stranger can leave in an account, to come back later. */
  const leaveBehind = async (browser: Browser) => {
    const scopes = ['read', 'admin']
    const made = (await browser.call('POST', '/api-keys', { name: 'k', scopes })).json().key
    const ofKey = await app.call(
      'POST',
      '/api-keys',
      { name: 'of the key', scopes: ['read'] },
      { authorization: `Bearer ${made}` },
    )
    const secret = newSecret()
    const login = { name: 'cli', scopes: ['read'], secret_hash: sha256(secret) }
    const code = loginCode(sha256(secret))
    await browser.call('POST', '/api-keys/logins', { ...login, code })
    const guest = { email: 'friend@example.org', role: 'viewer' }
    const invited = (await browser.call('POST', '/invitations', guest)).json()
    const totp = (await browser.call('POST', '/me/totp', { password: STRANGERS })).json()
    const confirmed = await browser.call('POST', '/me/totp/confirm', { code: codeOf(totp.secret) })
    expect(confirmed.statusCode, confirmed.body).toBe(200)
    nextStep()
    const { challenge } = (await signIn(openBrowser(app), STRANGERS)).json()
    const keys = [made, ofKey.json().key, writeKey(loginKeyId(sha256(secret)), secret)]
    for (const key of keys) expect(await keyStatus(key)).toBe(200)
    const recovery: readonly string[] = confirmed.json().recovery_codes
    return { keys, invitation: invited.token, totp: totp.secret, challenge, recovery }
  }

  const resetBy = async (password: string) => {
    await openBrowser(app).call('POST', '/password-resets', { email: ADDRESS })
    const body = { token: await mailedToken(), password }
    const accepted = await openBrowser(app).call('POST', '/password-resets/accept', body)
    expect(accepted.statusCode, accepted.body).toBe(204)
  }
  const signInThere = async (account = 'ada'): Promise<[Browser, string]> => {
    const browser = openBrowser(app)
    const begun = await browser.open('/api/v1/auth/oidc')
    const back = await provider.signIn(String(begun.headers.location), account)
    const answer = await browser.open(back.slice(PUBLIC_URL.length))
    return [browser, String(answer.headers.location)]
  }
  /** Answers the browser of the person, who is signed in without a code of a stranger. */
  const prove = async (proof: (typeof PROOFS)[number]): Promise<Browser> => {
    if (proof === 'single sign-on') {
      const [browser, location] = await signInThere()
      expect(location).toBe('/')
      return browser
    }
    await resetBy(OWN)
    const browser = openBrowser(app)
    expect((await signIn(browser, OWN)).statusCode).toBe(201)
    return browser
  }

  const CASES = WAYS.flatMap((way) => PROOFS.map((proof) => [way, proof] as const))

  test.each(CASES)('nothing of a stranger by %s is left after %s', async (way, proof) => {
    await start()
    const stranger = await takeAccount(way)
    const second = openBrowser(app)
    await signIn(second, STRANGERS)
    const left = await leaveBehind(stranger)
    const person = await prove(proof)
    expect(await statusOf(person)).toBe(200)
    for (const browser of [stranger, second]) expect(await statusOf(browser)).toBe(401)
    expect((await signIn(openBrowser(app), STRANGERS)).statusCode).toBe(401)
    for (const code of [codeOf(left.totp), left.recovery[0]]) {
      const body = { challenge: left.challenge, code }
      const answer = await openBrowser(app).call('POST', '/session/second-factor', body)
      expect(answer.json().code).toBe('challenge_expired')
    }
    for (const key of left.keys) expect(await keyStatus(key)).toBe(401)
    const look = await openBrowser(app).call('POST', '/invitations/look', {
      token: left.invitation,
    })
    expect(look.statusCode).toBe(404)
    expect((await person.call('GET', '/me/totp')).json()).toMatchObject({ enabled: false })
  })

  test.each(PROOFS)('after %s, later proofs leave what the person set up', async (proof) => {
    await start()
    await takeAccount('a copied invitation')
    const person = await prove(proof)
    const password = proof === 'a mailed link' ? { password: OWN } : {}
    const totp = (await person.call('POST', '/me/totp', password)).json()
    await person.call('POST', '/me/totp/confirm', { code: codeOf(totp.secret) })
    nextStep()
    const [, location] = await signInThere()
    expect(location).toMatch(/^\/#second-factor=/)
    if (proof === 'single sign-on') return
    await resetBy(STRANGERS)
    expect((await signIn(openBrowser(app), STRANGERS)).statusCode).toBe(202)
  })

  test('an account of another address at the provider is unlinked by the first proof', async () => {
    await start()
    await takeAccount('a copied invitation')
    const [{ id }] = (await call('GET', '/users')).data
    const issuer = provider.issuer
    const link = { issuer, subject: 'strange', user_id: id, created_at: '2026-11-20T09:30:00.000Z' }
    await app.db.insertInto('oidc_subjects').values(link).execute()
    provider.accounts.set('strange', { email: 'mallory@example.org', email_verified: true })
    const [stranger] = await signInThere('strange')
    expect(await statusOf(stranger)).toBe(200)
    await resetBy(OWN)
    expect(await statusOf(stranger)).toBe(401)
    const [again, location] = await signInThere('strange')
    expect([await statusOf(again), location]).toEqual([401, '/#sign-in-error=oidc_unknown_person'])
    expect((await signInThere())[1]).toBe('/')
  })

  test('ADMIN_EMAIL makes no operator of a stranger with that address', async () => {
    await start()
    const stranger = await takeAccount('a copied invitation')
    const config = { ...app.config, admin: { email: ADDRESS, password: OWN } }
    await ensureFirstRun({ db: app.db, clock: app.clock, config })
    expect(await statusOf(stranger)).toBe(401)
    expect((await signIn(openBrowser(app), STRANGERS)).statusCode).toBe(401)
    const own = openBrowser(app)
    expect((await signIn(own, OWN)).statusCode).toBe(201)
    expect((await own.call('GET', '/session')).json().scopes).toContain('companies')
  })

  test('with several companies only the invited person gets the link, and it proves', async () => {
    await start()
    await givenCompany(app.db)
    const { id, token } = await call('POST', '/invitations', { email: ADDRESS, role: 'member' })
    expect(token).toBeNull()
    const message = await call('POST', `/invitations/${id}/send`)
    expect(message).toMatchObject({ kind: 'invitation', status: 'queued' })
    const mailed = await mailedToken()
    const stored = [message, await call('GET', `/messages/${message.id}`)]
    expect(JSON.stringify(stored)).not.toContain(mailed)
    const person = openBrowser(app)
    const body = { token: mailed, password: OWN }
    expect((await person.call('POST', '/invitations/accept', body)).statusCode).toBe(200)
    expect((await signInThere())[1]).toBe('/')
    expect(await statusOf(person)).toBe(200)
    expect((await signIn(openBrowser(app), OWN)).statusCode).toBe(201)
  })

  test('a link that the inviter saw ends when a second company comes', async () => {
    await start()
    const { id, token } = await call('POST', '/invitations', { email: ADDRESS, role: 'member' })
    expect(token).toMatch(/^[\w-]{43}$/)
    await givenCompany(app.db)
    const accept = { token, password: STRANGERS }
    for (const [path, body] of [
      ['/invitations/look', { token }],
      ['/invitations/accept', accept],
    ] as const) {
      const answer = await openBrowser(app).call('POST', path, body)
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'invitation_not_found'])
    }
    expect((await call('POST', `/invitations/${id}/send`)).status).toBe(404)
  })

  test('409: with several companies the mail server of a company carries no invitation', async () => {
    const OUTBOUND_ALLOW = `127.0.0.1:${server.port}`
    await start({ SMTP_URL: '', MAIL_FROM: '', OUTBOUND_ALLOW })
    await call('PATCH', '/settings', { mailFrom: { address: 'bills@nord.example' } })
    const transport = { host: '127.0.0.1', port: server.port, security: 'none' }
    expect((await call('PUT', '/mail-transport', transport)).status).toBe(200)
    const { id } = await call('POST', '/invitations', { email: ADDRESS, role: 'member' })
    // It was queued while there was one company.
    const { id: messageId } = await call('POST', `/invitations/${id}/send`)
    await givenCompany(app.db)
    await mailedToken()
    expect(server.received).toEqual([])
    expect(await call('GET', `/messages/${messageId}`)).toMatchObject({ reason: 'link_ended' })
    const { id: next } = await call('POST', '/invitations', { email: ADDRESS, role: 'member' })
    const refused = await call('POST', `/invitations/${next}/send`)
    expect([refused.status, refused.code]).toEqual([409, 'operators_mail_only'])
  })
})
