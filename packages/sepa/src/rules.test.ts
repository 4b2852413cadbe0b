import { describe, expect, test } from 'vitest'
import { toSepaText } from './characters.ts'
import { readCreditorId } from './creditor-id.ts'
import { isSameBank, maskedIban, readSepaIban } from './iban.ts'
import { faultOfMandateReference, mandateReferenceKey } from './mandate-reference.ts'
import { decisiveCode, returnRuleOf } from './return-codes.ts'
import { HAS_VECTORS, SKIPPED, vectors } from './shared-vectors.testing.ts'
import { addTargetDays, isTargetDay, nextTargetDay } from './target-days.ts'

describe('rules of SEPA', () => {
  test.each([
    ['de98 zzz 099 999 999 99', { value: 'DE98ZZZ09999999999' }],
    ['DE98ABC09999999999', { value: 'DE98ABC09999999999' }],
    ['DE89ZZZ09999999999', { fault: 'check_digits' }],
    ['DE98ZZZ9999999999', { fault: 'length' }],
    ['98DEZZZ09999999999', { fault: 'format' }],
  ])('creditor identifier %s', (text, expected) => {
    expect(readCreditorId(text)).toEqual(expected)
  })

  test.each([
    ['M1001-1', null],
    ['', 'length'],
    ['M_1', 'characters'],
    ['M  1', 'blanks'],
    ['M1/', 'slash'],
  ])('mandate reference %j', (text, fault) => {
    expect(faultOfMandateReference(text)).toBe(fault)
  })

  test('neither case nor blanks make two mandates of one', () => {
    expect(mandateReferenceKey('Old 4711')).toBe(mandateReferenceKey('OLD4711'))
    expect(mandateReferenceKey('M-1')).not.toBe(mandateReferenceKey('M1'))
  })

  test('TARGET is closed on weekends, at Easter, on 1 May and at Christmas', () => {
    const closed = ['2026-04-03', '2026-04-06', '2026-05-01', '2026-12-26', '2026-05-16']
    expect(closed.filter(isTargetDay)).toEqual([])
    expect(['2026-05-14', '2026-05-25', '2026-12-24'].filter(isTargetDay)).toHaveLength(3)
    expect(nextTargetDay('2026-04-03')).toBe('2026-04-07')
    expect(addTargetDays('2026-12-24', 2)).toBe('2026-12-29')
  })

  test('names in characters of SEPA', () => {
    const both = (text: string) =>
      (['expand', 'strip'] as const).map((umlauts) => toSepaText(text, { umlauts, max: 70 }))
    expect(both('Jürgen Müßig & Söhne')).toEqual([
      'Juergen Muessig + Soehne',
      'Jurgen Musig + Sohne',
    ])
    expect(both('Ju\u0308rgen')).toEqual(['Juergen', 'Jurgen'])
    expect(both(' Łukasz\r\n Żółć ')).toEqual(['Lukasz Zolc', 'Lukasz Zolc'])
    expect(both('渡辺')).toEqual([null, null])
    expect(toSepaText('ab cd', { umlauts: 'strip', max: 3 })).toBe('ab')
  })

  test('IBANs of SEPA, and whether two are at one bank', () => {
    expect(readSepaIban('de17 1234 5678 0000 0000 01')).toBe('DE17123456780000000001')
    expect(readSepaIban('DE18123456780000000001')).toBeNull()
    // Right check digits, but no country of SEPA.
    expect(readSepaIban('TR330006100519786457841326')).toBeNull()
    expect(isSameBank('DE38123456780000000011', 'DE65123456780000000010')).toBe(true)
    expect(isSameBank('DE38123456780000000011', 'FR1420041010050500013M02606')).toBe(false)
    expect(maskedIban('DE17123456780000000001')).toBe('DE…0001')
  })

  test('what a code asks for; an unknown one suspends the mandate', () => {
    expect(returnRuleOf('AM04')).toMatchObject({ method: 'stays', again: 'plan', most: 2 })
    expect(returnRuleOf('AC04')).toMatchObject({ method: 'canceled', again: 'no' })
    expect(returnRuleOf('FF01')).toMatchObject({ again: 'by_hand', tellsCustomer: false })
    expect([returnRuleOf('ZZ99'), returnRuleOf(null), returnRuleOf('constructor')]).toEqual(
      Array.from({ length: 3 }, () =>
        expect.objectContaining({ method: 'suspended', again: 'no' }),
      ),
    )
    expect(decisiveCode(['INT1', 'AM04'])).toBe('AM04')
    expect(decisiveCode(['INT1', 'INT2'])).toBe('INT1')
    expect(decisiveCode([])).toBeNull()
  })
})

describe.runIf(HAS_VECTORS)(`vectors${SKIPPED}`, () => {
  test('creditor identifiers', () => {
    const { rows } = vectors('creditor-ids')
    expect(rows.length).toBeGreaterThan(20)
    for (const { id, valid, normal, fault } of rows)
      expect(readCreditorId(id), id).toEqual(valid ? { value: normal } : { fault })
  })

  test('mandate references', () => {
    const { rows, same } = vectors('mandate-references')
    for (const { reference, fault } of rows)
      expect(faultOfMandateReference(reference), reference).toBe(fault ?? null)
    for (const { a, b, same: expected } of same)
      expect(mandateReferenceKey(a) === mandateReferenceKey(b), `${a} ${b}`).toBe(expected)
  })

  test('TARGET days', () => {
    const { days, steps } = vectors('target-days')
    for (const { date, open } of days) expect(isTargetDay(date), date).toBe(open)
    for (const { date, days: count, result } of steps)
      expect(addTargetDays(date, count), date).toBe(result)
  })

  test('characters: each letter of the table, and texts', () => {
    const { table, own, expand, tests } = vectors('charset')
    const strip = (text: string) => toSepaText(`A${text}A`, { umlauts: 'strip', max: 140 })
    for (const [letter, written] of Object.entries(table))
      if (!Object.hasOwn(own, letter) && !Object.hasOwn(expand, letter))
        expect(strip(letter), letter).toBe(`A${written}A`)
    for (const it of tests)
      for (const umlauts of ['expand', 'strip'] as const)
        expect(toSepaText(it.text, { umlauts, max: 140 }), it.text).toBe(it[umlauts])
  })

  test('codes of returns', () => {
    for (const it of vectors('returns').codes)
      expect(returnRuleOf(it.code), it.code).toEqual({
        method: it.method,
        again: it.again,
        most: it.most,
        asks: it.asks,
        tellsCustomer: it.mail_to_customer,
      })
  })
})
