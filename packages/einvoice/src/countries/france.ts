import { type Decimal, formatDecimal } from '../model/decimal.ts'
import { type EInvoice, isCreditNote, type Note } from '../model/document.ts'
import type { Buyer, Identifier, Seller } from '../model/party.ts'
import { at, atCodes, atEach, atLines, placesOf, type Rule, rule } from '../rules/rule.ts'
import type { Country } from './country.ts'

/** ISO 6523 and EAS: the company, its establishment, and its address in the French directory. */
const SIREN = '0002'
const SIRET = '0009'
const DIRECTORY = '0225'
/** The EAS scheme of e-mail addresses, which the directory does not have. */
const EMAIL = 'EM'

const TYPES = list('380 389 393 501 386 500 384 471 472 473 261 262 381 396 502 503')
const CATEGORIES = list('S E AE K G O Z')
const RATES = list('0 10 13 20 8.5 19.6 2.1 5.5 7 20.6 1.05 0.9 1.75 9.2 9.6')
const PREPAYMENTS = list('386 500 503')
/** Business process (BT-23): already paid, after deposits, or any other. */
const PAID = 'M2'
const FINAL = 'M4'
const OPEN = 'M1'
const ATTACHMENTS = list(
  'RIB LISIBLE FEUILLE_DE_STYLE PJA BORDEREAU_SUIVI DOCUMENT_ANNEXE BON_LIVRAISON BON_COMMANDE ' +
    'BORDEREAU_SUIVI_VALIDATION ETAT_ACOMPTE FACTURE_PAIEMENT_DIRECT RECAPITULATIF_COTRAITANCE',
)
const ATTACHED = 'DOCUMENT_ANNEXE'

/** Code de commerce, L441-9 and L441-10: mandatory texts of every invoice between companies. */
const LEGAL_NOTES: readonly Note[] = [
  {
    subjectCode: 'PMT',
    text: 'Indemnité forfaitaire pour frais de recouvrement en cas de retard de paiement : 40 €.',
  },
  {
    subjectCode: 'PMD',
    text: 'Pénalités de retard : taux d’intérêt appliqué par la Banque centrale européenne à son opération de refinancement la plus récente, majoré de 10 points de pourcentage.',
  },
  { subjectCode: 'AAB', text: 'Pas d’escompte pour paiement anticipé.' },
]

/** BR-FR 1.4 of FNFE-MPE (AFNOR XP Z12-012), on EN 16931 and Factur-X. */
export const FRANCE: Country = { code: 'FR', types: TYPES, rules: rules(), complete }

function complete(document: EInvoice): EInvoice {
  const { notes, seller, buyer, attachments } = document
  const coded = new Set(notes.map(({ subjectCode }) => subjectCode))
  return {
    ...document,
    businessProcess: processOf(document),
    notes: [...notes, ...LEGAL_NOTES.filter(({ subjectCode }) => !coded.has(subjectCode))],
    seller: withTaxNumber(withNumbers<Seller>(seller)),
    buyer: withNumbers<Buyer>(buyer),
    attachments: attachments.map((it) => ({
      ...it,
      description: ATTACHMENTS.has(it.description ?? '') ? it.description : ATTACHED,
    })),
  }
}

function processOf({ totals, dueDate, isFinal }: EInvoice): string {
  const isPaid = totals.dueCents === 0n && (totals.paidCents ?? 0n) !== 0n
  if (isPaid && dueDate !== undefined) return PAID
  return isFinal ? FINAL : OPEN
}

/**
 * A French company by its SIREN: the entered SIREN or SIRET, or from the VAT number. Its address
 * is the one that the directory gives to every company.
 */
function withNumbers<P extends Buyer>(party: P): P {
  const { registration, vatId, identifiers, electronicAddress: address } = party
  if (party.address.country !== 'FR') return party
  const number = registration?.value.replace(/\s/g, '') ?? ''
  const [, entered, branch = ''] = /^(\d{9})(\d{5})?$/.exec(number) ?? []
  const siren = entered ?? /^FR[0-9A-Z]{2}(\d{9})$/.exec(vatId ?? '')?.[1]
  if (siren === undefined || (entered === undefined && registration !== undefined)) return party
  const siret: readonly Identifier[] =
    branch === '' ? [] : [{ value: `${siren}${branch}`, scheme: SIRET }]
  const isKnown = address !== undefined && address.scheme !== EMAIL
  return {
    ...party,
    registration: { value: siren, scheme: SIREN },
    identifiers: [...identifiers.filter(({ scheme }) => scheme !== undefined), ...siret],
    electronicAddress: isKnown ? address : { value: siren, scheme: DIRECTORY },
  }
}

/**
 * A small business (art. 293 B of the CGI) has no VAT number, but BR-E-02 requires a tax number:
 * its SIREN.
 */
const withTaxNumber = (seller: Seller): Seller =>
  seller.vatId === undefined && seller.registration?.scheme === SIREN
    ? { ...seller, taxNumber: seller.taxNumber ?? seller.registration.value }
    : seller

function rules(): readonly Rule[] {
  return [
    at('BR-FR-01_BT-1', ['number', 'frenchNumber'], ({ number }) => number.length > 35),
    at('BR-FR-02_BT-1', ['number', 'frenchNumber'], ({ number }) => !isPlain(number)),
    atEach(
      'BR-FR-01_BT-25',
      'precedingInvoices',
      ['preceding', 'frenchNumber'],
      ({ number }) => number.length > 35,
    ),
    atEach(
      'BR-FR-02_BT-25',
      'precedingInvoices',
      ['preceding', 'frenchNumber'],
      ({ number }) => !isPlain(number),
    ),
    at('BR-FR-03_BT-2', ['issueDate', 'century'], ({ issueDate }) => isOld(issueDate)),
    at('BR-FR-03_BT-7', ['taxPointDate', 'century'], (it) => isOld(it.taxPointDate)),
    at('BR-FR-03_BT-9', ['dueDate', 'century'], ({ dueDate }) => isOld(dueDate)),
    atEach('BR-FR-03_BT-26', 'precedingInvoices', ['preceding', 'century'], ({ issueDate }) =>
      isOld(issueDate),
    ),
    at('BR-FR-03_BT-72', ['deliveryDate', 'century'], ({ delivery }) => isOld(delivery?.date)),
    at('BR-FR-03_BT-73', ['period', 'century'], ({ period }) => isOld(period?.start)),
    at('BR-FR-03_BT-74', ['period', 'century'], ({ period }) => isOld(period?.end)),
    at('BR-FR-04_BT-3', ['kind', 'kindElsewhere'], ({ typeCode }) => !TYPES.has(typeCode)),
    at('BR-FR-09_BT-46', ['buyerIdentifier', 'siret'], ({ buyer }) => !isOfCompany(buyer)),
    at('BR-FR-10_BT-30', ['sellerRegistration', 'siren'], ({ seller }) => !hasSiren(seller)),
    at('BR-FR-12_BT-49', 'buyerEndpoint', ({ buyer }) => !buyer.electronicAddress),
    at('BR-FR-13_BT-34', 'sellerEndpoint', ({ seller }) => !seller.electronicAddress),
    atCodes('BR-FR-15_BT-95_BT-102', 'categoryElsewhere', (code) => CATEGORIES.has(code), [
      ['discountCategory', ({ allowances }) => allowances.map(({ tax }) => tax.category)],
      ['chargeCategory', ({ charges }) => charges.map(({ tax }) => tax.category)],
    ]),
    atCodes('BR-FR-15_BT-95_BT-151', 'categoryElsewhere', (code) => CATEGORIES.has(code), [
      ['itemCategory', ({ lines }) => lines.map(({ tax }) => tax.category)],
    ]),
    rule('BR-FR-16_BT-96_BT-103', 'standardRates', ({ allowances, charges }) => [
      ...placesOf('discountRate', allowances, ({ tax }) => isOtherRate(tax.rate)).map(rated),
      ...placesOf('chargeRate', charges, ({ tax }) => isOtherRate(tax.rate)).map(rated),
    ]),
    rule('BR-FR-16_BT-152', 'standardRates', ({ lines }) =>
      placesOf('itemRate', lines, ({ tax }) => isOtherRate(tax.rate)).map(rated),
    ),
    at('BR-FR-23_BT-34', ['sellerEndpoint', 'directory'], ({ seller }) => isMisspelt(seller)),
    at('BR-FR-23_BT-49', ['buyerEndpoint', 'directory'], ({ buyer }) => isMisspelt(buyer)),
    at('BR-FR-32-LEGALID', ['buyerRegistration', 'siren'], ({ buyer }) =>
      Boolean(buyer.registration?.scheme === SIREN && !hasSiren(buyer)),
    ),
    at(
      'BR-FR-CO-04_BT-4',
      ['preceding', 'precedingWanted'],
      (it) => it.typeCode === '384' && it.precedingInvoices.length !== 1,
    ),
    at(
      'BR-FR-CO-05_BT-3',
      ['preceding', 'precedingWanted'],
      (it) => isCreditNote(it) && it.precedingInvoices.length === 0,
    ),
    at(
      'BR-FR-CO-07_BT-9',
      ['dueDate', 'dueAfterIssue'],
      ({ dueDate, issueDate, typeCode, businessProcess }) =>
        dueDate !== undefined &&
        dueDate < issueDate &&
        !PREPAYMENTS.has(typeCode) &&
        businessProcess !== PAID,
    ),
    at(
      'BR-FR-CO-12_BT-5',
      ['taxCurrency', 'euros'],
      ({ currency, taxCurrency, totals }) =>
        currency !== 'EUR' &&
        !(taxCurrency === 'EUR' && totals.taxInTaxCurrencyCents !== undefined),
    ),
    atLines('BR-FR-DEC-02_BT-129', ['itemQuantity', 'fourDecimals'], (it) => it.quantity.scale > 4),
    atLines(
      'BR-FR-DEC-02_BT-149',
      ['itemQuantity', 'fourDecimals'],
      ({ price }) => (price.baseQuantity?.scale ?? 0) > 4,
    ),
  ]
}

function list(codes: string): ReadonlySet<string> {
  return new Set(codes.split(' '))
}

const isPlain = (number: string): boolean => /^[A-Za-z0-9+\-_/]+$/.test(number)

const isOld = (day: string | undefined): boolean => day !== undefined && !day.startsWith('20')

const hasSiren = ({ registration }: Buyer): boolean =>
  registration?.scheme === SIREN && /^\d{9}$/.test(registration.value)

/** A SIRET begins with the SIREN. */
const isOfCompany = ({ identifiers, registration }: Buyer): boolean =>
  identifiers
    .filter(({ scheme }) => scheme === SIRET)
    .every(({ value }) => /^\d{14}$/.test(value) && value.startsWith(registration?.value ?? '-'))

const isOtherRate = (rate: Decimal | undefined): boolean =>
  rate !== undefined && !RATES.has(formatDecimal(rate))

const rated = <P extends object>(place: P) => ({
  ...place,
  values: { country: 'FR', form: [...RATES].join(', ') },
})

const isMisspelt = ({ electronicAddress: address }: Buyer): boolean =>
  address?.scheme === DIRECTORY && !/^[A-Za-z0-9+\-_.]+$/.test(address.value)
