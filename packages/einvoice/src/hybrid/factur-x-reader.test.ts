import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { LockedPdf } from '../pdf/file.ts'
import { UnreadablePdf } from '../pdf/filters.ts'
import { firstXml, hasTool, inspect } from './factur-x.testing.ts'
import { attachedXmls } from './factur-x-reader.ts'

const XML = '<?xml version="1.0"?><Invoice>ß</Invoice>'

/** A small PDF of another program's manner, its table of objects left out. */
function pdfOf(objects: readonly string[], trailer = '/Root 1 0 R'): Uint8Array {
  const body = objects.map((text, index) => `${index + 1} 0 obj\n${text}\nendobj\n`).join('')
  return Buffer.from(`%PDF-1.7\n${body}trailer\n<<${trailer}>>\n%%EOF\n`, 'latin1')
}

const stream = (data: Uint8Array, entries = ''): string =>
  `<<${entries}/Length ${data.length}>>\nstream\r\n${Buffer.from(data).toString('latin1')}\nendstream`

const CATALOG = '<</Type/Catalog/Names<</EmbeddedFiles 2 0 R>>>>'
const KIDS = '<</Kids[3 0 R 2 0 R]>>'
const named = (name: string) => [CATALOG, KIDS, `<</Names[(x)<</F ${name}/EF<</F 4 0 R>>>>]>>`]
const attached = (data: string, name = '(factur-x.xml)') => pdfOf([...named(name), data])
const plain = stream(Buffer.from(XML))

const read = (pdf: Uint8Array): string | null => {
  const data = firstXml(pdf)
  return data === null ? null : Buffer.from(data).toString('utf8')
}

describe('the XML of a hybrid invoice', () => {
  test.each([
    ['plain', plain],
    ['packed', stream(deflateSync(XML), '/Filter/FlateDecode')],
    ['packed, the filter in a list', stream(deflateSync(XML), '/Filter[/FlateDecode]')],
    ['with a wrong length', plain.replace(/Length \d+/, 'Length 3').replace('\r\n', '\n')],
    ['with its length elsewhere', plain.replace(/Length \d+/, 'Length 9 0 R')],
  ])('%s', (_case, data) => {
    expect(read(attached(data))?.trimEnd()).toBe(XML)
  })

  test.each([
    '(Factur-X.xml)',
    '(ZUGFeRD-invoice.xml)',
    '(zugferd\\055invoice\\\n.xml)',
    '<7872656368 6E756E672E786D6C>',
    '(\\376\\377\\000f\\000a\\000c\\000t\\000u\\000r\\000-\\000x\\000.\\000x\\000m\\000l)',
  ])('under the name %s', (name) => {
    expect(read(attached(plain, name))).toBe(XML)
  })

  test.each([
    ['twice packed', deflateSync(deflateSync(XML)), '[/FlateDecode/FlateDecode]'],
    [
      'as hexadecimal digits',
      Buffer.from(`${Buffer.from(XML).toString('hex')}>`),
      '/ASCIIHexDecode',
    ],
    [
      'in base 85',
      Buffer.from('4?n(-C`mn4EcYr5DET0u/heJ65!2DSG&M))ANn#(4>09DG&M))ANg~>'),
      '/ASCII85Decode',
    ],
  ])('%s', (_case, data, filter) => {
    expect(read(attached(stream(data, `/Filter${filter}`)))).toBe(XML)
  })

  test.each([
    '(RE-2026-0815.xml)',
    '(invoice.xml)',
    '(factur-x \\(1\\).xml)',
    '(data)',
    '()',
  ])('under another name: %s', (name) => {
    expect(read(attached(plain, name))).toBe(XML)
  })

  test('attached to a page', () => {
    const note = '<</Subtype/FileAttachment/FS<</F(factur-x.xml)/EF<</F 3 0 R>>>>>>'
    expect(read(pdfOf(['<</Type/Catalog>>', `<</Type/Page/Annots[${note}]>>`, plain]))).toBe(XML)
  })

  test('several, the names of Factur-X first, equal files once', () => {
    const other = stream(Buffer.from('<Other/>'))
    const file = (name: string, at: number) => `(${at})<</F(${name})/EF<</F ${at} 0 R>>>>`
    const names = [file('a.xml', 4), file('a.xml', 5), file('xrechnung.xml', 6), file('b', 7)]
    const pdf = pdfOf([
      CATALOG,
      KIDS,
      `<</Names[${names.join('')}]>>`,
      other,
      stream(Buffer.from('<Third/>')),
      plain,
      other,
    ])
    expect(attachedXmls(pdf).map(({ name }) => name)).toEqual([
      'xrechnung.xml',
      'a.xml',
      'a.xml (2)',
    ])
  })

  test('the last version in an updated file counts', () => {
    const first = Buffer.from(attached(stream(Buffer.from('<Old/>')))).toString('latin1')
    expect(read(Buffer.from(`${first}4 0 obj\n${plain}\nendobj\n`, 'latin1'))).toBe(XML)
  })

  test('objects of an attached PDF do not count, even if its length comes later', () => {
    const other = attached(stream(Buffer.from('<Other/>')))
    const length = '<</Type/EmbeddedFile/Length 7 0 R>>'
    const inner = `${length}\nstream\n${Buffer.from(other).toString('latin1')}\nendstream`
    const pdf = pdfOf([...named('(factur-x.xml)'), plain, '<<>>', inner, String(other.length)])
    expect(read(pdf)).toBe(XML)
  })

  test('data after the last cross-reference are ignored, as in other readers', () => {
    const whole = Buffer.from(attached(plain)).toString('latin1')
    const ended = whole.replace('%%EOF', 'startxref\n9\n%%EOF')
    const other = `4 0 obj\n${stream(Buffer.from('<Other/>'))}\nendobj\n`
    expect(read(Buffer.from(`${ended}${other}`, 'latin1'))).toBe(XML)
  })

  test('an object inside another one is ignored', () => {
    const data = Buffer.from('<a>4 0 obj (x) endobj</a>')
    expect(read(attached(stream(data)))).toBe(data.toString())
  })

  test.each([
    ['no attachment', pdfOf(['<</Type/Catalog>>'])],
    ['an attachment that is no XML', attached(stream(Buffer.from('Terms')), '(terms.txt)')],
    ['an attachment that is not there', pdfOf(named('(factur-x.xml)'))],
  ])('null: %s', (_case, pdf) => {
    expect(firstXml(pdf)).toBeNull()
  })

  test.each([
    ['no PDF', Buffer.from('<?xml version="1.0"?>')],
    ['nothing', new Uint8Array()],
    ['no catalog', Buffer.from('%PDF-1.7\n1 0 obj\n(never ends')],
    ['encrypted in an unknown way', pdfOf([CATALOG], '/Root 1 0 R/Encrypt 9 0 R')],
    ['broken data', attached(stream(Buffer.from('nonsense'), '/Filter/FlateDecode'))],
    ['another filter', attached(stream(Buffer.from(XML), '/Filter/LZWDecode'))],
    [
      'more than 10 MiB of XML',
      attached(stream(deflateSync(Buffer.alloc(11 * 1024 * 1024)), '/Filter/FlateDecode')),
    ],
  ])('refused: %s', (_case, pdf) => {
    expect(() => firstXml(pdf)).toThrow(UnreadablePdf)
  })

  test('objects that overlap in a packed stream are refused', () => {
    const header = Array.from({ length: 500 }, (_, index) => `${index + 10} 0`).join(' ')
    const data = deflateSync(`${header} [${'0 '.repeat(5000)}]`)
    const entries = `/Type/ObjStm/N 500/First ${header.length + 1}/Filter/FlateDecode`
    expect(() => firstXml(pdfOf([CATALOG, stream(data, entries)]))).toThrow(UnreadablePdf)
  })

  test.each([
    ['open brackets', '1 0 obj ['.repeat(100_000)],
    ['open strings', '1 0 obj ('.repeat(100_000)],
    ['open streams', '1 0 obj<<>>stream\n'.repeat(50_000)],
    ['deep nesting', `1 0 obj ${'['.repeat(100_000)}`],
  ])('refused without long work: %s', (_case, text) => {
    expect(() => firstXml(Buffer.from(`%PDF-1.7\n${text}`))).toThrow(UnreadablePdf)
  })
})

describe.skipIf(!hasTool('qpdf'))(
  'as qpdf rewrites it (skipped where qpdf is not installed)',
  () => {
    const whole = pdfOf([
      '<</Type/Catalog/Pages 5 0 R/Names<</EmbeddedFiles 2 0 R>>>>',
      '<</Names[(factur-x.xml) 3 0 R]>>',
      '<</Type/Filespec/F(factur-x.xml)/EF<</F 4 0 R>>>>',
      plain,
      '<</Type/Pages/Kids[6 0 R]/Count 1>>',
      '<</Type/Page/Parent 5 0 R/MediaBox[0 0 9 9]>>',
    ])

    test.each([
      ['object streams', ['--object-streams=generate']],
      ['linearized', ['--linearize', '--object-streams=generate']],
      ['unpacked', ['--qdf', '--object-streams=disable']],
    ])('%s', (_case, options) => {
      const { made } = inspect(whole, ['qpdf', ...options, 'in.pdf', 'out'])
      expect(read(made ?? new Uint8Array())).toBe(XML)
    })

    const encrypted = (user: string, ...options: readonly string[]) =>
      inspect(whole, [
        'qpdf',
        '--allow-weak-crypto',
        '--encrypt',
        user,
        'x',
        ...options,
        '--',
        'in.pdf',
        'out',
      ]).made ?? new Uint8Array()

    test.each([
      ['40'],
      ['128', '--use-aes=n'],
      ['128', '--use-aes=y'],
      ['128', '--use-aes=y', '--cleartext-metadata'],
      ['256'],
      ['256', '--force-R5'],
    ])('encrypted without a password: %s %s %s', (...options) => {
      expect(read(encrypted('', ...options))).toBe(XML)
    })

    test.each([
      ['40'],
      ['128', '--use-aes=n'],
      ['256'],
    ])('refused: with a password, %s %s', (...options) => {
      expect(() => firstXml(encrypted('secret', ...options))).toThrow(LockedPdf)
    })
  },
)
