import { BUYER, credit, type EInvoiceCase, item, type Profile } from './einvoice-parties.ts'

const NETWORK: readonly Profile[] = ['ubl', 'peppol', 'cii', 'factur-x']

/** A company and its customer, both in that country. */
const at = (country: string, city: string, postalCode: string) => ({
  company: {
    companyAddress: { line1: 'Torget 1', city, postalCode, region: null, countryCode: country },
  },
  customer: {
    ...BUYER,
    address: { line1: 'Torget 2', city, postal_code: postalCode, country_code: country },
  },
})

const SWEDEN = at('SE', 'Lund', '222 22')
const NORWAY = at('NO', 'Oslo', '0150')
const DENMARK = at('DK', 'Aarhus', '8000')
const NETHERLANDS = at('NL', 'Utrecht', '3511 AB')
const ITALY = at('IT', 'Roma', '00100')
const FRANCE = at('FR', 'Lille', '59000')
const BELGIUM = at('BE', 'Gent', '9000')
const GREECE = at('GR', 'Patra', '262 22')
const PORTUGAL = at('PT', 'Porto', '4000-001')
const ROMANIA = at('RO', 'București, Sector 3', '030001')
const CROATIA = at('HR', 'Split', '21000')
const ICELAND = at('IS', 'Reykjavík', '101')

const NORWEGIAN = {
  ...NORWAY.company,
  companyTaxId: 'NO974760673MVA',
  companyTaxNumber: 'Foretaksregisteret',
  companyRegistrationId: '974760673',
  companyRegistrationScheme: '0192',
  companyEndpoint: { scheme: '0192', id: '974760673' },
}
const DANISH = {
  ...DENMARK.company,
  companyTaxId: 'DK12345678',
  companyRegistrationId: '12345678',
  companyRegistrationScheme: '0184',
  companyEndpoint: { scheme: '0184', id: 'DK12345678' },
}
const ROMANIAN = {
  ...ROMANIA.company,
  companyTaxId: 'RO18547290',
  companyRegistrationId: 'J40/1/2020',
}
const PORTUGUESE = {
  ...PORTUGAL.company,
  companyTaxId: 'PT501442600',
  companyRegistrationId: null,
}

/** Where Peppol has rules of a country. */
export const COUNTRY_CASES: Readonly<Record<string, EInvoiceCase>> = {
  'within Sweden': {
    settings: {
      ...SWEDEN.company,
      companyTaxId: 'SE556012579001',
      companyTaxNumber: 'Godkänd för F-skatt',
      companyRegistrationId: '5560125790',
      companyRegistrationScheme: '0007',
      companyEndpoint: { scheme: '0007', id: '5560125790' },
    },
    invoice: {
      customer: { ...SWEDEN.customer, tax_id: 'SE212000014201' },
      currency: 'SEK',
      items: [item('80', { rate: '25' }), item('10', { rate: '12' })],
    },
    profiles: NETWORK,
  },
  'within Norway': {
    settings: NORWEGIAN,
    invoice: {
      customer: { ...NORWAY.customer, tax_id: 'NO923609016MVA' },
      currency: 'NOK',
      items: [item('80', { rate: '25' })],
    },
    profiles: NETWORK,
  },
  'a Norwegian seller without VAT number': {
    settings: { ...NORWEGIAN, companyTaxId: null },
    invoice: {
      customer: { ...NORWAY.customer, tax_id: 'NO923609016MVA' },
      currency: 'NOK',
      items: [item('80', { category: 'E', reason: 'Ikke mva-pliktig' })],
    },
    profiles: NETWORK,
  },
  'within Denmark': {
    settings: DANISH,
    invoice: {
      customer: {
        ...DENMARK.customer,
        tax_id: 'DK87654321',
        registration_id: '87654321',
        registration_scheme: '0184',
      },
      currency: 'DKK',
      payment: { means: '42' },
      items: [
        item('80', { rate: '25' }, { classification: { scheme: 'TST', code: '82141500' } }),
        item('80', { rate: '25' }, { classification: { scheme: 'STI', code: '79822500' } }),
      ],
      charges: [{ amount: '5', reason: 'Afgift#3045', reason_code: 'ZZZ', tax: { rate: '25' } }],
    },
    profiles: NETWORK,
  },
  'a slip (FIK) within Denmark': {
    settings: { ...DANISH, bankAccount: { number: '87654321' } },
    invoice: {
      customer: { ...DENMARK.customer, tax_id: 'DK87654321' },
      currency: 'DKK',
      payment: { means: '93', reference: '71#123456789012345' },
      items: [item('80', { rate: '25' })],
    },
    profiles: NETWORK,
  },
  'within the Netherlands': {
    settings: {
      ...NETHERLANDS.company,
      companyTaxId: 'NL123456789B01',
      companyRegistrationId: '12345678',
      companyRegistrationScheme: '0106',
      companyEndpoint: { scheme: '0106', id: '12345678' },
    },
    invoice: {
      customer: {
        ...NETHERLANDS.customer,
        tax_id: 'NL987654321B01',
        registration_id: '87654321',
        registration_scheme: '0106',
      },
      items: [item('80', { rate: '21' })],
    },
    profiles: [...NETWORK, 'nlcius'],
  },
  'within France, named by VAT numbers alone': {
    settings: {
      ...FRANCE.company,
      companyTaxId: 'FR12732829320',
      companyRegistrationId: null,
      companyEndpoint: null,
    },
    invoice: {
      customer: { ...FRANCE.customer, tax_id: 'FR98552100554', endpoint: null },
      language: 'fr',
      items: [item('80', { rate: '20' }), item('10', { rate: '5.5' })],
      attachments: [{ reference: 'BL-7', description: 'Bon de livraison' }],
    },
    profiles: ['france', 'france-ubl'],
  },
  'from France abroad, by its SIRET': {
    settings: {
      ...FRANCE.company,
      companyTaxId: 'FR12732829320',
      companyRegistrationId: '732 829 320 00074',
      companyEndpoint: { scheme: '0225', id: '732829320_FACTURES' },
    },
    invoice: {
      items: [item('0.0012345', { category: 'AE' }, { quantity: '10000' })],
    },
    profiles: ['france', 'france-ubl', 'factur-x'],
  },
  'credited within France': {
    settings: {
      ...FRANCE.company,
      companyTaxId: 'FR12732829320',
      companyRegistrationId: '732829320',
      companyRegistrationScheme: '0002',
      companyEndpoint: null,
    },
    invoice: {
      customer: { ...FRANCE.customer, tax_id: 'FR98552100554', endpoint: null },
      items: [item('80', { rate: '20' })],
    },
    after: (given, invoice) => credit(given, invoice),
    profiles: ['france', 'france-ubl'],
  },
  'billed by the buyer': {
    settings: { ...BELGIUM.company, companyTaxId: 'BE0403170701' },
    invoice: {
      customer: { ...BELGIUM.customer, tax_id: 'BE0202239951' },
      kind: 'self_billed',
      items: [item('80', { rate: '21' })],
    },
    profiles: NETWORK,
  },
  'within Italy': {
    settings: { ...ITALY.company, companyTaxId: 'IT12345670017', companyTaxNumber: '12345670017' },
    invoice: {
      customer: { ...ITALY.customer, tax_id: 'IT12345670017' },
      items: [item('80', { rate: '22' })],
    },
    profiles: NETWORK,
  },
  'within Greece': {
    settings: {
      ...GREECE.company,
      companyTaxId: 'GR094321237',
      companyRegistrationId: '123456789',
      companyEndpoint: null,
    },
    invoice: {
      customer: { ...GREECE.customer, tax_id: 'EL123456783', endpoint: null },
      items: [item('80', { rate: '24' })],
      attachments: [
        { reference: '400001234567890', description: '##M.AR.K##' },
        {
          reference: 'page',
          description: '##INVOICE|URL##',
          url: 'https://mydata.example/400001234567890',
        },
      ],
    },
    profiles: ['peppol', 'pint'],
  },
  'to an authority in Portugal': {
    settings: PORTUGUESE,
    invoice: {
      customer: { ...PORTUGAL.customer, tax_id: 'PT600000001' },
      terms: 'Pagamento a 30 dias.\nObrigado.',
      notes: 'Obrigado. '.repeat(80),
      payment: { reference: 'RF18 5390' },
      items: [
        item('80.5', { rate: '23' }, { discount: { percent: '33.333' }, details: 'Uma\nlinha' }),
        item('10', { category: 'E', reason: 'Artigo 9.º do CIVA' }),
      ],
    },
    profiles: ['cius-pt', 'ubl'],
  },
  'credited in Portugal': {
    settings: PORTUGUESE,
    invoice: {
      customer: { ...PORTUGAL.customer, tax_id: 'PT600000001' },
      items: [item('80', { rate: '6' })],
    },
    after: (given, invoice) => credit(given, invoice),
    profiles: ['cius-pt'],
  },
  'within Croatia': {
    settings: {
      ...CROATIA.company,
      companyTaxId: 'HR12345678903',
      companyRegistrationId: null,
      companyEndpoint: null,
    },
    invoice: {
      customer: { ...CROATIA.customer, tax_id: 'HR98765432106', endpoint: null },
      items: [
        item('80', { rate: '25' }, { classification: { scheme: 'CG', code: '62.20.20' } }),
        item(
          '10',
          { category: 'E', reason: 'Čl. 39. Zakona o PDV-u' },
          { classification: { scheme: 'CG', code: '85.59.09' } },
        ),
      ],
      charges: [{ amount: '2', reason: 'Dostava', tax: { category: 'E' } }],
    },
    profiles: ['hr-eracun'],
  },
  'credited within Croatia': {
    settings: { ...CROATIA.company, companyTaxId: 'HR12345678903', companyRegistrationId: null },
    invoice: {
      customer: { ...CROATIA.customer, tax_id: 'HR98765432106' },
      items: [item('80', { rate: '13' }, { classification: { scheme: 'CG', code: '62.20.20' } })],
    },
    after: (given, invoice) => credit(given, invoice),
    profiles: ['hr-eracun'],
  },
  'within Romania': {
    settings: ROMANIAN,
    invoice: {
      customer: { ...ROMANIA.customer, tax_id: 'RO14399840' },
      currency: 'RON',
      notes: 'Mulțumim. '.repeat(80),
      items: [item('80', { rate: '21' }), item('10', { rate: '11' })],
    },
    profiles: ['cius-ro', 'ubl', 'peppol', 'pint'],
  },
  'from Romania to a firm in another country': {
    settings: ROMANIAN,
    invoice: {
      delivery_date: '2026-03-02',
      tax_in_currency: { currency: 'RON', amount: '0' },
      items: [item('80', { category: 'K' })],
    },
    profiles: ['cius-ro'],
  },
  'credited within Romania': {
    settings: ROMANIAN,
    invoice: {
      customer: { ...ROMANIA.customer, tax_id: 'RO14399840' },
      currency: 'RON',
      items: [item('80', { rate: '21' })],
    },
    after: (given, invoice) => credit(given, invoice),
    profiles: ['cius-ro'],
  },
  'within Belgium': {
    settings: {
      ...BELGIUM.company,
      companyTaxId: 'BE0403170701',
      companyRegistrationId: '0403170701',
      companyRegistrationScheme: '0208',
      companyEndpoint: { scheme: '0208', id: '0403170701' },
    },
    invoice: {
      customer: {
        ...BELGIUM.customer,
        tax_id: 'BE0202239951',
        endpoint: { scheme: '0208', id: '0202239951' },
      },
      items: [item('80', { rate: '21' })],
    },
    profiles: [...NETWORK, 'pint'],
  },
  'within Iceland': {
    settings: {
      ...ICELAND.company,
      companyTaxId: 'IS12345',
      companyRegistrationId: '5501694079',
      companyRegistrationScheme: '0196',
    },
    invoice: {
      customer: {
        ...ICELAND.customer,
        tax_id: 'IS54321',
        registration_id: '5501694079',
        registration_scheme: '0196',
      },
      currency: 'ISK',
      items: [item('8000', { rate: '24' })],
    },
    profiles: NETWORK,
  },
}
