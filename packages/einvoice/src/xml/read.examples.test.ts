import { describe, expect, test } from 'vitest'
import { EInvoiceError } from '../einvoice-error.ts'
import { subtract } from '../model/decimal.ts'
import type { EInvoice } from '../model/document.ts'
import type { Price } from '../model/line.ts'
import {
  HAS_OFFICIAL_RULES,
  invalidExamples,
  validExamples,
  WITHOUT_OFFICIAL_RULES,
} from '../rules/official-rules.testing.ts'
import { type ReadEInvoice, readEInvoice } from './read.ts'
import { writeCii, writeUbl } from './write.ts'

describe.skipIf(!HAS_OFFICIAL_RULES)(`documents of others${WITHOUT_OFFICIAL_RULES}`, () => {
  test.each(
    validExamples(),
  )('$format/$name: read, written and read again, nothing is lost', (it) => {
    const before = readEInvoice(it.bytes)
    const after = readAgain(before.document, it.format)
    expect(withoutProfile(after.document)).toEqual(withoutProfile(before.document))
    expect(after.document.totals).toEqual(before.document.totals)
    expect(after).toMatchObject({ format: it.format, kind: before.kind, unread: [] })
  })

  test.each(validExamples())('$format/$name: through the other syntax, nothing is lost', (it) => {
    const { document } = readEInvoice(it.bytes)
    const other = readAgain(document, it.format === 'ubl' ? 'cii' : 'ubl')
    expect(comparable(other.document)).toEqual(comparable(document))
    expect(other.unread).toEqual([])
  })

  test('of all their elements only these are not understood', () => {
    const unread = validExamples().flatMap(({ bytes }) => readEInvoice(bytes).unread)
    const last = (path: string) => path.split('/').slice(-2).join('/')
    expect(unread.map(({ path }) => last(path)).toSorted()).toEqual([
      // A tax number of the buyer within the country; EN 16931 has its VAT identifier only.
      'cac:PartyTaxScheme[2]/cbc:CompanyID',
      'cac:TaxScheme/cbc:ID',
      // References that do not say what they refer to.
      'ram:AdditionalReferencedDocument[1]/ram:IssuerAssignedID',
      'ram:AdditionalReferencedDocument[2]/ram:IssuerAssignedID',
      // An exemption reason on a line; it belongs to the breakdown.
      'ram:ApplicableTradeTax/ram:ExemptionReason',
      // A gross price per 1.1 pieces beside a net price per piece.
      'ram:BasisQuantity/@unitCode',
      'ram:GrossPriceProductTradePrice/ram:BasisQuantity',
      // The buyer's tax number again.
      'ram:ID/@schemeID',
      'ram:SpecifiedTaxRegistration[2]/ram:ID',
    ])
  })

  test.each(
    invalidExamples(),
  )('$format/$name: is read, or refused with the missing terms', (it) => {
    try {
      expect(readEInvoice(it.bytes).format).toBe(it.format)
    } catch (error) {
      expect(error).toBeInstanceOf(EInvoiceError)
      expect(error).toMatchObject({ code: 'einvoice_incomplete' })
    }
  })
})

const readAgain = (document: EInvoice, format: 'ubl' | 'cii'): ReadEInvoice =>
  readEInvoice(
    Buffer.from(format === 'ubl' ? writeUbl(document, 'en16931') : writeCii(document, 'en16931')),
  )

const withoutProfile = ({ specification: _, businessProcess: __, ...document }: EInvoice) =>
  document

/** Without what one syntax requires and the other leaves out, and in one order. */
const comparable = (document: EInvoice) => ({
  ...withoutProfile(document),
  seller: { ...document.seller, identifiers: inOrder(document.seller.identifiers) },
  buyer: { ...document.buyer, identifiers: inOrder(document.buyer.identifiers) },
  totals: { ...document.totals, taxCents: document.totals.taxCents ?? 0n },
  lines: document.lines.map((line) => ({ ...line, price: inFull(line.price) })),
})

const inOrder = (identifiers: EInvoice['seller']['identifiers']) =>
  identifiers.toSorted((one, other) => one.value.localeCompare(other.value))

/** Of net price, discount and gross price two say the third. */
function inFull({ net, discount, gross, ...rest }: Price) {
  const full = gross ?? (discount && subtract(net, { ...discount, digits: -discount.digits }))
  return { ...rest, net, gross: full, discount: discount ?? (full && subtract(full, net)) }
}
