const marks = new Map<string, string>()

/** The decimal separator of the console's language. Kept, because `Intl` takes long for each format. */
function markIn(language: string): string {
  const known = marks.get(language)
  if (known !== undefined) return known
  const parts = new Intl.NumberFormat(language).formatToParts(1.5)
  const mark = parts.find(({ type }) => type === 'decimal')?.value ?? '.'
  marks.set(language, mark)
  return mark
}

/**
 * Converts a typed or pasted number to a plain decimal: `1.234,5` or `1 234,50` → `1234.5…`. Of two
 * kinds of marks, the last one is the decimal separator. A single grouping mark of the console's
 * language before exactly three digits groups them. Other texts stay unchanged, for the error message.
 */
export function toDecimal(text: string, language: string): string {
  const plain = text
    .trim()
    .replace(/[\s\u00a0\u202f'’]/g, '')
    .replace(/^−/, '-')
  if (!/^-?[\d.,]+$/.test(plain)) return plain
  const mark = decimalMark(plain, markIn(language))
  const [whole = '', ...rest] = mark === null ? [plain] : splitAtLast(plain, mark)
  const digits = whole.replace(/[.,]/g, '')
  const fraction = rest.join('')
  return fraction === ''
    ? digits
    : `${digits === '' || digits === '-' ? `${digits}0` : digits}.${fraction}`
}

/** A decimal of the API in the console's language, without grouping. */
export const shownDecimal = (decimal: string, language: string): string =>
  decimal.replace('.', markIn(language))

/** A percentage of the API in the console's language: `12.5%`, `12,5 %`. */
export const shownPercent = (decimal: string, language: string): string =>
  `${shownDecimal(decimal, language)}${language === 'en' ? '' : '\u00a0'}%`

function decimalMark(text: string, own: string): '.' | ',' | null {
  const dots = text.split('.').length - 1
  const commas = text.split(',').length - 1
  if (dots > 0 && commas > 0) return text.lastIndexOf('.') > text.lastIndexOf(',') ? '.' : ','
  const mark = dots > 0 ? '.' : ','
  const count = dots + commas
  if (count === 0 || count > 1) return null
  if (mark !== own && /^-?[1-9]\d{0,2}[.,]\d{3}$/.test(text)) return null
  return mark
}

const splitAtLast = (text: string, mark: string): readonly [string, string] => {
  const at = text.lastIndexOf(mark)
  return [text.slice(0, at), text.slice(at + 1)]
}
