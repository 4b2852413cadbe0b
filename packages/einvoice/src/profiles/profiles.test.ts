import { describe, expect, test } from 'vitest'
import { FULL } from '../model/document.testing.ts'
import type { EInvoice } from '../model/document.ts'
import { readEInvoice } from '../xml/read.ts'
import { writeCii, writeUbl } from '../xml/write.ts'

const EN = 'urn:cen.eu:en16931:2017'
const PROCESS = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'
const WITHOUT_ROUNDING = { ...FULL, totals: { ...FULL.totals, roundingCents: 0n } }

const profileOf = (xml: string) => {
  const { specification, businessProcess } = readEInvoice(Buffer.from(xml)).document
  return { specification, businessProcess }
}

describe('a profile declares its specification and its process', () => {
  test.each([
    ['en16931', EN, undefined],
    ['peppol', `${EN}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`, PROCESS],
    ['xrechnung', `${EN}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`, PROCESS],
  ] as const)('UBL, %s', (profile, specification, businessProcess) => {
    expect(profileOf(writeUbl(FULL, profile))).toEqual({ specification, businessProcess })
  })

  test.each([
    ['en16931', EN, undefined],
    ['xrechnung', `${EN}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`, PROCESS],
    ['factur-x', EN, undefined],
    ['factur-x-basic', `${EN}#compliant#urn:factur-x.eu:1p0:basic`, undefined],
  ] as const)('CII, %s', (profile, specification, businessProcess) => {
    const xml = writeCii(WITHOUT_ROUNDING, profile)
    expect(profileOf(xml)).toEqual({ specification, businessProcess })
  })

  test('a process of the document stays if the profile prescribes none', () => {
    const french = { ...FULL, businessProcess: 'B1' }
    expect(profileOf(writeCii(french, 'factur-x')).businessProcess).toBe('B1')
    expect(profileOf(writeUbl(french, 'peppol')).businessProcess).toBe(PROCESS)
  })
})

describe('BASIC of Factur-X', () => {
  test('has fewer terms, and the same figures', () => {
    const xml = writeCii(WITHOUT_ROUNDING, 'factur-x-basic')
    const { document } = readEInvoice(Buffer.from(xml))
    expect(xml).not.toMatch(
      /DefinedTradeContact|SellerOrderReferencedDocument|AdditionalReferencedDocument|SpecifiedProcuringProject|ReceivingAdvice|RoundingAmount|AccountName|BICID|SellerAssignedID|DesignatedProduct/,
    )
    expect(document.lines.map(({ netCents }) => netCents)).toEqual([12075n, 20000n, 10000n])
    expect(document.totals).toEqual({ ...FULL.totals, roundingCents: undefined })
  })

  test('has the amount of an item discount, and neither its percentage nor its base', () => {
    const adjusted = (it: EInvoice) =>
      it.lines.flatMap((line) => [...line.allowances, ...line.charges])
    expect(adjusted(FULL).some(({ percent }) => percent !== undefined)).toBe(true)
    const xml = writeCii(WITHOUT_ROUNDING, 'factur-x-basic')
    const { document } = readEInvoice(Buffer.from(xml))
    expect(adjusted(document)).toHaveLength(adjusted(FULL).length)
    for (const { percent, baseCents } of adjusted(document))
      expect([percent, baseCents]).toEqual([undefined, undefined])
  })

  test('has no place for a rounding of the amount due', () => {
    expect(() => writeCii(FULL, 'factur-x-basic')).toThrow('BASIC has no rounding amount')
  })
})
