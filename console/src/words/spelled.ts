/** A small number as a word, for sentences; the words begin with that for two. */
export const spelled = (count: number, names: readonly string[]): string =>
  names[count - 2] ?? String(count)

/** For the beginning of a sentence. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
