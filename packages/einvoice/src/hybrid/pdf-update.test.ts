import { describe, expect, test } from 'vitest'
import { pdfDictionary, pdfName, pdfText, writeValue } from '../pdf/objects.ts'
import { PdfScanner } from '../pdf/scanner.ts'
import { appendUpdate, readClassicPdf } from './pdf-update.ts'

/** One object of each kind that matters, with a table that is right. */
function classic({ trailer = '', table = 'xref\n0 3' } = {}): Uint8Array {
  const head = '%PDF-1.4\n'
  const catalog = '1 0 obj\n<</Type /Catalog>>\nendobj\n'
  const info = '2 0 obj\n<</Title (a)>>\nendobj\n'
  const offset = (at: number) => `${String(at).padStart(10, '0')} 00000 n \n`
  const body = `${head}${catalog}${info}`
  return Buffer.from(
    `${body}${table}\n0000000000 65535 f \n${offset(head.length)}` +
      `${offset(head.length + catalog.length)}trailer\n<</Size 3/Root 1 0 R/Info 2 0 R${trailer}>>\n` +
      `startxref\n${body.length}\n%%EOF\n`,
    'latin1',
  )
}

describe('reading', () => {
  test('finds the catalog, the information and the first free number', () => {
    const pdf = readClassicPdf(classic())
    expect(pdf.catalog).toEqual(pdfDictionary({ Type: pdfName('Catalog') }))
    expect(pdf.info.entries).toEqual(pdfDictionary({ Title: pdfText('a') }))
    expect(pdf.size).toBe(3)
  })

  test.each([
    ['no PDF', Buffer.from('hello')],
    ['no end', classic().subarray(0, -20)],
    ['encrypted', classic({ trailer: '/Encrypt 9 0 R' })],
    ['updated before', classic({ trailer: '/Prev 9' })],
    ['a hybrid table', classic({ trailer: '/XRefStm 9' })],
    ['a table that is a stream', classic({ table: '3 0 obj' })],
    ['a table in parts', classic({ table: 'xref\n1 3' })],
  ])('refused: %s', (_case, bytes) => {
    expect(() => readClassicPdf(bytes)).toThrow()
  })
})

test('an update follows the file, with a section of the table for each run of numbers', () => {
  const bytes = classic()
  const pdf = readClassicPdf(bytes)
  const objects = [1, 3, 4].map((number) => ({ number, dictionary: pdfDictionary({ A: number }) }))
  const updated = Buffer.from(appendUpdate(pdf, objects, { ID: ['\x01', '\x02'] }))
  expect(updated.subarray(0, bytes.length)).toEqual(Buffer.from(bytes))
  const added = updated.toString('latin1', bytes.length)
  expect(added.match(/^\d+ \d+$/gm)).toEqual(['1 1', '3 2'])
  expect(added).toContain('/Size 5')
  expect(added).toContain('/ID [<01> <02>]')
  for (const [, offset] of added.matchAll(/^(\d{10}) 00000 n $/gm)) {
    expect(updated.toString('latin1', Number(offset))).toMatch(/^\d 0 obj\n/)
  }
})

test.each([
  '<</A [1 -2.5 true false null]/B 3 0 R/C#20D (a\\(b\\)\\n\\101)>>',
  '<</T <FEFF00DF> % a comment\n /E <</F []>>>>',
])('a value is the same after it was written: %s', (text) => {
  const value = new PdfScanner(text).value()
  expect(new PdfScanner(writeValue(value)).value()).toEqual(value)
})
