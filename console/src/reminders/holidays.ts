const MARKS: Readonly<Record<string, string>> = { de: '.', fr: '/' }

/** One day per line: 25.12.2026 in German, 25/12/2026 in French, 2026-12-25 in English. */
export function shownHolidays(days: readonly string[], language: string): string {
  const mark = MARKS[language]
  const shown = (day: string) => (mark ? day.split('-').toReversed().join(mark) : day)
  return days.map(shown).join('\n')
}

/** `YYYY-MM-DD` of each typed day. Other texts stay unchanged, for the error message. */
export const toHolidays = (text: string, language: string): string[] =>
  text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((day) => {
      const [, dd, mm, yyyy] = MARKS[language]
        ? (/^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(day) ?? [])
        : []
      return dd && mm ? `${yyyy}-${mm.padStart(2, '0')}-${dd.padStart(2, '0')}` : day
    })
