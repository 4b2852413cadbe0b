/** Until when a company must be kept: full years after the year of its last document; null: it has none. */
export function retainedUntil(lastIssueDate: string | null, years: number): string | null {
  if (lastIssueDate === null || years === 0) return null
  return `${Number(lastIssueDate.slice(0, 4)) + years}-12-31`
}
