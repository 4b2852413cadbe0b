import { describe, expect, test } from 'vitest'
import { DangerousFile } from './dangerous.ts'
import { kindOfBytes } from './kind.ts'
import { jpeg, ods, pdf, png, table, xlsx } from './samples.testing.ts'

const kindOf = async (bytes: Uint8Array): Promise<string | null> =>
  (await kindOfBytes(bytes))?.suffixes[0] ?? null
const text = (content: string) => Buffer.from(content, 'latin1')
const zipEnd = Buffer.concat([text('PK\x05\x06'), Buffer.alloc(18)])

describe('the kind of a file is that of its bytes', () => {
  test.each([
    ['pdf', pdf()],
    ['png', png()],
    ['jpg', jpeg()],
    ['csv', table()],
    ['csv', text('Stra\xdfe;Gr\xf6\xdfe\r\nA;1\r\n')],
    ['csv', Buffer.from('\ufeffName,Menge\nÄpfel,3\n')],
    ['jpg', Buffer.concat([jpeg(), text('what a camera adds')])],
  ])('%s', async (kind, bytes) => {
    expect(await kindOf(bytes)).toBe(kind)
  })

  test('spreadsheets are recognized by the contents of the archive', async () => {
    expect(await kindOf(await xlsx())).toBe('xlsx')
    expect(await kindOf(await ods())).toBe('ods')
  })
})

describe('of no kind that is taken', () => {
  test.each([
    ['nothing', Buffer.alloc(0)],
    ['blanks', text(' \r\n')],
    ['a page', text('<!doctype html><script>alert(1)</script>')],
    ['a page after blanks and a byte order mark', Buffer.from('\ufeff \n<html></html>')],
    ['a picture with scripts', text('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a program', text('MZ\x90\x00\x03')],
    ['a script', text('#!/bin/sh\nrm -rf /\n')],
    ['rich text', text('{\\rtf1 x}')],
    ['PostScript', text('%!PS-Adobe-3.0')],
    ['bytes', Buffer.from([1, 2, 3, 0, 255])],
    ['text in UTF-16', Buffer.from('\ufeffa;b', 'utf16le')],
    ['a GIF', text('GIF89a\x01\x00\x01\x00\x00\x00\x00;')],
    ['half a PNG', png().subarray(0, 40)],
    ['a PDF without an end', text('%PDF-1.7\n1 0 obj')],
    ['a broken archive', text('PK\x03\x04nothing')],
  ])('%s', async (_name, bytes) => {
    expect(await kindOf(bytes)).toBeNull()
  })

  test('an archive that is no spreadsheet', async () => {
    expect(
      await kindOf(await xlsx({ 'xl/workbook.xml': null, 'word/document.xml': '' })),
    ).toBeNull()
    expect(await kindOf(await ods({ mimetype: 'application/epub+zip' }))).toBeNull()
  })
})

describe('dangerous', () => {
  test.each([
    ['a PDF with a script', pdf('/OpenAction << /S /JavaScript /JS (app.alert(1)) >>')],
    ['a PDF that starts a program', pdf('/OpenAction << /S /Launch /F (calc.exe) >>')],
    ['a PDF that is a ZIP as well', Buffer.concat([pdf(), zipEnd, text('')])],
    ['a JPEG that is a ZIP as well', Buffer.concat([jpeg(), zipEnd])],
    ['a PNG that goes on', Buffer.concat([png(), text('<script>')])],
    ['a JPEG with a page', Buffer.concat([jpeg(), text('<script>alert(1)</script>')])],
    ['a JPEG that is a PDF as well', Buffer.concat([jpeg(), pdf()])],
  ])('%s', async (_name, bytes) => {
    await expect(kindOfBytes(bytes)).rejects.toThrow(DangerousFile)
  })

  test.each([
    'xl/vbaProject.bin',
    'xl/embeddings/oleObject1.bin',
    'xl/macrosheets/sheet1.xml',
  ])('a spreadsheet with %s', async (name) => {
    await expect(kindOfBytes(await xlsx({ [name]: 'x' }))).rejects.toThrow(DangerousFile)
  })

  test('a spreadsheet of OpenDocument with macros', async () => {
    await expect(kindOfBytes(await ods({ 'Basic/Standard/Module1.xml': 'x' }))).rejects.toThrow(
      DangerousFile,
    )
  })
})
