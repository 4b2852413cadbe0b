import type { RawBuilder } from 'kysely'
import { port } from '../../kernel/port.ts'
import type { CompanyDb } from '../../platform/database/scope.ts'

/** Whether a company has a reminder plan. Reminders are about invoices of customers. */
export const planExists = port<(scope: CompanyDb, id: string) => Promise<boolean>>('planExists')

/** Whether a customer has money on account in a currency, as SQL. The ledger names customers. */
export const hasMoneyOnAccount =
  port<(scope: CompanyDb, id: RawBuilder<unknown>, currency: string) => RawBuilder<boolean>>(
    'hasMoneyOnAccount',
  )
