import { expect, test } from 'vitest'
import { guessMapping } from './columns.ts'
import { mappedCsv, parseCsv, textOf } from './csv.ts'

test('reads quotes, line breaks in cells, a byte order mark and each separator', () => {
  expect(parseCsv('\ufeffname;price\r\n"Tea; ""green""\nloose";4,50\r\n')).toEqual({
    header: ['name', 'price'],
    rows: [['Tea; "green"\nloose', '4,50']],
  })
  expect(parseCsv('a\tb\n1\t2').rows).toEqual([['1', '2']])
  expect(parseCsv('a,b\n\n1,"2\n').rows).toEqual([[''], ['1', '2\n']])
})

test('reads files of Excel on Windows', () => {
  expect(textOf(new Uint8Array([0x4d, 0xfc, 0x6c, 0x6c]).buffer)).toBe('Müll')
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

test('writes our columns, and decimal points only if the column is unambiguous', () => {
  const table = parseCsv('Name;Preis;Lager\n"Tee ""A""";1.234,50;7\nKanne;12,00;8\n')
  const decimals = new Set(['price.unit_price'])
  expect(mappedCsv(table, ['name', 'price.unit_price', null], decimals)).toBe(
    'name,price.unit_price\n"Tee ""A""",1234.50\nKanne,12.00',
  )
  const doubtful = parseCsv('name,price\nTea,1.234\n')
  expect(mappedCsv(doubtful, ['name', 'price.unit_price'], decimals)).toContain('Tea,1.234')
})

test('names of countries become their codes, and unknown ones stay', () => {
  const names = ['Deutschland', 'france', 'Allemagne', 'United States', 'UK', 'at', 'Narnia', '']
  const table = { header: ['Land'], rows: names.map((name) => [name]) }
  expect(mappedCsv(table, ['address.country_code'], new Set()).split('\n').slice(1)).toEqual([
    'DE',
    'FR',
    'DE',
    'US',
    'GB',
    'AT',
    'Narnia',
    '',
  ])
})
