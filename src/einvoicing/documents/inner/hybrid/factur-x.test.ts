import { type FacturXSource, toFacturX } from '@billwright/einvoice/hybrid'
import { compile } from '@billwright/templates'
import { describe, expect, test } from 'vitest'
import {
  field,
  firstXml,
  hasTool,
  inspect,
  path,
  pdfObjects,
} from '../../../../../packages/einvoice/src/hybrid/factur-x.testing.ts'
import {
  expectNamedGlyphs,
  expectPdfA3,
  metadataOf,
} from '../../../../../packages/einvoice/src/hybrid/pdf-a.testing.ts'
import { openRenderer } from '../../../../../test/printer.ts'
import { builtInTemplates } from '../../../../company/templates/inner/builtin.ts'
import { sampleSource } from '../../../../paper/printing/samples/sample.ts'
import { SAMPLE_CASES, sampleCase } from '../../../../paper/printing/samples/sample-cases.ts'
import { documentView } from '../../../../paper/printing/view.ts'

const XML = `<?xml version="1.0" encoding="UTF-8"?>\n<Invoice>${'Größe & Maß '.repeat(400)}</Invoice>\n`
const CASES = builtInTemplates().flatMap(({ id, html }) =>
  SAMPLE_CASES.map((name) => [`${id}, ${name}`, html, name] as const),
)
/** Words whose letters join, stack or change places, so that one glyph is not one character. */
const SCRIPTS = [
  ['Arabic', 'ar', 'مؤسسة الأمل: لله الحمد، لا إله إلا الله، ٱللَّٰه، اَلْعَرَبِيَّةُ'],
  ['Persian', 'fa', 'شرکت پارسیان: می‌خواهیم کتاب‌ها، پژوهش ۱۲۳۴'],
  ['Urdu', 'ur', 'ٹیکس: گاہک کا نام، بھائی، اُردُو، پتہ ۴۵۶'],
  ['Hindi', 'hi', 'हिन्दी क्षेत्र: ज्ञान, श्री, कर्म, विद्यार्थी, र्‍य, स्त्री, क्ष्म्य ₹'],
  ['Thai', 'th', 'ใบแจ้งหนี้: น้ำ กี่ ปี่ ญี่ปุ่น ผู้ซื้อ ฐุ กำ'],
  ['Hebrew', 'he', 'חשבונית: שָׁלוֹם, בְּרֵאשִׁית ₪'],
  ['Chinese', 'zh', '发票：设计服务，數量'],
  ['Japanese', 'ja', '請求書：デザイン、ガ゙、葛󠄀'],
  ['Korean', 'ko', '청구서: 디자인, 한글 한'],
  ['Vietnamese', 'vi', 'Hóa đơn: ế ẩ, fi ffi, a\u00adb\ufeffc\u200dd\u2060e'],
] as const
const WRITTEN = builtInTemplates().flatMap(({ id, html }) =>
  SCRIPTS.map(([script, language, words]) => ({ name: `${id}, ${script}`, html, language, words })),
)
const missing = ['qpdf', 'pdffonts', 'pdfdetach', 'pdftotext'].filter((tool) => !hasTool(tool))

const renderer = openRenderer({ path: null, remoteUrl: null })

const print = (html: string, name: (typeof SAMPLE_CASES)[number]) =>
  renderer.print(compile(html).render(documentView(sampleCase(name))))

/** The sample invoice with those words wherever people write. */
function writtenIn({ language, words }: (typeof WRITTEN)[number]) {
  const sample = sampleSource(language)
  const { buyer, items } = sample.invoice
  return documentView({
    ...sample,
    invoice: {
      ...sample.invoice,
      buyer: { ...buyer, name: words },
      items: items.map((item) => ({ ...item, description: words, details: words })),
      terms: words,
      notes: words,
    },
  })
}

const sourceOf = (pdf: Uint8Array, changes: Partial<FacturXSource> = {}): FacturXSource => ({
  pdf,
  xml: XML,
  level: 'EN 16931',
  title: 'Rechnung 2026-0042 <ß> & 請求書',
  author: 'Quill & Tide',
  language: 'de-CH',
  modifiedAt: '2026-11-21T09:30:15.250Z',
  ...changes,
})

describe.skipIf(missing.length > 0)(
  `a hybrid invoice${missing.length > 0 ? ` (skipped: ${missing.join(', ')} not installed)` : ''}`,
  () => {
    test.each(
      CASES,
    )('%s: whole, fonts embedded, the XML byte for byte', async (_name, html, name) => {
      const printed = await print(html, name)
      const hybrid = toFacturX(sourceOf(printed))

      expect(Buffer.compare(hybrid.subarray(0, printed.length), printed)).toBe(0)
      const check = inspect(hybrid, ['qpdf', '--check', 'in.pdf'])
      expect(check.text).not.toMatch(/warning|error:/i)
      expect(check.status).toBe(0)
      const fonts = inspect(hybrid, ['pdffonts', 'in.pdf']).text.trim().split('\n').slice(2)
      expect(fonts.length).toBeGreaterThan(0)
      expect(fonts.filter((line) => !/ yes (yes|no) +(yes|no) +\d+ +\d+$/.test(line))).toEqual([])
      const detached = inspect(hybrid, ['pdfdetach', '-save', '1', '-o', 'out', 'in.pdf']).made
      expect(Buffer.from(detached ?? []).toString('utf8')).toBe(XML)
      expect(Buffer.from(firstXml(hybrid) ?? []).toString('utf8')).toBe(XML)
      expectPdfA3(hybrid, { xml: XML, language: 'de-CH', madeAt: '2026-11-21T09:30:15' })
    })

    test.each(WRITTEN)('$name: each glyph maps to characters, as level A requires', async (it) => {
      const printed = await renderer.print(compile(it.html).render(writtenIn(it)))
      const hybrid = toFacturX(sourceOf(printed))

      expectNamedGlyphs(hybrid)

      expect(inspect(hybrid, ['qpdf', '--check', 'in.pdf']).text).not.toMatch(/warning|error:/i)
      const text = (pdf: Uint8Array) => inspect(pdf, ['pdftotext', '-layout', 'in.pdf', '-']).text
      expect(text(hybrid)).toBe(text(printed))
    })

    test('the level determines the file name', async () => {
      const [template] = builtInTemplates()
      const hybrid = toFacturX(
        sourceOf(await print(template?.html ?? '', 'simple'), { level: 'XRECHNUNG' }),
      )
      const { trailer, object } = pdfObjects(hybrid)
      const file = object(path(object(field(trailer, '/Root')), '/AF', '0'))
      expect(field(file, '/UF')).toBe('u:xrechnung.xml')
      const xmp = metadataOf(hybrid)
      expect(xmp('fx:DocumentFileName')).toBe('xrechnung.xml')
      expect(xmp('fx:ConformanceLevel')).toBe('XRECHNUNG')
      expect(xmp('fx:Version')).toBe('3.0')
    })

    test('without tags it claims no more than PDF/A-3b', async () => {
      const printed = Buffer.from(await print('<p>{{title}}</p>', 'simple')).toString('latin1')
      const untagged = printed.replace('/Marked true', '/Marked null')
      const hybrid = toFacturX(sourceOf(Buffer.from(untagged, 'latin1')))
      expect(metadataOf(hybrid)('pdfaid:conformance')).toBe('B')
    })

    test('no text of an invoice breaks the metadata', async () => {
      const title = 'a\u0000b\n]]><x>&amp;(\\)\ud800c\uffff 会社 שלום'
      const hybrid = toFacturX(sourceOf(await print('<p>x</p>', 'simple'), { title, author: '' }))
      const { trailer, object } = pdfObjects(hybrid)
      const written = 'a b ]]><x>&amp;(\\)\ufffdc 会社 שלום'
      expect(metadataOf(hybrid)('dc:title')).toBe(written)
      expect(path(object(field(trailer, '/Info')), '/Title')).toBe(`u:${written}`)
    })
  },
)

test('the same invoice gives the same bytes, another XML other ones', async () => {
  const [template] = builtInTemplates()
  const printed = await print(template?.html ?? '', 'simple')
  const hybrid = toFacturX(sourceOf(printed))
  const again = toFacturX(sourceOf(await print(template?.html ?? '', 'simple')))
  expect(Buffer.compare(hybrid, again)).toBe(0)
  const other = toFacturX(sourceOf(printed, { xml: XML.replace('ß', 'ẞ') }))
  expect(Buffer.compare(hybrid, other)).not.toBe(0)
})

test('the attachment has a plain name, which every reader finds', async () => {
  const hybrid = toFacturX(sourceOf(await print('<p>x</p>', 'simple')))
  expect(Buffer.from(hybrid).toString('latin1')).toMatch(/\/UF ?\(factur-x\.xml\)/)
})

test('a PDF that the renderer did not make is refused: one that is a hybrid already', async () => {
  const hybrid = toFacturX(sourceOf(await print('<p>x</p>', 'simple')))
  expect(() => toFacturX(sourceOf(hybrid))).toThrow()
})
