import { describe, expect, test } from 'vitest'
import { formatterFor } from '../../../../paper/printing/format.ts'
import { CUSTOMER_KINDS } from '../../message.ts'
import { toFileName } from '../../sending/inner/compose.ts'
import { mailHtml, mailText } from '../layout.ts'
import { fillTemplate, type MailValues, toHeader, unknownIn } from './fill.ts'
import { builtInTemplate, MAIL_LANGUAGES } from './words.ts'

const LINK = 'https://bills.example.org/i/token'
const DAY = '2026-11-21'
const days = {
  date: DAY,
  issueDate: DAY,
  dueDate: DAY,
  periodStart: DAY,
  periodEnd: DAY,
  n: 1,
  of: null,
}
const VALUES: MailValues = {
  salutation: 'Hello,',
  customer_name: 'Northwind',
  contact_name: 'Ida Brandt',
  company_name: 'Ink & Stone',
  document: 'Invoice',
  the_document: 'invoice',
  number: 'INV-7',
  total: '119',
  due: '100',
  amount: '19',
  pay_by: DAY,
  early_payment: '2 % until then',
  charges: '5',
  method: 'DE…3000',
  collect_on: DAY,
  link: LINK,
  valid_until: DAY,
  deposit: '30',
  corrects: 'INV-6',
}

const filled = (language: string, body: string, values: MailValues = VALUES) => {
  const formatter = formatterFor({ language, currency: 'EUR', dateFormat: 'medium' })
  return fillTemplate({ subject: '{number}', body }, { language, formatter, days, values })
}
const layout = (text: string, sender = 'Ink & Stone') =>
  mailHtml({
    language: 'en',
    text,
    link: { url: LINK, label: 'View invoice' },
    accentColor: '#1f4e79',
    sender,
    logo: null,
  })

const all = MAIL_LANGUAGES.flatMap((language) =>
  CUSTOMER_KINDS.map((kind) => [language, kind] as const),
)

describe('built-in words', () => {
  test.each(all)('%s %s: every placeholder is known and filled in', (language, kind) => {
    const { subject, body } = builtInTemplate(kind, language)
    expect([unknownIn(subject), unknownIn(body)]).toEqual([null, null])
    const text = filled(language, body).body
    expect(text).not.toMatch(/[{}]/)
    expect(text).toContain(LINK)
  })

  test('a line whose placeholder has no value is left out', () => {
    const { body } = builtInTemplate('invoice', 'de')
    const paid = filled('de', body, { ...VALUES, pay_by: '', link: '' }).body
    expect(paid).not.toContain('überweisen')
    expect(paid).not.toMatch(/\n{3}/)
  })

  test('placeholders in a customer’s name are not filled in', () => {
    expect(filled('en', '{customer_name}', { customer_name: '{number}' }).body).toBe('{number}')
  })
})

describe('the layout', () => {
  test('a link alone on a line is a button, with the address below', () => {
    const html = layout(`Hello\n\n${LINK}\n\nBye`)
    expect(html.match(new RegExp(`href="${LINK}"`, 'g'))).toHaveLength(2)
    expect(html).toContain('>View invoice</a>')
    const text = `Hello\n\n${LINK}`
    const link = { url: LINK, label: 'View' }
    expect(mailText({ text, link, language: 'en' })).toBe(`Hello\n\nView: ${LINK}`)
    expect(mailText({ text, link, language: 'fr' })).toBe(`Hello\n\nView\u00a0: ${LINK}`)
  })

  test('is right to left if the language is', () => {
    const html = mailHtml({
      language: 'ar',
      text: 'x',
      link: null,
      accentColor: '#1f4e79',
      sender: 'x',
      logo: null,
    })
    expect(html).toContain('<html lang="ar" dir="rtl">')
  })

  test('loads nothing and stays small', () => {
    const html = layout('x\n\n'.repeat(1600))
    expect(html).not.toMatch(/src=|url\(|@import|<link/)
    expect(Buffer.byteLength(layout('x'.repeat(5000)))).toBeLessThan(60_000)
  })
})

/** Each hostile text, alone and around a name: nothing of it is markup, a header or a path. */
const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg/onload=alert(1)>',
  "' onmouseover='alert(1)",
  '<a href="javascript:alert(1)">x</a>',
  '</title><script>alert(1)</script>',
  '</style><style>body{display:none}',
  '<!--',
  '--><b>',
  '<![CDATA[x]]>',
  '&lt;script&gt;',
  '&#60;script&#62;',
  '`onload=alert(1)`',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0">',
  '<form action="https://evil.example">',
  '<iframe src="https://evil.example">',
  '<object data="x">',
  '<link rel="stylesheet" href="x">',
  '\r\nBcc: evil@example.org',
  '\nSubject: other',
  '\r\n\r\n<html>',
  '\u0000',
  '\u202egnp.exe',
  '\u2066hidden\u2069',
  '\u2028Bcc: x',
  '\u0085Bcc: x',
  '../../etc/passwd',
  '..\\..\\boot.ini',
  '.htaccess',
  'con/aux',
  'a;filename=evil.exe',
  'a"\r\nContent-Type: text/html',
  '=?utf-8?B?PHNjcmlwdD4=?=',
]
const AROUND = [
  (it: string) => it,
  (it: string) => `Ida ${it}`,
  (it: string) => `${it} GmbH`,
  (it: string) => `Ink ${it} Stone`,
  (it: string) => it.repeat(2),
  (it: string) => ` ${it} `,
  (it: string) => `${it}\t`,
  (it: string) => `"${it}"`,
  (it: string) => `Ü${it}`,
]
const rows = HOSTILE.flatMap((it) => AROUND.map((around) => around(it)))

describe(`${rows.length} hostile texts`, () => {
  const tagsOf = (html: string) => html.match(/<[^>]*>/g) ?? []
  const plain = tagsOf(layout('x', 'x')).map((tag) => tag.replace(/"[^"]*"/g, '""'))

  test.each(rows.map((it) => [JSON.stringify(it), it]))('%s', (_shown, text) => {
    const oneLine = text.replace(/\s+/g, ' ')
    const tags = tagsOf(layout(`${oneLine}.`, text)).map((tag) => tag.replace(/"[^"]*"/g, '""'))
    expect(tags).toEqual(plain)
    const header = toHeader(text)
    expect(header).not.toContain('=?')
    expect(header).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u)
    expect(filled('en', 'x', { ...VALUES, number: text }).subject).not.toMatch(
      /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u,
    )
    expect(toFileName(text, 'pdf')).toMatch(/^[\p{L}\p{N}_][\p{L}\p{N}._-]*\.pdf$/u)
  })
})
