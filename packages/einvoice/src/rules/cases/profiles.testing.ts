import { CREDIT_NOTE, FULL, MINIMAL, number } from '../../model/document.testing.ts'
import { taxed } from './categories.testing.ts'
import { type Changes, casesOf, changed, type Row } from './rule-case.testing.ts'

const CARD = { 'payment.means': [{ code: '48', card: { number: '4242' } }] }
const DEBIT = { means: [{ code: '59', debitedAccount: 'DE02100500000054540402' }], mandate: 'M-1' }
const SEPA_DEBIT = { payment: { ...DEBIT, creditorId: 'DE98ZZZ09999999999' } }
const ACCOUNT = { id: 'DE02500105170137075030' }

/** XRechnung 3.0, which Peppol repeats within Germany under its own ids. */
const GERMAN: readonly Row[] = [
  ['BR-DE-1 means', { payment: undefined }],
  ['BR-DE-2 sellerContact', { 'seller.contact': undefined }],
  ['BR-DE-3 sellerCity', { 'seller.address.city': undefined }],
  ['BR-DE-4 sellerPostalCode', { 'seller.address.postalCode': '' }],
  ['BR-DE-5 sellerContact', { 'seller.contact.name': undefined }],
  ['BR-DE-6 sellerPhone', { 'seller.contact.phone': undefined }],
  ['BR-DE-7 sellerEmail', { 'seller.contact.email': undefined }],
  ['BR-DE-8 buyerCity', { 'buyer.address.city': undefined }],
  ['BR-DE-9 buyerPostalCode', { 'buyer.address.postalCode': undefined }],
  ['BR-DE-10 deliveryCity', { 'delivery.address.city': undefined }],
  ['BR-DE-11 deliveryPostalCode', { 'delivery.address.postalCode': undefined }],
  [[], { 'delivery.address': undefined }],
  [['BR-48 taxes', 'BR-DE-14 taxes'], { 'taxBreakdown.2.rate': undefined }],
  ['BR-DE-15 reference', { buyerReference: undefined }],
  [
    [
      ...['BR-S-02', 'BR-S-03', 'BR-S-04', 'BR-E-02'].map((id) => `${id} sellerTaxId`),
      'BR-DE-16 sellerTaxId',
    ],
    { 'seller.vatId': undefined, 'seller.taxNumber': undefined, taxRepresentative: undefined },
  ],
  ['BR-DE-17 kind', { typeCode: '385' }],
  ['BR-DE-18 terms', { paymentTerms: '#SKONTO#TAGE=14#PROZENT=2#\n' }],
  ['BR-DE-18 terms', { paymentTerms: '#SKONTO#TAGE=14#PROZENT=2.00#' }],
  ['BR-DE-18 terms', { paymentTerms: '#VERZUG#TAGE=14#PROZENT=2.00#\n' }],
  ['BR-DE-18 terms', { paymentTerms: '#SKONTO#TAGE=-1#PROZENT=2.00#\n' }],
  [[], { paymentTerms: 'Zahlbar sofort, Vermerk #7' }],
  [[], { paymentTerms: '#SKONTO#TAGE=14#PROZENT=2.00#BASISBETRAG=-10.00#\nzahlbar in 30 Tagen' }],
  [['BR-61 account', 'BR-DE-23-a account'], { 'payment.means': [{ code: '58' }] }],
  [
    'BR-DE-23-b means',
    { 'payment.means': [{ code: '30', account: ACCOUNT, card: { number: '4242' } }] },
  ],
  ['BR-DE-23-b means', { 'payment.mandate': 'M-1' }],
  ['BR-DE-24-a card', { 'payment.means': [{ code: '48' }] }],
  [[], CARD],
  ['BR-DE-24-b means', { ...CARD, 'payment.means.0.account': ACCOUNT }],
  ['BR-DE-24-b means', { ...CARD, 'payment.mandate': 'M-1' }],
  [[], SEPA_DEBIT],
  ['BR-DE-25-a mandate', { payment: { means: [{ code: '59' }] } }],
  ['BR-DE-25-b means', { ...SEPA_DEBIT, 'payment.means.0.account': ACCOUNT }],
  ['BR-DE-25-b means', { ...SEPA_DEBIT, 'payment.means.0.card': { number: '4242' } }],
  ['BR-DE-26 preceding', { typeCode: '384', precedingInvoices: [] }],
  ['BR-DE-27 sellerPhone', { 'seller.contact.phone': '+4 9' }],
  [[], { 'seller.contact.phone': 'dial 1-1-0' }],
  ['BR-DE-28 sellerEmail', { 'seller.contact.email': 'rechnung@nordlicht@example' }],
  ['BR-DE-28 sellerEmail', { 'seller.contact.email': 'rechnung.@nordlicht.example' }],
  ['BR-DE-30 creditorId', { payment: DEBIT }],
  ['BR-DE-31 payerIban', { ...SEPA_DEBIT, 'payment.means.0.debitedAccount': undefined }],
]

/** What XRechnung demands from abroad too. */
const XRECHNUNG: readonly Row[] = [
  ...GERMAN,
  ['BR-DE-TMP-32 deliveryDate', { 'delivery.date': undefined, period: undefined }],
  [[], { 'delivery.date': undefined }],
  [[], { period: undefined }],
  ['PEPPOL-EN16931-R010 buyerEndpoint', { 'buyer.electronicAddress': undefined }],
  ['PEPPOL-EN16931-R020 sellerEndpoint', { 'seller.electronicAddress': undefined }],
]

/** Peppol BIS 3's own rules beside those of XRechnung. */
function atPeppol(told: string): string {
  const [, number, part] = /^BR-DE-(\d+)(?:-([ab]))?(?= )/.exec(told) ?? []
  if (number === undefined) return told
  const id = `DE-R-${number.padStart(3, '0')}${{ a: '-1', b: '-2' }[part ?? ''] ?? ''}`
  return told.replace(/^\S+/, id)
}

const WITHIN_GERMANY = changed(FULL, { 'buyer.address.country': 'DE' })
/** Peppol requires a mandate for every debit, and a type of invoice that it delivers. */
const ALSO_AT_PEPPOL: Readonly<Record<string, string>> = {
  'BR-DE-25-a mandate': 'PEPPOL-EN16931-R061 mandate',
  'BR-DE-17 kind': 'PEPPOL-EN16931-P0100 kind',
}

const WITHIN_GERMANY_AT_PEPPOL = GERMAN.map(([reported, changes]): Row => {
  const ids = [reported].flat()
  return [
    [...ids.map(atPeppol), ...ids.flatMap((id) => ALSO_AT_PEPPOL[id] ?? [])],
    changes,
    WITHIN_GERMANY,
  ]
})

const EXPORTED = taxed({ code: 'G', rate: number('0'), reason: 'Export' })

/** An identifier of that scheme in each place that a document has for one. */
const identifiedBy = (scheme: string, value: string): readonly (readonly [string, Changes])[] => [
  ['sellerEndpoint', { 'seller.electronicAddress': { value, scheme } }],
  ['sellerRegistration', { 'seller.registration': { value, scheme } }],
  ['buyerEndpoint', { 'buyer.electronicAddress': { value, scheme } }],
  ['buyerRegistration', { 'buyer.registration': { value, scheme } }],
  ['buyerIdentifier', { 'buyer.identifiers': [{ value, scheme }] }],
]

/** Numbers with a wrong last digit or a wrong length, and correct ones. */
const CHECKED_NUMBERS: readonly (readonly [string, string, readonly string[], string])[] = [
  ['R040', '0088', ['4000001123453', '40000011234a2'], '4000001123452'],
  ['R041', '0192', ['974760674', '97476067'], '974760673'],
  ['R042', '0184', ['1234567', 'SE12345678'], 'DK12345678'],
  ['R043', '0208', ['0202239952', '202239951'], '0202239951'],
  ['R049', '0007', ['5566778898', '556677889'], '5566778899'],
  ['R050', '0151', ['51824753557', '5182475355'], '51824753556'],
  ['R052', '0096', ['123456789', 'DK12345678'], '1234567890'],
  ['R053', '0198', ['12345678', 'DK1234567'], 'DK12345678'],
]

/** Peppol BIS Billing 3.0. */
const PEPPOL: readonly Row[] = [
  [[], {}, EXPORTED],
  [
    'PEPPOL-EN16931-R003 reference',
    { buyerReference: undefined, purchaseOrderReference: undefined },
  ],
  [[], { buyerReference: undefined }],
  [[], { purchaseOrderReference: undefined }],
  ['PEPPOL-EN16931-R010 buyerEndpoint', { 'buyer.electronicAddress': undefined }],
  ['PEPPOL-EN16931-R020 sellerEndpoint', { 'seller.electronicAddress': undefined }],
  ['PEPPOL-EN16931-CL008 buyerEndpoint', { 'buyer.electronicAddress.scheme': 'EM' }],
  ['PEPPOL-EN16931-CL008 sellerEndpoint', { 'seller.electronicAddress.scheme': '0220' }],
  ['PEPPOL-EN16931-R002 notes', { notes: [{ text: 'One' }, { text: 'Two' }] }],
  [[], { notes: [{ text: 'One' }, { text: 'Two' }] }, WITHIN_GERMANY],
  ['PEPPOL-EN16931-R005 taxCurrency', { taxCurrency: 'EUR' }],
  ['PEPPOL-EN16931-R055 taxCurrency', { 'totals.taxInTaxCurrencyCents': -42_619n }],
  ['PEPPOL-EN16931-R061 mandate', { 'payment.mandate': undefined }, CREDIT_NOTE],
  [
    'PEPPOL-EN16931-R061 mandate',
    { 'payment.mandate': undefined, 'payment.means.0.code': '49' },
    CREDIT_NOTE,
  ],
  ['PEPPOL-EN16931-R110 itemPeriod 0', { 'period.start': '2026-01-06' }],
  ['PEPPOL-EN16931-R111 itemPeriod 0', { 'period.end': '2026-01-08' }],
  [[], { period: { start: '2026-01-05', end: '2026-01-09' } }],
  ['PEPPOL-EN16931-R040 discount 0', { 'allowances.0.baseCents': 20_030n }],
  ['PEPPOL-EN16931-R040 discount 0', { 'allowances.0.baseCents': 19_970n }],
  [[], { 'allowances.0.baseCents': 20_020n }],
  [
    'PEPPOL-EN16931-R040 charge 0',
    { 'charges.0.baseCents': 10_000n, 'charges.0.percent': number('9') },
  ],
  ['PEPPOL-EN16931-R040 itemDiscount 0', { 'lines.0.allowances.0.percent': number('6') }],
  ['PEPPOL-EN16931-R041 discount 0', { 'allowances.0.baseCents': undefined }],
  ['PEPPOL-EN16931-R042 discount 0', { 'allowances.0.percent': undefined }],
  ['PEPPOL-EN16931-R042 itemDiscount 0', { 'lines.0.charges.0.baseCents': 100n }],
  ['PEPPOL-EN16931-R120 itemPrice 0', { 'lines.0.price.net': number('12.503') }],
  ['PEPPOL-EN16931-R120 itemPrice 0', { 'lines.0.price.net': number('12.497') }],
  [[], { 'lines.0.price.net': number('12.502') }],
  ['PEPPOL-EN16931-R120 itemPrice 0', { 'lines.0.price.baseQuantity': number('10') }],
  ['PEPPOL-EN16931-R121 itemQuantity 0', { 'lines.0.price.baseQuantity': number('0') }],
  ['PEPPOL-EN16931-R130 itemUnit 0', { 'lines.0.price.baseUnit': 'HUR' }],
  ['PEPPOL-EN16931-P0112 kind', { typeCode: '326' }],
  ['PEPPOL-EN16931-P0112 kind', { typeCode: '384' }],
  [[], { typeCode: '384' }, WITHIN_GERMANY],
  ['PEPPOL-EN16931-P0100 kind', { typeCode: '385' }],
  ['PEPPOL-EN16931-P0104 taxes', { 'taxBreakdown.2.exemptionCode': 'VATEX-EU-G' }],
  ['PEPPOL-EN16931-P0105 taxes', { 'taxBreakdown.2.exemptionCode': 'VATEX-EU-O' }],
  ['PEPPOL-EN16931-P0106 taxes', { 'taxBreakdown.2.exemptionCode': 'VATEX-EU-IC' }],
  ['PEPPOL-EN16931-P0107 taxes', { 'taxBreakdown.2.exemptionCode': 'VATEX-EU-AE' }],
  ...['D', 'F', 'I', 'J'].flatMap((letter, index): readonly Row[] => {
    const code = `VATEX-EU-${letter}`
    const rule = `PEPPOL-EN16931-P0${108 + index} taxes`
    return [
      [rule, { 'taxBreakdown.0.exemptionCode': code }, EXPORTED],
      [[], { 'taxBreakdown.2.exemptionCode': code }],
    ]
  }),
  ...CHECKED_NUMBERS.flatMap(([rule, scheme, wrong, right]): readonly Row[] => [
    ...wrong.flatMap((value) =>
      identifiedBy(scheme, value).map(
        ([field, changes]): Row => [`PEPPOL-COMMON-${rule} ${field}`, changes],
      ),
    ),
    ...identifiedBy(scheme, right).map(([, changes]): Row => [[], changes]),
    // Peppol does not check the numbers of places.
    ...wrong.map((value): Row => [[], { 'delivery.location': { value, scheme } }]),
  ]),
]

/** A company and its customer in one country, with that country's requirements for both. */
const within = (country: string, changes: Changes) =>
  changed(FULL, { 'seller.address.country': country, 'buyer.address.country': country, ...changes })

const WITHIN_NETHERLANDS = within('NL', {
  'seller.registration': { value: '12345678', scheme: '0106' },
  'buyer.registration': { value: '00000001234567890000', scheme: '0190' },
  'lines.0.orderLineReference': undefined,
})
const WITHIN_DENMARK = within('DK', {
  'seller.registration': { value: '12345678', scheme: '0184' },
  'buyer.registration': { value: '87654321', scheme: '0184' },
  'payment.means': [{ code: '42', account: { id: '12345678901', bic: '1234' } }],
  'lines.0.item.classifications': [],
})
const WITHIN_ICELAND = within('IS', {
  'seller.registration': { value: '5501010190', scheme: '0196' },
  'buyer.registration': { value: '5501010191', scheme: '0196' },
})
const FROM_SWEDEN = changed(FULL, {
  'seller.address.country': 'SE',
  'seller.vatId': 'SE556012579001',
  'seller.registration': { value: '5560125790', scheme: '0007' },
  'seller.taxNumber': 'Godkänd för F-skatt',
  'taxBreakdown.0': { taxableCents: 12_875n, taxCents: 3_219n, category: 'S', rate: number('25') },
  'taxBreakdown.1': { taxableCents: 18_000n, taxCents: 2_160n, category: 'S', rate: number('12') },
  'lines.0.tax.rate': number('25'),
  'charges.0.tax.rate': number('25'),
  'lines.1.tax.rate': number('12'),
  'allowances.0.tax.rate': number('12'),
  'totals.taxCents': 5_379n,
  'totals.withTaxCents': 46_254n,
  'totals.dueCents': 36_253n,
})
const FROM_NORWAY = changed(FULL, {
  'seller.address.country': 'NO',
  'seller.vatId': 'NO974760673MVA',
})
const FROM_ITALY = changed(FULL, {
  'seller.vatId': 'IT12345670017',
  'seller.taxNumber': '12345670017',
})
const WITHIN_GREECE = within('GR', {
  number: '094321237|05/01/2026|0|1.1|0|INV-7',
  issueDate: '2026-01-05',
  'seller.vatId': 'EL094321237',
  'seller.electronicAddress': { value: '094321237', scheme: '9933' },
  'buyer.vatId': 'EL123456783',
  'buyer.electronicAddress': { value: '123456783', scheme: '9933' },
  'attachments.0.id': '400001234567890',
  'attachments.0.description': '##M.AR.K##',
})
const PAGE = { id: '1', description: '##INVOICE|URL##', url: 'https://mydata.example/1' }
const CREDITED = { 'totals.dueCents': -1n, 'totals.paidCents': 44_581n }

/** The additional rules of single countries in Peppol BIS 3. */
const COUNTRIES: readonly Row[] = [
  [[], {}, WITHIN_NETHERLANDS],
  ['NL-R-001 preceding', { typeCode: '381', precedingInvoices: [] }, WITHIN_NETHERLANDS],
  ['NL-R-002 sellerAddress', { 'seller.address.line1': undefined }, WITHIN_NETHERLANDS],
  ['NL-R-002 sellerAddress', { 'seller.address.city': '' }, WITHIN_NETHERLANDS],
  ['NL-R-002 sellerAddress', { 'seller.address.postalCode': undefined }, WITHIN_NETHERLANDS],
  ['NL-R-003 sellerScheme', { 'seller.registration.scheme': '0204' }, WITHIN_NETHERLANDS],
  ['NL-R-004 buyerAddress', { 'buyer.address.postalCode': undefined }, WITHIN_NETHERLANDS],
  ['NL-R-005 buyerScheme', { 'buyer.registration.scheme': undefined }, WITHIN_NETHERLANDS],
  [
    'NL-R-006 representative',
    { 'taxRepresentative.address': { city: 'Delft', country: 'NL' } },
    WITHIN_NETHERLANDS,
  ],
  [
    'NL-R-007 means',
    { payment: undefined, 'totals.paidCents': 44_579n, 'totals.dueCents': 1n },
    WITHIN_NETHERLANDS,
  ],
  [
    [],
    { payment: undefined, 'totals.paidCents': 44_580n, 'totals.dueCents': 0n },
    WITHIN_NETHERLANDS,
  ],
  ['NL-R-008 means', { 'payment.means.1.code': '42' }, WITHIN_NETHERLANDS],
  [
    'NL-R-009 orderReference',
    { purchaseOrderReference: undefined, 'lines.0.orderLineReference': '7' },
    WITHIN_NETHERLANDS,
  ],
  [
    [],
    {
      'buyer.address': { country: 'SE' },
      'buyer.registration.scheme': '0184',
      payment: { means: [{ code: '42' }] },
    },
    changed(WITHIN_NETHERLANDS, { 'buyer.registration.value': '12345678' }),
  ],
  [[], {}, WITHIN_DENMARK],
  ['DK-R-002 sellerRegistration', { 'seller.registration': undefined }, WITHIN_DENMARK],
  ['DK-R-014 sellerScheme', { 'seller.registration.scheme': '0204' }, WITHIN_DENMARK],
  [
    'DK-R-016 totals',
    { typeCode: '381', ...CREDITED, 'totals.paidCents': 44_581n },
    WITHIN_DENMARK,
  ],
  ['DK-R-017 buyerScheme', { 'buyer.registration.scheme': '0204' }, WITHIN_DENMARK],
  ['DK-R-005 means', { 'payment.means.0.code': '57' }, WITHIN_DENMARK],
  ['DK-R-006 bankCode', { 'payment.means.0.account.bic': undefined }, WITHIN_DENMARK],
  ...(
    [
      ['50', '01#', '1234567', []],
      ['50', '04#1234567890123456', '12345678', []],
      ['50', 'INV-7', '12345678', ['DK-R-008 means']],
      ['50', '01#', '123456', ['DK-R-008 means']],
      ['50', '15#123', '12345678', ['DK-R-009 means']],
      ['93', '71#123456789012345', '12345678', []],
      ['93', '73#', '12345678', []],
      ['93', 'INV-7', '12345678', ['DK-R-010 means']],
      ['93', '73#', '1234567', ['DK-R-010 means']],
      ['93', '75#123', '12345678', ['DK-R-011 means']],
    ] as const
  ).map(
    ([code, reference, id, reported]): Row => [
      reported,
      { payment: { reference, means: [{ code, account: { id } }] } },
      WITHIN_DENMARK,
    ],
  ),
  [
    ['DK-R-007 mandate', 'PEPPOL-EN16931-R061 mandate'],
    { payment: { means: [{ code: '49', debitedAccount: '1' }] } },
    WITHIN_DENMARK,
  ],
  ['DK-R-007 mandate', { payment: { means: [{ code: '49' }], mandate: 'M-1' } }, WITHIN_DENMARK],
  [
    'DK-R-003 itemClassification 0',
    { 'lines.0.item.classifications': [{ value: '1', scheme: 'TST' }] },
    WITHIN_DENMARK,
  ],
  [
    [],
    { 'lines.0.item.classifications': [{ value: '1', scheme: 'TST', schemeVersion: '19.05.01' }] },
    WITHIN_DENMARK,
  ],
  [[], { 'lines.0.item.classifications': [{ value: '1', scheme: 'STI' }] }, WITHIN_DENMARK],
  ['DK-R-004 chargeReason 0', { 'charges.0.reasonCode': 'ZZZ' }, WITHIN_DENMARK],
  ...['#1234', '12', 'Afgift#'].map(
    (reason): Row => [
      'DK-R-004 chargeReason 0',
      { 'charges.0.reasonCode': 'ZZZ', 'charges.0.reason': reason },
      WITHIN_DENMARK,
    ],
  ),
  ...['3045', 'Afgift#3045'].map(
    (reason): Row => [
      [],
      { 'charges.0.reasonCode': 'ZZZ', 'charges.0.reason': reason },
      WITHIN_DENMARK,
    ],
  ),
  [[], {}, WITHIN_ICELAND],
  ['IS-R-002 sellerRegistration', { 'seller.registration': undefined }, WITHIN_ICELAND],
  ['IS-R-002 sellerRegistration', { 'seller.registration.scheme': '0204' }, WITHIN_ICELAND],
  ['IS-R-003 sellerAddress', { 'seller.address.line1': undefined }, WITHIN_ICELAND],
  ['IS-R-003 sellerAddress', { 'seller.address.postalCode': undefined }, WITHIN_ICELAND],
  ['IS-R-004 buyerRegistration', { 'buyer.registration': undefined }, WITHIN_ICELAND],
  ['IS-R-004 buyerRegistration', { 'buyer.registration.scheme': '0204' }, WITHIN_ICELAND],
  ['IS-R-005 buyerAddress', { 'buyer.address.line1': undefined }, WITHIN_ICELAND],
  ['IS-R-006 account', { 'payment.means': [{ code: '9', account: { id: '1' } }] }, WITHIN_ICELAND],
  ['IS-R-007 account', { 'payment.means': [{ code: '42', account: { id: '1' } }] }, WITHIN_ICELAND],
  [[], { 'payment.means': [{ code: '42', account: { id: '010126001234' } }] }, WITHIN_ICELAND],
  ['IS-R-008 attachment', { 'attachments.0.description': 'EINDAGI' }, WITHIN_ICELAND],
  [[], {}, FROM_SWEDEN],
  ['SE-R-001 sellerTaxId', { 'seller.vatId': 'SE55601257901' }, FROM_SWEDEN],
  ['SE-R-002 sellerTaxId', { 'seller.vatId': 'SE55601257900A' }, FROM_SWEDEN],
  [
    ['SE-R-003 sellerRegistration', 'SE-R-013 sellerRegistration'],
    { 'seller.registration': { value: '556012579A' } },
    FROM_SWEDEN,
  ],
  [
    ['SE-R-004 sellerRegistration', 'SE-R-013 sellerRegistration'],
    { 'seller.registration': { value: '55601257900' } },
    FROM_SWEDEN,
  ],
  ['SE-R-013 sellerRegistration', { 'seller.registration': { value: '5560125791' } }, FROM_SWEDEN],
  ['SE-R-005 sellerTaxNumber', { 'seller.taxNumber': 'F-skatt' }, FROM_SWEDEN],
  [[], { 'seller.taxNumber': 'GODKÄND FÖR F-SKATT' }, FROM_SWEDEN],
  [
    'SE-R-006 taxes',
    {
      'seller.address.country': 'SE',
      'seller.vatId': 'SE556012579001',
      'seller.taxNumber': undefined,
      'seller.registration': undefined,
    },
  ],
  [
    [],
    {
      'taxBreakdown.1.rate': number('6'),
      'taxBreakdown.1.taxCents': 1_080n,
      'lines.1.tax.rate': number('6'),
      'allowances.0.tax.rate': number('6'),
      'totals.taxCents': 4_299n,
      'totals.withTaxCents': 45_174n,
      'totals.dueCents': 35_173n,
    },
    FROM_SWEDEN,
  ],
  [[], {}, WITHIN_GREECE],
  ['GR-R-001-1 number', { number: '094321237|05/01/2026|0|1.1|0|INV|7' }, WITHIN_GREECE],
  ['GR-R-001-2 sellerTaxId', { number: '123456783|05/01/2026|0|1.1|0|7' }, WITHIN_GREECE],
  ['GR-R-001-3 number', { number: '094321237|06/01/2026|0|1.1|0|7' }, WITHIN_GREECE],
  ['GR-R-001-4 number', { number: '094321237|05/01/2026|A|1.1|0|7' }, WITHIN_GREECE],
  ['GR-R-001-5 number', { number: '094321237|05/01/2026|0|9.9|0|7' }, WITHIN_GREECE],
  ['GR-R-001-6 number', { number: '094321237|05/01/2026|0|1.1||7' }, WITHIN_GREECE],
  ['GR-R-001-7 number', { number: '094321237|05/01/2026|0|1.1|0|' }, WITHIN_GREECE],
  ['GR-R-002 sellerName', { 'seller.tradingName': undefined }, WITHIN_GREECE],
  [
    ['GR-R-001-2 sellerTaxId', 'GR-R-003 sellerTaxId'],
    { 'seller.vatId': 'EL094321238' },
    WITHIN_GREECE,
  ],
  ['GR-R-004-1 attachment', { 'attachments.0.description': 'Plan' }, WITHIN_GREECE],
  ['GR-R-004-2 attachment', { 'attachments.0.id': '0400001' }, WITHIN_GREECE],
  ['GR-R-005 buyerName', { 'buyer.tradingName': undefined }, WITHIN_GREECE],
  ['GR-R-006 buyerTaxId', { 'buyer.vatId': 'EL123456784' }, WITHIN_GREECE],
  [
    'GR-R-008-2 attachmentDescription',
    { attachments: [{ id: '4', description: '##M.AR.K##' }, PAGE, PAGE] },
    WITHIN_GREECE,
  ],
  [
    'GR-R-008-3 attachmentUrl',
    {
      attachments: [
        { id: '4', description: '##M.AR.K##' },
        { ...PAGE, url: undefined },
      ],
    },
    WITHIN_GREECE,
  ],
  ['GR-R-009 sellerEndpoint', { 'seller.electronicAddress.value': '094321238' }, WITHIN_GREECE],
  ['GR-R-010 buyerEndpoint', { 'buyer.electronicAddress.scheme': '9930' }, WITHIN_GREECE],
  [[], {}, FROM_NORWAY],
  [[], { 'seller.vatId': undefined, 'seller.registration': { value: '974760673' } }, FROM_NORWAY],
  ['NO-R-001 sellerTaxId', { 'seller.vatId': 'NO974760674MVA' }, FROM_NORWAY],
  ['NO-R-001 sellerTaxId', { 'seller.vatId': 'NO974760673' }, FROM_NORWAY],
  ['NO-R-001 sellerTaxId', { 'seller.vatId': 'NO974760673' }],
  [[], {}, FROM_ITALY],
  ['IT-R-001 sellerTaxNumber', { 'seller.taxNumber': '1234567001' }, FROM_ITALY],
  ['IT-R-001 sellerTaxNumber', { 'seller.taxNumber': '12345-670017' }, FROM_ITALY],
  // A seller in Italy with a VAT number of another country is not an Italian seller.
  [[], { 'seller.address.country': 'IT', 'seller.taxNumber': '1' }],
  ['IT-R-001 sellerTaxNumber', { 'seller.taxNumber': '12345678901234567' }, FROM_ITALY],
  ['IT-R-002 sellerAddress', { 'seller.address.line1': undefined }, FROM_ITALY],
  ['IT-R-003 sellerCity', { 'seller.address.city': undefined }, FROM_ITALY],
  ['IT-R-004 sellerPostalCode', { 'seller.address.postalCode': undefined }, FROM_ITALY],
]

/** The code lists of Factur-X that are shorter than those of EN 16931; the ids are ours. */
const FACTUR_X: readonly Row[] = [
  ['FX-CL-10 buyerIdentifier 0', { 'buyer.identifiers.0.scheme': '0241' }],
  [[], { 'buyer.identifiers.0.scheme': '0240' }],
  ['FX-CL-25 sellerEndpoint 0', { 'seller.electronicAddress.scheme': '0219' }],
  ['FX-CL-25 buyerEndpoint 0', { 'buyer.electronicAddress.scheme': '0220' }],
  ['FX-CL-26 deliveryIdentifier 0', { 'delivery.location.scheme': '0248' }],
  [
    ['BR-E-01 taxes', 'BR-B-01 taxes', 'BR-B-02 taxes', 'FX-CL-17 taxes 2'],
    { 'taxBreakdown.2.category': 'B' },
  ],
]

const FROM_FRANCE = changed(MINIMAL, {
  'seller.address.country': 'FR',
  'seller.registration': { value: '732829320', scheme: '0002' },
  'seller.electronicAddress': { value: '732829320', scheme: '0225' },
  'buyer.address.country': 'FR',
  'buyer.registration': { value: '552100554', scheme: '0002' },
  'buyer.electronicAddress': { value: '552100554', scheme: '0225' },
})
const ADJUSTMENT = { amountCents: 0n, reason: 'x', tax: { category: 'L', rate: number('0') } }

const FRENCH: readonly Row[] = [
  [[], {}],
  ['BR-FR-01_BT-1 number', { number: 'A'.repeat(36) }],
  ['BR-FR-02_BT-1 number', { number: 'INV 1' }],
  ['BR-FR-01_BT-25 preceding 0', { precedingInvoices: [{ number: 'A'.repeat(36) }] }],
  ['BR-FR-02_BT-25 preceding 0', { precedingInvoices: [{ number: 'INV#1' }] }],
  ['BR-FR-03_BT-2 issueDate', { issueDate: '1999-12-31' }],
  ['BR-FR-03_BT-7 taxPointDate', { taxPointDate: '1999-12-31' }],
  ['BR-FR-03_BT-9 dueDate', { dueDate: '2100-01-01' }],
  ['BR-FR-03_BT-26 preceding 0', { precedingInvoices: [{ number: '1', issueDate: '1999-12-31' }] }],
  ['BR-FR-03_BT-72 deliveryDate', { delivery: { date: '1999-12-31' } }],
  ['BR-FR-03_BT-73 period', { period: { start: '1999-12-31' } }],
  ['BR-FR-03_BT-74 period', { period: { end: '1999-12-31' } }],
  ['BR-FR-04_BT-3 kind', { typeCode: '326' }],
  [
    'BR-FR-09_BT-46 buyerIdentifier',
    { 'buyer.identifiers': [{ value: '73282932000012', scheme: '0009' }] },
  ],
  [[], { 'buyer.identifiers': [{ value: '55210055400012', scheme: '0009' }] }],
  ['BR-FR-10_BT-30 sellerRegistration', { 'seller.registration.value': '73282932' }],
  ['BR-FR-10_BT-30 sellerRegistration', { 'seller.registration.scheme': '0088' }],
  ['BR-FR-12_BT-49 buyerEndpoint', { 'buyer.electronicAddress': undefined }],
  ['BR-FR-13_BT-34 sellerEndpoint', { 'seller.electronicAddress': undefined }],
  [['BR-AF-01 taxes', 'BR-FR-15_BT-95_BT-102 discountCategory 0'], { allowances: [ADJUSTMENT] }],
  [['BR-AF-01 taxes', 'BR-FR-15_BT-95_BT-102 chargeCategory 0'], { charges: [ADJUSTMENT] }],
  [
    ['BR-AF-01 taxes', 'BR-E-08 taxes', 'BR-FR-15_BT-95_BT-151 itemCategory 0'],
    { 'lines.0.tax': { category: 'L', rate: number('0') } },
  ],
  [
    ['BR-E-06 discountRate 0', 'BR-FR-16_BT-96_BT-103 discountRate 0'],
    { allowances: [{ ...ADJUSTMENT, tax: { category: 'E', rate: number('19') } }] },
  ],
  [['BR-E-05 itemRate 0', 'BR-FR-16_BT-152 itemRate 0'], { 'lines.0.tax.rate': number('19') }],
  ['BR-FR-23_BT-34 sellerEndpoint', { 'seller.electronicAddress.value': '732 829' }],
  ['BR-FR-23_BT-49 buyerEndpoint', { 'buyer.electronicAddress.value': '552/100' }],
  ['BR-FR-32-LEGALID buyerRegistration', { 'buyer.registration.value': '55210055400012' }],
  ['BR-FR-CO-04_BT-4 preceding', { typeCode: '384' }],
  ['BR-FR-CO-05_BT-3 preceding', { typeCode: '381' }],
  ['BR-FR-CO-07_BT-9 dueDate', { dueDate: '2026-02-28' }],
  [[], { dueDate: '2026-02-28', typeCode: '386' }],
  [[], { dueDate: '2026-02-28', businessProcess: 'M2' }],
  ['BR-FR-CO-12_BT-5 taxCurrency', { currency: 'USD' }],
  ['BR-FR-DEC-02_BT-129 itemQuantity 0', { 'lines.0.quantity': number('1.00001') }],
  ['BR-FR-DEC-02_BT-149 itemQuantity 0', { 'lines.0.price.baseQuantity': number('1.00001') }],
]

const DUTCH: readonly Row[] = [
  [[], {}],
  ['BR-NL-1 sellerScheme', { 'seller.registration': undefined }],
  [
    'BR-NL-2 reference',
    {
      buyerReference: undefined,
      purchaseOrderReference: undefined,
      'lines.0.orderLineReference': undefined,
    },
  ],
  ['BR-NL-3 sellerAddress', { 'seller.address.line1': undefined }],
  ['BR-NL-4 buyerAddress', { 'buyer.address.city': undefined }],
  ['BR-NL-5 representative', { 'taxRepresentative.address': { city: 'Delft', country: 'NL' } }],
  ['BR-NL-7 kind', { typeCode: '386' }],
  ['BR-NL-9 preceding', { typeCode: '384', precedingInvoices: [] }],
  ['BR-NL-10 buyerScheme', { 'buyer.registration': undefined }],
  ['BR-NL-11 means', { payment: undefined }],
  ['BR-NL-12 means', { 'payment.means.1.code': '42' }],
  [
    'BR-NL-13 orderReference',
    { purchaseOrderReference: undefined, 'lines.0.orderLineReference': '7' },
  ],
]

const WITHIN_CROATIA = within('HR', {
  number: '17/P1/1',
  issueDate: '2026-01-05',
  'seller.vatId': 'HR12345678903',
  'seller.operator': { id: '12345678903', name: 'Ana' },
  'buyer.vatId': 'HR98765432106',
  'lines.0.item.classifications': [{ value: '62.20.20', scheme: 'CG' }],
  'lines.1.item.classifications': [{ value: '62.20.20', scheme: 'CG' }],
  'lines.2.item.classifications': [{ value: '62.20.20', scheme: 'CG' }],
  'lines.2.tax': { category: 'E', rate: number('0'), name: 'HR:E', reason: 'Oslobođeno' },
})
const FROM_AN_AGENT = {
  taxRepresentative: { name: 'Agent', vatId: 'HR12345678904', address: { country: 'HR' } },
}

const CROATIAN: readonly Row[] = [
  [[], {}],
  ['HR-BR-1 number', { number: '17 P1' }],
  ['HR-BR-40 issueDate', { issueDate: '2025-12-31' }],
  ['HR-BR-48 taxPointDate', { taxPointDate: '1899-12-31', taxPointCode: undefined }],
  [['HR-BR-49 period'], { 'period.start': '1899-12-31' }],
  ['HR-BR-50 period', { 'period.end': '2100-01-01' }],
  ['HR-BR-44 deliveryDate', { 'delivery.date': '2100-01-01' }],
  ['HR-BR-41 dueDate', { dueDate: '2100-01-01' }],
  ['HR-BR-51 itemPeriod 0', { 'lines.0.period': { start: '1899-12-31' } }],
  ['HR-BR-52 itemPeriod 0', { 'lines.0.period': { end: '2100-01-01' } }],
  ['HR-BR-45 preceding 0', { precedingInvoices: [{ number: '1', issueDate: '1899-12-31' }] }],
  ['HR-BR-4 dueDate', { dueDate: undefined }],
  ['HR-BR-6 preceding 0', { precedingInvoices: [{ number: '1' }] }],
  ['HR-BR-7 sellerEndpoint', { 'seller.electronicAddress': undefined }],
  ['HR-BR-10 buyerEndpoint', { 'buyer.electronicAddress': undefined }],
  ['HR-BR-9 sellerTaxId', { 'seller.operator.id': '12345678904' }],
  ['HR-BR-53 buyerTaxId', { 'buyer.vatId': 'HR98765432107' }],
  ['HR-BR-53-REPRESENTATIVE representativeTaxId', FROM_AN_AGENT],
  ['HR-BR-S-1 buyerTaxId', { 'buyer.vatId': undefined }],
  [
    ['BR-E-08 taxes', 'BR-S-08 taxes', 'HR-BR-13 itemReason 0'],
    { 'charges.0.tax': { category: 'E', rate: number('0') } },
  ],
  ['HR-BR-36 itemReason 2', { 'lines.2.tax.reason': undefined }],
  ['HR-BR-16 itemCategory 2', { 'lines.2.tax.name': undefined }],
  ['HR-BR-25 itemClassification 1', { 'lines.1.item.classifications': [] }],
  [[], { 'lines.1.item.classifications': [], typeCode: '386' }],
  [
    'HR-BR-CL-2 itemClassificationCode 0',
    { 'lines.0.item.classifications': [{ value: '62.20.21', scheme: 'CG' }] },
  ],
]

const LONG = (length: number): string => 'x'.repeat(length + 1)

const WITHIN_ROMANIA = within('RO', {
  currency: 'RON',
  taxCurrency: undefined,
  'totals.taxInTaxCurrencyCents': undefined,
  'seller.address': { line1: 'Strada 1', city: 'SECTOR3', region: 'RO-B', country: 'RO' },
  'buyer.address': { line1: 'Strada 2', city: 'Cluj-Napoca', region: 'RO-CJ', country: 'RO' },
  taxRepresentative: undefined,
  'delivery.address': { line1: 'Strada 3', city: 'Iași', region: 'RO-IS', country: 'RO' },
})
const REPRESENTATIVE = {
  name: 'Agent',
  vatId: 'RO1',
  address: { line1: 'Strada 4', city: 'Arad', region: 'RO-AR', country: 'RO' },
}
const represented = (address: object): Changes => ({
  taxRepresentative: { ...REPRESENTATIVE, address: { ...REPRESENTATIVE.address, ...address } },
})

const ROMANIAN: readonly Row[] = [
  [[], {}],
  ['BR-RO-010 number', { number: 'INV' }],
  ['BR-RO-020 kind', { typeCode: '326' }],
  ['BR-RO-030 taxCurrency', { currency: 'EUR' }],
  [[], { currency: 'EUR', taxCurrency: 'RON', 'totals.taxInTaxCurrencyCents': 1n }],
  [
    [
      ...['BR-S-02', 'BR-S-03', 'BR-S-04', 'BR-E-02'].map((id) => `${id} sellerTaxId`),
      'BR-RO-065 sellerTaxId',
    ],
    { 'seller.vatId': undefined, 'seller.taxNumber': undefined },
  ],
  ['BR-RO-120 buyerTaxId', { 'buyer.vatId': undefined, 'buyer.registration': undefined }],
  ['BR-RO-081 sellerAddress', { 'seller.address.line1': undefined }],
  [['BR-RO-091 sellerAddress', 'BR-RO-100 sellerCity'], { 'seller.address.city': undefined }],
  ['BR-RO-100 sellerCity', { 'seller.address.city': 'București' }],
  ['BR-RO-110 sellerRegion', { 'seller.address.region': 'Muntenia' }],
  ['BR-RO-082 buyerAddress', { 'buyer.address.line1': undefined }],
  ['BR-RO-092 buyerAddress', { 'buyer.address.city': undefined }],
  ['BR-RO-101 buyerCity', { 'buyer.address.region': 'RO-B' }],
  ['BR-RO-111 buyerRegion', { 'buyer.address.region': undefined }],
  [[], represented({})],
  ['BR-RO-140 representative', represented({ line1: undefined })],
  ['BR-RO-150 representative', represented({ city: undefined })],
  ['BR-RO-160 representative', represented({ region: 'RO-B' })],
  ['BR-RO-170 representative', represented({ region: 'RO-XX' })],
  ['BR-RO-180 deliveryAddress', { 'delivery.address.line1': undefined }],
  ['BR-RO-201 deliveryAddress', { 'delivery.address.city': undefined }],
  ['BR-RO-202 deliveryCity', { 'delivery.address.region': 'RO-B' }],
  [
    ['BR-RO-211 deliveryRegion', 'BR-RO-212 deliveryRegion'],
    { 'delivery.address.region': undefined },
  ],
  ['BR-RO-A020 notes', { notes: Array.from({ length: 21 }, () => ({ text: 'x' })) }],
  ['BR-RO-L0201 sellerPostalCode 0', { 'seller.address.postalCode': LONG(20) }],
  ['BR-RO-L0202 buyerPostalCode 0', { 'buyer.address.postalCode': LONG(20) }],
  ['BR-RO-L0203 representative 0', represented({ postalCode: LONG(20) })],
  ['BR-RO-L0204 deliveryPostalCode 0', { 'delivery.address.postalCode': LONG(20) }],
  [
    'BR-RO-L0501 sellerCity 0',
    { 'seller.address.city': LONG(50), 'seller.address.region': 'RO-CJ' },
  ],
  ['BR-RO-L0502 buyerCity 0', { 'buyer.address.city': LONG(50) }],
  ['BR-RO-L0503 representative 0', represented({ city: LONG(50) })],
  ['BR-RO-L0504 deliveryCity 0', { 'delivery.address.city': LONG(50) }],
  ['BR-RO-L1001 accountingCode 0', { buyerAccountingReference: LONG(100) }],
  ['BR-RO-L1002 sellerAddress 0', { 'seller.address.line2': LONG(100) }],
  ['BR-RO-L1004 sellerContact 0', { 'seller.contact.name': LONG(100) }],
  ['BR-RO-L1006 sellerEmail 0', { 'seller.contact.email': LONG(100) }],
  ['BR-RO-L1007 buyerAddress 0', { 'buyer.address.line2': LONG(100) }],
  ['BR-RO-L1009 buyerContact 0', { 'buyer.contact.name': LONG(100) }],
  ['BR-RO-L1011 buyerEmail 0', { 'buyer.contact.email': LONG(100) }],
  ['BR-RO-L1012 representative 0', represented({ line2: LONG(100) })],
  ['BR-RO-L1014 deliveryAddress 0', { 'delivery.address.line2': LONG(100) }],
  ['BR-RO-L151 sellerAddress 0', { 'seller.address.line1': LONG(150) }],
  ['BR-RO-L152 buyerAddress 0', { 'buyer.address.line1': LONG(150) }],
  ['BR-RO-L153 representative 0', represented({ line1: LONG(150) })],
  ['BR-RO-L154 deliveryAddress 0', { 'delivery.address.line1': LONG(150) }],
  ['BR-RO-L301 terms 0', { paymentTerms: LONG(300) }],
  ['BR-RO-L1019 itemReason 2', { 'taxBreakdown.2.exemptionReason': LONG(100) }],
  ['BR-RO-L1020 attachmentDescription 0', { 'attachments.0.description': LONG(100) }],
  ['BR-RO-L210 attachmentUrl 0', { 'attachments.0.url': LONG(200) }],
  [
    'BR-RO-L211 file 0',
    { 'attachments.0.file': { name: LONG(200), mediaType: 'application/pdf', base64: 'QQ==' } },
  ],
  ['BR-RO-L1022 itemDiscount 0', { 'lines.0.allowances.0.reason': LONG(100) }],
  ['BR-RO-L1023 item 0', { 'lines.0.charges.0.reason': LONG(100) }],
  ['BR-RO-L1024 itemName 1', { 'lines.1.item.name': LONG(100) }],
  ['BR-RO-L212 itemDetails 1', { 'lines.1.item.description': LONG(200) }],
  ['BR-RO-L303 itemNote 1', { 'lines.1.note': LONG(300) }],
  ['BR-RO-L0505 itemAttributes 1', { 'lines.1.item.attributes': [{ name: LONG(50), value: 'x' }] }],
  [
    'BR-RO-L1025 itemAttributes 1',
    { 'lines.1.item.attributes': [{ name: 'x', value: LONG(100) }] },
  ],
]

const WITHIN_PORTUGAL = within('PT', {
  'seller.registration': { value: '501442600' },
  taxCurrency: undefined,
  'totals.taxInTaxCurrencyCents': undefined,
  taxRepresentative: undefined,
  projectReference: undefined,
  'payment.means': [{ code: '30', account: { id: 'PT50000201231234567890154' } }],
  'payment.mandate': undefined,
})
const DEBITED = { means: [{ code: '59', debitedAccount: '1' }], mandate: 'M-1', creditorId: '1' }

const PORTUGUESE: readonly Row[] = [
  [[], {}],
  ['BR-CIUS-PT-01 sellerTaxId', { 'seller.vatId': undefined }],
  ['BR-CIUS-PT-03 buyerTaxId', { 'buyer.vatId': undefined }],
  ['BR-CIUS-PT-05 sellerAddress', { 'seller.address.line1': undefined }],
  ['BR-CIUS-PT-06 sellerAddress', { 'seller.address.city': undefined }],
  ['BR-CIUS-PT-07 sellerAddress', { 'seller.address.postalCode': undefined }],
  [
    'BR-CIUS-PT-17 itemReason',
    {
      'taxBreakdown.2.exemptionReason': undefined,
      'taxBreakdown.2.exemptionCode': 'VATEX-EU-132-1I',
    },
  ],
  ['BR-CIUS-PT-21 deliveryAddress', { 'delivery.address.line1': undefined }],
  ['BR-CIUS-PT-22 deliveryAddress', { 'delivery.address.city': undefined }],
  ['BR-CIUS-PT-23 deliveryAddress', { 'delivery.address.postalCode': undefined }],
  ['BR-CIUS-PT-25 preceding', { typeCode: '381', precedingInvoices: [] }],
  ['BR-CIUS-PT-65 preceding', { typeCode: '383', precedingInvoices: [] }],
  ['DT-CIUS-PT-003 kind', { typeCode: '384' }],
  ['DT-CIUS-PT-079 means', { 'payment.means.0.code': '10' }],
  ['DT-CIUS-PT-104 taxCurrency', { taxCurrency: 'USD', 'totals.taxInTaxCurrencyCents': 42_619n }],
  ['DT-CIUS-PT-153 project', { typeCode: '381', projectReference: 'P-1' }],
  [
    ['BR-CO-13 totals', 'BR-CO-15 totals', 'DT-CIUS-PT-097 totals'],
    { 'totals.withoutTaxCents': -1n },
  ],
  ['DT-CIUS-PT-102 paid', { 'totals.dueCents': -1n, 'totals.paidCents': 44_581n }],
  [
    ['BR-AF-01 taxes', 'BR-S-08 taxes', 'DT-CIUS-PT-105 itemCategory 0'],
    { 'lines.0.tax.category': 'L' },
  ],
  [['BR-E-05 itemRate 2', 'DT-CIUS-PT-173 itemRate 2'], { 'lines.2.tax.rate': number('0.5') }],
  ['DT-CIUS-PT-117 itemQuantity 0', { 'lines.0.quantity': number('10.0001') }],
  ['DT-CIUS-PT-127 itemPrice 0', { 'lines.0.price.net': number('12.500000001') }],
  ['DT-CIUS-PT-130 itemQuantity 0', { 'lines.0.price.baseQuantity': number('1.0001') }],
  ['DT-CIUS-PT-001 number 0', { number: LONG(50) }],
  ['DT-CIUS-PT-009 reference 0', { buyerReference: LONG(50) }],
  ['DT-CIUS-PT-010 project 0', { projectReference: LONG(50) }],
  ['DT-CIUS-PT-011 contract 0', { contractReference: LONG(20) }],
  ['DT-CIUS-PT-012 orderReference 0', { purchaseOrderReference: LONG(20) }],
  ['DT-CIUS-PT-013 salesOrder 0', { salesOrderReference: LONG(20) }],
  ['DT-CIUS-PT-014 receipt 0', { receivingAdviceReference: LONG(20) }],
  ['DT-CIUS-PT-015 despatch 0', { despatchAdviceReference: LONG(20) }],
  ['DT-CIUS-PT-016 tender 0', { tenderReference: LONG(20) }],
  ['DT-CIUS-PT-017 object 0', { 'invoicedObject.value': LONG(50) }],
  ['DT-CIUS-PT-017.1 attachment 0', { 'attachments.0.id': LONG(50) }],
  ['DT-CIUS-PT-018 accountingCode 0', { buyerAccountingReference: LONG(50) }],
  ['DT-CIUS-PT-019 terms 0', { paymentTerms: LONG(200) }],
  ['DT-CIUS-PT-023 preceding 0', { precedingInvoices: [{ number: LONG(50) }] }],
  ['DT-CIUS-PT-031 sellerLegalForm 0', { 'seller.legalInformation': LONG(200) }],
  [
    'DT-CIUS-PT-032 sellerEndpoint 0',
    { 'seller.electronicAddress': { value: LONG(50), scheme: '9946' } },
  ],
  ['DT-CIUS-PT-041 sellerEmail 0', { 'seller.contact.email': LONG(200) }],
  ['DT-CIUS-PT-044 buyerNumber 0', { 'buyer.identifiers.0.value': LONG(50) }],
  ['DT-CIUS-PT-045 buyerRegistration 0', { 'buyer.registration.value': LONG(50) }],
  ['DT-CIUS-PT-047 buyerEndpoint 0', { 'buyer.electronicAddress.value': LONG(50) }],
  ['DT-CIUS-PT-056 buyerEmail 0', { 'buyer.contact.email': LONG(200) }],
  ['DT-CIUS-PT-069 deliveryNumber 0', { 'delivery.location.value': LONG(50) }],
  ['DT-CIUS-PT-081 account 0', { 'payment.means.0.account.id': LONG(50) }],
  ['DT-CIUS-PT-083 bankCode 0', { 'payment.means.0.account.bic': LONG(50) }],
  ['DT-CIUS-PT-086 mandate 0', { payment: { ...DEBITED, mandate: LONG(50) } }],
  [
    'DT-CIUS-PT-087 payerIban 0',
    { payment: { ...DEBITED, means: [{ code: '59', debitedAccount: LONG(50) }] } },
  ],
  ['DT-CIUS-PT-110 attachmentUrl 0', { 'attachments.0.url': LONG(200) }],
  [
    'DT-CIUS-PT-113 file 0',
    { 'attachments.0.file': { name: LONG(50), mediaType: 'application/pdf', base64: 'QQ==' } },
  ],
  [
    'DT-CIUS-PT-112 file 0',
    {
      'attachments.0.file': {
        name: 'a.ods',
        mediaType: 'application/vnd.oasis.opendocument.spreadsheet',
        base64: 'QQ==',
      },
    },
  ],
  ['DT-CIUS-PT-115 itemNote 0', { 'lines.0.note': LONG(500) }],
  ['DT-CIUS-PT-119 itemOrderLine 0', { 'lines.0.orderLineReference': LONG(20) }],
  ['DT-CIUS-PT-133 itemName 0', { 'lines.0.item.name': LONG(200) }],
  ['DT-CIUS-PT-134 itemDetails 0', { 'lines.0.item.description': LONG(200) }],
  ['DT-CIUS-PT-135 itemSku 0', { 'lines.0.item.sellerId': LONG(50) }],
  ['DT-CIUS-PT-136 itemBuyerNumber 0', { 'lines.0.item.buyerId': LONG(50) }],
  [
    'DT-CIUS-PT-138 itemClassificationCode 0',
    { 'lines.0.item.classifications': [{ value: LONG(50), scheme: 'STI' }] },
  ],
]

export const PROFILE_CASES = [
  ...casesOf('hr-eracun', CROATIAN, WITHIN_CROATIA),
  ...casesOf('cius-ro', ROMANIAN, WITHIN_ROMANIA),
  ...casesOf('cius-pt', PORTUGUESE, WITHIN_PORTUGAL),
  ...casesOf('france', FRENCH, FROM_FRANCE),
  ...casesOf('nlcius', DUTCH, WITHIN_NETHERLANDS),
  ...casesOf('xrechnung', XRECHNUNG),
  ...casesOf('peppol', [...PEPPOL, ...WITHIN_GERMANY_AT_PEPPOL, ...COUNTRIES]),
  ...casesOf('factur-x', FACTUR_X),
]
