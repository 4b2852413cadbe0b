import { table } from '../table.ts'

/** The codes that the mapping assigns itself; complete lists are in `code-lists.ts`. */
export const ONE_UNIT = 'C62'
/** Unit of an item without a quantity. */
export const LUMP_SUM = 'LS'
export const EMAIL_SCHEME = 'EM'
/** ISO 6523 scheme of a barcode number. */
export const GTIN_SCHEME = '0160'
/** Scheme of an invoiced object: an identifier known to both parties (UNCL 1153). */
export const OBJECT_SCHEME = 'ABZ'
export const TRANSFER = '30'
export const TRANSFER_SEPA = '58'
/** To an account by its number, as within Denmark. */
export const TRANSFER_ACCOUNT = '42'

/** Slips of Danish banks: giro (50) and FIK (93), to a number that is no IBAN. */
export const GIRO = '50'
export const FIK = '93'
export const CARD_MEANS: ReadonlySet<string> = new Set(['48', '54', '55'])
export const DEBIT_MEANS: ReadonlySet<string> = new Set(['49', '59'])
export const REASON_DISCOUNT = '95'
/** "Miscellaneous": freight and the like have their own codes. */
export const REASON_CHARGE = 'ABK'

interface Exemption {
  readonly reason?: string
  readonly code?: string
}

const USUAL = table<string>({
  AE: 'VATEX-EU-AE',
  K: 'VATEX-EU-IC',
  G: 'VATEX-EU-G',
  O: 'VATEX-EU-O',
})

const WORDS = table<Readonly<Record<string, string>>>({
  en: {
    AE: 'Reverse charge',
    K: 'Intra-Community supply',
    G: 'Export outside the EU',
    O: 'Not subject to VAT',
  },
  de: {
    AE: 'Steuerschuldnerschaft des Leistungsempfängers',
    K: 'Steuerfreie innergemeinschaftliche Lieferung',
    G: 'Steuerfreie Ausfuhrlieferung',
    O: 'Nicht umsatzsteuerbar',
  },
  fr: {
    AE: 'Autoliquidation',
    K: 'Livraison intracommunautaire',
    G: 'Exportation hors de l’UE',
    O: 'Non soumis à la TVA',
  },
})

/** The usual exemption reason of a category; E has none and needs the user's. */
export function defaultExemption(category: string, language: string): Exemption {
  const code = USUAL[category]
  if (code === undefined) return {}
  const words = WORDS[language.split('-', 1)[0] ?? 'en'] ?? WORDS.en
  return { code, reason: words?.[category] ?? '' }
}
