import { describe, expect, test } from 'vitest'
import { type BankColumns, choose, firstChoices, mappingOf, previewOf } from './columns.ts'

const FRENCH: BankColumns = {
  encoding: 'utf-8',
  delimiter: ';',
  header_line: 1,
  columns: ['Jour', 'Qui', 'Somme', 'Sens', 'Qui', ''],
  rows: [
    ['03/11/2026', 'Anna', '1 234,50', 'C', '', ''],
    ['28/11/2026', 'Loyer', '850,00', 'D', '', ''],
  ],
  mapping: null,
}
const chosen = (of: BankColumns, ...roles: Parameters<typeof choose>[3][]) =>
  roles.reduce((choices, role, at) => choose(of, choices, at, role), firstChoices(of))

describe('the columns of a table', () => {
  test('that the service guesses are chosen', () => {
    const mapping = {
      header: ['Jour', 'Somme'],
      delimiter: ';',
      date: 'D/M/y',
      decimal: ',',
      columns: { booking_date: 'Jour', amount: 'Somme', text: ['Qui'] },
    } as const
    expect(firstChoices({ ...FRENCH, mapping })).toEqual({
      roles: ['booking_date', 'text', 'amount', 'none', 'none', 'none'],
      ...{ date: 'D/M/y', decimal: ',', debit: '' },
    })
  })

  test('say by what is written in them how to read it', () => {
    const of = { ...FRENCH, rows: [['11/28/2026', 'Anna', '1,234.50', 'C']] }
    expect(chosen(of, 'booking_date', 'name', 'amount')).toMatchObject({
      date: 'M/D/y',
      decimal: '.',
    })
    expect(chosen(FRENCH, 'booking_date', 'name', 'amount', 'sign')).toMatchObject({
      date: 'D/M/y',
      decimal: ',',
      debit: 'D',
    })
  })

  test('have each role once, but for texts', () => {
    expect(chosen(FRENCH, 'amount', 'text', 'amount', 'text').roles.slice(0, 4)).toEqual([
      ...['none', 'text', 'amount', 'text'],
    ])
  })

  test('make a mapping once the day and the amount are known', () => {
    expect(mappingOf(FRENCH, chosen(FRENCH, 'booking_date', 'name', 'credit'), 'EUR')).toBeNull()
    expect(
      mappingOf(FRENCH, chosen(FRENCH, 'booking_date', 'name', 'amount', 'sign'), 'EUR'),
    ).toEqual({
      header: ['Jour', 'Qui', 'Somme', 'Sens'],
      ...{ delimiter: ';', date: 'D/M/y', decimal: ',', currency: 'EUR', account: 'preamble' },
      columns: {
        ...{ booking_date: 'Jour', name: 'Qui', amount: 'Somme' },
        sign: { column: 'Sens', debit: ['D'] },
      },
    })
    const unclear = { ...chosen(FRENCH, 'booking_date', 'name', 'amount', 'sign'), debit: ' , ' }
    expect(mappingOf(FRENCH, unclear, 'EUR')).toBeNull()
  })

  test('show the first rows as they would be read', () => {
    const signed = chosen(FRENCH, 'booking_date', 'name', 'amount', 'sign')
    expect(previewOf(FRENCH, signed, 'EUR')).toEqual([
      { day: '2026-11-03', amount: '1234.50', currency: 'EUR', words: ['Anna'] },
      { day: '2026-11-28', amount: '-850.00', currency: 'EUR', words: ['Loyer'] },
    ])
    expect(previewOf(FRENCH, { ...signed, date: 'M/D/y', decimal: '.' }, 'EUR')).toMatchObject([
      { day: '2026-03-11', amount: undefined },
      { day: undefined, amount: undefined },
    ])
    const of: BankColumns = {
      ...FRENCH,
      columns: ['Day', 'In', 'Out', 'Cur'],
      rows: [['2026-11-03', '', '12,00', 'CHF']],
    }
    expect(
      previewOf(of, chosen(of, 'booking_date', 'credit', 'debit', 'currency'), 'EUR'),
    ).toMatchObject([{ day: '2026-11-03', amount: '-12.00', currency: 'CHF' }])
  })
})
