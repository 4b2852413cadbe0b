import { describe, expect, test } from 'vitest'
import { read, record, refusalOf, statementIn } from '../samples.testing.ts'

const IBAN = 'BE68539007547034'
const PAYER = 'BE43068999999501'

const header = record(
  [1, '00000'],
  [6, '290526'],
  [12, '539'],
  [15, '05'],
  [25, '0000000042'],
  [35, 'ATELIER NORD'],
  [61, 'KREDBEBB'],
  [128, '2'],
)
const opening = record(
  [1, '12005'],
  [6, IBAN],
  [40, 'EUR'],
  [43, '0'],
  [44, '000000000100000'],
  [59, '280526'],
  [65, 'ATELIER NORD'],
  [126, '005'],
)
const closing = (amount: string) =>
  record([1, '8005'], [5, IBAN], [39, 'EUR'], [42, '0'], [43, amount], [58, '290526'], [128, '0'])
const trailer = record(
  [1, '9'],
  [17, '000004'],
  [23, '000000000000000'],
  [38, '000000000119000'],
  [128, '2'],
)

/** A movement of 2.1, with its amount in thousandths. */
const movement = (
  sequence: string,
  detail: string,
  {
    sign = '0',
    amount = '000000000119000',
    code = '00150000',
    words = '0INV-2026-0101',
    reference = '',
  } = {},
) =>
  record(
    [1, '21'],
    [3, sequence],
    [7, detail],
    [11, reference || `REF${sequence}`],
    [32, sign],
    [33, amount],
    [48, '290526'],
    [54, code],
    [62, words],
    [116, '280526'],
    [122, '005'],
    [125, '0'],
    [126, '1'],
    [128, '0'],
  )
const second = (words: string, endToEnd = 'NOTPROVIDED') =>
  record(
    [1, '22'],
    [3, '00010000'],
    [11, words],
    [64, endToEnd],
    [99, 'GEBABEBB'],
    [126, '1'],
    [128, '0'],
  )
const third = record(
  [1, '23'],
  [3, '00010000'],
  [11, PAYER],
  [45, 'EUR'],
  [48, 'FERNWEH BOOKS'],
  [83, ' AND THANKS'],
  [126, '0'],
  [128, '0'],
)

const file = (records: readonly string[], total = '000000000219000') =>
  [header, opening, ...records, closing(total), trailer].join('\r\n')

describe('CODA 2', () => {
  test('an unstructured communication goes on in the next records', () => {
    const statement = statementIn(
      file([movement('0001', '0000'), second('continued', 'E2E-1'), third]),
    )
    expect(read(file([movement('0001', '0000')])).format).toBe('coda')
    expect(statement).toMatchObject({
      id: '0000000042',
      number: '005',
      account: { iban: IBAN, otherId: null },
      currency: 'EUR',
      opening: { amountMinor: 10000n, date: '2026-05-28' },
      closing: { amountMinor: 21900n, date: '2026-05-29' },
      problems: [],
      entries: [
        {
          bookingDate: '2026-05-28',
          valueDate: '2026-05-29',
          amountMinor: 11900n,
          currency: 'EUR',
          name: 'FERNWEH BOOKS',
          iban: PAYER,
          endToEnd: 'E2E-1',
          bankReference: 'REF0001',
          batch: null,
          code: { proprietary: '00150000' },
        },
      ],
    })
    expect(statement.entries[0]?.text?.replace(/\s+/g, ' ')).toBe(
      'INV-2026-0101 continued AND THANKS',
    )
  })

  test.each(['1101', '1102'])('a structured communication %s is a reference, no words', (type) => {
    const { entries } = statementIn(
      file([movement('0001', '0000', { words: `${type}010806817183` })]),
    )
    expect(entries).toMatchObject([
      { references: [{ kind: 'OGM', value: '010806817183' }], text: null },
    ])
  })

  test('a structured communication 100 is a creditor reference', () => {
    const { entries } = statementIn(
      file([movement('0001', '0000', { words: '1100RF18539007547034' })]),
    )
    expect(entries).toMatchObject([
      { references: [{ kind: 'RF', value: 'RF18539007547034' }], text: null },
    ])
  })

  test('a SEPA direct debit has its mandate', () => {
    const words = `11272905261${'0'.repeat(2)}${'BE69ZZZ050D000000008'.padEnd(35)}`
    const { entries } = statementIn(
      file([movement('0001', '0000', { words }), second('MANDATE-7')]),
    )
    expect(entries).toMatchObject([{ creditorId: 'BE69ZZZ050D000000008' }])
    expect(entries[0]?.mandate).toBe('MANDATE-7')
  })

  test('free information adds words, that about the party does not', () => {
    const information = (kind: string, words: string) =>
      record([1, '31'], [3, '00010001'], [11, 'REF0001'], [32, '00150000'], [40, kind + words])
    const { entries } = statementIn(
      file([movement('0001', '0000'), information('1', '001FERNWEH'), information('0', 'MORE')]),
    )
    expect(entries[0]?.lines).toEqual(['INV-2026-0101', 'MORE'])
  })

  test('details take the place of a total, if they add up to it', () => {
    const total = movement('0001', '0000', { code: '20150000' })
    const details = [
      movement('0001', '0001', {
        code: '60150000',
        amount: '000000000100000',
        words: '1101010806817183',
      }),
      movement('0001', '0002', { code: '60150000', amount: '000000000019000', reference: 'OTHER' }),
    ]
    expect(
      statementIn(file([total, ...details])).entries.map((it) => [
        it.amountMinor,
        it.batch,
        it.bankReference,
        it.entryReference,
      ]),
    ).toEqual([
      [10000n, 'detail', null, 'REF0001'],
      [1900n, 'detail', 'OTHER', 'REF0001'],
    ])
    expect(
      statementIn(file([total, ...details.slice(1)])).entries.map((it) => [
        it.amountMinor,
        it.batch,
      ]),
    ).toEqual([[11900n, 'whole']])
  })

  test('what splits one payment into its charges is no payment', () => {
    const parts = [
      movement('0001', '0000', { code: '30150000' }),
      movement('0001', '0001', { code: '80150100', amount: '000000000120000' }),
      movement('0001', '0002', { code: '80150200', amount: '000000000001000', sign: '1' }),
    ]
    expect(statementIn(file(parts)).entries.map((it) => it.amountMinor)).toEqual([11900n])
  })

  test('a debit, a Belgian number, several statements, balances that do not agree', () => {
    const debit = file([movement('0001', '0000', { sign: '1' })], '000000000001000').replace(
      '00000000000100000',
      '00000000000120000',
    )
    expect(statementIn(debit)).toMatchObject({
      entries: [{ amountMinor: -11900n }],
      problems: ['unbalanced'],
    })
    const old = file([]).replace(`12005${IBAN}`, '10005539007547034 EUR')
    expect(statementIn(old).account).toEqual({ iban: null, otherId: '539007547034' })
    expect(read(`${file([])}\r\n${file([])}`).statements).toHaveLength(2)
  })

  test('is recognized by its content and in Windows-1252', () => {
    const text = file([movement('0001', '0000', { words: '0Caf\u00e9' })])
    expect(read(text.trimEnd()).format).toBe('coda')
    expect(statementIn(text).entries[0]?.text).toBe('Caf\u00e9')
  })

  test.each([
    ['a file without its trailer', file([]).split(trailer)[0] ?? '', 'file_unreadable cut 3'],
    ['an unknown record', file(['7']), 'file_unreadable record 3'],
    [
      'a record that is too long',
      file([`${movement('0001', '0000')}X`]),
      'file_unreadable record 3',
    ],
    ['a detail without its movement', file([movement('0001', '0001')]), 'file_unreadable record 3'],
    [
      'a day that does not exist',
      file([movement('0001', '0000').replace('290526', '310226')]),
      'file_unreadable date 3',
    ],
    [
      'an amount with letters',
      file([movement('0001', '0000', { amount: '00000000011900X' })]),
      'file_unreadable amount 3',
    ],
    [
      'parts of a cent',
      file([movement('0001', '0000', { amount: '000000000119001' })]),
      'file_unreadable amount 3',
    ],
  ])('refuses %s', (_, text, refusal) => {
    expect(refusalOf(() => read(text))).toBe(refusal)
  })
})
