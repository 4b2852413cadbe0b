import { toDecimal } from '../words/decimal-text.ts'
import { withoutSign } from '../words/format.ts'

export const TABS = ['confirm', 'open', 'booked', 'ignored'] as const
export type Tab = (typeof TABS)[number]

/** The tab and the search of the page, as in the URL. */
export interface BankSearch {
  readonly tab?: Tab
  readonly q?: string
}

/** Keeps the valid parameters of a URL and drops the rest. */
export function toBankSearch({ q, tab }: Readonly<Record<string, unknown>>): BankSearch {
  const known = TABS.find((it) => it === tab)
  return {
    ...(known !== undefined && known !== 'confirm' && { tab: known }),
    ...(typeof q === 'string' && q.trim() !== '' && { q: q.slice(0, 200) }),
  }
}

/** `all`: also payments that ask for nothing. */
export interface OnlineSearch {
  readonly show?: 'all'
}

export const toOnlineSearch = ({ show }: Readonly<Record<string, unknown>>): OnlineSearch =>
  show === 'all' ? { show } : {}

const MONEY = String.raw`(?:\p{Sc}|[A-Z]{3})?`
const SPACE = String.raw`[\s\u00a0\u202f]`
const AMOUNT = new RegExp(
  `^[-−]?${MONEY}${SPACE}?\\d{1,3}(?:(?:[.,'’]|${SPACE})?\\d{3})*[.,]\\d{2}${SPACE}?${MONEY}$`,
  'u',
)

/** Entries are searched by amounts as the service writes them: `1.234,50 €` → `1234.50`. */
export function toSearchText(q: string, language: string): string {
  const plain = (text: string) =>
    AMOUNT.test(text)
      ? withoutSign(toDecimal(text.replace(/\p{Sc}|[A-Z]{3}/gu, ''), language))
      : text
  const whole = plain(q.trim())
  return whole === q.trim() ? q.split(/\s+/).map(plain).join(' ') : whole
}
