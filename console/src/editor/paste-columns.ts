/** The possible meanings of a pasted column. */
export type Column =
  | 'description'
  | 'details'
  | 'quantity'
  | 'unit'
  | 'price'
  | 'discount'
  | 'tax'
  | 'total'

/** A column, and what its header says about its values. */
export interface Header {
  readonly column: Column
  /** `Tax %`, `USt-Satz`: plain numbers are percentages. */
  readonly isPercent: boolean
  /** `Discount (EUR)`: plain numbers are amounts. */
  readonly isMoney: boolean
  /** `Prix HT`, `Price incl. VAT`; null: not stated. */
  readonly includesTax: boolean | null
}

/** Header words in English, German and French, in the form of `plain`. */
const NAMES: Readonly<Record<Column, string>> = {
  description:
    'description|item|item description|product|service|name|title|text|beschreibung|bezeichnung|artikel|leistung|produkt|titel|désignation|designation|libellé|libelle|article|produit|prestation|intitulé',
  details:
    'details|note|notes|comment|comments|einzelheiten|bemerkung|bemerkungen|anmerkung|hinweis|détails|détail|remarque|remarques|commentaire',
  quantity: 'quantity|qty|quantities|menge|anzahl|quantité|quantite|qté|qte|nombre',
  unit: 'unit|uom|unit of measure|einheit|mengeneinheit|unité|unite',
  price:
    'price|unit price|price unit|price per unit|price each|preis|einzelpreis|stückpreis|preis einheit|preis pro einheit|preis pro stück|prix|prix unitaire|pu|p u',
  discount: 'discount|discount rate|rabatt|rabattsatz|nachlass|remise|rabais|taux de remise',
  tax: 'tax|tax rate|vat|vat rate|gst|gst rate|sales tax|steuer|steuersatz|umsatzsteuer|umsatzsteuersatz|ust|ust satz|mwst|mwst satz|mehrwertsteuer|mehrwertsteuersatz|tva|taux|taux tva|taux de tva|taxe',
  total:
    'total|line total|total price|amount|sum|subtotal|gesamt|gesamtpreis|gesamtbetrag|summe|betrag|zwischensumme|montant|montant total|somme|sous total|prix total',
}

const COLUMNS = new Map(
  Object.entries(NAMES).flatMap(([column, names]) =>
    names.split('|').map((name) => [name, column as Column] as const),
  ),
)

const EXCLUSIVE =
  /\b(ht|net|netto|hors taxes?|(excl|exkl|zzgl|plus|without)\.?( vat| tax| ust| mwst)?)(?![\p{L}])/u
const INCLUSIVE =
  /\b(ttc|gross|brutto|(incl|inkl|including|with)\.?( vat| tax| ust| mwst)?)(?![\p{L}])/u
const MONEY =
  /[€$£¥]|(?<![\p{L}])(eur|usd|gbp|chf|cad|aud|jpy|sek|nok|dkk|pln|czk|huf)(?![\p{L}])/gu

/** The column for a header; null: unknown. */
export function headerOf(cell: string): Header | null {
  const text = cell.toLowerCase().normalize('NFC')
  const column = columnOf(text)
  if (column === null) return null
  return {
    column,
    isPercent: /%|\brate\b|satz\b|\btaux\b/.test(text),
    isMoney: text.match(MONEY) !== null,
    includesTax: EXCLUSIVE.test(text) ? false : INCLUSIVE.test(text) || null,
  }
}

/** Whether a text means a sum, as in the last row of many tables. */
export const isTotalWord = (text: string): boolean =>
  columnOf(text.toLowerCase().normalize('NFC')) === 'total'

function columnOf(text: string): Column | null {
  const full = plain(text)
  const short = plain(text.replace(EXCLUSIVE, ' ').replace(INCLUSIVE, ' '))
  return COLUMNS.get(full) ?? COLUMNS.get(short) ?? null
}

/** Without marks, currencies and `in €`. */
const plain = (text: string): string =>
  text
    .replace(MONEY, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/ (in|en)$/, '')
