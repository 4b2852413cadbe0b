import { expect, test } from 'vitest'
import { guessMapping } from './columns.ts'
import { columnNames, mappedCsv, parseCsv } from './csv.ts'

const parse = (text: string) => {
  const table = parseCsv(new TextEncoder().encode(text))
  if (!table) throw new Error('It is no text.')
  return table
}
const cellsOf = (text: string) => parse(text).rows.map(({ cells }) => cells)

test('reads quotes, line breaks in cells, a byte order mark and each separator', () => {
  expect(parse('\ufeffname;price\r\n"Tea; ""green""\nloose";4,50\r\n')).toEqual({
    header: ['name', 'price'],
    headerLine: 1,
    rows: [{ line: 2, cells: ['Tea; "green"\nloose', '4,50'] }],
  })
  expect(cellsOf('a\tb\n1\t2')).toEqual([['1', '2']])
  expect(cellsOf('a,b\n\n1,"2\n')).toEqual([['1', '2\n']])
})

test('reads files of Excel: its code page, its first line and separators at the ends', () => {
  expect(parseCsv(new Uint8Array([0x4d, 0xfc, 0x0a, 0x78]))?.header).toEqual(['Mü'])
  expect(parseCsv(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]))).toBeNull()
  expect(parse('sep=;\nname;email;;\n;;;\nA;a@b.example;;\n')).toEqual({
    header: ['name', 'email'],
    headerLine: 2,
    rows: [{ line: 4, cells: ['A', 'a@b.example', '', ''] }],
  })
})

test('a column without a name stays if it has values', () => {
  expect(parse('name;;\nA;x;\n').header).toEqual(['name', ''])
})

test('maps known headers once, and ignores unknown ones', () => {
  expect(
    guessMapping('products', ['Artikelnummer', 'Bezeichnung', 'Name', 'Lager', 'Preis']),
  ).toEqual(['item_number', 'name', null, null, 'price.unit_price'])
  expect(guessMapping('entries', ['customer', 'Description', 'Hours'])).toEqual([
    'customer',
    'description',
    'quantity',
  ])
})

test('writes the chosen columns, and decimal points only if the column is unambiguous', () => {
  const table = parse('Name;Preis;Lager\n"Tee ""A""";1.234,50;7\nKanne;12,00;8\n')
  const decimals = new Set(['price.unit_price'])
  const mapping = ['name', 'price.unit_price', null]
  expect(mappedCsv(table, mapping, decimals)).toBe('Name,Preis\n"Tee ""A""",1234.50\nKanne,12.00\n')
  expect(columnNames(table, mapping)).toEqual({ Name: 'name', Preis: 'price.unit_price' })
  const doubtful = parse('name,price\nTea,1.234\n')
  expect(mappedCsv(doubtful, ['name', 'price.unit_price'], decimals)).toContain('Tea,1.234')
})

test('keeps each row in its line of the file', () => {
  const table = parse('sep=;\n\nName;Notiz;Ort\n\nA;"1\n2";B\nC;;"D\r\nE"\nF;;G\n')
  const linesOf = (mapping: readonly (string | null)[]) =>
    mappedCsv(table, mapping, new Set()).split('\n')
  expect(linesOf(['name', null, null])).toEqual([
    '',
    '',
    '"Name"',
    '',
    '"A"',
    '',
    '"C"',
    '',
    '"F"',
    '',
  ])
  const all = linesOf(['name', 'notes', 'address.city'])
  expect(all[4]).toBe('A,"1')
  expect(all[8]).toBe('F,,G')
})

test('titles that repeat or are missing get names of their own', () => {
  const table = parse('Preis;Preis;\n1;2;3\n')
  const mapping = ['price.unit_price', 'description', 'name']
  expect(columnNames(table, mapping)).toEqual({
    Preis: 'price.unit_price',
    'Preis (2)': 'description',
    '(3)': 'name',
  })
  expect(mappedCsv(table, mapping, new Set())).toBe('Preis,Preis (2),(3)\n1,2,3\n')
})

test('names of countries become their codes, and unknown ones stay', () => {
  const names = ['Deutschland', 'france', 'Allemagne', 'United States', 'UK', 'at', 'Narnia']
  const table = parse(['Land', ...names].join('\n'))
  const lines = mappedCsv(table, ['address.country_code'], new Set()).trim().split('\n')
  expect(lines.slice(1)).toEqual(
    ['DE', 'FR', 'DE', 'US', 'GB', 'AT', 'Narnia'].map((code) => `"${code}"`),
  )
})
