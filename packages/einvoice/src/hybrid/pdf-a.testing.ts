import { XmlDocument } from 'libxml2-wasm'
import { expect } from 'vitest'
import { field, path, pdfObjects } from './factur-x.testing.ts'
import { shownGlyphs } from './pdf-glyphs.testing.ts'

interface Expected {
  readonly xml: string
  readonly language: string
  /** UTC, to the second: `2026-11-21T09:30:15`. */
  readonly madeAt: string
}

/** Level A: each glyph on the pages maps to characters. */
export function expectNamedGlyphs(hybrid: Uint8Array): void {
  const glyphs = shownGlyphs(hybrid)
  expect(glyphs.length).toBeGreaterThan(50)
  // 6.2.11.7.2: every code has characters, and none of these three.
  expect(glyphs.filter(({ unicode }) => !/^[^\0\ufeff\ufffe]+$/u.test(unicode ?? ''))).toEqual([])
  // 6.2.11.7.3: a glyph without a character has an /ActualText around it.
  const standIns = glyphs.filter(({ unicode }) => /[\p{Co}\u2060]/u.test(unicode ?? ''))
  expect(standIns.filter(({ hasActualText }) => !hasActualText)).toEqual([])
  // 6.2.11.8: no glyph for missing characters.
  expect(glyphs.filter(({ code }) => code === 0)).toEqual([])
  expect(metadataOf(hybrid)('pdfaid:conformance')).toBe('A')
}

/** Checks each point of ISO 19005-3 that Chromium leaves open, on the file's own objects. */
export function expectPdfA3(hybrid: Uint8Array, { xml, language, madeAt }: Expected): void {
  const pdfDate = `u:D:${madeAt.replace(/\D/g, '')}+00'00'`
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

  // 6.6.2: metadata that are not compressed, well-formed, and equal to the information dictionary.
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
  expect(field(info, '/CreationDate')).toBe(pdfDate)
  expect(field(info, '/ModDate')).toBe(pdfDate)
  expect(xmp('xmp:CreateDate')).toBe(`${madeAt}+00:00`)
  expect(xmp('xmp:ModifyDate')).toBe(`${madeAt}+00:00`)

  // 6.6.2.3 and Factur-X: the properties, and the schema that declares each of them.
  expect(xmp('fx:DocumentType')).toBe('INVOICE')
  expect(xmp('fx:DocumentFileName')).toBe('factur-x.xml')
  expect(xmp('fx:Version')).toBe('1.0')
  expect(xmp('fx:ConformanceLevel')).toBe('EN 16931')
  for (const name of ['DocumentType', 'DocumentFileName', 'Version', 'ConformanceLevel']) {
    expect(xmp(`pdfaProperty:name[.='${name}']`)).toBe(name)
  }

  // 6.8: the attachment is declared an alternative of the document, and listed twice.
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
    '/Params': { '/Size': Buffer.byteLength(xml), '/ModDate': pdfDate },
  })

  expect(field(catalog, '/Lang')).toBe(`u:${language}`)
  expect(path(catalog, '/ViewerPreferences', '/DisplayDocTitle')).toBe(true)

  // 6.1.12, 6.2.8, 6.3, 6.5: no actions, no interpolated pictures, printable annotations.
  for (const key of ['/JS', '/OpenAction', '/AA', '/XFA']) {
    expect(all.filter((it) => field(it, key) !== null)).toEqual([])
  }
  expect(all.filter((it) => field(it, '/Interpolate') === true)).toEqual([])
  const annotations = all.filter((it) => field(it, '/Subtype') === '/Link')
  expect(annotations.filter((it) => field(it, '/F') !== 4)).toEqual([])
}

/** Reads a property of the file's XMP packet by name; libxml2 refuses malformed XML. */
export function metadataOf(hybrid: Uint8Array): (name: string) => string | undefined {
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
