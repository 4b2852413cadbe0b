import { Fragment, type View, type ViewValue } from '@billwright/templates'
import { table } from '../../kernel/table.ts'
import { en } from './labels/en.ts'
import { sampleSource } from './samples/sample.ts'
import { DETAILS, documentView } from './view.ts'

/** The names of the view with their meanings, by heading: the source of docs/template-variables.md. */
const VARIABLES = table<Readonly<Record<string, string>>>({
  'The document': {
    title: 'Document type and number',
    runningTitle: 'Company and title, for the footer of each page',
    invoiceNumber: 'Empty on a draft',
    isCreditNote: 'The titles in `labels` are already those of a credit note',
    status:
      '`draft`, `sent`, `overdue`, `paid`, `refund_due`, `credited`, `uncollectible` or `void`: for class names',
    statusLabel: 'The status in the language of the document',
    badge: 'The status as the reader sees it; empty on an open invoice',
    watermark: 'Word to print across a draft or void document; else empty',
    isDraft: '',
    isVoid: '',
    isPaid: '',
    isOverdue: '',
    isRefundDue: 'The customer gets a refund',
    locale: 'For `lang`',
    direction: '`ltr` or `rtl`, for `dir`',
    pageSize: '`A4` or `Letter`, for `@page { size: … }`',
    fontStack: 'Font families that have every script, for `font-family`',
    typefaces:
      'Font families by face: `typefaces.instrument_sans`, `.source_serif`, `.noto_sans`. If the company chose a face, all three are that one',
    isLetterSize: '`pageSize` is `Letter`',
    pageEnd: 'Margin at the end of lines that leaves 165 mm for the text',
    pageBottom: 'Bottom margin of the page, with room for the footer',
    markColor: 'Color of the folding marks: transparent on Letter',
    footerSender: 'Company, address and legal details, with line breaks, for the footer',
    footerContact: 'Website, e-mail and phone, with line breaks',
    footerLegal: 'Account and tax ids, with line breaks',
    currencySign:
      'Symbol of the currency. In templates that print it, only totals include their currency, and negative amounts begin with a minus sign instead of a hyphen',
    currency: 'ISO 4217. Amounts already include their currency, except those named …Plain',
    notes: 'Plain text with line breaks: print it with `white-space: pre-line`',
    quoteTerms: 'Terms of a quote, with line breaks; without this variable, `notes` includes them',
    labels: 'The fixed words of the document in its language; see below',
  },
  'Dates and references': {
    issueDate: '',
    dueDate: 'Also empty if nothing is left to pay: refund due, or credited in full',
    dueTerms:
      'Payment terms in words, e.g. `30 days, end of month`; empty if they are only a number of days',
    period: 'Service period',
    ...Object.fromEntries(
      DETAILS.map(({ name, description = '' }) => [name, description.replace(/\.$/, '')]),
    ),
    corrects: 'On a credit note: number and date of its invoice',
    customFields: 'Lines of your own, as a list of `label` and `value`',
    details: 'All of the above that are set, as a list of `label` and `value`',
    furtherDetails: 'The same without number, date and due date',
    facts:
      '`details` with short labels, the customer’s tax id and the company’s contact, without a due date that `mainLabel` names',
    furtherFacts: 'The same without number and contact',
  },
  'The company': {
    companyName: '',
    companyContactName: '',
    companyAddress: 'Fragment: all lines in the country’s order',
    companyStreet: 'Fragment: the lines before the city',
    companyPostalCity: 'Postal code and city in one line',
    companyCountry: 'Country name; empty if the customer is in the same country',
    companyCountryCode: 'ISO 3166',
    companyEmail: '',
    companyPhone: '',
    companyWebsite: '',
    companyTaxId: '',
    companyTaxIdLabel: 'Label of that id',
    companyTaxNumbers: 'Further registrations, such as GST and QST',
    'companyTaxNumbers.label': 'The name of the tax',
    'companyTaxNumbers.value': '',
    companyRegistrationId: '',
    senderLine: 'Name and address in one line, for the window of an envelope',
    addressSide: 'Side of that window: `left` or `right`',
    logoHeight: 'The largest height of the logo: `9mm`, `13mm` or `18mm`',
    logoPlace: '`left`, `center` or `right`',
    logo: 'Fragment: an `img` of class `logo`; empty without a logo',
    hasLogo: '',
    logoUrl:
      'True if there is a logo; `<img src="{{logoUrl}}">` in older templates becomes `{{{logo}}}`',
    brandLogoLeft: 'The same as `logoUrl`, for older templates',
  },
  'The customer': {
    customerName: '',
    customerContactName: '',
    customerAddress: 'Fragment: all lines in the country’s order',
    customerStreet: 'Fragment: the lines before the city',
    customerPostalCity: 'Postal code and city in one line',
    customerCountry: 'Country name; empty if the company is in the same country',
    customerCountryCode: 'ISO 3166',
    customerEmail: '',
    customerPhone: '',
    customerTaxId: '',
    customerTaxIdLabel: 'Label of that id',
    customerRegistrationId: '',
  },
  Letter: {
    greeting: 'Empty if the setting `greeting` is off; so are `intro`, `closing` and `signer`',
    intro: 'What the table shows',
    closing: 'Ends the letter',
    signer: 'Contact of the company, or its name',
  },
  Items: {
    items:
      'The items. Includes document charges if the template prints no `adjustments`. Use the names below inside `{{#items}} … {{/items}}`',
    'items.isItem': 'False on headings, texts and subtotals, which have no figures',
    'items.isHeading': 'Begins a section; keep it with its next line on a page',
    'items.isText': 'A text between the items',
    'items.isSubtotal': '`lineTotal` is the sum of the items since the last subtotal or heading',
    'items.position': 'From 1; headings, texts and subtotals do not count',
    'items.description': '',
    'items.notes': 'Details of the item, with line breaks; in India after its HSN or SAC code',
    'items.itemCode': 'For older templates; always empty',
    'items.quantity': '',
    'items.unit': '',
    'items.quantityText': 'Quantity and unit',
    'items.unitPrice': '',
    'items.unitPricePlain': 'Without the currency, for columns',
    'items.discount': 'With its label; empty without a discount',
    'items.taxRate': 'Both rates, if the item has two taxes',
    'items.taxMark': 'Refers to the reason of the item’s tax, such as ¹; empty with one tax',
    'items.taxText': 'Rate with the name of the tax',
    'items.lineTotal': 'After the discount',
    'items.lineTotalPlain': 'Without the currency, for columns',
    hasItemUnits: 'At least one item has a unit',
    hasItemTaxes: 'Rates differ, so each item should print its own',
    hasItemDiscounts: 'At least one item has a discount',
    itemColumns:
      'Number of columns of a table with description, quantity, price, amount, and the rate if rates differ',
    showItemCode: 'For older templates; always false',
  },
  Summary: {
    subtotal: 'Sum of `items`',
    adjustments: 'Discounts and charges on the document',
    'adjustments.label': 'The reason, or its kind',
    'adjustments.detail': 'The percentage, if it is one',
    'adjustments.amount': 'With its sign',
    net: 'After discounts and charges, without tax',
    hasNet: 'The net amount differs from the subtotal',
    pricesIncludeTax: 'Taxes are part of the total and are printed after it',
    taxes: 'One entry per rate; a second tax of an item has its own',
    'taxes.label': 'Name and rate',
    'taxes.includedLabel': 'Name and rate if prices include tax',
    'taxes.onText': 'The taxable amount, in words',
    'taxes.taxable': 'The taxable amount',
    'taxes.amount': '',
    'taxes.rate': 'A number without percent sign',
    'taxes.category': 'UNCL 5305',
    'taxes.reason': 'Reason why no tax is charged',
    'taxes.mark': 'The `taxMark` of its items',
    taxReasons: 'List of all reasons why no tax is charged',
    otherTaxReasons: 'List of the reasons of taxes that are not in `taxes`',
    total: '',
    cashRounding: 'Difference to a multiple of the smallest coin; empty if there is none',
    withholdings:
      'What the customer keeps of the total: withheld tax, split payment. If a template does not use it, `paymentTerms` or `total` names the amount',
    'withholdings.label': 'With the rate',
    'withholdings.amount': 'With its sign',
    hasPayable: 'The customer keeps a part of the total',
    payable: 'What the customer transfers: the total less `withholdings`',
    rounding:
      'Rounding cent of prices that include tax; usually empty. If a template does not use `cashRounding`, this includes it',
    paid: 'Negative; empty if nothing is paid. On a credit note: the amount refunded to the customer',
    credited:
      'Negative; empty without credit notes. On a credit note: the amount set off on its invoice',
    amountDue:
      'A refund has a minus sign, except in templates that use `labels.amountDueLabel` or `isRefundDue`. There, it is empty on a credit note that is set off in full',
    hasAmountDue: 'The amount due differs from the total',
    hasDiscount: 'For older templates, as are the following',
    discountAmount: 'Without a sign',
    discountPercentage: 'A number without percent sign',
    hasTax:
      'Exactly one rate, and it is not zero. In templates without a list of taxes: any rate is not zero',
    taxRate:
      'A number without percent sign. With several rates `23%, 13.5`: the template adds the last sign',
    taxAmount:
      'Total tax; `Includes €19.00` if prices include tax and the template does not use `pricesIncludeTax`',
    hasTaxSummary: 'Several rates, or a rate of zero. In templates without `taxAmount`: any rate',
    taxSummary: 'The same as `taxes`',
  },
  Payment: {
    mainLabel:
      'What `mainAmount` is: due by a day, valid until a day, to be refunded, or the total',
    mainAmount: 'The amount that the reader looks for first',
    isLongAmount: 'It has more than 13 characters',
    paymentSentence:
      'Fragment: asks for payment, with amount, day, account and reference in `strong`; empty if nothing is due',
    hasPayment: 'There is an amount due and a way to pay it',
    payText: 'A sentence that asks for payment; empty if nothing is due',
    paymentTerms: 'Plain text with line breaks; empty if `dueDate` is empty',
    paymentMethods: 'Plain text with line breaks',
    hasBankAccount: '',
    accountHolder: '',
    iban: 'In groups of four',
    accountNumber: 'The number of an account without IBAN',
    bankCode: 'The code of its bank: routing number, sort code or the like',
    bic: '',
    bankName: '',
    paymentReference: 'The reference of the transfer, usually the invoice number',
    bankAccount: 'The whole account as plain text with line breaks',
    paymentQr:
      'Fragment: the EPC QR code (GiroCode) of an open invoice in euros, an `svg` of class `payment-qr`',
    swissQrBill:
      'Fragment: the QR-bill with receipt of an open invoice in francs or euros on a Swiss account, a `div` of class `swiss-qr-bill`. By default, it prints at the bottom of a separate page',
  },
  Colors: {
    highlightColor: 'The accent color in the settings',
    highlightColorLight: 'A tint of it, for backgrounds',
    highlightColorDark: 'The accent color for text on white and on the tint: contrast 4.5 or more',
    highlightTextColor: 'Text on the accent color: white or nearly black',
  },
})

export const variableNames = (): readonly string[] => Object.values(VARIABLES).flatMap(Object.keys)

/** docs/template-variables.md, with the values of the sample invoice. */
export function variablesPage(): string {
  const view = documentView(sampleSource('en'))
  return [
    '# Template variables',
    '',
    'A template can print these names. The samples are the values of the English sample invoice.',
    '`node scripts/template-variables.ts` generates this page from the code.',
    '',
    'Values are escaped for their context. `{{{name}}}` prints HTML only for fragments. Every name always',
    'exists. If its value is missing, it is empty, and `{{#name}}…{{/name}}` prints nothing.',
    '',
    ...Object.entries(VARIABLES).flatMap(([heading, names]) => [
      `## ${heading}`,
      '',
      '| Name | Sample | Meaning |',
      '|---|---|---|',
      ...Object.entries(names).map(
        ([name, meaning]) => `| \`${name}\` | ${sample(view, name)} | ${meaning} |`,
      ),
      '',
    ]),
    '## Words',
    '',
    'Print them as `{{labels.name}}`. On a credit note, the labels of title, number and date change. For a',
    'refund, `labels.amountDueLabel` has the words of `labels.refundDueLabel`. On a credit note, `labels.paidLabel`',
    'and `labels.creditedLabel` show how its total was used, and `labels.amountDueLabel` that it is set off in full.',
    '',
    '| Name | English |',
    '|---|---|',
    ...Object.entries(en.labels).map(([name, word]) => `| \`labels.${name}\` | ${word} |`),
    '',
  ].join('\n')
}

function sample(view: View, name: string): string {
  const [first = '', second] = name.split('.')
  const value = view[first]
  if (second === undefined) return printed(value)
  const entry: ViewValue = Array.isArray(value) ? value[0] : undefined
  return printed((entry as View | undefined)?.[second])
}

function printed(value: ViewValue): string {
  if (value instanceof Fragment) return `(${value.text})`
  if (Array.isArray(value)) return value.length === 0 ? '' : `(${value.length})`
  if (value === null || value === undefined || typeof value === 'object' || value === '') return ''
  return `\`${String(value).replaceAll('\n', ' ⏎ ')}\``
}
