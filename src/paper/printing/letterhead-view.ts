import type { View } from '@billwright/templates'
import { documentFontStack, FACE_NAMES, type Face } from '../../platform/browser/fonts.ts'
import type { PrintedInvoice } from './document-source.ts'
import type { Formatter } from './format.ts'
import { addressLines, foreignCountry, printAddress } from './inner/address.ts'
import { groupIban } from './inner/payment-code/payment-code.ts'
import type { Labels } from './labels/labels.ts'

type Seller = PrintedInvoice['seller']

interface Print {
  readonly invoice: {
    readonly seller: Seller
    readonly buyer: Pick<PrintedInvoice['buyer'], 'address'>
  }
  readonly format: Formatter
  readonly pageSize: 'A4' | 'Letter'
  readonly labels: Pick<
    Labels,
    'ibanLabel' | 'bicLabel' | 'accountNumberLabel' | 'bankCodeLabel' | 'registrationIdLabel'
  > & { readonly taxIdLabel: string; readonly taxNumberLabel: string }
}

/** Where windows of envelopes are on the right, by SN 010130; elsewhere they are on the left, by DIN 5008. */
const RIGHT_WINDOWS: ReadonlySet<string> = new Set(['CH', 'LI'])

/** In millimeters. */
const LOGO_HEIGHTS = { small: '9mm', medium: '13mm', large: '18mm' }

/** What all papers of a company share: faces, logo, window, and the footer of each page. */
export function letterheadView(print: Print): View {
  const { seller } = print.invoice
  const { typeface, logoSize, logoPlace } = seller
  const footer = footerOf(print)
  const faceOf = (own: Face) => documentFontStack(print.format.locale, chosenFace(typeface, own))
  return {
    // Without quotes, which CSS escaping would remove.
    typefaces: Object.fromEntries(
      FACE_NAMES.map((face) => [face, faceOf(face).replaceAll('"', '')]),
    ),
    logoHeight: LOGO_HEIGHTS[logoSize],
    logoPlace,
    addressSide: addressSideOf(seller),
    senderLine: senderLine(seller, {
      other: print.invoice.buyer.address.countryCode,
      format: print.format,
    }),
    ...footer,
    // The text is 165 mm wide on both sizes.
    pageEnd: print.pageSize === 'Letter' ? '25.9mm' : '20mm',
    pageBottom: bottomOf(footer),
    markColor: print.pageSize === 'Letter' ? 'transparent' : '#9a978f',
  }
}

const chosenFace = (chosen: Seller['typeface'], own: Face): Face =>
  chosen === 'template' ? own : chosen

function addressSideOf({ addressWindow, address }: Seller): 'left' | 'right' {
  if (addressWindow !== 'country') return addressWindow
  return RIGHT_WINDOWS.has(address.countryCode ?? '') ? 'right' : 'left'
}

/** Name and address of the seller in one line. `other`: the country of the customer. */
export function senderLine(
  { name, address }: Pick<Seller, 'name' | 'address'>,
  { other, format }: { readonly other: string | null; readonly format: Formatter },
): string {
  const { street, town } = printAddress(address)
  return [name, ...street, ...town, ...foreignCountry(address.countryCode, other, format)].join(
    ' · ',
  )
}

const LINE_MM = 3.5
/** Small letters in a line of 60 mm at 7.25 pt; the middle column has 45 mm. */
const LINE_LETTERS = 46
const MIDDLE_LETTERS = 34
/** A page has room for these, and for some of the contents. */
const LINES_MAX = 44
const WIDE = /[\u2e80-\uffef]/
const CAPITAL = /\p{Lu}/u

/** The legally required details of the sender in three columns. */
function footerOf({ invoice, format, labels }: Print) {
  const { seller, buyer } = invoice
  const { iban, number, bankCode, bic, bankName } = seller.bankAccount
  const leftToRight = (text: string | null) =>
    text && (format.direction === 'rtl' ? isolated(text) : text)
  const labelled = (label: string, value: string | null) =>
    value === null ? null : `${label} ${leftToRight(value)}`
  const bank = [labelled(labels.bicLabel, bic), bankName].filter((part) => part !== null)
  return {
    footerSender: column([
      seller.name,
      ...addressLines(seller, buyer, format),
      ...(seller.legalForm ?? '').split('\n'),
    ]),
    footerContact: column(
      [
        seller.website?.replace(/^https?:\/\/|\/$/g, '') ?? null,
        seller.email,
        leftToRight(seller.phone),
      ],
      MIDDLE_LETTERS,
    ),
    footerLegal: column([
      labelled(labels.ibanLabel, iban && groupIban(iban)),
      labelled(labels.accountNumberLabel, iban === null ? number : null),
      labelled(labels.bankCodeLabel, iban === null ? bankCode : null),
      bank.join(' · '),
      labelled(labels.taxIdLabel, seller.taxId),
      labelled(labels.taxNumberLabel, seller.taxNumber),
      ...seller.taxNumbers.map(({ label, id }) => labelled(label, id)),
      labelled(labels.registrationIdLabel, seller.registrationId),
    ]),
  }
}

/** From left to right also between Arabic words, where groups of digits would change places. */
const isolated = (text: string): string => `\u2066${text}\u2069`

/** The lowest line of the footer stands 11 mm above the edge. */
const bottomOf = (footer: Readonly<Record<string, string>>): string =>
  `${Math.max(30, 20 + LINE_MM * linesOf(footer))}mm`

/** The lines that fit. */
function column(lines: readonly (string | null)[], letters = LINE_LETTERS): string {
  let left = LINES_MAX
  return lines
    .filter((line): line is string => line !== null && line.trim() !== '')
    .filter((line) => {
      left -= rowsOf(line, letters)
      return left >= 0
    })
    .join('\n')
}

const linesOf = ({ footerContact = '', ...wide }: Readonly<Record<string, string>>): number =>
  Math.min(
    LINES_MAX,
    Math.max(
      rowsIn(footerContact, MIDDLE_LETTERS),
      ...Object.values(wide).map((text) => rowsIn(text, LINE_LETTERS)),
    ),
  )

const rowsIn = (text: string, letters: number): number =>
  text.split('\n').reduce((sum, line) => sum + rowsOf(line, letters), 0)

/** The printed rows of a line that breaks between words, at least. */
function rowsOf(line: string, letters: number): number {
  let rows = 1
  let width = 0
  for (const word of line.split(/\s+/)) {
    const own = widthOf(word)
    const isBroken = width > 0 && width + 1 + own > letters
    if (isBroken) rows += 1
    width = (isBroken || width === 0 ? 0 : width + 1) + own
    // A word without a break, such as a Chinese sentence.
    const more = Math.max(0, Math.ceil(width / letters) - 1)
    rows += more
    width -= more * letters
  }
  return rows
}

/** In small letters. */
const widthOf = (word: string): number =>
  [...word].reduce(
    (sum, letter) => sum + (WIDE.test(letter) ? 2.1 : CAPITAL.test(letter) ? 1.3 : 1),
    0,
  )
