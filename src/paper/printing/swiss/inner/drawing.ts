import { escapeHtml, Fragment } from '@billwright/templates'
import { groupIban } from '../../inner/payment-code/payment-code.ts'
import type { SwissBill, SwissParty } from '../bill.ts'
import { swissCode } from './code.ts'
import { type BillWords, billWords } from './words.ts'

/**
 * Defaults that a template can override: on paper, the bill fills the bottom of a separate page
 * from edge to edge, as the standard requires.
 */
const STYLE = [
  ':where(.swiss-qr-bill){max-width:210mm;overflow-x:auto}',
  '@page swiss-qr-bill{size:A4;margin:0}',
  // Positioned on the page, so that a container's padding cannot push it off the edge.
  '@media print{:where(.swiss-qr-bill){page:swiss-qr-bill;break-before:page;height:1px;overflow:visible}' +
    ':where(.swiss-qr-bill)>div{position:absolute;left:0;width:210mm;margin-top:187.7mm}}',
].join('')

/** The fonts that the standard allows, if installed. */
const FONT = 'font-family:Arial,Helvetica,Liberation Sans,sans-serif'

/** Receipt lines have 52 mm; longer party lines may wrap once. */
const RECEIPT_LINE_LENGTH = 30

/**
 * Payment part and receipt, 210 × 105 mm, with the cutting line above (Swiss Implementation
 * Guidelines QR-bill 2.4, chapters 3 and 6). HTML, so that long names wrap.
 */
export function swissBillFragment(
  bill: SwissBill,
  { language, title }: { readonly language: string; readonly title: string },
): Fragment {
  const words = billWords(language)
  const separate = block(
    'padding:0 5mm 1mm;font-size:7pt;line-height:8.4pt;text-align:center;' +
      'border-bottom:.75pt dashed #000',
    escapeHtml(words.separate),
  )
  const form = block(
    'position:relative;width:210mm;height:105mm;overflow:hidden;background:#fff',
    receipt(bill, words) + paymentPart(bill, { words, title }),
  )
  return new Fragment(
    `<div class="swiss-qr-bill" dir="ltr" lang="${words.language}"><style>${STYLE}</style>` +
      `${block(`width:210mm;color:#000;text-align:left;${FONT}`, separate + form)}</div>`,
    title,
  )
}

const block = (style: string, html: string): string => `<div style="${style}">${html}</div>`

/** In millimeters from the upper left corner of the form. */
type Box = readonly [left: number, top: number, width: number, height: number]

const section = ([left, top, width, height]: Box, style: string, html: string): string =>
  block(
    `position:absolute;left:${left}mm;top:${top}mm;width:${width}mm;height:${height}mm;${style}`,
    html,
  )

interface Sizes {
  /** In points; values are two points larger than headings. */
  readonly heading: number
  readonly line: number
}

const RECEIPT: Sizes = { heading: 6, line: 9 }
const PAYMENT: Sizes = { heading: 8, line: 11 }

const textStyle = ({ heading, line }: Sizes): string =>
  `font-size:${heading + 2}pt;line-height:${line}pt;overflow-wrap:anywhere`

const heading = (text: string, { heading: size, line }: Sizes): string =>
  block(`font-size:${size}pt;line-height:${line}pt;font-weight:700`, escapeHtml(text))

const TITLE = 'font-size:11pt;line-height:11pt;font-weight:700'

function receipt(bill: SwissBill, words: BillWords): string {
  const { creditor, debtor } = bill
  // The receipt may omit streets if long names need the space.
  const isLong = [creditor, debtor].some(
    (it) => it !== null && linesOf(it).some((line) => line.length > RECEIPT_LINE_LENGTH),
  )
  const information = [
    account(bill, { words, sizes: RECEIPT, withStreet: !isLong }),
    reference(bill, { words, sizes: RECEIPT }),
    payer(bill, { words, sizes: RECEIPT, withStreet: !isLong }),
  ]
  return [
    section([0, 0, 62, 105], 'box-sizing:border-box;border-right:.75pt dashed #000', ''),
    section([5, 5, 52, 7], TITLE, words.receipt),
    section([5, 12, 52, 56], textStyle(RECEIPT), spaced(information, RECEIPT)),
    section([5, 68, 52, 14], textStyle(RECEIPT), amount(bill, { words, sizes: RECEIPT })),
    section([5, 82, 52, 18], 'text-align:right', heading(words.acceptancePoint, RECEIPT)),
  ].join('')
}

function paymentPart(
  bill: SwissBill,
  { words, title }: { readonly words: BillWords; readonly title: string },
): string {
  const information = [
    account(bill, { words, sizes: PAYMENT, withStreet: true }),
    reference(bill, { words, sizes: PAYMENT }),
    bill.message === ''
      ? ''
      : heading(words.additionalInformation, PAYMENT) + escapeHtml(bill.message),
    payer(bill, { words, sizes: PAYMENT, withStreet: true }),
  ]
  return [
    section([67, 5, 51, 7], TITLE, words.paymentPart),
    section([67, 17, 46, 46], '', swissCode(bill, { title })),
    section([67, 68, 51, 22], textStyle(PAYMENT), amount(bill, { words, sizes: PAYMENT })),
    section([118, 5, 87, 95], textStyle(PAYMENT), spaced(information, PAYMENT)),
  ].join('')
}

/** Stacked with an empty line between; missing parts take no space. */
const spaced = (parts: readonly string[], { line }: Sizes): string =>
  parts
    .filter((part) => part !== '')
    .map((part) => block(`margin-bottom:${line}pt`, part))
    .join('')

interface Part {
  readonly words: BillWords
  readonly sizes: Sizes
}

function account({ iban, creditor }: SwissBill, part: Part & { readonly withStreet: boolean }) {
  return (
    heading(part.words.account, part.sizes) +
    [groupIban(iban), ...linesOf(creditor, part)].map(escapeHtml).join('<br>')
  )
}

function reference({ reference: text }: SwissBill, { words, sizes }: Part): string {
  if (text === null) return ''
  // A QR reference has groups of five from the end, a creditor reference groups of four.
  const grouped = text.startsWith('RF')
    ? text.replace(/.{4}(?=.)/g, '$& ')
    : text.replace(/\d(?=(?:\d{5})+$)/g, '$& ')
  return heading(words.reference, sizes) + grouped
}

function payer(
  { debtor }: SwissBill,
  { words, sizes, withStreet }: Part & { readonly withStreet: boolean },
): string {
  if (debtor === null) {
    return (
      heading(words.payableByBlank, sizes) + (sizes === RECEIPT ? frame(52, 20) : frame(65, 25))
    )
  }
  const lines = linesOf(debtor, { withStreet })
  return heading(words.payableBy, sizes) + lines.map(escapeHtml).join('<br>')
}

/** Corners of a blank field to fill in by hand, in millimeters. */
const frame = (width: number, height: number): string =>
  `<svg style="display:block;width:${width}mm;height:${height}mm" viewBox="0 0 ${width} ${height}">` +
  `<path fill="none" stroke="#000" stroke-width=".53" d="M0 3V0h3M${width - 3} 0h3v3M${width} ` +
  `${height - 3}v3h-3M3 ${height}H0v-3"/></svg>`

function amount({ currency, amount: text }: SwissBill, { words, sizes }: Part): string {
  const grouped = text.replace(/\d(?=(?:\d{3})+\.)/g, '$& ')
  const column = (style: string, name: string, value: string) =>
    block(`${style};display:inline-block;vertical-align:top`, heading(name, sizes) + value)
  return (
    column('width:22mm', words.currency, currency) +
    column('white-space:nowrap', words.amount, grouped)
  )
}

function linesOf(
  { name, street, houseNumber, postalCode, town, country }: SwissParty,
  { withStreet } = { withStreet: true },
): readonly string[] {
  const prefix = country === 'CH' || country === 'LI' ? '' : `${country} - `
  const streetLine = withStreet ? `${street} ${houseNumber}`.trim() : ''
  return [name, streetLine, `${prefix}${postalCode} ${town}`].filter((line) => line !== '')
}
