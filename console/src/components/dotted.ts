/** Facts in one line: `a · b`. The dot stays at the end of a line that breaks. */
export const dotted = (facts: readonly (string | false | null | undefined)[]): string =>
  facts.filter(Boolean).join('\u00a0· ')
