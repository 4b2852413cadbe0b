import { currentSettings } from '../../company/settings/read.ts'
import type { VersionedRef } from '../../core/http/etag.ts'
import type { Page, PageQueryInput } from '../../core/http/pagination.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { faultList, invalidRequest } from '../../kernel/errors.ts'
import {
  change,
  emptyOf,
  load,
  type Mode,
  toColumns,
  type Values,
} from '../../kernel/fields/field.ts'
import { isForeignKeyViolation, isUniqueViolation } from '../../platform/database/db.ts'
import type { CompanyDb } from '../../platform/database/scope.ts'
import { type BankAccount, FIELDS } from './account.ts'
import { accountInUse, accountNotFound } from './inner/errors.ts'
import {
  changeKept,
  createKept,
  deleteKept,
  type KeptKind,
  keptStamps,
  listKept,
  requireKept,
} from './inner/kept.ts'
import * as repository from './inner/kept-repository.ts'

const ACCOUNT: KeptKind<BankAccount> = {
  prefix: 'bac',
  table: 'bank_accounts',
  notFound: accountNotFound,
  toIt: (row) => ({ ...load(FIELDS, row), ...keptStamps(row) }),
  toColumns: (it) => toColumns(FIELDS, it),
}

export const requireBankAccount = (scope: CompanyDb, id: string): Promise<BankAccount> =>
  requireKept(scope, ACCOUNT, id)

/** The account of the settings is among them. */
export async function listBankAccounts(
  work: ReadWork,
  query: PageQueryInput & { readonly archived?: boolean },
): Promise<Page<BankAccount>> {
  await addAccountOfSettings(work)
  return listKept(work, ACCOUNT, query)
}

/** At most as many as a company may have. */
export async function allBankAccounts(scope: CompanyDb): Promise<readonly BankAccount[]> {
  return (await repository.allKept(scope, 'bank_accounts')).map(ACCOUNT.toIt)
}

export function createBankAccount(work: ReadWork, input: object): Promise<BankAccount> {
  return transaction(work, (work) =>
    unlessKnown(createKept(work, ACCOUNT, contentOf(emptyOf(FIELDS), input, 'put'))),
  )
}

export const changeBankAccount = (
  work: ReadWork,
  request: VersionedRef,
  { input, mode }: { readonly input: object; readonly mode: Mode },
): Promise<BankAccount> =>
  unlessKnown(
    changeKept(work, ACCOUNT, request, async (work, before) => {
      const after = contentOf(before, input, mode)
      if (after.currency !== before.currency && (await repository.isAccountUsed(work, before.id)))
        throw accountInUse()
      return after
    }),
  )

export async function deleteBankAccount(work: ReadWork, request: VersionedRef): Promise<void> {
  try {
    await deleteKept(work, ACCOUNT, request)
  } catch (error) {
    throw isForeignKeyViolation(error) ? accountInUse() : error
  }
}

/** The account that invoices print. A currency of its own is unknown, so it has that of the settings. */
export async function addAccountOfSettings(work: ReadWork): Promise<void> {
  const { bankAccount, currency } = await currentSettings(work)
  const { iban, number, qrIban, bankName } = bankAccount
  if (iban === null && number === null) return
  const isKnown = (it: BankAccount) => (iban === null ? it.otherId === number : it.iban === iban)
  if ((await allBankAccounts(work)).some(isKnown)) return
  const name = bankName ?? iban ?? number ?? ''
  const input = { name, iban, other_id: iban === null ? number : null, qr_iban: qrIban, currency }
  const content = contentOf(emptyOf(FIELDS), input, 'put')
  await transaction(work, (work) => createKept(work, ACCOUNT, content)).catch((error: unknown) => {
    // Another request added it at the same moment.
    if (!isUniqueViolation(error)) throw error
  })
}

function contentOf(before: Values<typeof FIELDS>, given: object, mode: Mode) {
  const { onFault, refuse } = faultList()
  const content = change(FIELDS, { before, given, at: '', onFault, mode })
  if (content.iban === null && content.otherId === null)
    onFault('/iban', 'required', 'The value is missing. Enter an IBAN or `other_id`.')
  refuse()
  return content
}

async function unlessKnown<T>(made: Promise<T>): Promise<T> {
  try {
    return await made
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    const message = 'There is an account with this IBAN and currency already.'
    throw invalidRequest([{ pointer: '/iban', code: 'duplicate', message }])
  }
}
