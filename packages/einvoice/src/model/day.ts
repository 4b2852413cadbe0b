declare const DAY: unique symbol

/** A real day of the calendar, `YYYY-MM-DD`. Only `parseDay` makes one. */
export type Day = string & { readonly [DAY]: true }

/** `xs:date`: a zone changes nothing, because only the day of an invoice counts. */
const XML_DATE = /^((?!0000)\d{4}-\d\d-\d\d)(?:Z|[+-](?:(?:0\d|1[0-3]):[0-5]\d|14:00))?$/

/** `undefined` if the text is no date, or an impossible one such as 30 February. */
export function parseDay(text: string): Day | undefined {
  const [, day] = XML_DATE.exec(text) ?? []
  const time = Date.parse(`${day}T00:00:00Z`)
  if (day === undefined || Number.isNaN(time)) return undefined
  return new Date(time).toISOString().startsWith(day) ? (day as Day) : undefined
}

/** A day that an earlier check has ensured. */
export function dayOf(text: string): Day {
  const day = parseDay(text)
  if (day === undefined) throw new Error(`${text} is not a day.`)
  return day
}

export const dayOrNone = (text: string | null | undefined): Day | undefined =>
  text == null ? undefined : dayOf(text)

/** So many days later; `undefined` beyond the calendar. */
export function laterDay(day: Day, days: number): Day | undefined {
  const time = new Date(Date.parse(day) + days * 86_400_000)
  return Number.isNaN(time.getTime()) ? undefined : parseDay(time.toISOString().slice(0, 10))
}

/** Of several days, the last one. */
export const lastOf = (days: readonly (Day | undefined)[]): Day | undefined =>
  days.reduce((last, day) => (last === undefined || (day ?? '') > last ? day : last), undefined)
