import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { EInvoiceError } from '../einvoice-error.ts'
import { FULL, MINIMAL, number } from '../model/document.testing.ts'
import { readEInvoice } from './read.ts'
import { writeCii, writeUbl } from './write.ts'

const UBL = writeUbl(FULL, 'en16931')
const CII = writeCii(FULL, 'en16931')
const goldenText = (name: string): string =>
  readFileSync(new URL(`../../../../test/golden/einvoices/${name}.xml`, import.meta.url), 'utf8')
const FATTURA = goldenText('fatturapa/ordinary')
const FAKTURA = goldenText('ksef/ordinary')
const read = (xml: string) => readEInvoice(Buffer.from(xml))

/** The first element of that name with another text. */
const withValue = (xml: string, name: string, value: string): string => {
  const element = new RegExp(`(<(?:\\w+:)?${name}(?: [^>]*)?>)[^<]*`)
  if (!element.test(xml)) throw new Error(`There is no ${name}.`)
  return xml.replace(element, `$1${value}`)
}

/** The code and message of the refusal, and its faults. */
function refusal(bytes: Uint8Array) {
  try {
    readEInvoice(bytes)
  } catch (error) {
    if (error instanceof EInvoiceError) return error
    throw error
  }
  throw new Error('It was taken.')
}

describe('an e-invoice', () => {
  test('has a format and a kind', () => {
    expect(read(UBL)).toMatchObject({ format: 'ubl', kind: 'invoice' })
    expect(read(CII)).toMatchObject({ format: 'cii', kind: 'invoice' })
    const credit = { ...FULL, typeCode: '381' }
    expect(read(writeUbl(credit, 'en16931'))).toMatchObject({ format: 'ubl', kind: 'credit_note' })
    expect(read(writeCii(credit, 'en16931'))).toMatchObject({ format: 'cii', kind: 'credit_note' })
  })

  test('is recognized by its namespaces, with any prefixes', () => {
    const renamed = UBL.replaceAll('cbc:', 'x:')
      .replace('xmlns:cbc', 'xmlns:x')
      .replaceAll('cac:', 'cbc:')
      .replace('xmlns:cac', 'xmlns:cbc')
    expect(read(renamed)).toEqual(read(UBL))
  })

  test('is read the same from UTF-8 with a byte order mark and from UTF-16', () => {
    const utf16 = Buffer.from(`\ufeff${UBL.replace('UTF-8', 'UTF-16')}`, 'utf16le')
    expect(readEInvoice(Buffer.from(`\ufeff${UBL}`))).toEqual(read(UBL))
    expect(readEInvoice(utf16)).toEqual(read(UBL))
    expect(readEInvoice(Buffer.from(utf16).swap16())).toEqual(read(UBL))
  })

  test('is read from the encoding it declares', () => {
    const { document } = readEInvoice(Buffer.from(UBL.replace('UTF-8', 'ISO-8859-1'), 'latin1'))
    expect(document.seller.address.line1).toBe('Fördestraße 1')
  })

  test('may have its prices to any number of decimals', () => {
    const exact = UBL.replace('>333330000.0001<', '>0.123456789012345678<')
    expect(read(exact).document.lines[2]?.price.net).toEqual(number('0.123456789012345678'))
  })
})

describe('lines that group others', () => {
  const group = {
    cii: '<ram:LineStatusReasonCode>GROUP</ram:LineStatusReasonCode>',
    ubl: '<cac:BillingReference><cac:InvoiceDocumentReference><cbc:ID>1</cbc:ID><cbc:DocumentStatusCode>GROUP</cbc:DocumentStatusCode></cac:InvoiceDocumentReference></cac:BillingReference>',
  }
  test.each([
    ['cii', CII.replace('</ram:LineID>', `</ram:LineID>${group.cii}`)],
    ['ubl', UBL.replace('<cac:Item>', `${group.ubl}<cac:Item>`)],
  ])('are ignored and listed (%s)', (_format, xml) => {
    const { document, unread } = read(xml)
    expect(document.lines.map(({ id }) => id)).toEqual(FULL.lines.slice(1).map(({ id }) => id))
    expect(unread.map(({ value }) => value)).toContain('GROUP')
  })
})

describe('unknown parts are listed', () => {
  test('elements, attributes and texts, each with its path', () => {
    const more = UBL.replace(
      '<cac:InvoicePeriod>',
      '<cbc:Unheard note="1">of</cbc:Unheard><cac:InvoicePeriod>',
    ).replace(
      '<cac:InvoiceLine>',
      '<cac:InvoiceLine later="yes"><x:New xmlns:x="urn:new">2</x:New>',
    )
    expect(read(more).unread).toEqual([
      { path: '/Invoice/cbc:Unheard/@note', value: '1' },
      { path: '/Invoice/cbc:Unheard', value: 'of' },
      { path: '/Invoice/cac:InvoiceLine[1]/@later', value: 'yes' },
      { path: '/Invoice/cac:InvoiceLine[1]/{urn:new}New', value: '2' },
    ])
  })

  test.each([
    [
      'a second value where one has room',
      '<cbc:BuyerReference>',
      '<cbc:BuyerReference>OTHER</cbc:BuyerReference><cbc:BuyerReference>',
      'cbc:BuyerReference[2]',
    ],
    [
      'the same value once more, of another list',
      '<cbc:CompanyID schemeID="0204">HRB 12345 Kiel</cbc:CompanyID>',
      '<cbc:CompanyID schemeID="0204">HRB 12345 Kiel</cbc:CompanyID><cbc:CompanyID schemeID="0002">HRB 12345 Kiel</cbc:CompanyID>',
      'cac:AccountingSupplierParty/cac:Party/cac:PartyLegalEntity/cbc:CompanyID[2]/@schemeID',
    ],
    [
      'a part of an account that has no term',
      'Kontor Nord</cbc:Name>',
      'Kontor Nord</cbc:Name><cbc:AliasName>KN</cbc:AliasName>',
      'cac:PaymentMeans[1]/cac:PayeeFinancialAccount/cbc:AliasName',
    ],
    [
      'a file that is no Base64',
      'VGFnO1N0dW5kZW4KMTsyLDUK',
      'no/base-64!',
      'cac:AdditionalDocumentReference[3]/cac:Attachment/cbc:EmbeddedDocumentBinaryObject',
    ],
  ])('%s', (_, before, after, path) => {
    expect(UBL).toContain(before)
    const { unread } = read(UBL.replace(before, after))
    expect(unread.map((it) => it.path)).toContain(`/Invoice/${path}`)
  })

  test('an amount in another currency than the document', () => {
    const mixed = UBL.replace(
      '<cbc:PrepaidAmount currencyID="EUR">',
      '<cbc:PrepaidAmount currencyID="USD">',
    )
    expect(read(mixed).document.totals.paidCents).toBeUndefined()
    expect(read(mixed).unread).toEqual([
      { path: '/Invoice/cac:LegalMonetaryTotal/cbc:PrepaidAmount/@currencyID', value: 'USD' },
      { path: '/Invoice/cac:LegalMonetaryTotal/cbc:PrepaidAmount', value: '100.00' },
    ])
  })

  test.each([
    'cbc:LineExtensionAmount',
    'cbc:PriceAmount',
    'cbc:Amount',
    'cbc:BaseAmount',
  ])('an item in another currency than the document: %s', (name) => {
    const [head = '', ...lines] = UBL.split('<cac:InvoiceLine>')
    const first = new RegExp(`<${name} currencyID="EUR">`)
    const mixed = [
      head,
      lines.join('<cac:InvoiceLine>').replace(first, `<${name} currencyID="NOK">`),
    ]
    const { document, unread } = read(mixed.join('<cac:InvoiceLine>'))
    expect(document).toEqual(read(UBL).document)
    expect(unread).toEqual([
      {
        path: expect.stringMatching(`^/Invoice/cac:InvoiceLine.*/${name}/@currencyID$`),
        value: 'NOK',
      },
    ])
  })
})

describe('422 einvoice_incomplete', () => {
  test('names everything that is missing or unreadable', () => {
    const { code, faults } = refusal(
      Buffer.from(
        writeUbl({ ...MINIMAL, number: ' ', currency: '' }, 'en16931').replace(
          '>50.00<',
          '>fifty<',
        ),
      ),
    )
    expect(code).toBe('einvoice_incomplete')
    expect(faults).toContainEqual({
      pointer: '/number',
      code: 'required',
      message: 'BT-1, the invoice number, is missing or cannot be read.',
    })
    expect(faults.map(({ pointer }) => pointer)).toContain('/currency')
    expect(faults).toContainEqual(
      expect.objectContaining({
        pointer: '/Invoice/cac:TaxTotal/cac:TaxSubtotal/cbc:TaxableAmount',
        code: 'wrong_format',
        message:
          '“fifty” in TaxableAmount is not a number of at most 64 characters with a decimal point.',
        params: { reason: 'not_a_number', name: 'TaxableAmount', value: 'fifty' },
      }),
    )
  })

  const DATE = 'not_a_date'
  const NUMBER = 'not_a_number'
  const CODE = 'not_a_code'
  test.each([
    ['ubl', UBL, 'DueDate', '2026-02-30', DATE],
    ['ubl', UBL, 'DueDate', '31.12.2026', DATE],
    ['ubl', UBL, 'IssueDate', '2026-01-31+15:00', DATE],
    ['ubl', UBL, 'IssueDate', '2026-01-31+14:01', DATE],
    ['ubl', UBL, 'IssueDate', '0000-01-01', DATE],
    ['ubl', UBL, 'StartDate', '2026-13-01', DATE],
    ['ubl', UBL, 'PrepaidAmount', '1e2', NUMBER],
    ['ubl', UBL, 'PayableAmount', '1.234,56', NUMBER],
    ['ubl', UBL, 'Percent', '19 %', NUMBER],
    ['ubl', UBL, 'InvoicedQuantity', 'two', NUMBER],
    ['ubl', UBL, 'PriceAmount', '9'.repeat(65), NUMBER],
    ['cii', CII, 'DateTimeString', '2026-01-31', DATE],
    ['cii', CII, 'DateTimeString', '20260230', DATE],
    ['cii', CII, 'TotalPrepaidAmount', '100,00', NUMBER],
    ['cii', CII, 'RateApplicablePercent', '19%', NUMBER],
    ['fatturapa', FATTURA, 'Data', '02/11/2026', DATE],
    ['fatturapa', FATTURA, 'DataScadenzaPagamento', '2026-13-45', DATE],
    ['fatturapa', FATTURA, 'PrezzoTotale', '100,00', NUMBER],
    ['fatturapa', FATTURA, 'AliquotaIVA', '22,00', NUMBER],
    ['fatturapa', FATTURA, 'ImportoTotaleDocumento', '1E3', NUMBER],
    ['fatturapa', FATTURA, 'Divisa', 'euro', CODE],
    ['fatturapa', FATTURA, 'TipoDocumento', 'TD99', CODE],
    ['fatturapa', FATTURA, 'ModalitaPagamento', 'MP99', CODE],
    ['fatturapa', FATTURA, 'EsigibilitaIVA', 'X', CODE],
    ['ksef', FAKTURA, 'P_1', '2026-02-29', DATE],
    ['ksef', FAKTURA, 'Termin', '2.12.2026', DATE],
    ['ksef', FAKTURA, 'P_15', '123,00', NUMBER],
    ['ksef', FAKTURA, 'P_11', '٣', NUMBER],
    ['ksef', FAKTURA, 'P_12', 'dwadziescia', CODE],
    ['ksef', FAKTURA, 'KodWaluty', 'zł', CODE],
    ['ksef', FAKTURA, 'RodzajFaktury', 'INNA', CODE],
  ])('%s: a text that is no date, number or code (%#)', (_format, xml, name, value, reason) => {
    const { code, faults } = refusal(Buffer.from(withValue(xml, name, value)))
    expect(code).toBe('einvoice_incomplete')
    expect(faults[0]).toMatchObject({ code: 'wrong_format', params: { reason, name } })
    expect(faults[0]?.pointer).toMatch(new RegExp(`[/:]${name}(\\[\\d+\\])?$`))
  })

  test('a reason of an exemption that is none', () => {
    const xml = goldenText('fatturapa/flat-rate-stamp-duty').replace(/<Natura>[^<]*/, '<Natura>N9')
    expect(refusal(Buffer.from(xml)).faults[0]?.params).toMatchObject({
      reason: 'not_a_code',
      value: 'N9',
    })
  })

  test.each([
    ['ubl', UBL, /<cbc:IssueDate>.*?<\/cbc:IssueDate>/],
    ['cii', CII, /<ram:IssueDateTime>.*?<\/ram:IssueDateTime>/s],
    ['fatturapa', FATTURA, /<Data>.*?<\/Data>/],
    ['ksef', FAKTURA, /<P_1>.*?<\/P_1>/],
  ])('%s: a missing term is the only one that is named', (_format, xml, term) => {
    const { faults } = refusal(Buffer.from(xml.replace(term, '')))
    expect(faults.map(({ pointer }) => pointer)).toEqual(['/issueDate'])
  })

  test('amounts that no column can store', () => {
    const huge = withValue(UBL, 'PayableAmount', '9'.repeat(30))
    expect(refusal(Buffer.from(huge)).faults).toMatchObject([{ pointer: '/totals/dueCents' }])
  })
})

describe('dates and amounts in other forms', () => {
  test.each([
    ['ubl', UBL, 'IssueDate', '2026-12-02+01:00'],
    ['ubl', UBL, 'IssueDate', '2026-12-02Z'],
    ['ubl', UBL, 'IssueDate', '2026-12-02-14:00'],
    ['fatturapa', FATTURA, 'Data', ' 2026-12-02+02:00 '],
    ['ksef', FAKTURA, 'P_1', '2026-12-02Z'],
  ])('%s: the zone of a date is cut (%#)', (_format, xml, name, value) => {
    expect(read(withValue(xml, name, value)).document.issueDate).toBe('2026-12-02')
  })

  test('cii: a time is cut', () => {
    const xml = CII.replace('format="102">20260131', 'format="203">202601311530')
    expect(read(xml).document.issueDate).toBe('2026-01-31')
  })

  test('amounts of more than two decimals are rounded in every format', () => {
    const paid = (xml: string) => read(xml).document.totals
    expect(paid(withValue(UBL, 'PrepaidAmount', '100.005')).paidCents).toBe(10_001n)
    expect(paid(withValue(CII, 'TotalPrepaidAmount', '-100.005')).paidCents).toBe(-10_001n)
    expect(paid(withValue(FATTURA, 'ImportoTotaleDocumento', '1.0049')).withTaxCents).toBe(100n)
    expect(paid(withValue(FAKTURA, 'P_15', '+.5')).withTaxCents).toBe(50n)
  })
})

describe('422 einvoice_format_unknown', () => {
  test.each([
    '<Invoice/>',
    '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Order-2"/>',
    '<html xmlns="http://www.w3.org/1999/xhtml"><body/></html>',
  ])('%s', (xml) => {
    expect(refusal(Buffer.from(xml))).toMatchObject({ code: 'einvoice_format_unknown' })
  })
})

describe('422 einvoice_unreadable', () => {
  const LAUGHS = Array.from(
    { length: 9 },
    (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`,
  )
  const inside = (text: string) => `<?xml version="1.0"?>${text}<Invoice>&x;</Invoice>`
  const BROKEN: readonly (readonly [string, string | Uint8Array])[] = [
    ['a billion laughs', inside(`<!DOCTYPE Invoice [<!ENTITY l0 "ha">${LAUGHS.join('')}]>`)],
    ['an external entity', inside('<!DOCTYPE Invoice [<!ENTITY x SYSTEM "file:///etc/passwd">]>')],
    ['an external DTD', inside('<!DOCTYPE Invoice SYSTEM "http://127.0.0.1/x.dtd">')],
    ['an entity nobody declared', inside('')],
    ['100 000 levels', '<a>'.repeat(100_000)],
    ['a million elements', `<a>${'<b/>'.repeat(1_000_000)}</a>`],
    ['10 000 attributes', `<a ${Array.from({ length: 10_000 }, (_, n) => `a${n}=""`).join(' ')}/>`],
    ['a prefix nobody declared', '<cbc:ID>1</cbc:ID>'],
    ['an attribute that never ends', `<a b="${'x'.repeat(4_000_000)}`],
    ['half a file', UBL.slice(0, UBL.length / 2)],
    ['two files', `${UBL}${UBL}`],
    ['nothing', ''],
    ['text', 'Rechnung Nr. 1'],
    ['JSON', '{"number": 1}'],
    ['XML 1.1', UBL.replace('version="1.0"', 'version="1.1"')],
    ['a forbidden character', '<a>&#0;</a>'],
    ['bytes that are not UTF-8', Buffer.from(UBL, 'latin1')],
    ['an encoding nobody uses', UBL.replace('UTF-8', 'UTF-7')],
    ['an encoding nobody knows', UBL.replace('UTF-8', 'x-made-up')],
    ['UTF-16 without its mark', Buffer.from(UBL, 'utf16le')],
    ['UTF-16 in name only', UBL.replace('UTF-8', 'UTF-16')],
  ]

  test.each(BROKEN)('%s', (_, xml) => {
    const error = refusal(typeof xml === 'string' ? Buffer.from(xml) : xml)
    expect(error).toMatchObject({ code: 'einvoice_unreadable' })
    expect(error.message.length).toBeLessThan(400)
  })
})

test('413 einvoice_too_large: more than 5 MiB', () => {
  expect(refusal(new Uint8Array(5 * 1024 * 1024 + 1))).toMatchObject({
    code: 'einvoice_too_large',
  })
})

test('a large file of nothing understood is read in a moment and listed in part', () => {
  const noise = '<cac:InvoiceLine/><cbc:Note> </cbc:Note><cbc:X>1</cbc:X>'.repeat(60_000)
  const { unread, document } = read(UBL.replace('</Invoice>', `${noise}</Invoice>`))
  expect(unread).toHaveLength(500)
  expect(document.lines).toHaveLength(3)
})
