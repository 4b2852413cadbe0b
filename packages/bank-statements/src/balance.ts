import type { Balance, BankEntry, Statement } from './statement.ts'

/** Whether opening balance, entries and closing balance agree; they do where a balance is missing. */
export function isBalanced(
  opening: Balance | null,
  closing: Balance | null,
  entries: readonly BankEntry[],
): boolean {
  if (opening === null || closing === null || opening.currency !== closing.currency) return true
  const sum = entries.reduce((total, { amountMinor }) => total + amountMinor, opening.amountMinor)
  return sum === closing.amountMinor
}

/** Adds the problem that the balances show. */
export function balanced(statement: Omit<Statement, 'problems'>): Statement {
  const { opening, closing, entries } = statement
  return { ...statement, problems: isBalanced(opening, closing, entries) ? [] : ['unbalanced'] }
}
