import { expect, test } from 'vitest'
import { bankOf } from './bank-of.ts'

test.each([
  ['DE89 3704 0044 0532 0130 00', 'COBADEFFXXX'],
  ['nl91abna0417164300', 'ABNANL2A'],
  ['AT61 1904 3002 3457 3201', undefined],
  ['DE89 3704 0044 0532 0130 01', undefined],
  ['DE89 3704 0044', undefined],
  ['ÄÖ', undefined],
  ['', undefined],
])('%s', (iban, bic) => expect(bankOf(iban)?.bic).toBe(bic))
