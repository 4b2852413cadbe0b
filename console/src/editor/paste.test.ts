import { describe, expect, test } from 'vitest'
import { type PasteOptions, readPaste } from './paste.ts'

const OPTIONS: PasteOptions = {
  currency: 'EUR',
  pricesIncludeTax: false,
  rowsMax: 1000,
  toUnit: (text) => ({ h: 'HUR', pcs: 'C62' })[text] ?? null,
}
const EMPTY = {
  description: '',
  details: '',
  quantity: '',
  unit: '',
  price: '',
  discount: '',
  taxRate: '',
}

/** Rows as they are copied: cells by `|`. */
const sheet = (...rows: readonly string[]): string =>
  rows.map((row) => row.replaceAll('|', '\t')).join('\n')
const read = (rows: readonly string[], options: Partial<PasteOptions> = {}) =>
  readPaste(sheet(...rows), { ...OPTIONS, ...options })
const linesOf = (...rows: readonly string[]) => {
  const pasted = read(rows)
  return pasted?.kind === 'rows' ? pasted.rows : pasted
}
const faultOf = (rows: readonly string[], options: Partial<PasteOptions> = {}) => {
  const pasted = read(rows, options)
  return pasted?.kind === 'refused' ? pasted.fault : pasted
}

describe('columns', () => {
  test.each([
    ['Item|Qty|Unit|Price|Discount|Tax|Total'],
    ['Beschreibung|Menge|Einheit|Einzelpreis (EUR)|Rabatt|MwSt.|Gesamt'],
    ['Désignation|Qté|Unité|Prix unitaire HT|Remise|TVA|Montant HT'],
  ])('%s: each value gets the meaning of its header', (header) => {
    expect(linesOf(header, 'Stickers|3|pcs|18.50|10 %|19 %|49.95')).toEqual([
      {
        ...EMPTY,
        description: 'Stickers',
        quantity: '3',
        unit: 'C62',
        price: '18.50',
        discount: '10 %',
        taxRate: '19',
      },
    ])
  })

  test('the order of the columns is that of the headers', () => {
    expect(linesOf('Price|Description|Quantity', '7.25|Postage|2')).toEqual([
      { ...EMPTY, description: 'Postage', quantity: '2', price: '7.25' },
    ])
  })

  test('totals are left out, and said to be there', () => {
    expect(read(['Item|Price|Total', 'Ink|40|40'])).toMatchObject({ hasTotals: true })
    expect(read(['Item|Price', 'Ink|40'])).toMatchObject({ hasTotals: false })
  })

  test('three columns without a header are description, quantity and price', () => {
    expect(linesOf('Stickers|3|18.50', 'Postage||7.25')).toEqual([
      { ...EMPTY, description: 'Stickers', quantity: '3', price: '18.50' },
      { ...EMPTY, description: 'Postage', price: '7.25' },
    ])
  })

  test.each([
    ['a fourth column without a header', ['Stickers|3|18.50|49.95'], { code: 'no_header' }],
    ['two columns without a header', ['Stickers|18.50'], { code: 'no_header' }],
    [
      'a header that is not known',
      ['Item|Price|Project', 'Ink|40|Mars'],
      { code: 'unknown_column', name: 'Project' },
    ],
    ['values without a header', ['Item|Price|', 'Ink|40|5'], { code: 'unknown_column', name: '' }],
    [
      'a column that is there twice',
      ['Item|Price|Unit price', 'Ink|40|5'],
      { code: 'repeated_column', name: 'Unit price' },
    ],
    ['no description', ['Qty|Price', '1|40'], { code: 'no_description_column' }],
    ['a total without a price', ['Item|Total', 'Ink|40'], { code: 'no_price_column' }],
    [
      'gross prices in an invoice of net prices',
      ['Item|Price incl. VAT', 'Ink|40'],
      { code: 'prices_with_tax', name: 'Price incl. VAT' },
    ],
    [
      'a header where a number should be',
      ['Sort|Size|Colour', 'Ink|40|5'],
      { code: 'not_a_number', row: 1, value: 'Size' },
    ],
  ])('refused: %s', (_, rows, fault) => {
    expect(faultOf(rows)).toEqual(fault)
  })

  test('refused: net prices in an invoice of gross prices', () => {
    const rows = ['Artikel|Preis netto', 'Tinte|40']
    expect(faultOf(rows, { pricesIncludeTax: true })).toMatchObject({ code: 'prices_without_tax' })
    expect(linesOf(...rows)).toMatchObject([{ price: '40' }])
  })

  test('an entirely empty column does not count', () => {
    expect(linesOf('Item||Price|', 'Ink||40|')).toMatchObject([{ description: 'Ink', price: '40' }])
  })
})

describe('values', () => {
  test.each([
    ['a tax that may be an amount', 'Item|Price|Tax', 'Ink|40|7.60', 'unclear_percent', '7.60'],
    ['a discount that may be both', 'Item|Price|Discount', 'Ink|40|10', 'unclear_percent', '10'],
    ['a rate above 100', 'Item|Price|Tax %', 'Ink|40|119', 'no_rate', '119'],
    ['words for a price', 'Item|Price', 'Ink|on request', 'not_a_number', 'on request'],
    ['money for a quantity', 'Item|Qty|Price', 'Ink|€ 3|40', 'not_a_number', '€ 3'],
    ['a percentage for a price', 'Item|Price', 'Ink|40 %', 'not_a_number', '40 %'],
    ['a unit that is not known', 'Item|Unit|Price', 'Ink|barrels|40', 'unknown_unit', 'barrels'],
    ['another currency', 'Item|Price', 'Ink|USD 40', 'other_currency', 'USD 40'],
    ['a row of sums', 'Item|Price|Total', 'Total|40|40', 'sum_row', 'Total'],
    ['a total without its price', 'Item|Price|Total', 'Shipping||9.00', 'no_price', '9.00'],
    ['a date for a price', 'Item|Price', 'Ink|2026-11-22', 'not_a_number', '2026-11-22'],
  ])('refused: %s', (_, header, row, code, value) => {
    expect(faultOf([header, row])).toEqual({ code, row: 2, value })
  })

  test.each([
    ['Discount', '10%', '10 %'],
    ['Discount %', '10', '10 %'],
    ['Rabatt (EUR)', '2.50', '2.50'],
    ['Remise', '€ 2.50', '2.50'],
    ['Discount', '0', '0'],
    ['Discount', '', ''],
  ])('%s %s is the discount %s', (header, value, discount) => {
    expect(linesOf(`Item|Price|${header}`, `Ink|40|${value}`)).toMatchObject([{ discount }])
  })

  test.each([
    ['Tax', '19 %', '19'],
    ['Tax %', '19', '19'],
    ['USt-Satz', '7', '7'],
    ['Taux de TVA', '5.5', '5.5'],
    ['VAT', '0', '0'],
    ['VAT', '', ''],
  ])('%s %s is the rate %s', (header, value, taxRate) => {
    expect(linesOf(`Item|Price|${header}`, `Ink|40|${value}`)).toMatchObject([{ taxRate }])
  })

  test('a cell of several lines is a description with details', () => {
    expect(readPaste('"Paper\n""A4"", white"\t3\t4.50', OPTIONS)).toMatchObject({
      rows: [{ description: 'Paper', details: '"A4", white', quantity: '3' }],
    })
  })
})

describe('numbers', () => {
  test.each([
    [['18.50'], ['18.50']],
    [['18,50'], ['18.50']],
    [['1.234,50'], ['1234.50']],
    [['1,234.50'], ['1234.50']],
    [['1.234.567'], ['1234567']],
    [["1'234.50"], ['1234.50']],
    [['1 234,50'], ['1234.50']],
    [['1\u202f234,500'], ['1234.500']],
    [['0.125'], ['0.125']],
    [['1234.567'], ['1234.567']],
    [['.5'], ['0.5']],
    [['-5,5'], ['-5.5']],
    [['−5,5'], ['-5.5']],
    [['€ 1,234.50'], ['1234.50']],
    [['1.234,50 €'], ['1234.50']],
    [['-€5.00'], ['-5.00']],
    [['EUR 5.00'], ['5.00']],
    // What may be read in two ways is read as the rest of the block.
    [
      ['1.234', '18,50'],
      ['1234', '18.50'],
    ],
    [
      ['1.234', '18.50'],
      ['1.234', '18.50'],
    ],
    [
      ['1,234', '18.50'],
      ['1234', '18.50'],
    ],
    [['1,234', '5'], null],
    [['1.234'], null],
    [['18,50', '18.50'], null],
    [['1.2.3'], null],
    [['1,23,456'], null],
    [['12 34'], null],
    [['5.'], null],
    [['1.234,5.6'], null],
    [['12:30'], null],
    [['(5.00)'], null],
  ])('%j', (written, prices) => {
    const rows = written.map((price) => `Ink|1|${price}`)
    const pasted = read(rows)
    expect(pasted?.kind === 'rows' ? pasted.rows.map(({ price }) => price) : null).toEqual(prices)
  })

  test('totals show how prices are written', () => {
    expect(linesOf('Item|Price|Total', 'Ink|1.234|1.234,00')).toMatchObject([{ price: '1234' }])
  })

  test('refused by its own sentence: unclear and mixed numbers', () => {
    const unclear = { code: 'unclear_number', row: 2, value: '1.234' }
    expect(faultOf(['Ink|1|5', 'Ink|1|1.234'])).toEqual(unclear)
    expect(faultOf(['Ink|1|5,50', 'Ink|1|5.50'])).toEqual({ code: 'mixed_marks' })
  })
})

test.each(['Only text', 'two\nlines', '\t\t', '', 'Item\tPrice'])('%j is no table', (text) => {
  expect(readPaste(text, OPTIONS)).toBeNull()
})

test('refused: more rows than an invoice may have', () => {
  const rows = ['Ink|1|5', 'Ink|1|5', 'Ink|1|5']
  expect(faultOf(rows, { rowsMax: 2 })).toEqual({ code: 'too_many_rows', most: 2 })
})
