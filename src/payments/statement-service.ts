import type { CustomerService } from '../customers/service.ts'
import { AppError, invalidRequest } from '../errors.ts'
import { agedBalances, listMovements, openingBalances } from '../invoices/receivables.ts'
import { isCurrency } from '../money/currencies.ts'
import { dayOf } from '../platform/clock.ts'
import { inTurn } from '../platform/database/db.ts'
import type { ReadWork } from '../record/work.ts'
import type { SettingsService } from '../settings/service.ts'
import { accountsOf, type Statement } from './statement.ts'

const ROWS_MAX = 2000

export interface StatementDeps {
  readonly settings: SettingsService
  readonly customers: CustomerService
}

export interface StatementQuery {
  /** First of January of the year of `to` unless given. */
  readonly from?: string | undefined
  /** Today unless given. */
  readonly to?: string | undefined
  readonly currency?: string | undefined
}

export type StatementService = ReturnType<typeof createStatementService>

export function createStatementService({ settings, customers }: StatementDeps) {
  return {
    /** The opening balance, the movements and the closing balance of a customer, by currency. */
    async statement(work: ReadWork, customerId: string, query: StatementQuery): Promise<Statement> {
      const customer = await customers.require(work, customerId)
      if (query.currency !== undefined && !isCurrency(query.currency))
        throw unknownCurrency(query.currency)
      const current = await settings.current(work)
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
          ages: await agedBalances(work, filter),
        })
      })
      return { customerId, customerName: customer.name, from, to, accounts }
    },
  }
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
    },
  ])

const statementTooLong = (): AppError =>
  new AppError(
    'invalid',
    'statement_too_long',
    `The period has more than ${ROWS_MAX} entries. Use a shorter one.`,
    { limit: ROWS_MAX },
  )
