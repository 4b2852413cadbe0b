import { join } from 'node:path'
import { killBank } from './bank-kills.ts'
import { fault, rounds } from './harness.ts'
import { startPostgres } from './postgres.ts'

/** Files of banks and people who book them, with processes killed at any statement: see `bank-kills.ts`. */
await fault(async (it) => {
  const postgres = await startPostgres()
  it.after(() => postgres.dispose())
  const url = await postgres.createDatabase('bank')
  const given = { kills: rounds(50), rounds: 2, invoices: Number(process.env.FAULT_ROWS ?? 30) }
  const kill = (database: Parameters<typeof killBank>[0]) =>
    killBank(database, { ...given, folder: it.folder(), finding: it.finding })
  return [
    await kill({ engine: 'sqlite', path: join(it.folder(), 'bank.db') }),
    await kill({ engine: 'postgres', url }),
  ].join('; ')
})
