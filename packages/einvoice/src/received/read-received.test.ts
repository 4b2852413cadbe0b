import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { EInvoiceError } from '../einvoice-error.ts'
import { FULL } from '../model/document.testing.ts'
import type { EInvoice } from '../model/document.ts'
import {
  HAS_OFFICIAL_RULES,
  OFFICIAL_FOLDER,
  WITHOUT_OFFICIAL_RULES,
} from '../rules/official-rules.testing.ts'
import { writeCii, writeUbl } from '../xml/write.ts'
import { type Received, readReceived } from './read-received.ts'
import { faktura, fattura, firstReceived } from './small.testing.ts'

const received = (xml: string | Uint8Array): Received => firstReceived(Buffer.from(xml))
const errorsOf = (xml: string | Uint8Array): readonly string[] => [
  ...new Set(
    received(xml)
      .findings.filter(({ level }) => level === 'error')
      .map(({ rule }) => rule),
  ),
]
const PLAIN: EInvoice = { ...FULL, notes: FULL.notes.slice(0, 1) }
const UBL = writeUbl(PLAIN, 'en16931')
const CII = writeCii(PLAIN, 'en16931')

/** The file with another BT-24. */
const as = (xml: string, specification: string): string =>
  xml.replace(/(CustomizationID>|GuidelineSpecified\w+>\s*<ram:ID>)[^<]*/, `$1${specification}`)
const EN = 'urn:cen.eu:en16931:2017'

describe('a file is judged by the profile that it names', () => {
  test.each([
    ['minimum', 'urn:factur-x.eu:1p0:minimum'],
    ['basic-wl', 'urn:factur-x.eu:1p0:basicwl'],
    ['factur-x', `${EN}#compliant#urn:factur-x.eu:1p0:basic`],
    ['extended', `${EN}#conformant#urn:factur-x.eu:1p0:extended`],
    ['xrechnung', `${EN}#compliant#urn:xoev-de:kosit:standard:xrechnung_2.1`],
    ['zugferd-1', 'urn:ferd:CrossIndustryDocument:invoice:1p0:comfort'],
    ['peppol', `${EN}#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0`],
    ['extended', 'urn:www.cenbii.eu:transaction:biitrns010:ver2.0:extended:urn:www.peppol.eu:bis'],
    ['cius-pt', `${EN}#compliant#urn:feap.gov.pt:CIUS-PT:1.0.0.`],
  ])('%s: %s', (profile, specification) => {
    expect(received(as(CII, specification)).profile).toBe(profile)
  })

  test('BASIC WL has no lines, so no rule about lines', () => {
    const bare = { ...PLAIN, lines: [], allowances: [], charges: [] }
    const xml = as(writeCii(bare, 'en16931'), 'urn:factur-x.eu:1p0:basicwl')
    expect(errorsOf(xml).filter((rule) => !/^BR-CO-1[1-3]$/.test(rule))).toEqual([])
    expect(errorsOf(as(xml, EN))).toContain('BR-16')
  })

  test('XRechnung requires electronic addresses since version 3', () => {
    const plain = { electronicAddress: undefined }
    const it = {
      ...PLAIN,
      seller: { ...PLAIN.seller, ...plain },
      buyer: { ...PLAIN.buyer, ...plain },
    }
    const xml = writeUbl(it, 'xrechnung')
    const addresses = ['PEPPOL-EN16931-R010', 'PEPPOL-EN16931-R020']
    expect(errorsOf(xml)).toEqual(expect.arrayContaining(addresses))
    const older = xml.replace(
      /urn:xeinkauf\.de:kosit:xrechnung_3\.0/,
      'urn:xoev-de:kosit:standard:xrechnung_2.3',
    )
    expect(errorsOf(older).filter((rule) => addresses.includes(rule))).toEqual([])
  })

  test.each(['527', '261', '389'])('Peppol Self-Billing has type %s', (typeCode) => {
    const xml = writeUbl({ ...PLAIN, typeCode }, 'peppol').replace(
      'poacc:billing:3.0',
      'poacc:selfbilling:3.0',
    )
    expect(errorsOf(xml)).not.toContain('PEPPOL-EN16931-P0100')
  })

  test('what our writers always set is missed in other files', () => {
    expect(errorsOf(UBL.replace(/<cbc:CustomizationID>[^<]*<\/cbc:CustomizationID>/, ''))).toEqual([
      'BR-01',
    ])
    const pint = writeUbl(PLAIN, 'pint')
    expect(errorsOf(pint)).not.toContain('PEPPOL-EN16931-R001')
    expect(errorsOf(pint.replace(/<cbc:ProfileID>[^<]*<\/cbc:ProfileID>/, ''))).toContain(
      'PEPPOL-EN16931-R001',
    )
  })

  test('freight in EXTENDED is a charge', () => {
    const freight =
      '<ram:SpecifiedLogisticsServiceCharge><ram:Description>Freight</ram:Description><ram:AppliedAmount>1.00</ram:AppliedAmount>' +
      '<ram:AppliedTradeTax><ram:TypeCode>VAT</ram:TypeCode><ram:CategoryCode>S</ram:CategoryCode><ram:RateApplicablePercent>19</ram:RateApplicablePercent></ram:AppliedTradeTax></ram:SpecifiedLogisticsServiceCharge>'
    const xml = CII.replace(
      '<ram:SpecifiedTradePaymentTerms>',
      `${freight}<ram:SpecifiedTradePaymentTerms>`,
    )
    expect(received(xml).content.adjustments).toContainEqual(
      expect.objectContaining({ kind: 'charge', reason: 'Freight', amount: '1.00' }),
    )
  })
})

describe('what can be read is stored with findings', () => {
  const REQUIRED = /BT-(1|2|5|27|112),/
  const leavesOf = (xml: string) => [...xml.matchAll(/<((?:cbc|ram|udt):\w+)[^>]*>[^<]*<\/\1>/g)]

  test.each([
    ['UBL', UBL],
    ['CII', CII],
  ])('%s without any one of its elements', (_syntax, xml) => {
    for (const { 0: leaf, index } of leavesOf(xml)) {
      const file = Buffer.from(xml.slice(0, index) + xml.slice(index + leaf.length))
      try {
        firstReceived(file)
      } catch (error) {
        if (!(error instanceof EInvoiceError)) throw new Error(leaf, { cause: error })
        expect(error.faults.map(({ message }) => message).join(), leaf).toMatch(REQUIRED)
      }
    }
  })

  test.each([
    ['no unit', UBL.replace(/ unitCode="[^"]*"/, ''), ['BR-23']],
    ['no means', UBL.replace(/<cbc:PaymentMeansCode.*?<\/cbc:PaymentMeansCode>/, ''), ['BR-49']],
    [
      'no quantity',
      UBL.replace(/<cbc:InvoicedQuantity.*?<\/cbc:InvoicedQuantity>/, ''),
      ['BR-23', 'BR-22'],
    ],
    [
      'only a trading name',
      UBL.replace(/<cbc:RegistrationName>.*?<\/cbc:RegistrationName>/, ''),
      ['BR-06'],
    ],
    ['no amount due', UBL.replace(/<cbc:PayableAmount.*?<\/cbc:PayableAmount>/, ''), ['BR-15']],
    [
      'more decimals',
      UBL.replace(
        /(<cbc:LineExtensionAmount[^>]*>)(\d+\.\d\d)(?=<\/cbc:LineExtensionAmount>\s*<c[ab]c:(?!Tax))/,
        '$1$2001',
      ),
      ['BR-DEC-23'],
    ],
  ])('%s', (_case, xml, rules) => {
    expect(errorsOf(xml)).toEqual(rules)
  })
})

describe('sums that a national file lacks', () => {
  const BREAKDOWN = /<DatiRiepilogo>.*<\/DatiRiepilogo>/s
  const TOTAL = /<ImportoTotaleDocumento>.*?<\/ImportoTotaleDocumento>/

  test.each([
    ['FatturaPA', fattura({}).replace(BREAKDOWN, ''), '1220.00'],
    ['FA(3)', faktura({}).replace(/<P_13_1>.*<\/P_14_1>/s, ''), '123.00'],
  ])('%s without a breakdown: a finding says that the net amount is missing', (_, xml, total) => {
    const { content, findings } = received(xml)
    expect(content.totals).toMatchObject({ net: total, total })
    expect(findings.map(({ rule }) => rule)).toContain('BR-13')
  })

  test.each([
    ['without a breakdown', fattura({}).replace(BREAKDOWN, '')],
    ['without a tax amount', fattura({}).replace(/<Imposta>.*?<\/Imposta>/, '')],
  ])('FatturaPA %s has a total only if it states one', (_, xml) => {
    expect(() => received(xml)).not.toThrow()
    expect(() => received(xml.replace(TOTAL, ''))).toThrow(EInvoiceError)
  })
})

describe('other forms', () => {
  test('in an envelope of Peppol', () => {
    const header = 'http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader'
    const xml = `<s:StandardBusinessDocument xmlns:s="${header}"><s:StandardBusinessDocumentHeader/>${UBL.replace(/<\?xml.*?\?>/, '')}</s:StandardBusinessDocument>`
    expect(received(xml).content).toEqual(received(UBL).content)
  })

  test('several in one envelope, beside what is no invoice', () => {
    const header = 'http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader'
    const inner = [UBL, CII].map((it) => it.replace(/<\?xml.*?\?>/, ''))
    const xml = `<s:StandardBusinessDocument xmlns:s="${header}"><s:StandardBusinessDocumentHeader/>${inner.join('')}<x:Other xmlns:x="urn:x"/></s:StandardBusinessDocument>`
    const all = readReceived({ file: Buffer.from(xml) })
    expect(all.map(({ format, place }) => [format, place])).toEqual([
      ['ubl', { position: 1, of: 2 }],
      ['cii', { position: 2, of: 2 }],
    ])
  })

  test('in an exchange header envelope (XHE)', () => {
    const xhe = 'http://docs.oasis-open.org/bdxr/ns/XHE/1/ExchangeHeaderEnvelope'
    const inner = UBL.replace(/<\?xml.*?\?>/, '')
    const xml = `<XHE xmlns="${xhe}"><XHEVersionID>1.0</XHEVersionID><Header/><x:Payloads xmlns:x="urn:x"><x:Payload><x:PayloadContent>${inner}</x:PayloadContent></x:Payload></x:Payloads></XHE>`
    expect(received(xml).content.number).toBe(received(UBL).content.number)
  })

  test('ZUGFeRD 1.0', () => {
    const ram = 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:12'
    const older = CII.replaceAll('rsm:CrossIndustryInvoice', 'rsm:CrossIndustryDocument')
      .replace(/xmlns:rsm="[^"]*"/, 'xmlns:rsm="urn:ferd:CrossIndustryDocument:invoice:1p0"')
      .replace(/xmlns:ram="[^"]*"/, `xmlns:ram="${ram}"`)
      .replace(
        /xmlns:udt="[^"]*"/,
        'xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:15"',
      )
      .replaceAll('rsm:ExchangedDocumentContext', 'rsm:SpecifiedExchangedDocumentContext')
      .replaceAll('rsm:ExchangedDocument>', 'rsm:HeaderExchangedDocument>')
      .replaceAll('rsm:SupplyChainTradeTransaction', 'rsm:SpecifiedSupplyChainTradeTransaction')
      .replaceAll('ram:ApplicableHeaderTrade', 'ram:ApplicableSupplyChainTrade')
      .replaceAll('ram:SpecifiedLineTrade', 'ram:SpecifiedSupplyChainTrade')
      .replaceAll(
        /ram:SpecifiedTradeSettlement(Line|Header)Monetary/g,
        'ram:SpecifiedTradeSettlementMonetary',
      )
      .replaceAll('ram:RateApplicablePercent', 'ram:ApplicablePercent')
    const { content, profile } = received(
      as(older, 'urn:ferd:CrossIndustryDocument:invoice:1p0:comfort'),
    )
    const { lines, totals, seller, number } = received(CII).content
    expect(profile).toBe('zugferd-1')
    expect(content).toMatchObject({ lines, totals, seller, number })
  })

  test.each([
    [
      'Facturae',
      '<f:Facturae xmlns:f="http://www.facturae.gob.es/formato/Versiones/Facturaev3_2_2.xml"/>',
    ],
    ['ebInterface', '<Invoice xmlns="http://www.ebinterface.at/schema/6p1/"/>'],
    [
      'FSM10',
      '<p:FatturaElettronicaSemplificata xmlns:p="http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.0"/>',
    ],
    ['an order', '<Order xmlns="urn:oasis:names:specification:ubl:schema:xsd:Order-2"/>'],
    ['older FA', '<Faktura xmlns="http://crd.gov.pl/wzor/2023/06/29/12648/"/>'],
  ])('refused by its name: %s', (name, xml) => {
    expect(() => received(xml)).toThrow(name)
  })
})

interface Expected {
  readonly file: string
  readonly readable: boolean
  readonly official?: readonly { readonly fatal: readonly string[] }[]
}

/** Errors that are right although the official rules have no such id. */
const TOLD_OTHERWISE: Readonly<Record<string, readonly string[]>> = {
  // FX-SCH-A-000581 is the official name.
  'pdf/mustang--MustangGnuaccountingBeispielRE-20190610_507.pdf': ['BR-CL-11'],
  // The official rules break off before it.
  'cii/mustang-test--line-total-4-decimals.xml': ['BR-DEC-23'],
}

describe.skipIf(!HAS_OFFICIAL_RULES)(`official samples${WITHOUT_OFFICIAL_RULES}`, () => {
  const folder = new URL('corpus/', OFFICIAL_FOLDER)
  const all: readonly Expected[] = HAS_OFFICIAL_RULES
    ? JSON.parse(readFileSync(new URL('expected.json', folder), 'utf8'))
    : []

  test.each(
    // One has the date 20139102.
    all
      .filter(({ readable, file }) => readable && !file.includes('zugferd-extended.xml'))
      .map((it) => [it.file, it] as const),
  )('%s has no error that its official rules do not find', (file, { official = [] }) => {
    const known = official.flatMap(({ fatal }) => fatal)
    const errors = errorsOf(readFileSync(new URL(file, folder)))
    const others = errors.filter((rule) => !known.includes(rule))
    expect(others.sort()).toEqual(TOLD_OTHERWISE[file] ?? [])
  })

  const samples = HAS_OFFICIAL_RULES
    ? ['factur-x', 'own', 'nlcius'].flatMap((name) =>
        readdirSync(new URL(`samples/${name}/`, OFFICIAL_FOLDER)).map(
          (file) => `samples/${name}/${file}`,
        ),
      )
    : []

  test.each(samples)('%s', (file) => {
    const errors = errorsOf(readFileSync(new URL(file, OFFICIAL_FOLDER)))
    expect(errors.length > 0).toBe(file.includes('_error'))
  })
})
