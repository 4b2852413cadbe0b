import { describe, expect, test } from 'vitest'
import { isValidReference, referenceOf, variableSymbolIn } from './references.ts'

describe('references', () => {
  test.each([
    ['RF', 'RF18539007547034'],
    ['QRR', '210000000003139471430009017'],
    ['OGM', '010806817183'],
    ['VIITE', '1234561'],
    ['KID', '2345676'],
    ['OCR', '1234567897'],
    ['BK', '1001234567890123'],
    ['FIK', '000000000012344'],
  ] as const)('%s %s has right check digits, and wrong ones with another digit', (kind, value) => {
    const wrong = value.slice(0, -3) + ((Number(value.at(-3)) + 1) % 10) + value.slice(-2)
    expect([isValidReference(kind, value), isValidReference(kind, wrong)]).toEqual([true, false])
  })

  test('97 stands for no remainder in Belgium', () => {
    expect(isValidReference('OGM', '000000009797')).toBe(true)
    expect(isValidReference('OGM', '000000009700')).toBe(false)
  })

  test.each([
    ['RF18 5390 0754 7034', {}, 'RF', 'RF18539007547034'],
    ['+++010/8068/17183+++', { issuer: 'BBA' }, 'OGM', '010806817183'],
    ['010806817183', { country: 'BE' }, 'OGM', '010806817183'],
    ['000000000000000000202601301', { type: 'QRR' }, 'QRR', '000000000000000000202601301'],
    ['1234561', { country: 'FI' }, 'VIITE', '1234561'],
    ['1234562', { country: 'FI' }, 'other', '1234562'],
    ['2345676', { country: 'NO' }, 'KID', '2345676'],
    ['1234567897', { country: 'SE' }, 'OCR', '1234567897'],
    ['SI12 1234', { country: 'SI' }, 'SI', 'SI121234'],
    ['HR00 12-34', { country: 'HR' }, 'HR', 'HR0012-34'],
    ['0020260101', { country: 'CZ' }, 'VS', '20260101'],
    ['0020260101', { type: 'VS' }, 'VS', '20260101'],
    ['0020260101', { type: 'SS', country: 'SK' }, 'other', '0020260101'],
    ['INV 7', { type: 'SCOR' }, 'other', 'INV 7'],
  ] as const)('%s with %j is %s', (value, hints, kind, written) => {
    expect(referenceOf(value, hints)).toEqual({ kind, value: written })
  })

  test.each([
    ['/VS1234567890/SS/KS0308', '1234567890'],
    ['VS:0012', '12'],
    ['payment /VS7', '7'],
    ['/VS0000000000/SS1', undefined],
    ['/VS12345678901', undefined],
    ['CVS12', undefined],
  ])('the symbol in %s', (text, value) => {
    expect(variableSymbolIn(text)?.value).toBe(value)
  })
})
