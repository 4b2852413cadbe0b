import type { PdfFormat } from '../src/einvoicing/documents/schema.ts'
import type { XmlFormat } from '../src/einvoicing/documents/write.ts'

type Tax = Readonly<Record<string, string>>

/** A company with its customers as an accountant there enters them: numbers with blanks, words of the trade. */
export interface Journey {
  readonly settings: object
  readonly customer: object
  /** Of what is done and of what is delivered. */
  readonly taxes: readonly [Tax, Tax]
  /** Where the customer owes the tax, within the country. */
  readonly reverse?: Tax
  readonly abroad?: { readonly customer: object; readonly tax: Tax }
  /** As a company below the threshold enters itself, and what it writes instead of a tax. */
  readonly small?: { readonly settings: object; readonly tax: Tax }
  readonly consumer?: object
  readonly formats: readonly XmlFormat[]
  readonly hybrids?: readonly PdfFormat[]
  /** In the words of the country: work, goods, discount, freight, terms, deposit. */
  readonly words: readonly [string, string, string, string, string, string]
  /** On each item. */
  readonly item?: object
  readonly invoice?: object
}

const place = (countryCode: string, postalCode: string, city: string, line1: string) => ({
  line1,
  line2: null,
  city,
  postalCode,
  region: null,
  countryCode,
})

const at = (country_code: string, postal_code: string, city: string, line1: string) => ({
  line1,
  city,
  postal_code,
  country_code,
})

const rate = (percent: string): Tax => ({ category: 'S', rate: percent })
const REVERSE: Tax = { category: 'AE' }

const HAMBURG = {
  name: 'Nordlicht Maschinen GmbH',
  address: at('DE', '20457', 'Hamburg', 'Am Kai 3'),
  tax_id: 'DE 123 456 789',
  email: 'rechnung@nordlicht.example',
  endpoint: { scheme: '9930', id: 'DE123456789' },
  reference: 'EK-77',
}
const LILLE = {
  name: 'Ateliers du Nord SARL',
  address: at('FR', '59000', 'Lille', '4 rue de la Monnaie'),
  tax_id: 'FR 98 552 100 554',
  email: 'compta@ateliers.example',
  endpoint: { scheme: '9957', id: 'FR98552100554' },
  reference: 'CDE-12',
}
const ABROAD = { customer: HAMBURG, tax: REVERSE }

const GERMAN = {
  companyName: 'Tischlerei Brandner GmbH',
  companyContact: 'Eva Brandner',
  companyEmail: 'buero@brandner.example',
  companyPhone: '0431 5550142',
  companyAddress: place('DE', '24103', 'Kiel', 'Hafenstraße 7'),
  companyTaxId: 'DE 136 695 976',
  companyTaxNumber: '20/123/45678',
  companyRegistrationId: 'HRB 4711 KI',
  companyEndpoint: { scheme: '9930', id: 'DE136695976' },
  bankAccount: { holder: 'Tischlerei Brandner', iban: 'DE02 1203 0000 0000 2020 51' },
  currency: 'EUR',
  locale: 'de',
}
const AUTHORITY = {
  name: 'Stadt Kiel, Grünflächenamt',
  address: at('DE', '24099', 'Kiel', 'Fleethörn 9'),
  email: 'rechnung@kiel.example',
  endpoint: { scheme: '0204', id: '04011000-12345-03' },
  reference: '04011000-12345-03',
}
const GERMAN_WORDS = [
  'Einbau der Fenster',
  'Fensterbank Eiche',
  'Treuerabatt',
  'Anfahrt',
  'Zahlbar innerhalb von 14 Tagen, bei Zahlung innerhalb von 7 Tagen 2 % Skonto.',
  'Auftrag 4711',
] as const

const ITALIAN = {
  companyName: 'Officina Lago S.r.l.',
  companyAddress: { ...place('IT', '22100', 'Como', 'Via Garibaldi 7'), region: 'CO' },
  companyTaxId: '12345678903',
  companyTaxRegime: 'RF01',
  companyRegistrationId: 'CO-123456',
  companyEmail: 'fatture@officina.example',
  bankAccount: { iban: 'IT60 X054 2811 1010 0000 0123 456' },
  currency: 'EUR',
  locale: 'it',
}
const LECCO = {
  name: 'Cartiera Adda S.p.A.',
  address: { ...at('IT', '23900', 'Lecco', 'Corso Roma 12'), region: 'LC' },
  tax_id: '09876543217',
  endpoint: { scheme: '0205', id: 'ABC1234' },
}
const ITALIAN_WORDS = [
  'Manutenzione della linea',
  'Cuscinetto – tipo “A”',
  'Sconto fedeltà',
  'Trasporto',
  'Bonifico a 30 giorni.',
  'Ordine 77',
] as const

export const JOURNEYS: Readonly<Record<string, Journey>> = {
  'Germany, to an authority': {
    settings: GERMAN,
    customer: AUTHORITY,
    taxes: [rate('19'), rate('7')],
    abroad: { customer: LILLE, tax: REVERSE },
    formats: ['xrechnung', 'xrechnung-cii', 'peppol', 'ubl', 'factur-x'],
    hybrids: ['zugferd-xrechnung'],
    words: GERMAN_WORDS,
  },
  'Germany, between companies': {
    settings: GERMAN,
    customer: HAMBURG,
    taxes: [rate('19'), rate('7')],
    reverse: { category: 'AE', reason: 'Steuerschuldnerschaft nach § 13b UStG' },
    abroad: { customer: LILLE, tax: { category: 'K' } },
    consumer: { name: 'Ida Brandt', address: at('DE', '24105', 'Kiel', 'Holtenauer Straße 1') },
    formats: ['factur-x', 'factur-x-basic', 'ubl'],
    hybrids: ['factur-x'],
    words: GERMAN_WORDS,
  },
  'Germany, a small business without VAT number': {
    settings: {
      ...GERMAN,
      companyName: 'Eva Brandner',
      companyTaxId: '20/123/45678',
      companyTaxNumber: null,
      companyRegistrationId: null,
      companyEndpoint: null,
    },
    customer: AUTHORITY,
    taxes: [
      { category: 'E', reason: 'Kein Ausweis von Umsatzsteuer nach § 19 UStG' },
      { category: 'E', reason: 'Kein Ausweis von Umsatzsteuer nach § 19 UStG' },
    ],
    formats: ['xrechnung', 'factur-x', 'ubl'],
    words: GERMAN_WORDS,
  },
  France: {
    settings: {
      companyName: 'Menuiserie Rivière SAS',
      companyEmail: 'factures@riviere.example',
      companyPhone: '03 20 55 01 42',
      companyAddress: place('FR', '59800', 'Lille', '12 rue Nationale'),
      companyTaxId: 'FR 12 732 829 320',
      companyRegistrationId: '732 829 320 00074',
      companyLegalForm: 'SAS au capital de 10 000 €, RCS Lille',
      bankAccount: { iban: 'FR14 2004 1010 0505 0001 3M02 606', bic: 'PSSTFRPPLIL' },
      currency: 'EUR',
      locale: 'fr',
    },
    customer: { ...LILLE, endpoint: null, registration_id: '552 100 554' },
    taxes: [rate('20'), rate('5.5')],
    reverse: { category: 'AE', reason: 'Autoliquidation, article 283-2 nonies du CGI' },
    abroad: ABROAD,
    small: {
      settings: { companyTaxId: null, companyTaxNumber: '732829320' },
      tax: { category: 'E', reason: 'TVA non applicable, art. 293 B du CGI' },
    },
    formats: ['france', 'france-ubl', 'factur-x'],
    hybrids: ['factur-x-france'],
    words: [
      'Pose de fenêtres',
      'Fenêtre en chêne',
      'Remise fidélité',
      'Frais de port',
      'Paiement à 30 jours.',
      'Commande 4711',
    ],
  },
  Italy: {
    settings: ITALIAN,
    customer: LECCO,
    taxes: [rate('22'), rate('10')],
    reverse: { category: 'AE', reason_code: 'N6.3' },
    abroad: ABROAD,
    consumer: {
      name: 'Laura Bianchi',
      address: at('IT', '22100', 'Como', 'Via Milano 3'),
      identifier: { scheme: '0210', id: 'BNCLRA80A41C933X' },
    },
    formats: ['fatturapa'],
    words: ITALIAN_WORDS,
  },
  'Italy, flat rate': {
    settings: { ...ITALIAN, companyName: 'Luca Rossi', companyTaxRegime: 'RF19' },
    customer: { ...LECCO, endpoint: { scheme: 'EM', id: 'cartiera@pec.example' } },
    taxes: [
      { category: 'O', reason_code: 'N2.2' },
      { category: 'O', reason_code: 'N2.2' },
    ],
    formats: ['fatturapa'],
    words: ITALIAN_WORDS,
    invoice: { italy: { stamp_duty: '2.00' } },
  },
  Poland: {
    settings: {
      companyName: 'Warsztat Nad Wisłą sp. z o.o.',
      companyAddress: place('PL', '00-310', 'Warszawa', 'ul. Bednarska 7'),
      companyTaxId: '999-999-99-99',
      companyRegistrationId: 'KRS 0000123456',
      companyEmail: 'biuro@warsztat.example',
      companyPhone: '+48 22 555 01 42',
      bankAccount: { iban: 'PL61 1090 1014 0000 0712 1981 2874', bankName: 'Bank Wisły' },
      currency: 'PLN',
      locale: 'pl',
    },
    customer: {
      name: 'Księgarnia Żuraw',
      address: at('PL', '80-831', 'Gdańsk', 'ul. Długa 3'),
      tax_id: '111-111-11-11',
    },
    taxes: [rate('23'), rate('8')],
    reverse: REVERSE,
    abroad: ABROAD,
    small: { settings: {}, tax: { category: 'E', reason: 'art. 113 ust. 1 ustawy o VAT' } },
    consumer: { name: 'Anna Nowak', address: at('PL', '80-831', 'Gdańsk', 'ul. Długa 5') },
    formats: ['ksef'],
    words: [
      'Oprawa książek',
      'Papier – ryza',
      'Rabat stałego klienta',
      'Dostawa',
      'Płatne przelewem w ciągu 14 dni.',
      'Zamówienie 77',
    ],
  },
  Norway: {
    settings: {
      companyName: 'Fjord Verksted AS',
      companyAddress: place('NO', '0150', 'Oslo', 'Torget 1'),
      companyTaxId: 'NO 974 760 673 MVA',
      companyTaxNumber: 'Foretaksregisteret',
      companyRegistrationId: '974760673',
      companyRegistrationScheme: '0192',
      companyEndpoint: { scheme: '0192', id: '974760673' },
      companyEmail: 'faktura@fjord.example',
      bankAccount: { iban: 'NO93 8601 1117 947' },
      currency: 'NOK',
      locale: 'nb',
    },
    customer: {
      name: 'Bok og Papir AS',
      address: at('NO', '5003', 'Bergen', 'Bryggen 2'),
      tax_id: 'NO 923 609 016 MVA',
      endpoint: { scheme: '0192', id: '923609016' },
      reference: 'Kari Nordmann',
    },
    taxes: [rate('25'), rate('15')],
    abroad: { customer: HAMBURG, tax: { category: 'G' } },
    small: {
      settings: { companyTaxId: null },
      tax: { category: 'E', reason: 'Ikke merverdiavgiftspliktig' },
    },
    formats: ['peppol', 'ubl'],
    words: [
      'Montering av vinduer',
      'Vindusbenk i eik',
      'Kunderabatt',
      'Frakt',
      'Betales innen 14 dager.',
      'Ordre 77',
    ],
  },
  Denmark: {
    settings: {
      companyName: 'Havne Snedkeri ApS',
      companyAddress: place('DK', '8000', 'Aarhus C', 'Torvet 1'),
      companyTaxId: 'DK 12 34 56 78',
      companyRegistrationId: '12345678',
      companyRegistrationScheme: '0184',
      companyEndpoint: { scheme: '0184', id: 'DK12345678' },
      companyEmail: 'faktura@havne.example',
      bankAccount: { iban: 'DK50 0040 0440 1162 43' },
      currency: 'DKK',
      locale: 'da',
    },
    customer: {
      name: 'Bog og Papir A/S',
      address: at('DK', '5000', 'Odense C', 'Vestergade 2'),
      tax_id: 'DK 87 65 43 21',
      endpoint: { scheme: '0184', id: 'DK87654321' },
      reference: 'Ole Jensen',
    },
    taxes: [rate('25'), { category: 'Z' }],
    reverse: { category: 'AE', reason: 'Omvendt betalingspligt, momslovens § 46' },
    abroad: ABROAD,
    small: { settings: { companyTaxId: null }, tax: { category: 'O' } },
    formats: ['peppol', 'ubl'],
    words: [
      'Montering af vinduer',
      'Vindueskarm i eg',
      'Kunderabat',
      'Fragt',
      'Netto 14 dage.',
      'Ordre 77',
    ],
  },
  Belgium: {
    settings: {
      companyName: 'Schrijnwerkerij De Linde BV',
      companyAddress: place('BE', '9000', 'Gent', 'Korenmarkt 1'),
      companyTaxId: 'BE 0403.170.701',
      companyRegistrationId: '0403170701',
      companyRegistrationScheme: '0208',
      companyEndpoint: { scheme: '0208', id: '0403170701' },
      companyEmail: 'facturen@delinde.example',
      bankAccount: { iban: 'BE68 5390 0754 7034' },
      currency: 'EUR',
      locale: 'nl',
    },
    customer: {
      name: 'Boekhandel Leie NV',
      address: at('BE', '8000', 'Brugge', 'Markt 3'),
      tax_id: 'BE 0202.239.951',
      endpoint: { scheme: '0208', id: '0202239951' },
      reference: 'BST-12',
    },
    taxes: [rate('21'), rate('6')],
    reverse: { category: 'AE', reason: 'Btw verlegd, KB nr. 1 artikel 20' },
    abroad: ABROAD,
    small: {
      settings: {},
      tax: { category: 'E', reason: 'Bijzondere vrijstellingsregeling kleine ondernemingen' },
    },
    formats: ['peppol', 'pint', 'ubl'],
    words: [
      'Plaatsing van ramen',
      'Vensterbank in eik',
      'Klantenkorting',
      'Levering',
      'Te betalen binnen 30 dagen.',
      'Bestelling 77',
    ],
  },
  Netherlands: {
    settings: {
      companyName: 'Timmerwerk Vecht B.V.',
      companyAddress: place('NL', '3511 AB', 'Utrecht', 'Oudegracht 1'),
      companyTaxId: 'NL 1234.56.789.B01',
      companyRegistrationId: '12345678',
      companyRegistrationScheme: '0106',
      companyEndpoint: { scheme: '0106', id: '12345678' },
      companyEmail: 'facturen@vecht.example',
      bankAccount: { iban: 'NL91 ABNA 0417 1643 00' },
      currency: 'EUR',
      locale: 'nl',
    },
    customer: {
      name: 'Gemeente Amstel',
      address: at('NL', '1181 AB', 'Amstelveen', 'Raadhuisplein 1'),
      registration_id: '00000001234567890000',
      registration_scheme: '0190',
      endpoint: { scheme: '0190', id: '00000001234567890000' },
      reference: 'OIN-12',
    },
    taxes: [rate('21'), rate('9')],
    abroad: ABROAD,
    small: { settings: {}, tax: { category: 'E', reason: 'Vrijgesteld, artikel 25 Wet OB' } },
    formats: ['peppol', 'nlcius'],
    words: [
      'Plaatsen van kozijnen',
      'Vensterbank eiken',
      'Klantkorting',
      'Voorrijkosten',
      'Betaling binnen 30 dagen.',
      'Opdracht 77',
    ],
  },
  Romania: {
    settings: {
      companyName: 'Tâmplăria Someș SRL',
      companyAddress: { ...place('RO', '400001', 'Cluj-Napoca', 'Str. Memo 1'), region: 'Cluj' },
      companyTaxId: 'RO 18547290',
      companyRegistrationId: 'J12/1/2020',
      companyEmail: 'facturi@somes.example',
      bankAccount: { iban: 'RO49 AAAA 1B31 0075 9384 0000' },
      currency: 'RON',
      locale: 'ro',
    },
    customer: {
      name: 'Librăria Dâmbovița SA',
      address: { ...at('RO', '030001', 'Sector 3', 'Bd. Unirii 4'), region: 'București' },
      tax_id: 'RO 14399840',
    },
    taxes: [rate('21'), rate('11')],
    reverse: { category: 'AE', reason: 'Taxare inversă, art. 331 Cod fiscal' },
    abroad: ABROAD,
    small: {
      settings: { companyTaxId: '18547290' },
      tax: { category: 'E', reason: 'Neplătitor de TVA, art. 310 Cod fiscal' },
    },
    consumer: {
      name: 'Ana Popescu',
      address: { ...at('RO', '400002', 'Cluj-Napoca', 'Str. Horea 2'), region: 'Cluj' },
      registration_id: '0000000000000',
    },
    formats: ['cius-ro', 'ubl'],
    words: [
      'Montaj ferestre',
      'Glaf de stejar',
      'Discount comercial',
      'Transport',
      'Plata în 30 de zile.',
      'Comanda 77',
    ],
  },
  Portugal: {
    settings: {
      companyName: 'Carpintaria Douro, Lda.',
      companyAddress: place('PT', '4000-001', 'Porto', 'Rua das Flores 1'),
      companyTaxId: '501 442 600',
      companyEmail: 'facturas@douro.example',
      bankAccount: { iban: 'PT50 0002 0123 1234 5678 9015 4' },
      currency: 'EUR',
      locale: 'pt',
    },
    customer: {
      name: 'Câmara Municipal de Aveiro',
      address: at('PT', '3800-001', 'Aveiro', 'Praça da República 2'),
      tax_id: '600000001',
      reference: 'NE-12',
    },
    taxes: [rate('23'), rate('6')],
    reverse: { category: 'AE', reason: 'IVA – autoliquidação' },
    abroad: ABROAD,
    small: {
      settings: {},
      tax: { category: 'E', reason: 'IVA – regime de isenção, artigo 53.º do CIVA' },
    },
    formats: ['cius-pt', 'ubl'],
    words: [
      'Montagem de janelas',
      'Peitoril em carvalho',
      'Desconto de cliente',
      'Portes',
      'Pagamento a 30 dias.',
      'Encomenda 77',
    ],
  },
  Croatia: {
    settings: {
      companyName: 'Stolarija Jadran d.o.o.',
      companyContact: 'Ana Horvat',
      companyAddress: place('HR', '21000', 'Split', 'Riva 1'),
      companyTaxId: '12345678903',
      companyEmail: 'racuni@jadran.example',
      bankAccount: { iban: 'HR12 1001 0051 8630 0016 0' },
      currency: 'EUR',
      locale: 'hr',
    },
    customer: {
      name: 'Knjižara Marjan d.o.o.',
      address: at('HR', '10000', 'Zagreb', 'Ilica 2'),
      tax_id: '98765432106',
    },
    taxes: [rate('25'), rate('13')],
    reverse: { category: 'AE', reason: 'Prijenos porezne obveze, čl. 75. Zakona o PDV-u' },
    abroad: ABROAD,
    small: {
      settings: {},
      tax: { category: 'E', reason: 'Čl. 90. st. 2. Zakona o PDV-u' },
    },
    formats: ['hr-eracun', 'ubl'],
    words: [
      'Ugradnja prozora',
      'Prozorska klupčica',
      'Popust',
      'Dostava',
      'Plaćanje u roku od 15 dana.',
      'Narudžba 77',
    ],
    item: { classification: { scheme: 'CG', code: '43.32.01' } },
  },
}
