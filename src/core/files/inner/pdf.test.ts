import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { DangerousFile } from '../dangerous.ts'
import { kindOfBytes } from '../kind.ts'
import { jpeg, ods, pdf, png, table, xlsx } from '../samples.testing.ts'

/** A PDF of these objects, from number 1. */
const pdfOf = (objects: readonly string[], trailer = ''): Buffer =>
  Buffer.from(
    `%PDF-1.7\n${objects.map((it, index) => `${index + 1} 0 obj\n${it}\nendobj\n`).join('')}trailer\n<</Root 1 0 R${trailer}>>\nstartxref\n9\n%%EOF\n`,
    'latin1',
  )

const stream = (data: Uint8Array | string, entries = ''): string =>
  `<<${entries}/Length ${data.length}>>\nstream\n${Buffer.from(data).toString('latin1')}\nendstream`

/** Objects in a compressed object stream, from number 20. */
function packed(...values: readonly string[]): string {
  let at = 0
  const header = values.map((it, index) => {
    const entry = `${20 + index} ${at}`
    at += it.length + 1
    return entry
  })
  const head = `${header.join(' ')} `
  const data = deflateSync(`${head}${values.join(' ')}`)
  return stream(data, `/Type/ObjStm/N ${values.length}/First ${head.length}/Filter/FlateDecode`)
}

const CATALOG = '<</Type/Catalog/Pages 2 0 R>>'
const PAGES = '<</Type/Pages/Kids[3 0 R]/Count 1>>'
const page = (entries = '') => `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]${entries}>>`
const opening = (action: string) => pdf(`/OpenAction ${action}`)
const annotated = (annotation: string) =>
  pdfOf([CATALOG, PAGES, page(`/Annots[<</Type/Annot/Subtype/Link${annotation}>>]`)])
const attached = (data: Uint8Array | string, name = 'data.xml') =>
  pdfOf([
    '<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<</Names[(x) 3 0 R]>>>>>>',
    '<</Type/Pages/Kids[]/Count 0>>',
    `<</Type/Filespec/F(${name})/EF<</F 4 0 R>>>>`,
    stream(data, '/Type/EmbeddedFile'),
  ])
const SCRIPT = '<</S/JavaScript/JS(app.alert(1))>>'
const ENTRY = '<</Names[(x)<</F(f)/EF<</F 4 0 R>>>>]>>'

describe('active PDFs are refused', () => {
  test.each([
    ['a script', opening('<< /S /JavaScript /JS (app.alert(1)) >>')],
    ['a program', opening('<< /S /Launch /F (calc.exe) >>')],
    ['escaped names', opening('<< /S /J#61vaScript /J#53 (app.alert(1)) >>')],
    ['every letter escaped', opening('<</#53/#4Aava#53cript/#4a#53(x)>>')],
    [
      'escaped, without a trailer',
      Buffer.from('%PDF-1.4\n1 0 obj << /OpenAction << /S /J#61vaScript >> >> endobj\n%%EOF\n'),
    ],
    [
      'only a script, its kind elsewhere',
      pdfOf(['<</Type/Catalog/OpenAction<</S 5 0 R/JS(x)>>>>']),
    ],
    [
      'a kind by reference',
      pdfOf(['<</Type/Catalog/OpenAction 2 0 R>>', '<</S 3 0 R/D(x)>>', '/GoToX']),
    ],
    ['scripts by name', pdf('/Names<</JavaScript<</Names[(a) 9 0 R]>>>>')],
    ['a form that is sent', annotated('/A<</S/SubmitForm/F(https://example.com)>>')],
    ['a form that is filled', annotated('/A<</S/ImportData/F(x.fdf)>>')],
    ['another file', annotated('/A<</S/GoToR/F(//host/share/x.pdf)/D[0/Fit]>>')],
    ['an attached file that opens', annotated('/A<</S/GoToE/T<<>>>>')],
    ['an unknown action', annotated('/A<</S/Whatever>>')],
    ['a link that is a script', annotated('/A<</S/URI/URI(javascript:alert\\(1\\))>>')],
    ['a link on opening', opening('<</S/URI/URI(https://example.com)>>')],
    ['a link after opening', opening('<</S/GoTo/D[1]/Next[<</S/URI/URI(https://example.com)>>]>>')],
    ['a link of a page', annotated('/AA<</PO<</S/U#52I/URI(https://example.com)>>>>')],
    ['a link to a file', annotated('/A<</S/URI/URI(file:///etc/passwd)>>')],
    [
      'an action after an allowed one',
      annotated('/A<</S/GoTo/D[3 0 R/Fit]/Next[<</S/Hide/T(x)>>]>>'),
    ],
    ['an event of a page', pdfOf([CATALOG, PAGES, page('/AA<</O<</S/Hide/T(x)>>>>')])],
    ['an event of a field', annotated('/AA<</K<</S/ResetForm>>>>')],
    ['XFA', pdf('/AcroForm<</Fields[]/XFA[(a) 9 0 R]>>')],
    ['a film', pdfOf([CATALOG, PAGES, page('/Annots[<</Subtype/Movie>>]')])],
    ['rich media', pdfOf([CATALOG, PAGES, page('/Annots[<</Subtype/RichMedia>>]')])],
    ['packed', pdfOf(['<</Type/Catalog/OpenAction 20 0 R>>', packed(SCRIPT)])],
    [
      'packed, by reference',
      pdfOf([
        '<</Type/Catalog/OpenAction 20 0 R>>',
        packed('<</S/Hide/T(x)/Next 21 0 R>>', '<<>>'),
      ]),
    ],
    ['packed and replaced', pdfOf(['<</Type/Catalog>>', packed(SCRIPT), '<<>>', packed('<<>>')])],
    [
      'packed in a way that is not read',
      pdfOf(['<</Type/Catalog>>', stream('x', '/Type/ObjStm/N 1/First 4/Filter/LZWDecode')]),
    ],
    ['replaced', Buffer.concat([opening('<</S/Hide/T(x)>>'), pdf()])],
    ['in the data of a stream', pdfOf([CATALOG, stream(`9 0 obj <</Type/Action/S/Hide>> endobj`)])],
    [
      'after a text that does not end',
      Buffer.concat([
        pdf(),
        Buffer.from('8 0 obj (open\n9 0 obj <</Type/Action/S/Hide>>\nendobj\n%%EOF\n'),
      ]),
    ],
    [
      'packed after the end',
      Buffer.concat([
        pdfOf([CATALOG]),
        Buffer.from(`9 0 obj\n${packed(SCRIPT)}\nendobj\n%%EOF\n`, 'latin1'),
      ]),
    ],
    ['with a password', pdfOf([CATALOG], '/Encrypt<</Filter/Standard/V 1/R 2/O(x)/U(x)/P -4>>')],
    ['a program attached', attached('MZ\x90\x00\x03')],
    ['a page attached', attached('<html><body>x</body></html>')],
    ['a picture with scripts attached', attached('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['an active PDF attached', attached(opening(SCRIPT))],
    ['a ZIP attached', attached('PK\x03\x04nothing')],
    [
      'a comment with a program',
      pdfOf([
        CATALOG,
        PAGES,
        page(`/Annots[<</Subtype/FileAttachment/FS<</F(f)/EF<</F 4 0 R>>>>>>]`),
        stream('MZ\x90\x00'),
      ]),
    ],
    [
      'a broken object',
      Buffer.from('%PDF-1.7\n1 0 obj <</OpenAction<</JS(app.alert\\(1\\))>>/X ?>> endobj\n%%EOF\n'),
    ],
  ])('%s', async (_name, bytes) => {
    await expect(kindOfBytes(bytes)).rejects.toThrow(DangerousFile)
  })

  test('a spreadsheet with macros attached', async () => {
    const macros = await xlsx({ 'xl/vbaProject.bin': 'x' })
    await expect(kindOfBytes(attached(macros))).rejects.toThrow(DangerousFile)
  })
})

describe('other PDFs are accepted', () => {
  test.each([
    [
      'a page to open at',
      pdfOf([
        '<</Type/Catalog/Pages 2 0 R/OpenAction[3 0 R/Fit]>>',
        PAGES,
        page('/Group<</S/Transparency/CS/DeviceRGB>>'),
      ]),
    ],
    ['a place to go to', annotated('/A<</S/GoTo/D[3 0 R/Fit]>>')],
    ['links', annotated('/A<</Type/Action/S/URI/URI(https://example.com/JavaScript)>>')],
    ['an address', annotated('/A<</S/URI/URI(mailto:a@example.com)>>')],
    ['a link without scheme', annotated('/A<</S/URI/URI(www.example.com)>>')],
    ['a command', annotated('/A<</S/Named/N/NextPage>>')],
    ['a form', pdf('/AcroForm<</Fields[]/NeedAppearances true>>')],
    [
      'structure and output',
      pdf('/OutputIntents[<</S/GTS_PDFA1>>]/StructTreeRoot<</K<</S/P/A<</O/Layout>>>>>>'),
    ],
    [
      'packed objects',
      pdfOf(['<</Type/Catalog/Pages 20 0 R>>', packed('<</Type/Pages/Kids[]/Count 0>>')]),
    ],
    ['data', attached('<?xml version="1.0"?><Invoice/>')],
    ['data in UTF-16', attached(Buffer.from('\ufeff<Invoice/>', 'utf16le'))],
    ['a table', attached(table(), 'hours.csv')],
    ['a picture', attached(png(), 'plan.png')],
    ['a photo', attached(jpeg(), 'plan.jpg')],
    ['a PDF', attached(pdf(), 'terms.pdf')],
    ['nothing in it', pdfOf(['<</Type/Catalog/Names<</EmbeddedFiles 2 0 R>>>>', ENTRY])],
  ])('%s', async (_name, bytes) => {
    expect((await kindOfBytes(bytes))?.mediaType).toBe('application/pdf')
  })

  test('spreadsheets attached', async () => {
    for (const file of [await xlsx(), await ods()])
      expect((await kindOfBytes(attached(file)))?.mediaType).toBe('application/pdf')
  })

  const SHARED = new URL('../../../../../shared/', import.meta.url)
  const folders = ['einvoice/corpus/pdf/', 'design/pdf/', 'reports/einvoices/'].filter((it) =>
    existsSync(new URL(it, SHARED)),
  )
  /** With a password, or with data that unpack to more than is read. */
  const UNCHECKED = ['p18-enc-password.pdf', 'p23b-double-flate.pdf']
  const files = folders.flatMap((folder) =>
    readdirSync(new URL(folder, SHARED))
      .filter((name) => name.endsWith('.pdf') && !UNCHECKED.includes(name))
      .map((name) => `${folder}${name}`),
  )

  test.skipIf(files.length === 0)(
    'the PDFs of other programs (skipped where ../shared is not there)',
    async () => {
      for (const file of files) {
        const bytes = readFileSync(new URL(file, SHARED))
        // Some begin or end with other bytes, so they are of no kind.
        expect([null, 'application/pdf'], file).toContain(
          (await kindOfBytes(bytes))?.mediaType ?? null,
        )
      }
    },
  )
})

describe('what an archive unpacks to is limited', () => {
  const MIB = 1024 * 1024

  test.each([
    ['XLSX', (text: string) => xlsx({ 'xl/worksheets/sheet1.xml': text })],
    ['ODS', (text: string) => ods({ 'Pictures/1.png': text })],
  ])('%s of more than 100 MiB', async (_kind, make) => {
    await expect(kindOfBytes(await make(' '.repeat(101 * MIB)))).rejects.toThrow(
      'The spreadsheet unpacks to more than 100 MiB.',
    )
  })

  test('one whose directory states less', async () => {
    const size = Buffer.alloc(4)
    size.writeUInt32LE(3 * MIB)
    const bytes = await xlsx({ 'xl/worksheets/sheet1.xml': ' '.repeat(3 * MIB) })
    for (let at = bytes.indexOf(size); at >= 0; at = bytes.indexOf(size, at + 4))
      bytes.writeUInt32LE(10, at)
    expect(await kindOfBytes(bytes)).toBeNull()
  })
})
