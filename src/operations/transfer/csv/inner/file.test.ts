import { describe, expect, test } from 'vitest'
import { isColumnOf } from './body.ts'
import { readCsv } from './file.ts'

const read = (text: string) => readBytes(Buffer.from(text))
const readBytes = (bytes: Uint8Array) => readCsv(bytes, (name) => isColumnOf(KINDS, name))
const KINDS = { name: 'text', email: 'text' } as const

const many = (count: number) => Array.from({ length: count }, (_, at) => `c${at}`).join(',')

test.each([
  ['1001 columns', many(1001), /more than 1000 columns/],
  ['a million columns', many(1_000_000), /1000 columns|longer than 1 MiB/],
  ['a row of commas', `name\n${','.repeat(5000)}`, /more than 1000 columns/],
  ['a row of 2 MiB', `name\n${'x'.repeat(2 * 1024 * 1024)}`, /longer than 1 MiB, near line 2/],
  ['an open quote', 'name\n"x', /A quote is not closed, near line 2/],
  ['only separators', ';;;\n;;;', /is empty/],
])('%s is refused in plain words', async (_what, text, message) => {
  await expect(read(text)).rejects.toThrow(message)
})

test('a picture is refused in plain words', async () => {
  const bytes = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d])
  await expect(readBytes(bytes)).rejects.toThrow(/is not a text file/)
})

test.each([
  '__proto__',
  'constructor',
  'toString',
  'metadata.__proto__',
])('%s is an unknown column', async (name) => {
  const { columns, faults } = await read(`${name},name\n1,x`)
  expect(columns).toEqual([name, 'name'])
  expect(faults).toMatchObject([{ field: name, code: 'unknown_column' }])
})

test('a message names a long column by its beginning', async () => {
  const { faults } = await read(`${'x'.repeat(100_000)}\n1`)
  expect(faults[0]?.message.length).toBeLessThan(120)
})

const A_B = [{ line: 2, name: 'A', email: 'a@b.example' }]
const told = ({ rows }: Awaited<ReturnType<typeof read>>) =>
  rows.map(({ line, cells }) => ({ line, ...Object.fromEntries(cells) }))

describe('a CSV as programs write it', () => {
  test.each<[what: string, text: string, rows?: readonly object[]]>([
    ['a separator at the end of the header', 'name,email,\nA,a@b.example\n'],
    ['a separator at the end of each line', 'name;email;\r\nA;a@b.example;\r\n'],
    ['several columns and rows that are empty', 'name,email,,,\nA,a@b.example,,,\n,,,,\n\n'],
    ['cells without a column that are empty', 'name,email\nA,a@b.example,, ,\n'],
    ['a column without a name in the middle', 'name\t\temail\nA\t \ta@b.example'],
    ['quotes', '"name";"email"\r\n"A";"a@b.example"\r\n'],
    ['quotes and separators in a header', '"email";"name";"""a,b,c,d,e"""', []],
    ['line ends of old Macs', 'name,email\rA,a@b.example\r'],
    ['line ends of both kinds', 'name,email\r\nA,a@b.example\n\r\n'],
    ['a byte order mark', '\ufeffname,email\nA,a@b.example'],
    ['bars', 'name|email\nA|a@b.example'],
    ['blank signs around names and cells', ' name , email\u00a0\n A ,a@b.example\u00a0'],
    ['empty lines above the header', '\n\r\nname,email\nA,a@b.example', at(4)],
    ['the line of Excel', 'sep=;\nname;email\nA;a@b.example\n', at(3)],
    ['that line with a byte order mark', '\ufeffSEP=;\r\nname;email\r\nA;a@b.example', at(3)],
    ['that line in quotes', '"sep=;"\nname;email;\nA;a@b.example;', at(3)],
    ['that line with separators', 'sep=,,\nname,email,\nA,a@b.example,', at(3)],
    ['that line with a tab', 'sep=\t\nname\temail\nA\ta@b.example', at(3)],
    ['that line, wrong', 'sep=;\nname,email\nA,a@b.example', at(3)],
    ['that line above one column', 'sep=;\nname\n"A, B"', [{ line: 3, name: 'A, B' }]],
    [
      'a quote as a sign',
      'name,email\nScreen 19",a@b',
      [{ line: 2, name: 'Screen 19"', email: 'a@b' }],
    ],
    [
      'line feeds in cells',
      'name,email\r\n"A\r\nB",\r\nC,c@d\r\n',
      [
        { line: 2, name: 'A\r\nB' },
        { line: 4, name: 'C', email: 'c@d' },
      ],
    ],
  ])('%s', async (_what, text, rows = A_B) => {
    const file = await read(text)
    const own = rows.length > 0 ? [] : [{ code: 'unknown_column' }]
    expect(file.faults).toMatchObject(own)
    expect(told(file)).toEqual(rows)
  })

  const text = 'name;email\r\nMüller;m@b.example\r\n'
  const wide = Buffer.from(text, 'utf16le')
  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-16 with a mark', Buffer.concat([Buffer.from([0xff, 0xfe]), wide])],
    ['UTF-16, big end first', Buffer.concat([Buffer.from([0xff, 0xfe]), wide]).swap16()],
    ['UTF-16 without a mark', wide],
    ['Windows-1252', Buffer.from(text, 'latin1')],
  ])('%s', async (_what, bytes) =>
    expect(told(await readBytes(bytes))).toEqual([
      { line: 2, name: 'Müller', email: 'm@b.example' },
    ]))

  test.each([
    ['a value without a column', 'name,email,\nA,,\nB,,x\n', [3, 'unnamed_column']],
    ['more values than columns', 'name\nA\nB,x\n', [3, 'too_many_cells']],
    ['a column of another name below blank lines', '\nname,mail\nA,x', [2, 'unknown_column']],
  ])('%s is a fault at its line', async (_what, text, fault) => {
    const { faults } = await read(text)
    expect(faults.map(({ line, code }) => [line, code])).toEqual([fault])
  })
})

function at(line: number) {
  return A_B.map((row) => ({ ...row, line }))
}
