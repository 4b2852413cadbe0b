import type { TaxCategory } from '@billwright/money'
import { table } from '../table.ts'

/* The codes of FatturaPA 1.2.3 and their equivalents in EN 16931. */

/** Natura: why no tax is charged. */
export const NATURA = /^N(1|2\.[12]|3\.[1-6]|4|5|6\.[1-9]|7)$/

/** With the codes that had no second part before 2021, in files of those years. */
export const NATURA_OF_ALL_YEARS = /^(N[236]|N(1|2\.[12]|3\.[1-6]|4|5|6\.[1-9]|7))$/

/** The tax category of each Natura; older codes have no second part. */
export function categoryOf(natura: string): TaxCategory {
  if (natura.startsWith('N2') || natura === 'N7') return 'O'
  if (natura === 'N3.2') return 'K'
  if (/^N3(\.[134])?$/.test(natura)) return 'G'
  return natura.startsWith('N6') ? 'AE' : 'E'
}

/** The default Natura of a category; undefined if several are possible. */
export function defaultNatura(category: TaxCategory, isBuyerItalian: boolean): string | undefined {
  if (category === 'AE') return isBuyerItalian ? undefined : 'N2.1'
  return { E: 'N4', O: 'N2.2', G: 'N3.1', K: 'N3.2' }[category as string]
}

/** RiferimentoNormativo, if the tax has no reason. */
export const NATURA_WORDS = table<string>({
  N1: 'Escluse ex art. 15 DPR 633/72',
  'N2.1': 'Non soggette ad IVA ai sensi degli artt. da 7 a 7-septies DPR 633/72',
  'N2.2': 'Non soggette - altri casi',
  'N3.1': 'Non imponibili - esportazioni, art. 8 DPR 633/72',
  'N3.2': 'Non imponibili - cessioni intracomunitarie, art. 41 DL 331/93',
  'N3.3': 'Non imponibili - cessioni verso San Marino, art. 71 DPR 633/72',
  'N3.4': 'Non imponibili - operazioni assimilate alle esportazioni, art. 8-bis DPR 633/72',
  'N3.5': "Non imponibili a seguito di dichiarazioni d'intento, art. 8 c. 1 lett. c) DPR 633/72",
  'N3.6': 'Non imponibili - altre operazioni fuori dal plafond',
  N4: 'Esenti, art. 10 DPR 633/72',
  N5: 'Regime del margine, IVA non esposta in fattura',
  N7: 'IVA assolta in altro stato UE',
})
export const REVERSE_CHARGE_WORDS = 'Inversione contabile, art. 17 DPR 633/72'

/** ModalitaPagamento by the means of payment of UNTDID 4461. */
const MEANS: readonly (readonly [code: string, modalita: string])[] = [
  ['30', 'MP05'],
  ['58', 'MP05'],
  ['42', 'MP05'],
  ['10', 'MP01'],
  ['20', 'MP02'],
  ['21', 'MP03'],
  ['23', 'MP03'],
  ['48', 'MP08'],
  ['54', 'MP08'],
  ['55', 'MP08'],
  ['59', 'MP19'],
  ['49', 'MP16'],
  ['50', 'MP18'],
  ['57', 'MP14'],
  ['60', 'MP06'],
  ['70', 'MP12'],
  ['68', 'MP23'],
  ['97', 'MP22'],
]
const TRANSFER = '30'
export const modalitaOf = (means: string): string | undefined =>
  MEANS.find(([code]) => code === means)?.[1]
export const meansOf = (modalita: string): string =>
  MEANS.find(([, it]) => it === modalita)?.[0] ?? TRANSFER

/** Italian names of units. */
const UNITS: readonly (readonly [code: string, word: string])[] = [
  ['H87', 'pz'],
  ['HUR', 'ore'],
  ['MIN', 'min'],
  ['DAY', 'giorni'],
  ['WEE', 'settimane'],
  ['MON', 'mesi'],
  ['ANN', 'anni'],
  ['KGM', 'kg'],
  ['GRM', 'g'],
  ['TNE', 't'],
  ['MTR', 'm'],
  ['CMT', 'cm'],
  ['KMT', 'km'],
  ['MTK', 'mq'],
  ['MTQ', 'mc'],
  ['LTR', 'l'],
  ['KWH', 'kWh'],
]
export const unitWord = (code: string): string => UNITS.find(([it]) => it === code)?.[1] ?? code
export const unitOfWord = (word: string): string =>
  UNITS.find(([, it]) => it.toLowerCase() === word.toLowerCase())?.[0] ?? word

/** ISO 6523 schemes of Italy: an office of a public authority, a recipient, and the tax code. */
export const OFFICE_SCHEME = '0201'
export const RECIPIENT_SCHEME = '0205'
export const TAX_CODE_SCHEME = '0210'

/** CodiceDestinatario of foreign buyers, and of buyers with only a certified mailbox or none. */
export const ABROAD = 'XXXXXXX'
export const NO_RECIPIENT = '0000000'

/** The prescribed id of a buyer outside the EU without one. */
export const NO_FOREIGN_ID = 'OO99999999999'
/** Stands for a tax id that a buyer in the EU does not have. */
export const NO_EU_ID = '0000000'
export const POSTAL_CODE_ABROAD = '00000'

/** A charge is a contribution to a pension fund if its reason begins with the fund's code. */
export const FUND = /^(TC(?:0[1-9]|1[0-9]|2[0-2]))\b/
export const FUND_CODE = /^TC(0[1-9]|1[0-9]|2[0-2])$/

/** Check digit of a partita IVA. */
export function isPartitaIva(id: string): boolean {
  if (!/^[0-9]{11}$/.test(id)) return false
  const sum = [...id].map(Number).reduce((total, digit, index) => {
    const doubled = index % 2 === 1 ? digit * 2 : digit
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

export const TAX_CODE = /^([0-9]{11}|[A-Z0-9]{16})$/
