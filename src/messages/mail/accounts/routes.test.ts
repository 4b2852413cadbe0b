import PostalMime from 'postal-mime'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openBrowser } from '../../../../test/browser.ts'
import { givenCompany } from '../../../../test/companies.ts'
import type { Json } from '../../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../../test/harness.ts'
import { runNow } from '../../../../test/jobs.ts'
import { type MailServer, startMailServer } from '../../../../test/mail-server.ts'
import { everyRow } from '../../../../test/stored.ts'
import { transaction } from '../../../core/record/transaction.ts'
import { lockPace, savePace } from '../transport/inner/repository.ts'

const PASSWORD = 'nine quiet lighthouses'
const NEXT = 'ten louder lighthouses'
const HOUR = 60 * 60_000
const LINK = /http:\/\/[^/\s]+\/(invitation|password-reset)#([\w.-]+)/

describe.each(ENGINES)('links to accounts by mail (%s)', (engine) => {
  let app: TestApp
  let server: MailServer

  beforeEach(async () => {
    server = await startMailServer()
  })
  afterEach(async () => {
    await app.close()
    await server.close()
  })

  const start = async (env: Record<string, string>) => {
    app = await startTestApp(engine, env)
  }
  const fromEnvironment = () => ({
    SMTP_URL: server.url,
    MAIL_FROM: 'Atelier Nord <billing@nord.example>',
  })
  const call = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const answer = await app.call(method, path, body)
    return { status: answer.statusCode, ...(answer.body === '' ? {} : answer.json()) }
  }
  const person = (email: string, role = 'member') =>
    call('POST', '/users', { email, password: PASSWORD, role })
  const ask = (email: string, more: object = {}) =>
    openBrowser(app).call('POST', '/password-resets', { email, ...more })
  const signIn = async (email: string, password: string) =>
    (await openBrowser(app).call('POST', '/session', { email, password })).statusCode
  const deliver = async () => {
    await app.services.access.settled()
    await runNow(app, 'mail.sweep')
    await app.services.jobRunner.runDue()
  }
  const moveBy = (ms: number) => app.clock.set(new Date(app.clock.now() + ms).toISOString())
  const linkOf = async (at = -1): Promise<string> => {
    const { text, html } = await PostalMime.parse(server.received.at(at)?.bytes ?? '')
    const [whole, , token = ''] = LINK.exec(text ?? '') ?? []
    expect(html).toContain(`href="${whole}"`)
    return token
  }
  const look = async (token: string) =>
    (await openBrowser(app).call('POST', '/password-resets/look', { token })).statusCode
  const choose = async (token: string, password = NEXT) =>
    openBrowser(app).call('POST', '/password-resets/accept', { token, password })

  test('202: the link sets a new password once, and ends all sessions', async () => {
    await start(fromEnvironment())
    await person('ada@example.org')
    const browser = openBrowser(app)
    await browser.call('POST', '/session', { email: 'ada@example.org', password: PASSWORD })
    // It does not wait behind the messages that have taken the next hour.
    await transaction(app.work(), async (work) =>
      savePace(work, { ...(await lockPace(work)), nextAt: '2026-11-21T10:30:00.000Z' }),
    )
    expect((await ask('Ada@Example.org', { language: 'de' })).statusCode).toBe(202)
    await deliver()
    const [mail] = server.received
    expect(mail?.to).toEqual(['ada@example.org'])
    expect((await PostalMime.parse(mail?.bytes ?? '')).subject).toBe('Neues Passwort wählen')
    const token = await linkOf()
    const weak = await choose(token, 'short')
    expect(weak.statusCode).toBe(422)
    expect(await look(token)).toBe(204)
    expect((await choose(token)).statusCode).toBe(204)
    expect(await look(token)).toBe(404)
    const again = await choose(token, PASSWORD)
    expect([again.statusCode, again.json().code]).toEqual([404, 'password_reset_not_found'])
    expect((await browser.call('GET', '/session')).statusCode).toBe(401)
    expect(await signIn('ada@example.org', PASSWORD)).toBe(401)
    expect(await signIn('ada@example.org', NEXT)).toBe(201)
  })

  test('404: a link that is an hour old, was changed, or belongs to a changed account', async () => {
    await start(fromEnvironment())
    const { id } = await person('ada@example.org')
    await ask('ada@example.org')
    await deliver()
    const token = await linkOf()
    const [body = '', signature] = token.split('.')
    const reset = JSON.parse(Buffer.from(body, 'base64url').toString())
    const later = { ...reset, expiresAt: '2099-01-01T00:00:00.000Z' }
    const forged = Buffer.from(JSON.stringify(later)).toString('base64url')
    for (const bad of [`${forged}.${signature}`, body, `${body}.`, 'x', `${forged}.${forged}`])
      expect([await look(bad), (await choose(bad)).statusCode]).toEqual([404, 404])
    await call('PATCH', `/users/${id}`, { name: 'Ada' })
    expect((await choose(token)).statusCode).toBe(404)
    await ask('ada@example.org')
    moveBy(60_000)
    await deliver()
    const second = await linkOf()
    moveBy(HOUR)
    expect((await choose(second)).statusCode).toBe(404)
  })

  test('202: an unknown address has the same answer and gets nothing; 3 messages an hour', async () => {
    await start(fromEnvironment())
    await person('ada@example.org')
    const known = await ask('ada@example.org')
    const unknown = await ask('nobody@example.org')
    expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body])
    expect(Object.keys(unknown.headers)).toEqual(Object.keys(known.headers))
    for (let count = 0; count < 4; count++) {
      await ask('ada@example.org')
      moveBy(60_000)
      await deliver()
    }
    expect(server.received.map(({ to }) => to)).toEqual(Array(3).fill(['ada@example.org']))
  })

  test('429: eleven requests in a minute, for any address', async () => {
    await start(fromEnvironment())
    const statuses: number[] = []
    for (let count = 0; count < 11; count++)
      statuses.push((await ask(`nobody-${count}@example.org`)).statusCode)
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(202))
    expect(statuses.at(-1)).toBe(429)
  })

  test('409: without a mail server the ways of before stay', async () => {
    await start({})
    expect((await ask('ada@example.org')).json().code).toBe('mail_not_configured')
    const { id, token } = await call('POST', '/invitations', {
      email: 'mia@example.org',
      role: 'member',
    })
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(await call('POST', `/invitations/${id}/send`)).toMatchObject({
      status: 409,
      code: 'mail_not_configured',
    })
  })

  test('no table and no answer has the link; every attempt sends the same bytes', async () => {
    await start(fromEnvironment())
    await person('ada@example.org')
    server.onData = () => ({ code: 451, text: 'Later' })
    await ask('ada@example.org')
    await deliver()
    const token = await linkOf()
    const { data } = await call('GET', '/messages?kind=password_reset')
    const [{ id }] = data
    server.onData = () => 'accept'
    moveBy(2 * 60_000)
    await deliver()
    expect(server.received).toHaveLength(2)
    expect(server.received[1]?.bytes.equals(server.received[0]?.bytes ?? Buffer.of())).toBe(true)
    const message = await call('GET', `/messages/${id}`)
    expect(message).toMatchObject({ raw_sha256: expect.any(String), sent_at: expect.any(String) })
    expect(await call('GET', `/messages/${id}/raw`)).toMatchObject({ code: 'message_not_built' })
    const events = await call('GET', '/events?limit=100')
    const told = JSON.stringify([message, events, await everyRow(app.db)])
    expect(told).not.toContain(token)
    expect(told).not.toContain(token.split('.')[1])
  })

  test('201: an invitation is mailed, accepted by its link, and canceled once it has ended', async () => {
    await start(fromEnvironment())
    const email = 'mia@example.org'
    const invitation = await call('POST', '/invitations', { email, role: 'member' })
    const message = await call('POST', `/invitations/${invitation.id}/send`)
    expect(message).toMatchObject({ kind: 'invitation', recipients: [{ address: email }] })
    expect(JSON.stringify(message)).not.toContain(invitation.token)
    await deliver()
    expect(await linkOf()).toBe(invitation.token)
    const again = await call('POST', `/invitations/${invitation.id}/send`)
    const accepted = await openBrowser(app).call('POST', '/invitations/accept', {
      token: invitation.token,
      password: PASSWORD,
    })
    expect(accepted.statusCode).toBe(200)
    moveBy(60_000)
    await deliver()
    expect(await call('GET', `/messages/${again.id}`)).toMatchObject({ reason: 'link_ended' })
    expect(await call('POST', `/invitations/${invitation.id}/send`)).toMatchObject({
      status: 404,
      code: 'invitation_not_found',
    })
    expect(server.received).toHaveLength(1)
  })

  test('an owner gets no link by a mail server that an admin set', async () => {
    await start({ OUTBOUND_ALLOW: `127.0.0.1:${server.port}` })
    await call('PATCH', '/settings', { mailFrom: { address: 'bills@nord.example' } })
    const owner = await person('owner@example.org', 'owner')
    expect(owner.status).toBe(201)
    await person('admin@example.org', 'admin')
    const transport = { host: '127.0.0.1', port: server.port, security: 'none' }
    const admin = openBrowser(app)
    await admin.call('POST', '/session', { email: 'admin@example.org', password: PASSWORD })
    expect((await admin.call('PUT', '/mail-transport', transport)).statusCode).toBe(200)
    for (const email of ['owner@example.org', 'admin@example.org']) await ask(email)
    await deliver()
    moveBy(60_000)
    await deliver()
    expect(server.received.map(({ to }) => to)).toEqual([['admin@example.org']])
    const owners = openBrowser(app)
    await owners.call('POST', '/session', { email: 'owner@example.org', password: PASSWORD })
    expect((await owners.call('PUT', '/mail-transport', transport)).statusCode).toBe(200)
    await ask('owner@example.org')
    await deliver()
    expect(server.received.at(-1)?.to).toEqual(['owner@example.org'])
  })

  test('with several companies only SMTP_URL sends links to accounts', async () => {
    await start({ OUTBOUND_ALLOW: `127.0.0.1:${server.port}` })
    await call('PATCH', '/settings', { mailFrom: { address: 'bills@nord.example' } })
    await person('ada@example.org')
    const transport = { host: '127.0.0.1', port: server.port, security: 'none' }
    expect((await call('PUT', '/mail-transport', transport)).status).toBe(200)
    await ask('ada@example.org')
    // The message is written after the answer.
    await app.services.access.settled()
    await givenCompany(app.db)
    await deliver()
    const { data } = await call('GET', '/messages')
    expect(data).toMatchObject([{ status: 'failed', reason: expect.stringContaining('SMTP_URL') }])
    expect((await ask('ada@example.org')).json().code).toBe('mail_not_configured')
    expect(server.received).toEqual([])
  })
})
