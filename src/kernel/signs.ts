/** What stands between thousands and before decimals, by the type of its part. */
type Signs = Partial<Readonly<Record<string, string>>>

const LARGE = 1_234_567.8

/** The tag for Intl, which takes `pt` for Brazil's. Our words for it are Portugal's. */
export const withRegion = (tag: string): string => (tag === 'pt' ? 'pt-PT' : tag)

/** The signs of a format of amounts. Cape Verde's `$` before the cents is no sign of other numbers. */
export const signsOf = (money: Intl.NumberFormat): Signs =>
  Object.fromEntries(
    money
      .formatToParts(LARGE)
      .filter(({ type, value }) => type === 'group' || (type === 'decimal' && value !== '$'))
      .map(({ type, value }) => [type, value]),
  )

/**
 * A decimal with the given signs. Some languages, e.g. de-AT and fr-CH, write amounts otherwise than
 * other numbers, but a document needs one way.
 */
export const writtenWith = (signs: Signs, format: Intl.NumberFormat, decimal: string): string =>
  format
    // Intl reads decimal text exactly; a number would pass through a binary float.
    .formatToParts(decimal as `${number}`)
    .map(({ type, value }) => signs[type] ?? value)
    .join('')
