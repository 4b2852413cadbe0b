import { isSoundIban } from '../components/letterhead.ts'

/** A bank with its bank code. */
export interface Bank {
  readonly bic: string
  readonly name: string
}

/**
 * Banks with one BIC for all accounts of a bank code, by country and code. Other banks are not
 * listed: a wrong BIC is worse than none, and transfers in euros need none.
 */
const BANKS: Readonly<Record<string, readonly [string, string]>> = {
  'AT:12000': ['BKAUATWWXXX', 'UniCredit Bank Austria'],
  'AT:14000': ['BAWAATWWXXX', 'BAWAG'],
  'AT:20111': ['GIBAATWWXXX', 'Erste Bank'],
  'CH:09000': ['POFICHBEXXX', 'PostFinance'],
  'DE:10010010': ['PBNKDEFFXXX', 'Postbank'],
  'DE:10011001': ['NTSBDEB1XXX', 'N26'],
  'DE:12030000': ['BYLADEM1001', 'Deutsche Kreditbank'],
  'DE:20050550': ['HASPDEHHXXX', 'Hamburger Sparkasse'],
  'DE:37040044': ['COBADEFFXXX', 'Commerzbank'],
  'DE:37050198': ['COLSDE33XXX', 'Sparkasse KölnBonn'],
  'DE:43060967': ['GENODEM1GLS', 'GLS Gemeinschaftsbank'],
  'DE:50010517': ['INGDDEFFXXX', 'ING'],
  'DE:70150000': ['SSKMDEMMXXX', 'Stadtsparkasse München'],
  'FR:16958': ['QNTOFRP1XXX', 'Qonto'],
  'NL:ABNA': ['ABNANL2A', 'ABN AMRO'],
  'NL:BUNQ': ['BUNQNL2A', 'bunq'],
  'NL:INGB': ['INGBNL2A', 'ING'],
  'NL:KNAB': ['KNABNL2H', 'Knab'],
  'NL:RABO': ['RABONL2U', 'Rabobank'],
  'NL:TRIO': ['TRIONL2U', 'Triodos Bank'],
}

/** The position of the bank code in the IBAN, by country. */
const CODES: Readonly<Record<string, readonly [number, number]>> = {
  AT: [4, 9],
  CH: [4, 9],
  DE: [4, 12],
  FR: [4, 9],
  NL: [4, 8],
}

/** The bank of an IBAN, found offline; null: not in the list. */
export function bankOf(iban: string): Bank | null {
  const plain = iban.replace(/\s/g, '').toUpperCase()
  const country = plain.slice(0, 2)
  const place = CODES[country]
  const found = place && BANKS[`${country}:${plain.slice(...place)}`]
  return found && isSoundIban(plain) ? { bic: found[0], name: found[1] } : null
}
