import { describe, expect, test } from 'vitest'
import { isAccountOf } from '../account.ts'
import { readBankFile } from '../read-bank-file.ts'
import { read, record, refusalOf, statementIn } from '../samples.testing.ts'

const ACCOUNT = '0000002000145399'
const head = (closing: string, { sign = '+' } = {}) =>
  record(
    [1, '074'],
    [4, ACCOUNT],
    [20, 'ATELIER NORD'],
    [40, '280526'],
    [46, '00000000010000'],
    [60, '+'],
    [61, closing],
    [75, sign],
    [76, '00000000000000'],
    [90, '0'],
    [91, '00000000011900'],
    [105, '0'],
    [106, '042'],
    [109, '290526'],
  )
const item = ({
  posting = '2',
  amount = '000000011900',
  symbol = '0020260101',
  currency = '0203',
  party = 'FERNWEH BOOKS',
  id = '0000000009871',
} = {}) =>
  record(
    [1, '075'],
    [4, ACCOUNT],
    [20, '0000192000145399'],
    [36, id],
    [49, amount],
    [61, posting],
    [62, symbol],
    [72, '00'],
    [74, '0800'],
    [78, '0308'],
    [82, '0000000007'],
    [92, '290526'],
    [98, party],
    [118, '0'],
    [119, currency],
    [123, '280526'],
  )
const file = (...records: readonly string[]) => records.join('\r\n')

describe('GPC', () => {
  test('has symbols, party and texts', () => {
    const text = file(
      head('00000000021900'),
      item(),
      record([1, '078'], [4, 'INV-2026-0101'], [39, 'thank you']),
      record([1, '079'], [4, 'again']),
    )
    expect(read(text).format).toBe('gpc')
    expect(statementIn(text)).toMatchObject({
      number: '042',
      account: { iban: null, otherId: ACCOUNT },
      currency: 'CZK',
      opening: { amountMinor: 10000n, date: '2026-05-28' },
      closing: { amountMinor: 21900n, date: '2026-05-29' },
      problems: [],
      entries: [
        {
          bookingDate: '2026-05-28',
          valueDate: '2026-05-29',
          amountMinor: 11900n,
          currency: 'CZK',
          name: 'FERNWEH BOOKS',
          iban: 'CZ6508000000192000145399',
          text: 'INV-2026-0101 thank you again',
          references: [{ kind: 'VS', value: '20260101' }],
          bankReference: '0000000009871',
          code: { proprietary: '0308' },
        },
      ],
    })
  })

  test('the account is that of an IBAN with its digits', () => {
    const { account } = statementIn(file(head('00000000010000')))
    expect(isAccountOf(account, { iban: 'CZ79 0800 0000 0020 0014 5399' })).toBe(true)
    expect(isAccountOf(account, { iban: 'CZ6508000000192000145399' })).toBe(false)
    expect(isAccountOf(account, { otherId: '0000002000145399' })).toBe(true)
  })

  test('without symbol, party and number, and with a currency of its own', () => {
    const text = file(
      head('00000000021900'),
      item({ symbol: '0000000000', currency: '0978', party: '', id: '0000000000000' }),
    )
    expect(statementIn(text)).toMatchObject({
      currency: 'EUR',
      entries: [{ references: [], name: null, bankReference: null, text: null }],
    })
    const unstated = file(head('00000000021900'), item({ currency: '1101' }))
    expect([
      statementIn(unstated).currency,
      statementIn(unstated, { currency: 'EUR' }).currency,
    ]).toEqual(['CZK', 'EUR'])
  })

  test('debits, and the reversals that banks number differently', () => {
    const signs = (posting: string, closing: string, sign = '+') => {
      const { entries, problems } = statementIn(file(head(closing, { sign }), item({ posting })))
      return [entries[0]?.amountMinor, entries[0]?.isReversal, problems]
    }
    expect(signs('1', '00000000001900', '-')).toEqual([-11900n, false, []])
    expect(signs('3', '00000000021900')).toEqual([11900n, true, []])
    expect(signs('4', '00000000021900')).toEqual([11900n, true, []])
    expect(signs('4', '00000000001900', '-')).toEqual([-11900n, true, []])
    expect(signs('5', '00000000001900', '-')).toEqual([-11900n, true, []])
    expect(signs('2', '00000000099999')).toEqual([11900n, false, ['unbalanced']])
  })

  test('names are in the Central European code page', () => {
    const text = file(head('00000000021900'), item({ party: 'PEK#RNA' }))
    const bytes = Uint8Array.from(text, (it) => (it === '#' ? 0xc1 : it.charCodeAt(0)))
    expect(readBankFile(bytes).statements[0]?.entries[0]?.name).toBe('PEKÁRNA')
  })

  test('a file may have several statements', () => {
    const text = file(head('00000000021900'), item(), head('00000000010000'))
    expect(read(text).statements.map((it) => it.entries.length)).toEqual([1, 0])
  })

  test.each([
    ['an unknown record', file(head('00000000010000'), 'X'), 'file_unreadable record 2'],
    [
      'an entry of another account',
      file(head('00000000010000'), item().replace(ACCOUNT, '0000000000000001')),
      'file_unreadable record 2',
    ],
    [
      'an unknown posting',
      file(head('00000000010000'), item({ posting: '9' })),
      'file_unreadable record 2',
    ],
    [
      'a day that does not exist',
      file(head('00000000010000'), item().replace('290526', '320526')),
      'file_unreadable date 2',
    ],
    [
      'an amount with letters',
      file(head('00000000010000'), item({ amount: '00000001190X' })),
      'file_unreadable amount 2',
    ],
  ])('refuses %s', (_, text, refusal) => {
    expect(refusalOf(() => read(text))).toBe(refusal)
  })
})
