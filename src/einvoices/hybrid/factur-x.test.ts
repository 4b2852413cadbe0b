import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { XmlDocument } from 'libxml2-wasm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleSource } from '../../documents/samples/sample.ts'
import { SAMPLE_CASES, sampleCase } from '../../documents/samples/sample-cases.ts'
import { documentView } from '../../documents/view.ts'
import { createPdfRenderer, type PdfRenderer } from '../../platform/browser/pdf/renderer.ts'
import { builtInTemplates } from '../../templates/builtin.ts'
import { compile } from '../../templates/language/render.ts'
import { field, hasTool, inspect, path, pdfObjects } from './factur-x.testing.ts'
import { type FacturXSource, toFacturX } from './factur-x.ts'
import { extractFacturX } from './factur-x-reader.ts'
import { shownGlyphs } from './pdf-glyphs.testing.ts'

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

const cacheDir = mkdtempSync(join(tmpdir(), 'billwright-test-'))
let renderer: PdfRenderer

beforeAll(() => {
  renderer = createPdfRenderer({
    chromiumPath: null,
    remoteUrl: null,
    concurrency: 1,
    cacheDir,
    log: () => {},
  })
})
afterAll(async () => {
  await renderer.close()
  rmSync(cacheDir, { recursive: true, force: true })
})

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
      expect(Buffer.from(extractFacturX(hybrid) ?? []).toString('utf8')).toBe(XML)
      expectPdfA3(hybrid)
    })

    test.each(WRITTEN)('$name: each glyph stands for characters, as level A asks', async (it) => {
      const printed = await renderer.print(compile(it.html).render(writtenIn(it)))
      const hybrid = toFacturX(sourceOf(printed))

      const glyphs = shownGlyphs(hybrid)
      expect(glyphs.length).toBeGreaterThan(50)
      // 6.2.11.7.2: every code has its characters, and those are none of these three.
      expect(glyphs.filter(({ unicode }) => !/^[^\0\ufeff\ufffe]+$/u.test(unicode ?? ''))).toEqual(
        [],
      )
      // 6.2.11.7.3: what has no character of its own is named by the content around it.
      const standIns = glyphs.filter(({ unicode }) => /[\p{Co}\u2060]/u.test(unicode ?? ''))
      expect(standIns.filter(({ hasActualText }) => !hasActualText)).toEqual([])
      expect(metadataOf(hybrid)('pdfaid:conformance')).toBe('A')

      expect(inspect(hybrid, ['qpdf', '--check', 'in.pdf']).text).not.toMatch(/warning|error:/i)
      const text = (pdf: Uint8Array) => inspect(pdf, ['pdftotext', '-layout', 'in.pdf', '-']).text
      expect(text(hybrid)).toBe(text(printed))
    })

    test('the level decides what the file is called', async () => {
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

/** Each point of ISO 19005-3 that Chromium leaves open, on the file's own objects. */
function expectPdfA3(hybrid: Uint8Array): void {
  const { trailer, object, all } = pdfObjects(hybrid)
  const catalog = object(field(trailer, '/Root'))
  const info = object(field(trailer, '/Info'))

  // 6.1.3: an identifier, and no encryption.
  expect(path(trailer, '/ID', '0')).toMatch(/^b:[0-9a-f]{32}$/)
  expect(path(trailer, '/ID', '1')).toBe(path(trailer, '/ID', '0'))
  expect(field(trailer, '/Encrypt')).toBeNull()

  // 6.2.3: one output intent with a profile of three components.
  expect(field(catalog, '/OutputIntents')).toHaveLength(1)
  const intent = path(catalog, '/OutputIntents', '0')
  expect(intent).toMatchObject({ '/S': '/GTS_PDFA1', '/OutputConditionIdentifier': 'u:sRGB' })
  expect(object(field(intent, '/DestOutputProfile'))).toMatchObject({ '/N': 3 })

  // 6.6.2: metadata that are not packed, well-formed, and equal to the information dictionary.
  const metadata = object(field(catalog, '/Metadata'))
  expect(metadata).toMatchObject({ '/Type': '/Metadata', '/Subtype': '/XML' })
  expect(field(metadata, '/Filter')).toBeNull()
  const xmp = metadataOf(hybrid)
  expect(xmp('pdfaid:part')).toBe('3')
  expect(xmp('pdfaid:conformance')).toBe('A')
  expect(path(catalog, '/MarkInfo', '/Marked')).toBe(true)
  expect(`u:${xmp('dc:title')}`).toBe(field(info, '/Title'))
  expect(`u:${xmp('dc:creator')}`).toBe(field(info, '/Author'))
  expect(`u:${xmp('xmp:CreatorTool')}`).toBe(field(info, '/Creator'))
  expect(`u:${xmp('pdf:Producer')}`).toBe(field(info, '/Producer'))
  expect(field(info, '/CreationDate')).toBe("u:D:20261121093015+00'00'")
  expect(field(info, '/ModDate')).toBe("u:D:20261121093015+00'00'")
  expect(xmp('xmp:CreateDate')).toBe('2026-11-21T09:30:15+00:00')
  expect(xmp('xmp:ModifyDate')).toBe('2026-11-21T09:30:15+00:00')

  // 6.6.2.3 and Factur-X: the properties, and the schema that declares each of them.
  expect(xmp('fx:DocumentType')).toBe('INVOICE')
  expect(xmp('fx:DocumentFileName')).toBe('factur-x.xml')
  expect(xmp('fx:Version')).toBe('1.0')
  expect(xmp('fx:ConformanceLevel')).toBe('EN 16931')
  for (const name of ['DocumentType', 'DocumentFileName', 'Version', 'ConformanceLevel']) {
    expect(xmp(`pdfaProperty:name[.='${name}']`)).toBe(name)
  }

  // 6.8: the file, said to be another form of the document, and listed twice.
  const reference = path(catalog, '/AF', '0')
  expect(path(catalog, '/Names', '/EmbeddedFiles', '/Names')).toEqual(['u:factur-x.xml', reference])
  const file = object(reference)
  expect(file).toMatchObject({
    '/Type': '/Filespec',
    '/F': 'u:factur-x.xml',
    '/UF': 'u:factur-x.xml',
    '/AFRelationship': '/Alternative',
  })
  expect(object(path(file, '/EF', '/F'))).toMatchObject({
    '/Type': '/EmbeddedFile',
    '/Subtype': '/text/xml',
    '/Params': { '/Size': Buffer.byteLength(XML), '/ModDate': "u:D:20261121093015+00'00'" },
  })

  expect(field(catalog, '/Lang')).toBe('u:de-CH')
  expect(path(catalog, '/ViewerPreferences', '/DisplayDocTitle')).toBe(true)

  // 6.1.12, 6.2.8, 6.3, 6.5: nothing that acts, no smoothed pictures, annotations that print.
  for (const key of ['/JS', '/OpenAction', '/AA', '/XFA']) {
    expect(all.filter((it) => field(it, key) !== null)).toEqual([])
  }
  expect(all.filter((it) => field(it, '/Interpolate') === true)).toEqual([])
  const annotations = all.filter((it) => field(it, '/Subtype') === '/Link')
  expect(annotations.filter((it) => field(it, '/F') !== 4)).toEqual([])
}

/** Reads a property of the file's XMP packet by its name; libxml2 refuses what is not well-formed. */
function metadataOf(hybrid: Uint8Array): (name: string) => string | undefined {
  const text = Buffer.from(hybrid).toString('utf8')
  const start = text.lastIndexOf('<?xpacket begin')
  const packet = text.slice(start, text.indexOf('<?xpacket end="w"?>', start) + 19)
  const namespaces = {
    pdfaid: 'http://www.aiim.org/pdfa/ns/id/',
    dc: 'http://purl.org/dc/elements/1.1/',
    pdf: 'http://ns.adobe.com/pdf/1.3/',
    xmp: 'http://ns.adobe.com/xap/1.0/',
    fx: 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#',
    pdfaProperty: 'http://www.aiim.org/pdfa/ns/property#',
  }
  return (name) => {
    const document = XmlDocument.fromString(packet)
    try {
      return document.get(`//${name}`, namespaces)?.content
    } finally {
      document.dispose()
    }
  }
}

test('the same invoice gives the same bytes, another XML other ones', async () => {
  const [template] = builtInTemplates()
  const printed = await print(template?.html ?? '', 'simple')
  const hybrid = toFacturX(sourceOf(printed))
  const again = toFacturX(sourceOf(await print(template?.html ?? '', 'simple')))
  expect(Buffer.compare(hybrid, again)).toBe(0)
  const other = toFacturX(sourceOf(printed, { xml: XML.replace('ß', 'ẞ') }))
  expect(Buffer.compare(hybrid, other)).not.toBe(0)
})

test('a PDF that the renderer did not make is refused: one that is a hybrid already', async () => {
  const hybrid = toFacturX(sourceOf(await print('<p>x</p>', 'simple')))
  expect(() => toFacturX(sourceOf(hybrid))).toThrow()
})
