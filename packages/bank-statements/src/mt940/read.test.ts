import { describe, expect, test } from 'vitest'
import { entryIn, mt940, read, refusalOf, statementIn } from '../samples.testing.ts'

const ENTRY = ':61:2605280528C10,00NTRFNONREF//B-1'
const withInformation = (...lines: readonly string[]) =>
  mt940([ENTRY, `:86:${lines[0]}`, ...lines.slice(1)].join('\r\n'))

describe('MT940', () => {
  test.each([
    ['C10,00', 1000n, false],
    ['D10,', -1000n, false],
    ['CR10,00', 1000n, false],
    ['RC10,00', -1000n, true],
    ['RD10,00', 1000n, true],
    ['RCR10,00', -1000n, true],
    ['C1.234,56', 123456n, false],
    ['C10.50', 1050n, false],
  ])('%s', (mark, amountMinor, isReversal) => {
    const entry = entryIn(mt940(`:61:2605280528${mark}NTRFNONREF`))
    expect(entry).toMatchObject({ amountMinor, isReversal })
  })

  test.each([
    ['2512310102', '2026-01-02', '2025-12-31'],
    ['2601021231', '2025-12-31', '2026-01-02'],
    ['260528', '2026-05-28', '2026-05-28'],
    ['2802290228', '2028-02-28', '2028-02-29'],
  ])('dates of :61:%s', (dates, bookingDate, valueDate) => {
    expect(entryIn(mt940(`:61:${dates}C10,00NTRFNONREF`))).toMatchObject({ bookingDate, valueDate })
  })

  test('references may be longer than 16 characters', () => {
    expect(
      entryIn(mt940(':61:260528C10,00NTRFINVOICE-2026-0000123456//BANKREFERENCE-2026-000099')),
    ).toMatchObject({
      customerReference: 'INVOICE-2026-0000123456',
      bankReference: 'BANKREFERENCE-2026-000099',
    })
    expect(entryIn(mt940(':61:260528C10,00NMSCNONREF//NONREF'))).toMatchObject({
      customerReference: null,
      bankReference: null,
    })
  })

  test('words beside the entry are its text where there is no other', () => {
    const entry = ':61:260528C10,00NTRFINV-1//B\r\nCASH DEPOSIT'
    const texts = ['', '\r\n:86:', '\r\n:86:INV-2'].map((it) => entryIn(mt940(entry + it)).text)
    expect(texts).toEqual(['CASH DEPOSIT', 'CASH DEPOSIT', 'INV-2'])
  })

  test('German subfields: identifiers run on over subfields, words and names are joined', () => {
    const entry = entryIn(
      withInformation(
        '166?00GUTSCHRIFT?109310?20EREF+A-LONG-END-TO-END-REFER?21ENCE-1?22KREF+K1?23MREF+M1?24CRED+DE',
        '98ZZZ09999999999?25SVWZ+Was ist? Rechnung INV?26-2026-7?30NORDDEHH?31DE33123456780000000101?32Fernweh Books GmbH Versandb',
        '?33uchhandlung?34905?60zweite Zeile',
      ),
    )
    expect(entry).toMatchObject({
      endToEnd: 'A-LONG-END-TO-END-REFERENCE-1',
      customerReference: 'K1',
      mandate: 'M1',
      creditorId: 'DE98ZZZ09999999999',
      lines: ['Was ist? Rechnung INV', '-2026-7', 'zweite Zeile'],
      name: 'Fernweh Books GmbH Versandbuchhandlung',
      iban: 'DE33123456780000000101',
      code: { proprietary: '166' },
    })
  })

  test('without SVWZ+, words follow a short reference', () => {
    expect(entryIn(withInformation('166?20EREF+abc?21Rechnung 4711'))).toMatchObject({
      endToEnd: 'abc',
      text: 'Rechnung 4711',
    })
  })

  test('a return has its original amount and the charges', () => {
    const entry = entryIn(
      mt940(
        ':61:2605280528RC45,80NRTINONREF\r\n:86:109?00RETOURE?20EREF+INV-1?21OAMT+42,80?22COAM+3,00?23SVWZ+RETURN',
      ),
    )
    expect(entry).toMatchObject({
      amountMinor: -4580n,
      instructed: { amountMinor: 4280n, currency: 'EUR' },
      charges: { amountMinor: 300n, currency: 'EUR' },
      code: { proprietary: '109' },
      isReversal: true,
    })
    const swift = entryIn(mt940(':61:2605280528RC45,80NRTINONREF\r\n/OCMT/EUR42,80/CHGS/EUR3,00/'))
    expect(swift).toMatchObject({
      instructed: { amountMinor: 4280n },
      charges: { amountMinor: 300n },
    })
  })

  test('slash style, with empty fields and cut lines', () => {
    const entry = entryIn(
      withInformation(
        '/TRTP//IBAN/NL91ABNA0417164300/BIC/ABNANL2A/NAME/Jansen/REMI/RE/2026/',
        '12 and more/EREF/NOTPROVIDED/ULTD//NAME/Parent BV',
      ),
    )
    expect(entry).toMatchObject({
      iban: 'NL91ABNA0417164300',
      name: 'Jansen',
      ultimateName: 'Parent BV',
      text: 'RE/2026/12 and more',
      endToEnd: null,
    })
  })

  test('slash style: the ordering party is named without a key of its own', () => {
    expect(entryIn(withInformation('/ORDP/ACME INC/REMI/INV-7')).name).toBe('ACME INC')
  })

  test('slash style of others: counterparty in one field, structured reference, return code', () => {
    const entry = entryIn(
      withInformation(
        '/RTRN/MS03//EREF/E-1//CNTP/NL91ABNA0417164300/ABNANL2A/Jansen/Utrecht//REMI/USTD//Factuur 7/',
      ),
    )
    expect(entry).toMatchObject({
      returnReason: 'MS03',
      endToEnd: 'E-1',
      iban: 'NL91ABNA0417164300',
      name: 'Jansen',
      text: 'Factuur 7',
    })
    expect(entryIn(withInformation('/REMI/STRD/CUR/9001234567890123/')).references).toEqual([
      { kind: 'BK', value: '9001234567890123' },
    ])
  })

  test('free text with colons, tags within, and more lines than the standard allows', () => {
    const lines = [
      'Payment: for',
      ':INV-2026-1',
      ':20:15 h',
      '-',
      ...Array.from({ length: 9 }, (_, index) => `line ${index}`.padEnd(65, '.')),
    ]
    expect(entryIn(withInformation(...lines)).lines).toEqual(lines)
  })

  test(':NS: lines and fields behind the closing balance mean nothing', () => {
    const text = mt940(
      `${ENTRY}\r\n:86:INV-1\r\n:NS:22Fernweh\r\n23Books\r\n:61:2605280528D4,00NTRFNONREF\r\n:86:second`,
      { closing: 'C260531EUR106,00' },
    )
    const { entries, problems } = statementIn(
      text.replace('\r\n-\r\n', '\r\n:64:C260531EUR106,00\r\n:86:Of the statement\r\n-\r\n'),
    )
    expect(entries.map((it) => it.text)).toEqual(['INV-1', 'second'])
    expect(problems).toEqual([])
  })

  test('several messages, in envelopes or not, with LF or CRLF', () => {
    const one = mt940(ENTRY)
    const enveloped = `{1:F01NORDDEHHXXXX0000000000}{2:I940ATELDEHHXXXXN}{4:\r\n${one.replace('\r\n-\r\n', '\r\n-}\r\n')}`
    expect(read(one + one).statements).toHaveLength(2)
    expect(read(enveloped + enveloped)).toEqual(read(one + one))
    expect(read((one + one).replaceAll('\r\n', '\n'))).toEqual(read(one + one))
    expect(read(`ABNANL2A\r\n940\r\nABNANL2A\r\n${one}`).statements).toHaveLength(1)
  })

  test('has account, number, balances and whether they agree', () => {
    expect(statementIn(mt940(ENTRY))).toMatchObject({
      id: 'START',
      number: '21/1',
      account: { iban: 'DE02120300000000202051' },
      currency: 'EUR',
      opening: { amountMinor: 10000n, date: '2026-05-01' },
      closing: { amountMinor: 11000n, date: '2026-05-31' },
      problems: [],
    })
    expect(statementIn(mt940(ENTRY, { closing: 'D260531EUR110,00' })).problems).toEqual([
      'unbalanced',
    ])
    const national = mt940(ENTRY).replace(':25:DE02120300000000202051', ':25:12030000/202051EUR')
    expect(statementIn(national).account).toEqual({ iban: null, otherId: '12030000/202051EUR' })
    for (const written of ['BYLADEM1001/DE02120300000000202051', '/DE02120300000000202051EUR']) {
      const text = mt940(ENTRY).replace(':25:DE02120300000000202051', `:25:${written}`)
      expect(statementIn(text).account.iban).toBe('DE02120300000000202051')
    }
  })

  test.each([
    ['a message that is cut off', mt940(ENTRY).split(':62F:')[0] ?? '', 'file_unreadable cut 5'],
    [
      'a message within another',
      `${mt940(ENTRY).split(':62F:')[0]}${mt940(ENTRY)}`,
      'file_unreadable cut 6',
    ],
    ['an entry of the wrong form', mt940(':61:2605280528X10,00NTRF'), 'file_unreadable record 5'],
    ['a day that does not exist', mt940(':61:260230C10,00NTRF'), 'file_unreadable date 5'],
    [
      'a line without end',
      mt940(`${ENTRY}\r\n:86:${'x'.repeat(10_001)}`),
      'file_unreadable line 6',
    ],
    [
      'a text without end',
      mt940(`${ENTRY}\r\n:86:${'abcdefghi\r\n'.repeat(1200)}`),
      'file_unreadable text 6',
    ],
    [
      'a text without end in many fields',
      mt940(`${ENTRY}\r\n${':86:abcdefghi\r\n'.repeat(1200)}`.trimEnd()),
      'file_unreadable text 1117',
    ],
    [
      'an interim report',
      ':20:X\r\n:25:1\r\n:28C:1\r\n:34F:EUR0,\r\n:13D:2605281200+0200\r\n',
      'format_not_supported',
    ],
  ])('refuses %s', (_, text, refusal) => {
    expect(refusalOf(() => read(text))).toBe(refusal)
  })
})
