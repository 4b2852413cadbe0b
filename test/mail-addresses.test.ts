import { afterEach, describe, expect, test } from 'vitest'
import {
  addDomain,
  findCompanyByHost,
  verifyDomain,
} from '../src/company/access/domains/domains.ts'
import { changeSettings } from '../src/company/settings/change.ts'
import { requireCompanyByNumber } from '../src/core/companies/directory.ts'
import { transaction } from '../src/core/record/transaction.ts'
import { getMessage } from '../src/messages/mail/messages.ts'
import { sendInvoice } from '../src/messages/mail/sending/send.ts'
import {
  deleteTransport,
  putTransport,
  testTransport,
} from '../src/messages/mail/transport/transport.ts'
import { createInvoice } from '../src/sales/invoices/create.ts'
import { givenCompany } from './companies.ts'
import { ITEM, type Json } from './givens.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'
import { runNow } from './jobs.ts'
import {
  LOCAL_CERTIFICATE,
  type MailServer,
  type MailServerOptions,
  startMailServer,
} from './mail-server.ts'

describe.each(ENGINES)('addresses on the way to the mail server (%s)', (engine) => {
  let app: TestApp
  let server: MailServer

  afterEach(async () => {
    await app.close()
    await server.close()
  })

  const start = async (options: MailServerOptions = {}, environment: object = {}) => {
    server = await startMailServer(options)
    app = await startTestApp(engine, { SMTP_URL: server.url, ...environment })
  }
  const call = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const answer = await app.call(method, path, body)
    return { status: answer.statusCode, ...(answer.body === '' ? {} : answer.json()) }
  }
  const sendFrom = (address: string) =>
    call('PATCH', '/settings', { mailFrom: { name: 'Müller Bau', address } })
  const send = async (body: object): Promise<Json> => {
    const customer = { name: 'Bücher', email: 'desk@fernweh.example' }
    const { id } = await call('POST', '/invoices', { customer, items: [ITEM], status: 'sent' })
    const message = await call('POST', `/invoices/${id}/send`, { attach: [], ...body })
    expect(message.detail).toBeUndefined()
    await runAll()
    return call('GET', `/messages/${message.id}`)
  }
  /** The pace leaves a pause between two messages. */
  const runAll = async () => {
    for (let times = 0; times < 2; times += 1) {
      app.clock.set(new Date(app.clock.now() + 60_000).toISOString())
      await app.services.jobRunner.runDue()
    }
  }
  const commandsOf = ({ attempts }: Json): readonly string[] =>
    attempts.flatMap(({ steps }: Json) => steps.map(({ command }: Json) => command))
  const headOfLast = (): string =>
    server.received.at(-1)?.bytes.toString('latin1').split('\r\n\r\n')[0] ?? ''

  test('a domain with umlauts is ASCII in commands and headers, and stays as written in the outbox', async () => {
    await start()
    await sendFrom('rechnung@müller-bau.example')
    const message = await send({
      to: ['user@bücher.example', 'user@xn--bcher-kva.example'],
      cc: ['b@BÜCHER.example'],
      reply_to: 'o@ä.example',
    })
    const commands = commandsOf(message)
    expect(commands).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^MAIL FROM:<rechnung@xn--mller-bau-q9a\.example>/),
        expect.stringMatching(/^RCPT TO:<user@xn--bcher-kva\.example>/),
        expect.stringMatching(/^RCPT TO:<b@xn--bcher-kva\.example>/),
      ]),
    )
    expect(commands.filter((it) => it.startsWith('RCPT'))).toHaveLength(2)
    expect(commands.join()).not.toContain('SMTPUTF8')
    expect(message).toMatchObject({
      status: 'sent',
      message_id: `<${message.id}@xn--mller-bau-q9a.example>`,
      recipients: [
        { address: 'user@bücher.example', state: 'accepted' },
        { address: 'b@BÜCHER.example', state: 'accepted' },
      ],
    })
    const head = headOfLast()
    expect(head).toMatch(/^From: .*<rechnung@xn--mller-bau-q9a\.example>/m)
    expect(head).toMatch(/^Reply-To: o@xn--4ca\.example/m)
    expect(head).not.toMatch(/[^\0-\x7f]/)
  })

  test('a refusal and a bounce of the ASCII form concern the recipient with umlauts', async () => {
    await start()
    await sendFrom('a@nord.example')
    server.onRecipient = (address) =>
      address.startsWith('no@') ? { code: 550, text: '5.1.1 Unknown' } : 'accept'
    const message = await send({ to: ['no@bücher.example', 'yes@bücher.example'] })
    expect(message.recipients).toMatchObject([
      { address: 'no@bücher.example', state: 'rejected', cause: 'no_such_recipient' },
      { address: 'yes@bücher.example', state: 'accepted' },
    ])
    const bounce = { recipient: 'yes@xn--bcher-kva.example', state: 'bounced', code: '5.1.1' }
    await call('POST', '/messages/bounces', { message_id: message.message_id, ...bounce })
    expect((await call('GET', `/messages/${message.id}`)).recipients[1]).toMatchObject({
      state: 'bounced',
    })
  })

  test('an address with an umlaut before the @ is refused without SMTPUTF8, and sent with it', async () => {
    await start()
    await sendFrom('a@nord.example')
    const refused = await send({ to: ['jörg@bücher.example', 'a@fernweh.example'] })
    expect(refused).toMatchObject({
      status: 'failed',
      cause: 'smtputf8_missing',
      reason: expect.stringContaining('SMTPUTF8'),
      recipients: [{ state: 'rejected' }, { state: 'rejected' }],
    })
    expect(commandsOf(refused).join()).not.toContain('MAIL FROM')
    expect(server.received).toEqual([])
    // The mail server is not at fault: the next message leaves.
    expect(await send({ to: ['a@fernweh.example'] })).toMatchObject({ status: 'sent' })
    await server.close()
    await app.close()
    await start({ hasSmtpUtf8: true })
    await sendFrom('a@nord.example')
    const sent = await send({ to: ['jörg@bücher.example'] })
    expect(sent).toMatchObject({ status: 'sent' })
    expect(commandsOf(sent)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^MAIL FROM:<a@nord\.example> .*SMTPUTF8/)]),
    )
  })

  test.each([
    [undefined, '[127.0.0.1]'],
    ['http://192.0.2.10:3000', '[127.0.0.1]'],
    ['http://[2001:db8::1]:3000', '[127.0.0.1]'],
    ['http://billwright:3000', '[127.0.0.1]'],
    ['https://rechnung.müller.example', 'rechnung.xn--mller-kva.example'],
  ])('EHLO with PUBLIC_URL %s: %s', async (url, name) => {
    await start({}, url === undefined ? {} : { PUBLIC_URL: url })
    await changeSettings(app.work(), {
      body: { mailFrom: { address: 'a@nord.example' } },
      mode: 'patch',
      ifMatch: undefined,
    })
    const { steps } = await testTransport(app.work(), 'me@example.org')
    expect(steps.map(({ command }) => command)).toContain(`EHLO ${name}`)
  })

  test.each([
    'tls',
    'starttls',
  ] as const)('502: this service refuses a certificate that nobody signed (%s)', async (security) => {
    const url = `smtp${security === 'tls' ? 's' : ''}`
    server = await startMailServer({ security, certificate: LOCAL_CERTIFICATE })
    app = await startTestApp(engine, { SMTP_URL: `${url}://user:secret@127.0.0.1:${server.port}` })
    await sendFrom('a@nord.example')
    const answer = await call('POST', '/mail-transport/test', { to: 'me@example.org' })
    expect(answer).toMatchObject({
      status: 502,
      code: 'mail_server_unusable',
      params: { reason: 'certificate_untrusted' },
      detail:
        'This service did not send the message. This service does not trust the certificate of the mail server (self-signed certificate).',
    })
    expect(server.received).toEqual([])
  })

  test('502: who is at fault before a message is judged, with a cause of its own', async () => {
    await start({ isWithoutSignIn: true })
    await sendFrom('a@nord.example')
    const test = () => call('POST', '/mail-transport/test', { to: 'me@example.org' })
    expect(await test()).toMatchObject({
      status: 502,
      code: 'mail_server_unusable',
      params: { reason: 'sign_in_missing' },
      detail: expect.stringContaining('offers no sign-in of this kind'),
    })
    await server.close()
    expect(await test()).toMatchObject({
      code: 'mail_server_unusable',
      params: { reason: 'connection_refused' },
      detail: expect.not.stringContaining('refused the message'),
    })
    await app.close()
    await start({}, { SMTP_URL: 'smtp://mail.invalid:2525?security=none' })
    await sendFrom('a@nord.example')
    expect(['host_unknown', 'dns_unavailable']).toContain((await test()).params.reason)
  })

  test('the preview of a draft says that it cannot be sent, before it is issued', async () => {
    server = await startMailServer()
    app = await startTestApp(engine)
    const customer = { name: 'Fernweh', email: 'desk@fernweh.example' }
    const draft = await call('POST', '/invoices', { customer, items: [ITEM] })
    const preview = () => call('POST', `/invoices/${draft.id}/send/preview`, { attach: [] })
    expect(await preview()).toMatchObject({
      status: 200,
      warnings: [{ code: 'mail_not_configured', params: {} }],
    })
    expect((await call('GET', `/invoices/${draft.id}`)).status).toBe('draft')
    const refused = await call('POST', `/invoices/${draft.id}/send`, {})
    expect(refused).toMatchObject({ status: 409, code: 'invoice_is_draft' })
  })

  describe('over the mail server of several companies', () => {
    const second = async () =>
      app.work(await requireCompanyByNumber(app.directory, await givenCompany(app.db)))
    type Work = Awaited<ReturnType<typeof second>>
    const change = (work: Work, body: object) =>
      changeSettings(work, { body, mode: 'patch', ifMatch: undefined })
    const sendAs = async (work: Work, more: object = {}) => {
      const { invoice } = await createInvoice(work, {
        customer: { name: 'Fernweh', email: 'desk@fernweh.example' },
        items: [{ description: 'Hosting', unit_price: '10' }],
        status: 'sent',
      })
      const subject = { id: invoice.id, ifMatch: undefined }
      const { id } = await sendInvoice(work, subject, { attach: [], ...more })
      await runAll()
      return (await getMessage(work, id)).message
    }
    const senderOfLast = () => {
      const [from] = /^From: .*/m.exec(headOfLast()) ?? []
      const [replyTo] = /^Reply-To: .*/m.exec(headOfLast()) ?? []
      return { envelope: server.received.at(-1)?.from, from, replyTo }
    }
    const OPERATOR = { MAIL_FROM: 'Operator <post@operator.example>' }

    test('an unproven address is replaced by the operator’s, a proven one is kept', async () => {
      await start({}, OPERATOR)
      const work = await second()
      await change(work, { companyName: 'Second', mailFrom: { address: 'bills@victim.example' } })
      const replaced = {
        envelope: 'post@operator.example',
        from: 'From: Second <post@operator.example>',
        replyTo: 'Reply-To: Second <bills@victim.example>',
      }
      expect(await sendAs(work)).toMatchObject({ status: 'sent' })
      expect(senderOfLast()).toEqual(replaced)
      await sendAs(work, { reply_to: 'desk@second.example' })
      expect(senderOfLast()).toEqual({ ...replaced, replyTo: 'Reply-To: desk@second.example' })

      const { access } = app.services
      const { token } = await addDomain(access, work, { host: 'victim.example', forLinks: false })
      await sendAs(work)
      expect(senderOfLast()).toEqual(replaced)
      app.textRecords.set('_billwright.victim.example', `billwright-domain=${token}`)
      await verifyDomain(access, work, 'victim.example')
      expect(await sendAs(work)).toMatchObject({ status: 'sent' })
      const own = { replyTo: undefined, envelope: 'bills@victim.example' }
      expect(senderOfLast()).toMatchObject({ ...own, from: 'From: Second <bills@victim.example>' })
      // A domain for e-mail alone serves no links.
      expect(await findCompanyByHost(access, 'victim.example')).toBeNull()
      // Neither a name below it nor one that ends alike is proven.
      for (const address of [
        'a@sub.victim.example',
        'a@notvictim.example',
        'a@VICTIM.example.evil.example',
      ]) {
        await change(work, { mailFrom: { address } })
        await sendAs(work)
        expect(senderOfLast().envelope, address).toBe('post@operator.example')
      }
    })

    test('the first company too, except for the domain of MAIL_FROM', async () => {
      await start({}, OPERATOR)
      await second()
      for (const [address, envelope] of [
        ['desk@operator.example', 'desk@operator.example'],
        ['bills@victim.example', 'post@operator.example'],
      ]) {
        await sendFrom(address ?? '')
        await send({})
        expect(server.received.at(-1)?.from).toBe(envelope)
      }
    })

    test('one company alone sends as it likes; several without any address of the operator do not', async () => {
      await start()
      await sendFrom('bills@own.example')
      await send({})
      expect(server.received.at(-1)?.from).toBe('bills@own.example')
      await second()
      const { id } = await call('POST', '/invoices', {
        customer: { name: 'Fernweh', email: 'desk@fernweh.example' },
        items: [ITEM],
        status: 'sent',
      })
      const refused = await call('POST', `/invoices/${id}/send`, { attach: [] })
      expect(refused).toMatchObject({ status: 409, code: 'mail_not_configured' })
    })

    test('stored bytes of another sender do not leave over it', async () => {
      await start({}, { ...OPERATOR, OUTBOUND_ALLOW: '127.0.0.1' })
      const own = await startMailServer()
      try {
        const work = await second()
        await change(work, { companyName: 'Second', mailFrom: { address: 'bills@victim.example' } })
        own.onData = () => ({ code: 451, text: 'Later' })
        const body = { host: '127.0.0.1', port: own.port, security: 'none' as const, auth: null }
        await putTransport(work, { body, ifMatch: undefined })
        const { id } = await sendAs(work)
        expect(own.received.length).toBeGreaterThan(0)
        await deleteTransport(work, undefined)
        app.clock.set('2026-11-21T12:00:00.000Z')
        await transaction(work, async () => {})
        await runNow(app, 'mail.sweep')
        await app.services.jobRunner.runDue()
        const { message } = await getMessage(work, id)
        expect([message.status, message.reason]).toEqual(['failed', 'sender_unproven'])
        expect(server.received).toEqual([])
      } finally {
        await own.close()
      }
    })
  })
})
