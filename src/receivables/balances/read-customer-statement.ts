import { isCurrency } from '@billwright/money'
import { currentSettings } from '../../company/settings/read.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { addDays } from '../../kernel/calendar.ts'
import { AppError, invalidRequest } from '../../kernel/errors.ts'
import { dayOf } from '../../platform/clock.ts'
import { inTurn } from '../../platform/database/db.ts'
import { requireCustomer } from '../../sales/customers/read.ts'
import { cashUntil, listCash } from '../../sales/ledger/account.ts'
import type { AccountBalance, AccountEntry } from '../../sales/ledger/entry.ts'
import { accountsOf, type Statement } from './customer-statement.ts'
import {
  agedBalances,
  appliedUntil,
  listMovements,
  type Movement,
  openingBalances,
} from './movements.ts'

const ROWS_MAX = 2000

export interface StatementQuery {
  /** Default: 1 January of the year of `to`. */
  readonly from?: string | undefined
  /** Default: today. */
  readonly to?: string | undefined
  readonly currency?: string | undefined
}

/** The opening balance, the movements and the closing balance of a customer, by currency. */
export async function readStatement(
  work: ReadWork,
  customerId: string,
  query: StatementQuery,
): Promise<Statement> {
  const customer = await requireCustomer(work, customerId)
  if (query.currency !== undefined && !isCurrency(query.currency))
    throw unknownCurrency(query.currency)
  const current = await currentSettings(work)
  const to = query.to ?? dayOf(work.at, current.timeZone)
  const from = query.from ?? `${to.slice(0, 4)}-01-01`
  if (from > to) throw endsBeforeItBegins(to)
  const filter = { customerId, from, to, currency: query.currency ?? null }
  const accounts = await inTurn(work, async () => {
    const claimed = await listMovements(work, filter, ROWS_MAX + 1)
    const limit = ROWS_MAX + 1
    const cash = await listCash(work, filter, { from, to, limit })
    const movements = byDay([...claimed, ...cash.map(toMovement)])
    if (movements.length > ROWS_MAX) throw statementTooLong()
    const isAsked = ({ currency }: AccountBalance) =>
      query.currency === undefined || currency === query.currency
    const received = async (day: string) =>
      (await cashUntil(work, customerId, day)).filter(isAsked).map(owed)
    const openings = [
      ...(await openingBalances(work, filter)),
      ...(await received(addDays(from, -1))),
    ]
    const isEmpty = movements.length + openings.length === 0
    const usual = query.currency ?? customer.currency ?? current.currency
    return accountsOf({
      currencies: isEmpty ? [usual] : [],
      openings,
      movements,
      ages: [
        ...(await agedBalances(work, filter)),
        ...[...(await received(to)), ...(await appliedUntil(work, filter))].map((credit) => ({
          ...credit,
          age: 'credit' as const,
        })),
      ],
    })
  })
  return { customerId, customerName: customer.name, from, to, accounts }
}

/** Money on account, which the company owes to the customer. */
const owed = ({ currency, minor }: AccountBalance) => ({ currency, minor: -minor })

const toMovement = (entry: AccountEntry): Movement => ({
  kind: 'payment',
  role: null,
  id: entry.id,
  number: '',
  invoiceId: null,
  day: entry.paidAt,
  currency: entry.currency,
  reference: entry.reference,
  method: entry.method,
  amountMinor: -entry.amountMinor,
})

/** Payments are last on their day, as among the movements of invoices. */
const byDay = (movements: readonly Movement[]): readonly Movement[] =>
  movements.toSorted((one, other) => {
    if (one.day !== other.day) return one.day < other.day ? -1 : 1
    return Number(one.kind === 'payment') - Number(other.kind === 'payment')
  })

const unknownCurrency = (code: string): AppError =>
  invalidRequest([
    {
      pointer: '?currency',
      code: 'unknown_currency',
      message: `${code} is not an ISO 4217 currency code. Use a code such as EUR.`,
    },
  ])

const endsBeforeItBegins = (to: string): AppError =>
  invalidRequest([
    {
      pointer: '?from',
      code: 'out_of_range',
      message: `Out of range: use a day on or before the last day, ${to}.`,
      params: { until: to },
    },
  ])

const statementTooLong = (): AppError =>
  new AppError(
    'invalid',
    'statement_too_long',
    `The period has more than ${ROWS_MAX} entries. Use a shorter one.`,
    { limit: ROWS_MAX, params: { max: ROWS_MAX } },
  )
