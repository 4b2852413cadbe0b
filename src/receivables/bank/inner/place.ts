import { type BankEntry, identitiesOf } from '@billwright/bank-statements'
import { sumOf } from '@billwright/money'
import type { ReadWork } from '../../../core/record/work.ts'
import { type BankAccount, isOf } from '../account.ts'
import { allBankAccounts, requireBankAccount } from '../accounts.ts'
import {
  type EntryCounts,
  familyOf,
  NO_COUNTS,
  type StatementProblem,
  type StoredStatement,
} from '../file.ts'
import { accountUnknown, currencyDiffers } from './errors.ts'
import type { ReadFile, ReadStatement } from './read-file.ts'
import { findStatementBefore } from './statement-repository.ts'

/** An entry of a file with its account and its place. */
export interface PlacedEntry {
  readonly entry: BankEntry
  readonly account: BankAccount
  readonly identity: string
  readonly n: number
  readonly family: string
  /** Position of its statement, from 0. */
  readonly statement: number
  /** Position in the file, from 1. */
  readonly position: number
  readonly isUnbalanced: boolean
  /** What the payments of its batch add up to; null if it is no payment of one. */
  readonly batchMinor: bigint | null
}

export interface PlacedFile {
  readonly format: string
  readonly statements: readonly StoredStatement[]
  readonly entries: readonly PlacedEntry[]
  readonly problems: readonly StatementProblem[]
  readonly pending: number
}

/** Finds the account of each statement. Throws if one is unknown, or has another currency. */
export async function placeFile(
  work: ReadWork,
  file: ReadFile,
  askedAccountId: string | null,
): Promise<PlacedFile> {
  const accounts = await allBankAccounts(work)
  const asked = askedAccountId === null ? null : await requireBankAccount(work, askedAccountId)
  const placed = file.statements.map((statement) => ({
    statement,
    account: accountOf(statement, accounts, asked),
  }))
  const statements: StoredStatement[] = []
  for (const [position, { statement, account }] of placed.entries())
    statements.push(await toStored(work, { statement, account, position, earlier: statements }))
  return {
    format: file.format,
    statements,
    entries: placeEntries(placed),
    problems: [...new Set(statements.flatMap(({ problems }) => problems))],
    pending: statements.reduce((sum, { pending }) => sum + pending, 0),
  }
}

interface Placed {
  readonly statement: ReadStatement
  readonly account: BankAccount
}

/** `n` counts equal entries of an account within the whole file. */
function placeEntries(placed: readonly Placed[]): readonly PlacedEntry[] {
  const all = placed.flatMap(({ statement, account }, index) =>
    statement.entries.map((entry) => ({ entry, account, statement, index })),
  )
  const identified = new Map<BankEntry, { readonly identity: string; readonly n: number }>()
  for (const group of Map.groupBy(all, ({ account }) => account.id).values())
    for (const { entry, identity, n } of identitiesOf(group.map((it) => it.entry)))
      identified.set(entry, { identity, n })
  const batches = Map.groupBy(all, batchKeyOf)
  return all.map(({ entry, account, statement, index }, at) => ({
    ...(identified.get(entry) ?? { identity: '', n: 1 }),
    entry,
    account,
    family: familyOf(statement.format),
    statement: index,
    position: at + 1,
    isUnbalanced: statement.problems.includes('unbalanced'),
    batchMinor:
      entry.batch === 'detail'
        ? sumOf((batches.get(batchKeyOf({ entry, index })) ?? []).map((it) => it.entry.amountMinor))
        : null,
  }))
}

const batchKeyOf = ({ entry, index }: { readonly entry: BankEntry; readonly index: number }) =>
  `${index} ${entry.batch} ${entry.entryReference}`

/** The account that the statement names, else the one of the request. */
function accountOf(
  { account: named, currency }: ReadStatement,
  accounts: readonly BankAccount[],
  asked: BankAccount | null,
): BankAccount {
  const isNamed = named.iban !== null || named.otherId !== null
  const own = isNamed ? accounts.filter((it) => isOf(it, named)) : asked === null ? [] : [asked]
  const [first] = own
  // A number that is no IBAN may be written in many ways, so a person may say which account it is.
  const found = first ? own : named.iban === null && asked !== null ? [asked] : []
  const [usual] = found
  if (usual === undefined) throw accountUnknown(named.iban ?? named.otherId, currency)
  const fitting = found.find((it) => currency === null || it.currency === currency)
  if (!fitting) throw currencyDiffers(usual.currency, currency ?? '')
  return fitting
}

async function toStored(
  work: ReadWork,
  {
    statement,
    account,
    position,
    earlier,
  }: Placed & { readonly position: number; readonly earlier: readonly StoredStatement[] },
): Promise<StoredStatement> {
  const { number, opening, closing, entries, pending, problems } = statement
  const family = familyOf(statement.format)
  const counts: EntryCounts = { ...NO_COUNTS, pending }
  const stored = {
    ...counts,
    position,
    bankAccountId: account.id,
    family,
    number,
    currency: account.currency,
    openingMinor: opening?.amountMinor ?? null,
    openingDate: opening?.date ?? null,
    closingMinor: closing?.amountMinor ?? null,
    closingDate: closing?.date ?? null,
    entries: entries.length,
    problems,
  }
  if (stored.closingDate === null) return stored
  const inFile = earlier.findLast(
    (it) => it.bankAccountId === account.id && it.family === family && it.closingDate !== null,
  )
  const before = inFile ?? (await findStatementBefore(work, stored, stored.closingDate))
  return before && !follows(stored, before)
    ? { ...stored, problems: [...problems, 'gap' as const] }
    : stored
}

/**
 * Whether nothing is missing between two statements: the balance is that of the earlier one. Where it is not,
 * numbers of a year follow each other, and the days overlap or the balance is missing.
 */
export function follows(
  statement: Pick<StoredStatement, 'number' | 'openingMinor' | 'openingDate' | 'closingDate'>,
  before: Pick<StoredStatement, 'number' | 'openingMinor' | 'closingMinor' | 'closingDate'>,
): boolean {
  const { openingMinor, openingDate, closingDate } = statement
  const hasBalances = openingMinor !== null && before.closingMinor !== null
  if (hasBalances && openingMinor === before.closingMinor) return true
  const [number, last] = [numberOf(statement.number), numberOf(before.number)]
  const isSameYear = closingDate?.slice(0, 4) === before.closingDate?.slice(0, 4)
  if (number !== null && last !== null && isSameYear && number > last + 1) return false
  const { closingDate: lastDate } = before
  if (openingDate !== null && lastDate !== null && openingDate < lastDate) return true
  return !hasBalances || isRepeated(statement, before)
}

/** A second statement of the day begins like the first. */
const isRepeated = (
  statement: Pick<StoredStatement, 'openingMinor' | 'openingDate'>,
  before: Pick<StoredStatement, 'openingMinor' | 'closingDate'>,
): boolean =>
  statement.openingDate === before.closingDate && statement.openingMinor === before.openingMinor

/** `21/1` is part 1 of statement 21. Greater ones are days or counts of all accounts. */
function numberOf(text: string | null): number | null {
  const isNumber = text !== null && /^\d{1,9}(\/\d+)?$/.test(text)
  const number = isNumber ? Number.parseInt(text, 10) : NUMBER_MAX
  return number < NUMBER_MAX ? number : null
}
const NUMBER_MAX = 10_000
