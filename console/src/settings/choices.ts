/** Names of standards are the same in every language. */
export const PROFILE_NAMES = {
  en16931: 'EN 16931',
  peppol: 'Peppol BIS Billing 3',
  pint: 'Peppol PINT',
  xrechnung: 'XRechnung',
  'factur-x': 'Factur-X / ZUGFeRD',
  france: 'France (Factur-X, BR-FR)',
  nlcius: 'NLCIUS (SI-UBL 2.0)',
  'cius-pt': 'CIUS-PT (Portugal)',
  'cius-ro': 'CIUS-RO (Romania)',
  'hr-eracun': 'eRačun (Croatia)',
  fatturapa: 'FatturaPA',
  ksef: 'KSeF FA(3)',
} as const

/** Files of direct debits. */
export const PAIN_FORMATS = {
  'pain.008.001.08': 'pain.008.001.08',
  'pain.008.001.02': 'pain.008.001.02',
} as const

/** The terms of Italian law. */
export const TAX_REGIMES = {
  RF01: 'RF01 Ordinario',
  RF02: 'RF02 Contribuenti minimi',
  RF04: 'RF04 Agricoltura e pesca',
  RF05: 'RF05 Sali e tabacchi',
  RF06: 'RF06 Fiammiferi',
  RF07: 'RF07 Editoria',
  RF08: 'RF08 Telefonia pubblica',
  RF09: 'RF09 Documenti di trasporto pubblico e sosta',
  RF10: 'RF10 Intrattenimenti e giochi',
  RF11: 'RF11 Agenzie di viaggi e turismo',
  RF12: 'RF12 Agriturismo',
  RF13: 'RF13 Vendite a domicilio',
  RF14: 'RF14 Beni usati, arte, antiquariato',
  RF15: "RF15 Vendite all'asta",
  RF16: 'RF16 IVA per cassa P.A.',
  RF17: 'RF17 IVA per cassa',
  RF18: 'RF18 Altro',
  RF19: 'RF19 Forfettario',
} as const

/** Document types of Italian sellers, with the terms of Italian law. */
export const ITALIAN_DOCUMENTS = {
  TD01: 'TD01 Fattura',
  TD02: 'TD02 Acconto/anticipo su fattura',
  TD03: 'TD03 Acconto/anticipo su parcella',
  TD05: 'TD05 Nota di debito',
  TD06: 'TD06 Parcella',
  TD24: 'TD24 Fattura differita (art. 21, c. 4, lett. a)',
  TD25: 'TD25 Fattura differita (art. 21, c. 4, lett. b)',
  TD26: 'TD26 Cessione di beni ammortizzabili',
  TD27: 'TD27 Autoconsumo o cessioni gratuite',
} as const

export const toChoices = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }))
