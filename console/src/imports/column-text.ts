import type { ImportWords } from '../words/import/en.ts'

/** `items.0.quantity`: a field in a list. Only files of programs have lists. */
const IN_A_LIST = /^(?:[a-z_]+\.)*[a-z_]+\.\d+(?:\.([a-z0-9_.]+))?$/

/**
 * The title in the file; else the name of our field, if one is missing in it. Empty: no single column
 * is wrong.
 */
export function columnText(
  column: string,
  titles: readonly string[],
  { columns }: Pick<ImportWords, 'columns'>,
): string {
  const names: Readonly<Record<string, string>> = columns
  if (titles.includes(column)) return column
  const found = IN_A_LIST.exec(column)
  return names[found ? (found[1] ?? '') : column] ?? ''
}
