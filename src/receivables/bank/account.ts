import type { Account } from '@billwright/bank-statements'
import { isAccountOf } from '@billwright/bank-statements'
import {
  code,
  day,
  type Fields,
  flag,
  required,
  text,
  type Values,
} from '../../kernel/fields/field.ts'
import * as rules from '../../kernel/fields/rules.ts'

/** Each field of an account of the company at a bank, declared once. */
export const FIELDS = {
  name: required(text('name', 200)),
  iban: text('iban', 60, undefined, rules.iban),
  otherId: text('other_id', 60, 'Number of an account without IBAN.'),
  qrIban: text('qr_iban', 60, 'Under which statements name payments of QR-bills.', rules.qrIban),
  currency: required(code('currency', '^[A-Za-z]{3}$', 'ISO 4217.', rules.currency)),
  accountingAccount: text('accounting_account', 40, 'Account in your books.'),
  startDate: day('start_date', 'Entries before this day are stored and ignored.'),
  archived: flag('archived', 'Takes no files. What was read stays.'),
} as const satisfies Fields

export interface BankAccount extends Values<typeof FIELDS> {
  readonly id: string
  readonly version: number
  readonly createdAt: string
  readonly updatedAt: string
}

/** Whether a statement is of this account, or of its QR-IBAN. */
export const isOf = (account: BankAccount, named: Account): boolean =>
  isAccountOf(named, { iban: account.iban, otherId: account.otherId }) ||
  (account.qrIban !== null && isAccountOf(named, { iban: account.qrIban }))
