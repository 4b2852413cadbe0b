import { ADVICE_DE } from './de.ts'
import { ADVICE_FR } from './fr.ts'

/** What to enter where, in plain words; `{n}` is the number of an item, the other names are values. */
const ADVICE_EN = {
  account: 'A transfer needs an account: enter your IBAN in the settings.',
  attachment: 'Attachment {n}: enter its name or number.',
  buyerAddress: "Enter the customer's address, at least its country.",
  buyerCity: "Enter the city of the customer's address.",
  buyerCountry: "Choose the country of the customer's address.",
  buyerEndpoint: "Enter the customer's electronic address with its scheme, e.g. 0208 for Belgium.",
  buyerName: "Enter the customer's name.",
  buyerPostalCode: "Enter the postal code of the customer's address.",
  buyerReference:
    "Enter the customer's reference on the invoice; for German authorities it is the Leitweg-ID.",
  card: 'Paid by card: enter the last four digits of the card.',
  category: 'Choose a tax category: S standard, Z zero, E exempt, AE reverse charge, K, G or O.',
  checkDigits: 'The check digits of this number (scheme {scheme}) are wrong: is it mistyped?',
  code: '“{code}” is not a code that e-invoices know here.',
  codeOfCategory: 'The reason {code} belongs to tax category {category}.',
  companyNumber: 'Enter the company number as {country} asks for it: {form}.',
  countryCode: 'Choose a country; “{code}” is no country code of ISO 3166.',
  countryRules: 'Sellers in {country} have rules of their own, which are not checked here.',
  creditorId: 'A direct debit needs your creditor identifier: enter it in the settings.',
  currency: 'Choose a currency of ISO 4217, and another one for your books than of the invoice.',
  decimals:
    'E-invoices know two decimals at most: use prices in {currency} whose amounts need no third.',
  deliveryCity: 'Enter the city that it was delivered to.',
  deliveryCountry: 'Choose the country that it was delivered to.',
  deliveryDate: 'Enter the delivery date, or the period, of what goes to another EU country.',
  deliveryPostalCode: 'Enter the postal code that it was delivered to.',
  deliveryWanted: 'Enter the delivery date or the period: German tax law wants it on the invoice.',
  dueDate: 'Enter a due date or payment terms.',
  dutchNumber: 'Enter the KvK number (scheme 0106) or the OIN (scheme 0190).',
  exemption: 'Tax category {category}: say why no tax is charged, as the reason of the item’s tax.',
  germanKind: 'Only for invoices within Germany: make it an ordinary invoice or a credit note.',
  germanTypes: 'XRechnung does not expect this kind of invoice.',
  issueDate: 'Enter the date of the invoice.',
  item: 'Look at item {n}: what it says does not fit an e-invoice.',
  itemAttributes: 'Item {n}: each attribute has a name and a value.',
  itemClassification: 'Item {n}: say which list its classification is from.',
  itemName: 'Item {n}: describe what is sold.',
  itemPeriod: 'Item {n}: its period needs a start or an end, and ends after it starts.',
  itemPrice: 'Item {n}: a price is not negative; make the quantity negative instead.',
  itemQuantity: 'Item {n}: enter a quantity above zero.',
  itemUnit: 'Item {n}: choose a unit of UNECE Rec 20, e.g. HUR for hours, H87 for pieces.',
  items: 'Add at least one item.',
  kind: 'Choose what kind of invoice it is.',
  mandate: 'A direct debit needs the mandate that the customer gave: enter its reference.',
  means: 'Choose one way to pay, with what belongs to it: account, card or direct debit.',
  meansOf: 'In {country} choose one of these means of payment: {form}.',
  networkAddress:
    'Peppol does not deliver to scheme {scheme}: enter a GLN (0088) or a company number.',
  networkKind: 'Peppol does not carry this kind of invoice.',
  noExemption: 'Tax category {category} is taxed: remove the reason why no tax is charged.',
  noRate: 'Tax category {category} has no rate: leave the rate out.',
  noRounding:
    'A cent is left over by prices with tax: take `factur-x`, or enter prices without tax.',
  noVatIds:
    'Outside the scope of VAT no VAT number may be named: remove it, or change the category.',
  notes: 'Only one note is allowed.',
  notInFacturX:
    'Factur-X does not accept the code “{code}” here: use `ubl`, `cii` or another code.',
  number: 'The invoice has no number yet: issue it.',
  onePreceding: 'This form of e-invoice can name one earlier invoice only; UBL takes several.',
  onlyOutside: 'Items outside the scope of VAT (O) cannot stand beside others: make two invoices.',
  orderNumber: 'An item names a line of the order: enter the number of the order too.',
  payerIban: 'A direct debit needs the account it is taken from: enter the customer’s IBAN.',
  paymentWanted: 'Say how to pay: enter your bank account in the settings or choose a means.',
  period: 'Enter a start or an end of the period; it ends after it starts.',
  periodInside: 'Item {n}: its period must lie within that of the invoice.',
  preceding: 'Enter the number of the earlier invoice.',
  precedingWanted: 'Name the invoice that this one corrects.',
  rateAbove: 'Tax category {category} needs a rate above zero.',
  rateZero: 'The rate of tax category {category} is 0.',
  reason: 'Say what the discount or charge is for.',
  referenceOrOrder: "Enter the customer's reference or order number on the invoice.",
  representative: 'Enter name and VAT number of your tax representative in the settings.',
  representativeCountry: 'Choose the country of your tax representative in the settings.',
  roundedByLine:
    'Tax was rounded line by line; e-invoices know it per rate only. Set rounding to “document”.',
  sellerAddress: "Enter your company's address, at least its country, in the settings.",
  sellerCity: "Enter the city of your company's address in the settings.",
  sellerContact: 'Enter a person or department to ask in the settings.',
  sellerCountry: "Choose the country of your company's address in the settings.",
  sellerEmail: 'Enter an e-mail address of your company in the settings.',
  sellerEndpoint: "Enter your company's electronic address with its scheme in the settings.",
  sellerIdentification: 'Enter your VAT number or your company number in the settings.',
  sellerName: "Enter your company's name in the settings.",
  sellerPhone: 'Enter a phone number of your company in the settings.',
  sellerPostalCode: "Enter the postal code of your company's address in the settings.",
  sellerTaxId: 'Tax category {category} needs your VAT number or tax number in the settings.',
  sellerTaxIdOrNumber: 'Enter your VAT number or tax number in the settings.',
  skonto: 'Write a cash discount as #SKONTO#TAGE=14#PROZENT=2.00# on a line of its own.',
  splitPayment:
    'Split payment (B) is for Italy only, delivery and origin included, and without category S.',
  standardRates: 'In {country} the standard and reduced rates are {form} percent.',
  sums: 'The amounts do not add up as EN 16931 asks. Enter the items anew.',
  taxCurrency: 'Enter the tax in the other currency: another currency, and of the same sign.',
  taxGroup: 'The summary of tax category {category} does not fit the items.',
  taxIds: 'Tax category {category} needs your VAT number and, but for exports, the customer’s.',
  taxPointDate: 'Give either a date for the tax or a code for it.',
  taxes: 'The summary of taxes is incomplete: give each item a category and a rate.',
  vatForm: 'A VAT number of {country} looks like {form}.',
  vatPrefix: 'A VAT number begins with its country, such as DE or FR; “{code}” does not.',
  wholeAddress: 'Enter street, city and postal code, as {country} asks for it.',
} as const

export type AdviceKey = keyof typeof ADVICE_EN
export type Advice = Readonly<Record<AdviceKey, string>>

const LANGUAGES: Readonly<Record<string, Advice>> = {
  en: ADVICE_EN,
  de: ADVICE_DE,
  fr: ADVICE_FR,
}

/** What to do, in the language wanted, else in English. */
export function adviceFor(
  key: AdviceKey,
  language: string,
  values: Readonly<Record<string, string>>,
): string {
  const advice = LANGUAGES[language] ?? ADVICE_EN
  return advice[key].replace(/\{(\w+)\}/g, (_match, name: string) => values[name] ?? '')
}

const DEFAULT_LANGUAGE = 'en'

/** The first language of an `Accept-Language` that there are sentences in, else that of `locale`. */
export function adviceLanguage(acceptLanguage: string | undefined, locale: string): string {
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .map((entry) => entry.split(';'))
    .map(([tag = '', weight = '']) => ({
      tag,
      quality: Number(/q=([\d.]+)/.exec(weight)?.[1] ?? 1),
    }))
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag)
  const languages = [...wanted, locale].map(
    (tag) => tag.trim().split('-', 1)[0]?.toLowerCase() ?? '',
  )
  return languages.find((language) => language in LANGUAGES) ?? DEFAULT_LANGUAGE
}
