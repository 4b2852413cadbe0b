/** The decimal mark. */
export type Mark = '.' | ','

/** A number in a cell before its decimal mark is known. */
export interface CellNumber {
  /** Digits and marks, without sign, currency and spaces. */
  readonly text: string
  readonly isNegative: boolean
  readonly isPercent: boolean
  /** `€`, `CHF`; null: none. */
  readonly currency: string | null
  /** The decimal mark of this number; `either`: `1.234` is ambiguous. */
  readonly says: Mark | 'either' | null
}

const CURRENCY = '[€£¥$]|[A-Z]{3}'
const SPACE = "[\\s'’\\u00a0\\u202f]"
const CELL = new RegExp(
  `^(-?)(${CURRENCY})?(-?)((?:\\d|[.,]\\d)(?:${SPACE}?[\\d.,])*)(${CURRENCY}|%)?$`,
)
const GROUPED_BY_SPACE = new RegExp(`^\\d{1,3}(?:${SPACE}\\d{3})+(?:[.,]\\d+)?$`)

/** The number in a cell; null: it is something else. */
export function cellNumber(cell: string): CellNumber | null {
  const tight = cell
    .trim()
    .replace(/[−–]/g, '-')
    .replace(/(^[^\d.,]+)\s+/g, '$1')
    .replace(/\s+([^\d\s.,]+)$/, '$1')
    .replace(/^([^\d]*)\s+/, '$1')
  const [, sign = '', before, inner = '', digits = '', after] = CELL.exec(tight) ?? []
  const isSpaced = /[^\d.,]/.test(digits)
  if (digits === '' || (isSpaced && !GROUPED_BY_SPACE.test(digits))) return null
  const text = digits.replace(/[^\d.,]/g, '')
  const says = isSpaced ? onlyMark(text) : marksOf(text)
  if (says === 'none') return null
  const currency = after === '%' ? before : (before ?? after)
  return {
    text,
    isNegative: sign + inner === '-',
    isPercent: after === '%',
    currency: currency ?? null,
    says,
  }
}

/** If spaces group the digits, any other mark is the decimal mark. */
const onlyMark = (text: string): Mark | null => (/[.,]/.exec(text)?.[0] as Mark) ?? null

/** Two marks, and groups of other than three digits, are unambiguous. `none`: not a number. */
function marksOf(text: string): Mark | 'either' | 'none' | null {
  const [first, ...others] = text.match(/[.,]/g) ?? []
  if (first === undefined) return null
  const last = others.at(-1)
  const isGrouped = (whole: string, mark: string) =>
    whole.split(mark).every((part, index) => (index === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(part))
  if (last === undefined) {
    const [whole = '', decimals = ''] = text.split(first)
    if (decimals === '') return 'none'
    return decimals.length === 3 && /^[1-9]\d{0,2}$/.test(whole) ? 'either' : (first as Mark)
  }
  if (last === first)
    return new Set(others).size === 1 && isGrouped(text, first) ? otherMark(first) : 'none'
  const [whole = '', decimals = '', ...more] = text.split(last)
  const isSound = more.length === 0 && decimals !== '' && isGrouped(whole, first)
  return isSound ? (last as Mark) : 'none'
}

const otherMark = (mark: string): Mark => (mark === '.' ? ',' : '.')

/** The decimal mark of all cells. `mixed`: both occur; `either`: no number is unambiguous. */
export function markOf(numbers: readonly CellNumber[]): Mark | 'mixed' | 'either' {
  const said = new Set(numbers.map(({ says }) => says))
  if (said.has('.') && said.has(',')) return 'mixed'
  if (said.has('.')) return '.'
  if (said.has(',')) return ','
  return said.has('either') ? 'either' : '.'
}

/** The plain decimal of the API. */
export function decimalOf({ text, isNegative }: CellNumber, mark: Mark): string {
  const [whole = '', decimals] = text.replaceAll(otherMark(mark), '').split(mark)
  const digits = `${whole === '' ? '0' : whole}${decimals === undefined ? '' : `.${decimals}`}`
  return isNegative ? `-${digits}` : digits
}
