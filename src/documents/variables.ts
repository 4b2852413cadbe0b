import type { View, ViewValue } from '../templates/language/render.ts'
import { Fragment } from '../templates/language/render.ts'
import { en } from './labels/en.ts'
import { sampleSource } from './samples/sample.ts'
import { documentView } from './view.ts'

type Meanings = readonly (readonly [name: string, meaning: string])[]

/** Every name of the view and what it means: the source of docs/template-variables.md. */
export const VARIABLES: readonly { readonly heading: string; readonly names: Meanings }[] = [
  {
    heading: 'The document',
    names: [
      ['title', 'What it is and its number'],
      ['runningTitle', 'Company and title, for the foot of each page'],
      ['invoiceNumber', 'Empty on a draft'],
      ['isCreditNote', 'The titles in `labels` already say so'],
      [
        'status',
        '`draft`, `sent`, `overdue`, `paid`, `refund_due`, `credited`, `uncollectible` or `void`: for class names',
      ],
      ['statusLabel', 'The same in the language of the document'],
      ['badge', 'The status where its reader should see it; empty on an open invoice'],
      ['watermark', 'The word to print across a draft or a void document; else empty'],
      ['isDraft', ''],
      ['isVoid', ''],
      ['isPaid', ''],
      ['isOverdue', ''],
      ['isRefundDue', 'The customer is to get money back'],
      ['locale', 'For `lang`'],
      ['direction', '`ltr` or `rtl`, for `dir`'],
      ['pageSize', '`A4` or `Letter`, for `@page { size: … }`'],
      ['fontStack', 'Font families that have every script, for `font-family`'],
      ['currency', 'ISO 4217. Amounts carry their currency already, except those named …Plain'],
      ['notes', 'Plain text with line breaks: print it with `white-space: pre-line`'],
      ['labels', 'Every word of the document in its language; see below'],
    ],
  },
  {
    heading: 'Dates and references',
    names: [
      ['issueDate', ''],
      [
        'dueDate',
        'Empty also where nothing is to be paid any more: refund due, or credited in full',
      ],
      ['deliveryDate', ''],
      ['period', 'From when to when the service was given'],
      ['reference', 'The buyer’s own reference'],
      ['orderReference', ''],
      ['corrects', 'On a credit note: number and date of the invoice it corrects'],
      ['details', 'All of the above that are given, as a list of `label` and `value`'],
    ],
  },
  {
    heading: 'The company',
    names: [
      ['companyName', ''],
      ['companyContactName', ''],
      ['companyAddress', 'Fragment: all lines, laid out as the country does'],
      ['companyStreet', 'Fragment: the lines before the town'],
      ['companyPostalCity', 'Postal code and town in one line'],
      ['companyCountry', 'Its name; empty where the customer is in the same country'],
      ['companyCountryCode', 'ISO 3166'],
      ['companyEmail', ''],
      ['companyPhone', ''],
      ['companyWebsite', ''],
      ['companyTaxId', ''],
      ['companyTaxIdLabel', 'What that id is called'],
      ['companyRegistrationId', ''],
      ['logo', 'Fragment: the picture, an `img` of class `logo`; empty where there is none'],
      ['hasLogo', ''],
      [
        'logoUrl',
        'True where there is a logo: `<img src="{{logoUrl}}">` of older templates becomes `{{{logo}}}`',
      ],
      ['brandLogoLeft', 'The same, for older templates'],
    ],
  },
  {
    heading: 'The customer',
    names: [
      ['customerName', ''],
      ['customerContactName', ''],
      ['customerAddress', 'Fragment: all lines, laid out as the country does'],
      ['customerStreet', 'Fragment: the lines before the town'],
      ['customerPostalCity', 'Postal code and town in one line'],
      ['customerCountry', 'Its name; empty where the company is in the same country'],
      ['customerCountryCode', 'ISO 3166'],
      ['customerEmail', ''],
      ['customerPhone', ''],
      ['customerTaxId', ''],
      ['customerTaxIdLabel', 'What that id is called'],
      ['customerRegistrationId', ''],
    ],
  },
  {
    heading: 'Items',
    names: [
      [
        'items',
        'The lines, and the charges of the document where a template prints no `adjustments`; the names below are found inside `{{#items}} … {{/items}}`',
      ],
      ['items.position', 'From 1'],
      ['items.description', ''],
      ['items.notes', 'More about the line, with line breaks'],
      ['items.itemCode', 'For older templates; always empty'],
      ['items.quantity', ''],
      ['items.unit', ''],
      ['items.quantityText', 'Both together'],
      ['items.unitPrice', ''],
      ['items.unitPricePlain', 'Without the currency, for columns'],
      ['items.discount', 'With its label; empty where there is none'],
      ['items.taxRate', ''],
      ['items.taxText', 'With the name of the tax'],
      ['items.lineTotal', 'After the discount'],
      ['items.lineTotalPlain', 'Without the currency, for columns'],
      ['hasItemUnits', 'Some line has a unit'],
      ['hasItemTaxes', 'Rates differ, so each line should tell its own'],
      ['hasItemDiscounts', 'Some line has a discount'],
      [
        'itemColumns',
        'Columns of a table with description, quantity, price, amount, and the rate where rates differ',
      ],
      ['showItemCode', 'For older templates; always false'],
    ],
  },
  {
    heading: 'Summary',
    names: [
      ['subtotal', 'Sum of `items`'],
      ['adjustments', 'Discounts and charges on the whole document'],
      ['adjustments.label', 'The reason, or what it is'],
      ['adjustments.detail', 'The percentage, where it is one'],
      ['adjustments.amount', 'With its sign'],
      ['net', 'After discounts and charges, without tax'],
      ['hasNet', 'It differs from the subtotal'],
      ['pricesIncludeTax', 'Then the taxes are part of the total and are told after it'],
      ['taxes', 'One entry per rate'],
      ['taxes.label', 'Name and rate'],
      ['taxes.includedLabel', 'The same, where prices include it'],
      ['taxes.onText', 'What it is charged on, as words'],
      ['taxes.taxable', 'What it is charged on'],
      ['taxes.amount', ''],
      ['taxes.rate', 'A number without sign'],
      ['taxes.category', 'UNCL 5305'],
      ['taxes.reason', 'Why none is charged'],
      ['taxReasons', 'All reasons why no tax is charged, a list of texts'],
      ['total', ''],
      ['rounding', 'The cent that can be neither net nor tax; mostly empty'],
      ['paid', 'Negative; empty where nothing is paid'],
      ['credited', 'Negative; empty where there is no credit note'],
      [
        'amountDue',
        'What is to be refunded has a minus sign, except in templates that print `labels.amountDueLabel` or ask for `isRefundDue`',
      ],
      ['hasAmountDue', 'It differs from the total'],
      ['hasDiscount', 'For older templates, as are the following'],
      ['discountAmount', 'Without a sign'],
      ['discountPercentage', 'A number without sign'],
      [
        'hasTax',
        'There is exactly one rate, and it is not zero; where a template prints no list of taxes: some rate is not zero',
      ],
      [
        'taxRate',
        'A number without a percent sign. With several rates, `23%, 13.5`: the template writes the last sign',
      ],
      [
        'taxAmount',
        'All taxes together; `Includes €19.00` if prices include tax and the template does not use `pricesIncludeTax`',
      ],
      [
        'hasTaxSummary',
        'There are several rates, or one of zero; where a template prints no `taxAmount`: any rate',
      ],
      ['taxSummary', 'The same as `taxes`'],
    ],
  },
  {
    heading: 'Payment',
    names: [
      ['hasPayment', 'There is something to pay and a way to do it'],
      ['payText', 'A sentence that asks for it; empty where nothing is to be paid'],
      ['paymentTerms', 'Plain text with line breaks; empty where `dueDate` is'],
      ['paymentMethods', 'Plain text with line breaks'],
      ['hasBankAccount', ''],
      ['accountHolder', ''],
      ['iban', 'In groups of four'],
      ['bic', ''],
      ['bankName', ''],
      ['paymentReference', 'The number of the invoice'],
      ['bankAccount', 'All of it as plain text with line breaks'],
      [
        'paymentQr',
        'Fragment: the EPC code (GiroCode) of an open invoice in euro, an `svg` of class `payment-qr`',
      ],
      [
        'swissQrBill',
        'Fragment: the QR-bill of an open invoice in francs or euro on a Swiss account, with its receipt, a `div` of class `swiss-qr-bill`; on paper it takes the foot of a page of its own where the template says nothing else',
      ],
    ],
  },
  {
    heading: 'Colours',
    names: [
      ['highlightColor', 'The accent colour of the settings'],
      ['highlightColorLight', 'A tint of it, for backgrounds'],
      ['highlightColorDark', 'It as text on white and on the tint: contrast 4.5 or more'],
      ['highlightTextColor', 'Text on it: white or nearly black'],
    ],
  },
]

/** docs/template-variables.md, with the values of the sample invoice. */
export function variablesPage(): string {
  const view = documentView(sampleSource('en'))
  return [
    '# Template variables',
    '',
    'What a template can print. The values are those of the sample invoice in English. This page is made',
    'from the code: `node scripts/template-variables.ts`.',
    '',
    'Values are escaped for the place they stand in. `{{{name}}}` prints HTML for fragments only. Every',
    'name is always there; what is not given is empty, so `{{#name}}…{{/name}}` leaves it out.',
    '',
    ...VARIABLES.flatMap(({ heading, names }) => [
      `## ${heading}`,
      '',
      '| Name | Sample | Meaning |',
      '|---|---|---|',
      ...names.map(([name, meaning]) => `| \`${name}\` | ${sample(view, name)} | ${meaning} |`),
      '',
    ]),
    '## Words',
    '',
    'As `{{labels.name}}`. On a credit note, the title, the number and the date say so. Where money is to be',
    'refunded, `labels.amountDueLabel` has the words of `labels.refundDueLabel`.',
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
