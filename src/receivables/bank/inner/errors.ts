import type { BankFileError } from '@billwright/bank-statements'
import { AppError, invalidRequest } from '../../../kernel/errors.ts'

export const accountNotFound = (): AppError =>
  new AppError('not_found', 'bank_account_not_found', 'There is no bank account with this id.')

export const fileNotFound = (): AppError =>
  new AppError('not_found', 'bank_file_not_found', 'There is no bank file with this id.')

export const entryNotFound = (): AppError =>
  new AppError('not_found', 'bank_entry_not_found', 'There is no bank entry with this id.')

export const profileNotFound = (): AppError =>
  new AppError('not_found', 'bank_profile_not_found', 'There is no mapping with this id.')

export const ruleNotFound = (): AppError =>
  new AppError('not_found', 'bank_rule_not_found', 'There is no rule with this id.')

export const accountInUse = (): AppError =>
  new AppError(
    'conflict',
    'bank_account_in_use',
    'The account has statements. It stays, and keeps its currency.',
  )

export const accountArchived = (name: string): AppError =>
  new AppError(
    'conflict',
    'bank_account_archived',
    'The account is archived and takes no files. Restore it first.',
    { params: { name } },
  )

/** `iban`: that of the statement; null if the file does not say it. */
export const accountUnknown = (named: string | null, currency: string | null): AppError =>
  new AppError(
    'invalid',
    'bank_account_unknown',
    named === null
      ? 'The file does not say its account. Send `bank_account_id`.'
      : 'The statement is of an account that is not among the bank accounts. Add the account first.',
    { iban: named, currency, params: named === null ? { reason: 'missing' } : { value: named } },
  )

export const currencyDiffers = (account: string, statement: string): AppError =>
  new AppError(
    'invalid',
    'currency_differs',
    `The account is in ${account}, the statement in ${statement}. Add an account for ${statement}.`,
    { params: { currency: statement, allowed: account } },
  )

/** Without words of the file. */
export function unreadable({ code, message, params }: BankFileError): AppError {
  const { columns, ...rest } = params
  const details = { ...(columns && { columns }), params: rest }
  switch (code) {
    case 'xml_forbidden':
      return new AppError('invalid', 'xml_forbidden', message, details)
    case 'format_not_supported':
      return new AppError('invalid', 'format_not_supported', message, details)
    case 'csv_profile_needed':
      return new AppError('invalid', 'csv_profile_needed', message, details)
    default:
      return new AppError('invalid', 'file_unreadable', message, details)
  }
}

/** The columns of a table that no mapping fits; null for another error. */
export function unknownColumns(error: unknown): readonly string[] | null {
  if (!(error instanceof AppError) || error.code !== 'csv_profile_needed') return null
  const { columns } = error.details
  return Array.isArray(columns) ? columns.map(String) : null
}

const fileUnreadable = (reason: string, message: string): AppError =>
  new AppError('invalid', 'file_unreadable', message, { params: { reason } })

export const fileTooComplex = (): AppError =>
  fileUnreadable('complex', 'The file takes too much time or memory. Export a shorter period.')
export const zipUnreadable = (): AppError =>
  fileUnreadable('zip', 'The ZIP archive cannot be read. Pack it again, or send its files.')
export const zipTooLarge = (): AppError =>
  fileUnreadable(
    'zip_large',
    'The ZIP archive has more than 100 files or 60 MB, packs too tightly, or has another archive in it.',
  )
export const fileEmpty = (): AppError =>
  fileUnreadable('empty', 'The request has no file. Send it as the body.')

export const fileNotReady = (): AppError =>
  new AppError(
    'conflict',
    'bank_file_not_ready',
    'The file is still being read or undone. Try again in a moment.',
  )

/** A person booked entries of the file. */
export const entriesBooked = (ids: readonly string[]): AppError =>
  new AppError(
    'conflict',
    'entries_booked',
    'People booked or decided entries of this file. Take that back first.',
    { entries: ids },
  )

export const entryBooked = (id: string): AppError =>
  new AppError('conflict', 'entry_booked', 'The entry is booked already.', { bank_entry_id: id })

export const entryNotBooked = (): AppError =>
  new AppError('conflict', 'entry_not_booked', 'The entry has no booking to take back.')

export const entryNotOpen = (status: string): AppError =>
  new AppError('conflict', 'entry_not_open', `The entry is ${status}. Reopen it first.`, {
    params: { value: status },
  })

export const proposalStale = (): AppError =>
  new AppError(
    'conflict',
    'proposal_stale',
    'What this proposal rests on has changed. Read the entry again.',
  )

/** `left`: what of the entry is not allocated yet. */
export const allocationExceeds = (left: string, currency: string): AppError => {
  const message = `The allocations exceed the entry. Only ${left} ${currency} is left.`
  const params = { amount: left, currency }
  return new AppError('invalid', 'allocation_exceeds', message, {
    left,
    params,
  })
}

export const wrongAllocation = (index: number, field: string, message: string): AppError =>
  invalidRequest([{ pointer: `/allocations/${index}/${field}`, code: 'not_allowed', message }])

export const proposalAndParts = (): AppError =>
  invalidRequest([
    {
      pointer: '/allocations',
      code: 'not_allowed',
      message: 'Not allowed with `proposal_id`. Send one of them.',
    },
  ])

export const tooManyRules = (max: number): AppError =>
  new AppError('conflict', 'too_many_rules', `A company has at most ${max} rules.`, {
    params: { max },
  })

/** The service keeps original files for some years. */
export const fileGone = (): AppError =>
  new AppError(
    'not_found',
    'bank_file_not_found',
    'The original file is no longer kept. Its entries are.',
  )
