import { describe, expect, test } from 'vitest'
import { isAccountOf } from './account.ts'
import { readBankFile } from './read-bank-file.ts'
import { camt, camtDetail, camtEntry, mt940, read, refusalOf } from './samples.testing.ts'
import { decodeText } from './text.ts'

const XML = camt(camtEntry(camtDetail('<RmtInf><Ustrd>Bäckerei</Ustrd></RmtInf>')))
const latin1 = (text: string) => Uint8Array.from(text, (it) => it.charCodeAt(0))
const utf16 = (text: string) =>
  new Uint8Array(Uint16Array.from(text, (it) => it.charCodeAt(0)).buffer)
const wordsIn = (bytes: Uint8Array) => readBankFile(bytes).statements[0]?.entries[0]?.text

describe('encodings', () => {
  test('UTF-8 with and without its mark', () => {
    const bytes = new TextEncoder().encode(XML)
    expect([wordsIn(bytes), wordsIn(Uint8Array.of(0xef, 0xbb, 0xbf, ...bytes))]).toEqual([
      'Bäckerei',
      'Bäckerei',
    ])
  })

  test('the XML declaration, and UTF-16 of both orders', () => {
    const declared = XML.replace('version="1.0"', 'version="1.0" encoding="ISO-8859-1"')
    expect(wordsIn(latin1(declared))).toBe('Bäckerei')
    const little = utf16(XML)
    const big = little.map((_, index) => little[index ^ 1] ?? 0)
    expect(
      [little, Uint8Array.of(0xff, 0xfe, ...little), big, Uint8Array.of(0xfe, 0xff, ...big)].map(
        wordsIn,
      ),
    ).toEqual(Array(4).fill('Bäckerei'))
  })

  test('Windows-1252 where it is no UTF-8', () => {
    const text = mt940(':61:2605280528C10,00NTRFNONREF\r\n:86:B\u00e4ckerei')
    expect(wordsIn(latin1(text))).toBe('Bäckerei')
    expect(decodeText(latin1('caf\u00e9')).encoding).toBe('windows-1252')
  })

  test.each([
    [
      'bytes that are wrong in the declared encoding',
      latin1(XML.replace('version="1.0"', 'version="1.0" encoding="UTF-8"')),
      'file_unreadable encoding',
    ],
    [
      'an unknown encoding',
      latin1('<?xml version="1.0" encoding="EBCDIC"?><a/>'),
      'file_unreadable encoding',
    ],
    ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13), 'file_unreadable no_text'],
    ['a PDF', latin1('%PDF-1.7'), 'format_not_supported'],
    ['a ZIP', latin1('PK\u0003\u0004'), 'format_not_supported'],
    ['OFX', latin1('OFXHEADER:100\nDATA:OFXSGML'), 'format_not_supported'],
    ['QIF', latin1('!Type:Bank\nD1/2/26'), 'format_not_supported'],
    ['nothing', latin1(' \r\n'), 'file_unreadable empty'],
    ['words', latin1('Dear bank'), 'csv_profile_needed'],
  ])('refuses %s', (_, bytes, refusal) => {
    expect(refusalOf(() => readBankFile(bytes))).toBe(refusal)
  })

  test('refuses more statements than anybody has', () => {
    expect(refusalOf(() => read(mt940(':61:2605280528C10,00NTRFNONREF').repeat(2001)))).toBe(
      'file_unreadable statements',
    )
  })

  test('the limit of bytes is that of the caller', () => {
    expect(refusalOf(() => read(XML, { bytesMax: 100 }))).toBe('file_unreadable bytes')
  })
})

test('whose account it is, by IBAN or by the digits in it', () => {
  const own = { iban: 'DE02 1203 0000 0000 2020 51', otherId: '99-7' }
  expect(isAccountOf({ iban: 'DE02120300000000202051', otherId: null }, own)).toBe(true)
  expect(isAccountOf({ iban: null, otherId: '12030000/202051EUR' }, own)).toBe(true)
  expect(isAccountOf({ iban: null, otherId: '12030001/202051' }, own)).toBe(false)
  expect(isAccountOf({ iban: null, otherId: '997' }, own)).toBe(true)
  for (const [otherId, iban] of [
    ['539007547034', 'BE68539007547034'],
    ['539-0075470-34', 'BE68539007547034'],
    ['19043/234573201', 'AT611904300234573201'],
    ['19-2000145399/0800', 'CZ6508000000192000145399'],
    ['19-8742637541/1200', 'SK3112000000198742637541'],
  ] as const)
    expect([otherId, isAccountOf({ iban: null, otherId }, { iban })]).toEqual([otherId, true])
  const czech = { iban: 'CZ6508000000192000145399' }
  expect(isAccountOf({ iban: null, otherId: '2000145399/0800' }, czech)).toBe(false)
  expect(isAccountOf({ iban: null, otherId: null }, { otherId: '' })).toBe(false)
})
