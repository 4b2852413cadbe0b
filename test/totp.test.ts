import jsqr from 'jsqr'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, openBrowser } from './browser.ts'
import { environmentOf, runCommand } from './cli-run.ts'
import { givens } from './givens.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'
import { everyRow } from './stored.ts'

const PASSWORD = 'nine quiet lighthouses'
const STEP_MS = 30_000

describe.each(ENGINES)('the second factor (%s)', (engine) => {
  let app: TestApp
  let made = 0
  beforeAll(async () => {
    app = await startTestApp(engine)
  })
  afterAll(() => app.close())

  interface Person {
    readonly id: string
    readonly email: string
  }
  interface Enrolled extends Person {
    readonly browser: Browser
    readonly secret: string
    readonly recoveryCodes: readonly string[]
  }

  const person = async (role = 'member'): Promise<Person> => {
    made++
    const email = `person${made}@example.org`
    const response = await app.call('POST', '/users', { email, password: PASSWORD, role })
    expect(response.statusCode, response.body).toBe(201)
    return { id: response.json().id, email }
  }
  /** Everybody has an address of their own, so that no test uses up the tries of another. */
  const browserOf = () => openBrowser(app, { address: `10.1.${made}.1` })
  const signIn = (browser: Browser, { email }: Person, password = PASSWORD) =>
    browser.call('POST', '/session', { email, password })
  const signedIn = async (who: Person): Promise<Browser> => {
    const browser = browserOf()
    expect((await signIn(browser, who)).statusCode).toBe(201)
    return browser
  }
  const laterStep = () => app.clock.set(new Date(app.clock.now() + STEP_MS).toISOString())
  const codeOf = (secret: string, steps = 0) =>
    generateSync({ secret, epoch: (app.clock.now() + steps * STEP_MS) / 1000 })
  const enrolled = async (role?: string): Promise<Enrolled> => {
    const who = await person(role)
    const browser = await signedIn(who)
    const { secret } = (await browser.call('POST', '/me/totp', { password: PASSWORD })).json()
    const confirmed = await browser.call('POST', '/me/totp/confirm', { code: codeOf(secret) })
    expect(confirmed.statusCode, confirmed.body).toBe(200)
    laterStep()
    return { ...who, browser, secret, recoveryCodes: confirmed.json().recovery_codes }
  }
  const challengeFor = async (who: Person, browser = browserOf()): Promise<string> => {
    const response = await signIn(browser, who)
    expect(response.statusCode, response.body).toBe(202)
    return response.json().challenge
  }
  const answer = (challenge: string, code: string, browser = browserOf()) =>
    browser.call('POST', '/session/second-factor', { challenge, code })
  const isSignedIn = async (browser: Browser) =>
    (await browser.call('GET', '/session')).statusCode === 200

  test('201: a secret, its address and a picture of it; not asked for before it is confirmed', async () => {
    const who = await person()
    const browser = await signedIn(who)
    const response = await browser.call('POST', '/me/totp', { password: PASSWORD })
    expect(response.statusCode, response.body).toBe(201)
    expect(response.headers['cache-control']).toBe('no-store')
    const { secret, uri, qr_svg } = response.json()
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(new URL(uri).searchParams.get('secret')).toBe(secret)
    expect(decodeURIComponent(uri)).toMatch(
      /^otpauth:\/\/totp\/Billwright:person\d+@example\.org\?/,
    )
    expect(readQr(qr_svg)).toBe(uri)
    await signedIn(who)
    expect((await browser.call('GET', '/me/totp')).json()).toEqual({
      enabled: false,
      confirmed_at: null,
      recovery_codes_left: 0,
    })
  })

  test('422: setting it up needs the password, confirming it a code', async () => {
    const browser = await signedIn(await person())
    for (const body of [{}, { password: 'wrong' }]) {
      const refused = await browser.call('POST', '/me/totp', body)
      expect(refused.json()).toMatchObject({
        status: 422,
        errors: [{ pointer: '/password', code: 'wrong_password' }],
      })
    }
    expect((await browser.call('POST', '/me/totp/confirm', { code: '000000' })).json().code).toBe(
      'second_factor_inactive',
    )
    const { secret } = (await browser.call('POST', '/me/totp', { password: PASSWORD })).json()
    for (const code of [codeOf(secret, 2), codeOf(secret, -2), 'abcdef', '1'])
      expect((await browser.call('POST', '/me/totp/confirm', { code })).json()).toMatchObject({
        status: 422,
        errors: [{ pointer: '/code', code: 'wrong_code' }],
      })
  })

  test('429: a code that confirms is not found by trying', async () => {
    const browser = await signedIn(await person())
    const { secret } = (await browser.call('POST', '/me/totp', { password: PASSWORD })).json()
    const statuses: number[] = []
    for (let i = 0; i < 11; i++) {
      const code = String((Number(codeOf(secret)) + 17 + i) % 1_000_000).padStart(6, '0')
      statuses.push((await browser.call('POST', '/me/totp/confirm', { code })).statusCode)
    }
    expect(statuses).toEqual([...Array(10).fill(422), 429])
  })

  test('200: confirming returns ten recovery codes, ends other sessions and renews this one', async () => {
    const who = await person()
    const elsewhere = await signedIn(who)
    const browser = await signedIn(who)
    const before = browser.cookies.get('sid')
    const etag = (await app.call('GET', `/users/${who.id}`)).headers.etag
    const { secret } = (await browser.call('POST', '/me/totp', { password: PASSWORD })).json()
    const spaced = codeOf(secret).replace(/(...)/, '$1 ')
    const confirmed = await browser.call('POST', '/me/totp/confirm', { code: spaced })
    expect(new Set(confirmed.json().recovery_codes).size).toBe(10)
    for (const code of confirmed.json().recovery_codes)
      expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{6}-){3}[0-9a-hjkmnp-tv-z]{6}$/)
    expect(browser.cookies.get('sid')).not.toBe(before)
    expect([await isSignedIn(browser), await isSignedIn(elsewhere)]).toEqual([true, false])
    const user = await app.call('GET', `/users/${who.id}`)
    expect(user.json()).toMatchObject({ second_factor: true })
    expect(user.headers.etag).not.toBe(etag)
    const again = await browser.call('POST', '/me/totp', { password: PASSWORD })
    expect(again.json()).toMatchObject({ status: 409, code: 'second_factor_active' })
  })

  test('202: the correct password leads to a challenge, which is no session', async () => {
    const who = await enrolled()
    const browser = browserOf()
    const response = await signIn(browser, who)
    expect(response.statusCode).toBe(202)
    expect(response.cookies).toEqual([])
    expect(response.json()).toMatchObject({ answers: ['totp', 'recovery_code'] })
    const bearer = { authorization: `Bearer ${response.json().challenge}` }
    expect((await app.send({ url: '/api/v1/session', headers: bearer })).statusCode).toBe(401)
    const cookie = `sid=${response.json().challenge}`
    expect((await app.send({ url: '/api/v1/session', headers: { cookie } })).statusCode).toBe(401)
    const wrong = await signIn(browserOf(), who, 'not that')
    expect(wrong.json()).toMatchObject({ status: 401, code: 'wrong_credentials' })
  })

  test('201: the code of now, of the step before or after; 401 for others', async () => {
    const who = await enrolled()
    for (const steps of [-3, -2, 2, 3]) {
      const refused = await answer(await challengeFor(who), codeOf(who.secret, steps))
      expect(refused.json()).toMatchObject({ status: 401, code: 'wrong_code' })
    }
    app.clock.set(new Date(app.clock.now() + 10 * STEP_MS).toISOString())
    for (const steps of [-1, 0, 1]) {
      const browser = browserOf()
      const taken = await answer(await challengeFor(who), codeOf(who.secret, steps), browser)
      expect(taken.statusCode, taken.body).toBe(201)
      expect(taken.json()).toMatchObject({ kind: 'user', email: who.email })
      expect(await isSignedIn(browser)).toBe(true)
    }
  })

  test('401: a code works once, also concurrently, and no earlier one works anymore', async () => {
    const who = await enrolled()
    const [first, second] = [await challengeFor(who), await challengeFor(who)]
    const before = codeOf(who.secret, -1)
    const code = codeOf(who.secret)
    const both = await Promise.all([answer(first, code), answer(second, code)])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 401])
    expect((await answer(first, code)).json()).toMatchObject({ code: 'wrong_code' })
    expect((await answer(first, before)).json()).toMatchObject({ code: 'wrong_code' })
  })

  test('201: a recovery code in any spelling, once; the account shows the number left', async () => {
    const who = await enrolled()
    const [code = ''] = who.recoveryCodes
    const challenge = await challengeFor(who)
    const typed = code.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l')
    expect((await answer(challenge, typed)).statusCode).toBe(201)
    expect((await answer(challenge, code)).json()).toMatchObject({ code: 'wrong_code' })
    expect((await who.browser.call('GET', '/me/totp')).json()).toMatchObject({
      enabled: true,
      recovery_codes_left: 9,
    })
    const other = await enrolled()
    const foreign = await answer(await challengeFor(other), who.recoveryCodes[1] ?? '')
    expect(foreign.json()).toMatchObject({ code: 'wrong_code' })
  })

  test('401: a challenge ends after five minutes, with another password, and when tampered with', async () => {
    const who = await enrolled('owner')
    const late = await challengeFor(who)
    app.clock.set(new Date(app.clock.now() + 5 * 60_000).toISOString())
    const expired = { status: 401, code: 'challenge_expired' }
    expect((await answer(late, codeOf(who.secret))).json()).toMatchObject(expired)
    const stale = await challengeFor(who)
    await app.call('PATCH', `/users/${who.id}`, { name: 'Renamed' })
    expect((await answer(stale, codeOf(who.secret))).json()).toMatchObject(expired)
    const good = await challengeFor(who)
    const changed = `${good.slice(0, 40)}${good[40] === 'A' ? 'B' : 'A'}${good.slice(41)}`
    for (const bad of [changed, 'x', good.slice(9)])
      expect((await answer(bad, codeOf(who.secret))).json()).toMatchObject(expired)
    expect((await answer(good, codeOf(who.secret))).statusCode).toBe(201)
  })

  test('429: ten wrong codes, however often the password is right in between', async () => {
    const who = await enrolled()
    const stranger = openBrowser(app, { address: '203.0.113.9' })
    const tries: number[] = []
    for (let i = 0; i < 12; i++) {
      const { challenge } = (await signIn(stranger, who)).json()
      if (challenge === undefined) break
      tries.push((await answer(challenge, String(i).padStart(6, '0'), stranger)).statusCode)
    }
    const guesses = tries.filter((status) => status === 401).length
    expect(tries).toEqual([...Array(guesses).fill(401), 429, 429, 429].slice(0, tries.length))
    expect([9, 10]).toContain(guesses)
    expect((await signIn(stranger, who)).json()).toMatchObject({ code: 'too_many_attempts' })
    // The browser that signed in before goes on: who knows the password does not keep the owner out.
    const challenge = await challengeFor(who, who.browser)
    expect((await answer(challenge, codeOf(who.secret), who.browser)).statusCode).toBe(201)
  })

  test('204: turning it off needs the password or a code, and ends other sessions', async () => {
    const who = await enrolled()
    const elsewhere = browserOf()
    await answer(await challengeFor(who), codeOf(who.secret), elsewhere)
    laterStep()
    const disable = (body: object) => who.browser.call('POST', '/me/totp/disable', body)
    expect((await disable({})).statusCode).toBe(422)
    expect((await disable({ password: 'wrong' })).json().errors[0].pointer).toBe('/password')
    expect((await disable({ code: '000000' })).json().errors[0].pointer).toBe('/code')
    expect((await disable({ code: codeOf(who.secret) })).statusCode).toBe(204)
    expect([await isSignedIn(who.browser), await isSignedIn(elsewhere)]).toEqual([true, false])
    await signedIn(who)
    expect((await disable({ password: PASSWORD })).json()).toMatchObject({
      status: 409,
      code: 'second_factor_inactive',
    })
    const again = await enrolled()
    const byPassword = await again.browser.call('POST', '/me/totp/disable', { password: PASSWORD })
    expect(byPassword.statusCode).toBe(204)
  })

  test('200: new recovery codes replace the earlier ones', async () => {
    const who = await enrolled()
    const renewed = await who.browser.call('POST', '/me/totp/recovery-codes', {
      password: PASSWORD,
    })
    const [fresh = ''] = renewed.json().recovery_codes
    const challenge = await challengeFor(who)
    expect((await answer(challenge, who.recoveryCodes[0] ?? '')).statusCode).toBe(401)
    expect((await answer(challenge, fresh)).statusCode).toBe(201)
  })

  test('204: an admin removes it from a person who lost it, an owner from an owner, nobody from themselves', async () => {
    const who = await enrolled()
    const reset = (id: string, browser: Browser) => browser.call('DELETE', `/users/${id}/totp`)
    const admin = await enrolled('admin')
    const owner = await enrolled('owner')
    expect((await reset(owner.id, admin.browser)).json()).toMatchObject({ code: 'owner_only' })
    expect((await reset(admin.id, admin.browser)).json()).toMatchObject({
      code: 'second_factor_own',
    })
    expect((await reset(admin.id, who.browser)).json()).toMatchObject({ code: 'missing_scope' })
    expect((await reset('usr_unknown', admin.browser)).statusCode).toBe(404)
    expect((await reset(who.id, admin.browser)).statusCode).toBe(204)
    expect(await isSignedIn(who.browser)).toBe(false)
    await signedIn(who)
    expect((await reset(who.id, admin.browser)).statusCode).toBe(204)
    expect((await app.call('DELETE', `/users/${owner.id}/totp`)).statusCode).toBe(204)
  })

  test('the command line restores access for the only owner', async () => {
    const who = await enrolled('owner')
    const run = (...args: readonly string[]) =>
      runCommand(['user', 'reset-second-factor', ...args], { env: environmentOf(app.config) })
    const reset = await run(who.email)
    expect(reset).toMatchObject({ code: 0, stderr: '' })
    expect(reset.stdout).toContain(who.email)
    expect(await isSignedIn(who.browser)).toBe(false)
    await signedIn(who)
    expect((await run(who.id, '--json')).json).toEqual({ ok: true, id: who.id, had_one: false })
  })

  test('403: keys have no second factor and no sessions', async () => {
    const ways: readonly (readonly [string, string])[] = [
      ['GET', '/me/totp'],
      ['POST', '/me/totp'],
      ['GET', '/me/sessions'],
      ['DELETE', '/me/sessions'],
    ]
    for (const [method, path] of ways)
      expect((await app.call(method, path)).json()).toMatchObject({
        status: 403,
        code: 'people_only',
      })
    const key = await givens(app).key('admin')
    const response = await app.call('POST', '/me/totp/confirm', {}, key)
    expect(response.json()).toMatchObject({ status: 403, code: 'people_only' })
  })

  test('the database contains no secret in plain text', async () => {
    const who = await enrolled()
    const challenge = await challengeFor(who)
    const stored = (await everyRow(app.db)).toLowerCase()
    const plain = who.recoveryCodes.map((code) => code.replaceAll('-', ''))
    for (const told of [who.secret, challenge, ...who.recoveryCodes, ...plain])
      expect(stored).not.toContain(told.toLowerCase())
    // Six digits may well be a part of some hash.
    expect(stored).not.toMatch(new RegExp(`(^|\\|)${codeOf(who.secret)}(\\||$)`, 'm'))
  })
})

/** Reads the picture as a camera would. */
function readQr(svg: string): string | undefined {
  const [, size = 0] = /viewBox="0 0 (\d+) /.exec(svg)?.map(Number) ?? []
  const pixels = new Uint8ClampedArray(size * size * 4).fill(255)
  for (const [, x, y, side] of svg.matchAll(/M(\d+),(\d+)h(\d+)/g)) {
    for (let row = Number(y); row < Number(y) + Number(side); row++) {
      const at = row * size + Number(x)
      for (let pixel = at; pixel < at + Number(side); pixel++)
        pixels.fill(0, pixel * 4, pixel * 4 + 3)
    }
  }
  return jsqr.default(pixels, size, size)?.data
}
