import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import tls, { type ConnectionOptions } from 'node:tls'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { afterEach, describe, expect, test } from 'vitest'
import { ITEM, type Json } from './givens.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'
import {
  LOCAL_CERTIFICATE,
  type MailServer,
  type MailServerOptions,
  startMailServer,
} from './mail-server.ts'
import { everyByte } from './stored.ts'

// This process, which runs this file alone, trusts that certificate.
const { connect } = tls
Object.assign(tls, {
  connect: (options: ConnectionOptions, ...rest: []) =>
    connect({ ...options, ca: LOCAL_CERTIFICATE.cert }, ...rest),
})

describe.each(ENGINES)('the way to the mail server (%s)', (engine) => {
  let app: TestApp
  let server: MailServer

  afterEach(async () => {
    await app.close()
    await server.close()
  })

  const start = async (options: MailServerOptions, allow = '') => {
    server = await startMailServer(options)
    app = await startTestApp(engine, { OUTBOUND_ALLOW: `127.0.0.1:${server.port}${allow}` })
    await call('PATCH', '/settings', { mailFrom: { name: 'Nord', address: 'a@nord.example' } })
  }
  const call = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const answer = await app.call(method, path, body)
    return { status: answer.statusCode, ...(answer.body === '' ? {} : answer.json()) }
  }
  const use = async (security: string, auth: object | null = PASSWORD) => {
    const transport = { host: '127.0.0.1', port: server.port, security, auth }
    expect((await call('PUT', '/mail-transport', transport)).status).toBe(200)
  }
  const PASSWORD = { kind: 'password', username: 'user', password: 'secret' }
  const sendTest = () => call('POST', '/mail-transport/test', { to: 'me@example.org' })

  test.each([
    'tls',
    'starttls',
  ] as const)('200: %s, with a certificate that is trusted', async (security) => {
    await start({ security, certificate: LOCAL_CERTIFICATE })
    await use(security)
    expect(await sendTest()).toMatchObject({ status: 200 })
    expect(server.received).toHaveLength(1)
  })

  test.each([
    'tls',
    'starttls',
  ] as const)('502: %s, with an expired certificate', async (security) => {
    await start({ security })
    await use(security)
    const answer = await sendTest()
    expect(answer).toMatchObject({
      status: 502,
      code: 'mail_server_unusable',
      params: { reason: 'certificate_expired' },
    })
    expect(answer.detail).toMatch(/^This service did not send the message\. The certificate /)
    expect(server.received).toEqual([])
  })

  test('502: a certificate of another host', async () => {
    await start(
      { security: 'tls', certificate: LOCAL_CERTIFICATE, host: '127.0.0.2' },
      ',127.0.0.2',
    )
    const transport = { host: '127.0.0.2', port: server.port, security: 'tls', auth: PASSWORD }
    await call('PUT', '/mail-transport', transport)
    expect(await sendTest()).toMatchObject({
      status: 502,
      code: 'mail_server_unusable',
      params: { reason: 'certificate_name' },
    })
    expect(server.received).toEqual([])
  })

  test('502: no STARTTLS is offered, so neither password nor message is sent', async () => {
    await start({})
    await use('starttls')
    const { status, params, steps } = await sendTest()
    expect([status, params]).toEqual([502, { reason: 'starttls_missing' }])
    expect(JSON.stringify(steps)).not.toMatch(/AUTH …|MAIL FROM/)
    expect(server.received).toEqual([])
  })

  test('422: without TLS only hosts that OUTBOUND_ALLOW names; private addresses not at all', async () => {
    await start({})
    const put = (host: string, security: string) =>
      call('PUT', '/mail-transport', { host, port: 25, security, auth: null })
    expect(await put('mail.example.org', 'none')).toMatchObject({
      status: 422,
      errors: [{ pointer: '/security', code: 'tls_required' }],
    })
    for (const host of ['10.0.0.1', '169.254.169.254', '[::1]', '127.0.0.1'])
      expect((await put(host, 'tls')).status, host).toBe(422)
    for (const host of ['localhost', '0x7f.1', '2130706433']) {
      expect((await put(host, 'tls')).status, host).toBe(200)
      const { status, steps } = await sendTest()
      expect([status, steps.length], host).toEqual([502, 1])
      expect(steps[0], host).toMatchObject({ command: 'CONNECT', reply: '' })
    }
  })

  describe('OAuth 2', () => {
    const tokens: { body: string }[] = []
    let answers: readonly object[] = []
    const startTokens = async () => {
      tokens.length = 0
      const web = createServer((request, response) => {
        let body = ''
        request.on('data', (chunk) => {
          body += chunk
        })
        request.on('end', () => {
          tokens.push({ body })
          const answer = answers[tokens.length - 1] ?? answers.at(-1)
          response.writeHead(200, { 'content-type': 'application/json' })
          response.end(JSON.stringify(answer))
        })
      })
      web.listen(0, '127.0.0.1')
      await once(web, 'listening')
      const { port } = web.address() as AddressInfo
      return { url: `http://127.0.0.1:${port}/token`, allow: `,127.0.0.1:${port}`, web }
    }
    const auth = (token_url: string) => ({
      kind: 'oauth2',
      username: 'user',
      client_id: 'billwright',
      client_secret: 'client-secret-0123',
      token_url,
      refresh_token: 'refresh-token-0123',
    })

    test('200: a token is fetched once while it is good, and a new refresh token is kept', async () => {
      const { url, allow, web } = await startTokens()
      answers = [{ access_token: 'secret', expires_in: 3600, refresh_token: 'refresh-token-4567' }]
      await start({ security: 'tls', certificate: LOCAL_CERTIFICATE }, allow)
      await use('tls', auth(url))
      for (let count = 0; count < 2; count++) expect((await sendTest()).status).toBe(200)
      expect(tokens.map(({ body }) => Object.fromEntries(new URLSearchParams(body)))).toEqual([
        {
          grant_type: 'refresh_token',
          client_id: 'billwright',
          client_secret: 'client-secret-0123',
          refresh_token: 'refresh-token-0123',
        },
      ])
      app.clock.set('2026-11-21T10:45:00.000Z')
      expect((await sendTest()).status).toBe(200)
      expect(tokens.at(-1)?.body).toContain('refresh_token=refresh-token-4567')
      const shown = JSON.stringify(await call('GET', '/mail-transport'))
      const stored = await everyByte(app)
      for (const secret of ['refresh-token', 'client-secret-0123']) {
        expect(shown).not.toContain(secret)
        expect(stored).not.toContain(secret)
      }
      web.close()
    })

    test('502: a token that the mail server refuses, and a missing one; the response has neither', async () => {
      const { url, allow, web } = await startTokens()
      answers = [{ access_token: 'stolen-token', expires_in: 0 }, { error: 'invalid_grant' }]
      await start({ security: 'tls', certificate: LOCAL_CERTIFICATE }, allow)
      await use('tls', auth(url))
      const refused = await sendTest()
      expect(refused).toMatchObject({ status: 502, code: 'mail_refused' })
      expect(refused.detail).toContain('535')
      expect(JSON.stringify(refused)).not.toContain('stolen-token')
      const encoded = Buffer.from('user=user\u0001auth=Bearer stolen-token').toString('base64')
      expect(JSON.stringify(refused)).not.toContain(encoded.slice(0, 30))
      expect(await sendTest()).toMatchObject({
        status: 502,
        code: 'mail_server_unusable',
        params: { reason: 'token_refused' },
      })
      web.close()
    })
  })

  test('DKIM: signed once DNS has the record, and the signature verifies', async () => {
    await start({})
    await use('none')
    const { record, name } = await call('POST', '/mail-transport/dkim', {
      domain: 'nord.example',
      selector: 'bw1',
    })
    expect(name).toBe('bw1._domainkey.nord.example')
    await sendTest()
    expect(server.received.at(-1)?.bytes.toString()).not.toContain('DKIM-Signature')
    app.textRecords.set(name, record)
    app.clock.set('2026-11-21T10:00:00.000Z')
    const customer = { name: 'Größe', email: 'desk@fernweh.example' }
    const invoice = await call('POST', '/invoices', { customer, items: [ITEM], status: 'sent' })
    await call('POST', `/invoices/${invoice.id}/send`, { attach: [] })
    await app.services.jobRunner.runDue()
    const { results } = await dkimVerify(server.received.at(-1)?.bytes ?? Buffer.of(), {
      resolver: async (asked: string) => [[app.textRecords.get(asked) ?? '']],
    })
    expect(results.map(({ status, signingDomain }) => [status.result, signingDomain])).toEqual([
      ['pass', 'nord.example'],
    ])
    expect(await everyByte(app)).not.toContain('PRIVATE KEY')
  })
})
