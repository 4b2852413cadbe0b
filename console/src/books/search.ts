export const LENGTHS = ['year', 'quarter', 'month'] as const
export type Length = (typeof LENGTHS)[number]

/** The year and its periods, as in the URL. */
export interface WithheldSearch {
  /** Default: this year. */
  readonly year?: number
  readonly by?: Length
}

/** Keeps the valid parameters of a URL and drops the rest. */
export function toWithheldSearch({ year, by }: Readonly<Record<string, unknown>>): WithheldSearch {
  const known = LENGTHS.find((it) => it === by)
  const isYear = typeof year === 'number' && Number.isInteger(year) && year >= 1900 && year < 3000
  return { ...(isYear && { year }), ...(known !== undefined && known !== 'year' && { by: known }) }
}
