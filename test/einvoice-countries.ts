/** A company as it would register with the service and on Peppol; its numbers are made up. */
export interface Place {
  readonly country: string
  readonly city: string
  readonly postalCode: string
  readonly currency: string
  readonly isInUnion: boolean
  /** Standard rate first. */
  readonly rates: readonly string[]
  readonly language: string
  /** Of two companies, so that each can sell to the other. */
  readonly vatIds: readonly [string, string] | null
  readonly numbers: readonly [string, string]
  readonly numberScheme: string | null
  /** Scheme of the address, and whether it is the VAT number or the company number. */
  readonly endpoint: readonly [scheme: string, 'vat' | 'number']
  /** Account without its country and check digits; null: no IBANs there. */
  readonly account: string | null
  readonly taxNumber?: string
  readonly region?: string
  /** Of the registration with myDATA. */
  readonly mark?: string
  /** Of payment, that Peppol takes there for transfers. */
  readonly transfer?: string
}

const place = (
  [country, city, postalCode]: readonly [string, string, string],
  [currency, isInUnion, language]: readonly [string, boolean, string],
  rates: readonly string[],
  parties: Pick<Place, 'vatIds' | 'numbers' | 'numberScheme' | 'endpoint' | 'account'> &
    Partial<Place>,
): Place => ({ country, city, postalCode, currency, isInUnion, language, rates, ...parties })

const EU_EURO = (language: string) => ['EUR', true, language] as const

export const PLACES: readonly Place[] = [
  place(['DE', 'Kiel', '24103'], EU_EURO('de'), ['19', '7'], {
    vatIds: ['DE123456789', 'DE987654321'],
    numbers: ['HRB 12345', 'HRB 777'],
    numberScheme: null,
    endpoint: ['9930', 'vat'],
    account: '370400440532013000',
    taxNumber: '30/123/45678',
  }),
  place(['FR', 'Lille', '59000'], EU_EURO('fr'), ['20', '10', '5.5', '2.1'], {
    vatIds: ['FR12345678901', 'FR98765432109'],
    numbers: ['732829320', '552100554'],
    numberScheme: '0002',
    endpoint: ['9957', 'vat'],
    account: '20041010050500013M02606',
  }),
  place(['BE', 'Gent', '9000'], EU_EURO('nl'), ['21', '12', '6'], {
    vatIds: ['BE0403170701', 'BE0202239951'],
    numbers: ['0403170701', '0202239951'],
    numberScheme: '0208',
    endpoint: ['0208', 'number'],
    account: '539007547034',
  }),
  place(['NL', 'Utrecht', '3511 AB'], EU_EURO('nl'), ['21', '9'], {
    vatIds: ['NL123456789B01', 'NL987654321B01'],
    numbers: ['12345678', '87654321'],
    numberScheme: '0106',
    endpoint: ['0106', 'number'],
    account: 'ABNA0417164300',
  }),
  place(['LU', 'Luxembourg', '1009'], EU_EURO('fr'), ['17', '14', '8', '3'], {
    vatIds: ['LU12345678', 'LU87654321'],
    numbers: ['B12345', 'B54321'],
    numberScheme: null,
    endpoint: ['9938', 'vat'],
    account: '0019400644750000',
  }),
  place(['AT', 'Wien', '1010'], EU_EURO('de'), ['20', '13', '10'], {
    vatIds: ['ATU12345678', 'ATU87654321'],
    numbers: ['FN 123456a', 'FN 654321b'],
    numberScheme: null,
    endpoint: ['9914', 'vat'],
    account: '1904300234573201',
    taxNumber: '12 345/6789',
  }),
  place(['IT', 'Roma', '00100'], EU_EURO('it'), ['22', '10', '5', '4'], {
    vatIds: ['IT12345670017', 'IT00743110157'],
    numbers: ['RM-123456', 'MI-654321'],
    numberScheme: null,
    endpoint: ['0211', 'vat'],
    account: 'X0542811101000000123456',
    taxNumber: '12345670017',
  }),
  place(['ES', 'Sevilla', '41001'], EU_EURO('es'), ['21', '10', '4'], {
    vatIds: ['ESB12345674', 'ESA12345674'],
    numbers: ['B12345674', 'A12345674'],
    numberScheme: null,
    endpoint: ['9920', 'vat'],
    account: '21000418450200051332',
  }),
  place(['PT', 'Porto', '4000-001'], EU_EURO('pt'), ['23', '13', '6'], {
    vatIds: ['PT123456789', 'PT987654321'],
    numbers: ['123456789', '987654321'],
    numberScheme: null,
    endpoint: ['9946', 'vat'],
    account: '000201231234567890154',
  }),
  place(['SE', 'Lund', '222 22'], ['SEK', true, 'sv'], ['25', '12', '6'], {
    vatIds: ['SE556012579001', 'SE212000014201'],
    numbers: ['5560125790', '2120000142'],
    numberScheme: '0007',
    endpoint: ['0007', 'number'],
    account: '50000000058398257466',
    taxNumber: 'Godkänd för F-skatt',
  }),
  place(['NO', 'Oslo', '0150'], ['NOK', false, 'nb'], ['25', '15', '12'], {
    vatIds: ['NO974760673MVA', 'NO923609016MVA'],
    numbers: ['974760673', '923609016'],
    numberScheme: '0192',
    endpoint: ['0192', 'number'],
    account: '86011117947',
    taxNumber: 'Foretaksregisteret',
  }),
  place(['DK', 'Aarhus', '8000'], ['DKK', true, 'da'], ['25'], {
    vatIds: ['DK12345678', 'DK87654321'],
    numbers: ['12345678', '87654321'],
    numberScheme: '0184',
    endpoint: ['0184', 'vat'],
    account: '00400440116243',
    transfer: '42',
  }),
  place(['FI', 'Turku', '20100'], EU_EURO('en'), ['25.5', '14', '10'], {
    vatIds: ['FI12345671', 'FI20774740'],
    numbers: ['1234567-1', '2077474-0'],
    numberScheme: '0212',
    endpoint: ['0213', 'vat'],
    account: '12345600000785',
  }),
  place(['IS', 'Akureyri', '600'], ['ISK', false, 'en'], ['24', '11'], {
    vatIds: ['IS12345', 'IS54321'],
    numbers: ['5501694079', '4507043170'],
    numberScheme: '0196',
    endpoint: ['0196', 'number'],
    account: '0159260076545510730339',
  }),
  place(['PL', 'Gdynia', '81-364'], ['PLN', true, 'pl'], ['23', '8', '5'], {
    vatIds: ['PL1234567890', 'PL9876543210'],
    numbers: ['0000123456', '0000654321'],
    numberScheme: null,
    endpoint: ['9945', 'vat'],
    account: '109010140000071219812874',
  }),
  place(['IE', 'Cork', 'T12 AB34'], EU_EURO('en'), ['23', '13.5', '9'], {
    vatIds: ['IE1234567WA', 'IE7654321XB'],
    numbers: ['123456', '654321'],
    numberScheme: null,
    endpoint: ['9935', 'vat'],
    account: 'AIBK93115212345678',
  }),
  place(['GB', 'Leeds', 'LS1 1AA'], ['GBP', false, 'en'], ['20', '5'], {
    vatIds: ['GB123456789', 'GB987654321'],
    numbers: ['01234567', '07654321'],
    numberScheme: null,
    endpoint: ['9932', 'vat'],
    account: 'NWBK60161331926819',
  }),
  place(['CH', 'Chur', '7000'], ['CHF', false, 'de'], ['8.1', '2.6', '3.8'], {
    vatIds: ['CHE-123.456.788', 'CHE-987.654.321'],
    numbers: ['CHE123456788', 'CHE987654321'],
    numberScheme: '0183',
    endpoint: ['0183', 'number'],
    account: '00762011623852957',
  }),
  place(['CZ', 'Brno', '602 00'], ['CZK', true, 'cs'], ['21', '12'], {
    vatIds: ['CZ12345678', 'CZ87654321'],
    numbers: ['12345678', '87654321'],
    numberScheme: '0154',
    endpoint: ['9929', 'vat'],
    account: '08000000192000145399',
  }),
  place(['EE', 'Tartu', '50090'], EU_EURO('en'), ['24', '13', '9'], {
    vatIds: ['EE123456789', 'EE987654321'],
    numbers: ['12345678', '87654321'],
    numberScheme: '0191',
    endpoint: ['0191', 'number'],
    account: '2200221020145685',
  }),
  place(['RO', 'Cluj-Napoca', '400001'], ['RON', true, 'en'], ['21', '11'], {
    region: 'Cluj',
    vatIds: ['RO12345678', 'RO87654321'],
    numbers: ['J12/123/2020', 'J12/321/2021'],
    numberScheme: null,
    endpoint: ['9947', 'vat'],
    account: 'AAAA1B31007593840000',
  }),
  place(['HR', 'Split', '21000'], EU_EURO('en'), ['25', '13', '5'], {
    vatIds: ['HR12345678903', 'HR98765432106'],
    numbers: ['12345678903', '98765432106'],
    numberScheme: null,
    endpoint: ['9934', 'number'],
    account: '10010051863000160',
  }),
  place(['GR', 'Patra', '262 22'], EU_EURO('en'), ['24', '13', '6'], {
    vatIds: ['EL123456783', 'EL987654324'],
    numbers: ['123456783', '987654324'],
    numberScheme: null,
    endpoint: ['9933', 'number'],
    mark: '400001234567890',
    account: '01101250000000012300695',
  }),
  place(['SK', 'Košice', '040 01'], EU_EURO('en'), ['23', '19', '5'], {
    vatIds: ['SK1234567890', 'SK9876543210'],
    numbers: ['12345678', '87654321'],
    numberScheme: null,
    endpoint: ['9950', 'vat'],
    account: '12000000198742637541',
  }),
  place(['SI', 'Maribor', '2000'], EU_EURO('en'), ['22', '9.5', '5'], {
    vatIds: ['SI12345678', 'SI87654321'],
    numbers: ['1234567000', '7654321000'],
    numberScheme: null,
    endpoint: ['9949', 'vat'],
    account: '263300012039086',
  }),
  place(['LT', 'Kaunas', '44280'], EU_EURO('en'), ['21', '12', '5'], {
    vatIds: ['LT123456789', 'LT987654321'],
    numbers: ['123456789', '987654321'],
    numberScheme: '0200',
    endpoint: ['9937', 'vat'],
    account: '1000011101001000',
  }),
  place(['BG', 'Varna', '9000'], EU_EURO('en'), ['20', '9'], {
    vatIds: ['BG123456789', 'BG987654321'],
    numbers: ['123456789', '987654321'],
    numberScheme: null,
    endpoint: ['9926', 'vat'],
    account: 'BNBG96611020345678',
  }),
  place(['US', 'Portland', '97201'], ['USD', false, 'en'], ['8.875'], {
    vatIds: null,
    numbers: ['12-3456789', '98-7654321'],
    numberScheme: null,
    endpoint: ['0060', 'number'],
    account: null,
  }),
  place(['JP', 'Osaka', '530-0001'], ['JPY', false, 'ja'], ['10', '8'], {
    vatIds: null,
    numbers: ['T1234567890123', 'T9876543210987'],
    numberScheme: '0188',
    endpoint: ['0221', 'number'],
    account: null,
  }),
  place(['KW', 'Hawalli', '32000'], ['KWD', false, 'en'], ['5'], {
    vatIds: null,
    numbers: ['123456', '654321'],
    numberScheme: null,
    endpoint: ['0088', 'number'],
    account: 'CBKU0000000000001234560101',
  }),
]

/** With its check digits (ISO 7064, mod 97-10). */
export function ibanOf({ country, account }: Place): string | null {
  if (account === null) return null
  const digits = [...`${account}${country}00`].map((sign) => Number.parseInt(sign, 36)).join('')
  return `${country}${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}${account}`
}
