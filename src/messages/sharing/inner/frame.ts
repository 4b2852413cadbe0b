import { DARK } from '@billwright/rules/design-tokens'
import { escapeHtml, Fragment, type Template } from '@billwright/templates'
import { pageWithin } from '../../../company/templates/page-file.ts'
import { daysBetween } from '../../../kernel/calendar.ts'
import { lightenedOn, paletteOf } from '../../../paper/printing/color.ts'
import { FONTS_PATH } from '../../../paper/printing/document.ts'
import type { PrintedInvoice } from '../../../paper/printing/document-source.ts'
import type { Formatter } from '../../../paper/printing/format.ts'
import { LANGUAGES, languageOf } from '../../../paper/printing/labels/labels.ts'
import { senderLine } from '../../../paper/printing/letterhead-view.ts'

const frame = new URL('./frame.html', import.meta.url)

/** The face of the pages: files that the document on the page may load, too. */
const FACES = ['400Regular', '600SemiBold']
  .map(
    (style) =>
      `@font-face { font-family: "Instrument Sans"; font-weight: ${style.slice(0, 3)}; font-display: swap; src: url("${FONTS_PATH}InstrumentSans-${style}-latin.woff2") format("woff2"); }\n`,
  )
  .join('')

/** The frame of every page for customers: head, styles and URLs of its files. */
export const customerPage = (file: URL): Template => pageWithin(frame, file, FACES)

/** The seller's color on buttons; where the page is dark, lightened until dark words stand out on it. */
export function buttonColors(accentColor: string) {
  const { accent, onAccent } = paletteOf(accentColor)
  const darkAccent = lightenedOn(DARK.surface, accent)
  return { accent, onAccent, darkAccent, onDarkAccent: DARK.canvas }
}

/** Templates accept no URL from a value except the seller's, so this code builds the page. */
export const linkTo = (href: string, text: string, attributes = ''): Fragment =>
  new Fragment(`<a${attributes} href="${escapeHtml(href)}">${escapeHtml(text)}</a>`)

/** Opens a message to the seller about the document; nothing without an address. */
export const askLinks = (email: string | null, heading: string, text: string) =>
  email === null
    ? []
    : [linkTo(`mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(heading)}`, text)]

/** The switch of the page's language. The document keeps its own. */
export const languagesOf = (locale: string, suffix = '') => ({
  languageName: nameOf(languageOf(locale)),
  languages: Object.keys(LANGUAGES).map((it) =>
    linkTo(`?language=${it}${suffix}`, nameOf(it), ` lang="${it}" hreflang="${it}"`),
  ),
})

/** The name of a language in that language. It begins with a capital letter, as in menus. */
function nameOf(language: string): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}

/** More items rarely fit one sheet, which is what a frame prints. */
const ITEMS_OF_ONE_SHEET = 12

/** What print styles and the height of the frame depend on. On a phone, a payment takes 300 pixels. */
export const sizeOf = (
  { length }: readonly unknown[],
  { hasPayment }: { readonly hasPayment: boolean },
) => ({
  items: String(length),
  room: hasPayment ? '1300' : '1000',
  length: length > ITEMS_OF_ONE_SHEET ? 'long' : '',
})

/** One fact below the amount. The first one is the amount. */
export type Fact = {
  readonly name: string
  readonly value: string | Fragment
  /** `amount`, `state` with the status, `late`, or `due` for a sentence about the day. */
  readonly kind?: string
  readonly note?: string
  /** What the sentence says around the value. */
  readonly before?: string
  readonly after?: string
}

/** The day that counts, with its weekday and how far away it is: words of the locale, not ours. */
export function dayFact(
  name: string,
  day: string,
  { today, locale }: { readonly today: string; readonly locale: string },
): Fact {
  const written = new Intl.DateTimeFormat(locale, {
    ...{ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
    ...{ timeZone: 'UTC', calendar: 'gregory' },
  })
  const away = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const days = daysBetween(today, day)
  return {
    name,
    value: written.format(new Date(`${day}T00:00:00Z`)),
    note: away.format(days, 'day'),
  }
}

/** Who sent the document and how to reach them, at the foot of its page. */
export const footOf = (
  { seller, buyer }: Pick<PrintedInvoice, 'seller' | 'buyer'>,
  format: Formatter,
) => ({
  seller: seller.name,
  sellerLine: senderLine(seller, { other: buyer.address.countryCode, format }),
  contactLine: [seller.email, seller.phone].filter((it) => it !== null).join(' · '),
})

/** The document itself, below the summary. */
export const frameOf = (href: string, title: string): Fragment =>
  new Fragment(`<iframe src="${escapeHtml(href)}" title="${escapeHtml(title)}"></iframe>`)
