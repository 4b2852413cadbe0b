/** The fixed words of a QR-bill (Swiss Implementation Guidelines QR-bill 2.4, annex C). */
const ENGLISH = {
  language: 'en',
  paymentPart: 'Payment part',
  receipt: 'Receipt',
  account: 'Account / Payable to',
  reference: 'Reference',
  additionalInformation: 'Additional information',
  payableBy: 'Payable by',
  payableByBlank: 'Payable by (name/address)',
  currency: 'Currency',
  amount: 'Amount',
  acceptancePoint: 'Acceptance point',
  separate: 'Separate before paying in',
}

export type BillWords = typeof ENGLISH

const WORDS: readonly BillWords[] = [
  {
    language: 'de',
    paymentPart: 'Zahlteil',
    receipt: 'Empfangsschein',
    account: 'Konto / Zahlbar an',
    reference: 'Referenz',
    additionalInformation: 'Zusätzliche Informationen',
    payableBy: 'Zahlbar durch',
    payableByBlank: 'Zahlbar durch (Name/Adresse)',
    currency: 'Währung',
    amount: 'Betrag',
    acceptancePoint: 'Annahmestelle',
    separate: 'Vor der Einzahlung abzutrennen',
  },
  {
    language: 'fr',
    paymentPart: 'Section paiement',
    receipt: 'Récépissé',
    account: 'Compte / Payable à',
    reference: 'Référence',
    additionalInformation: 'Informations supplémentaires',
    payableBy: 'Payable par',
    payableByBlank: 'Payable par (nom/adresse)',
    currency: 'Monnaie',
    amount: 'Montant',
    acceptancePoint: 'Point de dépôt',
    separate: 'A détacher avant le versement',
  },
  {
    language: 'it',
    paymentPart: 'Sezione pagamento',
    receipt: 'Ricevuta',
    account: 'Conto / Pagabile a',
    reference: 'Riferimento',
    additionalInformation: 'Informazioni supplementari',
    payableBy: 'Pagabile da',
    payableByBlank: 'Pagabile da (nome/indirizzo)',
    currency: 'Valuta',
    amount: 'Importo',
    acceptancePoint: 'Punto di accettazione',
    separate: 'Da staccare prima del versamento',
  },
  {
    language: 'rm',
    paymentPart: 'Part da pajament',
    receipt: 'Quittanza',
    account: 'Conto / Da pajar a',
    reference: 'Referenza',
    additionalInformation: 'Infurmaziuns supplementaras',
    payableBy: 'Da pajar da',
    payableByBlank: 'Da pajar da (num/adressa)',
    currency: 'Valuta',
    amount: 'Import',
    acceptancePoint: 'Post da recepziun',
    separate: 'Da distatgar avant che pajar',
  },
  ENGLISH,
]

/** In the document's language if the standard has it, else in English. */
export const billWords = (language: string): BillWords =>
  WORDS.find((it) => it.language === language.split('-', 1)[0]?.toLowerCase()) ?? ENGLISH
