import { describe, expect, test } from 'vitest'
import { bytesOf, entryIn, read, refusalOf, statementIn } from '../samples.testing.ts'
import { BUILT_IN_PROFILES } from './built-in.ts'
import { type CsvProfile, csvDay, csvDecimal } from './profile.ts'
import { proposeCsvProfile } from './propose.ts'

const OWN: CsvProfile = {
  header: ['Day', 'Amount'],
  delimiter: ';',
  date: 'M/D/y',
  decimal: '.',
  columns: {
    booking_date: 'Day',
    amount: 'Amount',
    text: ['Words', 'More'],
    id: 'No',
    account: 'Account',
  },
  currency: 'EUR',
}
const table = (...rows: readonly string[]) =>
  ['Day;Amount;Words;More;No;Account', ...rows].join('\n')

describe('CSV', () => {
  test.each([
    ['-1.234,50', ',', '-1234.50'],
    ["1'234.50-", '.', '-1234.50'],
    ['(1,234.50)', '.', '-1234.50'],
    ['1 234,50 €', ',', '1234.50'],
    ['1\u00a0234,50', ',', '1234.50'],
    ['−12,00', ',', '-12.00'],
    ['+12', ',', '12'],
    ['EUR -12.00', '.', '-12.00'],
    ['12.00', ',', undefined],
    ['1,23,4.00', '.', undefined],
    ['12,00,00', ',', undefined],
    ['n/a', '.', undefined],
    ['1e3', '.', undefined],
    ['(12', '.', undefined],
    ['-', '.', undefined],
  ] as const)('the amount %s with %s', (cell, decimal, expected) => {
    expect(csvDecimal(cell, decimal)).toBe(expected)
  })

  test.each([
    ['5.6.2026', 'D.M.y', '2026-06-05'],
    ['29.05.26', 'D.M.y', '2026-05-29'],
    ['2026-05-29', 'D.M.y', '2026-05-29'],
    ['5/29/2026', 'M/D/y', '2026-05-29'],
    ['29-05-2026 10:11:12', 'D-M-y', '2026-05-29'],
    ['29/5/2026', 'M/D/y', undefined],
    ['29/5/2026', 'D/M/y', '2026-05-29'],
    ['5/29/2026', 'D/M/y', undefined],
    ['31.04.2026', 'D.M.y', undefined],
    ['29.02.2027', 'D.M.y', undefined],
  ] as const)('the day %s as %s', (cell, format, expected) => {
    expect(csvDay(cell, format)).toBe(expected)
  })

  const DKB = [
    '"Girokonto";"DE02120300000000202051"',
    '"Kontostand vom 29.05.2026:";"1.234,56 €"',
    '""',
    '"Buchungsdatum";"Wertstellung";"Status";"Zahlungspflichtige*r";"Zahlungsempfänger*in";"Verwendungszweck";"Umsatztyp";"IBAN";"Betrag (€)";"Gläubiger-ID";"Mandatsreferenz";"Kundenreferenz"',
    '"29.05.26";"30.05.26";"Gebucht";"Fernweh Books GmbH";"Atelier Nord";"INV-2026-0101";"Eingang";"DE33123456780000000101";"119 €";"";"";"E-1"',
    '"28.05.26";"";"Gebucht";"Atelier Nord";"Hausverwaltung";"Miete";"Ausgang";"DE91123456780000000900";"-850,00 €";"";"";""',
    '"";"";"Vorgemerkt";"Atelier Nord";"Kiosk";"";"Ausgang";"";"-3,50 €";"";"";""',
  ].join('\r\n')

  test('dkb: names by direction, the account above, pending lines', () => {
    const { account, entries, pending } = statementIn(DKB)
    expect(read(DKB).format).toBe('csv:dkb')
    expect([account.iban, pending]).toEqual(['DE02120300000000202051', 1])
    expect(entries).toMatchObject([
      {
        name: 'Fernweh Books GmbH',
        amountMinor: 11900n,
        valueDate: '2026-05-30',
        endToEnd: 'E-1',
        text: 'INV-2026-0101',
      },
      { name: 'Hausverwaltung', amountMinor: -85000n, valueDate: '2026-05-28' },
    ])
  })

  test.each([
    '"Booking Date","Value Date","Partner Name","Partner Iban",Type,"Payment Reference","Account Name","Amount (EUR)","Original Amount","Original Currency","Exchange Rate"\n2026-05-28,2026-05-29,"Anna Schmidt",DE92123456780000000203,"Credit Transfer","INV-2026-0113","Main",59.90,,,',
    '"Datum","Empfänger","Kontonummer","Transaktionstyp","Verwendungszweck","Betrag (EUR)","Betrag (Fremdwährung)","Fremdwährung","Wechselkurs"\n"2026-05-28","Anna Schmidt","DE92123456780000000203","Gutschrift","INV-2026-0113","59.9","","",""',
    '"Date","Payee","Account number","Transaction type","Payment reference","Amount (EUR)","Amount (Foreign Currency)","Type Foreign Currency","Exchange Rate"\n"2026-05-28","Anna Schmidt","DE92 1234 5678 0000 0002 03","Income","INV-2026-0113","59.9","","",""',
  ])('n26 in its versions: %.30s', (text) => {
    expect(read(text).format).toBe('csv:n26')
    expect(entryIn(text)).toMatchObject({
      bookingDate: '2026-05-28',
      name: 'Anna Schmidt',
      iban: 'DE92123456780000000203',
      text: 'INV-2026-0113',
      amountMinor: 5990n,
    })
  })

  test('postfinance in French, in euros', () => {
    const text =
      'Compte:;="CH9300762011623852957"\nDate;Texte de notification;Crédit en EUR;Débit en EUR;Valeur\n27.05.2026;"CRÉDIT INV-1";75.35;;28.05.2026\n'
    expect(read(text).format).toBe('csv:postfinance')
    expect(statementIn(text)).toMatchObject({
      currency: 'EUR',
      account: { iban: 'CH9300762011623852957' },
      entries: [{ amountMinor: 7535n, valueDate: '2026-05-28' }],
    })
  })

  test('every built-in profile reads a table of its own columns', () => {
    for (const { name, profile } of BUILT_IN_PROFILES) {
      const header = [
        ...profile.header,
        ...(profile.columns.currency ? [profile.columns.currency] : []),
      ]
      const text = `${header.join(profile.delimiter)}\n`
      expect([name, read(text).format, read(text).statements[0]?.entries.length]).toEqual([
        name,
        `csv:${name}`,
        0,
      ])
    }
  })

  test('the account above may have words beside it, and a sum below is no entry', () => {
    const text = [
      '"Kontonummer:";"DE02120300000000202051 / Girokonto";',
      '"Buchungstag";"Wertstellung";"Buchungstext";"Auftraggeber / Begünstigter";"Verwendungszweck";"Kontonummer";"BLZ";"Betrag (EUR)";',
      '"29.05.2026";"29.05.2026";"Gutschrift";"Fernweh";"INV-7";"DE33123456780000000101";"X";"85,50";',
      '"";"";"";"";"Summe";"";"";"85,50";',
      '"Total";"";"";"";"";"";"";"85,50";',
    ].join('\n')
    const { account, entries } = statementIn(text)
    expect([account.iban, entries.map((it) => it.amountMinor)]).toEqual([
      'DE02120300000000202051',
      [8550n],
    ])
    expect(refusalOf(() => read(text.replace('"Summe"', '"INV-8"')))).toBe('file_unreadable date 4')
  })

  test('a profile of the caller: order of words, ids, several accounts', () => {
    const { statements, format } = read(
      table(
        '5/28/2026;10.00;a;b;N-1;DE02120300000000202051',
        '5/28/2026;-1;"c;\nd";;;CH9300762011623852957',
      ),
      { profile: OWN },
    )
    expect(format).toBe('csv')
    expect(statements.map((it) => it.account.iban)).toEqual([
      'DE02120300000000202051',
      'CH9300762011623852957',
    ])
    expect(statements.flatMap((it) => it.entries)).toMatchObject([
      { text: 'a b', bankReference: 'N-1', amountMinor: 1000n },
      { text: 'c;\nd', amountMinor: -100n },
    ])
  })

  test('a column of currencies makes a statement for each', () => {
    const profile = { ...OWN, columns: { ...OWN.columns, currency: 'Words' } }
    const { statements } = read(
      table('5/28/2026;10.00;USD', '5/28/2026;10;JPY', '5/29/2026;1;usd'),
      { profile },
    )
    expect(
      statements.map((it) => [it.currency, it.entries.map((entry) => entry.amountMinor)]),
    ).toEqual([
      ['USD', [1000n, 100n]],
      ['JPY', [10n]],
    ])
  })

  test('the currency of the account helps where the file has none', () => {
    const { currency: _, ...profile } = OWN
    expect(refusalOf(() => read(table('5/28/2026;10.00'), { profile }))).toBe(
      'file_unreadable currency 2',
    )
    expect(entryIn(table('5/28/2026;10.00'), { profile, currency: 'CHF' }).currency).toBe('CHF')
  })

  test.each([
    ['a day without an amount', table('5/28/2026;;words'), 'file_unreadable amount 2'],
    ['an amount without a day', table('5/28/2026;1', ';1'), 'file_unreadable date 3'],
    ['a decimal comma where a point is', table('5/28/2026;10,00'), 'file_unreadable amount 2'],
    ['too many decimals', table('5/28/2026;10.005'), 'file_unreadable amount 2'],
    ['a quote that is not closed', table('5/28/2026;"10.00'), 'file_unreadable quote 2'],
    ['a cell without end', table(`5/28/2026;1;${'x'.repeat(10_001)}`), 'file_unreadable line 2'],
    [
      'too many entries',
      table(...Array.from({ length: 50_001 }, () => '5/28/2026;1')),
      'file_unreadable entries 50002',
    ],
    ['another table', 'when;how much\n1;2', 'csv_profile_needed'],
  ])('refuses %s', (_, text, refusal) => {
    expect(refusalOf(() => read(text, { profile: OWN }))).toBe(refusal)
  })

  test('a refused table names its columns', () => {
    const refused = () => read('Bank X\n"when","how much","why"\n1/2/26,"12,00",x')
    expect(refused).toThrow(
      expect.objectContaining({
        code: 'csv_profile_needed',
        params: { columns: ['when', 'how much', 'why'] },
      }),
    )
  })

  test('proposes a profile, with which the table is read', () => {
    const text =
      'Konto;DE02120300000000202051\n\nBuchungstag;Valuta;Zahlungspflichtiger;Verwendungszweck;Betrag;Währung\n28.05.2026;29.05.2026;Anna;INV-1;1.234,50;EUR\n'
    const proposal = proposeCsvProfile(bytesOf(text))
    expect(proposal).toMatchObject({
      encoding: 'utf-8',
      delimiter: ';',
      headerLine: 3,
      rows: [['28.05.2026', '29.05.2026', 'Anna', 'INV-1', '1.234,50', 'EUR']],
      recognized: null,
      profile: {
        date: 'D.M.y',
        decimal: ',',
        columns: {
          booking_date: 'Buchungstag',
          value_date: 'Valuta',
          amount: 'Betrag',
          currency: 'Währung',
          name: 'Zahlungspflichtiger',
          text: ['Verwendungszweck'],
        },
      },
    })
    if (!proposal.profile) throw new Error('There is no guess.')
    expect(entryIn(text, { profile: proposal.profile })).toMatchObject({
      amountMinor: 123450n,
      name: 'Anna',
      bookingDate: '2026-05-28',
    })
    expect(proposeCsvProfile(bytesOf(DKB)).recognized).toBe('dkb')
    expect(proposeCsvProfile(bytesOf('a;b\n1;2')).profile).toBeNull()
    const french = 'Date;Montant\n03/11/2026;12,00\n28/11/2026;8,00\n'
    expect(proposeCsvProfile(bytesOf(french)).profile?.date).toBe('D/M/y')
  })
})
