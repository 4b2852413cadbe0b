import { join } from 'node:path'
import { fault, rounds } from './harness.ts'
import { killPayments } from './payment-kills.ts'
import { startPostgres } from './postgres.ts'

/** Customers, hooks, refunds and reconciliations, with processes killed at any statement: see `payment-kills.ts`. */
await fault(async (it) => {
  const postgres = await startPostgres()
  it.after(() => postgres.dispose())
  const url = await postgres.createDatabase('payments')
  const given = { kills: rounds(50), invoices: Number(process.env.FAULT_ROWS ?? 12) }
  const kill = (database: Parameters<typeof killPayments>[0]) =>
    killPayments(database, { ...given, finding: it.finding })
  return [
    await kill({ engine: 'sqlite', path: join(it.folder(), 'payments.db') }),
    await kill({ engine: 'postgres', url }),
  ].join('; ')
})
