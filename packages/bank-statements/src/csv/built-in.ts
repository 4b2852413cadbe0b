import type { CsvProfile } from './profile.ts'

export interface BuiltInProfile {
  readonly name: string
  readonly profile: CsvProfile
  /** Names of columns in other versions and languages, and which one of the profile they are. */
  readonly synonyms?: Readonly<Partial<Record<string, string>>>
}

const GERMAN = { delimiter: ';', date: 'D.M.y', decimal: ',' } as const

const SPARKASSE: BuiltInProfile = {
  name: 'sparkasse-camt',
  profile: {
    ...GERMAN,
    header: ['Auftragskonto', 'Buchungstag', 'Kundenreferenz (End-to-End)', 'Betrag'],
    columns: {
      booking_date: 'Buchungstag',
      value_date: 'Valutadatum',
      amount: 'Betrag',
      currency: 'Waehrung',
      name: 'Beguenstigter/Zahlungspflichtiger',
      iban: 'Kontonummer/IBAN',
      text: ['Verwendungszweck'],
      end_to_end: 'Kundenreferenz (End-to-End)',
      account: 'Auftragskonto',
    },
    currency: 'EUR',
    pending: { column: 'Info', value: 'Umsatz vorgemerkt' },
  },
  synonyms: { 'IBAN Auftragskonto': 'Auftragskonto', Währung: 'Waehrung' },
}

const DKB: BuiltInProfile = {
  name: 'dkb',
  profile: {
    ...GERMAN,
    header: ['Buchungsdatum', 'Zahlungspflichtige*r', 'Zahlungsempfänger*in', 'Betrag (€)'],
    columns: {
      booking_date: 'Buchungsdatum',
      value_date: 'Wertstellung',
      amount: 'Betrag (€)',
      name: { credit: 'Zahlungspflichtige*r', debit: 'Zahlungsempfänger*in' },
      iban: 'IBAN',
      text: ['Verwendungszweck'],
      end_to_end: 'Kundenreferenz',
    },
    currency: 'EUR',
    account: 'preamble',
    pending: { column: 'Status', value: 'Vorgemerkt' },
  },
  synonyms: { 'Betrag (EUR)': 'Betrag (€)', Betrag: 'Betrag (€)' },
}

const DKB_BEFORE_2023: BuiltInProfile = {
  name: 'dkb',
  profile: {
    ...GERMAN,
    header: ['Buchungstag', 'Auftraggeber / Begünstigter', 'Verwendungszweck', 'Betrag (EUR)'],
    columns: {
      booking_date: 'Buchungstag',
      value_date: 'Wertstellung',
      amount: 'Betrag (EUR)',
      name: 'Auftraggeber / Begünstigter',
      iban: 'Kontonummer',
      text: ['Verwendungszweck'],
      end_to_end: 'Kundenreferenz',
    },
    currency: 'EUR',
    account: 'preamble',
  },
}

const ING: BuiltInProfile = {
  name: 'ing-de',
  profile: {
    ...GERMAN,
    header: ['Buchung', 'Auftraggeber/Empfänger', 'Verwendungszweck', 'Betrag'],
    columns: {
      booking_date: 'Buchung',
      value_date: 'Wertstellungsdatum',
      amount: 'Betrag',
      currency: 'Währung',
      name: 'Auftraggeber/Empfänger',
      text: ['Verwendungszweck'],
    },
    currency: 'EUR',
    account: 'preamble',
  },
  synonyms: { Valuta: 'Wertstellungsdatum' },
}

const N26: BuiltInProfile = {
  name: 'n26',
  profile: {
    header: ['Booking Date', 'Partner Name', 'Payment Reference', 'Amount (EUR)'],
    delimiter: ',',
    date: 'y-M-D',
    decimal: '.',
    columns: {
      booking_date: 'Booking Date',
      value_date: 'Value Date',
      amount: 'Amount (EUR)',
      name: 'Partner Name',
      iban: 'Partner Iban',
      text: ['Payment Reference'],
    },
    currency: 'EUR',
    account: 'ask',
  },
  synonyms: {
    Date: 'Booking Date',
    Payee: 'Partner Name',
    'Account number': 'Partner Iban',
    Datum: 'Booking Date',
    Buchungsdatum: 'Booking Date',
    Wertstellungsdatum: 'Value Date',
    Empfänger: 'Partner Name',
    'Name des Partners': 'Partner Name',
    Kontonummer: 'Partner Iban',
    'IBAN des Partners': 'Partner Iban',
    Verwendungszweck: 'Payment Reference',
    Zahlungsreferenz: 'Payment Reference',
    'Betrag (EUR)': 'Amount (EUR)',
  },
}

/** The currency is in the names of the columns. */
const postFinance = (currency: string): BuiltInProfile => ({
  name: 'postfinance',
  profile: {
    header: ['Datum', 'Avisierungstext', `Gutschrift in ${currency}`, `Lastschrift in ${currency}`],
    delimiter: ';',
    date: 'D.M.y',
    decimal: '.',
    columns: {
      booking_date: 'Datum',
      value_date: 'Valuta',
      credit: `Gutschrift in ${currency}`,
      debit: `Lastschrift in ${currency}`,
      text: ['Avisierungstext'],
    },
    currency,
    account: 'preamble',
  },
  synonyms: {
    Buchungsdatum: 'Datum',
    Date: 'Datum',
    'Booking date': 'Datum',
    'Date de comptabilisation': 'Datum',
    Data: 'Datum',
    'Notification text': 'Avisierungstext',
    'Texte de notification': 'Avisierungstext',
    'Testo di avviso': 'Avisierungstext',
    [`Credit in ${currency}`]: `Gutschrift in ${currency}`,
    [`Debit in ${currency}`]: `Lastschrift in ${currency}`,
    [`Crédit en ${currency}`]: `Gutschrift in ${currency}`,
    [`Débit en ${currency}`]: `Lastschrift in ${currency}`,
    [`Accredito in ${currency}`]: `Gutschrift in ${currency}`,
    [`Addebito in ${currency}`]: `Lastschrift in ${currency}`,
    Value: 'Valuta',
    Valeur: 'Valuta',
  },
})

const WISE: BuiltInProfile = {
  name: 'wise',
  profile: {
    header: ['TransferWise ID', 'Date', 'Amount', 'Currency', 'Payment Reference'],
    delimiter: ',',
    date: 'D-M-y',
    decimal: '.',
    columns: {
      booking_date: 'Date',
      amount: 'Amount',
      currency: 'Currency',
      name: { credit: 'Payer Name', debit: 'Payee Name' },
      text: ['Payment Reference', 'Description'],
      id: 'TransferWise ID',
    },
    account: 'ask',
  },
  synonyms: { 'Wise ID': 'TransferWise ID' },
}

/** Recognized by their headers, with any delimiter. */
export const BUILT_INS: readonly BuiltInProfile[] = [
  SPARKASSE,
  DKB,
  DKB_BEFORE_2023,
  ING,
  N26,
  postFinance('CHF'),
  postFinance('EUR'),
  WISE,
]

/** By name, as examples for profiles of one's own. */
export const BUILT_IN_PROFILES: readonly {
  readonly name: string
  readonly profile: CsvProfile
}[] = BUILT_INS.filter(
  ({ name }, index) => BUILT_INS.findIndex((it) => it.name === name) === index,
).map(({ name, profile }) => ({ name, profile }))
