import { defineWords } from '../words.tsx'

/** What can be chosen in the settings, by the value that is stored. */
export const choiceWords = defineWords({
  en: {
    tax: {
      S: 'Standard or reduced rate',
      Z: 'Zero-rated',
      E: 'Exempt',
      AE: 'Reverse charge',
      K: 'Supply within the EU',
      G: 'Export outside the EU',
      O: 'Not subject to tax',
      L: 'Canary Islands (IGIC)',
      M: 'Ceuta and Melilla (IPSI)',
      B: 'Split payment (Italy)',
    },
    rounding: { document: 'Once per rate', line: 'On every line' },
    reset: { never: 'Never', yearly: 'Every year', monthly: 'Every month' },
    dateFormat: { short: 'Short', medium: 'Medium', long: 'Long', iso: 'ISO 8601' },
    means: {
      '10': 'Cash',
      '30': 'Credit transfer',
      '48': 'Card',
      '49': 'Direct debit',
      '57': 'Standing agreement',
      '58': 'SEPA credit transfer',
      '59': 'SEPA direct debit',
      '68': 'Online payment',
    },
  },
  de: {
    tax: {
      S: 'Normaler oder ermäßigter Satz',
      Z: 'Nullsatz',
      E: 'Steuerbefreit',
      AE: 'Steuerschuld des Empfängers (Reverse Charge)',
      K: 'Innergemeinschaftliche Lieferung',
      G: 'Ausfuhr aus der EU',
      O: 'Nicht steuerbar',
      L: 'Kanarische Inseln (IGIC)',
      M: 'Ceuta und Melilla (IPSI)',
      B: 'Split Payment (Italien)',
    },
    rounding: { document: 'Einmal je Steuersatz', line: 'In jeder Position' },
    reset: { never: 'Nie', yearly: 'Jedes Jahr', monthly: 'Jeden Monat' },
    dateFormat: { short: 'Kurz', medium: 'Mittel', long: 'Lang', iso: 'ISO 8601' },
    means: {
      '10': 'Bar',
      '30': 'Überweisung',
      '48': 'Karte',
      '49': 'Lastschrift',
      '57': 'Dauerauftrag',
      '58': 'SEPA-Überweisung',
      '59': 'SEPA-Lastschrift',
      '68': 'Online-Zahlung',
    },
  },
  fr: {
    tax: {
      S: 'Taux normal ou réduit',
      Z: 'Taux zéro',
      E: 'Exonéré',
      AE: 'Autoliquidation',
      K: 'Livraison intracommunautaire',
      G: 'Exportation hors UE',
      O: 'Hors champ de la TVA',
      L: 'Îles Canaries (IGIC)',
      M: 'Ceuta et Melilla (IPSI)',
      B: 'Paiement scindé (Italie)',
    },
    rounding: { document: 'Une fois par taux', line: 'À chaque ligne' },
    reset: { never: 'Jamais', yearly: 'Chaque année', monthly: 'Chaque mois' },
    dateFormat: { short: 'Court', medium: 'Moyen', long: 'Long', iso: 'ISO 8601' },
    means: {
      '10': 'Espèces',
      '30': 'Virement',
      '48': 'Carte',
      '49': 'Prélèvement',
      '57': 'Accord permanent',
      '58': 'Virement SEPA',
      '59': 'Prélèvement SEPA',
      '68': 'Paiement en ligne',
    },
  },
})

/** Names of standards are the same in every language. */
export const PROFILE_NAMES = {
  en16931: 'EN 16931',
  peppol: 'Peppol BIS Billing 3',
  xrechnung: 'XRechnung',
  'factur-x': 'Factur-X / ZUGFeRD',
} as const

export const toChoices = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }))
