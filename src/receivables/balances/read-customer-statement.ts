import { isCurrency } from '@billwright/money'
import { currentSettings } from '../../company/settings/read.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { AppError, invalidRequest } from '../../kernel/errors.ts'
import { dayOf } from '../../platform/clock.ts'
import { inTurn } from '../../platform/database/db.ts'
import { requireCustomer } from '../../sales/customers/read.ts'
import { accountsOf, type CustomerStatement } from './customer-statement.ts'
import { listMovements, openingBalances, owedOn } from './movements.ts'

const ROWS_MAX = 2000

export interface CustomerStatementQuery {
  /** Default: 1 January of the year of `to`. */
  readonly from?: string | undefined
  /** Default: today. */
  readonly to?: string | undefined
  readonly currency?: string | undefined
}

/** The opening balance, the movements and the closing balance of a customer, by currency. */
export async function readCustomerStatement(
  work: ReadWork,
  customerId: string,
  query: CustomerStatementQuery,
): Promise<CustomerStatement> {
  const customer = await requireCustomer(work, customerId)
  if (query.currency !== undefined && !isCurrency(query.currency))
    throw unknownCurrency(query.currency)
  const current = await currentSettings(work)
  const to = query.to ?? dayOf(work.at, current.timeZone)
  const from = query.from ?? `${to.slice(0, 4)}-01-01`
  if (from > to) throw endsBeforeItBegins(to)
  const filter = { customerId, from, to, currency: query.currency ?? null }
  const accounts = await inTurn(work, async () => {
    const movements = await listMovements(work, filter, ROWS_MAX + 1)
    if (movements.length > ROWS_MAX) throw statementTooLong()
    const openings = await openingBalances(work, filter)
    const isEmpty = movements.length + openings.length === 0
    const usual = query.currency ?? customer.currency ?? current.currency
    return accountsOf({
      currencies: isEmpty ? [usual] : [],
      openings,
      movements,
      ages: await owedOn(work, filter),
    })
  })
  return { customerId, customerName: customer.name, from, to, accounts }
}

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
