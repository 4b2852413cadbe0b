import { Fragment } from '@billwright/templates'
import { describe, expect, test } from 'vitest'
import type { DocumentSource, PrintedInvoice } from './document-source.ts'
import { swissBillOf } from './payment-view.ts'
import { sampleSource } from './samples/sample.ts'
import { sampleCase } from './samples/sample-cases.ts'
import { documentView } from './view.ts'

const SWISS = sampleCase('swiss')
const EURO = sampleSource('de')

const withInvoice = (source: DocumentSource, changes: Partial<PrintedInvoice>): DocumentSource => ({
  ...source,
  invoice: { ...source.invoice, ...changes },
})

const buyerIn = (countryCode: string | null) => {
  const { buyer } = SWISS.invoice
  return { buyer: { ...buyer, address: { ...buyer.address, countryCode } } }
}

/** Which codes a document shows. */
function codesOf(source: DocumentSource): readonly string[] {
  const view = documentView(source)
  return ['paymentQr', 'swissQrBill'].filter((name) => view[name] instanceof Fragment)
}

describe('codes for banking apps', () => {
  test.each([
    ['francs on a Swiss account', SWISS, ['swissQrBill']],
    ['francs for a payer abroad', withInvoice(SWISS, buyerIn('DE')), ['swissQrBill']],
    ['euro on a German account', EURO, ['paymentQr']],
    [
      'euro on a Swiss account, a Swiss payer',
      withInvoice(SWISS, { currency: 'EUR' }),
      ['swissQrBill'],
    ],
    [
      'euro on a Swiss account, a payer whose bank knows only the EPC code',
      withInvoice(SWISS, { currency: 'EUR', ...buyerIn('FR') }),
      ['paymentQr', 'swissQrBill'],
    ],
    ['another currency', withInvoice(SWISS, { currency: 'USD' }), []],
  ])('%s', (_case, source, codes) => {
    expect(codesOf(source)).toEqual(codes)
  })

  test.each([
    ['a draft', { status: 'draft', number: null }],
    ['a paid invoice', { status: 'paid' }],
    ['a void invoice', { status: 'void' }],
    ['a credit note', { type: 'credit_note' }],
  ] as const)('none on %s', (_case, changes) => {
    expect(codesOf(withInvoice(SWISS, changes))).toEqual([])
    expect(codesOf(withInvoice(EURO, changes))).toEqual([])
    expect(swissBillOf(withInvoice(SWISS, changes).invoice).problem).toBeNull()
  })

  test('no payment codes if nothing is due', () => {
    for (const source of [SWISS, EURO]) {
      const { totalMinor } = source.invoice.totals
      expect(codesOf(withInvoice(source, { creditedMinor: totalMinor }))).toEqual([])
    }
  })

  test('they ask for the amount due, not for the total', () => {
    const paidMinor = SWISS.invoice.totals.totalMinor - 105n
    expect(swissBillOf({ ...SWISS.invoice, paidMinor }).bill?.amount).toBe('1.05')
  })

  test('a QR-IBAN is in no EPC code: banks refuse a transfer to it without a QR reference', () => {
    const { seller } = SWISS.invoice
    const bankAccount = { ...seller.bankAccount, iban: 'CH4431999123000889012', qrIban: null }
    const source = withInvoice(SWISS, { currency: 'EUR', seller: { ...seller, bankAccount } })
    expect(codesOf(source)).toEqual([])
    expect(swissBillOf(source.invoice).problem).toContain('QR-IBAN')
  })
})

test('a document with a QR-bill is on A4, whatever its language', () => {
  expect(documentView(withInvoice(SWISS, { language: 'en-US' })).pageSize).toBe('A4')
  expect(documentView(withInvoice(SWISS, { language: 'en-US', status: 'paid' })).pageSize).toBe(
    'Letter',
  )
})
