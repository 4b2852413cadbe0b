/**
 * The end of the retention period: full years after the year of the last document; null: there is
 * none.
 */
export function retainedUntil(lastIssueDate: string | null, years: number): string | null {
  if (lastIssueDate === null || years === 0) return null
  return `${Number(lastIssueDate.slice(0, 4)) + years}-12-31`
}
