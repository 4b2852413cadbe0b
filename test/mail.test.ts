import { randomFillSync } from 'node:crypto'
import { PNG } from 'pngjs'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { withSnapshot } from '../src/books/audit/snapshot.ts'
import { verifyDatabase } from '../src/books/audit/verify.ts'
import { changeSettings } from '../src/company/settings/change.ts'
import { firstCompany, requireCompanyByNumber } from '../src/core/companies/directory.ts'
import { transaction } from '../src/core/record/transaction.ts'
import { getMessage } from '../src/messages/mail/messages.ts'
import { queueInvoice, sendInvoice } from '../src/messages/mail/sending/send.ts'
import { getTransport, putTransport } from '../src/messages/mail/transport/transport.ts'
import { createInvoice } from '../src/sales/invoices/create.ts'
import { givenCompany } from './companies.ts'
import { ITEM, type Json } from './givens.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'
import { runNow } from './jobs.ts'
import { type MailServer, reportOf, startMailServer } from './mail-server.ts'
import { everyRow } from './stored.ts'

const MINUTE = 60_000

describe.each(ENGINES)('messages (%s)', (engine) => {
  let app: TestApp
  let server: MailServer
  let invoice: Json

  beforeEach(async () => {
    server = await startMailServer()
    app = await startTestApp(engine, {
      SMTP_URL: server.url,
      MAIL_FROM: 'Atelier Nord <billing@nord.example>',
      PUBLIC_URL: 'https://bills.nord.example',
    })
    invoice = await issue()
  })
  afterEach(async () => {
    await app.close()
    await server.close()
  })

  const send = (request: Parameters<TestApp['send']>[0]) =>
    app.send({ ...request, headers: { host: 'bills.nord.example', ...request.headers } })
  const call = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const answer = await send({
      method: method as 'GET',
      url: `/api/v1${path}`,
      headers: { authorization: 'Bearer test-key-0123456789abcdef' },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    return { status: answer.statusCode, ...(answer.body === '' ? {} : answer.json()) }
  }
  const issue = (more: object = {}) =>
    call('POST', '/invoices', {
      customer: { name: 'Fernweh', email: 'desk@fernweh.example', contact_name: 'Mara Lind' },
      items: [ITEM],
      status: 'sent',
      ...more,
    })
  const deliver = async () => {
    await runNow(app, 'mail.sweep')
    await app.services.jobRunner.runDue()
  }
  const sendNow = async (body: object = { attach: [] }) => {
    const message = await call('POST', `/invoices/${invoice.id}/send`, body)
    expect(message.status, 'nothing is sent before 250').toBe('queued')
    expect(message.code, JSON.stringify(message)).toBeUndefined()
    await deliver()
    return (await call('GET', `/messages/${message.id}`)) as Json
  }
  const moveBy = (ms: number) => app.clock.set(new Date(app.clock.now() + ms).toISOString())
  const get = (id: string) => call('GET', `/messages/${id}`)
  const again = async ({ id }: Json, ms: number) => {
    moveBy(ms)
    await deliver()
    return get(id)
  }

  test('no table has the link to a document; the mail has it, also again and in a reminder', async () => {
    const { share_url: url } = await call('POST', `/invoices/${invoice.id}/publish`)
    const [, token = ''] = /([^/]+)$/.exec(url) ?? []
    server.onData = () => ({ code: 451, text: 'Later' })
    const body = `See {link} or ${url}`
    const first = await sendNow({ attach: [], link: true, body })
    server.onData = () => 'accept'
    const sent = await again(first, 2 * MINUTE)
    expect(sent.status).toBe('sent')
    await call('POST', `/messages/${sent.id}/resend`)
    moveBy(MINUTE)
    await deliver()
    const quote = await call('POST', '/quotes', { customer_id: invoice.customer_id, items: [ITEM] })
    await call('POST', `/quotes/${quote.id}/send`, { attach: [] })
    moveBy(MINUTE)
    await deliver()
    const offer = await call('GET', `/quotes/${quote.id}`)
    const [, secret = ''] = /([^/]+)$/.exec(offer.share_url) ?? []
    expect(server.received).toHaveLength(4)
    for (const [index, { bytes }] of server.received.entries()) {
      const { text = '', html } = await PostalMime.parse(bytes)
      const link = index === 3 ? offer.share_url : url
      expect(text).toContain(link)
      expect(html).toContain(`href="${link}"`)
      expect(text).not.toContain('…')
    }
    const [one, two] = server.received
    expect(two?.bytes.equals(one?.bytes ?? Buffer.of())).toBe(true)
    const stored = `${await everyRow(app.db)}${JSON.stringify(await call('GET', '/messages'))}`
    for (const it of [token, secret]) {
      expect(it).toMatch(/^[\w-]{43}$/)
      for (const form of [it, Buffer.from(it).toString('base64').slice(2, -4)])
        expect(stored).not.toContain(form)
    }
    const raw = await send({
      url: `/api/v1/messages/${sent.id}/raw`,
      headers: { authorization: 'Bearer test-key-0123456789abcdef' },
    })
    expect(raw.rawPayload.equals(two?.bytes ?? Buffer.of())).toBe(true)
    const theFirst = async () => firstCompany(app.directory)
    const report = await withSnapshot(
      app.config.database,
      (scope) => verifyDatabase(scope),
      theFirst,
    )
    expect(report.breaks).toEqual([])
  })

  test('the rows of messages have no link; mails of reminders and receipts do, others need none', async () => {
    const { customer_id, id } = await issue({ issue_date: '2026-09-01', due_date: '2026-10-01' })
    const { share_url: url } = await call('POST', `/invoices/${id}/publish`)
    const payment = await call('POST', `/invoices/${id}/payments`, { amount: '5.00' })
    const note = await call('POST', '/delivery-notes', { invoice_id: id })
    const period = { from: '2026-01-01', until: '2026-12-31' }
    for (const [path, body] of [
      [`/invoices/${id}/reminders/send`, { level: 2 }],
      [`/invoices/${id}/payments/${payment.id}/receipt`, { link: true }],
      [`/customers/${customer_id}/statement/send`, { ...period, attach: [] }],
      [`/delivery-notes/${note.id}/send`, { attach: [] }],
    ] as const) {
      const answer = await call('POST', path, body)
      expect(answer.code, JSON.stringify(answer)).toBeUndefined()
      moveBy(MINUTE)
      await deliver()
    }
    const rows = await app.tables
      .selectFrom('messages')
      .select(['kind', 'status', 'content', 'subject_line'])
      .orderBy('created_at')
      .execute()
    const linked = ['reminder', 'receipt']
    expect(rows.map(({ kind }) => kind)).toEqual([...linked, 'statement', 'delivery_note'])
    const [, token = ''] = /([^/]+)$/.exec(url) ?? []
    expect(token).toMatch(/^[\w-]{43}$/)
    for (const [index, { kind, status, ...row }] of rows.entries()) {
      expect(status, kind).toBe('sent')
      expect(JSON.stringify(row), kind).not.toContain(token)
      const { text = '', html = '' } = await PostalMime.parse(server.received[index]?.bytes ?? '')
      expect(text.includes(url), kind).toBe(linked.includes(kind))
      expect(html.includes(`href="${url}"`), kind).toBe(linked.includes(kind))
      expect(text, kind).not.toContain('…')
    }
  })

  test('201: an invoice leaves with its PDF, and the bytes that are stored are those received', async () => {
    const message = await sendNow({})
    expect(message).toMatchObject({
      kind: 'invoice',
      subject_line: `Invoice ${invoice.number} from Atelier Nord`,
      recipients: [{ role: 'to', address: 'desk@fernweh.example', state: 'accepted' }],
      attachments: [{ name: `${invoice.number}.pdf`, media_type: 'application/pdf' }],
      link: true,
      automatic: false,
    })
    expect(message.attempts).toMatchObject([{ outcome: 'accepted', code: 250 }])
    const [mail] = server.received
    const raw = await send({
      url: `/api/v1/messages/${message.id}/raw`,
      headers: { authorization: 'Bearer test-key-0123456789abcdef' },
    })
    expect(raw.rawPayload.equals(mail?.bytes ?? Buffer.of())).toBe(true)
    expect(message.raw_bytes).toBe(mail?.bytes.length)
    const parsed = await PostalMime.parse(mail?.bytes ?? '')
    expect(parsed).toMatchObject({
      from: { name: 'Atelier Nord', address: 'billing@nord.example' },
      to: [{ name: 'Mara Lind', address: 'desk@fernweh.example' }],
      messageId: message.message_id,
      attachments: [{ filename: `${invoice.number}.pdf`, mimeType: 'application/pdf' }],
    })
    const { share_url } = await call('GET', `/invoices/${invoice.id}`)
    expect(share_url).toMatch(/^https:\/\/bills\.nord\.example\/i\//)
    expect(parsed.text).toContain(share_url)
    expect(parsed.html).toContain(`href="${share_url}"`)
    expect(parsed.html).not.toMatch(/<img[^>]+src="(?!cid:)/)
    expect(parsed.html).toMatch(/>Amount due · Due date: [^<]+<\/div>/)
    expect(parsed.html).toContain(`<bdi>€${invoice.totals.due}</bdi>`)
  })

  test('verify finds bytes that do not match their hash, and a sent message without one', async () => {
    const message = await sendNow()
    const faults = async () => {
      const { breaks } = await withSnapshot(app.config.database, (scope) => verifyDatabase(scope))
      return breaks.filter(({ kind }) => kind === 'message_bytes').map((it) => it.message)
    }
    expect(await faults()).toEqual([])
    await app.tables
      .updateTable('message_bytes')
      .set({ bytes: Buffer.from('other') })
      .execute()
    expect(await faults()).toEqual([
      `The stored bytes of ${message.id} differ from the bytes that were sent.`,
    ])
    await app.tables.deleteFrom('message_bytes').execute()
    expect(await faults()).toEqual([])
    await app.tables.updateTable('messages').set({ raw_sha256: null }).execute()
    expect(await faults()).toEqual([
      `${message.id} is called sent, but has no hash of what was sent.`,
    ])
  })

  test('201: a quote is opened and leaves with its link and PDF', async () => {
    const { customer_id } = invoice
    const draft = await call('POST', '/quotes', { customer_id, items: [ITEM] })
    const preview = await call('POST', `/quotes/${draft.id}/send/preview`, { attach: [] })
    expect(preview).toMatchObject({
      status: 200,
      subject_line: 'Quote … from Atelier Nord',
      subject: 'Quote {number} from Atelier Nord',
      body: expect.stringMatching(/^Here is our quote \{number\} for /m),
    })
    const { subject, body } = preview
    const { id } = await call('POST', `/quotes/${draft.id}/send`, { subject, body })
    const quote = await call('GET', `/quotes/${draft.id}`)
    expect(quote.status).toBe('open')
    await deliver()
    expect(await get(id)).toMatchObject({ kind: 'quote', status: 'sent' })
    const parsed = await PostalMime.parse(server.received[0]?.bytes ?? '')
    expect(parsed.subject).toBe(`Quote ${quote.number} from Atelier Nord`)
    expect(parsed.text).toContain(`Here is our quote ${quote.number} for `)
    expect(parsed.text).toContain(quote.share_url)
    expect(parsed.attachments).toMatchObject([{ filename: `${quote.number}.pdf` }])
  })

  test('a quote that was withdrawn cancels its message', async () => {
    const { customer_id } = invoice
    const draft = await call('POST', '/quotes', { customer_id, items: [ITEM] })
    const message = await call('POST', `/quotes/${draft.id}/send`, { attach: [] })
    await call('POST', `/quotes/${draft.id}/withdraw`)
    await deliver()
    expect(await get(message.id)).toMatchObject({ reason: 'withdrawn', sent_at: null })
    expect(await call('POST', `/quotes/${draft.id}/send`, {})).toMatchObject({
      code: 'invalid_transition',
    })
  })

  test('201: a delivery note leaves with its PDF, without prices and without a link', async () => {
    const { customer_id } = invoice
    const contact = { name: 'Stores', email: 'stores@fernweh.example', role: 'orders' }
    await call('POST', `/customers/${customer_id}/contacts`, contact)
    const note = await call('POST', '/delivery-notes', { invoice_id: invoice.id })
    const preview = await call('POST', `/delivery-notes/${note.id}/send/preview`, { attach: [] })
    expect(preview).toMatchObject({
      status: 200,
      link: false,
      recipients: [{ role: 'to', address: 'stores@fernweh.example' }],
    })
    const { id } = await call('POST', `/delivery-notes/${note.id}/send`, {})
    await deliver()
    expect(await get(id)).toMatchObject({
      kind: 'delivery_note',
      subject: { type: 'delivery_note', id: note.id },
      customer_id,
      status: 'sent',
    })
    const parsed = await PostalMime.parse(server.received[0]?.bytes ?? '')
    expect(parsed.subject).toBe(`Delivery note ${note.number} from Atelier Nord`)
    expect(parsed.text).not.toContain('https://')
    expect(parsed.attachments).toMatchObject([{ filename: `${note.number}.pdf` }])
  })

  test('409: a void delivery note is not sent, and its waiting message is canceled', async () => {
    const note = await call('POST', '/delivery-notes', { invoice_id: invoice.id })
    const waiting = await call('POST', `/delivery-notes/${note.id}/send`, { attach: [] })
    await call('POST', `/delivery-notes/${note.id}/void`)
    await deliver()
    expect(await get(waiting.id)).toMatchObject({ status: 'canceled', reason: 'voided' })
    for (const path of ['send', 'send/preview'])
      expect(await call('POST', `/delivery-notes/${note.id}/${path}`, {})).toMatchObject({
        code: 'delivery_note_is_void',
      })
  })

  test('an invoice shows its mail, and is called sent only after 250', async () => {
    await call('POST', `/invoices/${invoice.id}/send`, { attach: [] })
    expect(await call('GET', `/invoices/${invoice.id}`)).toMatchObject({
      mail: { status: 'queued' },
    })
    await deliver()
    expect(await call('GET', `/invoices/${invoice.id}`)).toMatchObject({ mail: { status: 'sent' } })
    const { data } = await call('GET', '/invoices')
    expect(data[0].mail.status).toBe('sent')
  })

  test('a second message answers the first one', async () => {
    const first = await sendNow()
    const copy = await call('POST', `/messages/${first.id}/resend`)
    moveBy(MINUTE)
    await deliver()
    const parsed = await PostalMime.parse(server.received[1]?.bytes ?? '')
    expect(parsed).toMatchObject({ inReplyTo: first.message_id, messageId: copy.message_id })
    expect(copy.message_id).not.toBe(first.message_id)
  })

  describe('failures', () => {
    test('4xx: tried again after 1, 5, 15 … minutes with the same bytes, then failed', async () => {
      server.onData = () => ({ code: 451, text: 'Try again later' })
      let message = await sendNow()
      const pauses = [1, 5, 15, 30, 60, 120, 240, 480, 720, 1200]
      for (const minutes of pauses) {
        const waitMs = Date.parse(message.next_attempt_at) - app.clock.now()
        expect(waitMs).toBe(minutes * MINUTE)
        message = await again(message, waitMs)
      }
      expect(message).toMatchObject({ next_attempt_at: null, recipients: [{ state: 'rejected' }] })
      expect((await call('GET', '/messages?status=failed')).data).toHaveLength(1)
      expect(server.received).toHaveLength(pauses.length + 1)
      for (const { bytes } of server.received)
        expect(bytes.equals(server.received[0]?.bytes ?? Buffer.of())).toBe(true)
    })

    test('5xx for the data: failed at once; a retry sends the same bytes', async () => {
      server.onData = () => ({ code: 554, text: 'No thanks' })
      const message = await sendNow()
      expect(message.reason).toContain('No thanks')
      expect(message).toMatchObject({
        cause: 'refused',
        recipients: [{ detail: message.reason, cause: 'refused' }],
        attempts: [{ code: 554, reply: message.reason, cause: 'refused' }],
      })
      expect((await call('GET', '/messages?status=failed')).data).toHaveLength(1)
      server.onData = () => 'accept'
      await call('POST', `/messages/${message.id}/retry`)
      const after = await again(message, MINUTE)
      expect(after).toMatchObject({ sent_at: expect.any(String), message_id: message.message_id })
      expect(server.received[1]?.bytes.equals(server.received[0]?.bytes ?? Buffer.of())).toBe(true)
    })

    test('5xx for one recipient: rejected, and the others are not sent to again', async () => {
      server.onRecipient = (address) =>
        address.startsWith('no') ? { code: 550, text: 'Unknown user' } : 'accept'
      const to = ['yes@fernweh.example', 'no@fernweh.example']
      const message = await sendNow({ to, attach: [] })
      expect(message.recipients).toMatchObject([
        { state: 'accepted', cause: null },
        { state: 'rejected', cause: 'mailbox_unavailable' },
      ])
      expect(message).toMatchObject({
        cause: null,
        attempts: [{ outcome: 'accepted', cause: null }],
      })
      expect(message.sent_at).not.toBeNull()
    })

    test('4xx for one recipient: only this one is tried again', async () => {
      server.onRecipient = (address) =>
        address.startsWith('slow') ? { code: 450, text: 'Greylisted' } : 'accept'
      const to = ['yes@fernweh.example', 'slow@fernweh.example']
      const message = await sendNow({ to, attach: [] })
      expect(message.recipients).toMatchObject([{ state: 'accepted' }, { state: 'waiting' }])
      server.onRecipient = () => 'accept'
      const after = await again(message, MINUTE)
      expect(after.recipients).toMatchObject([{ state: 'accepted' }, { state: 'accepted' }])
      expect(server.received.map(({ to }) => to)).toEqual([[to[0]], [to[1]]])
    })

    test('the connection breaks after the data: tried once more after 15 minutes, then uncertain', async () => {
      server.onData = () => 'drop'
      const message = await sendNow()
      expect(message).toMatchObject({ uncertain: true, attempts: [{ outcome: 'unknown' }] })
      expect(Date.parse(message.next_attempt_at) - app.clock.now()).toBe(15 * MINUTE)
      const after = await again(message, 15 * MINUTE)
      expect(after).toMatchObject({ uncertain: true, reason: 'outcome_unknown', sent_at: null })
      await again(message, 24 * 60 * MINUTE)
      expect(server.received).toHaveLength(2)
      expect(server.received[1]?.bytes.equals(server.received[0]?.bytes ?? Buffer.of())).toBe(true)
    })

    test('a wrong password fails no message: everything waits, then leaves', async () => {
      server.password = 'another'
      const messages = [await sendNow(), await sendNow(), await sendNow()]
      for (let round = 0; round < 12; round++) {
        moveBy(31 * MINUTE)
        await deliver()
      }
      const { outbox } = await call('GET', '/mail-transport')
      expect(outbox.last_error).toContain('535')
      expect((await call('GET', '/messages?status=queued')).data).toHaveLength(messages.length)
      expect(server.received).toEqual([])
      server.password = 'secret'
      for (let round = 0; round < 4; round++) {
        moveBy(31 * MINUTE)
        await deliver()
      }
      expect(server.received).toHaveLength(messages.length)
      expect((await call('GET', '/mail-transport')).outbox.waits_until).toBeNull()
    })

    test('421 and a refused sender are faults of the transport', async () => {
      for (const fault of ['onData', 'onSender'] as const) {
        server[fault] = () => ({ code: fault === 'onData' ? 421 : 553, text: 'Not now' })
        const message = await sendNow()
        expect(message).toMatchObject({ attempts: [{ outcome: 'transport' }], reason: null })
        expect((await call('GET', '/mail-transport')).outbox).toMatchObject({
          waits_until: expect.any(String),
          last_error_cause: fault === 'onData' ? 'try_later' : 'address_invalid',
        })
        server[fault] = () => 'accept'
        moveBy(31 * MINUTE)
        await deliver()
        moveBy(MINUTE)
        await deliver()
        expect((await get(message.id)).sent_at).not.toBeNull()
      }
    })
  })

  describe('right before it leaves', () => {
    test('a voided invoice cancels its message', async () => {
      await call('PATCH', '/settings', { mailPaused: true })
      const message = await sendNow()
      await call('PATCH', `/invoices/${invoice.id}`, { status: 'void' })
      await call('PATCH', '/settings', { mailPaused: false })
      expect(await again(message, MINUTE)).toMatchObject({ reason: 'voided', sent_at: null })
      expect(server.received).toEqual([])
    })

    test('a revoked link cancels its message', async () => {
      await call('PATCH', '/settings', { mailPaused: true })
      const message = await sendNow()
      await call('POST', `/invoices/${invoice.id}/unpublish`)
      await call('PATCH', '/settings', { mailPaused: false })
      expect(await again(message, MINUTE)).toMatchObject({ reason: 'link_revoked' })
    })

    test('send_on waits for its time', async () => {
      const message = await sendNow({ attach: [], send_on: '2026-11-21T12:00:00Z' })
      expect(message.send_after).toBe('2026-11-21T12:00:00.000Z')
      await again(message, 2 * 60 * MINUTE)
      expect(server.received).toEqual([])
      await again(message, 31 * MINUTE)
      expect(server.received).toHaveLength(1)
    })

    test('send_on as a day waits for its morning in the time zone of the company', async () => {
      await call('PATCH', '/settings', { timeZone: 'America/New_York', recurringTime: '07:30' })
      const message = await sendNow({ attach: [], send_on: '2026-11-23' })
      expect(message.send_after).toBe('2026-11-23T12:30:00.000Z')
      const send = (send_on: string) =>
        app.refused('POST', `/invoices/${invoice.id}/send`, { send_on })
      for (const wrong of ['2026-02-30', '23.11.2026', '2026-11-23T25:00:00Z'])
        expect((await send(wrong)).errors).toMatchObject([
          { pointer: '/send_on', code: 'wrong_format' },
        ])
    })
  })

  test('the day of a full pace ends where the company is', async () => {
    app.clock.set('2026-11-21T23:00:00Z')
    await call('PATCH', '/settings', { timeZone: 'America/New_York', mailPerDay: 1 })
    for (let count = 0; count < 2; count++)
      await call('POST', `/invoices/${invoice.id}/send`, { attach: [] })
    const arrived = async (instant: string) => {
      app.clock.set(instant)
      await deliver()
      return server.received.length
    }
    expect(await arrived('2026-11-21T23:00:10Z')).toBe(1)
    expect(await arrived('2026-11-22T04:59:59Z')).toBe(1)
    expect((await call('GET', '/attention')).data).toMatchObject([{ code: 'mail_day_full' }])
    expect(await arrived('2026-11-22T05:00:01Z')).toBe(2)
  })

  test('the pace is held', async () => {
    await call('PATCH', '/settings', { mailPerMinute: 6, mailPerDay: 8 })
    for (let count = 0; count < 10; count++)
      await call('POST', `/invoices/${invoice.id}/send`, { attach: [] })
    const arrivals: number[] = []
    for (let second = 0; second < 90; second++) {
      await deliver()
      arrivals.push(server.received.length)
      moveBy(1000)
    }
    expect(arrivals[0]).toBe(1)
    expect(arrivals[59]).toBe(6)
    expect(arrivals.at(-1)).toBe(8)
    for (const second of ['01', '12']) {
      app.clock.set(`2026-11-22T00:00:${second}.000Z`)
      await deliver()
    }
    expect(server.received).toHaveLength(10)
  })

  test('no minute has more than the limit, even if messages are late', async () => {
    const perMinute = 12
    await call('PATCH', '/settings', { mailPerMinute: perMinute })
    for (let count = 0; count < 14; count++)
      await call('POST', `/invoices/${invoice.id}/send`, { attach: [] })
    const secondOf: number[] = []
    for (let second = 0; second < 90; second++) {
      // The service was busy, or stopped.
      if (second === 0 || second >= 9) await deliver()
      while (secondOf.length < server.received.length) secondOf.push(second)
      moveBy(1000)
    }
    expect(secondOf).toHaveLength(14)
    for (const from of secondOf) {
      const inMinute = secondOf.filter((second) => second >= from && second < from + 60)
      expect(inMinute.length).toBeLessThanOrEqual(perMinute)
    }
  })

  test('the pace is held after a pause, too', async () => {
    await call('PATCH', '/settings', { mailPerMinute: 6, mailPerDay: 10 })
    for (let count = 0; count < 10; count++)
      await call('POST', `/invoices/${invoice.id}/send`, { attach: [] })
    await deliver()
    await call('PATCH', '/settings', { mailPaused: true })
    moveBy(60 * MINUTE)
    await deliver()
    await call('PATCH', '/settings', { mailPaused: false })
    const before = server.received.length
    await deliver()
    expect(server.received.length - before).toBe(1)
    // Places that were missed do not count for the day.
    for (let second = 0; second < 90; second++) {
      moveBy(1000)
      await deliver()
    }
    expect(server.received).toHaveLength(10)
  })

  test('409: drafts and void invoices; 422: no recipient', async () => {
    const draft = await issue({ status: 'draft' })
    const nobody = await issue({ customer: { name: 'Nobody' } })
    const answers = [
      [draft.id, 409, 'invoice_is_draft'],
      [nobody.id, 422, 'no_recipient'],
    ] as const
    for (const [id, status, code] of answers)
      expect(await call('POST', `/invoices/${id}/send`, {})).toMatchObject({ status, code })
    const { data } = await call('POST', '/invoices/send', { ids: [draft.id, invoice.id] })
    expect(data).toMatchObject([
      { problem: { code: 'invoice_is_draft' }, message_id: null },
      { problem: null, message_id: expect.stringMatching(/^msg_/) },
    ])
  })

  test('422: an unknown placeholder and a bad address, with their pointers', async () => {
    const bad = { subject: '{nonsense}', to: ['a@b.example\r\nBcc: evil@example.org'] }
    const { errors } = await call('POST', `/invoices/${invoice.id}/send`, { to: bad.to })
    expect(errors).toMatchObject([{ pointer: '/to/0' }])
    const unknown = await call('POST', `/invoices/${invoice.id}/send`, { subject: bad.subject })
    expect(unknown.errors).toMatchObject([{ pointer: '/subject', code: 'unknown_placeholder' }])
  })

  test('bounces mark the recipient, the customer and the invoice', async () => {
    const message = await sendNow()
    const bounce = {
      message_id: message.message_id,
      recipient: 'DESK@fernweh.example',
      state: 'bounced',
      code: '5.1.1',
      detail: 'No such user',
    }
    expect(await call('POST', '/messages/bounces', bounce)).toMatchObject({ matched: true })
    expect((await get(message.id)).recipients).toMatchObject([{ state: 'bounced' }])
    const at = `/customers/${invoice.customer_id}`
    expect(await call('GET', at)).toMatchObject({
      email_problem: { address: 'desk@fernweh.example', code: '5.1.1' },
    })
    expect((await call('GET', `/invoices/${invoice.id}`)).mail.status).toBe('bounced')
    expect(await call('PATCH', at, { email: 'new@fernweh.example' })).toMatchObject({
      email_problem: null,
    })
    const unknown = { ...bounce, message_id: '<unknown@example.org>' }
    expect(await call('POST', '/messages/bounces', unknown)).toMatchObject({
      status: 202,
      matched: false,
    })
  })

  test('a delivery status report of a mail server is read', async () => {
    const message = await sendNow()
    const report = reportOf(message.message_id)
    const answer = await send({
      method: 'POST',
      url: '/api/v1/messages/delivery-reports',
      headers: {
        authorization: 'Bearer test-key-0123456789abcdef',
        'content-type': 'message/rfc822',
      },
      payload: report,
    })
    expect(answer.json()).toEqual({ matched: true })
    expect((await get(message.id)).recipients).toMatchObject([
      { state: 'bounced', detail: '5.1.1 550 5.1.1 User unknown', cause: 'no_such_recipient' },
    ])
  })

  test('415: a delivery status report of another or no type', async () => {
    const url = '/api/v1/messages/delivery-reports'
    const authorization = 'Bearer test-key-0123456789abcdef'
    for (const type of [{}, { 'content-type': 'application/json' }]) {
      const payload = 'content-type' in type ? '{}' : ''
      const headers = { authorization, ...type }
      expect((await send({ method: 'POST', url, headers, payload })).statusCode).toBe(415)
    }
  })

  test('a statement and a receipt leave', async () => {
    const { id } = await call('POST', `/invoices/${invoice.id}/payments`, { amount: '5.00' })
    await call('POST', `/invoices/${invoice.id}/payments/${id}/receipt`, { attach: [] })
    const from = { from: '2026-01-01', until: '2026-12-31', attach: [] }
    await call('POST', `/customers/${invoice.customer_id}/statement/send`, from)
    await deliver()
    moveBy(MINUTE)
    await deliver()
    const subjects = await Promise.all(
      server.received.map(async ({ bytes }) => (await PostalMime.parse(bytes)).subject),
    )
    expect(subjects.toSorted()).toEqual([
      `Payment received for invoice ${invoice.number}`,
      'Statement of account from Atelier Nord',
    ])
  })

  test('an occasion has one message', async () => {
    const automatic = { id: invoice.id, occasion: `invoice:${invoice.id}:issue` }
    const ids = new Set<string>()
    for (let time = 0; time < 3; time++) {
      const message = await transaction(app.work(), (work) =>
        queueInvoice(work, { ...automatic, body: { attach: [] } }),
      )
      ids.add(message.id)
    }
    await deliver()
    expect(ids.size).toBe(1)
    const parsed = await PostalMime.parse(server.received[0]?.bytes ?? '')
    expect(parsed.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
    expect(server.received).toHaveLength(1)
  })

  test('an automatic message to an address that bounced waits until a person edits it', async () => {
    const first = await sendNow()
    await call('POST', '/messages/bounces', {
      message_id: first.message_id,
      recipient: 'desk@fernweh.example',
      state: 'bounced',
      code: '5.1.1',
    })
    const body = { attach: [] }
    const automatic = await transaction(app.work(), (work) =>
      queueInvoice(work, { id: invoice.id, occasion: 'a', body }),
    )
    moveBy(10 * MINUTE)
    await deliver()
    expect(await get(automatic.id)).toMatchObject({ status: 'queued', attempts: [] })
    expect(server.received).toHaveLength(1)
    await call('PATCH', `/customers/${invoice.customer_id}`, { cc: ['more@fernweh.example'] })
    await deliver()
    expect((await get(automatic.id)).status).toBe('sent')
  })

  test('409: a message whose bytes were deleted cannot be retried, only sent as a new one', async () => {
    server.onData = () => ({ code: 554, text: 'No thanks' })
    const message = await sendNow()
    await call('PATCH', '/settings', { mailKeepDays: 1 })
    moveBy(2 * 24 * 60 * MINUTE)
    await runNow(app, 'mail.expire')
    expect(await call('POST', `/messages/${message.id}/retry`)).toMatchObject({
      status: 409,
      code: 'message_bytes_deleted',
    })
    expect(await call('POST', `/messages/${message.id}/resend`)).toMatchObject({ status: 'queued' })
  })

  test('the words of a preview can be edited and sent: the link stays a placeholder', async () => {
    const preview = await call('POST', `/invoices/${invoice.id}/send/preview`, {
      attach: [],
      body: '{{Offer}} for {customer_name}\n\n{link}',
    })
    expect(preview.body).toBe('{{Offer}} for Fernweh\n\n{link}')
    expect(preview.text).toMatch(/^\{Offer\} for Fernweh\n\nhttps:/)
    const words = await call('POST', '/message-templates/invoice/de/preview', {
      subject: 'x',
      body: 'bis zum {pay_by}',
    })
    expect(words.text).toContain('bis zum 21.11.2026')
    const withLink = { subject: 'x', body: '{number}\n\n{link}' }
    const linked = await call('POST', '/message-templates/quote/de/preview', withLink)
    expect(linked.html).toContain('href="https://example.org/i/sample"')
    for (const kind of ['delivery_note', 'statement']) {
      const { html } = await call('POST', `/message-templates/${kind}/de/preview`, withLink)
      expect(html).not.toContain('example.org/i/')
    }
    const { subject, body } = preview
    const message = await sendNow({ attach: [], subject, body })
    expect(message.text).toMatch(/^\{Offer\} for Fernweh\n\nhttps:.*\/i\/…$/)
  })

  test('the preview of a text has a number as the company gives it', async () => {
    const text = { subject: '{number}', body: 'x' }
    const shown = async (kind: string) =>
      (await call('POST', `/message-templates/${kind}/en/preview`, text)).subject_line
    expect(await shown('reminder')).toBe('INV-2026-0042')
    await call('PATCH', '/settings', { quoteNumbering: { pattern: 'A{YY}/{SEQ:3}' } })
    expect(await shown('quote')).toBe('A26/042')
    await call('PATCH', '/settings', { quoteNumbering: { pattern: 'Q-{YYYY}-{SEQ:4}' } })
  })

  test('SMTP_URL serves a second company until it has a mail server; MAIL_FROM does not', async () => {
    const work = app.work(await requireCompanyByNumber(app.directory, await givenCompany(app.db)))
    await changeSettings(work, {
      body: { companyName: 'Second', companyEmail: 'post@second.example' },
      mode: 'patch',
      ifMatch: undefined,
    })
    const { invoice: other } = await createInvoice(work, {
      customer: { name: 'Fernweh', email: 'desk@fernweh.example' },
      items: [{ description: 'Hosting', unit_price: '10' }],
      status: 'sent',
    })
    const change = { id: other.id, ifMatch: undefined }
    const { id } = await sendInvoice(work, change, { attach: [] })
    await sendNow()
    expect((await getMessage(work, id)).message.status).toBe('sent')
    // Nobody proved second.example, so the operator's address carries the company's name.
    const own = server.received.find(({ bytes }) => bytes.includes('Second'))
    const parsed = await PostalMime.parse(own?.bytes ?? '')
    expect(server.received.map(({ from }) => from)).toEqual(Array(2).fill('billing@nord.example'))
    expect([parsed.from, parsed.replyTo]).toEqual([
      { name: 'Second', address: 'billing@nord.example' },
      [{ name: 'Second', address: 'post@second.example' }],
    ])
    const body = { host: 'smtp.second.example', port: 465, security: 'tls' as const }
    await putTransport(work, { body, ifMatch: undefined })
    expect((await getTransport(work)).source).toBe('settings')
    await expect(putTransport(app.work(), { body, ifMatch: undefined })).rejects.toMatchObject({
      code: 'transport_from_environment',
    })
  })

  test('attachments by profile; too large ones are left out, and 422 without a link', async () => {
    const preview = (body: object) => call('POST', `/invoices/${invoice.id}/send/preview`, body)
    const usual = await preview({})
    expect(usual).toMatchObject({ attach: ['pdf'], warnings: [] })
    await call('PATCH', '/settings', { mailAttach: { pdf: false } })
    expect((await preview({})).attachments).toEqual([])
    await call('PATCH', '/settings', { logo: noisyLogo(), mailAttachmentMaxBytes: 100_000 })
    // An issued invoice keeps the logo that it was issued with.
    invoice = await issue()
    const large = await preview({ attach: ['pdf'] })
    expect(large).toMatchObject({ attachments: [], warnings: [{ code: 'attachment_left_out' }] })
    expect(large.html).toContain('src="data:image/png;base64,')
    expect(await preview({ attach: ['pdf'], link: false })).toMatchObject({
      status: 422,
      code: 'attachments_too_large',
    })
  })

  test('the check reports results as receivers would see them', async () => {
    const { data } = await call('GET', '/mail-transport/check')
    const states = Object.fromEntries(data.map(({ name, state }: Json) => [name, state]))
    expect(states).toEqual({
      from: 'ok',
      mx: 'ok',
      spf: 'fail',
      dmarc: 'warn',
      dkim: 'warn',
      tls: 'warn',
    })
    expect(data.find(({ name }: Json) => name === 'mx')).toMatchObject({
      code: 'mx',
      params: { domain: 'nord.example' },
      detail: 'nord.example takes mail.',
    })
  })

  test('a test message answers the dialogue, without the password', async () => {
    const { steps, reply } = await call('POST', '/mail-transport/test', { to: 'me@example.org' })
    expect(reply).toContain('250')
    expect(steps.map(({ command }: Json) => command.split(/[ :]/)[0])).toEqual(
      expect.arrayContaining(['CONNECT', 'EHLO', 'AUTH', 'MAIL', 'RCPT', 'DATA']),
    )
    expect(JSON.stringify(steps)).not.toContain(Buffer.from('\0user\0secret').toString('base64'))
    expect(JSON.stringify(steps)).not.toContain('secret')
    const received = server.received.length
    for (const to of ['me@example.org\r\nBcc: all@example.org', 'me@example.org, all@example.org'])
      expect(await call('POST', '/mail-transport/test', { to })).toMatchObject({
        status: 422,
        errors: [{ pointer: '/to', code: 'wrong_format' }],
      })
    expect(server.received).toHaveLength(received)
    server.onData = () => ({ code: 554, text: 'Spam' })
    expect(await call('POST', '/mail-transport/test', { to: 'me@example.org' })).toMatchObject({
      status: 502,
      code: 'mail_refused',
      params: { reason: 'refused' },
      reply: '554 Spam',
    })
  })
})

describe.each(ENGINES)('messages without SMTP_URL (%s)', (engine) => {
  test('an automatic message waits for a sender and a mail server, then leaves', async () => {
    const server = await startMailServer()
    const app = await startTestApp(engine, { OUTBOUND_ALLOW: `127.0.0.1:${server.port}` })
    try {
      const call = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, body?: object) =>
        (await app.call(method, path, body)).json()
      const invoice = await call('POST', '/invoices', {
        customer: { name: 'Fernweh', email: 'desk@fernweh.example' },
        items: [ITEM],
        status: 'sent',
      })
      const { id } = await transaction(app.work(), (work) =>
        queueInvoice(work, {
          id: invoice.id,
          occasion: 'issue',
          body: { attach: [] },
        }),
      )
      await runNow(app, 'mail.sweep')
      const waiting = await call('GET', `/messages/${id}`)
      expect(waiting).toMatchObject({ status: 'queued', from: null, attempts: [] })
      const auth = { kind: 'password', username: 'user', password: 'secret' }
      const transport = { host: '127.0.0.1', port: server.port, security: 'none', auth }
      expect(await call('PUT', '/mail-transport', transport)).toMatchObject({
        source: 'settings',
        auth: { username: 'user', has_secret: true },
      })
      await app.services.jobRunner.runDue()
      expect((await call('GET', `/messages/${id}`)).status).toBe('queued')
      await call('PATCH', '/settings', { mailFrom: { name: null, address: 'bills@nord.example' } })
      await runNow(app, 'mail.sweep')
      await app.services.jobRunner.runDue()
      expect(await call('GET', `/messages/${id}`)).toMatchObject({
        status: 'sent',
        from: { address: 'bills@nord.example' },
        message_id: waiting.message_id,
      })
      expect(server.received.map(({ from }) => from)).toEqual(['bills@nord.example'])
    } finally {
      await app.close()
      await server.close()
    }
  })
})

/** A picture that nothing compresses: 160 KB. */
function noisyLogo(): string {
  const picture = new PNG({ width: 200, height: 200 })
  randomFillSync(picture.data)
  return `data:image/png;base64,${PNG.sync.write(picture).toString('base64')}`
}
