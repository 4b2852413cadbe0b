import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from '../src/platform/config.ts'
import { type Browser, openBrowser } from './browser.ts'
import { createMigratedDatabase } from './databases.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'
import { CLIENT, type IdentityProvider, startIdentityProvider } from './identity-provider.ts'

const PUBLIC_URL = 'https://bills.example.org'
const CALLBACK = '/api/v1/auth/oidc/callback'
const PASSWORD = 'nine quiet lighthouses'

const environment = (issuer: string, more: Record<string, string> = {}) => ({
  PUBLIC_URL,
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: CLIENT.id,
  OIDC_CLIENT_SECRET: CLIENT.secret,
  OIDC_LABEL: 'Example accounts',
  ...more,
})

/** Begins here, signs in there and comes back; answers the response that the browser gets then. */
async function signInThere(provider: IdentityProvider, browser: Browser, account: string) {
  const begun = await browser.open('/api/v1/auth/oidc')
  expect(begun.statusCode, begun.body).toBe(302)
  const back = await provider.signIn(String(begun.headers.location), account)
  expect(back.startsWith(`${PUBLIC_URL}${CALLBACK}?`)).toBe(true)
  return browser.open(back.slice(PUBLIC_URL.length))
}

const whoIs = async (browser: Browser) => (await browser.call('GET', '/session')).json()

describe.each(ENGINES)('signing in with another provider (%s)', (engine) => {
  let provider: IdentityProvider
  let app: TestApp
  let made = 0
  beforeAll(async () => {
    provider = await startIdentityProvider({ redirectUri: `${PUBLIC_URL}${CALLBACK}` })
    app = await startTestApp(engine, environment(provider.issuer))
  })
  afterAll(async () => {
    await app.close()
    await provider.close()
  })

  /** A person who is known here and at the provider. */
  const person = async (role = 'member') => {
    made++
    const email = `person${made}@example.org`
    const account = `subject-${made}`
    provider.accounts.set(account, { email, email_verified: true, name: 'Somebody' })
    const user = await app.call('POST', '/users', { email, password: PASSWORD, role })
    return { id: String(user.json().id), email, account }
  }
  const errorOf = (location: unknown) => /^\/#sign-in-error=(\w+)$/.exec(String(location))?.[1]

  test('200: the page learns the available ways to sign in', async () => {
    const response = await app.send({ url: '/api/v1/auth' })
    expect(response.json()).toEqual({
      password: true,
      oidc: { label: 'Example accounts', url: '/api/v1/auth/oidc' },
    })
    expect(response.headers.etag).toMatch(/^"/)
  })

  test('302: to the provider, with state, nonce and a PKCE challenge, all new each time', async () => {
    const begun = await openBrowser(app).open('/api/v1/auth/oidc')
    const url = new URL(String(begun.headers.location))
    expect(url.origin).toBe(provider.issuer)
    const asked = Object.fromEntries(url.searchParams)
    expect(asked).toMatchObject({
      client_id: CLIENT.id,
      redirect_uri: `${PUBLIC_URL}${CALLBACK}`,
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    })
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(asked[name]).toMatch(/^[\w-]{43}$/)
    expect(begun.cookies).toMatchObject([
      { name: '__Host-oidc', httpOnly: true, secure: true, sameSite: 'Lax', path: '/' },
    ])
    expect(begun.cookies[0]?.value).not.toContain(asked.state)
    const again = await openBrowser(app).open('/api/v1/auth/oidc')
    expect(String(again.headers.location)).not.toContain(asked.state)
  })

  test('302 to the console, signed in: a person with the verified address', async () => {
    const { id, email, account } = await person()
    const browser = openBrowser(app)
    const back = await signInThere(provider, browser, account)
    expect([back.statusCode, back.headers.location]).toEqual([302, '/'])
    expect(browser.cookies.get('__Host-sid')).toMatch(/^[\w-]{43}$/)
    expect(browser.cookies.has('__Host-oidc')).toBe(false)
    expect(await whoIs(browser)).toMatchObject({ id, email, role: 'member' })
    // The keys, to check the signature: that the token came over a trusted connection is not enough.
    expect(provider.asked).toContain('/jwks')
  })

  test('by issuer and subject from then on, even if the address changes there', async () => {
    const { id, email, account } = await person()
    await signInThere(provider, openBrowser(app), account)
    provider.accounts.set(account, { email: 'married@example.net', email_verified: false })
    const browser = openBrowser(app)
    await signInThere(provider, browser, account)
    expect(await whoIs(browser)).toMatchObject({ id })
    // A new owner of an old address at the provider does not get the account here.
    provider.accounts.set('newcomer', { email, email_verified: true })
    const refused = await signInThere(provider, openBrowser(app), 'newcomer')
    expect(errorOf(refused.headers.location)).toBe('oidc_other_account')
  })

  test.each([
    ['no address', {}, 'oidc_email_unverified'],
    ['one not verified', { email: 'known@example.org' }, 'oidc_email_unverified'],
    [
      'one it says is not verified',
      { email: 'known@example.org', email_verified: false },
      'oidc_email_unverified',
    ],
    [
      'one nobody has here',
      { email: 'nobody@example.org', email_verified: true },
      'oidc_unknown_person',
    ],
    [
      'two in one',
      { email: '"known@example.org,"@evil.example', email_verified: true },
      'oidc_email_unverified',
    ],
    [
      // The Kelvin sign is a `k` in lower case, and another mailbox.
      'one that becomes the known one in lower case',
      { email: '\u212anown@example.org', email_verified: true },
      'oidc_email_unverified',
    ],
    [
      'the known one in spaces that are none of an address',
      { email: 'known@example.org\u00a0', email_verified: true },
      'oidc_email_unverified',
    ],
  ])('302 with a reason, and no session: %s', async (_name, account, code) => {
    await app.call('POST', '/users', {
      email: 'known@example.org',
      password: PASSWORD,
      role: 'admin',
    })
    provider.accounts.set('stranger', account)
    const browser = openBrowser(app)
    const back = await signInThere(provider, browser, 'stranger')
    expect(errorOf(back.headers.location)).toBe(code)
    expect(browser.cookies.size).toBe(0)
  })

  test('302 with a reason: the person canceled at the provider', async () => {
    const browser = openBrowser(app)
    const begun = await browser.open('/api/v1/auth/oidc')
    const back = await provider.giveUp(String(begun.headers.location))
    const response = await browser.open(back.slice(PUBLIC_URL.length))
    expect(errorOf(response.headers.location)).toBe('oidc_denied')
  })

  test('an answer serves the browser that asked, once and within ten minutes', async () => {
    const { account } = await person()
    const mine = openBrowser(app)
    const begun = await mine.open('/api/v1/auth/oidc')
    const back = await provider.signIn(String(begun.headers.location), account)
    const link = back.slice(PUBLIC_URL.length)
    const tokenRequests = () => provider.asked.filter((path) => path === '/token').length
    const before = tokenRequests()
    const victim = openBrowser(app)
    expect(errorOf((await victim.open(link)).headers.location)).toBe('oidc_expired')
    await victim.open('/api/v1/auth/oidc')
    expect(errorOf((await victim.open(link)).headers.location)).toBe('oidc_expired')
    expect(victim.cookies.size).toBe(0)
    expect(tokenRequests()).toBe(before)

    const late = openBrowser(app)
    await late.open('/api/v1/auth/oidc')
    app.clock.set(new Date(app.clock.now() + 10 * 60_000).toISOString())
    expect(errorOf((await late.open(`${CALLBACK}?state=x&code=y`)).headers.location)).toBe(
      'oidc_expired',
    )
  })

  test('a code that was used or belongs to another sign-in is refused', async () => {
    const { account } = await person()
    const browser = openBrowser(app)
    const begun = await browser.open('/api/v1/auth/oidc')
    const flow = browser.cookies.get('__Host-oidc') ?? ''
    const back = await provider.signIn(String(begun.headers.location), account)
    const link = back.slice(PUBLIC_URL.length)
    expect((await browser.open(link)).headers.location).toBe('/')
    const replay = await app.send({ url: link, headers: { cookie: `__Host-oidc=${flow}` } })
    expect(errorOf(replay.headers.location)).toBe('oidc_expired')

    const other = openBrowser(app)
    const { location } = (await other.open('/api/v1/auth/oidc')).headers
    const theirs = await provider.signIn(
      String((await browser.open('/api/v1/auth/oidc')).headers.location),
      account,
    )
    const mixed = new URL(theirs)
    mixed.searchParams.set('state', new URL(String(location)).searchParams.get('state') ?? '')
    const response = await other.open(`${CALLBACK}${mixed.search}`)
    expect(errorOf(response.headers.location)).toBe('oidc_failed')
  })

  test('an answer that comes four times at once, to two processes, makes one session', async () => {
    const database = await createMigratedDatabase(engine)
    const apps = [
      await startTestApp(engine, environment(provider.issuer), database),
      await startTestApp(engine, environment(provider.issuer), database),
    ] as const
    const [app] = apps
    const { email, account } = await person()
    await app.call('POST', '/users', { email, password: PASSWORD, role: 'member' })
    const browser = openBrowser(app)
    const begun = await browser.open('/api/v1/auth/oidc')
    const headers = { cookie: `__Host-oidc=${browser.cookies.get('__Host-oidc')}` }
    const back = await provider.signIn(String(begun.headers.location), account)
    const link = back.slice(PUBLIC_URL.length)
    const tokenRequests = () => provider.asked.filter((path) => path === '/token').length
    const before = tokenRequests()
    const answers = await Promise.all(
      [...apps, ...apps].map((it) => it.send({ url: link, headers })),
    )
    const locations = answers.map((it) => it.headers.location)
    expect(locations.filter((it) => it === '/')).toHaveLength(1)
    expect(locations.filter((it) => errorOf(it) === 'oidc_expired')).toHaveLength(3)
    expect(tokenRequests()).toBe(before + 1)

    const sid = answers.flatMap(({ cookies }) => cookies).find((it) => it.name === '__Host-sid')
    const signedIn = { cookie: `__Host-sid=${sid?.value}` }
    const late = await app.send({
      url: link,
      headers: { cookie: `${headers.cookie}; ${signedIn.cookie}` },
    })
    expect(errorOf(late.headers.location)).toBe('oidc_expired')
    expect(late.cookies.map(({ name }) => name)).toEqual(['__Host-oidc'])
    expect(await app.db.selectFrom('sessions').selectAll().execute()).toHaveLength(1)
    const session = await app.send({ url: '/api/v1/session', headers: signedIn })
    expect(session.json()).toMatchObject({ email })
    for (const it of apps) await it.close()
    await database.drop()
  })

  test.each([
    '',
    '?state=&code=',
    '?error=<script>alert(1)</script>',
    '?state=a&state=b&code=c',
    '?next=https://evil.example&redirect=//evil.example',
    `?code=${'x'.repeat(5_000)}`,
    '?code=%00%0d%0aset-cookie:sid=x',
  ])('no query of the callback redirects elsewhere: %j', async (query) => {
    const browser = openBrowser(app)
    await browser.open('/api/v1/auth/oidc?next=https://evil.example')
    const response = await browser.open(CALLBACK + query)
    expect([302, 422]).toContain(response.statusCode)
    if (response.statusCode === 302)
      expect(response.headers.location).toBe('/#sign-in-error=oidc_expired')
    expect(browser.cookies.has('__Host-sid')).toBe(false)
  })

  test('302 to the question for a code: a person with a second factor', async () => {
    const { account, email } = await person()
    const browser = openBrowser(app)
    await signInThere(provider, browser, account)
    const { secret } = (await browser.call('POST', '/me/totp', {})).json()
    const codeNow = () => generateSync({ secret, epoch: app.clock.now() / 1000 })
    await browser.call('POST', '/me/totp/confirm', { code: codeNow() })
    app.clock.set(new Date(app.clock.now() + 30_000).toISOString())

    const fresh = openBrowser(app)
    const back = await signInThere(provider, fresh, account)
    const [, challenge = ''] =
      /^\/#second-factor=([\w-]+)$/.exec(String(back.headers.location)) ?? []
    expect(fresh.cookies.has('__Host-sid')).toBe(false)
    const answered = await fresh.call('POST', '/session/second-factor', {
      challenge,
      code: codeNow(),
    })
    expect(answered.statusCode, answered.body).toBe(201)
    expect(await whoIs(fresh)).toMatchObject({ email })
  })
})

describe('new people', () => {
  let provider: IdentityProvider
  let app: TestApp
  beforeAll(async () => {
    provider = await startIdentityProvider({
      redirectUri: `${PUBLIC_URL}${CALLBACK}`,
      authMethod: 'client_secret_post',
      emailInToken: true,
    })
    const rules = { OIDC_ROLE: 'viewer', OIDC_ALLOWED_DOMAINS: 'Example.org, example.net' }
    app = await startTestApp('sqlite', environment(provider.issuer, rules))
  })
  afterAll(async () => {
    await app.close()
    await provider.close()
  })

  test('are added with OIDC_ROLE and no password, and keep their identity', async () => {
    provider.accounts.set('ada', { email: 'Ada@Example.org', email_verified: true, name: ' Ada ' })
    const [first, second] = [openBrowser(app), openBrowser(app)]
    expect((await signInThere(provider, first, 'ada')).headers.location).toBe('/')
    const me = await whoIs(first)
    expect(me).toMatchObject({ email: 'ada@example.org', name: 'Ada', role: 'viewer' })
    await signInThere(provider, second, 'ada')
    expect(await whoIs(second)).toMatchObject({ id: me.id })
    const user = (await app.call('GET', `/users/${me.id}`)).json()
    expect(user).toMatchObject({ password: false, second_factor: false })
    for (const password of ['', 'x', 'null'])
      expect(
        (await first.call('POST', '/session', { email: 'ada@example.org', password })).statusCode,
      ).not.toBe(201)
    // Who has no password sets a second factor up without one.
    expect((await first.call('POST', '/me/totp', {})).statusCode).toBe(201)
  })

  test('domains that are configured later also apply to earlier people', async () => {
    const email = 'partner@elsewhere.example'
    const user = await app.call('POST', '/users', { email, password: PASSWORD, role: 'member' })
    provider.accounts.set('partner', { email, email_verified: true })
    await app.db
      .insertInto('oidc_subjects')
      .values({
        issuer: provider.issuer,
        subject: 'partner',
        user_id: user.json().id,
        created_at: '2026-11-20T09:30:00.000Z',
      })
      .execute()
    const back = await signInThere(provider, openBrowser(app), 'partner')
    expect(back.headers.location).toBe('/#sign-in-error=oidc_unknown_person')
  })

  test.each([
    ['eve@evil.example'],
    ['eve@notexample.org'],
    ['eve@sub.example.org'],
    ['eve@example.org.evil.example'],
  ])('are not added of another domain: %s', async (email) => {
    provider.accounts.set(email, { email, email_verified: true })
    const back = await signInThere(provider, openBrowser(app), email)
    expect(back.headers.location).toBe('/#sign-in-error=oidc_unknown_person')
  })
})

test('a provider that knows this service as a public client', async () => {
  const provider = await startIdentityProvider({
    redirectUri: `${PUBLIC_URL}${CALLBACK}`,
    authMethod: 'none',
  })
  provider.accounts.set('ada', { email: 'ada@example.org', email_verified: true })
  const rules = { OIDC_CLIENT_SECRET: '', OIDC_ROLE: 'member', OIDC_ALLOWED_DOMAINS: '*' }
  const app = await startTestApp('sqlite', environment(provider.issuer, rules))
  const browser = openBrowser(app)
  expect((await signInThere(provider, browser, 'ada')).headers.location).toBe('/')
  await app.close()
  await provider.close()
})

test('a token with a wrong signature is refused, on any connection', async () => {
  const redirectUri = `${PUBLIC_URL}${CALLBACK}`
  const provider = await startIdentityProvider({ redirectUri, isTampered: true })
  provider.accounts.set('ada', { email: 'ada@example.org', email_verified: true })
  const rules = { OIDC_ROLE: 'member', OIDC_ALLOWED_DOMAINS: '*' }
  const app = await startTestApp('sqlite', environment(provider.issuer, rules))
  const back = await signInThere(provider, openBrowser(app), 'ada')
  expect(back.headers.location).toBe('/#sign-in-error=oidc_failed')
  expect(provider.asked).toContain('/jwks')
  await app.close()
  await provider.close()
})

test('a provider that cannot be reached is a sentence on the page, and passwords go on', async () => {
  const provider = await startIdentityProvider({ redirectUri: `${PUBLIC_URL}${CALLBACK}` })
  await provider.close()
  const app = await startTestApp('sqlite', environment(provider.issuer))
  const response = await openBrowser(app).open('/api/v1/auth/oidc')
  expect([response.statusCode, response.headers.location]).toEqual([
    302,
    '/#sign-in-error=oidc_failed',
  ])
  await app.close()
})

test('without a provider there is no way to one', async () => {
  const app = await startTestApp('sqlite')
  expect((await app.send({ url: '/api/v1/auth' })).json()).toEqual({ password: true, oidc: null })
  for (const url of ['/api/v1/auth/oidc', `${CALLBACK}?code=x&state=y`])
    expect((await app.send({ url })).json()).toMatchObject({
      status: 404,
      code: 'oidc_not_configured',
    })
  await app.close()
})

test('naming the issuer opens its address to signing in and to nothing else', async () => {
  const provider = await startIdentityProvider({ redirectUri: `${PUBLIC_URL}${CALLBACK}` })
  const app = await startTestApp('sqlite', environment(provider.issuer))
  const installed = await app.call('POST', '/templates/install-from-manifest', {
    url: `${provider.issuer}/.well-known/openid-configuration`,
  })
  expect(installed.json()).toMatchObject({ status: 422, code: 'url_refused' })
  expect(provider.asked).toEqual([])
  await app.close()
  await provider.close()
})

describe('its configuration', () => {
  const good = environment('https://login.example.org')

  test('is read; the button has the issuer’s host by default', () => {
    expect(readConfig({ ...good, OIDC_LABEL: '' }).oidc).toEqual({
      issuer: 'https://login.example.org',
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
      label: 'login.example.org',
      allowedDomains: [],
      role: null,
    })
    expect(readConfig({}).oidc).toBeNull()
  })

  test.each([
    [{ OIDC_ISSUER: 'http://login.example.org' }, /^OIDC_ISSUER must be an https URL/],
    [{ OIDC_ISSUER: 'login.example.org' }, /^OIDC_ISSUER must be/],
    [{ OIDC_ISSUER: 'https://u:p@login.example.org' }, /^OIDC_ISSUER must be/],
    [{ OIDC_CLIENT_ID: '' }, /belong together/],
    [{ PUBLIC_URL: '' }, /needs PUBLIC_URL/],
    [{ OIDC_ROLE: 'member' }, /OIDC_ALLOWED_DOMAINS/],
    [{ OIDC_ROLE: 'owner', OIDC_ALLOWED_DOMAINS: '*' }, /^OIDC_ROLE must be one of/],
  ])('stops the start: %j', (change, message) => {
    const read = () => readConfig({ ...good, ...change })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(message)
  })
})
