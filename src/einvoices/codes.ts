/**
 * The codes that people choose from, by hand: what a list names is a fact, the lists themselves are
 * longer (`code-lists.ts`). English names; the documents print the unit's name in their language.
 */
export const UNITS: Readonly<Record<string, string>> = {
  C62: 'one',
  H87: 'piece',
  EA: 'each',
  SEC: 'second',
  MIN: 'minute',
  HUR: 'hour',
  DAY: 'day',
  WEE: 'week',
  MON: 'month',
  QAN: 'quarter',
  ANN: 'year',
  GRM: 'gram',
  KGM: 'kilogram',
  TNE: 'tonne',
  MMT: 'millimetre',
  CMT: 'centimetre',
  MTR: 'metre',
  KMT: 'kilometre',
  MTK: 'square metre',
  MTQ: 'cubic metre',
  MLT: 'millilitre',
  LTR: 'litre',
  KWH: 'kilowatt hour',
  MWH: 'megawatt hour',
  '4L': 'megabyte',
  E34: 'gigabyte',
  PR: 'pair',
  SET: 'set',
  KT: 'kit',
  DZN: 'dozen',
  NAR: 'number of articles',
  LS: 'lump sum',
  E48: 'service unit',
  E49: 'working day',
  P1: 'percent',
  XPK: 'package',
  XBX: 'box',
  XCT: 'carton',
  XPX: 'pallet',
  ZZ: 'mutually defined',
}

/** UNCL 4461. */
export const PAYMENT_MEANS: Readonly<Record<string, string>> = {
  '1': 'not defined',
  '10': 'cash',
  '20': 'cheque',
  '30': 'transfer',
  '42': 'payment to a bank account',
  '48': 'card',
  '49': 'direct debit',
  '54': 'credit card',
  '55': 'debit card',
  '57': 'standing agreement',
  '58': 'SEPA transfer',
  '59': 'SEPA direct debit',
  '68': 'online payment service',
  '97': 'clearing between partners',
  ZZZ: 'mutually defined',
}

/** UNCL 5305. */
export const CATEGORY_NAMES: Readonly<Record<string, string>> = {
  S: 'standard or reduced rate',
  Z: 'zero rate',
  E: 'exempt',
  AE: 'reverse charge',
  K: 'supply within the European Union',
  G: 'export',
  O: 'not subject to VAT',
  L: 'Canary Islands (IGIC)',
  M: 'Ceuta and Melilla (IPSI)',
  B: 'split payment (Italy)',
}

/** VATEX: the common ones. */
export const EXEMPTIONS: Readonly<Record<string, string>> = {
  'VATEX-EU-AE': 'reverse charge',
  'VATEX-EU-IC': 'supply within the European Union',
  'VATEX-EU-G': 'export',
  'VATEX-EU-O': 'not subject to VAT',
  'VATEX-EU-132': 'activities in the public interest (Article 132)',
  'VATEX-EU-143': 'import (Article 143)',
  'VATEX-EU-309': 'travel agents outside the Union (Article 309)',
  'VATEX-EU-D': 'margin scheme: travel agents',
  'VATEX-EU-F': 'margin scheme: second-hand goods',
  'VATEX-EU-I': 'margin scheme: works of art',
  'VATEX-EU-J': "margin scheme: collectors' items and antiques",
  'VATEX-FR-FRANCHISE': 'small business in France (Article 293 B)',
}

/** EAS: the common ones. */
export const ADDRESS_SCHEMES: Readonly<Record<string, string>> = {
  '0088': 'GLN',
  '0002': 'SIREN',
  '0007': 'Swedish organisation number',
  '0009': 'SIRET',
  '0060': 'DUNS',
  '0106': 'Dutch KvK number',
  '0184': 'Danish CVR number',
  '0190': 'Dutch OIN',
  '0191': 'Estonian registry code',
  '0192': 'Norwegian organisation number',
  '0196': 'Icelandic kennitala',
  '0204': 'Leitweg-ID',
  '0208': 'Belgian enterprise number',
  '0216': 'Finnish OVT code',
  '0225': 'French e-invoicing address',
  '9906': 'Italian VAT number (older)',
  '9930': 'German VAT number',
  '9944': 'Dutch VAT number',
  '9957': 'French VAT number',
  EM: 'e-mail',
}

export const ONE_UNIT = 'C62'
export const EMAIL_SCHEME = 'EM'
/** Of the number under a bar code, in ISO 6523. */
export const GTIN_SCHEME = '0160'
/** Of what is invoiced: an identifier that both sides know (UNCL 1153). */
export const OBJECT_SCHEME = 'ABZ'
export const TRANSFER = '30'
export const TRANSFER_SEPA = '58'
export const CARD_MEANS: ReadonlySet<string> = new Set(['48', '54', '55'])
export const DEBIT_MEANS: ReadonlySet<string> = new Set(['49', '59'])
export const REASON_DISCOUNT = '95'
/** Freight and the like have codes of their own; this is "miscellaneous". */
export const REASON_CHARGE = 'ABK'

interface Exemption {
  readonly reason?: string
  readonly code?: string
}

const USUAL: Readonly<Record<string, string>> = {
  AE: 'VATEX-EU-AE',
  K: 'VATEX-EU-IC',
  G: 'VATEX-EU-G',
  O: 'VATEX-EU-O',
}

const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
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
}

/** What is said of a category that leaves no doubt why there is no tax; E needs words of its own. */
export function defaultExemption(category: string, language: string): Exemption {
  const code = USUAL[category]
  if (code === undefined) return {}
  const words = WORDS[language.split('-', 1)[0] ?? 'en'] ?? WORDS.en
  return { code, reason: words?.[category] ?? '' }
}
