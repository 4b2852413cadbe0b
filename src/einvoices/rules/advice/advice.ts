import { ADVICE_DE } from './de.ts'
import { ADVICE_FR } from './fr.ts'

/** What to enter where. `{n}` is the number of an item; the other placeholders are values. */
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
  checkDigits: 'The check digits of this number (scheme {scheme}) are wrong. Check for a typo.',
  code: '“{code}” is not a valid code here.',
  codeOfCategory: 'The reason {code} belongs to tax category {category}.',
  companyNumber: 'Enter the company number in the form required in {country}: {form}.',
  countryCode: 'Choose a country: “{code}” is not an ISO 3166 country code.',
  countryRules: 'Special rules apply to sellers in {country}. They are not checked.',
  creditorId: 'A direct debit needs your creditor identifier: enter it in the settings.',
  currency:
    'Choose an ISO 4217 currency. The currency of your books must differ from the invoice currency.',
  decimals: 'E-invoices allow at most two decimals: use prices in {currency} that need no third.',
  deliveryCity: 'Enter the city of delivery.',
  deliveryCountry: 'Choose the country of delivery.',
  deliveryDate: 'Enter the delivery date or period of the intra-community supply.',
  deliveryPostalCode: 'Enter the postal code of delivery.',
  deliveryWanted: 'Enter the delivery date or the period: German tax law requires it.',
  dueDate: 'Enter a due date or payment terms.',
  dutchNumber: 'Enter the KvK number (scheme 0106) or the OIN (scheme 0190).',
  exemption: 'Tax category {category}: enter the reason why the item is exempt.',
  germanKind: 'Only possible within Germany: use an ordinary invoice or a credit note.',
  germanTypes: 'XRechnung does not support this kind of invoice.',
  issueDate: 'Enter the issue date.',
  item: 'Check item {n}: its details are not allowed in an e-invoice.',
  itemAttributes: 'Item {n}: give each attribute a name and a value.',
  itemClassification: 'Item {n}: enter the list of its classification.',
  itemName: 'Item {n}: describe what is sold.',
  itemPeriod:
    'Item {n}: enter a start or an end of the period. The end cannot be before the start.',
  itemPrice: 'Item {n}: the price cannot be negative. Use a negative quantity instead.',
  itemQuantity: 'Item {n}: enter a quantity above zero.',
  itemUnit: 'Item {n}: choose a unit of UNECE Rec 20, e.g. HUR for hours or H87 for pieces.',
  items: 'Add at least one item.',
  kind: 'Choose the kind of invoice.',
  mandate: 'A direct debit needs the mandate of the customer: enter its reference.',
  means: 'Choose one means of payment with its details: account, card or direct debit.',
  meansOf: 'Choose a means of payment allowed in {country}: {form}.',
  networkAddress:
    'Peppol does not deliver to scheme {scheme}: enter a GLN (0088) or a company number.',
  networkKind: 'Peppol does not carry this kind of invoice.',
  noExemption: 'Tax category {category} is taxed: remove the exemption reason.',
  noRate: 'Tax category {category} has no rate: remove the rate.',
  noRounding: 'Prices with tax leave a rounding cent: use `factur-x`, or enter prices without tax.',
  noVatIds:
    'VAT numbers are not allowed outside the scope of VAT: remove them, or change the category.',
  notes: 'Only one note is allowed.',
  notInFacturX:
    'Factur-X does not accept the code “{code}” here: use `ubl`, `cii` or another code.',
  number: 'The invoice has no number yet: issue it.',
  onePreceding: 'This format allows only one preceding invoice; UBL allows several.',
  onlyOutside: 'Items outside the scope of VAT (O) cannot be mixed with others: make two invoices.',
  orderNumber: 'An item refers to an order line: enter the order number too.',
  payerIban: 'A direct debit needs the account to debit: enter the customer’s IBAN.',
  paymentWanted: 'Enter your bank account in the settings, or choose another means of payment.',
  period: 'Enter a start or an end of the period. The end cannot be before the start.',
  periodInside: 'Item {n}: its period must be within the invoice period.',
  preceding: 'Enter the number of the preceding invoice.',
  precedingWanted: 'Enter the invoice that this one corrects.',
  rateAbove: 'Tax category {category} needs a rate above zero.',
  rateZero: 'The rate of tax category {category} must be 0.',
  reason: 'Enter the reason of the discount or charge.',
  referenceOrOrder: "Enter the customer's reference or order number on the invoice.",
  representative: 'Enter the name and VAT number of your tax representative in the settings.',
  representativeCountry: 'Choose the country of your tax representative in the settings.',
  roundedByLine:
    'The tax was rounded per line, but e-invoices round it per rate. Set rounding to “document”.',
  sellerAddress: "Enter your company's address, at least its country, in the settings.",
  sellerCity: "Enter the city of your company's address in the settings.",
  sellerContact: 'Enter a contact person or department in the settings.',
  sellerCountry: "Choose the country of your company's address in the settings.",
  sellerEmail: 'Enter an e-mail address of your company in the settings.',
  sellerEndpoint: "Enter your company's electronic address with its scheme in the settings.",
  sellerIdentification: 'Enter your VAT number or your company number in the settings.',
  sellerName: "Enter your company's name in the settings.",
  sellerPhone: 'Enter a phone number of your company in the settings.',
  sellerPostalCode: "Enter the postal code of your company's address in the settings.",
  sellerTaxId: 'Tax category {category} needs your VAT number or tax number in the settings.',
  sellerTaxIdOrNumber: 'Enter your VAT number or tax number in the settings.',
  skonto: 'Write the cash discount on its own line as #SKONTO#TAGE=14#PROZENT=2.00#',
  splitPayment:
    'Split payment (B) is only possible within Italy, including delivery and origin, and without category S.',
  standardRates: 'The tax rates in {country} are {form} percent.',
  sums: 'The totals do not match EN 16931. Enter the items again.',
  taxCurrency: 'Enter the tax in the currency of your books: another currency, the same sign.',
  taxGroup: 'The summary of tax category {category} does not match the items.',
  taxIds: 'Tax category {category} needs your VAT number and, except for exports, the customer’s.',
  taxPointDate: 'Enter either the tax point date or a code for it, not both.',
  taxes: 'The tax summary is incomplete: give each item a category and a rate.',
  vatForm: 'A VAT number of {country} has this form: {form}.',
  vatPrefix: 'A VAT number begins with its country, such as DE or FR; “{code}” does not.',
  wholeAddress: 'Enter street, city and postal code: {country} requires them.',
} as const

export type AdviceKey = keyof typeof ADVICE_EN
export type Advice = Readonly<Record<AdviceKey, string>>

const LANGUAGES: Readonly<Record<string, Advice>> = {
  en: ADVICE_EN,
  de: ADVICE_DE,
  fr: ADVICE_FR,
}

/** The advice in the given language, else in English. */
export function adviceFor(
  key: AdviceKey,
  language: string,
  values: Readonly<Record<string, string>>,
): string {
  const advice = LANGUAGES[language] ?? ADVICE_EN
  return advice[key].replace(/\{(\w+)\}/g, (_match, name: string) => values[name] ?? '')
}

const DEFAULT_LANGUAGE = 'en'

/** The first supported language of `Accept-Language`, else that of `locale`. */
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
